import { z } from 'zod';
import { CONFERENCE_STATUSES } from '../../domain/conferences.ts';
import {
  Day,
  DayInput,
  Id,
  Instant,
  PageQuery,
  QueryFlag,
  Slug,
  TimeZone,
  text,
  WebUrl,
} from './common.ts';

export const Conference = z
  .object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    starts_on: Day,
    ends_on: Day.describe('The last day, in its own zone.'),
    timezone: z.string(),
    venue: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable().describe('ISO 3166-1 alpha-2.'),
    website: z.string().nullable(),
    image_url: z.string().nullable(),
    capacity: z.int().nullable().describe('null where there is no limit.'),
    status: z.enum(CONFERENCE_STATUSES),
    attendee_count: z.int(),
    event_count: z.int().describe('Its approved events.'),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({
    id: 'Conference',
    examples: [
      {
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
        status: 'published',
        attendee_count: 0,
        event_count: 24,
        created_at: '2026-03-01T09:00:00.000Z',
        updated_at: '2026-03-01T09:00:00.000Z',
      },
    ],
  });

export const ConferencesQuery = PageQuery.extend({
  upcoming: QueryFlag.optional().describe('`true`: what has not ended.'),
  past: QueryFlag.optional().describe('`true`: what has ended.'),
  q: text(100).optional().describe('Words in name, city or venue.'),
});

export const NewConference = z
  .object({
    slug: Slug.optional(),
    name: text(200),
    description: text(20_000).nullish(),
    starts_on: DayInput,
    ends_on: DayInput.describe('The last day, so not before `starts_on`.'),
    timezone: TimeZone.default('UTC'),
    venue: text(500).nullish(),
    city: text(200).nullish(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'expected a country by its two letters, as DE')
      .nullish(),
    website: WebUrl.nullish(),
    image_url: WebUrl.nullish(),
    capacity: z.int().min(1).max(1_000_000).nullish().describe('null for no limit.'),
    status: z.enum(CONFERENCE_STATUSES).default('draft'),
  })
  .meta({
    id: 'NewConference',
    description:
      'A draft, which only administrators see, unless said otherwise. The slug is made of the name where none is given.',
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
