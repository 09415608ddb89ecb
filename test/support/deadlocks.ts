import type { Knex } from 'knex';
import { beginTransaction } from './database.ts';
import { untilWaiting } from './queries.ts';
import { until } from './until.ts';

type Row = readonly [table: string, where: object];

/**
 * Runs `work`, which locks `first` and then `second`, into a deadlock with a transaction that locks
 * them the other way round. PostgreSQL always aborts the transaction of `work`, as only that one
 * looks for deadlocks. The order of the lock queue decides who waits for whom, not the clock.
 */
export async function whileDeadlocked<T>(
  db: Knex,
  [first, second]: readonly [Row, Row],
  work: () => PromiseLike<T>,
): Promise<T> {
  const lock = (trx: Knex.Transaction, [table, where]: Row) => trx(table).where(where).forUpdate();
  await using gate = await beginTransaction(db);
  await using rival = await beginTransaction(db);
  await rival.raw(`set local deadlock_timeout = '1h'`);
  await lock(gate, first);
  await lock(rival, second);
  const result = Promise.resolve(work());
  await untilWaiting(db, 1);
  const queued = lock(rival, first).then(() => rival.commit());
  await untilWaiting(db, 2);
  // Now `work` gets `first` and waits for `second`, while the rival waits for `first`.
  await gate.commit();
  await queued;
  return result;
}

/** How many transactions PostgreSQL has aborted in this database. Close the pools that ran them. */
export async function countDeadlocks(db: Knex): Promise<number> {
  // A connection writes its statistics when it closes.
  await until(async () => {
    const { rows } = await db.raw(
      `select from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'
          and pid <> pg_backend_pid() and query <> ''`,
    );
    return rows.length === 0;
  });
  const { deadlocks } = await db('pg_stat_database')
    .whereRaw('datname = current_database()')
    .first('deadlocks');
  return deadlocks;
}
