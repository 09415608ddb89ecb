import { z } from 'zod';
import { DELIVERY_STATUSES } from '../../../domain/messaging/deliveries.ts';
import { CHANNELS } from '../../../domain/messaging/notifications.ts';
import { because } from '../../../domain/reasons.ts';
import { IdSchema, InstantSchema, lines, text, WebUrlSchema } from '../common.ts';
import { MessengerIdSchema } from '../imports.schemas.ts';
import { ChannelsSchema } from './broadcasts.schemas.ts';
import { ONE_OPENING, StartInputSchema, TargetSchema } from './start-parameters.schemas.ts';
import { TranslationsSchema } from './translations.schemas.ts';

const message = {
  title: text(200),
  body: lines(4_000),
  action_url: WebUrlSchema.nullish().describe('The URL that a click opens.'),
  start: StartInputSchema,
};

export const NotificationDraftSchema = z
  .object({
    user_id: IdSchema,
    ...message,
    type: z.literal('message').default('message'),
    channels: ChannelsSchema,
  })
  .refine(...ONE_OPENING)
  .meta({ id: 'NotificationDraft' });

const MAX_DRAFTS = 1_000;
const DRAFTS_EXPECTED = `expected 1 to ${MAX_DRAFTS.toLocaleString('en')} notifications`;

export const NotificationDraftsSchema = z
  .object({
    notifications: z
      .array(NotificationDraftSchema)
      .min(1, DRAFTS_EXPECTED)
      .max(MAX_DRAFTS, DRAFTS_EXPECTED),
  })
  .meta({ id: 'NotificationDrafts' });

export const WrittenNotificationSchema = z
  .object({
    id: IdSchema,
    user_id: IdSchema,
    type: z.literal('message'),
    title: z.string(),
    body: z.string(),
    action_url: z.string().nullable(),
    start: TargetSchema.nullable(),
    data: z.object({}),
    channels: z.array(z.enum(CHANNELS)),
    delivery: z
      .object({ status: z.enum(DELIVERY_STATUSES), reason: z.string().nullable() })
      .nullable()
      .describe(
        'The messenger message; null without the channel `messenger`. It is `skipped` when the messenger cannot reach the user (`unreachable`), or the user has turned messages off (`disabled`) or muted organizers (`muted`).',
      ),
    created_at: InstantSchema,
  })
  .meta({ id: 'WrittenNotification' });

export const WrittenNotificationsSchema = z
  .object({
    notifications: z.array(WrittenNotificationSchema).describe('In the order of the request.'),
  })
  .meta({ id: 'WrittenNotifications' });

const testMessage = { ...message, translations: TranslationsSchema.default({}) };

export const OwnTestMessageSchema = z
  .object(testMessage)
  .refine(...ONE_OPENING)
  .meta({ id: 'OwnTestMessage' });

export const TestMessageSchema = z
  .object({
    user_id: IdSchema.optional(),
    messenger_id: MessengerIdSchema.optional(),
    ...testMessage,
  })
  .refine(({ user_id, messenger_id }) => (user_id === undefined) !== (messenger_id === undefined), {
    path: ['user_id'],
    ...because('expected exactly one of user_id and messenger_id', 'one_required', {
      fields: ['user_id', 'messenger_id'],
    }),
  })
  .refine(...ONE_OPENING)
  .meta({
    id: 'TestMessage',
    examples: [{ user_id: 1, title: 'Hello {{first_name|there}}', body: 'Just a test.' }],
  });
