import type { Knex } from 'knex';
import { fromKnex, type SendOptions } from 'pg-boss';

/** The data of each job that code enqueues. The file of a job adds its own to this interface. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, from src/jobs
export interface JobPayloads {}

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
  async add<Name extends keyof JobPayloads>(
    name: Name & string,
    data: JobPayloads[Name],
    startAfter?: string,
  ): Promise<void> {
    await this.#queue.send(name, data, {
      db: fromKnex(this.#db),
      ...(startAfter !== undefined && { startAfter }),
    });
  }
}
