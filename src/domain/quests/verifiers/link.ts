import { NO_PROOF } from '../submissions.ts';
import { takesOnly, type Verifier } from './verifier.ts';

/** The user's word that they opened the link. */
export const link: Verifier<'link'> = {
  verify(_config, sent) {
    takesOnly(sent);
    return { status: 'approved', proof: NO_PROOF };
  },
};
