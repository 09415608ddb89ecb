import { z } from 'zod';
import {
  MAX_FOUND_IDS,
  READINESS_RULES,
  type ReadinessCode,
} from '../../../domain/programme/conference-readiness.ts';
import { SERIES_BUCKETS } from '../../../domain/programme/conference-series.ts';
import { DECISIONS, type Decision } from '../../../domain/programme/conference-stats.ts';
import { because } from '../../../domain/reasons.ts';
import { MAX_POINTS } from '../../../domain/series.ts';
import { IdSchema, InstantInputSchema, InstantSchema, QueryFlagSchema } from '../common.ts';

const CountsSchema = z.object({
  seats: z.int().describe('Attendees with a seat, arrived or not, and guests who arrived.'),
  arrived: z.int().describe('Attendees and guests.'),
  waitlisted: z.int().optional().describe('Without waiting invitations.'),
  invited: z
    .int()
    .optional()
    .describe('Seats of invitations that nobody has claimed, also of guests who arrived.'),
});

const SeriesSchema = z
  .object({
    bucket: z.enum(SERIES_BUCKETS),
    from: InstantSchema.describe('The start of the first bucket.'),
    to: InstantSchema.describe('The end of the last bucket.'),
    points: z.array(
      z.object({
        at: InstantSchema.describe('The start of the bucket.'),
        registrations: z.int().optional().describe('Without those cancelled since.'),
        arrivals: z.int().optional(),
        connections: z.int().optional(),
        quest_completions: z.int().optional(),
      }),
    ),
  })
  .describe('Only with `bucket`. Each bucket has a point, also without any count.');

const WaitingSchema = z.object({
  kind: z.enum(Object.keys(DECISIONS) as [Decision, ...Decision[]]),
  count: z.int(),
  oldest_at: InstantSchema.nullable().describe('Since when the oldest one waits.'),
});

const RoomSessionSchema = z
  .object({
    id: IdSchema,
    title: z.string(),
    track: z.string().nullable(),
    starts_at: InstantSchema,
    ends_at: InstantSchema,
    people: z.int().describe('Those who have it in their agenda.'),
  })
  .nullable();

const RoomNowSchema = z.object({
  room: z.string(),
  capacity: z.int().nullable(),
  now: RoomSessionSchema,
  next: RoomSessionSchema.describe('Within 12 hours.'),
});

const DoorDeviceSchema = z.object({
  key: z.string().describe('The public id of its key.'),
  name: z.string(),
  arrivals: z.int(),
  last_scan_at: InstantSchema.nullable(),
  last_seen_at: InstantSchema.nullable().describe(
    'About its last request, to within some minutes.',
  ),
});

export const ConferenceStatsSchema = z
  .object({
    conference_id: IdSchema,
    as_of: InstantSchema.describe('When the numbers were read.'),
    attendance: z
      .object({
        totals: CountsSchema,
        by_ticket_type: z
          .array(CountsSchema.extend({ ticket_type: z.string().nullable() }))
          .describe('The 200 ticket types with the most people; null for none.'),
      })
      .optional()
      .describe(
        'Needs `attendees:read`. With `door:read` alone it has no `waitlisted` and no `invited`.',
      ),
    programme: z
      .object({
        events: z.int().describe('Approved events.'),
        pending_side_events: z.int(),
      })
      .optional()
      .describe('Needs `content:read`.'),
    quests: z
      .object({
        registration_requests: z.int().describe('Those that wait for a decision.'),
        submissions: z.int().describe('Those that wait for a review.'),
      })
      .optional()
      .describe('Of the quests of the conference. Needs `quests:read`.'),
    feedback: z
      .object({ new: z.int() })
      .optional()
      .describe('About the conference, its events and agenda items. Needs `feedback:read`.'),
    broadcasts: z
      .object({
        running: z.int(),
        failed: z.int(),
        missed: z.int().describe('Drafts that missed their relative time.'),
      })
      .optional()
      .describe(
        'Those whose audience names the conference; for a key of some conferences, only if it names no other one. Needs `broadcasts:read`.',
      ),
    connections: z
      .object({
        accepted: z.int(),
        as_of: InstantSchema.describe('At most 60 seconds ago.'),
      })
      .optional()
      .describe(
        'Between users who both have a seat at the conference or its events, accepted on its days, in its time zone. Needs `attendees:read`.',
      ),
    waiting: z
      .array(WaitingSchema)
      .describe(
        'What waits for a decision, of each kind whose scope the key has; reports are of the whole service, for keys of all conferences.',
      ),
    rooms: z
      .array(RoomNowSchema)
      .optional()
      .describe('With `live`: the rooms of the agenda, in their order. Needs `content:read`.'),
    devices: z
      .array(DoorDeviceSchema)
      .optional()
      .describe(
        'With `live`: the keys that checked someone in or that may, the latest scan first; at most 50. Needs `door:read` or `attendees:read`.',
      ),
    series: SeriesSchema.optional(),
  })
  .meta({ id: 'ConferenceStats' });

export const ConferenceStatsQuerySchema = z
  .object({
    bucket: z
      .enum(SERIES_BUCKETS)
      .optional()
      .describe('Adds a `series` of buckets of this length.'),
    from: InstantInputSchema.optional().describe(
      `Default: a day before \`to\`, or ${MAX_POINTS - 1} minutes of them. At most ${MAX_POINTS} buckets before \`to\`. The first bucket begins with a full day, hour, 5 minutes or minute of the clock of the conference.`,
    ),
    to: InstantInputSchema.optional().describe('Default: now. The last bucket can end later.'),
    live: QueryFlagSchema.optional().describe('Adds `rooms` and `devices`.'),
  })
  .refine(({ bucket, from, to }) => bucket !== undefined || (from ?? to) === undefined, {
    path: ['bucket'],
    ...because(`expected one of ${SERIES_BUCKETS.join(', ')} with from or to`, 'one_of', {
      values: [...SERIES_BUCKETS],
    }),
  });

const CODES = Object.keys(READINESS_RULES) as [ReadinessCode, ...ReadinessCode[]];

const FindingSchema = z
  .object({
    code: z.enum(CODES),
    severity: z
      .enum(['error', 'warning'])
      .describe('`error`: attendees would meet it. `warning`: probably forgotten.'),
    message: z.string(),
    count: z.int().optional().describe('The number of rows of which the code speaks.'),
    ids: z
      .array(IdSchema)
      .optional()
      .describe(
        `Their first ${MAX_FOUND_IDS} ids: of agenda items, speakers, events or quests, as the code begins.`,
      ),
  })
  .meta({ id: 'ReadinessFinding' });

export const ConferenceReadinessSchema = z
  .object({
    is_ready: z.boolean().describe('Whether no finding is an error.'),
    findings: z.array(FindingSchema),
  })
  .meta({ id: 'ConferenceReadiness' });
