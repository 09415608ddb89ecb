import { z } from 'zod';
import { IdSchema } from '../common.ts';
import { notificationFields } from './notification-fields.schemas.ts';

const QuestCompletionSchema = z
  .object({
    ...notificationFields,
    type: z.literal('quest_completed'),
    data: z.object({ quest_id: IdSchema, points: z.int() }),
  })
  .meta({
    id: 'QuestCompletionNotification',
    description: 'You completed a quest. `points` are for the completion.',
  });

const QuestTaskApprovalSchema = z
  .object({
    ...notificationFields,
    type: z.literal('quest_task_approved'),
    data: z.object({ quest_id: IdSchema, task_id: IdSchema, points: z.int() }),
  })
  .meta({ id: 'QuestTaskApproval', description: 'A task of yours was approved.' });

const QuestTaskRejectionSchema = z
  .object({
    ...notificationFields,
    type: z.literal('quest_task_rejected'),
    data: z.object({ quest_id: IdSchema, task_id: IdSchema, reason: z.string().nullable() }),
  })
  .meta({
    id: 'QuestTaskRejection',
    description: 'A task of yours was rejected. You can send it again while the quest runs.',
  });

const QuestRegistrationSchema = z
  .object({
    ...notificationFields,
    type: z.enum(['quest_registration_approved', 'quest_registration_rejected']),
    data: z.object({ quest_id: IdSchema, reason: z.string().nullable() }),
  })
  .meta({
    id: 'QuestRegistrationNotification',
    description: 'Your request to take part in a quest was decided.',
  });

const QuestReminderSchema = z
  .object({
    ...notificationFields,
    type: z.literal('quest_reminder'),
    data: z.object({ quest_id: IdSchema }),
  })
  .meta({ id: 'QuestReminder', description: 'The organizers remind you of a quest.' });

const PointsAdjustmentSchema = z
  .object({
    ...notificationFields,
    type: z.literal('points_adjusted'),
    data: z.object({
      delta: z.int(),
      reason: z.string(),
      quest_id: IdSchema.nullable(),
      conference_id: IdSchema.nullable(),
    }),
  })
  .meta({
    id: 'PointsAdjustment',
    description: 'The organizers gave you points, or took some, for this reason.',
  });

/** The notices of quests and points. */
export const QUEST_NOTIFICATIONS = [
  QuestTaskApprovalSchema,
  QuestTaskRejectionSchema,
  QuestRegistrationSchema,
  QuestCompletionSchema,
  QuestReminderSchema,
  PointsAdjustmentSchema,
] as const;
