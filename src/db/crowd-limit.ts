import type { Knex } from 'knex';
import type { AttendableKey } from '../domain/attendance/attendables.ts';
import { KeyedLimit } from '../lib/keyed-limit.ts';
import { crowdWaitOf } from './lock-wait.ts';

/** The key of what a crowd can request, by its id. */
export type CrowdKey =
  | AttendableKey
  | `check-ins of ${AttendableKey}`
  | `quest:${number}`
  | `task:${number}`;

/** The connections for work on one attendable. */
const CROWD_CONNECTIONS = 3;

/** Limits the number of connections of a pool that work on one attendable takes. */
export const crowdLimit = (db: Knex) =>
  new KeyedLimit<CrowdKey>({
    // Even a small pool keeps a connection for other requests.
    limit: Math.max(1, Math.min(CROWD_CONNECTIONS, db.client.pool.max - 1)),
    waitMs: crowdWaitOf(db),
    refusal: (key) => `Too many requests for ${key.replace(':', ' ')}; try again later`,
  });

/**
 * The setting of a transaction on these: a request with a connection waits for a lock no longer than
 * the others wait for a connection.
 */
export const lockWaitSetting = (db: Knex, on: readonly CrowdKey[]): string | undefined =>
  on.length > 0 ? `set local lock_timeout = ${crowdWaitOf(db)}` : undefined;
