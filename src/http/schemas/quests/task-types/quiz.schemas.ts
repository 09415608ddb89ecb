import { z } from 'zod';
import {
  OptionsInputSchema,
  optionId,
  ShownOptionsSchema,
  StoredOptionsSchema,
} from './options.schemas.ts';
import { taskType } from './task-type.schemas.ts';

const inputs = {
  options: OptionsInputSchema,
  multiple: z.boolean().describe('Whether users choose several options; `false` by default.'),
  max_tries: z.int().min(1).max(100).describe('3 by default.'),
  correct_option_ids: z
    .array(optionId)
    .min(1)
    .max(20)
    .describe('Secret. A user must choose exactly these.'),
};
const { options, correct_option_ids, ...defaulted } = inputs;
const rules = { multiple: z.boolean(), max_tries: z.int() };

export const quiz = taskType('quiz', {
  shown: { options: ShownOptionsSchema, ...rules },
  stored: { options: StoredOptionsSchema, ...rules },
  created: z.object({ options, correct_option_ids }).extend(z.object(defaulted).partial().shape),
  inputs,
});
