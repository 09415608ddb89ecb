import { z } from 'zod';
import { CONFERENCE_STATUSES } from '../../../domain/programme/conferences.ts';
import {
  ChangesQuerySchema,
  DayInputSchema,
  DaySchema,
  IdSchema,
  InstantSchema,
  lines,
  PageQuerySchema,
  QueryFlagSchema,
  SlugSchema,
  TimeZoneSchema,
  text,
  WebUrlSchema,
} from '../common.ts';
import { FORGIVEN_IN_LISTS } from '../search.schemas.ts';
import { sortParameter } from '../sorts.schemas.ts';

export const CONFERENCE_EXAMPLE = {
  id: 7,
  slug: 'computing-by-the-sea',
  name: 'Computing by the Sea',
  description: null,
  starts_on: '2026-05-14',
  ends_on: '2026-05-16',
  timezone: 'Europe/Berlin',
  venue: 'Museum Quay',
  city: 'Hamburg',
  country: 'DE',
  website: 'https://sea.example',
  image_url: null,
  capacity: 800,
  status: 'published' as const,
  attendee_count: 0,
  event_count: 24,
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
};

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
    status: z.enum(CONFERENCE_STATUSES),
    attendee_count: z.int(),
    event_count: z.int().describe('The number of approved events.'),
    created_at: InstantSchema,
    updated_at: InstantSchema,
  })
  .meta({
    id: 'Conference',
    examples: [CONFERENCE_EXAMPLE],
  });

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
    .regex(/^[A-Z]{2}$/, 'expected a two-letter country code such as DE')
    .nullable(),
  website: WebUrlSchema.nullable(),
  image_url: WebUrlSchema.nullable(),
  capacity: z.int().min(1).max(1_000_000).nullable().describe('null for no limit.'),
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
    examples: [
      {
        name: 'Computing by the Sea',
        starts_on: '2026-05-14',
        ends_on: '2026-05-16',
        timezone: 'Europe/Berlin',
        city: 'Hamburg',
        country: 'DE',
        status: 'published',
      },
    ],
  });

export const ConferenceChangeSchema = z
  .object(conferenceInputs)
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
});
