import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { DatabaseClock } from '../db/database-clock.ts';
import { DatabaseHealth, PoolWatch, warnOfFewConnections } from '../db/database-health.ts';
import { openDatabase, type PoolLimits } from '../db/knex.ts';
import { Replica } from '../db/replica.ts';
import { logRetries } from '../db/retries.ts';
import { Queue } from '../jobs/queue.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { Overload } from '../overload.ts';
import type { ProcessMetrics } from './metrics.ts';
import type { Outside } from './outside.ts';

/**
 * Asking for each list would double the work of PostgreSQL; clients get a change twice for slightly
 * longer.
 */
const SHARED_AS_OF_MS = 50;

interface Deps {
  readonly config: Config;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: ProcessMetrics | undefined;
}

/** Opens the database pool, its clock, the queue and the health check, which close at shutdown. */
export async function connect({ config, log, lifecycle, metrics }: Deps): Promise<Outside> {
  const db = openDatabase(config.database.url, {
    ...config.database,
    sharedAsOfMs: SHARED_AS_OF_MS,
    // At debug level, because the request that fails is logged with its id.
    warn: (message) => log.debug(message),
  });
  lifecycle.onStop(() => db.destroy());
  await warnOfFewConnections(db, connectionsOf(config), log);
  const replica = openReplica(config, log);
  lifecycle.onStop(async () => replica?.close());
  logRetries(log);
  const clock = await DatabaseClock.open(db, log);
  lifecycle.onStop(async () => clock.close());
  if (config.role !== 'api') clock.assertSynchronized();
  const queue = new Queue(config.database.directUrl, log);
  lifecycle.onStop(() => queue.close());
  // A worker makes the tables of the queue, which an API lists and measures also where none has been.
  if (config.role === 'api' && config.database.migrateOnStart) await queue.open();
  const pool = new PoolWatch(db);
  const databaseHealth = new DatabaseHealth({ url: config.database.url, pool, log });
  lifecycle.onStop(() => databaseHealth.close());
  const overload = new Overload({
    log,
    ...config.overload,
    poolWaitMs: () => pool.expectedMs(),
  });
  lifecycle.onStop(async () => overload.close());
  metrics?.connected({ db, clock, pool, overload, replica });
  const health = {
    isDatabaseUp: () => databaseHealth.isUp(),
    isDraining: () => lifecycle.isDraining,
    refusesRequests: () => overload.refuses(),
  };
  return { config, db, replica, queue, log, health, now: clock.now };
}

/**
 * Beside its pool and its lines, each process has one for the check of the database and one for the queue.
 * `api` listens on three channels; `worker` on one, and takes jobs by four connections.
 */
const BESIDE = { api: 5, worker: 7, all: 10 } as const;

/** The most connections that a process opens on the primary. */
export const connectionsOf = ({
  role,
  database: { poolSize, pipelinedConnections },
}: Config): number => poolSize + pipelinedConnections + BESIDE[role];

/** A worker answers no requests. */
export const openReplica = (
  { database, role }: Pick<Config, 'database' | 'role'>,
  log: Logger,
  limits?: PoolLimits,
): Replica | undefined =>
  database.readUrl === undefined || role === 'worker'
    ? undefined
    : new Replica({ ...database, readUrl: database.readUrl, ...(limits && { limits }), log });
