import type { Knex } from 'knex';
import { type ConcurrencyKey, KeyedLimit } from '../lib/keyed-limit.ts';

/** The connections for work with one key. */
const MAX_CONNECTIONS = 3;

/**
 * Limits the number of connections of a pool that work with one key takes. It waits for one as long as
 * a statement for a lock.
 */
export const concurrencyLimit = ({ client, userParams }: Knex) =>
  new KeyedLimit<ConcurrencyKey>({
    // Even a small pool keeps a connection for other requests.
    limit: Math.max(1, Math.min(MAX_CONNECTIONS, client.pool.max - 1)),
    waitMs: userParams.lockWaitMs,
    refusal: (key) => `Too many requests for ${key.replace(':', ' ')}; try again later`,
  });
