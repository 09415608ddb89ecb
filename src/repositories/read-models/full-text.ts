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
  const words = q.split(/\s+/).filter((word) => SEARCHABLE.test(word));
  if (words.length === 0) query.whereRaw('false');
  const condition = `(${matches(`to_tsquery('simple', :word)`)})`;
  for (const word of words) query.whereRaw(condition, { word: beginningOf(word) });
}

/** In quotes whatever a person typed is text to PostgreSQL, and never an operator. */
const beginningOf = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}':*`;
