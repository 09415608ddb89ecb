import { NO_PROOF } from '../submissions.ts';
import { taken, type Verifier } from './verifier.ts';

/** An image, which an administrator reviews. The service checks that it is a proof of the user. */
export const photo: Verifier<'photo'> = {
  verify(_config, sent) {
    return { status: 'pending', proof: { ...NO_PROOF, media_id: taken(sent, 'media_id') } };
  },
};
