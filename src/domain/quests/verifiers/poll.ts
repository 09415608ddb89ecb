import { NO_PROOF } from '../submissions.ts';
import { chosen } from './options.ts';
import type { Verifier } from './verifier.ts';

/** One vote, which is final. */
export const poll: Verifier<'poll'> = {
  verify({ options }, sent) {
    const option_ids = chosen(sent, options, { multiple: false });
    return { status: 'approved', proof: { ...NO_PROOF, option_ids } };
  },
};
