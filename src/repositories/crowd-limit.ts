import { CROWD_WAIT_MS } from '../db/lock-wait.ts';
import type { AttendableKey } from '../domain/attendance/attendable-keys.ts';
import { AppError } from '../errors.ts';
import { KeyedLimit } from '../lib/keyed-limit.ts';
import { retryAfter } from '../lib/retry-after.ts';

/** What a crowd can gather at, by its id. */
export type CrowdKey = AttendableKey | `quest:${number}`;

/** The connections for work on one attendable. */
const CROWD_CONNECTIONS = 3;

/** @param poolSize the connections of this process */
export const crowdLimit = (poolSize: number) =>
  new KeyedLimit<CrowdKey>({
    // Even a small pool keeps a connection for other requests.
    limit: Math.max(1, Math.min(CROWD_CONNECTIONS, poolSize - 1)),
    waitMs: CROWD_WAIT_MS,
    refusal: (key) =>
      new AppError('SERVICE_UNAVAILABLE', `Too many requests for ${key.replace(':', ' ')}; retry`, {
        headers: { 'Retry-After': retryAfter() },
      }),
  });
