import type { Knex } from 'knex';
import { freeSlugs, slugStem } from '../lib/slug.ts';
import { orConflict } from './pg-errors.ts';

/** A table whose rows have slugs, unique by the constraint `<table>_slug_key`. */
interface SluggedTable {
  readonly table: string;
  /** What a slug is made of when nothing remains of a title. */
  readonly fallback: string;
}

/**
 * A free slug for each title, in their order and by two statements, however many. Until the
 * transaction ends nobody else is given any, so that they are still free when they are inserted.
 */
export async function freeSlugsIn(
  db: Knex,
  { table, fallback }: SluggedTable,
  titles: readonly string[],
): Promise<string[]> {
  const stems = await Promise.all(titles.map((title) => slugStem(title, fallback)));
  // A statement of its own: what others inserted is seen only by one that begins after the wait.
  await db.raw('select pg_advisory_xact_lock(hashtext(?))', [`slugs of ${table}`]);
  const taken: string[] = await db(`${table} as t`)
    .joinRaw(
      // In the byte order of the column a full stop follows the hyphen: the stem, and what
      // continues it with a hyphen, lie side by side in the index.
      `join unnest(?::text[]) as stem on t.slug >= stem and t.slug < stem || '.'`,
      [[...new Set(stems)]],
    )
    .pluck('t.slug');
  return freeSlugs(stems, taken);
}

/** @throws AppError CONFLICT when another row of the table has the slug */
export const orSlugTaken = <T>(table: string, statement: PromiseLike<T>): Promise<T> =>
  orConflict(statement, `${table}_slug_key`, 'slug: it is taken');
