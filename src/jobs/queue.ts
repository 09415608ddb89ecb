import { PgBoss, type SendOptions } from 'pg-boss';
import type { Logger } from 'pino';
import { JOBS } from './jobs.ts';

/** A worker without a heartbeat for this long is considered dead, and its jobs run elsewhere. */
const HEARTBEAT_SECONDS = 10;
/** Finished jobs stay for an hour. Results are in the service's own tables. */
const RETENTION_SECONDS = 3_600;
/**
 * pg-boss passes these to pg's pool, which destroys a connection after any failed query. Shorter than
 * pg-boss's own, so that a silent connection delays jobs by seconds only. The server has no timeout:
 * it finishes a long maintenance statement after the client has given up on it.
 */
export const CONNECTION = {
  connectionTimeoutMillis: 3_000,
  query_timeout: 6_000,
  keepAlive: true,
} as const;
/** The queue of jobs that failed for good, for a person to inspect. No worker fetches them. */
const DEAD_JOBS = { name: 'dead-jobs', retentionSeconds: 14 * 24 * 3_600 };
const RETRY = {
  // Workers poll: a NOTIFY in the transaction of a job makes it wait for all others with a NOTIFY.
  notify: false,
  retryLimit: 10,
  retryDelay: 1,
  retryBackoff: true,
  deadLetter: DEAD_JOBS.name,
};

/** Creates the missing queues. After a worker's death its jobs run again. */
export async function createQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(DEAD_JOBS.name, DEAD_JOBS);
  const existing = await boss.getQueues();
  for (const { name, retry, concurrency } of JOBS) {
    const known = existing.find((one) => one.name === name);
    // Queues of an earlier version, which kept no dead jobs or sent a NOTIFY.
    if (retry && known && (known.deadLetter !== DEAD_JOBS.name || known.notify)) {
      await boss.updateQueue(name, { deadLetter: DEAD_JOBS.name, notify: false });
    }
    await boss.createQueue(name, {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: RETENTION_SECONDS,
      ...(retry ? RETRY : { retryLimit: 0 }),
      ...(concurrency === 'singleton' && { policy: 'singleton' }),
    });
  }
}

/**
 * Logs the errors of pg-boss, which tries again by itself. Without a listener, a lost database
 * connection would crash the process. It emits copies of errors with all fields, including those
 * with personal data.
 */
export function logErrors(boss: PgBoss, log: Logger): void {
  boss.on('error', ({ message, stack, code }: Error & { readonly code?: string }) =>
    log.warn(
      { err: Object.assign(new Error(message), { stack, code }) },
      'queue: pg-boss failed, retrying',
    ),
  );
}

/**
 * Enqueues jobs; `startWorker` processes them. Connects on first use, so that a process can start
 * before its database.
 */
export class Queue {
  readonly #databaseUrl: string;
  readonly #log: Logger;
  #opening: Promise<PgBoss> | undefined;

  /** @param databaseUrl must not lead through PgBouncer in transaction mode */
  constructor(databaseUrl: string, log: Logger) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  async send(name: string, data: object | null, options: SendOptions): Promise<void> {
    const boss = await this.open();
    await boss.send(name, data, options);
  }

  /** Connects, and creates or migrates pg-boss's tables if the role may; see deploy/roles.sql. */
  open(): Promise<PgBoss> {
    this.#opening ??= this.#open().catch((error) => {
      // The next call retries.
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async close(): Promise<void> {
    const boss = await this.#opening;
    await boss?.stop({ graceful: false });
  }

  async #open(): Promise<PgBoss> {
    const boss = new PgBoss({
      ...CONNECTION,
      connectionString: this.#databaseUrl,
      application_name: 'hallway queue',
      max: 1,
      supervise: false,
      schedule: false,
    });
    logErrors(boss, this.#log);
    await boss.start();
    await createQueues(boss);
    return boss;
  }
}
