import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { messengerCalled } from '../../lib/observations.ts';
import type { EditedMessage } from '../../repositories/messaging/bot-messages.repository.ts';
import type { DeliveryResult } from '../../repositories/messaging/deliveries.repository.ts';
import type { Store } from '../../repositories/store.ts';
import { completeBroadcasts } from './broadcasts.service.ts';

/** The interval of the check for completed notification jobs. */
const COMPLETE_INTERVAL_MS = 2_000;
/**
 * Retry window for recording a send result (longer than a database restart), and the delay between
 * attempts.
 */
const RECORD_TIMEOUT_MS = 60_000;
const RECORD_RETRY_MS = 500;

export type CallResult =
  | { readonly kind: 'sent'; readonly result: DeliveryResult }
  | { readonly kind: 'edited'; readonly result: EditedMessage };

/** The number of attempts to send a message, by resulting status. */
export type SendingReport = Readonly<Record<DeliveryResult['status'], number>>;

/** One run: its calls in flight and their results. */
export class SendingRun {
  readonly id = randomUUID();
  readonly #store: Store;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #userUpdates = new Set<Promise<void>>();
  readonly #counts = { sent: 0, failed: 0, queued: 0 };
  #results: CallResult[] = [];
  #writing: Promise<void> | undefined;
  #nextWrite: Promise<void> | undefined;
  #failure: unknown;
  #completedAt = performance.now();

  constructor(store: Store) {
    this.#store = store;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  get report(): SendingReport {
    return this.#counts;
  }

  /** Counts a call as in flight until its result is recorded. */
  track(attempt: Promise<CallResult | undefined>): void {
    const finished = this.#finish(attempt).finally(() => this.#inFlight.delete(finished));
    this.#inFlight.add(finished);
  }

  /**
   * Waits until a message in flight is finished, for at most `ms`.
   * @throws Error when a result could not be recorded
   */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    await Promise.race([...this.#inFlight, pause(ms, signal)]);
    if (this.#failure) throw this.#failure;
  }

  /** Completes jobs without unfinished messages, at most once per `COMPLETE_INTERVAL_MS`. */
  async completeJobs(): Promise<void> {
    if (performance.now() - this.#completedAt < COMPLETE_INTERVAL_MS) return;
    await completeBroadcasts(this.#store);
    this.#completedAt = performance.now();
  }

  async end(): Promise<void> {
    await Promise.all(this.#inFlight);
    await Promise.all(this.#userUpdates);
    await completeBroadcasts(this.#store);
  }

  /** Never rejects: no caller may be awaiting it. */
  async #finish(attempt: Promise<CallResult | undefined>): Promise<void> {
    try {
      const result = await attempt;
      if (!result) return;
      if (result.kind === 'sent') {
        this.#counts[result.result.status] += 1;
        messengerCalled.publish({ kind: 'sent', result: result.result.status });
      } else messengerCalled.publish({ kind: 'edited', result: resultOf(result.result) });
      await this.#record(result);
    } catch (error) {
      this.#failure = error;
    }
  }

  /**
   * Runs one statement at a time. Results that arrive while it runs are batched into the next one.
   */
  #record(result: CallResult): Promise<void> {
    this.#results.push(result);
    this.#nextWrite ??= this.#writeNext();
    return this.#nextWrite;
  }

  async #writeNext(): Promise<void> {
    await this.#writing?.catch(() => {});
    this.#writing = this.#nextWrite;
    this.#nextWrite = undefined;
    const results = this.#results;
    this.#results = [];
    // A sent message without a recorded result is sent again.
    await untilWritten(() => this.#write(results));
    const unreachable = results.map(({ result }) => result).filter((one) => one.is_unreachable);
    if (unreachable.length > 0) this.#markUnreachable(unreachable.map(({ user_id }) => user_id));
  }

  /**
   * A statement of its own, because the results cannot wait: an import may lock users for a long
   * time.
   */
  #markUnreachable(userIds: readonly number[]): void {
    const updating = untilWritten(() => this.#store.users.updateUnreachable(userIds))
      .catch((error) => {
        this.#failure = error;
      })
      .finally(() => this.#userUpdates.delete(updating));
    this.#userUpdates.add(updating);
  }

  async #write(results: readonly CallResult[]): Promise<void> {
    const pauseMs = Math.max(...results.map(({ result }) => result.pause_ms));
    const sent = results.flatMap((one) => (one.kind === 'sent' ? [one.result] : []));
    const edited = results.flatMap((one) => (one.kind === 'edited' ? [one.result] : []));
    const chatPauseMs = Math.max(0, ...edited.map(({ chat_pause_ms }) => chat_pause_ms));
    await this.#store.transaction(async (tx) => {
      // The gate is locked before the deliveries, as in a claim, to avoid deadlocks.
      if (pauseMs > 0) await tx.deliveries.updatePause(pauseMs);
      if (chatPauseMs > 0) await tx.deliveries.lockSendRate();
      if (sent.length > 0) await tx.deliveries.updateResults(this.id, sent);
      if (edited.length > 0) await tx.botMessages.updateEdited(this.id, edited);
      if (chatPauseMs > 0) await tx.sendRateLock.updateSlowed(chatPauseMs);
    });
  }
}

/** @throws the error of the last attempt, after `RECORD_TIMEOUT_MS` */
async function untilWritten(write: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + RECORD_TIMEOUT_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(RECORD_RETRY_MS);
    }
  }
}

const resultOf = ({ is_done, delay_ms }: EditedMessage): 'edited' | 'failed' | 'due' => {
  if (is_done) return 'edited';
  return delay_ms === null ? 'failed' : 'due';
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});
