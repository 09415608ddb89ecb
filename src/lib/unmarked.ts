import { normalized } from './normalized.ts';

/**
 * A text without case and without any mark, for comparisons of names: the vowel points of Arabic and
 * Hebrew are optional in them. `folded` of `normalized.ts` keeps those, for words.
 */
export const unmarked = (text: string): string =>
  normalized(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
