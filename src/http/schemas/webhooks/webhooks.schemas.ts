import { z } from 'zod';
import { DELIVERY_STATUSES } from '../../../domain/messaging/deliveries.ts';
import {
  CALL_ERRORS,
  ENDED_STATUSES,
  SKIP_REASONS,
} from '../../../domain/webhooks/webhook-deliveries.ts';
import { ENDPOINT_STATUSES, OFF_REASONS } from '../../../domain/webhooks/webhook-endpoints.ts';
import {
  addressOf,
  IdSchema,
  InstantInputSchema,
  InstantSchema,
  once,
  PathIdSchema,
  text,
  VersionSchema,
} from '../common.ts';
import { CursorQuerySchema } from '../pages.schemas.ts';
import { refuse } from '../reasons.schemas.ts';
import { MessageKindSchema, WebhookKindSchema } from './webhook-kinds.schemas.ts';

const MAX_KINDS = 30;
const MAX_GRACE_SECONDS = 604_800;
const MAX_REPLAYED_IDS = 500;

const inputs = {
  url: addressOf(/^https?$/, 'expected an https URL').describe(
    'Public, https, at port 443 or one from 1024. The operator can allow hosts with private addresses and http.',
  ),
  kinds: z
    .array(WebhookKindSchema)
    .min(1)
    .max(MAX_KINDS)
    .refine(...once('kind'))
    .describe('What it receives: see `GET /admin/webhooks/kinds`.'),
  description: text(200).nullable(),
};

export const NewWebhookSchema = z
  .object({
    url: inputs.url,
    kinds: inputs.kinds,
    description: inputs.description.optional(),
    conference_id: IdSchema.nullish().describe('`null` for all conferences.'),
  })
  .meta({
    id: 'NewWebhook',
    examples: [
      {
        url: 'https://badges.example.org/hallway',
        kinds: ['attendance.changed', 'check_in.changed'],
        description: 'Badge printer',
        conference_id: 1,
      },
    ],
  });

export const WebhookChangeSchema = z
  .object({
    ...inputs,
    status: z
      .enum(['active', 'off'])
      .describe(
        '`active` makes you its owner; `off` ends the deliveries that wait, and the warning about one that was switched off.',
      ),
  })
  .partial()
  .meta({
    id: 'WebhookChange',
    description: 'Changes the given fields. Deliveries that wait go to a new `url`.',
    examples: [{ description: 'Badge printer of the main entrance' }],
  });

const fields = {
  id: IdSchema,
  url: z.string(),
  description: z.string().nullable(),
  kinds: z.array(WebhookKindSchema),
  conference_id: IdSchema.nullable().describe('`null` for all conferences.'),
  status: z
    .enum(ENDPOINT_STATUSES)
    .describe('`failing`: after 10 failures in a row one delivery at a time is tried.'),
  off_reason: z
    .enum(OFF_REASONS)
    .nullable()
    .describe(
      '`gone`: it answered 410; `failing`: for 24 hours; `owner_gone`: its owner may not read its kinds any more.',
    ),
  failing_since: InstantSchema.nullable(),
  administrator: z
    .object({ id: IdSchema, name: z.string() })
    .nullable()
    .describe('Its owner; `null` for a key of a machine or of the settings.'),
  api_key: z
    .object({ id: IdSchema, name: z.string() })
    .nullable()
    .describe('The key of a machine that owns it.'),
  old_secret_valid_until: InstantSchema.nullable().describe(
    'When the secret before the current one ends; `null` without one that signs.',
  ),
  version: VersionSchema,
  created_at: InstantSchema,
  sent: z.int().describe('Of its latest 10,000 deliveries of the last 24 hours.'),
  failed: z.int().describe('As `sent`.'),
  waiting_since: InstantSchema.nullable().describe('The time of the oldest message that waits.'),
};

export const WebhookSchema = z.object(fields).meta({ id: 'Webhook' });

export const IssuedWebhookSchema = z
  .object({
    ...fields,
    secret: z
      .string()
      .describe('`whsec_…`, by which you verify the messages. Only this answer shows it.')
      .meta({ examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='] }),
  })
  .meta({ id: 'IssuedWebhook' });

const GRACE = `expected a whole number from 0 to ${MAX_GRACE_SECONDS}`;

export const WebhookRotationSchema = z
  .object({
    grace_seconds: z
      .int(GRACE)
      .min(0, GRACE)
      .max(MAX_GRACE_SECONDS, GRACE)
      .default(86_400)
      .describe('How long the previous secret signs, too; 0 ends it at once.'),
  })
  .meta({ id: 'WebhookRotation' });

const call = {
  status: z.int().optional().describe('The status of the answer.'),
  error: z
    .enum(CALL_ERRORS)
    .optional()
    .describe('Why there is none: `address` is one that is not public.'),
  ms: z.int().describe('The duration in milliseconds.'),
};

export const WebhookTestSchema = z
  .object(call)
  .meta({ id: 'WebhookTest', examples: [{ status: 204, ms: 87 }] });

const MessageIdSchema = z
  .string()
  .regex(/^msg_[0-9A-Za-z]{27}$/, 'expected the id of a message')
  .meta({ examples: ['msg_0EJJ0LyQfeIBXrB6JBaGXZAIvIk'] });

const delivery = {
  message_id: MessageIdSchema.describe('The `webhook-id`, the same at each retry and replay.'),
  kind: MessageKindSchema,
  status: z.enum(DELIVERY_STATUSES),
  reason: z.enum(SKIP_REASONS).nullable().describe('Why it was skipped.'),
  attempts: z.int(),
  due_at: InstantSchema.nullable().describe('The next call; `null` unless it is queued.'),
  answers: z
    .array(
      z.object({ at: InstantSchema, ...call }).meta({
        id: 'WebhookAnswer',
        examples: [{ at: '2026-05-14T09:00:01.000Z', status: 204, ms: 87 }],
      }),
    )
    .describe('Of the last 8 calls, the oldest first.'),
  sent_at: InstantSchema.nullable(),
  created_at: InstantSchema,
};

export const WebhookDeliverySchema = z.object(delivery).meta({ id: 'WebhookDelivery' });

export const WebhookDeliveryWithBodySchema = z
  .object({ ...delivery, body: z.string().describe('The bytes that are signed and sent.') })
  .meta({ id: 'WebhookDeliveryWithBody' });

export const WebhookDeliveriesQuerySchema = CursorQuerySchema.extend({
  status: z.enum(DELIVERY_STATUSES).optional(),
  kind: MessageKindSchema.optional(),
  from: InstantInputSchema.optional().describe('Messages made since then.'),
  to: InstantInputSchema.optional().describe('Messages made before.'),
});

/** The position of a cursor. */
export const MessagePositionSchema = MessageIdSchema;

export const WebhookDeliveryParamsSchema = z.object({
  id: PathIdSchema,
  message_id: z.string().max(100),
});

export const WebhookReplaySchema = z
  .object({
    message_ids: z.array(MessageIdSchema).min(1).max(MAX_REPLAYED_IDS).optional(),
    from: InstantInputSchema.optional().describe('Messages made since then.'),
    to: InstantInputSchema.optional().describe('Messages made before.'),
    status: z.enum(ENDED_STATUSES).optional(),
  })
  .transform(({ message_ids, from, to, status }, context) => {
    const isRange = from !== undefined && to !== undefined && status !== undefined;
    const isEmpty = from === undefined && to === undefined && status === undefined;
    if (message_ids && isEmpty) return { message_ids: [...new Set(message_ids)] };
    if (isRange && !message_ids) return { from, to, status };
    const expected = 'expected either message_ids, or from, to and status';
    const fields = ['message_ids', 'from', 'to', 'status'];
    return refuse(context, ['message_ids'], expected, 'one_required', { fields });
  })
  .meta({
    id: 'WebhookReplay',
    description: 'Requires either `message_ids`, or `from`, `to` and `status`.',
    examples: [
      { message_ids: ['msg_0EJJ0LyQfeIBXrB6JBaGXZAIvIk'] },
      { from: '2026-05-14T08:00:00Z', to: '2026-05-14T10:00:00Z', status: 'failed' },
    ],
  });

export const WebhookReplayedSchema = z
  .object({
    queued: z.int().describe('The deliveries that are sent again.'),
    missing: z
      .array(z.string())
      .describe('The ids of messages that this endpoint has not, or that are older than 7 days.'),
  })
  .meta({ id: 'WebhookReplayed', examples: [{ queued: 12, missing: [] }] });
