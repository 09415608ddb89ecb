import type { Knex } from 'knex';

const DEADLOCK = '40P01';
const MAX_TRIES = 5;

/**
 * Runs statements that truncate tables. What the application sends after a commit, such as the look-up of
 * the live stream of administrators, reads several tables in another order, so PostgreSQL may end the
 * truncation as one side of a deadlock: then it is tried again.
 */
export async function emptyTables(db: Knex, sql: string): Promise<void> {
  for (let nth = 1; ; nth += 1) {
    try {
      await db.raw(sql);
      return;
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK;
      if (!isDeadlock || nth === MAX_TRIES) throw error;
    }
  }
}
