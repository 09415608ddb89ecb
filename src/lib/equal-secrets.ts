import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether two secrets are equal, in a time that reveals nothing of either. */
export const areEqualSecrets = (a: string, b: string): boolean =>
  timingSafeEqual(sha256(a), sha256(b));

/** Of equal length, as the comparison needs it. */
const sha256 = (secret: string): Buffer => createHash('sha256').update(secret).digest();
