import { AppError } from '../../../errors.ts';
import type { Verifier } from './verifier.ts';

/** Only a call of the public quest API completes the task, never the user. */
export const external: Verifier<'external'> = {
  verify() {
    throw new AppError('TASK_NOT_FULFILLED', 'A partner completes this task for you');
  },
};
