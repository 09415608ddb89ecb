import type agenda from '../texts/agenda/en.json';
import type attendees from '../texts/attendees/en.json';
import type broadcasts from '../texts/broadcasts/en.json';
import type conferences from '../texts/conferences/en.json';
import type door from '../texts/door/en.json';
import en from '../texts/en.json' with { type: 'json' };
import type errors from '../texts/errors/en.json';
import type events from '../texts/events/en.json';
import type forms from '../texts/forms/en.json';
import type imports from '../texts/imports/en.json';
import type keys from '../texts/keys/en.json';
import type overview from '../texts/overview/en.json';
import type pages from '../texts/pages/en.json';
import type palette from '../texts/palette/en.json';
import type people from '../texts/people/en.json';
import type quests from '../texts/quests/en.json';
import type registration from '../texts/registration/en.json';
import type service from '../texts/service/en.json';
import type sources from '../texts/sources/en.json';
import type speakers from '../texts/speakers/en.json';
import type ticketTypes from '../texts/ticket-types/en.json';
import type webhooks from '../texts/webhooks/en.json';
export type TextKey =
  | keyof typeof en
  | keyof typeof agenda
  | keyof typeof attendees
  | keyof typeof broadcasts
  | keyof typeof conferences
  | keyof typeof door
  | keyof typeof errors
  | keyof typeof events
  | keyof typeof forms
  | keyof typeof imports
  | keyof typeof keys
  | keyof typeof overview
  | keyof typeof pages
  | keyof typeof palette
  | keyof typeof people
  | keyof typeof quests
  | keyof typeof registration
  | keyof typeof service
  | keyof typeof sources
  | keyof typeof speakers
  | keyof typeof ticketTypes
  | keyof typeof webhooks;
type Catalog = Readonly<Record<string, string>>;
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const STORED = 'hallway-language';
let catalog: Catalog = en;
/** What only one screen or a refusal says: loaded with it, since the first load has no room for all. */
type Later =
  | 'agenda'
  | 'attendees'
  | 'broadcasts'
  | 'conferences'
  | 'door'
  | 'errors'
  | 'events'
  | 'forms'
  | 'imports'
  | 'keys'
  | 'overview'
  | 'pages'
  | 'palette'
  | 'people'
  | 'quests'
  | 'registration'
  | 'service'
  | 'sources'
  | 'speakers'
  | 'ticket-types'
  | 'webhooks';

/** The language that the reader chose, or that of their browser. */
export function language(): Language {
  const wanted = localStorage.getItem(STORED) ?? navigator.language.slice(0, 2);
  return wanted === 'de' ? 'de' : 'en';
}

/** Only English is loaded with the page. */
export async function loadTexts(): Promise<void> {
  const name = language();
  document.documentElement.lang = name;
  if (name === 'de')
    catalog = (await import('../texts/de.json', { with: { type: 'json' } })).default;
}

/** What is in the catalog: every refusal asks for its texts. */
const known = new Set<Later>();

/** Loads the texts of a screen or an answer, beside it. */
export async function withTexts<T>(loading: T | Promise<T>, ...names: Later[]): Promise<T> {
  const missing = names.filter((name) => !known.has(name));
  const texts = missing.map(
    (name) => import(`../texts/${name}/${language()}.json`, { with: { type: 'json' } }),
  );
  const [loaded, ...catalogs] = await Promise.all([loading, ...texts]);
  for (const { default: more } of catalogs) catalog = { ...catalog, ...more };
  for (const name of missing) known.add(name);
  return loaded;
}

export function chooseLanguage(name: Language): void {
  localStorage.setItem(STORED, name);
  location.reload();
}

/** The text of a key, with its `{values}`. */
export const t = (key: TextKey, values: Readonly<Record<string, string | number>> = {}): string =>
  (catalog[key] ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? number(value) : (value ?? whole);
  });

/** The text of a key that is made from an answer: undefined where this version has none. */
export const textIf = (key: string, values?: Parameters<typeof t>[1]): string | undefined =>
  key in catalog ? t(key as TextKey, values) : undefined;

export const number = (value: number): string => new Intl.NumberFormat(language()).format(value);

const AGES = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long something has waited, such as `38 min`. */
export function ageText(since: string): string {
  const seconds = Math.max(60, (Date.now() - Date.parse(since)) / 1_000);
  const [unit, length] = AGES.find(([, each]) => seconds >= each) ?? AGES[2];
  const format = { style: 'unit', unit, unitDisplay: 'short' } as const;
  return new Intl.NumberFormat(language(), format).format(Math.floor(seconds / length));
}

/** The name of a language by its code, such as `de-AT`; the code itself where it has none. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(language(), { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** `{count}` of something: the key with `.one` or `.other` at its end. */
export function counted(key: CountedKey, count: number): string {
  const form = new Intl.PluralRules(language()).select(count) === 'one' ? 'one' : 'other';
  return t(`${key}.${form}`, { count });
}
type CountedKey = TextKey extends infer K ? (K extends `${infer Base}.one` ? Base : never) : never;
