import type { Logger } from 'pino';
import {
  type ChangeOutcome,
  resultOfAttempt,
  type SendOutcome,
} from '../../domain/messaging/deliveries.ts';
import { resultOfEdit } from '../../domain/messaging/edits.ts';
import type { MessengerTransport } from '../../integrations/messenger/transport.ts';
import { atMostEvery } from '../../lib/at-most-every.ts';
import type { Store } from '../../repositories/store.ts';
import type { Assignment, DeliveryLeasesService } from './delivery-leases.service.ts';
import { type CallResult, type SendingReport, SendingRun } from './sending-run.service.ts';

/** Messages in flight per process. A killed process repeats at most these. */
const MAX_IN_FLIGHT = 50;
/** The poll interval of a waiting run: a new message may be due before the one it waits for. */
const POLL_MS = 1_000;
/** After this time a run enqueues its successor: pg-boss considers a job without end dead. */
const MAX_RUN_MS = 5 * 60_000;
/**
 * A message claimed longer ago is not sent, so that the attempt ends within the lease. A process
 * that was suspended may have lost its messages to another one.
 */
const MAX_CLAIM_AGE_MS = 8_000;
/** How often a pause is logged: once for each pause after a refused token, for all messages in flight. */
const REPORT_MS = 60_000;

interface Deps {
  readonly store: Store;
  /** Without one, no message can leave: their deliveries end as `skipped: not_configured`. */
  readonly transport: MessengerTransport | undefined;
  readonly claims: DeliveryLeasesService;
  /** The delay before the first retry of a message. */
  readonly retryDelayMs: number;
  readonly log: Logger;
}

/** Sends queued messenger messages, and edits those whose texts are no longer true. Any number of processes can do so in parallel. */
export class DeliveriesService {
  readonly #deps: Deps;
  readonly #mayReportPause = atMostEvery(REPORT_MS);
  readonly #mayReportRefusal = atMostEvery(REPORT_MS);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Sends the due messages, and waits for those due within a minute. When `signal` aborts, it
   * claims no more messages and resolves once every message in flight has its result.
   */
  async run(signal: AbortSignal): Promise<SendingReport> {
    const run = new SendingRun(this.#deps.store);
    const endsAt = performance.now() + MAX_RUN_MS;
    const hasTime = () => !signal.aborted && performance.now() < endsAt;
    let hasEnqueuedHelp = false;
    try {
      while (hasTime()) {
        const claimedAt = performance.now();
        // Reads it before the claim: a message that fails during the claim is queued again.
        const wasIdle = run.inFlight === 0;
        const claim = await this.#deps.claims.claim(run.id, MAX_IN_FLIGHT - run.inFlight);
        const { assignments, waitMs, pausedMs = 0 } = claim;
        if (pausedMs > 0) await this.#reportPause(pausedMs);
        for (const assignment of assignments) run.track(this.#attempt(assignment, claimedAt));
        if (run.inFlight === MAX_IN_FLIGHT && !hasEnqueuedHelp) {
          // One process is not enough. This job starts a run in another idle worker.
          await this.#deps.store.jobs.add('send-messages', null);
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
    if (!hasTime()) await this.#deps.store.jobs.add('send-messages', null);
    return run.report;
  }

  /** Runs outside the transaction of the claim, which locks the gate. */
  async #reportPause(pause_ms: number): Promise<void> {
    if (!this.#mayReportPause()) return;
    const due = await this.#deps.store.deliveries.countDue();
    if (due === 0) return;
    const isByOperator = pause_ms === Number.POSITIVE_INFINITY;
    this.#deps.log.warn(
      { due, ...(!isByOperator && { pause_ms }) },
      `deliveries: sending paused${isByOperator ? ' by an operator' : ''}, ${due} due messages wait`,
    );
  }

  /** Returns undefined when the claim is too old and the call was not made. */
  async #attempt(assignment: Assignment, claimedAt: number): Promise<CallResult | undefined> {
    if (!this.#deps.transport || performance.now() - claimedAt > MAX_CLAIM_AGE_MS) return undefined;

    return assignment.kind === 'send'
      ? this.#send(this.#deps.transport, assignment)
      : this.#change(this.#deps.transport, assignment);
  }

  async #send(
    transport: MessengerTransport,
    { message, call, bot_message_id }: Extract<Assignment, { kind: 'send' }>,
  ): Promise<CallResult> {
    const { user_id, chat_id, attempts, notification_id } = message;
    const { text, entities, keyboard } = call;
    const outcome = await transport.send({ chat_id, text, entities, keyboard });
    const result = resultOfAttempt(outcome, attempts, this.#deps.retryDelayMs);
    this.#report(outcome, result.pause_ms, notification_id);
    const message_id = outcome.kind === 'sent' ? outcome.message_id : null;
    const ids = { bot_message_id, user_id, chat_id, notification_id, message_id };
    return { kind: 'sent', result: { ...ids, ...result } };
  }

  async #change(
    transport: MessengerTransport,
    { message, call }: Extract<Assignment, { kind: 'change' }>,
  ): Promise<CallResult> {
    const { bot_message_id, user_id, chat_id, message_id, attempts, notification_id } = message;
    const { text, entities, keyboard } = call;
    const outcome = await (call.kind === 'edit'
      ? transport.edit({ chat_id, message_id, text, entities, keyboard })
      : transport.delete({ chat_id, message_id }));
    const result = resultOfEdit(outcome, call.kind, attempts, this.#deps.retryDelayMs);
    this.#report(outcome, result.pause_ms, notification_id);
    const is_lost = result.is_lost && call.kind === 'edit' && call.is_ahead;
    const ids = { bot_message_id, user_id, chat_id, content_hash: call.content_hash };
    return { kind: 'edited', result: { ...ids, ...result, is_lost } };
  }

  #report(
    outcome: SendOutcome | ChangeOutcome,
    pause_ms: number,
    notification_id: number | null,
  ): void {
    if (outcome.kind === 'misconfigured' && this.#mayReportRefusal()) {
      this.#deps.log.error(
        { pause_ms },
        'deliveries: messenger refused the bot token or the API address, sending paused',
      );
    }
    if (outcome.kind === 'refused' && outcome.reason === 'rejected') {
      this.#deps.log.warn(
        { notification_id, description: outcome.description },
        'deliveries: messenger rejected a message, it is not retried',
      );
    }
  }
}
