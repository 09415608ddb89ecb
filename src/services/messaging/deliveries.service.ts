import type { Logger } from 'pino';
import { resultOfAttempt } from '../../domain/messaging/deliveries.ts';
import { messageHtml } from '../../domain/messaging/messages.ts';
import type { MessengerTransport } from '../../integrations/messenger/transport.ts';
import { atMostEvery } from '../../lib/at-most-every.ts';
import type {
  ClaimedMessage,
  DeliveryResult,
} from '../../repositories/messaging/deliveries.repository.ts';
import type { Store } from '../../repositories/store.ts';
import { type SendingReport, SendingRun } from './sending-run.service.ts';

/** Messages in flight per process. A killed process repeats at most these. */
const MAX_IN_FLIGHT = 50;
/** The poll interval of a waiting run: a new message may be due before the one it waits for. */
const POLL_MS = 1_000;
/** The poll interval while the rate limit is reached. At 25 per second a slot frees every 40 ms. */
const RATE_POLL_MS = 50;
/** A run waits for messages due within this time. Later ones wait for the next scheduled run. */
const MAX_WAIT_MS = 60_000;
/** After this time a run enqueues its successor: pg-boss considers a job without end dead. */
const MAX_RUN_MS = 5 * 60_000;
/**
 * A message claimed longer ago is not sent, so that the attempt ends within the lease. A process
 * that was suspended may have lost its messages to another one.
 */
const MAX_CLAIM_AGE_MS = 8_000;
/** How often a pause is logged: once for each pause after a refused token, for all messages in flight. */
const REPORT_MS = 60_000;

interface Claimed {
  readonly messages: readonly ClaimedMessage[];
  /** The delay before the next claim; undefined when no message is due soon. */
  readonly waitMs: number | undefined;
  /** The rest of a pause. */
  readonly pausedMs?: number;
}

/** Sends queued messenger messages. Any number of processes can do so in parallel. */
export class DeliveriesService {
  readonly #store: Store;
  readonly #transport: MessengerTransport | undefined;
  readonly #rate: number;
  readonly #retryDelayMs: number;
  readonly #log: Logger;
  readonly #mayReportPause = atMostEvery(REPORT_MS);
  readonly #mayReportRefusal = atMostEvery(REPORT_MS);

  constructor(deps: {
    store: Store;
    /** Without one, no message can leave: their deliveries end as `skipped: not_configured`. */
    transport: MessengerTransport | undefined;
    /** Messages per second, across all processes. */
    rate: number;
    /** The delay before the first retry of a message. */
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
   * Sends the due messages, and waits for those due within a minute. When `signal` aborts, it
   * claims no more messages and resolves once every message in flight has its result.
   */
  async run(signal: AbortSignal): Promise<SendingReport> {
    const run = new SendingRun(this.#store);
    const endsAt = performance.now() + MAX_RUN_MS;
    const hasTime = () => !signal.aborted && performance.now() < endsAt;
    let hasEnqueuedHelp = false;
    try {
      while (hasTime()) {
        const claimedAt = performance.now();
        // Reads it before the claim: a message that fails during the claim is queued again.
        const wasIdle = run.inFlight === 0;
        const claim = await this.#claim(run.id, MAX_IN_FLIGHT - run.inFlight);
        const { messages, waitMs, pausedMs = 0 } = claim;
        if (pausedMs > 0) await this.#reportPause(pausedMs);
        for (const message of messages) run.track(this.#attempt(message, claimedAt));
        if (run.inFlight === MAX_IN_FLIGHT && !hasEnqueuedHelp) {
          // One process is not enough. This job starts a run in another idle worker.
          await this.#store.jobs.add('send-messages', null);
          hasEnqueuedHelp = true;
        }
        if (waitMs === undefined && wasIdle) break;
        if (waitMs !== 0) await run.wait(Math.min(waitMs ?? POLL_MS, POLL_MS), signal);
        await run.completeJobs();
      }
    } finally {
      await run.end();
    }
    // The next run, in any worker, continues at once.
    if (!hasTime()) await this.#store.jobs.add('send-messages', null);
    return run.report;
  }

  async #claim(runId: string, limit: number): Promise<Claimed> {
    if (limit === 0) return { messages: [], waitMs: POLL_MS };
    return this.#store.transaction(async (tx) => {
      const { is_paused, holds_broadcasts, wait_ms } = await tx.deliveries.lockGate();
      const pausedMs = is_paused ? Number.POSITIVE_INFINITY : wait_ms;
      if (pausedMs > 0) return { messages: [], waitMs: unlessLong(pausedMs), pausedMs };

      const { messages, notClaimed } = await tx.deliveries.updateLeases(runId, {
        limit,
        rate: this.#rate,
        holds_broadcasts,
        canSend: this.#transport !== undefined,
      });
      if (messages.length + notClaimed > 0) return { messages, waitMs: 0 };
      const dueMs = await tx.deliveries.findNextDueMs();
      return { messages, waitMs: unlessLong(Math.max(dueMs ?? Infinity, RATE_POLL_MS)) };
    });
  }

  /** Runs outside the transaction of the claim, which locks the gate. */
  async #reportPause(pause_ms: number): Promise<void> {
    if (!this.#mayReportPause()) return;
    const due = await this.#store.deliveries.countDue();
    if (due === 0) return;
    const isByOperator = pause_ms === Number.POSITIVE_INFINITY;
    this.#log.warn(
      { due, ...(!isByOperator && { pause_ms }) },
      `deliveries: sending paused${isByOperator ? ' by an operator' : ''}, ${due} due messages wait`,
    );
  }

  /** Returns undefined when the claim is too old and the message was not sent. */
  async #attempt(message: ClaimedMessage, claimedAt: number): Promise<DeliveryResult | undefined> {
    if (!this.#transport || performance.now() - claimedAt > MAX_CLAIM_AGE_MS) return undefined;

    const { notification_id, user_id, messenger_id, title, body, action_url } = message;
    const outcome = await this.#transport.send({
      chat_id: messenger_id,
      html: messageHtml({ title, body }),
      keyboard: action_url === null ? [] : [[{ text: 'Open', url: action_url }]],
    });
    const result = resultOfAttempt(outcome, message.attempts, this.#retryDelayMs);
    if (outcome.kind === 'misconfigured' && this.#mayReportRefusal()) {
      this.#log.error(
        { pause_ms: result.pause_ms },
        'deliveries: messenger refused the bot token or the API address, sending paused',
      );
    }
    if (outcome.kind === 'refused' && outcome.reason === 'rejected') {
      this.#log.warn(
        { notification_id, description: outcome.description },
        'deliveries: messenger rejected a message, it is not retried',
      );
    }
    return { notification_id, user_id, ...result };
  }
}

const unlessLong = (ms: number): number | undefined => (ms > MAX_WAIT_MS ? undefined : ms);
