import { z } from 'zod';
import { CONNECTED_WHEN } from '../../../../domain/quests/task-types/connected-when.ts';
import { taskType } from './task-type.schemas.ts';

const WhenSchema = z
  .enum(CONNECTED_WHEN)
  .describe('`met`: only connections of users who met, by a meet code. Absent means `accepted`.');
const inputs = { count: z.int().min(1).max(100), when: WhenSchema };

export const connections = taskType('connections', {
  shown: { count: z.int(), when: WhenSchema.optional() },
  created: z.object(inputs).partial({ when: true }),
  inputs,
});
