import type { Knex } from 'knex';
import { isForgivable, isSearchable, type Matching } from '../db/search-pages.ts';
import { UNNAMED } from '../db/statement-names.ts';

interface Search {
  readonly q: string;
  readonly matching?: Matching | undefined;
}

/**
 * Restricts a query to rows that match every word of `q`: as a whole word or as a prefix in `exact`,
 * else by a similar word of `similar`. Both return the SQL condition for one word. Punctuation is
 * ignored; a `q` without letters or digits matches nothing.
 */
export function matchingEveryWord(
  query: Knex.QueryBuilder,
  { q, matching }: Search,
  { exact, similar }: Readonly<Record<Matching, (word: string) => string>>,
): void {
  const words = wordsOf(q).filter(isSearchable);
  if (words.length === 0) query.whereRaw('false');
  query.options(UNNAMED);
  const condition = `(${exact('search_prefix(:word)')})`;
  const forgiving = `(${exact('search_prefix(:word)')} or ${similar(':word')})`;
  for (const word of words) {
    const isForgiven = matching === 'similar' && isForgivable(word);
    query.whereRaw(isForgiven ? forgiving : condition, { word });
  }
}

/**
 * Restricts a query to rows where `text` contains every word of `q`, or words similar to them.
 * `text` is an SQL expression for text without accents and case.
 */
export function containingEveryWord(
  query: Knex.QueryBuilder,
  { q, matching }: Search,
  text: string,
): void {
  for (const word of wordsOf(q)) {
    const condition =
      matching === 'similar' && isForgivable(word)
        ? `contains_similar(${text}, ?)`
        : `${text} like search_pattern(?)`;
    query.whereRaw(condition, [word]);
  }
}

/** The digits of an id that fits a bigint. */
const ID = /^\d{1,18}$/;
export const isAnId = (q: string): boolean => ID.test(q);

/**
 * Restricts a query to rows that `byWords` finds, or to the row of which `q` is the `id`: administrators
 * copy ids from the audit log and from notices.
 */
export function orWithId(
  query: Knex.QueryBuilder,
  { q, id }: { readonly q: string; readonly id: string },
  byWords: (query: Knex.QueryBuilder) => void,
): void {
  query.options(UNNAMED).where((match) => {
    match.where(byWords);
    if (isAnId(q)) match.orWhere(id, q);
  });
}

/** More words find nothing else that a person looks for, and each costs a search. */
const MAX_WORDS = 5;

/** The first words without duplicates. */
const wordsOf = (q: string): string[] =>
  [...new Map(q.split(/\s+/).map((word) => [word.toLowerCase(), word])).values()].slice(
    0,
    MAX_WORDS,
  );
