import { z } from 'zod';
import { AnyIdSchema, TimeZoneSchema, text } from '../common.ts';
import { ADMIN_EVENT_EXAMPLE, AdminEventSchema } from './events.schemas.ts';

/** Treats an empty form field as absent. */
const orEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema.optional());

/** Form fields are text. */
const FLAG_IN_FORM: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const source = {
  url: orEmpty(
    text(2_000).pipe(
      z.url({ protocol: /^(https?|webcal)$/, error: 'expected an http, https or webcal address' }),
    ),
  ).describe('The address of the calendar. Alternatively, upload a file.'),
  conference_id: orEmpty(AnyIdSchema),
  status: z
    .preprocess(
      (given) => (given === '' ? undefined : given),
      z.enum(['approved', 'pending']).default('approved'),
    )
    .describe('The status of new events.'),
  timezone: orEmpty(TimeZoneSchema).describe('The time zone of times without one.'),
  agenda: z
    .preprocess(
      (given) => (given === '' ? undefined : (FLAG_IN_FORM.get(given) ?? given)),
      z.boolean('expected true or false').default(true),
    )
    .describe('`true`: add new events of a conference to its agenda.'),
};

export const CalendarImportSchema = z.object(source).meta({
  id: 'CalendarImport',
  description: 'JSON with a `url`, or a form with a `file` (iCalendar, or JSON of the Luma API).',
  examples: [{ url: 'https://example.org/programme.ics', conference_id: 1 }],
});

export const EventImportSchema = z
  .object({
    ...source,
    uid: orEmpty(text(1_000)).describe('The UID of the event, if the calendar has several.'),
  })
  .meta({
    id: 'EventImport',
    examples: [{ url: 'https://example.org/party.ics', uid: 'party@example.org' }],
  });

export const CalendarReportSchema = z
  .object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    cancelled: z.int(),
    skipped: z.array(z.object({ uid: z.string().nullable(), reason: z.string() })),
  })
  .meta({
    id: 'CalendarReport',
    examples: [
      {
        created: 12,
        updated: 1,
        unchanged: 30,
        cancelled: 0,
        skipped: [{ uid: 'x@example.org', reason: 'DTSTART is missing' }],
      },
    ],
  });

export const EventImportedSchema = z
  .object({ result: z.enum(['created', 'updated', 'unchanged']), event: AdminEventSchema })
  .meta({ id: 'EventImported', examples: [{ result: 'created', event: ADMIN_EVENT_EXAMPLE }] });
