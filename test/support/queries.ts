import type { Knex } from 'knex';
import { until } from './until.ts';

/**
 * What `NotifySender` sends at any time after a commit, for all requests before: a NOTIFY, and for the
 * live stream of administrators the look-up of the conferences of changed rows, which names kinds that no
 * request names together.
 */
const isNotify = ({ sql }: Pick<Knex.Sql, 'sql'>) =>
  sql.startsWith('select pg_notify(') ||
  (sql.includes(`'registration_request' as kind`) && sql.includes(`'broadcast' as kind`));

/** The statements sent through `db` while `work` ran, in order. */
export async function sentDuring(db: Knex, work: () => PromiseLike<unknown>): Promise<Knex.Sql[]> {
  const sent: Knex.Sql[] = [];
  const record = (statement: Knex.Sql) => sent.push(statement);
  db.on('query', record);
  try {
    await work();
  } finally {
    db.removeListener('query', record);
  }
  return sent;
}

/** As `sentDuring`, without what follows a commit. */
export const statementsDuring = async (
  db: Knex,
  work: () => PromiseLike<unknown>,
): Promise<Knex.Sql[]> => (await sentDuring(db, work)).filter((statement) => !isNotify(statement));

/** The number of statements sent through `db` while `work` ran. */
export const countQueries = async (db: Knex, work: () => PromiseLike<unknown>): Promise<number> =>
  (await statementsDuring(db, work)).length;

/** Waits until `expected` statements wait for a lock of another transaction. */
export const untilWaiting = (db: Knex, expected = 1): Promise<void> =>
  until(async () => {
    const waiting = await db('pg_stat_activity')
      .whereRaw('datname = current_database()')
      .where({ wait_event_type: 'Lock' });
    return waiting.length >= expected;
  });
