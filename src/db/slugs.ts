import type { Knex } from 'knex';
import { orConflict } from './pg-errors.ts';

/** A slug has at most 120 characters, of which a number that makes it unique takes up to 8. */
const MAX_STEM = 112;

/** The length of the longest title. The library takes quadratic time. */
const MAX_TITLE = 300;

/**
 * Transliterates a title to ASCII letters, digits and hyphens, the start of its slug. Returns
 * `fallback` for a title without letters or digits.
 */
export async function slugStem(title: string, fallback: string): Promise<string> {
  // Imported on first use: the library's tables take 17 MB, and only creating needs them.
  const { slugify } = await import('transliteration');
  // NFKC replaces variants of letters (𝒜, ﬁ), which the tables lack, by plain ones.
  const words = slugify(title.slice(0, MAX_TITLE).normalize('NFKC'), { allowedChars: 'a-zA-Z0-9' });
  // Words have single hyphens between them.
  return words.slice(0, MAX_STEM).replace(/-$/, '') || fallback;
}

/**
 * Returns a unique slug for each stem, in order: the stem itself, or the stem with the lowest free
 * number from 2. A slug is free when neither `taken` nor an earlier stem has it.
 */
export function freeSlugs(stems: readonly string[], taken: Iterable<string>): string[] {
  const used = new Set(taken);
  // The last number used for each stem, so that thousands of equal stems take linear time.
  const numbers = new Map<string, number>();
  return stems.map((stem) => {
    let number = numbers.get(stem) ?? 1;
    let slug = stem;
    while (used.has(slug)) slug = `${stem}-${++number}`;
    used.add(slug);
    numbers.set(stem, number);
    return slug;
  });
}

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
