import { z } from 'zod';
import { PIN_VISIBILITIES } from '../../../domain/messaging/announcements.ts';
import { ATTENDANCE_FILTERS, QUEST_STATUS_FILTERS } from '../../../domain/messaging/audiences.ts';
import {
  BROADCAST_ASKS,
  BROADCAST_STATUSES,
  BROADCAST_TYPES,
} from '../../../domain/messaging/broadcasts.ts';
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
import { reasonFields } from '../reasons.schemas.ts';
import { orAnId } from '../search.schemas.ts';
import { sortParameter } from '../sorts.schemas.ts';
import { AudienceSchema } from './audiences.schemas.ts';
import { AnchorSchema, StartTimeSchema } from './relative-times.schemas.ts';
import { ONE_OPENING, StartInputSchema, TargetSchema } from './start-parameters.schemas.ts';
import { StoredTranslationsSchema, TranslationsSchema } from './translations.schemas.ts';

const channels = z.array(z.enum(CHANNELS)).refine(...once('channel'));

export const ChannelsSchema = channels.min(1, 'expected at least one').default([...CHANNELS]);

const PinVisibilitySchema = z.enum(PIN_VISIBILITIES).meta({ id: 'PinVisibility' });

const visibility = PinVisibilitySchema.default('registered').describe(
  '`registered`: users with a seat or a place on the waitlist read it. `everyone` needs the scope `broadcasts:send`.',
);

const until = InstantInputSchema.describe('At most 7 days after the end of the conference.');

/** A pin to the conference of the audience. */
export const PinInputSchema = z
  .object({ conference_id: IdSchema, until, visibility })
  .meta({ id: 'PinInput' });

export const PinChangeSchema = z
  .object({ pin: z.object({ until, visibility }).nullable().describe('Null takes it down.') })
  .meta({ id: 'PinChange' });

/** The fields of a broadcast. */
export const broadcast = {
  title: text(200).describe('A template.'),
  body: lines(4_000).describe('A template.'),
  translations: TranslationsSchema.default({}),
  action_url: WebUrlSchema.nullish().transform((url) => url ?? null),
  start: StartInputSchema,
  channels: channels
    .default([...CHANNELS])
    .describe('Empty beside a pin: shown, not sent; needs the scope `broadcasts:send`.'),
  audience: AudienceSchema,
  ask: z
    .enum(BROADCAST_ASKS)
    .optional()
    .describe(
      '`seat`: asks those with a seat at the one conference of the audience whether they still come, with a button that gives the seat to the next.',
    ),
  ignore_gap: z
    .boolean()
    .default(false)
    .describe('Sends it in spite of `broadcast_gap_minutes` of its conference.'),
};

/** Keeps a broadcast on the page of its conference. */
export const pin = PinInputSchema.nullish()
  .transform((given) => given ?? null)
  .describe(
    'Keeps it as an announcement, from its start. Only for the whole audience of that conference, with `attendance` or without, and without variables.',
  );

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
  .object({ ...broadcast, pin })
  .refine(...ONE_OPENING)
  .meta({ id: 'JobPreviewRequest', description: TEMPLATES, examples: [BROADCAST_EXAMPLE] });

export const NewBroadcastSchema = z
  .object({
    ...broadcast,
    pin,
    scheduled_at: StartTimeSchema.optional().describe('Without it, the broadcast starts at once.'),
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
  too_soon: z
    .int()
    .describe('Those whom the frequency cap of the conference would spare a message now.'),
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
    answer: z.object({ question_id: IdSchema, value: z.union([IdSchema, z.boolean()]) }).optional(),
    quest_id: IdSchema.optional(),
    quest_status: z.enum(QUEST_STATUS_FILTERS).optional(),
    created_from: InstantSchema.optional(),
    created_to: InstantSchema.optional(),
  })
  .meta({ id: 'KeptAudience', examples: [{ conference_ids: [1] }] });

export const BroadcastSchema = z
  .object({
    id: IdSchema,
    type: z.enum(BROADCAST_TYPES).describe('`seat_check`: a broadcast with `ask: seat`.'),
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
      'Null for a draft that starts as soon as it is scheduled. What a relative time means now; since its start the time that it meant.',
    ),
    started_at: InstantSchema.nullable(),
    finished_at: InstantSchema.nullable(),
    total: z.int().describe('The number of recipients. It grows while a started job adds them.'),
    anchor: AnchorSchema.nullable(),
    pin: z
      .object({
        conference_id: IdSchema,
        until: InstantSchema,
        visibility: PinVisibilitySchema,
      })
      .nullable()
      .describe('How long it stays as an announcement; null for a broadcast that does not.'),
    ignore_gap: z.boolean(),
    recalled_at: InstantSchema.nullable().describe(
      'When its messages were withdrawn. One that was running is `cancelled` since.',
    ),
    missed_at: InstantSchema.nullable().describe(
      'When it became a draft: its relative time had passed by more than an hour, or its conference or event was cancelled or deleted. Null once it is scheduled again.',
    ),
    warnings: z
      .array(z.object({ message: z.string(), ...reasonFields }))
      .describe('`pin_limit`: it started without its pin, beside ten others.'),
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
