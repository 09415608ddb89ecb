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

const QUEST_TASK_EXAMPLE = {
  id: 12,
  quest_id: 3,
  title: 'The lighthouse',
  description: 'Find the code on its door.',
  type: 'code' as const,
  points: 10,
  position: 1,
  is_required: true,
  opens_at: null,
  closes_at: null,
  state: 'open' as const,
  verification: 'at_once' as const,
  config: {},
};

const QuestTaskSchema = TypedTaskSchema.meta({
  id: 'QuestTask',
  description: '`type` determines the shape of `config`. Expect more types in the future.',
  examples: [QUEST_TASK_EXAMPLE],
});

export const QUEST_EXAMPLE = {
  id: 3,
  slug: 'harbor-hunt',
  title: 'Harbor hunt',
  description: 'Eight places between the pier and the Great Hall.',
  image_url: null,
  conference_id: 7,
  event_id: null,
  is_active: true,
  is_featured: true,
  state: 'running' as const,
  starts_at: '2026-05-14T07:00:00.000Z',
  ends_at: '2026-05-16T16:00:00.000Z',
  timezone: 'Europe/Berlin',
  registration_mode: 'open' as const,
  access: 'registered' as const,
  max_participants: null,
  public_api_enabled: false,
  completion_points: 50,
  share_url: 'https://t.me/hallway_bot/app?startapp=q_3',
  task_count: 8,
  total_points: 130,
  participant_count: 212,
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-01T09:00:00.000Z',
};

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
  .meta({ id: 'Quest', examples: [QUEST_EXAMPLE] });

const PROGRESS_EXAMPLE = {
  status: 'in_progress' as const,
  completed_tasks: 0,
  total_tasks: 8,
  points: 0,
  started_at: '2026-05-14T09:00:00.000Z',
  completed_at: null,
  registration: null,
  tasks: [],
};

export const QuestDetailsSchema = QuestSchema.extend({
  tasks: z.array(QuestTaskSchema).describe('Empty until the quest starts.'),
  progress: QuestProgressSchema.optional().describe('Only for signed-in callers.'),
}).meta({
  id: 'QuestDetails',
  examples: [{ ...QUEST_EXAMPLE, tasks: [QUEST_TASK_EXAMPLE], progress: PROGRESS_EXAMPLE }],
});

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
  .meta({ id: 'OwnQuest', examples: [{ quest: QUEST_EXAMPLE, progress: PROGRESS_EXAMPLE }] });

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
  .meta({
    id: 'PollResults',
    examples: [
      {
        task_id: 14,
        total_votes: 3,
        options: [
          { id: 'tea', label: 'Tea', votes: 2, percent: 66.7 },
          { id: 'coffee', label: 'Coffee', votes: 1, percent: 33.3 },
        ],
        my_vote: 'tea',
      },
    ],
  });
