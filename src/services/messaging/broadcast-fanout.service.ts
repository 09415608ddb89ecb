import type { Broadcast } from '../../domain/messaging/broadcasts.ts';
import { LATE_START_MS } from '../../domain/messaging/relative-times.ts';
import { stateOf } from '../../domain/quests/quests.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { completeBroadcasts } from './broadcasts.service.ts';
import type { PinsService } from './pins.service.ts';

/**
 * Recipients inserted per transaction. A batch takes under a second, and a cancellation waits for
 * one or two batches. Smaller batches make the whole fan-out slower, see bench/parts/fan-out.ts.
 */
const BATCH_SIZE = 10_000;
/** The clock skew allowed between the queue and this process. */
const CLOCK_SKEW_MS = 1_000;
/** Within this time the worker with the queued job has started it, unless it failed. */
const OVERDUE_AFTER_MS = 60_000;

interface Deps {
  readonly store: Store;
  readonly pins: PinsService;
  /** A job that would start later than this after `scheduled_at` fails. */
  readonly maxLatenessMs: number;
  readonly now: () => Date;
}

/** Inserts the recipients of due notification jobs, and takes those of recalled ones out of the inboxes. */
export class BroadcastFanoutService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Starts a due job, or continues one after an interrupted run. Does nothing for other jobs. Safe
   * to repeat, also in parallel: each user becomes a recipient once.
   * @throws the reason of `signal` when it aborts before the last batch; call again to continue
   */
  async run(jobId: number, signal: AbortSignal): Promise<void> {
    let hasMore = await this.#start(jobId);
    while (hasMore) {
      signal.throwIfAborted();
      hasMore = await this.#addRecipients(jobId);
      await this.#deps.store.statistics.updateGrown().catch(() => {});
    }
    await completeBroadcasts(this.#deps.store);
  }

  /**
   * Runs every job that is overdue: its queued job failed too often, or ran too early by a clock
   * that was ahead.
   * @throws AggregateError with the failures, after all jobs were tried
   */
  async runOverdue(signal: AbortSignal): Promise<void> {
    const before = new Date(this.#deps.now().getTime() - OVERDUE_AFTER_MS).toISOString();
    const failures: unknown[] = [];
    for (const id of await this.#deps.store.broadcasts.listOverdue(before)) {
      // A job that always fails must not stop the others.
      await this.run(id, signal).catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'overdue jobs failed');
  }

  /**
   * Enqueues the run of each job whose relative time has come, or whose conference or event does not take
   * place any more. Safe to repeat.
   */
  async startRelative(): Promise<{ started: number }> {
    return this.#deps.store.transaction(async (tx) => {
      await tx.anchoredBroadcasts.updateTimes();
      const due = await tx.anchoredBroadcasts.listDue(this.#deps.now().toISOString());
      for (const job_id of due) await tx.jobs.add('run-notification-job', { job_id });
      return { started: due.length };
    });
  }

  /**
   * Takes all notifications of a recalled job out of the inboxes. Safe to repeat, also in parallel.
   * @throws the reason of `signal` when it aborts before the last batch; call again to continue
   */
  async recall(jobId: number, signal: AbortSignal): Promise<void> {
    let after: number | null = 0;
    while (after !== null) {
      signal.throwIfAborted();
      after = await this.#hideAfter(jobId, after);
    }
  }

  async #hideAfter(jobId: number, after: number): Promise<number | null> {
    return this.#deps.store.transaction(async (tx) => {
      const job = await tx.broadcasts.lock(jobId);
      return job?.recalled_at ? tx.broadcastDeliveries.updateHidden(jobId, after) : null;
    });
  }

  /** Returns whether the job is running now. */
  async #start(jobId: number): Promise<boolean> {
    return this.#deps.store.transaction(async (tx) => {
      const job = await tx.broadcasts.lock(jobId);
      if (job?.status !== 'scheduled') return job?.status === 'running';
      const isStarted = await this.#startLocked(tx, job);
      if (isStarted !== undefined)
        await tx.webhookChanges.insertChanged('broadcast.changed', [jobId]);
      return isStarted ?? false;
    });
  }

  /** Returns whether the job is running now; undefined if it is not due. */
  async #startLocked(tx: Tx, job: Broadcast): Promise<boolean | undefined> {
    const jobId = job.id;
    await this.#lockConferences(tx, job);
    const { anchor } = job;
    const at = anchor ? await this.#relativeTime(tx, job) : job.scheduled_at;
    const lateMs = this.#deps.now().getTime() - Date.parse(at ?? '');
    if (lateMs < -CLOCK_SKEW_MS) return undefined;
    if (anchor && !(lateMs <= LATE_START_MS)) {
      await tx.anchoredBroadcasts.updateMissed(jobId);
      return false;
    }
    if (!anchor && lateMs > this.#deps.maxLatenessMs) {
      await tx.broadcasts.updateFailed(jobId, 'too_late');
      await tx.broadcastRecipients.deleteAllFor(jobId);
      return false;
    }
    if (await this.#isOver(tx, job)) {
      await tx.broadcasts.updateFailed(jobId, 'quest_over');
      return false;
    }
    await this.#deps.pins.removeBeyondLimit(tx, job);
    await tx.broadcasts.updateStarted(jobId);
    return true;
  }

  /** Once, with the strongest lock: that of the pin covers a relative time of the same conference. */
  async #lockConferences(tx: Tx, { pin, anchor }: Broadcast): Promise<void> {
    if (pin === null) return;
    await tx.conferences.lockMany([
      pin.conference_id,
      ...(anchor?.conference_id ? [anchor.conference_id] : []),
    ]);
  }

  /** Undefined without a conference or an event that takes place: with a lock, so that no move is missed. */
  async #relativeTime(tx: Tx, { pin, anchor }: Broadcast): Promise<string | undefined> {
    if (!anchor?.conference_id && !anchor?.event_id) return undefined;
    const isLocked = pin !== null && anchor.conference_id !== undefined;
    return isLocked
      ? tx.anchoredBroadcasts.findTime(anchor)
      : tx.anchoredBroadcasts.lockTime(anchor);
  }

  /** Whether the job is the reminder of a quest that is now hidden or over. */
  async #isOver(tx: Tx, { quest_id }: Broadcast): Promise<boolean> {
    if (quest_id === null) return false;
    const quest = await tx.quests.find(quest_id);
    const state = quest ? stateOf(quest, this.#deps.now()) : 'hidden';
    return state === 'hidden' || state === 'ended';
  }

  /** Inserts one batch under the job's lock, so that parallel runs never take the same users. */
  async #addRecipients(jobId: number): Promise<boolean> {
    return this.#deps.store.transaction(async (tx) => {
      const job = await tx.broadcasts.lock(jobId);
      if (job?.status !== 'running' || job.fixed_at !== null) return false;
      return this.#addBatch(tx, job);
    });
  }

  /** Returns whether there may be another batch. What is shown alone has no recipients. */
  async #addBatch(tx: Tx, job: Broadcast): Promise<boolean> {
    const now = this.#deps.now().toISOString();
    const batch =
      job.channels.length === 0
        ? { people: 0, last: null, messages: 0 }
        : await tx.broadcastDeliveries.insertRecipients(job, { limit: BATCH_SIZE, now });
    const isLast = batch.people < BATCH_SIZE;
    if (isLast) await tx.broadcastRecipients.deleteAllFor(job.id);
    await tx.broadcasts.updateProgress(job.id, batch, isLast);
    if (batch.messages > 0) await tx.jobs.add('send-messages', null);
    return !isLast;
  }
}
