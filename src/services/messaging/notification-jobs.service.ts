import type { NumberedRequest, Page, PageRequest } from '../../db/pages.ts';
import type { DeliveryStatus } from '../../domain/messaging/deliveries.ts';
import {
  contentHash,
  type JobDelivery,
  type JobDraft,
  type JobPreview,
  type JobStats,
  type JobStatus,
  type NotificationJob,
  statsOf,
} from '../../domain/messaging/notification-jobs.ts';
import { checkTemplates } from '../../domain/messaging/templates.ts';
import { type Administrator, apiKeyOf } from '../../domain/people/administrators.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** What an administrator wants to be sent; at once, unless they say when. */
export type JobRequest = Omit<JobDraft, 'scheduled_at'> & {
  readonly scheduled_at?: string | undefined;
};

/** A clock that is a little behind ours is no mistake. */
const PAST_TOLERANCE_MS = 60_000;
/** How far ahead a job can be planned. */
const MAX_AHEAD_MS = 366 * 24 * 60 * 60 * 1_000;

/** The same broadcast by the same API key within this time is taken for a mistake. */
const DUPLICATE_MINUTES = 10;

/** Messages to many, from the draft to the figures of what became of it. */
export class NotificationJobsService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#now = deps.now;
  }

  /**
   * Has a message sent to an audience.
   * @param mayRepeat creates the job also where the same API key created the same one a short time ago
   * @throws AppError VALIDATION_ERROR for an unknown variable and a time that is past or too far off;
   *   DUPLICATE_BROADCAST
   */
  async send(
    by: Administrator,
    request: JobRequest,
    { mayRepeat }: { mayRepeat: boolean },
  ): Promise<NotificationJob> {
    const draft = this.draftOf(request);
    const content_hash = contentHash(request);
    return this.#store.transaction(async (tx) => {
      const origin = { created_by: apiKeyOf(by), content_hash };
      // Taken by every request, so that one without `mayRepeat` also sees one that commits beside it.
      await tx.notificationJobs.lockContent(origin);
      const earlier = await tx.notificationJobs.findDuplicate(origin, DUPLICATE_MINUTES);
      if (earlier !== undefined && !mayRepeat) throw duplicateOf(earlier);
      return this.schedule(tx, by, draft, content_hash);
    });
  }

  /**
   * What is asked for, checked. `columns` are those of a spreadsheet, which templates can name too.
   * @throws AppError VALIDATION_ERROR as `send`
   */
  draftOf(request: JobRequest, columns: readonly string[] = []): JobDraft {
    checkTemplates(request, columns);
    const { scheduled_at = this.#now().toISOString() } = request;
    this.#checkTime(scheduled_at);
    return { ...request, scheduled_at };
  }

  /**
   * Keeps a job for its time, and has a worker begin it then. Its templates and time have been
   * checked. A spreadsheet's people are written in the same transaction.
   */
  async schedule(
    tx: Tx,
    by: Administrator,
    draft: JobDraft,
    content_hash: string | null = null,
  ): Promise<NotificationJob> {
    const job = await tx.notificationJobs.insert(draft, {
      created_by: apiKeyOf(by),
      content_hash,
    });
    const { title, body, action_url, channels, scheduled_at } = job;
    await tx.audit.record(by, 'notification_job.create', job.id, {
      // Without the audience, which may be thousands of ids; the job itself keeps it.
      after: { title, body, action_url, channels, scheduled_at },
    });
    await this.#enqueue(tx, job);
    return job;
  }

  /**
   * What `send` would do, keeping nothing.
   * @throws AppError VALIDATION_ERROR as `send`
   */
  async preview(request: JobRequest): Promise<JobPreview> {
    return this.previewIn(this.#store, this.draftOf(request));
  }

  /** The same of a draft that was checked; with the `id` of its job where a spreadsheet names its people. */
  async previewIn(
    store: Store | Tx,
    draft: JobDraft & { readonly id?: number },
  ): Promise<JobPreview> {
    const now = this.#now().toISOString();
    const { people, reachable } = await store.read.notificationJobs.countAudience(draft);
    const samples = await store.read.notificationJobs.listSamples({ ...draft, now });
    return {
      count: people,
      recipients: {
        in_app: draft.channels.includes('in_app') ? people : 0,
        messenger: draft.channels.includes('messenger') ? reachable : 0,
      },
      samples,
    };
  }

  /** Newest first. */
  async list(
    filter: { readonly status?: JobStatus | undefined },
    request: NumberedRequest,
  ): Promise<Page<NotificationJob>> {
    return this.#store.read.notificationJobs.list(filter, request);
  }

  /** @throws AppError NOT_FOUND */
  async get(id: number): Promise<NotificationJob> {
    const job = await this.#store.notificationJobs.find(id);
    if (!job) throw notFound('job');
    return job;
  }

  /** @throws AppError NOT_FOUND */
  async stats(id: number): Promise<JobStats> {
    const job = await this.get(id);
    const { groups, seconds } = await this.#store.read.notificationJobs.findProgress(id);
    return statsOf(job, groups, seconds);
  }

  /**
   * Its recipients, and what became of each.
   * @throws AppError NOT_FOUND
   */
  async listDeliveries(
    id: number,
    filter: { readonly status?: DeliveryStatus | undefined },
    request: PageRequest<number>,
  ): Promise<Page<JobDelivery, number>> {
    await this.get(id);
    return this.#store.read.notificationJobs.listDeliveries(id, filter, request);
  }

  /**
   * Ends a job: what is not sent yet stays unsent; who was told in the app keeps that.
   * @throws AppError NOT_FOUND; JOB_NOT_CANCELLABLE for one that has ended
   */
  async cancel(by: Administrator, id: number): Promise<NotificationJob> {
    return this.#store.transaction(async (tx) => {
      const { status } = await lockJob(tx, id);
      if (status !== 'scheduled' && status !== 'running') {
        throw new AppError('JOB_NOT_CANCELLABLE', `This job is ${status} already`);
      }
      const cancelled = await tx.notificationJobs.updateCancelled(id);
      if (status === 'running') await tx.notificationJobs.updateQueuedToSkipped(id);
      await tx.broadcastRecipients.deleteAllFor(id);
      await tx.audit.record(by, 'notification_job.cancel', cancelled.id, {
        before: { status },
        after: { status: cancelled.status },
      });
      return cancelled;
    });
  }

  /**
   * Gives a job that has not begun another time.
   * @throws AppError VALIDATION_ERROR for a time that is past or too far off; NOT_FOUND;
   *   JOB_NOT_RESCHEDULABLE for one that has begun or ended
   */
  async reschedule(by: Administrator, id: number, scheduled_at: string): Promise<NotificationJob> {
    this.#checkTime(scheduled_at);
    return this.#store.transaction(async (tx) => {
      const before = await lockJob(tx, id);
      if (before.status !== 'scheduled') {
        throw new AppError('JOB_NOT_RESCHEDULABLE', `This job is ${before.status} already`);
      }
      const job = await tx.notificationJobs.updateScheduledAt(id, scheduled_at);
      await tx.audit.record(by, 'notification_job.reschedule', job.id, {
        before: { scheduled_at: before.scheduled_at },
        after: { scheduled_at },
      });
      // What the queue holds for the old time finds nothing to do then.
      await this.#enqueue(tx, job);
      return job;
    });
  }

  #checkTime(scheduled_at: string): void {
    const ahead = Date.parse(scheduled_at) - this.#now().getTime();
    if (ahead < -PAST_TOLERANCE_MS) throw invalid('scheduled_at', 'expected a time to come');
    if (ahead > MAX_AHEAD_MS) throw invalid('scheduled_at', 'expected a time within a year');
  }

  async #enqueue(tx: Tx, { id, scheduled_at }: NotificationJob): Promise<void> {
    const isLater = Date.parse(scheduled_at) > this.#now().getTime();
    await tx.jobs.add('run-notification-job', { job_id: id }, isLater ? scheduled_at : undefined);
  }
}

const duplicateOf = (id: number) =>
  new AppError(
    'DUPLICATE_BROADCAST',
    `Job ${id} is the same broadcast, created within the last ${DUPLICATE_MINUTES} minutes; send force: true to create another`,
  );

async function lockJob(tx: Tx, id: number): Promise<NotificationJob> {
  const job = await tx.notificationJobs.lock(id);
  if (!job) throw notFound('job');
  return job;
}
