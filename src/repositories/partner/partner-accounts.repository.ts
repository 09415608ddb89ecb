import { OnDatabase } from '../../db/on-database.ts';
import { isUniqueViolation } from '../../db/pg-errors.ts';
import type { PartnerAccountStatus } from '../../domain/partner/partner-accounts.ts';
import { AppError } from '../../errors.ts';

export interface PartnerAccount {
  readonly user_id: number;
  readonly status: PartnerAccountStatus;
  readonly partner_user_id: string | null;
  readonly destination_encrypted: Buffer | null;
  readonly otp_expires_at: string | null;
  readonly tries: number;
  readonly access_encrypted: Buffer | null;
  /** When the access token expires. */
  readonly expires_at: string | null;
  readonly refresh_claim: string | null;
  readonly verified_at: string | null;
}

export interface CountedTry {
  /** This one included. */
  readonly tries: number;
  readonly otp_reference: string;
  readonly destination_encrypted: Buffer;
}

export interface EncryptedTokens {
  readonly access_encrypted: Buffer;
  readonly refresh_encrypted: Buffer;
  readonly expires_at: string;
}

const COLUMNS = [
  'user_id',
  'status',
  'partner_user_id',
  'destination_encrypted',
  'otp_expires_at',
  'tries',
  'access_encrypted',
  'expires_at',
  'refresh_claim',
  'verified_at',
] as const;
const NO_CLAIM = { refresh_claim: null, refresh_claimed_until: null };

/** Accounts of users with the partner: codes, tries and encrypted tokens. */
export class PartnerAccountsRepository extends OnDatabase {
  async find(user_id: number): Promise<PartnerAccount | undefined> {
    return this.#table()
      .where({ user_id })
      .first(...COLUMNS);
  }

  /** Locks the row FOR UPDATE. */
  async lock(user_id: number): Promise<PartnerAccount | undefined> {
    return this.#table()
      .where({ user_id })
      .forUpdate()
      .first(...COLUMNS);
  }

  /** Begins a new code, which ends the former one and its tries. */
  async upsertCode(
    user_id: number,
    code: { destination_encrypted: Buffer; otp_reference: string; otp_expires_at: string },
  ): Promise<void> {
    const columns = { ...code, status: 'otp_sent', tries: 0, try_returned: false };
    await this.#table()
      .insert({ user_id, ...columns })
      .onConflict('user_id')
      .merge(columns);
  }

  async updateCodeExpiry(otp_reference: string, otp_expires_at: string): Promise<void> {
    await this.#table().where({ otp_reference, status: 'otp_sent' }).update({ otp_expires_at });
  }

  /** Counts a try of a code that is valid at `now` and has tries left; else undefined. */
  async updateTries(
    user_id: number,
    { maxTries, now }: { maxTries: number; now: string },
  ): Promise<CountedTry | undefined> {
    const [counted] = await this.#table()
      .where({ user_id, status: 'otp_sent' })
      .where('tries', '<', maxTries)
      .where('otp_expires_at', '>', now)
      .increment('tries')
      .returning<CountedTry[]>(['tries', 'otp_reference', 'destination_encrypted']);
    return counted;
  }

  /** Gives a try of this code back, once. Returns whether it did. */
  async updateTryReturned(otp_reference: string): Promise<boolean> {
    const rows = await this.#table()
      .where({ otp_reference, status: 'otp_sent', try_returned: false })
      .where('tries', '>', 0)
      .decrement('tries')
      .update({ try_returned: true });
    return rows > 0;
  }

  /**
   * Stores the tokens, and drops the destination. Returns false if this is not the latest code.
   *
   * @throws AppError PARTNER_ACCOUNT_TAKEN if another user has the partner account
   */
  async updateVerified(
    otp_reference: string,
    verified: EncryptedTokens & { partner_user_id: string; verified_at: string },
  ): Promise<boolean> {
    try {
      const rows = await this.#table()
        .where({ otp_reference, status: 'otp_sent' })
        .update({
          ...verified,
          ...NO_CLAIM,
          status: 'verified',
          destination_encrypted: null,
          otp_reference: null,
          otp_expires_at: null,
        });
      return rows > 0;
    } catch (error) {
      if (!isUniqueViolation(error, 'partner_accounts_partner_user_id_key')) throw error;
      throw new AppError(
        'PARTNER_ACCOUNT_TAKEN',
        'This account of the partner belongs to another attendee',
        { cause: error },
      );
    }
  }

  /**
   * Claims the refresh of a verified account for `ms`, and returns its refresh token; undefined while
   * another claim holds. By the clock of the database, which all processes share.
   */
  async updateRefreshClaim(
    user_id: number,
    { claim, ms }: { claim: string; ms: number },
  ): Promise<Buffer | undefined> {
    const [claimed] = await this.#table()
      .where({ user_id, status: 'verified' })
      .whereRaw('coalesce(refresh_claimed_until <= now(), true)')
      .update({
        refresh_claim: claim,
        refresh_claimed_until: this.db.raw(`now() + ? * interval '1 millisecond'`, [ms]),
      })
      .returning<{ refresh_encrypted: Buffer }[]>(['refresh_encrypted']);
    return claimed?.refresh_encrypted;
  }

  /** Whether a claim of a refresh holds. */
  async findIsRefreshing(user_id: number): Promise<boolean> {
    const row = await this.#table()
      .where({ user_id, status: 'verified' })
      .whereRaw('refresh_claimed_until > now()')
      .first('user_id');
    return row !== undefined;
  }

  /** Stores refreshed tokens, and ends the claim. */
  async updateTokens(refresh_claim: string, tokens: EncryptedTokens): Promise<void> {
    await this.#table()
      .where({ refresh_claim })
      .update({ ...tokens, ...NO_CLAIM });
  }

  async updateRefreshReleased(refresh_claim: string): Promise<void> {
    await this.#table().where({ refresh_claim }).update(NO_CLAIM);
  }

  /** Drops the tokens after the partner refused them: the user needs a new code. */
  async updateUnverified(refresh_claim: string): Promise<void> {
    await this.#table()
      .where({ refresh_claim })
      .update({
        ...NO_CLAIM,
        status: 'none',
        access_encrypted: null,
        refresh_encrypted: null,
        expires_at: null,
      });
  }

  /** Expires the access token, so that its next use refreshes it. */
  async updateAccessExpired(user_id: number, access_encrypted: Buffer): Promise<void> {
    await this.#table().where({ user_id, access_encrypted }).update({ expires_at: 'epoch' });
  }

  async delete(user_id: number): Promise<void> {
    await this.#table().where({ user_id }).delete();
  }

  #table() {
    return this.db('partner_accounts');
  }
}

export interface ErasedPartnerAccount {
  readonly account_hash: string;
  /** The key that made the hash. */
  readonly key_id: string;
  readonly erased_at: string;
}

/** Keyed hashes of the partner accounts with which erased users had minted. */
export class PartnerErasedRepository extends OnDatabase {
  /** Whether one of the hashes of a partner account, under every key, is stored. */
  async findAny(hashes: readonly string[]): Promise<boolean> {
    const row = await this.db('partner_erased').whereIn('account_hash', hashes).first('key_id');
    return row !== undefined;
  }

  async upsert(account: ErasedPartnerAccount): Promise<void> {
    await this.db('partner_erased').insert(account).onConflict('account_hash').merge();
  }
}
