import type { Administrator } from '../../domain/administration/administrators.ts';
import { checkSeesContacts } from '../../domain/administration/contacts.ts';
import { differences } from '../../domain/changes.ts';
import type { Pin } from '../../domain/messaging/announcements.ts';
import { filtersOf } from '../../domain/messaging/audiences.ts';
import {
  checkEditable,
  checkMaySend,
  checkMayShow,
  type EditableBroadcast,
  notEditable,
  stateOf,
} from '../../domain/messaging/broadcast-states.ts';
import {
  type Broadcast,
  type BroadcastContent,
  contentHash,
} from '../../domain/messaging/broadcasts.ts';
import type { RelativeTime } from '../../domain/messaging/relative-times.ts';
import { isExpected, type Target } from '../../domain/versions.ts';
import { AppError, preconditionFailed } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import {
  type BroadcastRequest,
  type BroadcastsService,
  lockBroadcast,
} from './broadcasts.service.ts';
import type { PinsService } from './pins.service.ts';

/** The new content of a broadcast. A draft that gets the status `scheduled` is sent. */
export interface BroadcastEdit
  extends Omit<BroadcastRequest, 'scheduled_at' | 'pin' | 'type' | 'quest_id'> {
  /** Undefined keeps the pin. */
  readonly pin?: Pin | null | undefined;
  /** Null for as soon as it is scheduled; undefined keeps the time. */
  readonly scheduled_at?: string | RelativeTime | null | undefined;
  /** Undefined keeps the status. */
  readonly status?: EditableBroadcast['status'] | undefined;
}

/** Changes of broadcasts: edit, cancel, reschedule, retry, recall, delete. */
export class BroadcastChangesService {
  readonly #deps;

  constructor(deps: {
    store: Store;
    broadcasts: BroadcastsService;
    pins: PinsService;
    now: () => Date;
  }) {
    this.#deps = deps;
  }

  /**
   * Replaces the content of a draft, or of a broadcast that has not started, and changes its status:
   * `scheduled` sends a draft at its time or at once, `draft` takes a scheduled one back.
   *
   * @param mayRepeat schedules it even if it is a duplicate
   * @throws AppError VALIDATION_ERROR, FORBIDDEN, CONFLICT, DUPLICATE_BROADCAST, PIN_LIMIT as `send`; FORBIDDEN
   *   without the scope `broadcasts:send`, unless a draft stays one and as `checkMayShow`, and for an audience
   *   by messenger ids without the scope `people:contacts`; NOT_FOUND; PRECONDITION_FAILED;
   *   JOB_NOT_EDITABLE for a job that has started, a reminder of a quest, or one with a spreadsheet
   */
  async edit(
    by: Administrator,
    { id, ifMatch }: Target,
    { status: wantedStatus, scheduled_at, pin: givenPin, ...request }: BroadcastEdit,
    { mayRepeat }: { mayRepeat: boolean },
  ): Promise<Broadcast> {
    checkMayShow(by, { ...request, pin: givenPin ?? null });
    const content = await this.#deps.broadcasts.contentOf(request);
    return this.#deps.store.transaction(async (tx) => {
      const before = await lockBroadcast(tx, id);
      if (!isExpected(before, ifMatch)) throw preconditionFailed(before);
      checkEditable(before);
      // They read the audience without these ids, and would send it back to more users.
      if (filtersOf(before.audience).messenger_ids !== undefined) checkSeesContacts(by);
      const status = wantedStatus ?? before.status;
      const isDraft = status === 'draft';
      if (!isDraft || before.status !== 'draft') checkMaySend(by);
      const time = await this.#timeOf(tx, before, scheduled_at);
      const pin = givenPin === undefined ? before.pin : givenPin;
      await this.#deps.pins.check(tx, { ...content, pin });
      const wanted = { ...content, status, pin, ...time };
      const { before: old, after } = differences<Broadcast>(before, wanted);
      if (Object.keys(after).length === 0) return before;

      const job = isDraft
        ? await tx.broadcasts.updateContent(id, { ...wanted, content_hash: null })
        : await this.#updateScheduled(tx, by, { ...wanted, id }, { mayRepeat });
      if (after.status) await tx.webhookChanges.insertChanged('broadcast.changed', [id]);
      // The audience may hold thousands of ids; it is stored with the job.
      await tx.audit.record(by, 'notification_job.update', id, {
        before: { ...old, audience: undefined },
        after: { ...after, audience: undefined },
      });
      if (!isDraft) await this.#deps.broadcasts.enqueue(tx, job);
      return job;
    });
  }

  /**
   * Deletes a draft.
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED; JOB_NOT_EDITABLE for any other job
   */
  async delete(by: Administrator, { id, ifMatch }: Target): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      const before = await lockBroadcast(tx, id);
      if (!isExpected(before, ifMatch)) throw preconditionFailed(before);
      if (before.status !== 'draft')
        throw notEditable(`This job is ${before.status}, not a draft`, 'status', {
          status: before.status,
        });
      await tx.webhookChanges.insertDeleted('broadcast.changed', [id]);
      await tx.broadcasts.delete(id);
      await tx.audit.record(by, 'notification_job.delete', id, { before: { title: before.title } });
    });
  }

  /**
   * Cancels a job. Unsent messages are skipped; notifications in inboxes stay.
   * @throws AppError NOT_FOUND; JOB_NOT_CANCELLABLE for a draft and a job that has ended
   */
  async cancel(by: Administrator, id: number): Promise<Broadcast> {
    return this.#deps.store.transaction(async (tx) => {
      const { status } = await lockBroadcast(tx, id);
      if (status !== 'scheduled' && status !== 'running') {
        throw new AppError('JOB_NOT_CANCELLABLE', stateOf(status));
      }
      const cancelled = await tx.broadcasts.updateCancelled(id);
      await tx.webhookChanges.insertChanged('broadcast.changed', [id]);
      if (status === 'running') await tx.broadcastDeliveries.updateQueuedToSkipped(id);
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
   * @throws AppError VALIDATION_ERROR, CONFLICT for a time as `send`; NOT_FOUND; PRECONDITION_FAILED;
   *   JOB_NOT_RESCHEDULABLE for a draft and a job that has started
   */
  async reschedule(
    by: Administrator,
    { id, ifMatch }: Target,
    given: string | RelativeTime,
  ): Promise<Broadcast> {
    const time = await this.#deps.broadcasts.timeOf(this.#deps.store, given);
    this.#deps.broadcasts.checkTime(time);
    return this.#deps.store.transaction(async (tx) => {
      const before = await lockBroadcast(tx, id);
      if (!isExpected(before, ifMatch)) throw preconditionFailed(before);
      if (before.status !== 'scheduled') {
        throw new AppError('JOB_NOT_RESCHEDULABLE', stateOf(before.status));
      }
      const { before: old, after } = differences<Broadcast>(before, time);
      if (Object.keys(after).length === 0) return before;

      const job = await tx.broadcasts.updateScheduledAt(id, time);
      await tx.audit.record(by, 'notification_job.reschedule', id, { before: old, after });
      // The run queued for the old time does nothing: the job is not due then, or has started.
      await this.#deps.broadcasts.enqueue(tx, job);
      return job;
    });
  }

  /**
   * Sends the failed messages of a job again, to users whom a message would reach now. Without one, nothing
   * changes.
   *
   * @throws AppError NOT_FOUND; JOB_NOT_RETRYABLE for a job that is neither running nor completed, or was
   *   recalled
   */
  async retry(
    by: Administrator,
    id: number,
  ): Promise<{ readonly job: Broadcast; readonly retried: number }> {
    return this.#deps.store.transaction(async (tx) => {
      const before = await lockBroadcast(tx, id);
      if (before.status !== 'running' && before.status !== 'completed') {
        throw new AppError('JOB_NOT_RETRYABLE', stateOf(before.status));
      }
      if (before.recalled_at !== null)
        throw new AppError('JOB_NOT_RETRYABLE', 'This job was recalled');
      const retried = await tx.broadcastDeliveries.updateFailedToQueued(id);
      if (retried === 0) return { job: before, retried };
      const job = await tx.broadcasts.updateRetried(id);
      if (job.status !== before.status)
        await tx.webhookChanges.insertChanged('broadcast.changed', [id]);
      await tx.audit.record(by, 'notification_job.retry', id, { after: { retried } });
      await tx.jobs.add('send-messages', null);
      return { job, retried };
    });
  }

  /**
   * Withdraws a job that has started: stops it, and takes its notifications out of the inboxes. Workers
   * delete its messages, or edit those that are too old for that, also the ones in flight now. Safe to
   * repeat.
   *
   * @throws AppError NOT_FOUND; JOB_NOT_RECALLABLE for a job that never started
   */
  async recall(by: Administrator, id: number): Promise<Broadcast> {
    return this.#deps.store.transaction(async (tx) => {
      const before = await lockBroadcast(tx, id);
      if (before.started_at === null)
        throw new AppError('JOB_NOT_RECALLABLE', 'This job has not started');
      const isFirst = before.recalled_at === null;
      const job = isFirst ? await tx.broadcasts.updateRecalled(id) : before;
      if (isFirst) await this.#stop(tx, by, before, job);
      const hidden = await tx.broadcastDeliveries.updateHidden(id, 0);
      if (hidden !== null) await tx.jobs.add('recall-notification-job', { job_id: id });
      await tx.jobs.add('send-messages', null);
      return job;
    });
  }

  async #stop(
    tx: Tx,
    by: Administrator,
    before: Broadcast,
    { id, status }: Broadcast,
  ): Promise<void> {
    if (before.status === 'running') await tx.broadcastDeliveries.updateQueuedToSkipped(id);
    await tx.broadcastRecipients.deleteAllFor(id);
    if (before.status !== status) await tx.webhookChanges.insertChanged('broadcast.changed', [id]);
    await tx.audit.record(by, 'notification_job.recall', id, {
      before: { status: before.status },
      after: { status },
    });
  }

  /** The time of an edited job. One that is relative to what does not take place can be kept. */
  async #timeOf(tx: Tx, { scheduled_at, anchor }: Broadcast, given: BroadcastEdit['scheduled_at']) {
    const isSame = (time: RelativeTime) =>
      Object.keys(differences({ anchor }, { anchor: time }).after).length === 0;
    const isKept = given === undefined || (typeof given === 'object' && given && isSame(given));
    return isKept ? { scheduled_at, anchor } : this.#deps.broadcasts.timeOf(tx, given);
  }

  async #updateScheduled(
    tx: Tx,
    by: Administrator,
    { id, ...wanted }: BroadcastContent & Pick<Broadcast, 'id' | 'status'>,
    { mayRepeat }: { mayRepeat: boolean },
  ): Promise<Broadcast> {
    const { anchor, pin } = wanted;
    const given = anchor ?? wanted.scheduled_at ?? undefined;
    const content_hash = contentHash({ ...wanted, scheduled_at: given });
    await this.#deps.broadcasts.checkDuplicate(tx, by, {
      content_hash,
      except: id,
      mayRepeat,
    });
    // What was kept with the draft may have moved or ended since.
    const kept = anchor && (await this.#deps.broadcasts.timeOf(tx, anchor)).scheduled_at;
    const scheduled_at = kept ?? wanted.scheduled_at ?? this.#deps.now().toISOString();
    this.#deps.broadcasts.checkTime({ scheduled_at, anchor });
    await this.#deps.pins.checkLimit(tx, pin, { scheduled_at, except: id });
    return tx.broadcasts.updateContent(id, { ...wanted, scheduled_at, content_hash });
  }
}
