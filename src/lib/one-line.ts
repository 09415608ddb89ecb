/** Control characters, line ends and bidirectional overrides, which would disguise one line. */
const DISGUISES = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

export const isOneLine = (text: string): boolean => text.search(DISGUISES) < 0;

/**
 * A text from outside, which must not fail for its characters, as one line: line ends and tabs
 * become blanks; other control characters and bidirectional overrides are dropped.
 */
export const oneLine = (text: string): string =>
  isOneLine(text)
    ? text
    : text
        .replace(/[\s\u0085]+/g, ' ')
        .replace(DISGUISES, '')
        .trim();
