import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

/** A worker that has not been heard of for this long, in seconds, has died; another takes over. */
const HEARTBEAT_SECONDS = 10;

/** What waits in PostgreSQL for a worker. A job can start twice, after a worker died in it. */
const QUEUES = {
  'sweep-expired-counters': { policy: 'singleton' },
  'run-notification-job': { notify: true, retryLimit: 10, retryDelay: 1, retryBackoff: true },
  'send-messages': { notify: true, retryLimit: 10, retryDelay: 1, retryBackoff: true },
} as const;

export type QueueName = keyof typeof QUEUES;

/** Done jobs tell nothing that the tables do not: an hour, for whoever looks into a failure. */
const KEPT_SECONDS = 3_600;

/**
 * Opens the queue for those who put jobs into it; those who work through it are `startWorker`'s.
 * @param databaseUrl must lead to sessions of their own, not to PgBouncer in transaction mode
 */
export async function openQueue(databaseUrl: string, log: Logger): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'hallway queue',
    max: 1,
    supervise: false,
    schedule: false,
  });
  // Without a listener, a lost database connection would end the process.
  boss.on('error', (error) => log.warn({ err: error }, 'the queue complains'));
  await boss.start();
  for (const [name, options] of Object.entries(QUEUES)) {
    await boss.createQueue(name, {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: KEPT_SECONDS,
      ...options,
    });
  }
  return boss;
}

/**
 * Makes the tables of the queue or brings them up to date. A worker does so by itself where its
 * role may; see deploy/roles.sql for one that may not.
 */
export async function migrateQueue(databaseUrl: string, log: Logger): Promise<void> {
  const boss = await openQueue(databaseUrl, log);
  await boss.stop({ graceful: false });
}
