import { z } from 'zod';
import { PARTICIPATION_STATUSES, REQUEST_STATUSES } from '../../../domain/quests/participations.ts';
import { SUBMISSION_STATUSES } from '../../../domain/quests/submissions.ts';
import { IdSchema, InstantSchema, lines } from '../common.ts';

const TaskProgressSchema = z
  .object({
    task_id: IdSchema,
    user_quest_task_id: IdSchema.nullable(),
    status: z.enum(['none', ...SUBMISSION_STATUSES]),
    points: z.int().describe('What the task gave you.'),
    text: z.string().nullable(),
    media_id: IdSchema.nullable(),
    option_ids: z.array(z.string()).nullable(),
    reason: z.string().nullable().describe('Of the rejection.'),
    submitted_at: InstantSchema.nullable(),
    decided_at: InstantSchema.nullable(),
    tries_left: z.int().nullable().describe('Of a quiz; null for the other types.'),
  })
  .meta({ id: 'TaskProgress' });

const PROGRESS_EXAMPLE = {
  status: 'in_progress' as const,
  completed_tasks: 1,
  total_tasks: 8,
  points: 10,
  started_at: '2026-05-14T09:00:00.000Z',
  completed_at: null,
  registration: null,
  tasks: [
    {
      task_id: 12,
      user_quest_task_id: 40,
      status: 'approved' as const,
      points: 10,
      text: null,
      media_id: null,
      option_ids: null,
      reason: null,
      submitted_at: '2026-05-14T09:05:00.000Z',
      decided_at: '2026-05-14T09:05:00.000Z',
      tries_left: null,
    },
  ],
};

/** A user's state in one quest. */
export const QuestProgressSchema = z
  .object({
    status: z.enum(PARTICIPATION_STATUSES),
    completed_tasks: z.int(),
    total_tasks: z.int(),
    points: z.int().describe('Your points in this quest, those of the completion included.'),
    started_at: InstantSchema.nullable(),
    completed_at: InstantSchema.nullable(),
    registration: z
      .object({
        id: IdSchema,
        status: z.enum(REQUEST_STATUSES),
        message: z.string().nullable(),
        reason: z.string().nullable(),
        requested_at: InstantSchema,
        decided_at: InstantSchema.nullable(),
      })
      .nullable()
      .describe('Your request to take part, where the quest asks for one.'),
    tasks: z.array(TaskProgressSchema),
  })
  .meta({
    id: 'QuestProgress',
    examples: [PROGRESS_EXAMPLE],
  });

/** What a user sends for a task: the field that its type takes, or none. */
export const TaskCompletionInputSchema = z
  .strictObject({
    task_id: IdSchema,
    answer: z.string().min(1).max(100).optional().describe('The code of a `code` task.'),
    text: lines(4_000).optional().describe('The text of a `text` task.'),
    media_id: IdSchema.optional().describe(
      'Of a `photo` task: an image of yours, uploaded with `purpose=proof`.',
    ),
    option_ids: z
      .array(z.string().min(1).max(40))
      .min(1)
      .max(20)
      .optional()
      .describe('The chosen options of a `quiz`, or the one of a `poll`.'),
  })
  .meta({ id: 'TaskCompletionInput', examples: [{ task_id: 4, answer: 'HARBOUR-7' }] });

export const TaskCompletionSchema = z
  .object({
    task_id: IdSchema,
    user_quest_task_id: IdSchema,
    status: z
      .enum(['pending', 'approved'])
      .describe('`pending` until an administrator has decided.'),
    points_awarded: z.int().describe('By this request: 0 if the task was approved before.'),
    quest: QuestProgressSchema,
  })
  .meta({
    id: 'TaskCompletion',
    examples: [
      {
        task_id: 12,
        user_quest_task_id: 40,
        status: 'approved',
        points_awarded: 10,
        quest: PROGRESS_EXAMPLE,
      },
    ],
  });
