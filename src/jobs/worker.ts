import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Store } from '../db/store.ts';
import { sweepExpiredCounters } from './sweep-expired-counters.job.ts';

/** How often dead workers are looked for, in seconds; pg-boss looks once a minute unless told. */
const WATCH_SECONDS = 5;
/** A worker that has not been heard of for this long has died; its job goes to another. */
const HEARTBEAT_SECONDS = 10;

export interface Worker {
  /** Hands back what it has not begun, and waits for what it has, at most `patienceMs`. */
  stop(patienceMs: number): Promise<void>;
}

/**
 * Makes the tables of the queue or brings them up to date. A worker does so by itself where its
 * role may; see deploy/roles.sql for one that may not.
 */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Works through the queue in PostgreSQL; any number of processes may do so at once.
 * @param databaseUrl must lead to sessions of their own, not to PgBouncer in transaction mode
 */
export async function startWorker(
  databaseUrl: string,
  { store, log }: { store: Store; log: Logger },
): Promise<Worker> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'hallway worker',
    max: 4,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
  });
  // Without a listener, a lost database connection would end the process.
  boss.on('error', (error) => log.warn({ err: error }, 'the queue complains'));
  await boss.start();

  const { name, cron, run } = sweepExpiredCounters;
  await boss.createQueue(name, { heartbeatSeconds: HEARTBEAT_SECONDS, policy: 'singleton' });
  await boss.schedule(name, cron);
  await boss.work(name, async () => {
    const swept = await run(store);
    log.info({ job: name, swept }, 'job');
  });
  return {
    stop: (patienceMs) => boss.stop({ graceful: true, timeout: patienceMs }),
  };
}
