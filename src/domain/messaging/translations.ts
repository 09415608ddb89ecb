/** The text of a message, or its template. */
export interface MessageText {
  readonly title: string;
  readonly body: string;
}

/**
 * Texts in further languages by BCP 47 tag. A reader whose language none of them serves
 * (`lookUpLanguage`) gets the text beside it.
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
