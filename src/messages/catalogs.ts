import IntlMessageFormat, { type Formatters } from 'intl-messageformat';
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

export type LineKey = keyof Catalog['lines'];

/** The arguments of a pattern. Numbers choose a plural. */
export type Values = Readonly<Record<string, string | number>>;

/** What is compiled for a language. Compiling a pattern costs 50 times as much as formatting it. */
interface Compiled {
  readonly messages: Map<string, IntlMessageFormat>;
  readonly formatters: Formatters;
}
const compiled: Partial<Record<Language, Compiled>> = {};

/** The library keeps plural rules by a key that costs as much as a text; here there is one of each. */
function compiledOf(language: Language): Compiled {
  const plurals = new Intl.PluralRules(language);
  const formatters = {
    getNumberFormat: () => new Intl.NumberFormat(language),
    getDateTimeFormat: () => new Intl.DateTimeFormat(language),
    getPluralRules: () => plurals,
  };
  return { messages: new Map(), formatters };
}

/** @param pattern a text of the catalog of this language */
export function format(language: Language, pattern: string, values: Values = {}): string {
  compiled[language] ??= compiledOf(language);
  const { messages, formatters } = compiled[language];
  let message = messages.get(pattern);
  if (!message) {
    const options = { ignoreTag: true, formatters };
    message = new IntlMessageFormat(pattern, language, undefined, options);
    messages.set(pattern, message);
  }
  return String(message.format(values));
}
