import type { Knex } from 'knex';
import { until } from './until.ts';

/** The number of statements sent through `db` while `work` ran. */
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

/** Waits until `expected` statements wait for a lock of another transaction. */
export const untilWaiting = (db: Knex, expected = 1): Promise<void> =>
  until(async () => {
    const waiting = await db('pg_stat_activity')
      .whereRaw('datname = current_database()')
      .where({ wait_event_type: 'Lock' });
    return waiting.length >= expected;
  });
