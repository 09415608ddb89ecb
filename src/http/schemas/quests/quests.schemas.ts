import { z } from 'zod';
import {
  ACCESSES,
  LISTED_STATES,
  QUEST_STATES,
  REGISTRATION_MODES,
} from '../../../domain/quests/quests.ts';
import { ChangesQuerySchema } from '../changes.schemas.ts';
import { IdSchema, InstantSchema, PathIdSchema, ShareUrlSchema, text } from '../common.ts';
import { PageQuerySchema } from '../pages.schemas.ts';
import { FORGIVEN } from '../search.schemas.ts';
import { QuestProgressSchema } from './participations.schemas.ts';
import { TypedTaskSchema } from './task-types/task-types.schemas.ts';

const QuestTaskSchema = TypedTaskSchema.meta({
  id: 'QuestTask',
  description: '`type` determines the shape of `config`. Expect more types in the future.',
});

export const QuestSchema = z
  .object({
    id: IdSchema,
    slug: z.string(),
    title: z.string(),
    description: z.string().nullable(),
    image_url: z.string().nullable(),
    conference_id: IdSchema.nullable(),
    event_id: IdSchema.nullable(),
    is_active: z.boolean(),
    is_featured: z.boolean(),
    state: z
      .enum(QUEST_STATES)
      .describe(
        '`hidden`: inactive, or of a draft conference; only participants and administrators see it.',
      ),
    starts_at: InstantSchema.nullable().describe('null: from the moment it is active.'),
    ends_at: InstantSchema.nullable().describe('null: without an end.'),
    timezone: z.string().describe('The time zone of its conference, else UTC.'),
    registration_mode: z
      .enum(REGISTRATION_MODES)
      .describe('`approval`: an organizer admits each participant.'),
    access: z
      .enum(ACCESSES)
      .describe(
        'The users who may start: anyone, or attendees of its event or else its conference.',
      ),
    max_participants: z.int().nullable().describe('null for no limit.'),
    public_api_enabled: z.boolean(),
    completion_points: z.int().describe('Points for the whole quest, besides those of its tasks.'),
    share_url: ShareUrlSchema,
    task_count: z.int(),
    total_points: z.int().describe('The points of all tasks and the completion.'),
    participant_count: z
      .int()
      .describe('The number of participants: admitted, in progress and completed.'),
    created_at: InstantSchema,
    updated_at: InstantSchema,
  })
  .meta({ id: 'Quest' });

export const QuestDetailsSchema = QuestSchema.extend({
  tasks: z.array(QuestTaskSchema).describe('Empty until the quest starts.'),
  progress: QuestProgressSchema.optional().describe('Only for signed-in callers.'),
}).meta({ id: 'QuestDetails' });

export const QuestsQuerySchema = PageQuerySchema.extend({
  ...ChangesQuerySchema.shape,
  state: z.enum(LISTED_STATES).default('running'),
  conference_id: PathIdSchema.optional(),
  event_id: PathIdSchema.optional(),
  q: text(100).optional().describe(`Words in the title. ${FORGIVEN}`),
});

export const OwnQuestsQuerySchema = PageQuerySchema.extend({
  status: QuestProgressSchema.shape.status.exclude(['none']).optional(),
});

export const OwnQuestSchema = z
  .object({ quest: QuestSchema, progress: QuestProgressSchema })
  .meta({ id: 'OwnQuest' });

export const PollParamsSchema = z.object({ task_id: PathIdSchema });

export const PollResultsSchema = z
  .object({
    task_id: IdSchema,
    total_votes: z.int(),
    options: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        votes: z.int(),
        percent: z.number().describe('The share of all votes, to one decimal; 0 without votes.'),
      }),
    ),
    my_vote: z
      .string()
      .nullable()
      .optional()
      .describe('The id of your option, null without a vote. Only for signed-in callers.'),
  })
  .meta({ id: 'PollResults' });
