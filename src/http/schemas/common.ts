import { Readable } from 'node:stream';
import { z } from 'zod';
import { because } from '../../domain/reasons.ts';
import { hasTooManyMarks, isVisible, MAX_MARKS, normalized } from '../../lib/normalized.ts';
import { isOneLine } from '../../lib/one-line.ts';
import { PATTERNS } from '../../lib/patterns.ts';
import { isTimeZone } from '../../lib/time-zones.ts';
import { refuse } from './reasons.schemas.ts';

/** A row id in JSON: a positive integer of at most 2^53 - 1. */
export const IdSchema = z
  .int('expected a positive integer')
  .positive('expected a positive integer')
  .meta({ format: 'int64' });

/** Describes text in a path or query by its parsed type, for the API reference. */
const readAs = (
  type: 'integer' | 'boolean',
  limits: { minimum?: number; maximum?: number } = {},
) => ({
  type,
  ...limits,
  pattern: undefined,
  enum: undefined,
});

/** A row id in a path or query, where everything is text. */
export const PathIdSchema = z
  .string()
  .regex(PATTERNS.id, 'expected a positive integer')
  .transform(Number)
  .pipe(IdSchema)
  .meta(readAs('integer', { minimum: 1 }));

/** A row id in a body that is JSON or a form. */
export const AnyIdSchema = z.union([IdSchema, PathIdSchema], 'expected a positive integer');

export const IdParamsSchema = z.object({ id: PathIdSchema });
export const ConferenceParamsSchema = z.object({ conference_id: PathIdSchema });

/** Text in a response that can be unknown. */
export const NullableTextSchema = z.string().nullable();

/** A slug: lower-case letters and digits, with single hyphens between words. */
export const SlugSchema = z
  .string()
  .max(120)
  .regex(PATTERNS.slug, 'expected a slug, as computing-by-the-sea');

export const SlugParamsSchema = z.object({ slug: SlugSchema });

/** An instant in a response: ISO 8601 in UTC with milliseconds. */
export const InstantSchema = z.iso.datetime({ precision: 3 });

/** An instant in a request, with any offset. The years keep it within what every client can read. */
export const InstantInputSchema = z.iso
  .datetime({
    offset: true,
    error: 'expected an ISO 8601 time with an offset, as 2026-05-14T11:00:00+02:00',
  })
  .transform((given) => new Date(given))
  .refine(
    (time) => time.getUTCFullYear() >= 2000 && time.getUTCFullYear() <= 2100,
    because('expected a time from 2000 to 2100', 'years', { min: 2000, max: 2100 }),
  )
  .transform((time) => time.toISOString());

/** A date without a time. */
export const DaySchema = z.iso.date();
export const DayInputSchema = DaySchema.refine(
  (day) => day >= '2000' && day < '2101',
  because('expected a day from 2000 to 2100', 'years', { min: 2000, max: 2100 }),
);

const isStorable = (given: string) => given.isWellFormed() && !given.includes('\0');

/**
 * One line that a user typed: trimmed, NFC-normalized, with something visible, at most `max`
 * characters.
 */
export const text = (max: number) =>
  lines(max).refine(
    isOneLine,
    because('expected one line without control or direction characters', 'characters'),
  );

/** As `text`, but with line ends. */
export const lines = (max: number) =>
  z
    .string()
    .refine(
      isStorable,
      because('expected text without NUL characters or broken surrogates', 'characters'),
    )
    // Before normalizing, which would stop the process for a minute with 1 MiB of marks.
    .refine(
      (given) => !hasTooManyMarks(given),
      because(`expected at most ${MAX_MARKS} combining marks on a character`, 'characters'),
    )
    .transform((given) => normalized(given).trim())
    .pipe(
      z
        .string()
        .min(1, 'expected some text')
        .max(max, `expected at most ${max} characters`)
        .refine(
          (given) => given === '' || isVisible(given),
          because('expected some text', 'required'),
        ),
    )
    .meta({ minLength: 1, maxLength: max });

/** For the check of a list whose values must differ. */
export const once = (what: string): [(given: readonly unknown[]) => boolean, object] => [
  (given) => new Set(given).size === given.length,
  because(`expected each ${what} once`, 'repeated'),
];

/** Only of single resources. */
export const ShareUrlSchema = z
  .string()
  .nullable()
  .describe('Opens it in the mini app; null without `MESSENGER_APP_URL`.');

/** A URL of one of these schemes. One with a password would show it to every reader. */
export const addressOf = (protocol: RegExp, error: string) =>
  text(2_000).pipe(
    z.url({ protocol, error }).refine(
      (given) => {
        const { username, password } = URL.parse(given) ?? {};
        return !username && !password;
      },
      because(`${error} without user name or password`, 'format', { format: 'url' }),
    ),
  );

export const WebUrlSchema = addressOf(/^https?$/, 'expected an http or https URL');

/**
 * PostgreSQL reads these as fixed offsets or not at all: its CET has no summer time, its IST is
 * Israel's.
 */
const ABBREVIATION = /^(?!utc|gmt)[a-z]{3}$/i;

/** An IANA time zone that clients and the database convert to the same local time. */
export const TimeZoneSchema = z
  .string()
  .max(64)
  .refine(
    (name) => isTimeZone(name) && !ABBREVIATION.test(name),
    because('expected an IANA time zone, as Europe/Berlin', 'format', { format: 'timezone' }),
  )
  .meta({ examples: ['Europe/Berlin'] });

/** The version of a resource that organizers edit. */
export const VersionSchema = z
  .int()
  .describe('Raised by each edit of the organizers. The `ETag` is `"<id>.<version>"`.');

/** A boolean in a query. */
export const QueryFlagSchema = z
  .enum(['true', 'false'])
  .transform((word) => word === 'true')
  .meta(readAs('boolean'));

/** A whole number in a query. */
export const wholeIn = (min: number, max: number) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,8})$/, `expected a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `expected at least ${min}`).max(max, `expected at most ${max}`))
    .meta(readAs('integer', { minimum: min, maximum: max }));

/** The answer to a deletion. */
export const DeletedSchema = z
  .object({ id: IdSchema, deleted: z.literal(true) })
  .meta({ id: 'Deleted' });

/** A response body that is streamed: a spreadsheet, an event stream. */
export const stream = (mediaType: string) => z.instanceof(Readable).meta({ mediaType });

/** A response body that is text of a media type, such as a calendar, and can have an ETag. */
export const document = (mediaType: string) => z.string().meta({ mediaType });

/** A response in one of several media types. For all but JSON the handler sets `Content-Type`. */
export const inForms = <const T extends readonly [z.ZodType, ...z.ZodType[]]>(...forms: T) =>
  z.union(forms);

/** The canonical spelling of a BCP 47 language tag: `de-AT` of `DE-at`. Undefined if it is none. */
function canonicalLanguageTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** The longest tag of a BCP 47 registry entry. */
const MAX_TAG = 35;

/** A BCP 47 language tag in its canonical spelling. */
export const LanguageTagSchema = text(MAX_TAG).transform((tag, context) => {
  const canonical = canonicalLanguageTag(tag);
  // The canonical spelling of a few tags is longer.
  if (canonical !== undefined && canonical.length <= MAX_TAG) return canonical;
  return refuse(context, [], 'expected a BCP 47 language tag, such as de-AT', 'format', {
    format: 'language',
  });
});

/** The answer to a bulk call: for each id what it is now, or why nothing changed. @param id of the schema of one */
export const resultsOf = <S extends z.ZodType>(id: string, status: S) =>
  z.object({
    results: z
      .array(
        z
          .object({
            id: IdSchema,
            status: status.optional(),
            error: z.string().optional().describe('The reason why nothing changed.'),
            code: z.string().optional().describe('The code of the error.'),
          })
          .meta({ id }),
      )
      .describe('In the order of `ids`.'),
  });
