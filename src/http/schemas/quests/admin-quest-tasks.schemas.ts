import { z } from 'zod';
import { TASK_STATES } from '../../../domain/quests/quest-tasks.ts';
import { TASK_TYPES, VERIFICATIONS } from '../../../domain/quests/task-types/task-type.ts';
import { DeletedSchema, IdSchema, InstantSchema, VersionSchema } from '../common.ts';
import { TASK_INPUTS } from './task-types/task-type.schemas.ts';
import {
  NewTypedTaskSchema,
  TaskConfigChangeSchema,
  TaskConfigSchema,
} from './task-types/task-types.schemas.ts';

export const RecalculationSchema = z
  .object({
    status: z.enum(['running', 'done']),
    people: z.int().describe('The participants at the time of the edit.'),
    requested_at: InstantSchema,
    finished_at: InstantSchema.nullable(),
  })
  .meta({
    id: 'Recalculation',
    description:
      'After an edit of points, a worker corrects the points of all participants. Another edit starts it over.',
  });

export const AdminQuestTaskSchema = z
  .object({
    id: IdSchema.describe('The `task_id` elsewhere.'),
    quest_id: IdSchema,
    title: z.string(),
    description: z.string().nullable(),
    type: z.enum(TASK_TYPES),
    points: z.int(),
    position: z.int(),
    is_required: z.boolean(),
    opens_at: InstantSchema.nullable(),
    closes_at: InstantSchema.nullable(),
    state: z.enum(TASK_STATES).describe('The state by its own times.'),
    verification: z.enum(VERIFICATIONS).describe('How it is approved; follows from the type.'),
    config: TaskConfigSchema,
    version: VersionSchema,
    created_at: InstantSchema,
    updated_at: InstantSchema,
  })
  .meta({ id: 'AdminQuestTask' });

/** A task after an edit. */
export const EditedQuestTaskSchema = AdminQuestTaskSchema.extend({
  recalculation: RecalculationSchema.nullable().describe('null if the edit concerns no points.'),
}).meta({ id: 'EditedQuestTask' });

export const NewQuestTaskSchema = NewTypedTaskSchema.meta({
  id: 'NewQuestTask',
  description:
    '`config` are the settings of the type. Without a `position`, the task comes after the others.',
  examples: [
    { title: 'Find the lighthouse', type: 'code', points: 10, config: { code: 'HARBOR-7' } },
    {
      title: 'Who wrote the first program?',
      type: 'quiz',
      points: 20,
      config: {
        options: [
          { id: 'a', label: 'Ada Lovelace' },
          { id: 'b', label: 'Grace Hopper' },
        ],
        correct_option_ids: ['a'],
      },
    },
  ],
});

export const QuestTaskChangeSchema = z
  .object({ ...TASK_INPUTS, type: z.enum(TASK_TYPES), config: TaskConfigChangeSchema })
  .partial()
  .meta({
    id: 'QuestTaskChange',
    description: 'Updates the given fields, also within `config`; `null` clears one.',
    examples: [{ points: 15, config: { max_tries: 5 } }],
  });

/** The query of a deletion of a quest or task. */
export const QuestDeletionQuerySchema = z.object({
  points: z
    .enum(['keep', 'take_back'])
    .default('keep')
    .describe('`take_back`: a worker reverses the points that were awarded for it.'),
});

export const QuestDeletionSchema = DeletedSchema.extend({
  recalculation: RecalculationSchema.nullable(),
}).meta({ id: 'QuestDeletion' });

export const TaskOrderSchema = z.strictObject({ ids: z.array(IdSchema).min(1).max(1_000) }).meta({
  id: 'QuestTaskOrder',
  description: 'Each task of the quest exactly once.',
});

export const OrderedTasksSchema = z
  .object({ tasks: z.array(AdminQuestTaskSchema).describe('In their new order.') })
  .meta({ id: 'OrderedQuestTasks' });

const codeFields = {
  code: z.string(),
  share_url: z
    .string()
    .nullable()
    .describe('Opens the task in the mini app. Null without `MESSENGER_APP_URL`.'),
  qr_svg: z.string().describe('`share_url`, or else the code, as a QR code in SVG.'),
};

export const CodeRotationSchema = z
  .strictObject({
    grace_minutes: z
      .int()
      .min(0)
      .max(1_440)
      .default(0)
      .describe('The minutes for which the previous code stays valid.'),
  })
  .prefault({})
  .meta({ id: 'CodeRotation', examples: [{ grace_minutes: 60 }] });

export const TaskCodeSchema = z.object(codeFields).meta({ id: 'TaskCode' });

export const CodesQuerySchema = z.object({
  format: z
    .enum(['json', 'html'])
    .default('json')
    .describe('`html`: a page to print, which loads nothing.'),
});

export const QuestCodesSchema = z
  .object({
    quest_id: IdSchema,
    title: z.string(),
    codes: z.array(z.object({ task_id: IdSchema, title: z.string(), ...codeFields })),
  })
  .meta({ id: 'QuestCodes' });
