import { z } from 'zod';
import { InstantInputSchema } from '../common.ts';
import {
  BROADCAST_EXAMPLE,
  broadcast,
  JOB_EXAMPLE,
  NotificationJobSchema,
  TEMPLATES,
} from './notification-jobs.schemas.ts';
import { ONE_OPENING } from './start-parameters.schemas.ts';

export const BroadcastDraftSchema = z
  .object({
    ...broadcast,
    scheduled_at: InstantInputSchema.optional().describe(
      'Without it, the broadcast starts as soon as it is scheduled.',
    ),
  })
  .refine(...ONE_OPENING)
  .meta({ id: 'BroadcastDraft', description: TEMPLATES, examples: [BROADCAST_EXAMPLE] });

export const BroadcastEditSchema = z
  .object({
    ...broadcast,
    scheduled_at: InstantInputSchema.nullish().describe(
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
  .object({ scheduled_at: InstantInputSchema })
  .meta({ id: 'Rescheduling', examples: [{ scheduled_at: '2026-05-15T08:00:00.000Z' }] });

export const RetriedJobSchema = NotificationJobSchema.extend({
  retried: z.int().describe('The number of messages that were queued again.'),
}).meta({
  id: 'RetriedNotificationJob',
  examples: [{ ...JOB_EXAMPLE, status: 'running' as const, retried: 7 }],
});
