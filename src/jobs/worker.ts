import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Store } from '../db/store.ts';
import { sweepExpiredCounters } from './sweep-expired-counters.job.ts';

/** How often dead workers are looked for, in seconds; pg-boss looks once a minute unless told. */
const WATCH_SECONDS = 5;

export interface Worker {
  /** Hands back what it has not begun, and waits for what it has, at most `patienceMs`. */
  stop(patienceMs: number): Promise<void>;
}

/**
 * Works through the queue in PostgreSQL, which `openQueue` has made; any number of processes may do
 * so at once.
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
    useListenNotify: true,
  });
  // Without a listener, a lost database connection would end the process.
  boss.on('error', (error) => log.warn({ err: error }, 'the queue complains'));
  await boss.start();

  const { name, cron, run } = sweepExpiredCounters;
  await boss.schedule(name, cron);
  await boss.work(name, async () => {
    const swept = await run(store);
    log.info({ job: name, swept }, 'job');
  });
  return {
    stop: (patienceMs) => boss.stop({ graceful: true, timeout: patienceMs }),
  };
}
