import { z } from 'zod';
import { REQUEST_KINDS, SEAT_DECISIONS } from '../../../domain/registration/listed-requests.ts';
import { SEAT_REQUEST_STATUSES } from '../../../domain/registration/seat-requests.ts';
import {
  IdSchema,
  InstantSchema,
  lines,
  NullableTextSchema,
  PathIdSchema,
  text,
} from '../common.ts';
import { CursorQuerySchema, included } from '../pages.schemas.ts';
import { QuestPersonSchema } from '../quests/participations.schemas.ts';
import { ADMIN_SEARCH, searchPosition } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import { ReadAnswersSchema } from './forms.schemas.ts';

const SORTS = { id: 'number', requested_at: 'instant' } as const;
const MAX_IDS = 500;
const LIMITS = `expected 1 to ${MAX_IDS} ids`;

export const SeatRequestsQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(SORTS, 'requested_at'),
  kind: z.enum(REQUEST_KINDS).optional(),
  conference_id: PathIdSchema.optional().describe('Also requests for its events and quests.'),
  event_id: PathIdSchema.optional(),
  ticket_type_id: PathIdSchema.optional(),
  status: z.enum(SEAT_REQUEST_STATUSES).default('pending'),
  q: text(100).optional().describe(ADMIN_SEARCH),
  include: included(
    ['answers'],
    '`answers` adds what the user answered to the form; answers to sensitive questions need the scope `people:contacts`.',
  ),
  format: z.enum(['json', 'csv', 'xlsx']).default('json'),
});
export type SeatRequestsQuery = z.output<typeof SeatRequestsQuerySchema>;

export const seatRequestPosition = ({ sort }: SeatRequestsQuery) =>
  searchPosition(sortPosition(SORTS, sort));

const of = { id: IdSchema, title: z.string() };

/** A request of any kind as organizers decide on it. */
export const SeatRequestSchema = z
  .object({
    id: IdSchema,
    kind: z.enum(REQUEST_KINDS),
    conference: z.object({ id: IdSchema, name: z.string() }).nullable(),
    event: z.object(of).nullable(),
    quest: z.object(of).nullable(),
    user: QuestPersonSchema,
    status: z.enum(SEAT_REQUEST_STATUSES),
    source: z
      .enum(['self', 'public', 'signed'])
      .describe('`public`: by an unsigned call, which proves nothing about the user.'),
    message: NullableTextSchema.describe('Of a request for a quest.'),
    reason: NullableTextSchema.describe('The reason of the rejection.'),
    requested_at: InstantSchema,
    decided_at: InstantSchema.nullable(),
    answers: ReadAnswersSchema.optional().describe('Only with `include=answers`.'),
  })
  .meta({ id: 'SeatRequest' });

export const SeatDecisionsSchema = z
  .object({
    ids: z
      .array(IdSchema)
      .min(1, LIMITS)
      .max(MAX_IDS, LIMITS)
      .transform((given) => [...new Set(given)]),
    decision: z.enum(SEAT_DECISIONS).describe('`reopen`: a rejected request waits again.'),
    reason: lines(500).nullish().describe('Of a rejection; sent to the users.'),
    notify: z.boolean().default(true).describe('`false`: the users get no notification.'),
    over_capacity: z
      .boolean()
      .default(false)
      .describe('`true`: approve with a seat even if none is free.'),
    dry_run: z
      .boolean()
      .default(false)
      .describe('`true`: answers as the decision would, and changes nothing.'),
  })
  .meta({
    id: 'SeatDecisions',
    examples: [{ ids: [7, 9], decision: 'approve' }],
  });

export const SeatsDecidedSchema = z
  .object({
    results: z
      .array(
        z
          .object({
            id: IdSchema,
            status: z
              .enum(['registered', 'waitlisted', 'pending', 'rejected', 'withdrawn'])
              .optional(),
            error: z.string().optional().describe('The reason why the request was refused.'),
            code: z.string().optional().describe('The code of the error.'),
          })
          .meta({ id: 'SeatDecisionResult' }),
      )
      .describe('In the order of `ids`.'),
  })
  .meta({ id: 'SeatsDecided' });
