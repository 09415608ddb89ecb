import { AppError } from '../../../errors.ts';
import type { NoSettings, TaskRule } from './task-type.ts';

/** Only a call of the public quest API completes the task, never the user. */
export const external: TaskRule<NoSettings> = {
  verification: 'partner',
  calls: 'unsigned',
  defaults: () => ({}),
  verify() {
    throw new AppError('TASK_NOT_FULFILLED', 'A partner completes this task for you');
  },
};
