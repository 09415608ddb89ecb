import type { Knex } from 'knex';

const SEARCHABLE = /[\p{L}\p{N}]/u;

/**
 * Narrows a query to what every word of `q` matches, as a whole or as the beginning of a word.
 * `matches` gives the SQL condition for one word, whose tsquery is the SQL it is handed:
 * `(word) => \`s.search @@ ${word}\``. Signs between words are passed over; where there is nothing
 * else, nothing matches.
 */
export function matchingEveryWord(
  query: Knex.QueryBuilder,
  q: string,
  matches: (word: string) => string,
): void {
  const words = wordsOf(q).filter((word) => SEARCHABLE.test(word));
  if (words.length === 0) query.whereRaw('false');
  const condition = `(${matches(`to_tsquery('simple', :word)`)})`;
  for (const word of words) query.whereRaw(condition, { word: beginningOf(word) });
}

/** Narrows a query to where `text`, SQL for some text, contains every word of `q`. */
export function containingEveryWord(query: Knex.QueryBuilder, q: string, text: string): void {
  for (const word of wordsOf(q)) query.whereRaw(`${text} ilike ?`, [containing(word)]);
}

/** Each once: to say a word fifty times must not cost fifty searches. */
const wordsOf = (q: string): string[] => [
  ...new Map(q.split(/\s+/).map((word) => [word.toLowerCase(), word])).values(),
];

/** A LIKE pattern for text that contains this, taken literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** In quotes whatever a person typed is text to PostgreSQL, and never an operator. */
const beginningOf = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}':*`;
