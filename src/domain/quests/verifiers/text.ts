import { invalid } from '../../../errors.ts';
import { NO_PROOF } from '../submissions.ts';
import { taken, type Verifier } from './verifier.ts';

/** A text, which an administrator reviews. */
export const text: Verifier<'text'> = {
  verify({ min_length, max_length }, sent) {
    const given = taken(sent, 'text');
    if (given.length < min_length || given.length > max_length)
      throw invalid('text', `expected ${min_length} to ${max_length} characters`);
    return { status: 'pending', proof: { ...NO_PROOF, text: given } };
  },
};
