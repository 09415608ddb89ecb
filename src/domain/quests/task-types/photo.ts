import { NO_PROOF } from '../submissions.ts';
import { type NoSettings, type TaskRule, taken } from './task-type.ts';

/** An image, which an administrator reviews. The service checks that it is a proof of the user. */
export const photo: TaskRule<NoSettings> = {
  verification: 'review',
  calls: 'none',
  defaults: () => ({}),
  verify(_config, sent) {
    return { status: 'pending', proof: { ...NO_PROOF, media_id: taken(sent, 'media_id') } };
  },
};
