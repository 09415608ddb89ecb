import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type EnrichmentOutcome, resultOfCall } from '../../domain/networking/enrichments.ts';
import { TAG_KINDS } from '../../domain/networking/match-terms.ts';
import type { EnrichmentProvider } from '../../integrations/enrichment/provider.ts';
import { atMostEvery } from '../../lib/at-most-every.ts';
import type { LeasedUser } from '../../repositories/networking/enrichment-jobs.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** Calls in flight per process: at 60 per minute, calls of up to 8 seconds keep the rate. */
const MAX_IN_FLIGHT = 8;
/** The poll interval while the rate limit is reached. At 60 per minute a slot frees every second. */
const RATE_POLL_MS = 250;
/** The earliest time at which a run looks for a retry. */
const MIN_WAIT_MS = 50;
/** The poll interval of a waiting run: a new user may be due before the one it waits for. */
const POLL_MS = 1_000;
/** A run waits for users due within this time. Later ones wait for the next scheduled run. */
const MAX_WAIT_MS = 5_000;
/** After this time a run enqueues its successor: pg-boss considers a job without end dead. */
const MAX_RUN_MS = 5 * 60_000;
/** A user claimed longer ago is not sent, so that the call counts within the rate. */
const MAX_CLAIM_AGE_MS = 8_000;
/** The interval in which a pause is logged once, for all calls in flight. */
const REPORT_MS = 60_000;

/** A claimed user, and the call that counts for them. */
interface Call {
  readonly user: LeasedUser;
  /** Undefined for a call that is not counted. */
  readonly callId: number | undefined;
  readonly claimedAt: number;
}

export interface EnrichmentReport {
  readonly ready: number;
  readonly failed: number;
  readonly queued: number;
  readonly skipped: number;
}

interface Deps {
  readonly store: Store;
  readonly provider: EnrichmentProvider;
  /** Calls of an outside provider per minute, across all processes. */
  readonly rate: number;
  /** The delay before the first retry of a user. */
  readonly retryDelayMs: number;
  readonly log: Logger;
}

/**
 * Enriches queued users. Any number of processes can do so in parallel, with one shared rate limit.
 */
export class EnrichmentRunsService {
  readonly #deps: Deps;
  readonly #mayReportRefusal = atMostEvery(REPORT_MS);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Enriches the due users. When `signal` aborts, it aborts the calls in flight, whose users are
   * queued again, and resolves.
   */
  async run(signal: AbortSignal): Promise<EnrichmentReport> {
    const runId = randomUUID();
    const report = { ready: 0, failed: 0, queued: 0, skipped: 0 };
    const inFlight = new Set<Promise<void>>();
    const failures: unknown[] = [];
    const endsAt = performance.now() + MAX_RUN_MS;
    const hasTime = () => !signal.aborted && performance.now() < endsAt;
    while (hasTime() && failures.length === 0) {
      // Reads it before the claim: a call that ends during the claim can requeue its user.
      const wasIdle = inFlight.size === 0;
      const { calls, waitMs } = await this.#claim(runId, MAX_IN_FLIGHT - inFlight.size);
      for (const call of calls) {
        const done = this.#enrich(runId, call, signal)
          .then((status) => {
            report[status] += 1;
          })
          .catch((error) => failures.push(error))
          .then(() => void inFlight.delete(done));
        inFlight.add(done);
      }
      if (waitMs === undefined && wasIdle) break;
      // Without a call in flight, the end of the last call starts another claim at once.
      const mayWait = waitMs !== undefined || inFlight.size > 0;
      if (waitMs !== 0 && mayWait) {
        await firstOf(inFlight, Math.min(waitMs ?? POLL_MS, POLL_MS), signal);
      }
    }
    await Promise.all(inFlight);
    if (failures.length > 0) throw failures[0];
    // The next run, in any worker, continues at once.
    if (!hasTime()) await this.#deps.store.jobs.add('enrich-users', null);
    return report;
  }

  /** `waitMs` is the delay before the next claim; undefined when no user is due soon. */
  async #claim(
    runId: string,
    limit: number,
  ): Promise<{ calls: readonly Call[]; waitMs: number | undefined }> {
    if (limit === 0) return { calls: [], waitMs: POLL_MS };
    return this.#deps.store.transaction(async (tx) => {
      const pausedMs = await tx.enrichmentCalls.lockSendRate();
      if (pausedMs > 0) return { calls: [], waitMs: unlessLong(pausedMs) };
      const { isOutside } = this.#deps.provider;
      const free = isOutside ? Math.min(limit, await this.#freeSlots(tx)) : limit;
      if (free <= 0) return { calls: [], waitMs: RATE_POLL_MS };

      await tx.enrichmentJobs.updateExpiredLeases();
      const claim = await tx.enrichmentJobs.updateLeases(runId, { limit: free, isOutside });
      if (claim.skipped.length > 0) await tx.enrichments.updateSkipped(claim.skipped);
      for (const userId of claim.failed) {
        await tx.enrichments.updateFailed(userId, this.#failure('unavailable'));
      }
      const calls: Call[] = [];
      for (const user of claim.users) {
        const callId = isOutside ? (await tx.enrichmentCalls.insert()).id : undefined;
        calls.push({ user, callId, claimedAt: performance.now() });
      }
      const { users, skipped, failed } = claim;
      if (users.length + skipped.length + failed.length > 0) return { calls, waitMs: 0 };
      const dueMs = await tx.enrichmentJobs.findNextDueMs();
      return { calls, waitMs: unlessLong(Math.max(dueMs ?? Infinity, MIN_WAIT_MS)) };
    });
  }

  async #freeSlots(tx: Tx): Promise<number> {
    await tx.enrichmentCalls.deleteOld();
    return this.#deps.rate - (await tx.enrichmentCalls.count());
  }

  async #enrich(runId: string, call: Call, signal: AbortSignal): Promise<keyof EnrichmentReport> {
    const isOld = performance.now() - call.claimedAt > MAX_CLAIM_AGE_MS;
    const outcome: EnrichmentOutcome = isOld
      ? { kind: 'aborted' }
      : await this.#deps.provider.enrich(call.user, signal);
    if (outcome.kind === 'misconfigured' && this.#mayReportRefusal()) {
      this.#deps.log.error(
        { status: outcome.status },
        'enrichment: provider refused the key, the model or the address, calls paused',
      );
    }
    return this.#record(runId, call, outcome);
  }

  async #record(
    runId: string,
    { user, callId }: Call,
    outcome: EnrichmentOutcome,
  ): Promise<keyof EnrichmentReport> {
    const result = resultOfCall(outcome, user, this.#deps.retryDelayMs);
    return this.#deps.store.transaction(async (tx) => {
      // The gate is locked before the users of jobs, as in a claim, to avoid deadlocks.
      if (result.pause_ms > 0) await tx.enrichmentCalls.updatePause(result.pause_ms);
      if (callId !== undefined) await tx.enrichmentCalls.updateEnded(callId);
      const isOurs = await tx.enrichmentJobs.updateResult(runId, user, result);
      if (!isOurs) return 'skipped';
      if (result.error)
        await tx.enrichments.updateFailed(user.user_id, this.#failure(result.error));
      if (outcome.kind !== 'enriched') return result.status;
      const { user_id, input_hash } = user;
      const generated = {
        ...outcome.content,
        user_id,
        input_hash,
        provider: this.#deps.provider.name,
      };
      if (await tx.enrichments.updateGenerated(generated, this.#deps.provider)) {
        await tx.matchTerms.update([user_id], TAG_KINDS, []);
        return 'ready';
      }
      await tx.enrichments.updateSkipped([user_id]);
      await tx.enrichmentJobs.updateSkipped(user);
      return 'skipped';
    });
  }

  #failure(error: 'invalid_answer' | 'unavailable') {
    return { provider: this.#deps.provider.name, error };
  }
}

const unlessLong = (ms: number): number | undefined => (ms > MAX_WAIT_MS ? undefined : ms);

/** Waits until a call is finished, for at most `ms`. Leaves no timer behind. */
async function firstOf(
  calls: Iterable<Promise<void>>,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const waiting = new AbortController();
  const pause = sleep(ms, undefined, { signal: AbortSignal.any([signal, waiting.signal]) });
  await Promise.race([...calls, pause.catch(() => {})]);
  waiting.abort();
}
