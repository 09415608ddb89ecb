import { NO_PROOF } from '../submissions.ts';
import { checkOptions, chosen, type Option } from './options.ts';
import type { TaskRule } from './task-type.ts';

/** Who sees the results. */
export const POLL_RESULTS = ['always', 'after_vote', 'after_end'] as const;

interface Poll {
  readonly options: readonly Option[];
  readonly results: (typeof POLL_RESULTS)[number];
}

/** One vote, which is final. */
export const poll: TaskRule<Poll> = {
  verification: 'at_once',
  calls: 'none',
  defaults: () => ({ options: undefined, results: 'always' }),
  check: ({ options }) => checkOptions(options),
  verify({ options }, sent) {
    const option_ids = chosen(sent, options, { multiple: false });
    return { status: 'approved', proof: { ...NO_PROOF, option_ids } };
  },
};
