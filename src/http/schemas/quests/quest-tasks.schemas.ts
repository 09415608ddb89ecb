import { z } from 'zod';
import {
  ATTENDED_WHEN,
  POLL_RESULTS,
  TASK_STATES,
  type TaskType,
  VERIFICATION_OF,
} from '../../../domain/quests/quest-tasks.ts';
import { PROFILE_TASK_FIELDS } from '../../../domain/quests/verifiers/profile.ts';
import { IdSchema, InstantSchema } from '../common.ts';

const OptionsSchema = z.array(z.object({ id: z.string(), label: z.string() }));
const WhenSchema = z.enum(ATTENDED_WHEN).describe('`registered`: a seat is enough.');

const NoSettingsSchema = z.object({});

const taskFields = {
  id: IdSchema.describe('The `task_id` of other answers.'),
  quest_id: IdSchema,
  title: z.string(),
  description: z.string().nullable().describe('null before `opens_at`.'),
  points: z.int(),
  position: z.int(),
  is_required: z
    .boolean()
    .describe('A quest is completed with all its required tasks, or all tasks if none is.'),
  opens_at: InstantSchema.nullable(),
  closes_at: InstantSchema.nullable(),
  state: z.enum(TASK_STATES),
  verification: z
    .enum([...new Set(Object.values(VERIFICATION_OF))])
    .describe(
      'How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner.',
    ),
};

/** A task of one type. What its settings do not declare, such as an answer, never leaves. */
const taskOf = <T extends TaskType, C extends z.ZodType>(type: T, config: C) =>
  z.object({
    ...taskFields,
    type: z.literal(type),
    config: config.nullable().describe('The settings of the type; null before `opens_at`.'),
  });

export const QUEST_TASK_EXAMPLE = {
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

export const QuestTaskSchema = z
  .discriminatedUnion('type', [
    taskOf('link', z.object({ url: z.string() })),
    taskOf('text', z.object({ min_length: z.int(), max_length: z.int() })),
    taskOf('photo', NoSettingsSchema),
    taskOf('code', NoSettingsSchema),
    taskOf('quiz', z.object({ options: OptionsSchema, multiple: z.boolean(), max_tries: z.int() })),
    taskOf('poll', z.object({ options: OptionsSchema, results: z.enum(POLL_RESULTS) })),
    taskOf('connections', z.object({ count: z.int() })),
    taskOf('event_attendance', z.object({ event_id: IdSchema, when: WhenSchema })),
    taskOf('conference_registration', z.object({ conference_id: IdSchema, when: WhenSchema })),
    taskOf('profile', z.object({ fields: z.array(z.enum(PROFILE_TASK_FIELDS)) })),
    taskOf('external', NoSettingsSchema),
  ])
  .meta({
    id: 'QuestTask',
    description: '`type` determines the shape of `config`. Expect more types in the future.',
    examples: [QUEST_TASK_EXAMPLE],
  });
