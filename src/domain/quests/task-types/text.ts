import { invalid } from '../../../errors.ts';
import { NO_PROOF } from '../submissions.ts';
import { type TaskRule, taken } from './task-type.ts';

interface Text {
  readonly min_length: number;
  readonly max_length: number;
}

/** A text, which an administrator reviews. */
export const text: TaskRule<Text> = {
  verification: 'review',
  calls: 'none',
  defaults: () => ({ min_length: 1, max_length: 4_000 }),
  check({ min_length, max_length }) {
    if (min_length > max_length)
      throw invalid('config.min_length', 'expected at most max_length', 'at_most', {
        field: 'config.max_length',
      });
  },
  verify({ min_length, max_length }, sent) {
    const given = taken(sent, 'text');
    if (given.length < min_length || given.length > max_length)
      throw invalid('text', `expected ${min_length} to ${max_length} characters`, 'length', {
        min: min_length,
        max: max_length,
      });
    return { status: 'pending', proof: { ...NO_PROOF, text: given } };
  },
};
