/** A trigram index has no entry for fewer letters inside a word. */
const MIN_LETTERS = 3;

/** More words hardly narrow a search, and each has its cost. */
const MAX_WORDS = 5;

/** Modifier letters are left out: folded, many of them are punctuation. */
const LETTERS = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{N}]/gu;

const countLetters = (text: string): number => text.match(LETTERS)?.length ?? 0;

/** Whether a word has less than three letters, so it matches whole words and their beginnings only. */
export const isShort = (word: string): boolean => countLetters(word) < MIN_LETTERS;

/** Whether similar words match, too. A `@username` is not a misspelled name. */
export const isForgivable = (word: string): boolean => !(isShort(word) || word.startsWith('@'));

/**
 * The words of a search that count: without duplicates and words of punctuation. Of more than five,
 * the five longest count, because they narrow the search most.
 */
export function searchWords(q: string): string[] {
  const words = new Map(q.split(/\s+/).map((word) => [word.toLowerCase(), word]));
  return [...words.values()]
    .filter((word) => countLetters(word) > 0)
    .sort((one, other) => countLetters(other) - countLetters(one))
    .slice(0, MAX_WORDS);
}

/** Whether a search tries similar words if nothing matches exactly. */
export const isForgivingSearch = (q: string): boolean =>
  !q.startsWith('@') && searchWords(q).some(isForgivable);
