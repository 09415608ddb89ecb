import type { Knex } from 'knex';
import type { AttendableKey } from '../domain/attendance/attendable-keys.ts';
import { AppError } from '../errors.ts';
import { KeyedLimit } from '../lib/keyed-limit.ts';
import { retryAfter } from '../lib/retry-after.ts';
import { crowdWaitOf } from './lock-wait.ts';

/** The key of an attendable that a crowd can request, by its id. */
export type CrowdKey = AttendableKey | `quest:${number}`;

/** The connections for work on one attendable. */
const CROWD_CONNECTIONS = 3;

/** Limits the number of connections of a pool that work on one attendable takes. */
export const crowdLimit = (db: Knex) =>
  new KeyedLimit<CrowdKey>({
    // Even a small pool keeps a connection for other requests.
    limit: Math.max(1, Math.min(CROWD_CONNECTIONS, db.client.pool.max - 1)),
    waitMs: crowdWaitOf(db),
    refusal: (key) =>
      new AppError(
        'SERVICE_UNAVAILABLE',
        `Too many requests for ${key.replace(':', ' ')}; try again later`,
        {
          headers: { 'Retry-After': retryAfter() },
        },
      ),
  });

/** A request with a connection waits for a lock no longer than the others wait for a connection. */
export async function limitLockWait(trx: Knex, on: readonly CrowdKey[]): Promise<void> {
  if (on.length > 0) await trx.raw(`set local lock_timeout = ${crowdWaitOf(trx)}`);
}
