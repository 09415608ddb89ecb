import { z } from 'zod';
import { foldedCode } from '../../../../domain/quests/task-types/code.ts';
import { taskType } from './task-type.schemas.ts';

/** Four letters or digits at least, since hyphens are ignored. */
const CODE = /^(?=(-*[A-Z0-9]){4})[A-Z0-9-]{4,32}$/;

const inputs = {
  code: z
    .string()
    .max(100)
    .transform(foldedCode)
    .pipe(z.string().regex(CODE, 'expected 4 to 32 letters, digits and hyphens'))
    .describe(
      'Secret. 4 to 32 letters, digits and hyphens; case and spaces do not count. Generated if absent.',
    ),
};

export const code = taskType('code', {
  shown: {},
  created: z.object(inputs).partial().prefault({}),
  inputs,
});
