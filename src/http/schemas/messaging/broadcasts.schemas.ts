import { z } from 'zod';
import { ATTENDANCE_FILTERS, QUEST_STATUS_FILTERS } from '../../../domain/messaging/audiences.ts';
import { BROADCAST_STATUSES } from '../../../domain/messaging/broadcasts.ts';
import { CHANNELS } from '../../../domain/messaging/notifications.ts';
import {
  IdSchema,
  InstantInputSchema,
  InstantSchema,
  lines,
  once,
  PathIdSchema,
  text,
  VersionSchema,
  WebUrlSchema,
} from '../common.ts';
import { PageQuerySchema } from '../pages.schemas.ts';
import { orAnId } from '../search.schemas.ts';
import { sortParameter } from '../sorts.schemas.ts';
import { AudienceSchema } from './audiences.schemas.ts';
import { ONE_OPENING, StartInputSchema, TargetSchema } from './start-parameters.schemas.ts';
import { StoredTranslationsSchema, TranslationsSchema } from './translations.schemas.ts';

export const ChannelsSchema = z
  .array(z.enum(CHANNELS))
  .min(1, 'expected at least one')
  .refine(...once('channel'))
  .default([...CHANNELS]);

/** The fields of a broadcast. */
export const broadcast = {
  title: text(200).describe('A template.'),
  body: lines(4_000).describe('A template.'),
  translations: TranslationsSchema.default({}),
  action_url: WebUrlSchema.nullish().transform((url) => url ?? null),
  start: StartInputSchema,
  channels: ChannelsSchema,
  audience: AudienceSchema,
};

export const BROADCAST_EXAMPLE = {
  title: 'Doors open at nine',
  body: 'Good morning, {{first_name|dear guest}}! Have your ticket for {{conference_name}} ready.',
  start: { kind: 'conference' as const, id: 1 },
  channels: ['in_app' as const, 'messenger' as const],
  audience: { conference_ids: [1] },
};

export const TEMPLATES =
  'In `title` and `body`, `{{first_name}}` is replaced by the recipient’s first name. `{{first_name|there}}` is replaced by `there` if the name is empty.';

export const BroadcastPreviewRequestSchema = z
  .object(broadcast)
  .refine(...ONE_OPENING)
  .meta({ id: 'JobPreviewRequest', description: TEMPLATES, examples: [BROADCAST_EXAMPLE] });

export const NewBroadcastSchema = z
  .object({
    ...broadcast,
    scheduled_at: InstantInputSchema.optional().describe(
      'Without it, the broadcast starts at once.',
    ),
    dry_run: z.boolean().default(false).describe('Counts and renders; stores and sends nothing.'),
    force: z
      .boolean()
      .default(false)
      .describe('Creates the broadcast even if it duplicates one of the last 10 minutes.'),
  })
  .refine(...ONE_OPENING)
  .meta({ id: 'BulkSend', description: TEMPLATES, examples: [BROADCAST_EXAMPLE] });

const SampleSchema = z.object({ user_id: IdSchema, title: z.string(), body: z.string() });

const preview = {
  count: z.int(),
  recipients: z
    .object({ in_app: z.int(), messenger: z.int() })
    .describe('The number of users each channel reaches; 0 for a channel that was not requested.'),
  samples: z.array(SampleSchema),
  languages: z
    .array(
      z.object({
        language: z.string().nullable().describe('Null for `title` and `body` themselves.'),
        count: z.int(),
        sample: SampleSchema.nullable().describe('Null without recipients.'),
      }),
    )
    .optional()
    .describe(
      'Only with `translations`: how many recipients get which text, and one sample of each.',
    ),
};

export const BroadcastPreviewSchema = z.object(preview).meta({ id: 'JobPreview' });

export const DryRunSchema = z
  .object({ dry_run: z.literal(true), ...preview })
  .meta({ id: 'DryRun' });

/** The audience as requested, with times in UTC. */
const StoredAudienceSchema = z
  .object({
    all: z.literal(true).optional(),
    spreadsheet: z.literal(true).optional().describe('The users in the spreadsheet of the job.'),
    conference_ids: z.array(IdSchema).optional(),
    event_ids: z.array(IdSchema).optional(),
    attendance: z.array(z.enum(ATTENDANCE_FILTERS)).optional(),
    ticket_types: z.array(z.string()).optional(),
    language_codes: z.array(z.string()).optional(),
    onboarding_statuses: z.array(z.string()).optional(),
    interests: z.array(z.string()).optional(),
    user_ids: z.array(IdSchema).optional(),
    messenger_ids: z.array(IdSchema).optional(),
    quest_id: IdSchema.optional(),
    quest_status: z.enum(QUEST_STATUS_FILTERS).optional(),
    created_from: InstantSchema.optional(),
    created_to: InstantSchema.optional(),
  })
  .meta({ id: 'KeptAudience', examples: [{ conference_ids: [1] }] });

export const BroadcastSchema = z
  .object({
    id: IdSchema,
    type: z.enum(['message', 'quest_reminder']),
    quest_id: IdSchema.nullable().describe('The quest of a reminder.'),
    title: z.string(),
    body: z.string(),
    translations: StoredTranslationsSchema,
    action_url: z.string().nullable(),
    start: TargetSchema.nullable(),
    audience: StoredAudienceSchema,
    channels: z.array(z.enum(CHANNELS)),
    status: z.enum(BROADCAST_STATUSES),
    author: z
      .object({ id: IdSchema, name: z.string() })
      .nullable()
      .describe('Null for a key of a machine or of `ADMIN_API_KEY`.'),
    failure_reason: z
      .string()
      .nullable()
      .describe(
        'Why nothing was sent. `too_late`: no worker started it in time. `quest_over`: the quest of the reminder was hidden or over. `restored`: the database was restored from a backup in which it was due or running.',
      ),
    scheduled_at: InstantSchema.nullable().describe(
      'Null for a draft that starts as soon as it is scheduled.',
    ),
    started_at: InstantSchema.nullable(),
    finished_at: InstantSchema.nullable(),
    total: z.int().describe('The number of recipients. It grows while a started job adds them.'),
    recalled_at: InstantSchema.nullable().describe(
      'When its messages were withdrawn. One that was running is `cancelled` since.',
    ),
    version: VersionSchema,
    created_at: InstantSchema,
  })
  .meta({ id: 'NotificationJob' });

export const ListedBroadcastSchema = BroadcastSchema.extend({
  counts: z
    .object({ queued: z.int(), sent: z.int(), failed: z.int(), skipped: z.int() })
    .describe('The recipients by the state of their message, as in the statistics.'),
}).meta({ id: 'ListedNotificationJob' });

export const BroadcastsQuerySchema = PageQuerySchema.extend({
  sort: sortParameter({ id: 'number', scheduled_at: 'instant' }, '-id'),
  status: z.enum(BROADCAST_STATUSES).optional(),
  conference_id: PathIdSchema.optional().describe(
    'Only those whose whole audience is of this conference.',
  ),
  q: text(100).optional().describe(orAnId('Words in title or body')),
});
