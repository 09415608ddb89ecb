import { z } from 'zod';
import { LISTED_EVENT_FIELDS } from '../../../domain/programme/import-changes.ts';
import {
  AnyIdSchema,
  addressOf,
  IdSchema,
  InstantSchema,
  TimeZoneSchema,
  text,
} from '../common.ts';
import { WouldNotifySchema } from '../dry-runs.schemas.ts';
import { AbsentChoiceSchema } from '../imports.schemas.ts';
import { reasonFields } from '../reasons.schemas.ts';
import { AdminEventSchema } from './admin-events.schemas.ts';
import { changesField, UnusedRoomsSchema } from './agenda-imports.schemas.ts';

/** Treats an empty form field as absent. */
const orEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema.optional());

/** Fields of forms and queries are text. */
const FLAG_IN_TEXT: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const FlagSchema = z.preprocess(
  (given) => (given === '' ? undefined : (FLAG_IN_TEXT.get(given) ?? given)),
  z.boolean('expected true or false').optional(),
);

/** Without defaults, since they can be in the query or in the body. */
const options = {
  url: orEmpty(
    addressOf(/^(https?|webcal)$/, 'expected an http, https or webcal address'),
  ).describe('The address of the calendar. Alternatively, upload a file.'),
  conference_id: orEmpty(AnyIdSchema).describe('The conference that the events belong to.'),
  status: orEmpty(z.enum(['approved', 'pending'])).describe(
    'The status of new events. Default: `approved`.',
  ),
  timezone: orEmpty(TimeZoneSchema).describe('The time zone of times without one.'),
  agenda: FlagSchema.describe(
    '`false`: do not add new events of a conference to its agenda. Default: `true`.',
  ),
  notify: FlagSchema.describe(
    '`false`: attendees and users who keep agenda items get no notification of changes. Default: `true`, one for each person.',
  ),
  dry_run: FlagSchema.describe(
    '`true`: only report what the import would do; nothing is stored or sent. Default: `false`.',
  ),
};
const absent = orEmpty(AbsentChoiceSchema).describe(
  '`cancel` cancels the absent approved events, unless an event cannot be read. Send the whole calendar then. An import that has them again revives them. Default: `keep`.',
);
const uid = orEmpty(text(1_000)).describe('The UID of the event, if the calendar has several.');

/** Every option can also be in the query; one in the body counts before it. */
export const CalendarImportQuerySchema = z.object({ ...options, absent });
export const EventImportQuerySchema = z.object({ ...options, uid });

export const CalendarImportSchema = z.object({ ...options, absent }).meta({
  id: 'CalendarImport',
  description: 'JSON with a `url`, or a form with a `file` (iCalendar, or JSON of the Luma API).',
  examples: [{ url: 'https://example.org/programme.ics', conference_id: 1 }],
});

export const EventImportSchema = z
  .object({
    ...options,
    uid,
  })
  .meta({
    id: 'EventImport',
    examples: [{ url: 'https://example.org/party.ics', uid: 'party@example.org' }],
  });

const NoteSchema = z.object({
  uid: z.string().nullable().describe('`null` for the calendar as a whole or an unknown event.'),
  title: z.string().optional().describe('Absent if it cannot be read.'),
  reason: z.string(),
  ...reasonFields,
});

export const CalendarReportSchema = z
  .object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    cancelled: z.int(),
    changed: z
      .array(
        z.object({
          uid: z.string(),
          event_id: IdSchema.describe(
            'With `dry_run`, a created event has an id that no event gets.',
          ),
          title: z.string(),
          starts_at: InstantSchema,
          result: z.enum(['created', 'updated', 'cancelled']),
          changes: changesField(LISTED_EVENT_FIELDS),
        }),
      )
      .describe('The first 1,000 events that were created, updated or cancelled.'),
    skipped: z
      .array(NoteSchema)
      .describe(
        'Events that were not imported: unreadable ones, those that are not public, and states older than the imported one.',
      ),
    warnings: z
      .array(NoteSchema)
      .describe(
        'What to check: an unknown time zone and what is used instead, a series without a time from 30 days ago to 365 days ahead or within 30 days of the conference, an older SEQUENCE of a UID, times that contradict each other, a property that is not read with the number of events that have it, a calendar of tasks only or of nothing.',
      ),
    absent: z
      .array(
        z.object({
          uid: z.string(),
          event_id: IdSchema,
          title: z.string(),
          starts_at: InstantSchema,
        }),
      )
      .describe(
        'Pending and approved events that earlier imports from this address, or by file into this conference, brought and this one has not. They stay, unless `absent` is `cancel`.',
      ),
    unused_rooms: UnusedRoomsSchema,
    dry_run: z.boolean(),
    would_notify: WouldNotifySchema,
  })
  .meta({ id: 'CalendarReport' });

export const EventImportedSchema = z
  .object({
    result: z.enum(['created', 'updated', 'unchanged']),
    event: AdminEventSchema.describe(
      'With `dry_run`, the event as it would be. A new event then has an id that no event gets.',
    ),
    dry_run: z.boolean(),
  })
  .meta({ id: 'EventImported' });

type Options = z.output<typeof EventImportQuerySchema>;
type CalendarOptions = z.output<typeof CalendarImportQuerySchema>;

/** The options of an import, with their defaults. */
export function importOptions(query: Options, body: Options) {
  return {
    url: body.url ?? query.url,
    uid: body.uid ?? query.uid,
    conference_id: body.conference_id ?? query.conference_id,
    status: body.status ?? query.status ?? 'approved',
    timezone: body.timezone ?? query.timezone,
    agenda: body.agenda ?? query.agenda ?? true,
    notify: body.notify ?? query.notify ?? true,
    dry_run: body.dry_run ?? query.dry_run ?? false,
  };
}

/** The options of an import of a whole calendar, with their defaults. */
export const calendarOptions = (query: CalendarOptions, body: CalendarOptions) => ({
  ...importOptions(query, body),
  absent: body.absent ?? query.absent ?? 'keep',
});
