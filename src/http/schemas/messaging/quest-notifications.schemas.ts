import { z } from 'zod';
import { IdSchema } from '../common.ts';
import { EXAMPLE_FIELDS, notificationFields } from './notification-fields.schemas.ts';

const QuestCompletionSchema = z
  .object({
    ...notificationFields,
    type: z.literal('quest_completed'),
    data: z.object({ quest_id: IdSchema, points: z.int() }),
  })
  .meta({
    id: 'QuestCompletionNotification',
    description: 'You completed a quest. `points` are for the completion.',
    examples: [
      {
        ...EXAMPLE_FIELDS,
        type: 'quest_completed',
        title: 'You completed a quest',
        body: 'Harbor hunt: +50 points',
        data: { quest_id: 3, points: 50 },
      },
    ],
  });

const QuestTaskApprovalSchema = z
  .object({
    ...notificationFields,
    type: z.literal('quest_task_approved'),
    data: z.object({ quest_id: IdSchema, task_id: IdSchema, points: z.int() }),
  })
  .meta({
    id: 'QuestTaskApproval',
    description: 'A task of yours was approved.',
    examples: [
      {
        ...EXAMPLE_FIELDS,
        type: 'quest_task_approved',
        title: 'A task is approved',
        body: 'Photo at the pier: +10 points',
        data: { quest_id: 3, task_id: 12, points: 10 },
      },
    ],
  });

const QuestTaskRejectionSchema = z
  .object({
    ...notificationFields,
    type: z.literal('quest_task_rejected'),
    data: z.object({ quest_id: IdSchema, task_id: IdSchema, reason: z.string().nullable() }),
  })
  .meta({
    id: 'QuestTaskRejection',
    description: 'A task of yours was rejected. You can send it again while the quest runs.',
    examples: [
      {
        ...EXAMPLE_FIELDS,
        type: 'quest_task_rejected',
        title: 'A task is not approved',
        body: 'Photo at the pier: the pier is not in the picture',
        data: { quest_id: 3, task_id: 12, reason: 'the pier is not in the picture' },
      },
    ],
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
    examples: [
      {
        ...EXAMPLE_FIELDS,
        type: 'quest_registration_approved',
        title: 'You can start the quest',
        body: 'Harbor hunt',
        data: { quest_id: 3, reason: null },
      },
    ],
  });

const QuestReminderSchema = z
  .object({
    ...notificationFields,
    type: z.literal('quest_reminder'),
    data: z.object({ quest_id: IdSchema }),
  })
  .meta({
    id: 'QuestReminder',
    description: 'The organizers remind you of a quest.',
    examples: [
      {
        ...EXAMPLE_FIELDS,
        type: 'quest_reminder',
        title: 'Harbor hunt',
        body: 'Five tasks are left, and the quest ends tonight.',
        data: { quest_id: 3 },
      },
    ],
  });

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
    examples: [
      {
        ...EXAMPLE_FIELDS,
        type: 'points_adjusted',
        title: '+25 points',
        body: 'You helped at the door',
        data: { delta: 25, reason: 'You helped at the door', quest_id: null, conference_id: 7 },
      },
    ],
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
