import { z } from 'zod';
import { IdSchema, lines } from '../common.ts';
import { QuestProgressSchema } from './participations.schemas.ts';

/** The submission of a user for a task: the field that its type takes, or none. */
export const TaskCompletionInputSchema = z
  .strictObject({
    task_id: IdSchema,
    answer: z.string().min(1).max(100).optional().describe('The code of a `code` task.'),
    text: lines(4_000).optional().describe('The text of a `text` task.'),
    media_id: IdSchema.optional().describe(
      'For a `photo` task: your image, uploaded with `purpose=proof`.',
    ),
    option_ids: z
      .array(z.string().min(1).max(40))
      .min(1)
      .max(20)
      .optional()
      .describe('The chosen options of a `quiz`, or the one of a `poll`.'),
  })
  .meta({ id: 'TaskCompletionInput', examples: [{ task_id: 4, answer: 'HARBOR-7' }] });

export const TaskCompletionSchema = z
  .object({
    task_id: IdSchema,
    user_quest_task_id: IdSchema,
    status: z
      .enum(['pending', 'approved'])
      .describe('`pending` until an administrator has decided.'),
    points_awarded: z
      .int()
      .describe('Points awarded by this request: 0 if the task was already approved.'),
    quest: QuestProgressSchema,
  })
  .meta({ id: 'TaskCompletion' });
