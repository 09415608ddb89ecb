import { z } from 'zod';
import { DELIVERY_STATUSES } from '../../../domain/messaging/deliveries.ts';
import { PARTICIPANT_STATUSES } from '../../../domain/quests/participations.ts';
import { IdSchema, InstantSchema } from '../common.ts';
import { FeedbackSchema } from '../feedback/admin-feedback.schemas.ts';
import { AdminMediaSchema } from '../media/media.schemas.ts';

const latest = <Row extends z.ZodType>(row: Row) =>
  z.object({ count: z.int(), latest: z.array(row).describe('At most 20.') }).optional();

/** What a user did and received. Each is absent without the scope that reads it. */
export const userActivityFields = {
  quests: latest(
    z.object({
      quest_id: IdSchema,
      title: z.string(),
      status: z.enum(PARTICIPANT_STATUSES),
      points: z.int(),
      started_at: InstantSchema.nullable(),
      completed_at: InstantSchema.nullable(),
    }),
  ).describe('By their latest activity. Only with the scope `quests:read`.'),
  feedback: latest(
    FeedbackSchema.pick({
      id: true,
      message: true,
      rating: true,
      category: true,
      status: true,
      conference_id: true,
      event_id: true,
      agenda_item_id: true,
      created_at: true,
    }),
  ).describe('Only with the scope `feedback:read`.'),
  messages: latest(
    z.object({
      id: IdSchema,
      type: z.string(),
      job_id: IdSchema.nullable().describe('The broadcast, if it is one.'),
      title: z
        .string()
        .nullable()
        .describe('null for a notification of the service, which can name other users.'),
      created_at: InstantSchema,
      delivery_status: z
        .enum(DELIVERY_STATUSES)
        .nullable()
        .describe('null for one that is in the app only.'),
      reason: z.string().nullable(),
      answered_at: InstantSchema.nullable(),
    }),
  ).describe(
    'Notifications in the app and by the messenger. Only with the scope `broadcasts:read`.',
  ),
  media: latest(
    AdminMediaSchema.pick({ id: true, kind: true, purpose: true, bytes: true, created_at: true }),
  ).describe('Uploads. Only with the scope `media:read`.'),
};
