import { z } from 'zod';
import { TASK_TYPES } from '../../../domain/quests/task-types/task-type.ts';
import { IdSchema, InstantSchema } from '../common.ts';

const FunnelTaskSchema = z
  .object({
    task_id: IdSchema,
    title: z.string(),
    type: z.enum(TASK_TYPES),
    position: z.int(),
    is_required: z.boolean(),
    submitted: z
      .int()
      .describe('The participants who sent something: the sum of the three others.'),
    pending: z.int(),
    approved: z.int().describe('The participants who have completed the task.'),
    rejected: z.int(),
  })
  .meta({ id: 'QuestFunnelTask' });

export const QuestFunnelSchema = z
  .object({
    quest_id: IdSchema,
    as_of: InstantSchema,
    participants: z
      .object({ admitted: z.int(), in_progress: z.int(), completed: z.int() })
      .describe('`admitted`: has a place and has not started.'),
    tasks: z.array(FunnelTaskSchema).describe('In the order in which users see them.'),
  })
  .meta({
    id: 'QuestFunnel',
    examples: [
      {
        quest_id: 3,
        as_of: '2026-05-14T09:00:00.000Z',
        participants: { admitted: 4, in_progress: 116, completed: 80 },
        tasks: [
          {
            task_id: 12,
            title: 'Photo at the pier',
            type: 'photo',
            position: 0,
            is_required: true,
            submitted: 140,
            pending: 12,
            approved: 120,
            rejected: 8,
          },
        ],
      },
    ],
  });
