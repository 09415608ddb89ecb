import { z } from 'zod';
import { TASK_STATES } from '../../../../domain/quests/quest-tasks.ts';
import { type TaskType, VERIFICATIONS } from '../../../../domain/quests/task-types/task-type.ts';
import { IdSchema, InstantInputSchema, InstantSchema, lines, text } from '../../common.ts';

/** What a task of every type shows. */
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
    .enum(VERIFICATIONS)
    .describe(
      'How it is approved; this follows from the type. `automatic`: by a fact, such as a seat. `review`: by an organizer. `partner`: by a call of a partner.',
    ),
};

/** What an administrator gives for a task of every type. */
export const TASK_INPUTS = {
  title: text(200),
  description: lines(5_000).nullable(),
  points: z.int().min(0).max(10_000),
  position: z.int().min(0).max(1_000_000).describe('Among the tasks of the quest.'),
  is_required: z.boolean().describe('Whether the quest can only be completed with it.'),
  opens_at: InstantInputSchema.nullable(),
  closes_at: InstantInputSchema.nullable(),
};
const { title, ...optional } = TASK_INPUTS;
const newTask = z.object({ title }).extend(z.object(optional).partial().shape);

/** The schemas of one type of task. */
export interface TaskTypeSchemas {
  /** A task of the type. What its settings do not declare, such as an answer, never leaves. */
  readonly task: z.ZodObject;
  /** The public settings, as they are stored. */
  readonly stored: z.ZodObject;
  readonly newTask: z.ZodObject;
  /** What a change can give, by name. */
  readonly inputs: z.ZodRawShape;
}

/**
 * Builds the schemas of one type.
 *
 * @param settings.shown the public settings in a task, by name
 * @param settings.stored the same with their formats, for administrators; `shown` by default
 * @param settings.created what an administrator gives for a new task
 * @param settings.inputs each setting that an administrator gives, by name
 */
export const taskType = <
  T extends TaskType,
  Shown extends z.ZodRawShape,
  Created extends z.ZodType,
  Inputs extends z.ZodRawShape,
  Stored extends z.ZodRawShape = Shown,
>(
  type: T,
  settings: { shown: Shown; stored?: Stored; created: Created; inputs: Inputs },
) => ({
  task: z.object({
    ...taskFields,
    type: z.literal(type),
    config: z
      .object(settings.shown)
      .nullable()
      .describe('The settings of the type; null before `opens_at`.'),
  }),
  stored: z.strictObject(settings.stored ?? settings.shown),
  newTask: newTask.extend({ type: z.literal(type), config: settings.created }),
  inputs: settings.inputs,
});

/** The schemas of a type without settings. */
export const taskTypeWithoutSettings = <T extends TaskType>(type: T) =>
  taskType(type, { shown: {}, created: z.object({}).prefault({}), inputs: {} });
