import { z } from 'zod';
import {
  REGISTRATION_MODES,
  REGISTRATION_STATES,
  WAITLISTS,
} from '../../../domain/attendance/attendables.ts';
import { RATING_ASKS } from '../../../domain/feedback/ratings.ts';
import {
  CONFERENCE_STATUSES,
  CONFERENCE_WARNING_KINDS,
  EVENT_ACCESSES,
} from '../../../domain/programme/conferences.ts';
import { PATTERNS } from '../../../lib/patterns.ts';
import { ChangesQuerySchema } from '../changes.schemas.ts';
import {
  DayInputSchema,
  DaySchema,
  IdSchema,
  InstantInputSchema,
  InstantSchema,
  lines,
  QueryFlagSchema,
  ShareUrlSchema,
  SlugSchema,
  TimeZoneSchema,
  text,
  VersionSchema,
  WebUrlSchema,
} from '../common.ts';
import { WouldNotifySchema } from '../dry-runs.schemas.ts';
import { PageQuerySchema } from '../pages.schemas.ts';
import { reasonFields } from '../reasons.schemas.ts';
import { FormQuestionsSchema } from '../registration/forms.schemas.ts';
import { TicketTypeSchema } from '../registration/ticket-types.schemas.ts';
import { FORGIVEN_IN_LISTS, orAnId } from '../search.schemas.ts';
import { sortParameter } from '../sorts.schemas.ts';
import { REGISTRATION_MODE, REGISTRATION_STATE, WAITLIST } from './registration-modes.schemas.ts';

const GUESTS_PER_PERSON = 'The most guests whom an attendee brings along; 0 for none.';
const GUEST_CLAIM_BY =
  'When guests who have not opened their link lose their seat; null: 48 hours before the start.';
const TRANSFERS_UNTIL =
  'Until when attendees may give their registration to another person; null: never.';

const EVENT_ACCESS =
  '`registered`: only attendees with a seat at the conference may attend its events, and a cancelled registration gives up their seats at coming events.';

const BROADCAST_GAP =
  'Users whom a broadcast of the conference reached by messenger within so many minutes get the next one in the inbox only: it is `skipped`, `too_soon`. 0 for no limit. A broadcast is of the conference if its whole audience is, by its events and quests, too.';

export const ConferenceSchema = z
  .object({
    id: IdSchema,
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    starts_on: DaySchema,
    ends_on: DaySchema.describe('The last day, in the time zone of the conference.'),
    timezone: z.string(),
    venue: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable().describe('ISO 3166-1 alpha-2 code.'),
    website: z.string().nullable(),
    image_url: z.string().nullable(),
    capacity: z.int().nullable().describe('null for no limit.'),
    spots_left: z.int().nullable().describe('null for no limit.'),
    registration_mode: z.enum(REGISTRATION_MODES).describe(REGISTRATION_MODE),
    registration_closes_at: InstantSchema.nullable(),
    waitlist: z.enum(WAITLISTS).describe(WAITLIST),
    registration_state: z.enum(REGISTRATION_STATES).describe(REGISTRATION_STATE),
    event_access: z.enum(EVENT_ACCESSES).describe(EVENT_ACCESS),
    guests_per_person: z.int().describe(GUESTS_PER_PERSON),
    transfers_until: InstantSchema.nullable().describe(TRANSFERS_UNTIL),
    status: z.enum(CONFERENCE_STATUSES),
    attendee_count: z.int().describe('Attendees with a seat, without the waitlist.'),
    invited_count: z.int().describe('Seats held for invited people who have not signed in yet.'),
    event_count: z.int().describe('The number of approved events.'),
    created_at: InstantSchema,
    updated_at: InstantSchema,
  })
  .meta({ id: 'Conference' });

export const ConferenceDetailsSchema = ConferenceSchema.extend({
  form_questions: FormQuestionsSchema,
  ticket_types: z
    .array(TicketTypeSchema)
    .describe('Which people choose when they register. Empty where there is nothing to choose.'),
  share_url: ShareUrlSchema,
}).meta({ id: 'ConferenceDetails' });

const sessionSettings = {
  ratings_need_check_in: z
    .boolean()
    .describe('`true`: only people who are checked in rate sessions, once anyone is.'),
  rating_ask: z
    .enum(RATING_ASKS)
    .describe(
      '`evening`: 15 minutes after the last session of a day, people who are checked in and rated fewer than half of theirs are asked once.',
    ),
  show_interest: z
    .boolean()
    .describe('Whether agenda items have `interest`: how many keep them for their capacity.'),
};

/** A conference with the fields that only administrators see. */
export const AdminConferenceSchema = ConferenceSchema.extend({
  ...sessionSettings,
  over_capacity_count: z
    .int()
    .describe('Seats given beyond the capacity. The next freed seats reduce it.'),
  broadcast_gap_minutes: z.int().describe(BROADCAST_GAP),
  guest_claim_by: InstantSchema.nullable().describe(GUEST_CLAIM_BY),
  version: VersionSchema,
}).meta({ id: 'AdminConference' });

/** The answer to an update of a conference. */
export const ChangedConferenceSchema = AdminConferenceSchema.extend({
  warnings: z
    .array(
      z
        .object({
          kind: z.enum(CONFERENCE_WARNING_KINDS),
          agenda_items: z.int(),
          events: z.int(),
          message: z.string(),
          ...reasonFields,
        })
        .meta({ id: 'ConferenceWarning' }),
    )
    .describe('Probable mistakes. `days`: how much lies outside the days of the conference.'),
  would_notify: WouldNotifySchema,
}).meta({ id: 'ChangedConference' });

const filters = {
  upcoming: QueryFlagSchema.optional().describe('`true`: only conferences that have not ended.'),
  past: QueryFlagSchema.optional().describe('`true`: only conferences that have ended.'),
  q: text(100).optional().describe(`Words in name, city or venue. ${FORGIVEN_IN_LISTS}`),
};

export const ConferencesQuerySchema = PageQuerySchema.extend({
  ...ChangesQuerySchema.shape,
  ...filters,
});

export const AdminConferencesQuerySchema = PageQuerySchema.extend({
  sort: sortParameter({ id: 'number', starts_on: 'day', name: 'text' }, '-starts_on'),
  status: z.enum(CONFERENCE_STATUSES).optional(),
  ...filters,
  q: filters.q.describe(orAnId('Words in name, city or venue')),
});

const conferenceInputs = {
  slug: SlugSchema,
  name: text(200),
  description: lines(20_000).nullable(),
  starts_on: DayInputSchema,
  ends_on: DayInputSchema.describe('The last day: `starts_on` or later.'),
  timezone: TimeZoneSchema,
  venue: text(500).nullable(),
  city: text(200).nullable(),
  country: z
    .string()
    .regex(PATTERNS.country, 'expected a two-letter country code such as DE')
    .nullable(),
  website: WebUrlSchema.nullable(),
  image_url: WebUrlSchema.nullable(),
  capacity: z.int().min(1).max(1_000_000).nullable().describe('null for no limit.'),
  registration_mode: z.enum(REGISTRATION_MODES).describe(REGISTRATION_MODE),
  waitlist: z.enum(WAITLISTS).describe(WAITLIST),
  registration_closes_at: InstantInputSchema.nullable(),
  event_access: z.enum(EVENT_ACCESSES).describe(EVENT_ACCESS),
  ...sessionSettings,
  guests_per_person: z.int().min(0).max(10).describe(GUESTS_PER_PERSON),
  guest_claim_by: InstantInputSchema.nullable().describe(GUEST_CLAIM_BY),
  transfers_until: InstantInputSchema.nullable().describe(TRANSFERS_UNTIL),
  broadcast_gap_minutes: z.int().min(0).max(10_080).describe(BROADCAST_GAP),
  status: z.enum(CONFERENCE_STATUSES),
};

export const NewConferenceSchema = z
  .object(conferenceInputs)
  .partial()
  .required({ name: true, starts_on: true, ends_on: true })
  .extend({
    timezone: TimeZoneSchema.default('UTC'),
    status: z.enum(CONFERENCE_STATUSES).default('draft'),
  })
  .meta({
    id: 'NewConference',
    description:
      'Without a `status`, the conference is a draft, which only administrators see. Without a `slug`, one is generated from the name.',
  });

const NOTIFY =
  'Whether attendees and users who keep agenda items are notified that a coming conference is over for them';

export const ConferenceChangeSchema = z
  .object({
    ...conferenceInputs,
    notify: z
      .boolean()
      .describe(`${NOTIFY}, or has other days or another place. Default: \`true\`.`),
  })
  .partial()
  .meta({
    id: 'ConferenceChange',
    description: 'Updates the given fields; `null` clears one.',
    examples: [{ capacity: 900, status: 'published' }],
  });

export const ConferenceDeletionQuerySchema = z.object({
  force: QueryFlagSchema.default(false).describe(
    '`true`: also delete its events, attendees, invitations and quests.',
  ),
  notify: QueryFlagSchema.default(true).describe(`${NOTIFY}.`),
});
