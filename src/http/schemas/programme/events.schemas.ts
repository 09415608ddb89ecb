import { z } from 'zod';
import {
  REGISTRATION_MODES,
  REGISTRATION_STATES,
  WAITLISTS,
} from '../../../domain/attendance/attendables.ts';
import { EVENT_KINDS, EVENT_SOURCES, EVENT_STATUSES } from '../../../domain/programme/events.ts';
import { AttendanceSchema } from '../attendance/attendances.schemas.ts';
import { ChangesQuerySchema } from '../changes.schemas.ts';
import {
  IdSchema,
  InstantInputSchema,
  InstantSchema,
  lines,
  PathIdSchema,
  QueryFlagSchema,
  ShareUrlSchema,
  SlugSchema,
  TimeZoneSchema,
  text,
  WebUrlSchema,
} from '../common.ts';
import { PageQuerySchema } from '../pages.schemas.ts';
import { InstantOrDaySchema } from '../periods.schemas.ts';
import { FormQuestionsSchema } from '../registration/forms.schemas.ts';
import { FORGIVEN_IN_LISTS } from '../search.schemas.ts';
import { REGISTRATION_MODE, REGISTRATION_STATE, WAITLIST } from './registration-modes.schemas.ts';

export const VenueSchema = z
  .object({
    name: z.string().nullable(),
    address: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  })
  .meta({ id: 'Venue' });

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
    waitlist: z.enum(WAITLISTS).describe(WAITLIST),
    registration_state: z
      .enum(REGISTRATION_STATES)
      .describe(
        `${REGISTRATION_STATE} \`cancelled\` also while its conference is, \`closed\` while that is archived.`,
      ),
    source: z.enum(EVENT_SOURCES),
    created_at: InstantSchema,
    updated_at: InstantSchema,
  })
  .meta({ id: 'Event' });

export const EventWithAttendanceSchema = EventSchema.extend({
  attendance: AttendanceSchema.optional().describe('Only for signed-in callers.'),
  is_host: z.boolean().optional().describe('Whether you host it: you requested the side event.'),
  rejection_reason: z
    .string()
    .nullish()
    .describe('Only for a side event that you requested and that is pending or rejected.'),
}).meta({ id: 'EventWithAttendance' });

export const EventDetailsSchema = EventWithAttendanceSchema.extend({
  form_questions: FormQuestionsSchema,
  share_url: ShareUrlSchema,
}).meta({ id: 'EventDetails' });

/** The filters of events in every list, public or of administrators. */
export const eventFilters = {
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
  waitlist: z.enum(WAITLISTS).describe(WAITLIST),
  registration_closes_at: InstantInputSchema.nullable(),
};

export const EVENT_INPUT_EXAMPLE = {
  title: 'Engines that weave',
  starts_at: '2030-05-14T11:00:00+02:00',
  ends_at: '2030-05-14T12:00:00+02:00',
  capacity: 80,
};
