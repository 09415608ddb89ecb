import type { Language } from '../../messages/catalogs.ts';

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';
/** Embeddings, overrides and isolates, which could change the direction of what follows. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const RIGHT_TO_LEFT_LANGUAGES: readonly Language[] = ['ar'];

/**
 * A name or title inside a text of a language. It keeps its own direction, and the text around it
 * keeps the direction of the language, whatever the name contains. English shows it as it is: its
 * texts are older than this rule.
 */
export function isolated(text: string, language: Language): string {
  if (language === 'en') return text;
  const plain = text.replace(DIRECTIONS, '');
  if (!RIGHT_TO_LEFT_LANGUAGES.includes(language) && !RIGHT_TO_LEFT.test(plain)) return plain;
  return `${FIRST_STRONG_ISOLATE}${plain}${POP_ISOLATE}`;
}
