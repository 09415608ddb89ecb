import { normalized } from './normalized.ts';

/** A text without case, accents and other marks, for comparisons of names. */
export const folded = (text: string): string =>
  normalized(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
