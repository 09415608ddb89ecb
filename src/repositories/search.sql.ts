import type { Knex } from 'knex';
import type { Matching, Searched } from '../db/matches.ts';
import { isForgivable, searchWords } from '../domain/search-words.ts';

type Search = Searched<{ readonly q: string }>;

/** SQL functions of folded text and a word. */
const CONTAINS: Readonly<Record<Matching, string>> = {
  exact: 'contains_word',
  scanned: 'row_contains_word',
  swapped: 'contains_swapped',
  trigrams: 'contains_piece',
  similar: 'contains_misspelled',
};

/** The SQL condition that folded `text` has the word `:word`. */
function containsWord(text: string, word: string, matching: Matching = 'exact'): string {
  const isForgiven = matching === 'scanned' || isForgivable(word);
  return `${CONTAINS[isForgiven ? matching : 'exact']}(${text}, :word)`;
}

/**
 * Restricts a query to rows that match every word of `q`: as a whole word or as a prefix in
 * `exact`, or else as a similar word of `similar`. Each returns the SQL condition for one word:
 * `exact` from SQL for its prefix, `similar` from the function that builds the condition for folded
 * text.
 */
export function matchingEveryWord(
  query: Knex.QueryBuilder,
  { q, matching = 'exact' }: Search,
  conditions: {
    readonly exact: (word: string) => string;
    readonly similar: (contains: (text: string) => string) => string;
  },
): void {
  const exact = conditions.exact('search_prefix(:word)');
  forEveryWord(query, q, (word) => {
    if (matching === 'exact' || matching === 'scanned' || !isForgivable(word)) return `(${exact})`;
    return `(${exact} or ${conditions.similar((text) => containsWord(text, word, matching))})`;
  });
}

/**
 * Restricts a query to rows where `text` contains every word of `q`, or words similar to them.
 * `text` is an SQL expression for folded text.
 */
export function containingEveryWord(
  query: Knex.QueryBuilder,
  { q, matching }: Search,
  text: string,
): void {
  forEveryWord(query, q, (word) => containsWord(text, word, matching));
}

/**
 * Restricts a query by a condition for each word, in SQL with a `:word`. Punctuation is ignored; a `q`
 * without letters or digits matches nothing.
 */
function forEveryWord(
  query: Knex.QueryBuilder,
  q: string,
  conditionOf: (word: string) => string,
): void {
  const words = searchWords(q);
  if (words.length === 0) query.whereRaw('false');
  // The functions become conditions of an index only when PostgreSQL plans with the word.
  for (const word of words) query.whereRaw(conditionOf(word), { word });
}

/** The digits of an id that fits a bigint. */
const ID = /^\d{1,18}$/;
export const isAnId = (q: string): boolean => ID.test(q);

/**
 * Restricts a query to rows that `byWords` finds, or to the row whose `id` is `q`: administrators
 * copy ids from the audit log and from notices.
 */
export function orWithId(
  query: Knex.QueryBuilder,
  { q, id }: { readonly q: string; readonly id: string },
  byWords: (query: Knex.QueryBuilder) => void,
): void {
  query.where((match) => {
    match.where(byWords);
    if (isAnId(q)) match.orWhere(id, q);
  });
}
