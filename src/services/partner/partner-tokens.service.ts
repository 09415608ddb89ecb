import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import type { PartnerClient, PartnerTokens } from '../../integrations/partner/partner-client.ts';
import type { Encryption } from '../../lib/encryption.ts';
import type {
  EncryptedTokens,
  PartnerAccount,
} from '../../repositories/partner/partner-accounts.repository.ts';
import type { Store } from '../../repositories/store.ts';

/** Longer than the partner may take. A process that died delays a refresh by at most this time. */
const CLAIM_MS = 15_000;
/**
 * A process that was suspended for longer must not use the token: another process may have used it.
 */
const MAX_CLAIM_AGE_MS = 5_000;
/**
 * The interval in which a waiting request checks whether the refresh of another request has ended.
 */
const POLL_MS = 50;
/** A token that expires sooner is refreshed before it is used. */
const MARGIN_MS = 30_000;

interface Deps {
  readonly store: Store;
  /** Undefined: the partner is not configured. */
  readonly client: PartnerClient | undefined;
  readonly encryption: Encryption;
  readonly now: () => Date;
}

/**
 * The access tokens of verified users. A refresh token works once, and its second use invalidates
 * the tokens of the first. So one refresh runs per user over all processes: it holds a claim in the
 * user's row, not a transaction, and the others wait for its result.
 */
export class PartnerTokensService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Refreshes the tokens of a user, or waits for the refresh that runs.
   *
   * @throws AppError PARTNER_NOT_VERIFIED, also if the partner refuses the refresh token;
   *   SERVICE_UNAVAILABLE; UPSTREAM_ERROR
   */
  async refresh(userId: number): Promise<{ status: 'verified'; expires_at: string }> {
    const client = configured(this.#deps.client);
    const before = verified(await this.#deps.store.partnerAccounts.find(userId));
    client.assertAvailable();
    const claim = randomUUID();
    const claimedAt = performance.now();
    const token = await this.#deps.store.partnerAccounts.updateRefreshClaim(userId, {
      claim,
      ms: CLAIM_MS,
    });
    if (token === undefined) return this.#resultOfOther(userId, before);
    const tokens = await this.#exchange(client, { userId, claim, claimedAt, token });
    await this.#deps.store.partnerAccounts.updateTokens(claim, tokens);
    return { status: 'verified', expires_at: tokens.expires_at };
  }

  /**
   * A token for a call, refreshed before if it is about to expire.
   *
   * @throws AppError as `refresh`
   */
  async accessTokenOf(userId: number): Promise<string> {
    let account = verified(await this.#deps.store.partnerAccounts.find(userId));
    if (Date.parse(account.expires_at) < this.#deps.now().getTime() + MARGIN_MS) {
      await this.refresh(userId);
      account = verified(await this.#deps.store.partnerAccounts.find(userId));
    }
    const at = { table: 'partner_accounts', column: 'access_encrypted', row_id: userId };
    return this.#deps.encryption.decrypt('partner tokens', at, account.access_encrypted);
  }

  /** The partner has refused the access token: the next use refreshes it. */
  async expire(userId: number): Promise<void> {
    const account = await this.#deps.store.partnerAccounts.find(userId);
    if (!account?.access_encrypted) return;
    await this.#deps.store.partnerAccounts.updateAccessExpired(userId, account.access_encrypted);
  }

  async #exchange(
    client: PartnerClient,
    claimed: { userId: number; claim: string; claimedAt: number; token: Buffer },
  ): Promise<EncryptedTokens> {
    const { userId, claim, claimedAt, token } = claimed;
    const { partnerAccounts } = this.#deps.store;
    const at = { table: 'partner_accounts', column: 'refresh_encrypted', row_id: userId };
    let tokens: PartnerTokens | undefined;
    try {
      const refreshToken = this.#deps.encryption.decrypt('partner tokens', at, token);
      if (performance.now() - claimedAt > MAX_CLAIM_AGE_MS) throw notRefreshed();
      tokens = await client.refresh(refreshToken);
    } catch (error) {
      await partnerAccounts.updateRefreshReleased(claim);
      throw error;
    }
    if (tokens)
      return encryptedTokens(this.#deps.encryption, { userId, tokens, now: this.#deps.now() });
    await partnerAccounts.updateUnverified(claim);
    throw notVerified();
  }

  /** Waits until no refresh runs; the claim of a dead process expires. */
  async #resultOfOther(userId: number, before: Verified) {
    while (await this.#deps.store.partnerAccounts.findIsRefreshing(userId)) await sleep(POLL_MS);
    const after = verified(await this.#deps.store.partnerAccounts.find(userId));
    if (after.access_encrypted.equals(before.access_encrypted)) throw notRefreshed();
    return { status: 'verified', expires_at: after.expires_at } as const;
  }
}

type Verified = PartnerAccount & {
  readonly access_encrypted: Buffer;
  readonly expires_at: string;
};

/** @throws AppError PARTNER_NOT_VERIFIED */
function verified(account: PartnerAccount | undefined): Verified {
  const { access_encrypted, expires_at } = account ?? {};
  if (account?.status !== 'verified' || !access_encrypted || !expires_at) throw notVerified();
  return { ...account, access_encrypted, expires_at };
}

/** @throws AppError SERVICE_UNAVAILABLE if the partner is not configured */
export function configured(client: PartnerClient | undefined): PartnerClient {
  if (client) return client;
  throw new AppError('SERVICE_UNAVAILABLE', 'The partner is not configured', {
    headers: { 'Retry-After': '3600' },
  });
}

export const notVerified = () =>
  new AppError('PARTNER_NOT_VERIFIED', 'Verify your account of the partner first');

const notRefreshed = () =>
  new AppError('UPSTREAM_ERROR', 'The partner did not refresh the token; try again later');

/** The columns of tokens in the database. */
export function encryptedTokens(
  encryption: Encryption,
  { userId, tokens, now }: { userId: number; tokens: PartnerTokens; now: Date },
): EncryptedTokens {
  const at = (column: string) => ({ table: 'partner_accounts', column, row_id: userId });
  const encrypt = (column: string, token: string) =>
    encryption.encrypt('partner tokens', at(column), token);
  return {
    access_encrypted: encrypt('access_encrypted', tokens.access_token),
    refresh_encrypted: encrypt('refresh_encrypted', tokens.refresh_token),
    expires_at: new Date(now.getTime() + 1_000 * tokens.expires_in).toISOString(),
  };
}
