import { TypedTaskSchema } from './task-types/task-types.schemas.ts';

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

export const QuestTaskSchema = TypedTaskSchema.meta({
  id: 'QuestTask',
  description: '`type` determines the shape of `config`. Expect more types in the future.',
  examples: [QUEST_TASK_EXAMPLE],
});
