import type { NumberedRequest, Page, PageRequest } from '../../db/pages.ts';
import { type Administrator, ownerOf } from '../../domain/administration/administrators.ts';
import {
  checkContactFilters,
  isContactField,
  seesContacts,
} from '../../domain/administration/contacts.ts';
import {
  contentHash,
  filtersOf,
  type JobDelivery,
  type JobDraft,
  type JobPreview,
  type JobStats,
  type NotificationJob,
  type QuestStatusFilter,
  statsOf,
} from '../../domain/messaging/notification-jobs.ts';
import { checkTemplates, withoutVariables } from '../../domain/messaging/templates.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { AppError, invalid, notFound, preconditionFailed } from '../../errors.ts';
import type {
  DeliveriesFilter,
  JobsFilter,
} from '../../repositories/messaging/notification-jobs.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** A broadcast as requested. Without `scheduled_at` it starts at once. */
export type JobRequest = Omit<JobDraft, 'scheduled_at' | 'type' | 'quest_id'> &
  Partial<Pick<JobDraft, 'type' | 'quest_id'>> & {
    readonly scheduled_at?: string | undefined;
  };

/** The clock skew allowed for a client's `scheduled_at`. */
const PAST_TOLERANCE_MS = 60_000;
/** The longest time ahead at which a job can be scheduled. */
const MAX_AHEAD_MS = 366 * 24 * 60 * 60 * 1_000;

/** A second broadcast with the same content by the same API key within this time is a duplicate. */
const DUPLICATE_MINUTES = 10;

/** Broadcasts: create, preview, schedule, cancel, statistics. */
export class NotificationJobsService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#now = deps.now;
  }

  /**
   * Creates a broadcast; a worker sends it when it is due.
   * @param mayRepeat creates the job even if it is a duplicate
   * @throws AppError VALIDATION_ERROR for an unknown variable, or a time in the past or too far
   *   ahead; FORBIDDEN for messenger ids by who does not see contacts; DUPLICATE_BROADCAST
   */
  async send(
    by: Administrator,
    request: JobRequest,
    { mayRepeat }: { mayRepeat: boolean },
  ): Promise<NotificationJob> {
    const draft = await this.draftOf(by, request);
    const content_hash = contentHash(request);
    return this.#store.transaction(async (tx) => {
      const origin = { created_by: ownerOf(by), content_hash };
      // Requests with `mayRepeat` lock too, so that a concurrent request without it sees their job.
      await tx.notificationJobs.lockContent(origin);
      const earlier = await tx.notificationJobs.findDuplicate(origin, DUPLICATE_MINUTES);
      if (earlier !== undefined && !mayRepeat) throw duplicateOf(earlier);
      return this.schedule(tx, by, draft, content_hash);
    });
  }

  /**
   * Validates a request.
   * @param columns the columns of a spreadsheet, which templates may use as variables
   * @throws AppError VALIDATION_ERROR, FORBIDDEN as `send`
   */
  async draftOf(
    by: Administrator,
    request: JobRequest,
    columns: readonly string[] = [],
  ): Promise<JobDraft> {
    checkContactFilters(by, filtersOf(request.audience));
    const { quest_id, quest_status } = filtersOf(request.audience);
    checkTemplates(request, { columns, namesQuest: quest_id !== undefined });
    if (quest_id !== undefined) await this.#checkQuest(quest_id, quest_status);
    const { scheduled_at = this.#now().toISOString() } = request;
    this.#checkTime(scheduled_at);
    return { type: 'message', quest_id: null, ...request, scheduled_at };
  }

  /**
   * Inserts a validated job and enqueues `run-notification-job` for `scheduled_at`. The recipients
   * of a spreadsheet must be inserted in the same transaction.
   */
  async schedule(
    tx: Tx,
    by: Administrator,
    draft: JobDraft,
    content_hash: string | null = null,
  ): Promise<NotificationJob> {
    const job = await tx.notificationJobs.insert(draft, {
      created_by: ownerOf(by),
      content_hash,
    });
    const { title, body, action_url, channels, scheduled_at } = job;
    await tx.audit.record(by, 'notification_job.create', job.id, {
      // The audience may hold thousands of ids; it is stored with the job.
      after: { title, body, action_url, channels, scheduled_at },
    });
    await this.#enqueue(tx, job);
    return job;
  }

  /**
   * Counts the recipients of a broadcast and renders samples, without contacts for who does not see
   * them. Stores nothing.
   *
   * @throws AppError VALIDATION_ERROR, FORBIDDEN as `send`
   */
  async preview(by: Administrator, request: JobRequest): Promise<JobPreview> {
    return this.previewIn(this.#store, by, await this.draftOf(by, request));
  }

  /** Previews a validated draft. For a spreadsheet audience it needs the `id` of its job. */
  async previewIn(
    store: Store | Tx,
    by: Pick<Administrator, 'scopes'>,
    draft: JobDraft & { readonly id?: number },
  ): Promise<JobPreview> {
    const now = this.#now().toISOString();
    const { people, reachable } = await store.read.notificationJobs.countAudience(draft);
    const samples = await store.read.notificationJobs.listSamples({
      ...draft,
      ...(seesContacts(by) ? {} : textsWithoutContacts(draft)),
      now,
    });
    return {
      count: people,
      recipients: {
        in_app: draft.channels.includes('in_app') ? people : 0,
        messenger: draft.channels.includes('messenger') ? reachable : 0,
      },
      samples,
    };
  }

  async list(filter: JobsFilter, request: NumberedRequest): Promise<Page<NotificationJob>> {
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
   * Lists the recipients of a job with their delivery status.
   * @throws AppError NOT_FOUND
   */
  async listDeliveries(
    id: number,
    filter: DeliveriesFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<JobDelivery, SortPosition>> {
    await this.get(id);
    return this.#store.read.notificationJobs.listDeliveries(id, filter, request);
  }

  /**
   * Cancels a job. Unsent messages are skipped; notifications in inboxes stay.
   * @throws AppError NOT_FOUND; JOB_NOT_CANCELLABLE for a job that has ended
   */
  async cancel(by: Administrator, id: number): Promise<NotificationJob> {
    return this.#store.transaction(async (tx) => {
      const { status } = await lockJob(tx, id);
      if (status !== 'scheduled' && status !== 'running') {
        throw new AppError('JOB_NOT_CANCELLABLE', `This job is already ${status}`);
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
   * Changes the time of a job that has not started.
   * @throws AppError VALIDATION_ERROR for a time in the past or too far ahead; NOT_FOUND;
   *   PRECONDITION_FAILED; JOB_NOT_RESCHEDULABLE for a job that has started
   */
  async reschedule(
    by: Administrator,
    { id, ifMatch }: Target,
    scheduled_at: string,
  ): Promise<NotificationJob> {
    this.#checkTime(scheduled_at);
    return this.#store.transaction(async (tx) => {
      const before = await lockJob(tx, id);
      if (!isExpected(before, ifMatch)) throw preconditionFailed(before);
      if (before.status !== 'scheduled') {
        throw new AppError('JOB_NOT_RESCHEDULABLE', `This job is already ${before.status}`);
      }
      if (before.scheduled_at === scheduled_at) return before;

      const job = await tx.notificationJobs.updateScheduledAt(id, scheduled_at);
      await tx.audit.record(by, 'notification_job.reschedule', job.id, {
        before: { scheduled_at: before.scheduled_at },
        after: { scheduled_at },
      });
      // The run queued for the old time does nothing: the job is not due then, or has started.
      await this.#enqueue(tx, job);
      return job;
    });
  }

  /** Only attendees of the quest's conference or event can count as not started. */
  async #checkQuest(id: number, status: QuestStatusFilter | undefined): Promise<void> {
    const quest = await this.#store.quests.find(id);
    if (!quest) throw invalid('quest_id', 'expected the id of a quest');
    const needsAttendees = status === 'not_started' || status === 'not_completed';
    if (needsAttendees && quest.conference_id === null && quest.event_id === null)
      throw invalid('quest_status', 'expected a quest with a conference or an event');
  }

  #checkTime(scheduled_at: string): void {
    const ahead = Date.parse(scheduled_at) - this.#now().getTime();
    if (ahead < -PAST_TOLERANCE_MS) throw invalid('scheduled_at', 'expected a time in the future');
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
    `Job ${id} is the same broadcast, created less than ${DUPLICATE_MINUTES} minutes ago; set force to true to create another`,
  );

async function lockJob(tx: Tx, id: number): Promise<NotificationJob> {
  const job = await tx.notificationJobs.lock(id);
  if (!job) throw notFound('job');
  return job;
}

const textsWithoutContacts = ({ title, body }: JobDraft) => ({
  title: withoutVariables(title, isContactField),
  body: withoutVariables(body, isContactField),
});
