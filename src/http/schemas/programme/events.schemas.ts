import { z } from 'zod';
import { REGISTRATION_MODES, REGISTRATION_STATES } from '../../../domain/attendance/attendables.ts';
import { EVENT_WARNING_KINDS } from '../../../domain/programme/event-warnings.ts';
import { EVENT_KINDS, EVENT_SOURCES, EVENT_STATUSES } from '../../../domain/programme/events.ts';
import { ATTENDANCE_EXAMPLE, AttendanceSchema } from '../attendance/attendances.schemas.ts';
import {
  ChangesQuerySchema,
  IdSchema,
  InstantInputSchema,
  InstantSchema,
  lines,
  PageQuerySchema,
  PathIdSchema,
  QueryFlagSchema,
  SlugSchema,
  TimeZoneSchema,
  text,
  WebUrlSchema,
} from '../common.ts';
import { InstantOrDaySchema } from '../periods.schemas.ts';
import { FORGIVEN_IN_LISTS, orAnId } from '../search.schemas.ts';
import { sortParameter } from '../sorts.schemas.ts';

const REGISTRATION_MODE =
  '`invited`: only organizers add people; `closed`: nobody joins. Either way the waitlist moves up.';

export const VenueSchema = z
  .object({
    name: z.string().nullable(),
    address: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  })
  .meta({
    id: 'Venue',
    examples: [
      { name: 'Great Hall', address: 'Museum Quay 1', latitude: 53.5413, longitude: 9.9841 },
    ],
  });

const EVENT_EXAMPLE = {
  id: 42,
  slug: 'engines-that-weave',
  conference_id: 7,
  title: 'Engines that weave',
  description: 'From the loom to the store.',
  kind: 'main' as const,
  status: 'approved' as const,
  starts_at: '2026-05-14T09:00:00.000Z',
  ends_at: '2026-05-14T10:00:00.000Z',
  all_day: false,
  timezone: 'Europe/Berlin',
  venue: { name: 'Great Hall', address: 'Museum Quay 1', latitude: 53.5413, longitude: 9.9841 },
  image_url: null,
  url: null,
  organizer: 'Analytical Engines',
  tags: ['keynote'],
  capacity: 80,
  attendee_count: 12,
  spots_left: 68,
  registration_mode: 'open' as const,
  registration_closes_at: null,
  registration_state: 'open' as const,
  source: 'admin' as const,
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
};

export const ADMIN_EVENT_EXAMPLE = {
  ...EVENT_EXAMPLE,
  over_capacity_count: 0,
  submitted_by: null,
  submitter: null,
  contact: null,
  rejection_reason: null,
};

export const EventSchema = z
  .object({
    id: IdSchema,
    slug: z.string(),
    conference_id: IdSchema.nullable(),
    title: z.string(),
    description: z.string().nullable(),
    kind: z.enum(EVENT_KINDS),
    status: z.enum(EVENT_STATUSES),
    starts_at: InstantSchema,
    ends_at: InstantSchema,
    all_day: z.boolean(),
    timezone: z.string(),
    venue: VenueSchema,
    image_url: z.string().nullable(),
    url: z.string().nullable(),
    organizer: z.string().nullable(),
    tags: z.array(z.string()),
    capacity: z.int().nullable().describe('null for no limit.'),
    attendee_count: z.int().describe('Attendees with a seat, without the waitlist.'),
    spots_left: z.int().nullable().describe('null for no limit.'),
    registration_mode: z.enum(REGISTRATION_MODES).describe(REGISTRATION_MODE),
    registration_closes_at: InstantSchema.nullable(),
    registration_state: z
      .enum(REGISTRATION_STATES)
      .describe(
        '`waitlist` if the event is open but full. `cancelled` also while its conference is, `closed` while that is archived.',
      ),
    source: z.enum(EVENT_SOURCES),
    created_at: InstantSchema,
    updated_at: InstantSchema,
  })
  .meta({ id: 'Event', examples: [EVENT_EXAMPLE] });

export const EventWithAttendanceSchema = EventSchema.extend({
  attendance: AttendanceSchema.optional().describe('Only for signed-in callers.'),
  rejection_reason: z
    .string()
    .nullish()
    .describe('Only for a side event that you requested and that is pending or rejected.'),
}).meta({
  id: 'EventWithAttendance',
  examples: [{ ...EVENT_EXAMPLE, attendance: ATTENDANCE_EXAMPLE }],
});

/** An event with the fields that only administrators see. */
export const AdminEventSchema = EventSchema.extend({
  over_capacity_count: z
    .int()
    .describe('Seats given beyond the capacity. The next freed seats reduce it.'),
  submitted_by: IdSchema.nullable().describe(
    'The requester of a side event; null for other events.',
  ),
  submitter: z
    .object({
      id: IdSchema,
      first_name: z.string(),
      last_name: z.string().nullable(),
      username: z.string().nullable(),
    })
    .nullable()
    .describe('The requester by name; null for other events.'),
  contact: z.string().nullable().describe('How to reach the requester.'),
  rejection_reason: z.string().nullable(),
}).meta({ id: 'AdminEvent', examples: [ADMIN_EVENT_EXAMPLE] });

const EventWarningSchema = z
  .object({
    kind: z
      .enum(EVENT_WARNING_KINDS)
      .describe(
        '`length`: longer than 24 hours. `days`: outside the days of the conference. `room`: the venue is double-booked within the conference.',
      ),
    event_id: IdSchema.optional().describe('The other event in the room.'),
    agenda_item_id: IdSchema.optional().describe('The other agenda item in the room.'),
    message: z.string(),
  })
  .meta({
    id: 'EventWarning',
    examples: [
      { kind: 'room', event_id: 43, message: 'Great Hall is booked for “Looms” at the same time' },
    ],
  });

/** The answer to a change of an event. */
export const CheckedEventSchema = AdminEventSchema.extend({
  warnings: z.array(EventWarningSchema).describe('Probable mistakes. The event is saved anyway.'),
}).meta({ id: 'CheckedEvent', examples: [{ ...ADMIN_EVENT_EXAMPLE, warnings: [] }] });

const eventFilters = {
  conference_id: PathIdSchema.optional(),
  kind: z.enum(EVENT_KINDS).optional(),
  tag: text(50).optional(),
  q: text(100).optional().describe(`Words in title, venue name or organizer. ${FORGIVEN_IN_LISTS}`),
  from: InstantOrDaySchema.optional().describe(
    'Events that are running at this time or start later. A day starts in the time zone of the `conference_id`, else in UTC.',
  ),
  to: InstantOrDaySchema.optional().describe(
    'Events that start before this time, or before the end of this day, in the time zone of the `conference_id`, else in UTC.',
  ),
  upcoming: QueryFlagSchema.optional().describe('`true`: only events that have not ended.'),
};

export const EventsQuerySchema = PageQuerySchema.extend({
  ...ChangesQuerySchema.shape,
  ...eventFilters,
});

const SORTS = { id: 'number', starts_at: 'instant', title: 'text' } as const;

export const AdminEventsQuerySchema = PageQuerySchema.extend({
  sort: sortParameter(
    { ...SORTS, attendee_count: 'number' },
    '-starts_at',
    '`attendee_count` needs a `conference_id`.',
  ),
  ...eventFilters,
  q: eventFilters.q.describe(orAnId('Words in title, venue name or organizer')),
  status: z.enum(EVENT_STATUSES).optional(),
  source: z.enum(EVENT_SOURCES).optional(),
}).refine(
  ({ sort, conference_id }) => !sort.endsWith('attendee_count') || conference_id !== undefined,
  { path: ['sort'], error: 'expected a conference_id beside attendee_count' },
);

export const PendingEventsQuerySchema = PageQuerySchema.extend({
  sort: sortParameter(SORTS, 'id'),
  conference_id: PathIdSchema.optional(),
});

export const MyEventsQuerySchema = PageQuerySchema.extend({
  when: z
    .enum(['upcoming', 'past'])
    .optional()
    .describe('Only events that have not ended, or only ended ones, latest first.'),
});

const TagsSchema = z
  .array(text(50))
  .max(20, 'expected at most 20')
  .nullable()
  .transform((tags) => [
    ...new Map((tags ?? []).map((tag) => [tag.toLowerCase(), tag] as const)).values(),
  ]);

export const VenueInputSchema = z
  .object({
    name: text(500).nullable(),
    address: text(500).nullable(),
    latitude: z.number().min(-90).max(90).nullable(),
    longitude: z.number().min(-180).max(180).nullable(),
  })
  .partial();

export const eventInputs = {
  slug: SlugSchema,
  conference_id: IdSchema.nullable(),
  title: text(300),
  description: lines(20_000).nullable(),
  kind: z.enum(EVENT_KINDS),
  status: z.enum(EVENT_STATUSES),
  starts_at: InstantInputSchema,
  ends_at: InstantInputSchema.describe('After `starts_at`.'),
  all_day: z.boolean(),
  timezone: TimeZoneSchema,
  venue: VenueInputSchema.nullable().describe(
    'Updates the given fields of the venue; `null` clears all of it.',
  ),
  image_url: WebUrlSchema.nullable(),
  url: WebUrlSchema.nullable(),
  organizer: text(200).nullable(),
  tags: TagsSchema,
  capacity: z.int().min(1).max(1_000_000).nullable().describe('null for no limit.'),
  registration_mode: z.enum(REGISTRATION_MODES).describe(REGISTRATION_MODE),
  registration_closes_at: InstantInputSchema.nullable(),
};

export const EVENT_INPUT_EXAMPLE = {
  title: 'Engines that weave',
  starts_at: '2030-05-14T11:00:00+02:00',
  ends_at: '2030-05-14T12:00:00+02:00',
  capacity: 80,
};

export const NewEventSchema = z
  .object(eventInputs)
  .partial()
  .required({ title: true, starts_at: true, ends_at: true })
  .meta({
    id: 'NewEvent',
    description:
      'Defaults: status `approved`, kind `main`, the time zone of the conference (else UTC), and a slug generated from the title.',
    examples: [{ ...EVENT_INPUT_EXAMPLE, conference_id: 1, venue: { name: 'Great Hall' } }],
  });

const NOTIFY = 'Whether attendees are notified.';

export const EventDeletionQuerySchema = z.object({
  notify: QueryFlagSchema.default(true).describe(NOTIFY),
});

export const EventChangeSchema = z
  .object({ ...eventInputs, notify: z.boolean().describe(`${NOTIFY} Default: \`true\`.`) })
  .partial()
  .meta({
    id: 'EventChange',
    description:
      'Updates the given fields; `null` clears one. `status` can only change from `approved` to `cancelled` here.',
    examples: [{ capacity: 120, venue: { name: 'Great Hall', address: 'Museum Quay 1' } }],
  });

export const RejectionSchema = z
  .object({ reason: lines(1_000).nullish().describe('Sent to the requester.') })
  .meta({ id: 'Rejection', examples: [{ reason: 'The hall is taken at that time.' }] });
