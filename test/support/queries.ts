import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';

/** How many statements were sent through `db` while `work` ran. */
export async function countQueries(db: Knex, work: () => PromiseLike<unknown>): Promise<number> {
  let count = 0;
  const tally = () => {
    count += 1;
  };
  db.on('query', tally);
  try {
    await work();
  } finally {
    db.removeListener('query', tally);
  }
  return count;
}

/** Until so many statements wait for a lock that another transaction holds. */
export async function untilWaiting(db: Knex, expected = 1): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const waiting = await db('pg_stat_activity')
      .whereRaw('datname = current_database()')
      .where({ wait_event_type: 'Lock' });
    if (waiting.length >= expected) return;
    await sleep(20);
  }
  throw new Error(`fewer than ${expected} statements wait`);
}
