import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import type {
  JobList,
  JobPosition,
  JobState,
  QueuedJob,
} from '../../domain/operations/queued-jobs.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** The jobs of the queue, as operators see and change them. */
export class QueuedJobsService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  async list(list: JobList, page: PageRequest<JobPosition>): Promise<Page<QueuedJob, JobPosition>> {
    return this.#store.read.queuedJobs.list(list, page);
  }

  /**
   * Enqueues a failed job again, as a new one with the same payload.
   * @throws AppError NOT_FOUND; CONFLICT for a job that has not failed
   */
  async retry(by: Administrator, id: string): Promise<QueuedJob> {
    return this.#store.transaction(async (tx) => {
      const { data, ...job } = await locked(tx, id, ['failed']);
      await tx.queuedJobs.delete(id);
      await tx.jobs.addAgain(job.name, data);
      await tx.audit.record(by, 'job.retry', null, { after: { id, name: job.name } });
      return { ...job, state: 'waiting' };
    });
  }

  /**
   * Cancels a job that waits or has failed.
   * @throws AppError NOT_FOUND; CONFLICT for any other job
   */
  async cancel(by: Administrator, id: string): Promise<QueuedJob> {
    return this.#store.transaction(async (tx) => {
      const { data: _, ...job } = await locked(tx, id, ['waiting', 'failed']);
      await tx.queuedJobs.updateCancelled(id);
      await tx.audit.record(by, 'job.cancel', null, { after: { id, name: job.name } });
      return { ...job, state: 'cancelled' };
    });
  }
}

async function locked(tx: Tx, id: string, states: readonly JobState[]) {
  const job = await tx.queuedJobs.lock(id);
  if (!job) throw notFound('job');
  if (!states.includes(job.state))
    throw conflict(null, `The job is ${job.state}`, 'status', { status: job.state });
  return job;
}
