import { AppError, invalid } from '../../../errors.ts';
import { NO_PROOF } from '../submissions.ts';
import { type TaskRule, takesOnly } from './task-type.ts';

/**
 * The rule of a type whose tasks a fact in the database completes.
 *
 * @param when the values of its setting `when`, which several types have
 */
export const automatic = <Config extends object>(
  defaults: TaskRule<Config>['defaults'],
  when: readonly string[] = [],
): TaskRule<Config, 'automatic'> => ({
  verification: 'automatic',
  calls: 'none',
  defaults,
  check(config) {
    const given = 'when' in config ? config.when : undefined;
    if (given !== undefined && !when.some((value) => value === given))
      throw invalid('config.when', `expected one of ${when.join(', ')}`, 'one_of', {
        values: when,
      });
  },
  verify(_config, sent, { fulfilled_at }) {
    takesOnly(sent);
    if (fulfilled_at === null)
      throw new AppError('TASK_NOT_FULFILLED', 'This task is not fulfilled yet');
    return { status: 'approved', proof: NO_PROOF };
  },
});
