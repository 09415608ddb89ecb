import { z } from 'zod';
import { isForgivingSearch } from '../../domain/search-words.ts';
import { fromCursor } from '../../lib/cursors.ts';

/** The text of the reference about the words of each search. */
export const WORDS =
  'Ignores accents and case. A word of one or two letters matches whole words and beginnings of words. Of more than five words the five longest count.';

/** The text about a search that compares words with similar ones. */
export const FORGIVEN = `${WORDS} If nothing matches, small typing errors in longer words are forgiven.`;

/** The text about such a search in a list with `updated_since`. */
export const FORGIVEN_IN_LISTS = FORGIVEN.replace(/\.$/, ', except with `updated_since`.');

/** The text about searches of users by administrators. */
export const ADMIN_SEARCH = `Words in name, company or username, an id of the service or the messenger, or the beginning of an \`@username\`. Without the scope \`people:contacts\` only words in name or company, or an id of the service. ${FORGIVEN}`;

/** The text about the words of an administrators' search, which also finds an id. */
export const orAnId = (words: string): string => `${words}, or an id. ${FORGIVEN}`;

/** The cursor of a search: a position, and whether the list forgives typing errors. */
export const searchPosition = <T>(Position: z.ZodType<T>) =>
  z.union([Position, z.strictObject({ similar: Position })]);

const PLAIN = 1;
/** True with another filter, whose rows PostgreSQL compares one by one. */
const NARROWED = 3;
const SIMILAR = 10;

/** The parameters of a request, before they are validated. */
type RawQuery = Readonly<Record<string, unknown>>;

/**
 * The number of times that a request counts toward the limits of reading people. Only its
 * parameters decide, so that a client can foresee it, and it reveals no names of others: a search
 * that may try similar words counts as one that does.
 */
export function costOfSearch({ q, conference_id, interest, cursor }: RawQuery): number {
  if (typeof q !== 'string' || q.trim() === '') return PLAIN;
  // Pages after the first one match as it did.
  const isExact = typeof cursor === 'string' && !isOfSimilar(fromCursor(cursor));
  if (isForgivingSearch(q.trim()) && !isExact) return SIMILAR;
  return conference_id === undefined && interest === undefined ? PLAIN : NARROWED;
}

const isOfSimilar = (position: unknown): boolean =>
  typeof position === 'object' && position !== null && 'similar' in position;
