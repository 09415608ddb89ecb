import { OnDatabase } from '../../db/on-database.ts';
import {
  cursorPage,
  MAX_ADMIN_TOTAL,
  type Page,
  type PageRequest,
  queryList,
} from '../../db/pages.ts';
import type { JobList, JobPosition, QueuedJob } from '../../domain/operations/queued-jobs.ts';
import { COLUMNS, CREATED_AT, LISTED } from './queued-jobs.sql.ts';

/** Lists jobs of the queue, whose tables belong to pg-boss. */
export class QueuedJobsReadModel extends OnDatabase {
  /** Newest first. */
  async list(list: JobList, page: PageRequest<JobPosition>): Promise<Page<QueuedJob, JobPosition>> {
    const query = this.db('pgboss.job as j')
      .select(this.db.raw(COLUMNS))
      .whereRaw(LISTED[list])
      .orderByRaw(`${CREATED_AT} desc, j.id desc`);
    const jobs = queryList<QueuedJob, JobPosition>(
      query,
      { most: MAX_ADMIN_TOTAL },
      (rows, [created_at, id]) => {
        rows.whereRaw(`(${CREATED_AT}, j.id) < (?, ?)`, [created_at, id]);
      },
    );
    return cursorPage(jobs, page, ({ created_at, id }) => [created_at, id]);
  }
}
