import { AppError } from '../../../errors.ts';
import { NO_PROOF } from '../submissions.ts';
import { type TaskRule, takesOnly } from './task-type.ts';

/** The rule of a type whose tasks a fact in the database completes. */
export const automatic = <Config extends object>(
  defaults: TaskRule<Config>['defaults'],
): TaskRule<Config, 'automatic'> => ({
  verification: 'automatic',
  calls: 'none',
  defaults,
  verify(_config, sent, { fulfilled_at }) {
    takesOnly(sent);
    if (fulfilled_at === null)
      throw new AppError('TASK_NOT_FULFILLED', 'This task is not fulfilled yet');
    return { status: 'approved', proof: NO_PROOF };
  },
});
