import type { Knex } from 'knex';
import { UNNAMED } from '../db/statement-names.ts';

const SEARCHABLE = /[\p{L}\p{N}]/u;

/**
 * Restricts a query to rows that match every word of `q`, as a whole word or as a prefix. `matches`
 * returns the SQL condition for one tsquery: `(word) => \`s.search @@ ${word}\``. Punctuation is
 * ignored; a `q` without letters or digits matches nothing.
 */
export function matchingEveryWord(
  query: Knex.QueryBuilder,
  q: string,
  matches: (word: string) => string,
): void {
  const words = wordsOf(q).filter((word) => SEARCHABLE.test(word));
  if (words.length === 0) query.whereRaw('false');
  query.options(UNNAMED);
  const condition = `(${matches(`to_tsquery('simple', :word)`)})`;
  for (const word of words) query.whereRaw(condition, { word: prefixQuery(word) });
}

/** Restricts a query to rows where `text`, an SQL expression, contains every word of `q`. */
export function containingEveryWord(query: Knex.QueryBuilder, q: string, text: string): void {
  for (const word of wordsOf(q)) query.whereRaw(`${text} ilike ?`, [containing(word)]);
}

/** Removes duplicates, because each word costs a search. */
const wordsOf = (q: string): string[] => [
  ...new Map(q.split(/\s+/).map((word) => [word.toLowerCase(), word])).values(),
];

/** A LIKE pattern that matches text containing `text` literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The quotes keep characters of the input from being parsed as tsquery operators. */
const prefixQuery = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}':*`;
