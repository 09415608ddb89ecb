const MAX_NAME = 64;

/** Between letters, so that a messenger does not turn `example.com` into a link. */
const WORD_JOINER = '\u2060';

/** A user's name in a notification title: one line of at most 64 characters, no link. */
export function shortName(names: readonly (string | null)[]): string {
  const line = names
    .filter(Boolean)
    .join(' ')
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  const characters = [...line];
  const short =
    characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME - 1).join('')}…` : line;
  return short.replace(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu, `.${WORD_JOINER}`);
}
