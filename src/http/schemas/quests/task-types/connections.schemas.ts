import { z } from 'zod';
import { taskType } from './task-type.schemas.ts';

const inputs = { count: z.int().min(1).max(100) };

export const connections = taskType('connections', {
  shown: { count: z.int() },
  created: z.object(inputs),
  inputs,
});
