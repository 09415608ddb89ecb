import IntlMessageFormat from 'intl-messageformat';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };

/** The texts of one language: ICU patterns by what they say. */
export type Catalog = typeof en;

/** Each language has a catalog with the keys and arguments of the English one. */
export const CATALOGS = { en, de, es, ar } as const satisfies Readonly<Record<string, Catalog>>;

/** A language that has a catalog. */
export type Language = keyof typeof CATALOGS;
export const LANGUAGES = Object.keys(CATALOGS) as readonly Language[];

export type NoticeKey = keyof Catalog['notices'];
export type LineKey = keyof Catalog['lines'];

/** The arguments of a pattern. Numbers choose a plural. */
export type Values = Readonly<Record<string, string | number>>;

/** The compiled patterns of each language: compiling costs 50 times as much as formatting. */
const compiled: Partial<Record<Language, Map<string, IntlMessageFormat>>> = {};

/** @param pattern a text of the catalog of this language */
export function format(language: Language, pattern: string, values: Values = {}): string {
  compiled[language] ??= new Map();
  const known = compiled[language].get(pattern);
  const message = known ?? new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true });
  if (!known) compiled[language].set(pattern, message);
  return String(message.format({ ...values }));
}
