import { z } from 'zod';
import { EVENT_WARNING_KINDS } from '../../../domain/programme/event-changes.ts';
import { EVENT_SOURCES, EVENT_STATUSES } from '../../../domain/programme/events.ts';
import { because } from '../../../domain/reasons.ts';
import { IdSchema, lines, PathIdSchema, QueryFlagSchema, VersionSchema } from '../common.ts';
import { WouldNotifySchema } from '../dry-runs.schemas.ts';
import { PageQuerySchema } from '../pages.schemas.ts';
import { bulkDecision } from '../quests/admin-submissions.schemas.ts';
import { reasonFields } from '../reasons.schemas.ts';
import { orAnId } from '../search.schemas.ts';
import { sortParameter } from '../sorts.schemas.ts';
import { EVENT_INPUT_EXAMPLE, EventSchema, eventFilters, eventInputs } from './events.schemas.ts';

/** An event with what only administrators see. */
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
  version: VersionSchema,
}).meta({ id: 'AdminEvent' });

const EventWarningSchema = z
  .object({
    kind: z
      .enum(EVENT_WARNING_KINDS)
      .describe(
        '`length`: longer than 24 hours. `days`: outside the days of the conference. `room`: the venue is double-booked within the conference. `capacity`: the room is smaller than the seats of the event.',
      ),
    event_id: IdSchema.optional().describe('The other event in the room.'),
    agenda_item_id: IdSchema.optional().describe('The other agenda item in the room.'),
    message: z.string(),
    ...reasonFields,
  })
  .meta({ id: 'EventWarning' });

/** An event with warnings. */
export const CheckedEventSchema = AdminEventSchema.extend({
  warnings: z.array(EventWarningSchema).describe('Probable mistakes. The event is saved anyway.'),
}).meta({ id: 'CheckedEvent' });

/** The answer to an update of an event. */
export const ChangedEventSchema = CheckedEventSchema.extend({
  would_notify: WouldNotifySchema,
}).meta({ id: 'ChangedEvent' });

const SORTS = { id: 'number', starts_at: 'instant', title: 'text' } as const;

export const AdminEventsQuerySchema = PageQuerySchema.extend({
  sort: sortParameter(
    { ...SORTS, created_at: 'instant', attendee_count: 'number' },
    '-starts_at',
    '`attendee_count` needs a `conference_id`.',
  ),
  ...eventFilters,
  q: eventFilters.q.describe(orAnId('Words in title, venue name or organizer')),
  status: z.enum(EVENT_STATUSES).optional(),
  source: z.enum(EVENT_SOURCES).optional(),
  has_seats: QueryFlagSchema.optional().describe(
    '`true`: only events with a free seat or without a limit; `false`: only full ones.',
  ),
  submitted_by: PathIdSchema.optional().describe('Only side events that this user requested.'),
}).refine(
  ({ sort, conference_id }) => !sort.endsWith('attendee_count') || conference_id !== undefined,
  {
    path: ['sort'],
    ...because('expected a conference_id beside attendee_count', 'needs', {
      field: 'conference_id',
    }),
  },
);

export const PendingEventsQuerySchema = PageQuerySchema.extend({
  sort: sortParameter(SORTS, 'id'),
  conference_id: PathIdSchema.optional(),
});

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

const reason = lines(1_000).nullish();

export const RejectionSchema = z
  .object({ reason: reason.describe('Sent to the requester.') })
  .meta({ id: 'Rejection', examples: [{ reason: 'The hall is taken at that time.' }] });

export const BulkEventReviewSchema = bulkDecision(100)
  .extend({ reason: reason.describe('The reason of a rejection; sent to the requesters.') })
  .meta({
    id: 'BulkEventReview',
    examples: [{ ids: [12, 15], decision: 'reject', reason: 'The hall is taken at that time.' }],
  });
