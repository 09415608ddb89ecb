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

/** The tables, and those that refer to them, as a truncation that cascades has them. */
const REFERRING = `
  with recursive referring(name) as (
    select unnest(:tables::text[]::regclass[]) union
    select conrelid::regclass from pg_constraint join referring on confrelid = name where contype = 'f'
  )
  select string_agg(name::text, ', ') as names,
         string_agg('delete from ' || name, '; ') as deletions from referring`;

/**
 * Deletes all rows of tables and of those that refer to them, when their writers have ended, without
 * triggers. Where they have few rows, it takes 80 ms of processor time less than a truncation, which gives
 * each table and index a new file.
 */
export async function deleteRows(db: Knex, ...tables: readonly string[]): Promise<void> {
  const { rows } = await db.raw(REFERRING, { tables: [...tables] });
  const [{ names, deletions }] = rows;
  await emptyTables(
    db,
    `lock table ${names} in share row exclusive mode;
     set local session_replication_role = replica; ${deletions}`,
  );
}
