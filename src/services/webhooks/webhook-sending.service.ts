import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type AfterCall, afterCall } from '../../domain/webhooks/webhook-deliveries.ts';
import type { TimedOutcome } from '../../integrations/webhooks/webhook-http.ts';
import { firstMessageId } from '../../lib/message-ids.ts';
import { webhookCalled } from '../../lib/observations.ts';
import type { Store } from '../../repositories/store.ts';
import type { LeasedDelivery } from '../../repositories/webhooks/webhook-deliveries.repository.ts';
import type { AdminAuthenticationService } from '../administration/admin-authentication.service.ts';
import type { WebhookCallsService } from './webhook-calls.service.ts';
import type {
  MadeMessages,
  SwitchedOff,
  WebhookMessagesService,
} from './webhook-messages.service.ts';

/** What one conference changes within this time is one message. */
const GROUP_MS = 1_000;
/** Calls in flight per process. A killed process repeats at most these. */
const MAX_IN_FLIGHT = 32;
/** A delivery that was leased longer ago is not called, so that its call ends within the lease. */
const MAX_LEASE_AGE_MS = 10_000;
/** After this time a run enqueues its successor: pg-boss considers a job without end dead. */
const MAX_RUN_MS = 5 * 60_000;
/** The time that calls in flight have when the process stops; later ones are repeated. */
const STOP_MS = 8_000;
const KEPT_MS = 7 * 24 * 3_600_000;
const SWEEP_MS = 60_000;
const SWEPT_AT_ONCE = 5_000;

/** The number of calls by the status that they resulted in; `unknown` are repeated. */
export type WebhookReport = Record<'sent' | 'failed' | 'queued' | 'skipped' | 'unknown', number>;

interface Deps {
  readonly store: Store;
  readonly messages: WebhookMessagesService;
  readonly calls: WebhookCallsService;
  readonly adminAuthentication: Pick<AdminAuthenticationService, 'listen' | 'onChange'>;
  readonly log: Logger;
  readonly now: () => Date;
}

interface Run {
  readonly id: string;
  readonly inFlight: Set<Promise<void>>;
  readonly stopping: AbortController;
  readonly report: WebhookReport;
}

interface Plan extends MadeMessages {
  readonly leased: readonly LeasedDelivery[];
}

/** Sends the messages of webhooks. Any number of processes can do so in parallel. */
export class WebhookSendingService {
  readonly #deps: Deps;
  #isListening = false;
  /** Whether a key may have changed since the rights of owners were checked. */
  #hasNewRights = false;
  #madeAt = Number.NEGATIVE_INFINITY;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether something changed, a delivery is due, or the rights of an owner may have changed. */
  async isDue(): Promise<boolean> {
    this.#listen();
    return this.#hasNewRights || this.#deps.store.webhookDeliveries.findIsDue();
  }

  /**
   * Sends what is due. When `signal` aborts, it leases nothing more, and resolves once the calls in flight
   * have their result, or after 8 seconds.
   */
  async run(signal: AbortSignal): Promise<WebhookReport> {
    const run: Run = {
      id: randomUUID(),
      inFlight: new Set(),
      stopping: new AbortController(),
      report: { sent: 0, failed: 0, queued: 0, skipped: 0, unknown: 0 },
    };
    await this.#sweep();
    let isIdle = false;
    try {
      isIdle = await this.#sendDue(run, signal);
    } finally {
      await this.#end(run, signal);
    }
    if (!isIdle && !signal.aborted) await this.#deps.store.jobs.add('send-webhooks', null);
    return run.report;
  }

  /** Returns whether nothing is left that is due. */
  async #sendDue(run: Run, signal: AbortSignal): Promise<boolean> {
    const endsAt = performance.now() + MAX_RUN_MS;
    while (!signal.aborted && performance.now() < endsAt) {
      const leasedAt = performance.now();
      const { leased, off, hasMore } = await this.#plan(run);
      this.#report(off);
      for (const delivery of leased) this.#track(run, delivery, leasedAt);
      if (hasMore) continue;
      if (run.inFlight.size === 0) return true;
      await Promise.race([...run.inFlight, pause(GROUP_MS, signal)]);
    }
    return false;
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#deps.adminAuthentication.onChange(() => {
      this.#hasNewRights = true;
    });
    this.#deps.adminAuthentication.listen();
  }

  /** Deletes messages after a week. */
  async #sweep(): Promise<void> {
    if (performance.now() - this.#sweptAt < SWEEP_MS) return;
    this.#sweptAt = performance.now();
    const oldest = firstMessageId(new Date(this.#deps.now().getTime() - KEPT_MS));
    await this.#deps.store.webhookDeliveries.deleteBefore(oldest, SWEPT_AT_ONCE);
  }

  /** Makes messages once a second; each time leases as many deliveries as can be called now. */
  async #plan({ id, inFlight }: Run): Promise<Plan> {
    const { store, messages } = this.#deps;
    const isMaking = performance.now() - this.#madeAt >= GROUP_MS;
    if (isMaking) this.#hasNewRights = false;
    const now = this.#deps.now();
    const lease = { run_id: id, limit: MAX_IN_FLIGHT - inFlight.size, now: now.toISOString() };
    const plan = await store.transaction(async (tx) => {
      await tx.webhookEndpoints.lockAll();
      const made = isMaking ? await messages.make(tx, now) : NOTHING_MADE;
      return { ...made, leased: await tx.webhookDeliveries.updateLeased(lease) };
    });
    if (isMaking && !plan.hasMore) this.#madeAt = performance.now();
    return plan;
  }

  #report(off: SwitchedOff): void {
    for (const [reason, ids] of off) {
      for (const endpoint_id of ids) {
        this.#deps.log.warn({ endpoint_id, reason }, 'webhooks: an endpoint was switched off');
      }
    }
  }

  #track(run: Run, delivery: LeasedDelivery, leasedAt: number): void {
    const { message_id, endpoint_id } = delivery;
    const attempt = this.#attempt(run, delivery, leasedAt)
      .catch((err: unknown) => {
        this.#deps.log.warn(
          { err, message_id, endpoint_id },
          'webhooks: a result was not recorded, the call is repeated',
        );
        return 'unknown' as const;
      })
      .then((status) => {
        run.report[status] += 1;
        webhookCalled.publish({ status });
        run.inFlight.delete(attempt);
      });
    run.inFlight.add(attempt);
  }

  async #attempt(
    { stopping: { signal } }: Run,
    delivery: LeasedDelivery,
    leasedAt: number,
  ): Promise<keyof WebhookReport> {
    if (performance.now() - leasedAt > MAX_LEASE_AGE_MS) return 'unknown';
    const outcome = await this.#deps.calls.call(delivery, signal);
    if ('error' in outcome && signal.aborted) return 'unknown';
    const after = await this.#record(delivery, outcome);
    if (after?.endpoint?.off_reason === 'gone') this.#report([['gone', [delivery.endpoint_id]]]);
    return after?.delivery.status ?? 'unknown';
  }

  /** Undefined if another run took the delivery over, or its endpoint was deleted. */
  async #record(
    delivery: LeasedDelivery,
    { ms, ...outcome }: TimedOutcome,
  ): Promise<AfterCall | undefined> {
    const now = this.#deps.now();
    const said = 'status' in outcome ? { status: outcome.status } : outcome;
    return this.#deps.store.transaction(async (tx) => {
      const endpoint = await tx.webhookEndpoints.lock(delivery.endpoint_id);
      if (!endpoint) return undefined;
      const called = { attempts: delivery.attempts, endpoint, now, random: Math.random() };
      const after = afterCall(outcome, called);
      const answer = { at: now.toISOString(), ms, ...said };
      const isOwn = await tx.webhookDeliveries.updateResult(delivery, after.delivery, answer);
      if (!isOwn) return undefined;
      if (after.endpoint) await tx.webhookEndpoints.updateHealth(endpoint.id, after.endpoint);
      const isBack = endpoint.status === 'failing' && after.endpoint?.status === 'active';
      if (isBack) await tx.webhookDeliveries.updateSpread(endpoint.id);
      return after;
    });
  }

  async #end({ inFlight, stopping }: Run, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      await Promise.race([Promise.all(inFlight), pause(STOP_MS, stopping.signal)]);
      stopping.abort();
    }
    await Promise.all(inFlight);
  }
}

const NOTHING_MADE = { off: [], hasMore: false } as const;

/** The caller of an aborted pause looks at the signal itself. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {});
