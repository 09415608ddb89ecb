import en from '../texts/en.json' with { type: 'json' };
import { languageOfUser } from './messenger.ts';
import { signal } from './signal.ts';

export type TextKey = keyof typeof en;
export const LANGUAGES = { en: 'English', de: 'Deutsch', ar: 'العربية' } as const;
export type Language = keyof typeof LANGUAGES;
const isKnown = (code: string): code is Language => code in LANGUAGES;

let catalog: Readonly<Record<TextKey, string>> = en;
export const language = signal<Language>('en');

/** @param wanted BCP 47 tags, the first that this app has counts */
export async function setLanguage(
  ...wanted: readonly (string | null | undefined)[]
): Promise<void> {
  const codes = [...wanted, languageOfUser, navigator.language].map(
    (tag) => tag?.slice(0, 2) ?? '',
  );
  const chosen = codes.find(isKnown) ?? 'en';
  // Only English comes with the page.
  if (chosen === 'en') catalog = en;
  else if (chosen === 'de') {
    catalog = (await import('../texts/de.json', { with: { type: 'json' } })).default;
  } else catalog = (await import('../texts/ar.json', { with: { type: 'json' } })).default;
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
export const timeText = formatted({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dayText = formatted({ weekday: 'short', day: 'numeric', month: 'short' });
export const whenText = (at: string | number, timeZone: string): string =>
  `${dayText(at, timeZone)}, ${timeText(at, timeZone)}`;
/** What there is of some words, in one line. */
export const joined = (...words: readonly (string | null | undefined | false)[]): string =>
  words.filter(Boolean).join(' · ');
/** The days of a conference, which are the same in every zone. */
export const daysText = (first: string, last: string): string =>
  new Intl.DateTimeFormat(language.get(), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).formatRange(new Date(first), new Date(last));
export const longDayText = formatted({ weekday: 'long', day: 'numeric', month: 'long' });
const weekdayText = formatted({ weekday: 'short' });
export const shortDayText = (at: string | number, timeZone: string): string =>
  `${weekdayText(at, timeZone)} ${formatted({ day: 'numeric' })(at, timeZone)}`;
/** The day there, as `2027-03-18`, which sorts. */
export const dateOf = (at: string | number, timeZone: string): string =>
  new Date(at).toLocaleDateString('sv', { timeZone });
/** The name of a language, in that of the app. */
export const languageText = (tag: string): string =>
  new Intl.DisplayNames(language.get(), { type: 'language' }).of(tag) ?? tag;
