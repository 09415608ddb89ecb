import type { Knex } from 'knex';
import { freeSlugs, slugStem } from '../lib/slug.ts';
import { orConflict } from './pg-errors.ts';

/** A table whose rows have slugs, unique by the constraint `<table>_slug_key`. */
interface SluggedTable {
  readonly table: string;
  /** The slug stem of a title without letters or digits. */
  readonly fallback: string;
}

/**
 * Returns a free slug for each title, in order, with two statements. An advisory lock keeps other
 * transactions from choosing slugs of the same table until this one ends.
 */
export async function freeSlugsIn(
  db: Knex,
  { table, fallback }: SluggedTable,
  titles: readonly string[],
): Promise<string[]> {
  const stems = await Promise.all(titles.map((title) => slugStem(title, fallback)));
  // A separate statement: only one that starts after the wait sees the rows of other transactions.
  await db.raw('select pg_advisory_xact_lock(hashtext(?))', [`slugs of ${table}`]);
  const taken: string[] = await db(`${table} as t`)
    .joinRaw(
      // The column sorts by byte, and "." follows "-". So the stem and the slugs that continue it
      // with a hyphen are one range of the index.
      `join unnest(?::text[]) as stem on t.slug >= stem and t.slug < stem || '.'`,
      [[...new Set(stems)]],
    )
    .pluck('t.slug');
  return freeSlugs(stems, taken);
}

/** @throws AppError CONFLICT when another row of the table has the slug */
export const orSlugTaken = <T>(table: string, statement: PromiseLike<T>): Promise<T> =>
  orConflict(statement, `${table}_slug_key`, 'slug');
