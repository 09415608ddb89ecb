import { NO_PROOF } from '../submissions.ts';
import { type TaskRule, takesOnly } from './task-type.ts';

/** The user's word that they opened the link. Without a signature, a call is nobody's word. */
export const link: TaskRule<{ readonly url: string }> = {
  verification: 'at_once',
  calls: 'signed',
  defaults: () => ({ url: undefined }),
  verify(_config, sent) {
    takesOnly(sent);
    return { status: 'approved', proof: NO_PROOF };
  },
};
