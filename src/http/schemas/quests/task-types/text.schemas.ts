import { z } from 'zod';
import { taskType } from './task-type.schemas.ts';

const length = z.int().min(0).max(4_000);
const inputs = {
  min_length: length.describe('1 by default.'),
  max_length: length.describe('4,000 by default.'),
};

export const text = taskType('text', {
  shown: { min_length: z.int(), max_length: z.int() },
  created: z.object(inputs).partial().prefault({}),
  inputs,
});
