import type { Page, PageRequest } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import {
  type AdminMint,
  type AdminPartnerAccount,
  MAX_MINT_TRIES,
  type Mint,
  type MintCounts,
  type MintView,
  mintView,
  outcomeOfRetry,
  type RetriedMint,
  type RetryOutcome,
} from '../../domain/partner/partner-mints.ts';
import type { SortPosition } from '../../domain/sorts.ts';
import { AppError, conflict, notFound } from '../../errors.ts';
import type { PartnerClient } from '../../integrations/partner/partner-client.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import type {
  AdminMintsFilter,
  AdminPartnerAccountsFilter,
  AdminPartnerAccountsPosition,
} from '../../repositories/partner/admin-partner.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { lockedUser } from './partner-accounts.service.ts';
import { configured, notVerified } from './partner-tokens.service.ts';

interface Deps {
  readonly store: Store;
  /** Undefined: the partner is not configured. */
  readonly client: PartnerClient | undefined;
  readonly hashOfAccount: KeyedHash;
}

/** Requests mints, and reports on them. Only the worker calls the partner: `PartnerMintRunsService`. */
export class PartnerMintsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Requests the user's only mint; `created` tells whether this call began the mint, or a new try
   * after the partner's `failed`. Row and job are in one transaction, and the partner is not
   * called.
   *
   * @throws AppError PARTNER_NOT_VERIFIED; ALREADY_MINTED if an erased user minted with the same
   *   partner account; MINT_FAILED after three tries; SERVICE_UNAVAILABLE; INVALID_TOKEN as
   *   `lockedUser`
   */
  async request(userId: number): Promise<{ mint: MintView; created: boolean }> {
    configured(this.#deps.client);
    return this.#deps.store.transaction(async (tx) => {
      await lockedUser(tx, userId);
      const existing = await tx.partnerMints.lockOf(userId);
      if (existing && existing.status !== 'failed') {
        return { mint: mintView(existing), created: false };
      }
      if (existing && existing.try >= MAX_MINT_TRIES) {
        throw new AppError('MINT_FAILED', 'The partner has refused your mint three times');
      }
      await this.#assertMayMint(tx, userId);
      const mint = existing
        ? await tx.partnerMints.updateNewTry(existing.id)
        : await tx.partnerMints.insert(userId);
      await tx.jobs.add('run-partner-mints', null);
      return { mint: mintView(mint), created: true };
    });
  }

  /**
   * The user's mint; undefined before they request it. Reads the row only.
   *
   * @throws AppError SERVICE_UNAVAILABLE
   */
  async find(userId: number): Promise<MintView | undefined> {
    configured(this.#deps.client);
    const mint = await this.#deps.store.partnerMints.findOf(userId);
    return mint && mintView(mint);
  }

  /**
   * Begins another try of a mint that failed three times: an organizer has settled with the partner
   * what was wrong. Each call begins at most one.
   *
   * @throws AppError NOT_FOUND; CONFLICT unless the last try of the user failed, and if their account
   *   is not verified; ALREADY_MINTED as `request`; SERVICE_UNAVAILABLE
   */
  async retry(by: Administrator, id: number): Promise<RetriedMint> {
    configured(this.#deps.client);
    return this.#deps.store.transaction(async (tx) => {
      const mint = await this.#locked(tx, id);
      const outcome = outcomeOfRetry(mint);
      if (outcome !== 'retried') throw conflict(null, NOT_RETRIED[outcome], 'partner');
      await this.#assertVerified(tx, mint.user_id);
      const retried = await tx.partnerMints.updateNewTry(id);
      await tx.jobs.add('run-partner-mints', null);
      await tx.audit.record(by, 'partner_mint.retry', id, {
        before: { status: mint.status, try: mint.try, failure_reason: mint.failure_code },
        after: { status: retried.status, try: retried.try },
      });
      return { ...mintView(retried), user_id: retried.user_id, try: retried.try };
    });
  }

  /** Locks the user before the mint, as a request and an erasure do. */
  async #locked(tx: Tx, id: number): Promise<Mint> {
    const found = await tx.partnerMints.find(id);
    if (found) await tx.users.lockAllowingReferences(found.user_id);
    const mint = found && (await tx.partnerMints.lockOf(found.user_id));
    // Undefined also if an erasure was faster.
    if (!mint) throw notFound('mint');
    return mint;
  }

  async #assertVerified(tx: Tx, userId: number): Promise<void> {
    const account = await tx.partnerAccounts.find(userId);
    if (account?.status !== 'verified') throw conflict(null, UNVERIFIED, 'partner');
    await this.#assertMayMint(tx, userId);
  }

  /** Erases the account and the mint of a user; the keyed hash of an account with a mint stays. */
  async eraseOf(tx: Tx, userId: number, erased_at: string): Promise<void> {
    const account = await tx.partnerAccounts.find(userId);
    const mint = await tx.partnerMints.findOf(userId);
    if (account?.partner_user_id && mint && mint.status !== 'failed') {
      const { newest: account_hash, key_id } = this.#deps.hashOfAccount(account.partner_user_id);
      await tx.partnerErased.upsert({ account_hash, key_id, erased_at });
    }
    await tx.partnerMints.deleteOf(userId);
    await tx.partnerAccounts.delete(userId);
  }

  async #assertMayMint(tx: Tx, userId: number): Promise<void> {
    const account = await tx.partnerAccounts.find(userId);
    if (account?.status !== 'verified' || account.partner_user_id === null) throw notVerified();
    const { all } = this.#deps.hashOfAccount(account.partner_user_id);
    if (await tx.partnerErased.findAny(all)) {
      throw new AppError('ALREADY_MINTED', 'This account of the partner has already minted');
    }
  }
}

const NOT_RETRIED: Readonly<Record<Exclude<RetryOutcome, 'retried'>, string>> = {
  pending: 'This mint is pending: the partner has not decided yet',
  minted: 'This mint has its token',
  tries_left: 'This user can request another try in the app',
};
const UNVERIFIED = 'This user must verify their account of the partner first';

/** What administrators see of the partner. */
export class AdminPartnerService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  async listAccounts(
    filter: AdminPartnerAccountsFilter,
    request: PageRequest<AdminPartnerAccountsPosition>,
  ): Promise<Page<AdminPartnerAccount, AdminPartnerAccountsPosition>> {
    return this.#store.search(filter.q, (read) => read.adminPartner.listAccounts(filter, request));
  }

  /** The counts are those of all mints, whatever the filter. */
  async listMints(
    filter: AdminMintsFilter,
    request: PageRequest<SortPosition>,
  ): Promise<Page<AdminMint, SortPosition> & { readonly counts: MintCounts }> {
    const { adminPartner } = this.#store.read;
    const page = await adminPartner.listMints(filter, request);
    return { ...page, counts: await adminPartner.countMints() };
  }
}
