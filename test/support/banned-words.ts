import { matchesGlob } from 'node:path';

/** An entry of a table of `docs/style.md`: words that are never right, and the words to write instead. */
export interface BannedWord {
  readonly entry: string;
  readonly instead: string;
  readonly pattern: RegExp;
}

/** A word that the files may contain which match one of the globs. */
export interface WordException {
  readonly word: string;
  readonly globs: readonly string[];
}

/** A phrase can continue on the next line of a comment. */
const SPACE = String.raw`(?:[^\S\n]+|\s*\n[^\S\n]*(?:(?:\*|//|--|#)[^\S\n]*)?)`;

/** `a/b` is either word, `(s)` may be missing, `…` is any part of a word. Other text is literal. */
const wordPattern = (word: string) =>
  word
    .replaceAll(/[.*+?^${}|[\]\\]/g, '\\$&')
    .replaceAll(/\(([^()]*)\)/g, '(?:$1)?')
    .replaceAll('…', String.raw`\w*`)
    .replace(/^.*\/.*$/, (either) => `(?:${either.replaceAll('/', '|')})`);

const entryPattern = (entry: string) =>
  new RegExp(String.raw`\b${entry.split(' ').map(wordPattern).join(SPACE)}\b`, 'gi');

const section = (page: string, heading: string) =>
  page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';

/** The entries of the tables under "Words we do not use". */
export const bannedWords = (page: string): readonly BannedWord[] =>
  [...section(page, 'Words we do not use').matchAll(/^\| (.+) \| (.+) \|$/gm)]
    .filter(([, , instead]) => instead !== 'but' && instead !== 'American')
    .flatMap(([, entries = '', instead = '']) =>
      entries.split(', ').map((entry) => ({ entry, instead, pattern: entryPattern(entry) })),
    );

/** The items of the list under "Exceptions": "- `word` in `glob`, `glob`: the reason". */
export const wordExceptions = (page: string): readonly WordException[] =>
  [
    ...section(page, 'Words we do not use').matchAll(/^- `([^`]+)` in ((?:`[^`]+`(?:, )?)+):/gm),
  ].map(([, word = '', globs = '']) => ({
    word,
    globs: [...globs.matchAll(/`([^`]+)`/g)].map(([, glob = '']) => glob),
  }));

/** One sentence per banned word in the text, with its line and the words to write instead. */
export const strayWords = (
  file: string,
  text: string,
  words: readonly BannedWord[],
  exceptions: readonly WordException[] = [],
): readonly string[] => {
  const allowed = exceptions
    .filter(({ globs }) => globs.some((glob) => matchesGlob(file, glob)))
    .map(({ word }) => word);
  return words
    .filter(({ entry }) => !allowed.includes(entry))
    .flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map(({ 0: found, index }) => {
        const line = text.slice(0, index).split('\n').length;
        return `${file}:${line} has "${found}": write ${instead}`;
      }),
    );
};
