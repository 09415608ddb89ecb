import { z } from 'zod';
import { IdSchema, InstantSchema, lines, text, VersionSchema, WebUrlSchema } from '../common.ts';
import { TEMPLATES } from './broadcasts.schemas.ts';
import { ONE_OPENING, StartInputSchema, TargetSchema } from './start-parameters.schemas.ts';
import { StoredTranslationsSchema, TranslationsSchema } from './translations.schemas.ts';

export const WelcomeInputSchema = z
  .object({
    title: text(200).describe('A template.'),
    body: lines(4_000).describe('A template.'),
    translations: TranslationsSchema.default({}),
    action_url: WebUrlSchema.nullish().transform((url) => url ?? null),
    start: StartInputSchema,
    is_on: z
      .boolean()
      .describe('Switched on, it welcomes those who get a seat from then on, each once.'),
  })
  .refine(...ONE_OPENING)
  .meta({
    id: 'WelcomeInput',
    description: TEMPLATES,
    examples: [
      {
        title: 'Welcome, {{first_name|dear guest}}!',
        body: 'Here is all that you need at {{conference_name}}.',
        start: { kind: 'conference' as const, id: 1 },
        is_on: true,
      },
    ],
  });

export const WelcomeSchema = z
  .object({
    conference_id: IdSchema,
    title: z.string(),
    body: z.string(),
    translations: StoredTranslationsSchema,
    action_url: z.string().nullable(),
    start: TargetSchema.nullable(),
    is_on: z.boolean(),
    since: InstantSchema.nullable().describe(
      'Earlier seats are not welcomed; null while it is off.',
    ),
    version: VersionSchema,
  })
  .meta({ id: 'Welcome' });
