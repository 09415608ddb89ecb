import { AppError } from '../../../errors.ts';
import type { AutomaticType } from '../quest-tasks.ts';
import { NO_PROOF } from '../submissions.ts';
import { takesOnly, type Verifier } from './verifier.ts';

/** A fact in the database completes the task. */
export const automatic: Verifier<AutomaticType> = {
  verify(_config, sent, { fulfilled_at }) {
    takesOnly(sent);
    if (fulfilled_at === null)
      throw new AppError('TASK_NOT_FULFILLED', 'This task is not fulfilled yet');
    return { status: 'approved', proof: NO_PROOF };
  },
};
