import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { resultOfAttempt } from '../../domain/messaging/deliveries.ts';
import { messageHtml } from '../../domain/messaging/messages.ts';
import type { MessengerTransport } from '../../integrations/messenger/transport.ts';
import type {
  ClaimedMessage,
  DeliveryResult,
} from '../../repositories/messaging/deliveries.repository.ts';
import type { Store } from '../../repositories/store.ts';

/** How many messages one process has on their way, which is what a kill can repeat. */
const MAX_IN_FLIGHT = 50;
/** A run that waits looks this often: something new may come before what it waits for. */
const LOOK_MS = 1_000;
/** The same while the rate is used up; at 25 a second one is free every 40 ms. */
const RATE_LOOK_MS = 50;
/** A run stays while something falls due within this time; after it the schedule begins another. */
const STAY_MS = 60_000;
/** Then a run hands over to a new one: the queue takes those that never end for dead. */
const RUN_MS = 5 * 60_000;
/** How often jobs are looked at that may be done by now. */
const COMPLETE_MS = 2_000;
/**
 * A message claimed longer ago is not sent, so that its attempt ends within its lease. A process that
 * was stopped for a while finds out so that others have taken over.
 */
const FRESH_MS = 8_000;
/**
 * How long what came of a message is tried to be written down, longer than a database takes to start
 * anew, and how long between two tries.
 */
const RECORD_MS = 60_000;
const RECORD_RETRY_MS = 500;

/** How many attempts ended so. */
export type SendingReport = Readonly<Record<DeliveryResult['status'], number>>;

/** Brings people the messages that wait for them. Any number of processes may do so at once. */
export class DeliveriesService {
  readonly #store: Store;
  readonly #transport: MessengerTransport;
  readonly #rate: number;
  readonly #retryDelayMs: number;
  readonly #log: Logger;

  constructor(deps: {
    store: Store;
    transport: MessengerTransport;
    /** Messages a second, of all processes together. */
    rate: number;
    /** How long after its first failure a message is tried again. */
    retryDelayMs: number;
    log: Logger;
  }) {
    this.#store = deps.store;
    this.#transport = deps.transport;
    this.#rate = deps.rate;
    this.#retryDelayMs = deps.retryDelayMs;
    this.#log = deps.log;
  }

  /**
   * Sends what is due, and waits for what falls due within a minute. After `signal` it claims
   * nothing more, and ends when all that is on its way has its answer.
   */
  async run(signal: AbortSignal): Promise<SendingReport> {
    const run = new SendingRun(this.#store);
    const endsAt = performance.now() + RUN_MS;
    const hasTime = () => !signal.aborted && performance.now() < endsAt;
    let hasHelp = false;
    try {
      while (hasTime()) {
        const claimedAt = performance.now();
        const { messages, waitMs } = await this.#claim(run.id, MAX_IN_FLIGHT - run.inFlight);
        for (const message of messages) run.follow(this.#attempt(message, claimedAt));
        if (run.inFlight === MAX_IN_FLIGHT && !hasHelp) {
          // More than one process can carry: if another is free, it joins in.
          await this.#store.jobs.add('send-messages', null);
          hasHelp = true;
        }
        if (waitMs === undefined && run.inFlight === 0) break;
        if (waitMs !== 0) await run.next(Math.min(waitMs ?? LOOK_MS, LOOK_MS), signal);
        await run.completeJobs();
      }
    } finally {
      await run.end();
    }
    // Whoever comes next, here or elsewhere, goes on at once.
    if (!hasTime()) await this.#store.jobs.add('send-messages', null);
    return run.report;
  }

  /** `waitMs` is how long to wait before the next claim, undefined when nothing is to be waited for. */
  async #claim(
    runId: string,
    limit: number,
  ): Promise<{ messages: readonly ClaimedMessage[]; waitMs: number | undefined }> {
    if (limit === 0) return { messages: [], waitMs: LOOK_MS };
    return this.#store.transaction(async (tx) => {
      const pausedMs = await tx.deliveries.lockGate();
      if (pausedMs > 0) return { messages: [], waitMs: unlessLong(pausedMs) };

      const { messages, passedOver } = await tx.deliveries.updateLeases(runId, {
        limit,
        rate: this.#rate,
      });
      if (messages.length + passedOver > 0) return { messages, waitMs: 0 };
      const dueMs = await tx.deliveries.findNextDueMs();
      return { messages, waitMs: unlessLong(Math.max(dueMs ?? Infinity, RATE_LOOK_MS)) };
    });
  }

  /** Undefined when the message was not sent, since it is too late for that. */
  async #attempt(message: ClaimedMessage, claimedAt: number): Promise<DeliveryResult | undefined> {
    if (performance.now() - claimedAt > FRESH_MS) return undefined;

    const { notification_id, user_id, messenger_id, title, body, action_url } = message;
    const outcome = await this.#transport.send({
      chat_id: messenger_id,
      html: messageHtml({ title, body }),
      action_url,
    });
    if (outcome.kind === 'misconfigured') {
      this.#log.error('the messenger does not know our bot: nothing can be sent');
    }
    if (outcome.kind === 'refused' && outcome.reason === 'rejected') {
      const { description } = outcome;
      this.#log.warn({ notification_id, description }, 'the messenger rejects a message');
    }
    const verdict = resultOfAttempt(outcome, message.attempts, this.#retryDelayMs);
    return { notification_id, user_id, ...verdict };
  }
}

const unlessLong = (ms: number): number | undefined => (ms > STAY_MS ? undefined : ms);

/** One run: what it has on its way, and what came of it. */
class SendingRun {
  readonly id = randomUUID();
  readonly #store: Store;
  readonly #flights = new Set<Promise<void>>();
  readonly #refusals = new Set<Promise<void>>();
  readonly #counts = { sent: 0, failed: 0, queued: 0 };
  #results: DeliveryResult[] = [];
  #writing: Promise<void> | undefined;
  #nextWrite: Promise<void> | undefined;
  #failure: unknown;
  #completedAt = performance.now();

  constructor(store: Store) {
    this.#store = store;
  }

  get inFlight(): number {
    return this.#flights.size;
  }

  get report(): SendingReport {
    return this.#counts;
  }

  /** A message is on its way until what came of it is written down. */
  follow(attempt: Promise<DeliveryResult | undefined>): void {
    const flight = this.#finish(attempt).finally(() => this.#flights.delete(flight));
    this.#flights.add(flight);
  }

  /**
   * Waits until another message can be taken on, at most `ms`.
   * @throws Error when a result could not be written down
   */
  async next(ms: number, signal: AbortSignal): Promise<void> {
    await Promise.race([...this.#flights, pause(ms, signal)]);
    if (this.#failure) throw this.#failure;
  }

  /** Marks jobs as done whose last message is; looks now and then only. */
  async completeJobs(): Promise<void> {
    if (performance.now() - this.#completedAt < COMPLETE_MS) return;
    await this.#store.notificationJobs.updateCompleted();
    this.#completedAt = performance.now();
  }

  async end(): Promise<void> {
    await Promise.all(this.#flights);
    await Promise.all(this.#refusals);
    await this.#store.notificationJobs.updateCompleted();
  }

  /** Never rejects: nobody may be listening when it ends. */
  async #finish(attempt: Promise<DeliveryResult | undefined>): Promise<void> {
    try {
      const result = await attempt;
      if (!result) return;
      this.#counts[result.status] += 1;
      await this.#record(result);
    } catch (error) {
      this.#failure = error;
    }
  }

  /** One statement at a time; the results that come meanwhile go together with the next. */
  #record(result: DeliveryResult): Promise<void> {
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
    // What was sent and is not written down is sent again.
    await persistently(() => this.#write(results));
    const refused = results.filter(({ is_unreachable }) => is_unreachable);
    if (refused.length > 0) this.#noteRefusals(refused.map(({ user_id }) => user_id));
  }

  /** Apart from the results: an import can hold people for longer than those can wait. */
  #noteRefusals(userIds: readonly number[]): void {
    const noting = persistently(() => this.#store.users.updateUnreachable(userIds))
      .catch((error) => {
        this.#failure = error;
      })
      .finally(() => this.#refusals.delete(noting));
    this.#refusals.add(noting);
  }

  async #write(results: readonly DeliveryResult[]): Promise<void> {
    const pauseMs = Math.max(...results.map(({ pause_ms }) => pause_ms));
    await this.#store.transaction(async (tx) => {
      // The gate before its messages, as in a claim.
      if (pauseMs > 0) await tx.deliveries.updatePause(pauseMs);
      await tx.deliveries.updateResults(this.id, results);
    });
  }
}

/** @throws what the last try did, once there was no more time */
async function persistently(write: () => Promise<void>): Promise<void> {
  const givesUpAt = performance.now() + RECORD_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() > givesUpAt) throw error;
      await sleep(RECORD_RETRY_MS);
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});
