import { LANGUAGES, type Language } from '../../messages/catalogs.ts';

/** The language of texts for everyone whose language has no catalog. */
const DEFAULT_LANGUAGE: Language = 'en';

/**
 * The best of some language tags for a reader, by the lookup of RFC 4647 (3.4): the tag itself, else
 * without its last parts, so that `de` serves `de-AT`. Case does not matter.
 *
 * @param tag of the reader; null if it is unknown
 * @returns undefined if none of them serves the reader
 */
export function languageOfTags<T extends string>(
  tag: string | null,
  available: readonly T[],
): T | undefined {
  if (tag === null) return undefined;
  const parts = tag.toLowerCase().split('-');
  while (parts.length > 0) {
    const range = parts.join('-');
    const found = available.find((one) => one.toLowerCase() === range);
    if (found !== undefined) return found;
    parts.pop();
    // A singleton, such as the `x` of `de-x-own`, means nothing without the part that follows.
    while (parts.at(-1)?.length === 1) parts.pop();
  }
  return undefined;
}

/** What decides the language of a user: their own choice, else that of their messenger. */
export interface Reader {
  readonly language?: string | null;
  readonly language_code: string | null;
}

/** The tag of a user's language; null if it is unknown. */
export const languageTagOf = ({ language = null, language_code }: Reader): string | null =>
  language ?? language_code;

/** The language in which automatic texts are written to a user. */
export const languageOf = (reader: Reader): Language =>
  languageOfTags(languageTagOf(reader), LANGUAGES) ?? DEFAULT_LANGUAGE;

/** The text of a message, or its template. */
export interface MessageText {
  readonly title: string;
  readonly body: string;
}

/**
 * Texts in further languages by BCP 47 tag. A reader whose language none of them serves
 * (`languageOfTags`) gets the text beside it.
 */
export type Translations<Text = MessageText> = Readonly<Record<string, Text>>;

/** A text, and the same in further languages, if any. */
export interface TranslatedText extends MessageText {
  readonly translations?: Translations | undefined;
}

/** Applies a function to each template of a broadcast. */
export function mapTexts(
  { title, body, translations = {} }: TranslatedText,
  map: (template: string) => string,
): TranslatedText {
  const mapped = (text: MessageText) => ({ title: map(text.title), body: map(text.body) });
  const entries = Object.entries(translations).map(([tag, text]) => [tag, mapped(text)] as const);
  return { ...mapped({ title, body }), translations: Object.fromEntries(entries) };
}

/** Each template of a broadcast, with the name of its field in requests. */
export function templatesOf({ title, body, translations = {} }: TranslatedText) {
  const ofText = (text: MessageText, prefix = '') =>
    (['title', 'body'] as const).map((name) => ({
      name,
      field: `${prefix}${name}`,
      template: text[name],
    }));
  return [
    ...ofText({ title, body }),
    ...Object.entries(translations).flatMap(([tag, text]) => ofText(text, `translations.${tag}.`)),
  ];
}
