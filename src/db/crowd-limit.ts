import { AppError } from '../errors.ts';
import { KeyedLimit } from '../lib/keyed-limit.ts';
import { retryAfter } from '../lib/retry-after.ts';
import { CROWD_WAIT_MS } from './lock-wait.ts';

/** The connections for work on one attendable. */
const CROWD_CONNECTIONS = 3;

/** @param poolSize the connections of this process */
export const crowdLimit = <Key extends string>(poolSize: number) =>
  new KeyedLimit<Key>({
    // Even a small pool keeps a connection for other requests.
    limit: Math.max(1, Math.min(CROWD_CONNECTIONS, poolSize - 1)),
    waitMs: CROWD_WAIT_MS,
    refusal: (key) =>
      new AppError('SERVICE_UNAVAILABLE', `Too many requests for ${key.replace(':', ' ')}; retry`, {
        headers: { 'Retry-After': retryAfter() },
      }),
  });
