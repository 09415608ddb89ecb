import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Page, PageRequest } from '../../db/pages.ts';
import { invalid } from '../../errors.ts';
import { isTimeZone } from '../../lib/time-zones.ts';

/** A row id as it travels in JSON: a positive integer no larger than 2^53 - 1. */
export const IdSchema = z
  .int('expected a positive integer')
  .positive('expected a positive integer')
  .meta({ examples: [42] });

/** What text in a path or query stands for, as the API reference tells it. */
const readAs = (
  type: 'integer' | 'boolean',
  limits: { minimum?: number; maximum?: number } = {},
) => ({
  type,
  ...limits,
  pattern: undefined,
  enum: undefined,
});

/** A row id as it travels in a path or query, where everything is text. */
export const PathIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, 'expected a positive integer')
  .transform(Number)
  .pipe(IdSchema)
  .meta(readAs('integer', { minimum: 1 }));

/** A row id in a body that is JSON or a form. */
export const AnyIdSchema = z.union([IdSchema, PathIdSchema], 'expected a positive integer');

export const IdParamsSchema = z.object({ id: PathIdSchema });
export const ConferenceParamsSchema = z.object({ conference_id: PathIdSchema });

/** Words of a slug: lower case, digits, single hyphens. */
export const SlugSchema = z
  .string()
  .max(120)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected a slug');

export const SlugParamsSchema = z.object({ slug: SlugSchema });

/** An instant on its way out: RFC 3339 in UTC with milliseconds. */
export const InstantSchema = z.iso
  .datetime({ precision: 3 })
  .meta({ examples: ['2026-05-14T09:00:00.000Z'] });

/** An instant on its way in, with any offset; at most a century around this product's life. */
export const InstantInputSchema = z.iso
  .datetime({ offset: true, error: 'expected an RFC 3339 time with its offset' })
  .transform((given) => new Date(given))
  .refine(
    (time) => time.getUTCFullYear() >= 2000 && time.getUTCFullYear() <= 2100,
    'expected a time from 2000 to 2100',
  )
  .transform((time) => time.toISOString())
  .meta({ examples: ['2026-05-14T11:00:00+02:00'] });

/** A day without time. */
export const DaySchema = z.iso.date().meta({ examples: ['2026-05-14'] });
export const DayInputSchema = DaySchema.refine(
  (day) => day >= '2000' && day < '2101',
  'expected a day from 2000 to 2100',
);

const isStorable = (given: string) => given.isWellFormed() && !given.includes('\0');

/** Text a person typed: trimmed, in one Unicode form, never empty, at most `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .refine(isStorable, 'expected text without NUL characters or broken surrogates')
    .transform((given) => given.normalize().trim())
    .pipe(z.string().min(1, 'expected some text').max(max, `expected at most ${max} characters`))
    .meta({ minLength: 1, maxLength: max });

/** An address on the web. */
export const WebUrlSchema = text(2_000).pipe(
  z.url({ protocol: /^https?$/, error: 'expected an http or https address' }),
);

/** To PostgreSQL they are fixed offsets, if it knows them: its CET has no summer, its IST is Israel's. */
const ABBREVIATION = /^(?!utc|gmt)[a-z]{3}$/i;

/** An IANA time zone, as every client and the database turn it into the same local time. */
export const TimeZoneSchema = z
  .string()
  .max(64)
  .refine(
    (name) => isTimeZone(name) && !ABBREVIATION.test(name),
    'expected an IANA time zone, as Europe/Berlin',
  )
  .meta({ examples: ['Europe/Berlin'] });

/** A yes or no in a query. */
export const QueryFlagSchema = z
  .enum(['true', 'false'])
  .transform((word) => word === 'true')
  .meta(readAs('boolean'));

const wholeIn = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `expected a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `expected at least ${min}`).max(max, `expected at most ${max}`))
    .meta(readAs('integer', { minimum: min, maximum: max }));

/** Where a list is read by number. */
export const PageQuerySchema = z.object({
  page: wholeIn(1, 10_000_000).default(1),
  limit: wholeIn(1, 100).default(20),
});

/** Where a large list is read by number or by what the last answer gave as `next_cursor`. */
export const CursorQuerySchema = z.object({
  page: wholeIn(1, 10_000_000).optional(),
  limit: wholeIn(1, 100).default(20),
  cursor: z.string().max(500).optional(),
});

/** How deep a page number may reach; a cursor has no such end. */
const MAX_OFFSET = 10_000_000;

/** @throws AppError VALIDATION_ERROR for a page too deep */
export function numbered({ page, limit }: z.output<typeof PageQuerySchema>) {
  if (page * limit > MAX_OFFSET)
    throw invalid('page', `page × limit must be at most ${MAX_OFFSET}; use a cursor`);
  return { page, limit };
}

/**
 * The page that a query of a large list asks for. `Position` is what its cursors hold.
 * @throws AppError VALIDATION_ERROR for a cursor that is not ours, one beside a page, a page too deep.
 */
export function pageRequest<T>(
  { page, limit, cursor }: z.output<typeof CursorQuerySchema>,
  Position: z.ZodType<T>,
): PageRequest<T> {
  if (cursor === undefined) return numbered({ page: page ?? 1, limit });
  if (page !== undefined) throw invalid('cursor', 'expected either a cursor or a page');

  const position = Position.safeParse(fromCursor(cursor));
  if (!position.success) throw invalid('cursor', 'expected a next_cursor of this list');
  return { limit, after: position.data };
}

/** A page as it travels. */
export function listReply<Row, Position>(page: Page<Row, Position>) {
  const { rows, limit, total, next, changes } = page;
  return {
    data: [...rows],
    pagination: {
      limit,
      ...(page.page !== undefined &&
        total !== undefined && { page: page.page, total, pages: Math.ceil(total / limit) }),
      ...(next !== undefined && { next_cursor: next === null ? null : toCursor(next) }),
    },
    ...changes,
  };
}

/** A position in a list or a stream, as a client keeps it and sends it back. */
export const toCursor = (position: unknown) =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Undefined for what no `toCursor` made; what is in it is still to be checked. */
export function fromCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

const PaginationSchema = z
  .object({
    page: z.int().optional(),
    limit: z.int(),
    total: z.int().optional(),
    pages: z.int().optional(),
    next_cursor: z.string().nullable().optional().describe('null at the end; only on large lists.'),
  })
  .meta({
    id: 'Pagination',
    description: 'With a cursor, `page`, `total` and `pages` are left out.',
    examples: [{ page: 1, limit: 20, total: 57, pages: 3 }],
  });

/** Every list of the API has this form. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), pagination: PaginationSchema });

/** What is left of something deleted. */
export const DeletedSchema = z
  .object({ id: IdSchema, deleted: z.literal(true) })
  .meta({ id: 'Deleted', examples: [{ id: 42, deleted: true }] });

/** An answer that is streamed as it is: an export, a picture. */
export const stream = (mediaType: string) => z.instanceof(Readable).meta({ mediaType });

/** An answer that is a text of its own media type, as a calendar, and that clients may keep. */
export const document = (mediaType: string) => z.string().meta({ mediaType });

/**
 * One answer in several forms, JSON among them or not; which one it is, the handler says in the
 * header Content-Type, unless it is JSON.
 */
export const inForms = <const T extends readonly [z.ZodType, ...z.ZodType[]]>(...forms: T) =>
  z.union(forms);

/** Where a public list tells only what changed. */
export const ChangesQuerySchema = z.object({
  updated_since: InstantInputSchema.optional().describe(
    'Only what changed since: begin with 2000-01-01T00:00:00Z, then send the `as_of` of the last answer (of several pages, the first one’s). Counts of people move without counting as a change.',
  ),
});

/** What an answer with `updated_since` has beside its rows. */
export const changeFields = {
  as_of: InstantSchema.optional().describe('Only with `updated_since`: what to send next time.'),
  gone: z
    .array(IdSchema)
    .optional()
    .describe('Only with `updated_since`: ids that are not in this list any more.'),
};

/** A list that can be asked for its changes. */
export const changingListOf = <T extends z.ZodType>(item: T) => listOf(item).extend(changeFields);
