import { launchUser } from '@hallway/client/messenger';
import en from '../texts/en.json' with { type: 'json' };
import { signal } from './signal.ts';

export type TextKey = keyof typeof en;
export const LANGUAGES = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const;
type Language = keyof typeof LANGUAGES;
/** Only English comes with the page. */
const CATALOGS = {
  en: async () => ({ default: en }),
  de: () => import('../texts/de.json', { with: { type: 'json' } }),
  ar: () => import('../texts/ar.json', { with: { type: 'json' } }),
};

let catalog: Readonly<Record<TextKey, string>> = en;
export const language = signal<Language>('en');

/** @param wanted BCP 47 tags, the first that this app has counts */
export async function setLanguage(...wanted: (string | null | undefined)[]): Promise<void> {
  const codes = [...wanted, launchUser.language_code, navigator.language].map((tag) =>
    `${tag}`.slice(0, 2),
  );
  const chosen = codes.find((code): code is Language => code in LANGUAGES) ?? 'en';
  catalog = (await CATALOGS[chosen]()).default;
  document.documentElement.lang = chosen;
  document.documentElement.dir = chosen === 'ar' ? 'rtl' : 'ltr';
  language.set(chosen);
}

/** The text of a key, with its `{values}`. */
export const t = (key: TextKey, values: Readonly<Record<string, string | number>> = {}): string =>
  catalog[key].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? number(value) : (value ?? whole);
  });

export const number = (value: number): string => value.toLocaleString(language.get());

/** Times are those of the conference, wherever the phone thinks it is. */
const formatted =
  (options: Intl.DateTimeFormatOptions) => (at: string | number, timeZone: string) =>
    new Intl.DateTimeFormat(language.get(), { ...options, timeZone }).format(new Date(at));
const DAY = { day: 'numeric', month: 'short' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
export const timeText = formatted(TIME);
export const whenText = formatted({ weekday: 'short', ...DAY, ...TIME });
/** What there is of some words, in one line. */
export const joined = (...words: readonly (string | null | undefined | false)[]): string =>
  words.filter(Boolean).join(' · ');
/** The days of a conference, which are the same in every zone. */
export const daysText = (first: string, last: string): string =>
  new Intl.DateTimeFormat(language.get(), { ...DAY, timeZone: 'UTC' }).formatRange(
    new Date(first),
    new Date(last),
  );
export const longDayText = formatted({ weekday: 'long', day: 'numeric', month: 'long' });
const [weekdayText, dayText] = [formatted({ weekday: 'short' }), formatted({ day: 'numeric' })];
export const shortDayText = (at: string | number, timeZone: string): string =>
  `${weekdayText(at, timeZone)} ${dayText(at, timeZone)}`;
/** The day there, as `2027-03-18`, which sorts. */
export const dateOf = (at: string | number, timeZone: string): string =>
  new Date(at).toLocaleDateString('sv', { timeZone });
/** The name of a language, in that of the app. */
export const languageText = (tag: string): string =>
  new Intl.DisplayNames(language.get(), { type: 'language' }).of(tag) ?? tag;
