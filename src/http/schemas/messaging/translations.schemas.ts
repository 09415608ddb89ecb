import { z } from 'zod';
import { lines, text } from '../common.ts';
import { refuse } from '../reasons.schemas.ts';

const MAX_LANGUAGES = 20;

/** Texts by language tag. Keeps the tags as they are given. */
export const translationsOf = <T extends z.ZodType>(textSchema: T) =>
  z
    .record(z.string(), textSchema)
    .superRefine((given, context) => {
      const tags = Object.keys(given);
      if (tags.length > MAX_LANGUAGES)
        refuse(context, [], `expected at most ${MAX_LANGUAGES} languages`, 'too_many', {
          max: MAX_LANGUAGES,
        });
      for (const [place, tag] of tags.entries()) {
        if (!isLanguageTag(tag))
          refuse(context, [tag], 'expected a BCP 47 language tag, as de or pt-BR', 'format', {
            format: 'language',
          });
        const earlier = tags.slice(0, place).find((one) => one.toLowerCase() === tag.toLowerCase());
        if (earlier !== undefined)
          refuse(context, [tag], `expected another language than ${earlier}`, 'repeated');
      }
    })
    .describe(
      'By BCP 47 language tag: a recipient gets the text whose tag is theirs, or the longest part of theirs (`de` serves `de-AT`), and else `title` and `body`.',
    );

export const TranslationsSchema = translationsOf(
  z.object({
    title: text(200).describe('A template.'),
    body: lines(4_000).describe('A template.'),
  }),
);

export const StoredTranslationsSchema = z
  .record(z.string(), z.object({ title: z.string(), body: z.string() }))
  .describe('By language tag.');

function isLanguageTag(tag: string): boolean {
  try {
    return tag.length <= 35 && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
