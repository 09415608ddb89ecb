import type { Knex } from 'knex';
import { fromKnex, type SendOptions } from 'pg-boss';

/** What a job is told; a worker checks it again. */
interface JobData {
  /** Makes the recipients of a notification job, when its time has come. */
  'run-notification-job': { readonly job_id: number };
  /** Sends what is due; without data, since the deliveries themselves tell what that is. */
  'send-messages': null;
}

/** What puts jobs into the queue. */
export interface JobQueue {
  send(name: string, data: object | null, options: SendOptions): Promise<void>;
}

/** The queue of the workers. */
export class JobsRepository {
  readonly #db: Knex;
  readonly #queue: JobQueue;

  constructor(db: Knex, queue: JobQueue) {
    this.#db = db;
    this.#queue = queue;
  }

  /**
   * A worker begins at once, or at `startAfter`; where this joins a transaction, not before that
   * has committed, and not at all if it never does.
   */
  async add<Name extends keyof JobData>(
    name: Name,
    data: JobData[Name],
    startAfter?: string,
  ): Promise<void> {
    await this.#queue.send(name, data, {
      db: fromKnex(this.#db),
      ...(startAfter !== undefined && { startAfter }),
    });
  }
}
