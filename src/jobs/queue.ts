import { PgBoss, type SendOptions } from 'pg-boss';
import type { Logger } from 'pino';
import { JOBS } from './jobs.ts';

/** A worker that has not been heard of for this long, in seconds, has died; another takes over. */
const HEARTBEAT_SECONDS = 10;
/** Done jobs tell nothing that the tables do not: an hour, for whoever looks into a failure. */
const KEPT_SECONDS = 3_600;
const RETRIED = { notify: true, retryLimit: 10, retryDelay: 1, retryBackoff: true };

/** Creates the queues that do not exist yet. A job can run twice, after a worker died in it. */
export async function createQueues(boss: PgBoss): Promise<void> {
  for (const { name, retry, concurrency } of JOBS) {
    await boss.createQueue(name, {
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deleteAfterSeconds: KEPT_SECONDS,
      ...(retry && RETRIED),
      ...(concurrency === 'singleton' && { policy: 'singleton' }),
    });
  }
}

/**
 * The queue for those who put jobs into it; those who work through it are `startWorker`'s. Opened
 * when it is first needed, so that a process can start before its database.
 */
export class Queue {
  readonly #databaseUrl: string;
  readonly #log: Logger;
  #opening: Promise<PgBoss> | undefined;

  /** @param databaseUrl must lead to sessions of their own, not to PgBouncer in transaction mode */
  constructor(databaseUrl: string, log: Logger) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  async send(name: string, data: object | null, options: SendOptions): Promise<void> {
    const boss = await this.open();
    await boss.send(name, data, options);
  }

  /** Makes its tables, or brings them up to date, where the role may; see deploy/roles.sql. */
  open(): Promise<PgBoss> {
    this.#opening ??= this.#open().catch((error) => {
      // The next one tries again.
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
      connectionString: this.#databaseUrl,
      application_name: 'hallway queue',
      max: 1,
      supervise: false,
      schedule: false,
    });
    // Without a listener, a lost database connection would end the process.
    boss.on('error', (error) => this.#log.warn({ err: error }, 'pg-boss error'));
    await boss.start();
    await createQueues(boss);
    return boss;
  }
}
