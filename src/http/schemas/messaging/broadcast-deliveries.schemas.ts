import { z } from 'zod';
import { RECALL_STATES } from '../../../domain/messaging/broadcast-recalls.ts';
import { DELIVERY_STATUSES } from '../../../domain/messaging/deliveries.ts';
import { IdSchema, InstantInputSchema, InstantSchema, text } from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { ADMIN_SEARCH, searchPosition } from '../search.schemas.ts';
import { sortParameter, sortPosition } from '../sorts.schemas.ts';
import {
  BROADCAST_EXAMPLE,
  BroadcastSchema,
  broadcast,
  PinInputSchema,
  pin,
  TEMPLATES,
} from './broadcasts.schemas.ts';
import { StartTimeSchema } from './relative-times.schemas.ts';
import { ONE_OPENING } from './start-parameters.schemas.ts';

const reasons = z.record(z.string(), z.int());

export const BroadcastStatsSchema = z
  .object({
    total: z.int().describe('The sum of `queued`, `sent`, `failed` and `skipped`.'),
    queued: z.int().describe('Includes messages in flight.'),
    sent: z.int().describe('Includes recipients without a messenger message.'),
    failed: z.int(),
    skipped: z.int(),
    too_soon: z
      .int()
      .describe('Those of `skipped` whom the frequency cap spared a message; the inbox has it.'),
    clicked: z
      .int()
      .describe('Includes recipients who clicked it in the inbox without getting a message.'),
    dismissed: z.int(),
    click_rate: z
      .number()
      .describe('The share of `sent` that clicked, 0 to 1; 0 while nothing is sent.'),
    failures_by_reason: reasons,
    skipped_by_reason: reasons,
    recalled: z
      .int()
      .optional()
      .describe('Only of a recalled broadcast: its messages that were deleted, or edited.'),
    recall_pending: z.int().optional().describe('Those that a worker has yet to delete or edit.'),
    recall_failed: z
      .int()
      .optional()
      .describe('Those that stand in chats, or may, and cannot be changed.'),
    recall_failures_by_reason: reasons
      .optional()
      .describe(
        '`answer_lost`: a copy may stand whose id the messenger’s answer did not bring. `gone`: the messenger refused to change it, or its user has left the bot. `not_recorded`: an earlier version sent it.',
      ),
    started_at: InstantSchema.nullable(),
    finished_at: InstantSchema.nullable(),
    messages_per_second: z.number().nullable().describe('Null before the job starts.'),
    series: z
      .array(z.object({ at: InstantSchema, sent: z.int(), failed: z.int(), clicked: z.int() }))
      .optional()
      .describe('Messages answered and notifications clicked by minute; only with `bucket`.'),
  })
  .meta({ id: 'JobStats' });

const status = z.enum(DELIVERY_STATUSES);

export const BroadcastDeliverySchema = z
  .object({
    notification_id: IdSchema,
    user: z.object({
      id: IdSchema,
      first_name: z.string(),
      last_name: z.string().nullable(),
      username: z.string().nullable(),
    }),
    status: status.describe('`sent` also for a recipient without a messenger message.'),
    reason: z
      .string()
      .nullable()
      .describe('Why it failed or was skipped; for `queued`, why the last attempt failed.'),
    recall: z
      .enum(RECALL_STATES)
      .nullable()
      .optional()
      .describe('Only of a recalled broadcast; null if no message can have reached the chat.'),
    attempts: z.int(),
    answered_at: InstantSchema.nullable().describe('When the messenger last answered.'),
    clicked_at: InstantSchema.nullable(),
    dismissed_at: InstantSchema.nullable(),
  })
  .meta({ id: 'JobDelivery' });

export const BroadcastStatsQuerySchema = z.object({
  bucket: z.enum(['minute']).optional(),
  from: InstantInputSchema.optional().describe(
    'The first minute of the series; the start of the job by default.',
  ),
});

const DELIVERY_SORTS = { user_id: 'number' } as const;

export const BroadcastDeliveriesQuerySchema = CursorQuerySchema.extend({
  sort: sortParameter(DELIVERY_SORTS, 'user_id'),
  status: status.optional(),
  recall: z.enum(RECALL_STATES).optional().describe('Of a recalled broadcast.'),
  q: text(100).optional().describe(ADMIN_SEARCH),
});

export const jobDeliveryPosition = ({ sort }: z.output<typeof BroadcastDeliveriesQuerySchema>) =>
  searchPosition(sortPosition(DELIVERY_SORTS, sort));

export const BroadcastDraftSchema = z
  .object({
    ...broadcast,
    pin,
    scheduled_at: StartTimeSchema.optional().describe(
      'Without it, the broadcast starts as soon as it is scheduled.',
    ),
  })
  .refine(...ONE_OPENING)
  .meta({ id: 'BroadcastDraft', description: TEMPLATES, examples: [BROADCAST_EXAMPLE] });

export const BroadcastEditSchema = z
  .object({
    ...broadcast,
    pin: PinInputSchema.nullish().describe('Null takes it down. Without it, the pin stays.'),
    scheduled_at: StartTimeSchema.nullish().describe(
      'Null for as soon as it is scheduled. Without it, the time stays.',
    ),
    status: z
      .enum(['draft', 'scheduled'])
      .optional()
      .describe('Without it, the status stays. `scheduled` sends a draft.'),
    force: z
      .boolean()
      .default(false)
      .describe('Schedules the broadcast even if it duplicates one of the last 10 minutes.'),
  })
  .refine(...ONE_OPENING)
  .meta({
    id: 'BroadcastEdit',
    description: TEMPLATES,
    examples: [{ ...BROADCAST_EXAMPLE, status: 'scheduled' as const }],
  });

export const ReschedulingSchema = z
  .object({ scheduled_at: StartTimeSchema })
  .meta({ id: 'Rescheduling' });

export const RetriedBroadcastSchema = BroadcastSchema.extend({
  retried: z.int().describe('The number of messages that were queued again.'),
}).meta({ id: 'RetriedNotificationJob' });
