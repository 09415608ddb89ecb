import { z } from 'zod';
import { PARTICIPATION_STATUSES } from '../../../domain/quests/participations.ts';
import { REQUEST_STATUSES } from '../../../domain/quests/registration-requests.ts';
import { SUBMISSION_STATUSES } from '../../../domain/quests/submissions.ts';
import { IdSchema, InstantSchema } from '../common.ts';

const TaskProgressSchema = z
  .object({
    task_id: IdSchema,
    user_quest_task_id: IdSchema.nullable(),
    status: z.enum(['none', ...SUBMISSION_STATUSES]),
    points: z.int().describe('The points that the task gave you.'),
    text: z.string().nullable(),
    media_id: IdSchema.nullable(),
    option_ids: z.array(z.string()).nullable(),
    reason: z.string().nullable().describe('The reason of the rejection.'),
    submitted_at: InstantSchema.nullable(),
    decided_at: InstantSchema.nullable(),
    tries_left: z.int().nullable().describe('The tries left in a quiz; null for the other types.'),
  })
  .meta({ id: 'TaskProgress' });

/** A user's state in one quest. */
export const QuestProgressSchema = z
  .object({
    status: z.enum(PARTICIPATION_STATUSES),
    completed_tasks: z.int(),
    total_tasks: z.int(),
    points: z.int().describe('Your points in this quest, including those of the completion.'),
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
  .meta({ id: 'QuestProgress' });

export const OwnProgressSchema = z
  .object({
    points: z.int().describe('Of everything.'),
    rank: z.int().nullable().describe('On the leaderboard of everything; null without points.'),
    quests_started: z.int(),
    quests_completed: z.int(),
    tasks_approved: z.int(),
    tasks_pending: z.int().describe('The number of tasks that await review.'),
    quests: z
      .array(
        z.object({
          quest_id: IdSchema,
          title: z.string(),
          ...QuestProgressSchema.pick({
            status: true,
            completed_tasks: true,
            total_tasks: true,
            points: true,
          }).shape,
        }),
      )
      .describe('Running quests in which you take part: the latest activity first, at most 100.'),
  })
  .meta({ id: 'OwnProgress' });

/** A user in the lists of a quest. */
export const QuestPersonSchema = z
  .object({
    id: IdSchema,
    messenger_id: IdSchema.nullable().describe('null for an erased user.'),
    first_name: z.string(),
    last_name: z.string().nullable(),
    username: z.string().nullable(),
    photo_url: z.string().nullable(),
    company: z.string().nullable(),
    job_title: z.string().nullable(),
    is_blocked: z.boolean(),
  })
  .meta({ id: 'QuestPerson' });
