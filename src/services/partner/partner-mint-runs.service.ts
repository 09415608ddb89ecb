import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { allowedExplorerUrl, pollDelayMs } from '../../domain/partner/partner-mints.ts';
import { AppError } from '../../errors.ts';
import type { PartnerClient, PartnerMint } from '../../integrations/partner/partner-client.ts';
import { PartnerPauseError } from '../../integrations/partner/partner-http.ts';
import type {
  LeasedMint,
  MintedToken,
} from '../../repositories/partner/partner-mints.repository.ts';
import type { Store } from '../../repositories/store.ts';
import type { NotificationsService } from '../messaging/notifications.service.ts';
import { notVerified, type PartnerTokensService } from './partner-tokens.service.ts';

/** The number of mints that a run works on at once. */
const MAX_AT_ONCE = 20;
/** Longer than the calls about one mint may take: two status requests, a refresh, and the mint. */
const LEASE_MS = 40_000;
/** A mint claimed longer ago is left to the next run, so that its calls end within the lease. */
const MAX_CLAIM_AGE_MS = 8_000;
/** A run waits for mints due within this time. Later ones wait for the next scheduled run. */
const MAX_WAIT_MS = 60_000;
/** The interval in which a waiting run looks for a new mint; `pollDelayMs` is that of asking the partner. */
const LOOK_MS = 1_000;
/** After this time a run enqueues its successor: pg-boss considers a job without end dead. */
const MAX_RUN_MS = 5 * 60_000;

/** The number of mints by the outcome of the call. */
export type MintReport = Readonly<Record<'minted' | 'failed' | 'pending' | 'unknown', number>>;
type Result = keyof MintReport;

interface Deps {
  readonly store: Store;
  /** Undefined: the partner is not configured, and mints wait. */
  readonly client: PartnerClient | undefined;
  readonly tokens: PartnerTokensService;
  readonly notifications: NotificationsService;
  /** The hosts to which the URLs of minted tokens may lead. */
  readonly explorerHosts: readonly string[];
  readonly log: Logger;
}

/** Sends mints to the partner. Any number of processes can do so in parallel. */
export class PartnerMintRunsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Works on the due mints, and waits for those due within a minute. When `signal` aborts, it claims
   * no more mints and resolves once the calls in flight have their result.
   */
  async run(signal: AbortSignal): Promise<MintReport> {
    const report = { minted: 0, failed: 0, pending: 0, unknown: 0 };
    if (!this.#deps.client) return report;
    const endsAt = performance.now() + MAX_RUN_MS;
    const hasTime = () => !signal.aborted && performance.now() < endsAt;
    while (hasTime()) {
      const results = await this.runDue();
      for (const result of results) report[result] += 1;
      if (results.length > 0) continue;
      const dueMs = (await this.#deps.store.partnerMints.findNextDueMs()) ?? Infinity;
      if (dueMs > MAX_WAIT_MS) return report;
      // The caller of the aborted wait is the loop itself.
      await sleep(Math.min(Math.max(dueMs, 1), LOOK_MS), undefined, { signal }).catch(() => {});
    }
    if (!signal.aborted) await this.#deps.store.jobs.add('run-partner-mints', null);
    return report;
  }

  /** Works on each due mint once; returns the outcomes. */
  async runDue(): Promise<Result[]> {
    const client = this.#deps.client;
    if (!client) return [];
    const claimedAt = performance.now();
    const claims = { limit: MAX_AT_ONCE, leaseMs: LEASE_MS };
    const mints = await this.#deps.store.partnerMints.updateClaims(claims);
    const ends = await Promise.allSettled(
      mints.map((mint) => this.#proceed(client, mint, claimedAt)),
    );
    const defect = ends.find((end) => end.status === 'rejected');
    if (defect) throw defect.reason;
    return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  }

  async #proceed(client: PartnerClient, mint: LeasedMint, claimedAt: number): Promise<Result> {
    if (mint.is_late) {
      this.#deps.log.error(
        { mint_id: mint.id, try: mint.try },
        'partner mints: pending for more than 24 hours, ask the partner',
      );
    }
    if (performance.now() - claimedAt > MAX_CLAIM_AGE_MS) return 'unknown';
    let answer: PartnerMint;
    try {
      answer = await this.#answerTo(client, mint);
    } catch (error) {
      // Anything else is a defect, which leaves the mint `unknown` until its lease ends.
      if (!(error instanceof AppError)) throw error;
      return this.#postpone(mint, error);
    }
    return this.#record(mint, answer);
  }

  /**
   * Asks first whether the partner has the mint, unless it was never sent.
   *
   * @throws AppError UPSTREAM_ERROR; PARTNER_NOT_VERIFIED
   */
  async #answerTo(client: PartnerClient, mint: LeasedMint): Promise<PartnerMint> {
    const known = mint.is_sent ? await client.findMint(mint) : undefined;
    if (known) return known;
    const token = await this.#deps.tokens.accessTokenOf(mint.user_id);
    const sent = await client.mint(mint, token);
    if (sent) return sent;
    await this.#deps.tokens.expire(mint.user_id);
    throw notVerified();
  }

  async #postpone(mint: LeasedMint, error: AppError): Promise<Result> {
    const pauseMs = error instanceof PartnerPauseError ? error.ms : 0;
    const delayMs = Math.max(pauseMs, pollDelayMs(mint, Math.random()));
    await this.#deps.store.partnerMints.updateUnknown(mint, delayMs);
    this.#deps.log.warn(
      { mint_id: mint.id, try: mint.try, code: error.code, delay_ms: Math.round(delayMs) },
      'partner mints: no answer, asking again',
    );
    return 'unknown';
  }

  async #record(mint: LeasedMint, answer: PartnerMint): Promise<Result> {
    const { partnerMints } = this.#deps.store;
    const partner_mint_id = answer.id;
    switch (answer.status) {
      case 'pending':
        await partnerMints.updateAccepted(mint, partner_mint_id, pollDelayMs(mint, Math.random()));
        break;
      case 'failed': {
        const { failure_code } = answer;
        await partnerMints.updateFailed(mint, { partner_mint_id, failure_code });
        this.#deps.log.warn(
          { mint_id: mint.id, failure_code },
          'partner mints: the partner refused a mint, it is not retried',
        );
        break;
      }
      case 'minted':
        await this.#minted(mint, {
          partner_mint_id,
          token_id: answer.token_id,
          transaction_hash: answer.transaction_hash,
          explorer_url: allowedExplorerUrl(answer.explorer_url, this.#deps.explorerHosts),
        });
    }
    return answer.status;
  }

  /** If the user has been erased, nothing is left to record. */
  async #minted(mint: LeasedMint, token: MintedToken): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      // Locks the user before the mint, as an erasure does.
      await tx.users.lockAllowingReferences(mint.user_id);
      const minted = await tx.partnerMints.updateMinted(mint, token);
      if (!minted) return;
      // Perhaps the messenger has delivered this message before the restore.
      const isQuiet = await tx.partnerMints.findIsRestored(minted.id);
      await this.#deps.notifications.partnerMinted(tx, minted, { isQuiet });
    });
  }
}
