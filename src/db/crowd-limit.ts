import type { Knex } from 'knex';
import { AppError } from '../errors.ts';
import { KeyedLimit } from '../lib/keyed-limit.ts';
import { retryAfter } from '../lib/retry-after.ts';
import { CROWD_WAIT_MS } from './lock-wait.ts';

/** The connections for work on one attendable or quest. */
const CROWD_CONNECTIONS = 3;

/** @param poolSize the connections of this process */
export const crowdLimit = (poolSize: number) =>
  new KeyedLimit<string>({
    // Even a small pool keeps a connection for other requests.
    limit: Math.max(1, Math.min(CROWD_CONNECTIONS, poolSize - 1)),
    waitMs: CROWD_WAIT_MS,
    refusal: (key) =>
      new AppError('SERVICE_UNAVAILABLE', `Too many requests for ${key.replace(':', ' ')}; retry`, {
        headers: { 'Retry-After': retryAfter() },
      }),
  });

/** Those that have a connection wait no longer for a lock than the others wait for a connection. */
export async function limitLockWait(trx: Knex, on: readonly string[]): Promise<void> {
  if (on.length > 0) await trx.raw(`set local lock_timeout = ${CROWD_WAIT_MS}`);
}
