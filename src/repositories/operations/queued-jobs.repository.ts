import { OnDatabase } from '../../db/on-database.ts';
import type { QueuedJob } from '../../domain/operations/queued-jobs.ts';
import { COLUMNS } from './queued-jobs.sql.ts';

/** Jobs of the queue, whose tables belong to pg-boss, as operators change them. */
export class QueuedJobsRepository extends OnDatabase {
  /** Locks the row FOR UPDATE: no worker takes the job. */
  async lock(id: string): Promise<(QueuedJob & { readonly data: object | null }) | undefined> {
    return this.#table()
      .where('j.id', id)
      .forUpdate('j')
      .first<(QueuedJob & { readonly data: object | null }) | undefined>(
        this.db.raw(`${COLUMNS}, j.data`),
      );
  }

  /** As pg-boss cancels jobs. Requires the lock of the row. */
  async updateCancelled(id: string): Promise<void> {
    await this.#table()
      .where('j.id', id)
      .update({ state: 'cancelled', completed_on: this.db.fn.now() });
  }

  /** Requires the lock of the row. */
  async delete(id: string): Promise<void> {
    await this.db('pgboss.job').where({ id }).delete();
  }

  #table() {
    return this.db('pgboss.job as j');
  }
}
