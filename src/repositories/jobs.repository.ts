import type { Knex } from 'knex';
import { fromKnex, type SendOptions } from 'pg-boss';
import { OnDatabase } from '../db/on-database.ts';

/** The payload of each job that code enqueues. The file of a job adds its payload here. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, from src/jobs
export interface JobPayloads {}

export interface JobQueue {
  send(name: string, data: object | null, options: SendOptions): Promise<void>;
}

/** Enqueues jobs. */
export class JobsRepository extends OnDatabase {
  readonly #queue: JobQueue;

  constructor(db: Knex, queue: JobQueue) {
    super(db);
    this.#queue = queue;
  }

  /**
   * Enqueues a job, which a worker runs at once or at `startAfter`: a time, or the number of seconds
   * from now. Inside a transaction, the job becomes visible to workers with the commit.
   */
  async add<Name extends keyof JobPayloads>(
    name: Name & string,
    data: JobPayloads[Name],
    startAfter?: string | number,
  ): Promise<void> {
    await this.#queue.send(name, data, {
      db: fromKnex(this.db),
      ...(startAfter !== undefined && { startAfter }),
    });
  }

  /** Enqueues a job of any name with a payload that it had before. */
  async addAgain(name: string, data: object | null): Promise<void> {
    await this.#queue.send(name, data, { db: fromKnex(this.db) });
  }
}
