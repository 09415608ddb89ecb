import type { NotificationJob } from '../../domain/messaging/notification-jobs.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/**
 * How many people one transaction makes recipients: it takes under a second, and a cancellation waits
 * for one of them or two; smaller ones are slower in all, see bench/fan-out.ts.
 */
const BATCH = 10_000;
/** The clock of the queue may be a little ahead of ours. */
const EARLY_MS = 1_000;
/** By then whoever was told of a job has begun with it. */
const OVERDUE_MS = 60_000;

/** Makes the recipients of jobs whose time has come. */
export class BroadcastFanoutService {
  readonly #store: Store;
  readonly #maxLatenessMs: number;
  readonly #now: () => Date;

  constructor(deps: {
    store: Store;
    /** A job that would start later than this after its time is not sent at all. */
    maxLatenessMs: number;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#maxLatenessMs = deps.maxLatenessMs;
    this.#now = deps.now;
  }

  /**
   * Begins a job that is due, or goes on where a run before stopped; nothing for any other. Safe to
   * call at any time, any number of times and at once: each person becomes a recipient once.
   * @throws the reason of `signal` when it aborts before all are recipients; call again to go on
   */
  async run(jobId: number, signal: AbortSignal): Promise<void> {
    let goesOn = await this.#begin(jobId);
    while (goesOn) {
      signal.throwIfAborted();
      goesOn = await this.#addRecipients(jobId);
    }
    await this.#store.notificationJobs.updateCompleted();
  }

  /**
   * The same for all jobs that should have begun or gone on by now and did not, as after a run that
   * failed too often, or by a clock that was ahead.
   * @throws AggregateError of what went wrong with some of them
   */
  async runOverdue(signal: AbortSignal): Promise<void> {
    const before = new Date(this.#now().getTime() - OVERDUE_MS).toISOString();
    const failures: unknown[] = [];
    for (const id of await this.#store.notificationJobs.listOverdue(before)) {
      // One that fails each time must not keep the others from theirs.
      await this.run(id, signal).catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'overdue jobs failed');
  }

  /** Whether the job runs now. */
  async #begin(jobId: number): Promise<boolean> {
    return this.#store.transaction(async (tx) => {
      const job = await tx.notificationJobs.lock(jobId);
      if (job?.status !== 'scheduled') return job?.status === 'running';

      const lateMs = this.#now().getTime() - Date.parse(job.scheduled_at);
      if (lateMs < -EARLY_MS) return false;
      if (lateMs > this.#maxLatenessMs) {
        await tx.notificationJobs.updateFailed(jobId, 'too_late');
        await tx.broadcastRecipients.deleteAllFor(jobId);
        return false;
      }
      await tx.notificationJobs.updateStarted(jobId);
      return true;
    });
  }

  /** One batch; whether there may be more. The job's lock keeps another run from the same people. */
  async #addRecipients(jobId: number): Promise<boolean> {
    return this.#store.transaction(async (tx) => {
      const job = await tx.notificationJobs.lock(jobId);
      if (job?.status !== 'running' || job.fixed_at !== null) return false;
      return this.#addBatch(tx, job);
    });
  }

  async #addBatch(tx: Tx, job: NotificationJob): Promise<boolean> {
    const now = this.#now().toISOString();
    const batch = await tx.notificationJobs.insertRecipients(job, { limit: BATCH, now });
    const isLast = batch.people < BATCH;
    if (isLast) await tx.broadcastRecipients.deleteAllFor(job.id);
    await tx.notificationJobs.updateProgress(job.id, batch, isLast);
    if (batch.messages > 0) await tx.jobs.add('send-messages', null);
    return !isLast;
  }
}
