import { z } from 'zod';
import { WebUrlSchema } from '../../common.ts';
import { taskType } from './task-type.schemas.ts';

const inputs = { url: WebUrlSchema };

export const link = taskType('link', {
  shown: { url: z.string() },
  created: z.object(inputs),
  inputs,
});
