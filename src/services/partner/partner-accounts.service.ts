import { randomUUID } from 'node:crypto';
import {
  type Destination,
  destinationFrom,
  MAX_TRIES,
  OTP_TTL_MS,
  type PersonalPartnerAccount,
} from '../../domain/partner/partner-accounts.ts';
import type { User } from '../../domain/people/users.ts';
import { AppError, invalid, invalidToken, rateLimited } from '../../errors.ts';
import type { PartnerClient, VerifyOutcome } from '../../integrations/partner/partner-client.ts';
import type { Encryption } from '../../lib/encryption.ts';
import type {
  CountedTry,
  PartnerAccount,
} from '../../repositories/partner/partner-accounts.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { PartnerCodeLimitsService } from './partner-code-limits.service.ts';
import { configured, encryptedTokens } from './partner-tokens.service.ts';

type Verified = Extract<VerifyOutcome, { kind: 'verified' }>;

interface Deps {
  readonly store: Store;
  /** Undefined: the partner is not configured. */
  readonly client: PartnerClient | undefined;
  readonly encryption: Encryption;
  readonly limits: PartnerCodeLimitsService;
  /** Phone numbers begin with one of these; none allows no phone. */
  readonly phonePrefixes: readonly string[];
  readonly now: () => Date;
}

/** Connects users with their accounts of the partner, by one-time codes that the partner sends. */
export class PartnerAccountsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Requests a code from the partner, which ends the former one. The answer does not reveal whether
   * the partner knows the destination. A code that arrives after a failure of the partner is valid.
   *
   * @throws AppError VALIDATION_ERROR for a phone whose prefix is not allowed; CONFLICT if the
   *   account is verified; RATE_LIMITED; UPSTREAM_ERROR; SERVICE_UNAVAILABLE; INVALID_TOKEN as
   *   `lockedUser`
   */
  async register(
    user: User,
    destination: Destination,
  ): Promise<{ status: 'otp_sent'; expires_at: string }> {
    const client = configured(this.#deps.client);
    this.#assertAllowed(destination);
    // Checked before the limits: a code that cannot be sent must not count.
    client.assertAvailable();
    const now = this.#deps.now().getTime();
    const reference = randomUUID();
    await this.#deps.store.transaction(async (tx) => {
      await lockedUser(tx, user.id);
      assertUnverified(await tx.partnerAccounts.lock(user.id));
      await this.#deps.limits.takeCode(tx, user, destination);
      await tx.partnerAccounts.upsertCode(user.id, {
        destination_encrypted: this.#deps.encryption.encrypt(
          'partner tokens',
          destinationAt(user.id),
          JSON.stringify(destination),
        ),
        otp_reference: reference,
        otp_expires_at: new Date(now + OTP_TTL_MS).toISOString(),
      });
    });
    const ttlSeconds = await client.sendCode({ destination, reference });
    const expires_at = new Date(now + Math.min(1_000 * ttlSeconds, OTP_TTL_MS)).toISOString();
    await this.#deps.store.partnerAccounts.updateCodeExpiry(reference, expires_at);
    return { status: 'otp_sent', expires_at };
  }

  /**
   * Lets the partner check a code. The try is counted first, in the database, whatever follows; one
   * try of each code is given back if the partner fails.
   *
   * @throws AppError OTP_INVALID; OTP_EXPIRED, also without a code; RATE_LIMITED when the code or
   *   the day has no tries left; CONFLICT if the account is verified, or the user had another one
   *   before; PARTNER_ACCOUNT_TAKEN; UPSTREAM_ERROR; SERVICE_UNAVAILABLE; INVALID_TOKEN as
   *   `lockedUser`
   */
  async verify(user: User, code: string): Promise<{ status: 'verified'; partner_user_id: string }> {
    const client = configured(this.#deps.client);
    client.assertAvailable();
    const { otp_reference: reference, tries, ...counted } = await this.#countTry(user);
    const destination = this.#destinationOf(user.id, counted.destination_encrypted);
    const outcome = await client
      .verifyCode({ destination, reference }, code)
      .catch(async (error) => {
        await this.#deps.store.partnerAccounts.updateTryReturned(reference);
        throw error;
      });
    switch (outcome.kind) {
      case 'wrong':
        throw new AppError('OTP_INVALID', `The code is wrong; ${triesLeft(tries)}`);
      case 'expired':
        await this.#deps.store.partnerAccounts.updateCodeExpiry(
          reference,
          this.#deps.now().toISOString(),
        );
        throw expired();
      case 'verified':
        return this.#verified(user, reference, outcome);
    }
  }

  /** The partner's data in the export of a user's personal data; null if there is none. */
  async exportOf(userId: number): Promise<PersonalPartnerAccount | null> {
    const account = await this.#deps.store.partnerAccounts.find(userId);
    if (!account) return null;
    const { status, partner_user_id, otp_expires_at, tries, expires_at, verified_at } = account;
    const { destination_encrypted: destination } = account;
    return {
      status,
      partner_user_id,
      destination: destination && this.#destinationOf(userId, destination),
      otp_expires_at,
      tries,
      expires_at,
      verified_at,
    };
  }

  /** A refused try changes nothing. */
  #countTry(user: User): Promise<CountedTry> {
    const now = this.#deps.now().toISOString();
    return this.#deps.store.transaction(async (tx) => {
      await lockedUser(tx, user.id);
      const counted = await tx.partnerAccounts.updateTries(user.id, { maxTries: MAX_TRIES, now });
      if (!counted) throw withoutTry(await tx.partnerAccounts.find(user.id));
      await this.#deps.limits.takeTry(tx, user);
      return counted;
    });
  }

  async #verified(user: User, reference: string, { partner_user_id, tokens }: Verified) {
    const now = this.#deps.now();
    await this.#deps.store.transaction(async (tx) => {
      await lockedUser(tx, user.id);
      const before = await tx.partnerAccounts.find(user.id);
      if (before?.partner_user_id && before.partner_user_id !== partner_user_id) {
        // Otherwise one user could mint with several accounts, and give each to the next user.
        throw new AppError('CONFLICT', 'You have already verified another account of the partner');
      }
      const isLatest = await tx.partnerAccounts.updateVerified(reference, {
        ...encryptedTokens(this.#deps.encryption, { userId: user.id, tokens, now }),
        partner_user_id,
        verified_at: now.toISOString(),
      });
      if (!isLatest) throw expired();
      // A mint may have waited for new tokens.
      if (await tx.partnerMints.updateDueOf(user.id)) await tx.jobs.add('run-partner-mints', null);
    });
    return { status: 'verified', partner_user_id } as const;
  }

  #assertAllowed(destination: Destination): void {
    if (!('phone' in destination)) return;
    if (!this.#deps.phonePrefixes.some((prefix) => destination.phone.startsWith(prefix))) {
      throw invalid(
        'phone',
        'expected a number of a country that the organizers have enabled',
        'not_allowed',
      );
    }
  }

  #destinationOf(userId: number, encrypted: Buffer): Destination {
    return destinationFrom(
      this.#deps.encryption.decrypt('partner tokens', destinationAt(userId), encrypted),
    );
  }
}

/**
 * Locks the user, so that a concurrent erasure finds what this transaction writes, or is found here.
 *
 * @throws AppError INVALID_TOKEN if the user was erased after they authenticated
 */
export async function lockedUser(tx: Tx, userId: number): Promise<void> {
  const user = await tx.users.lockAllowingReferences(userId);
  if (!user || user.erased_at !== null) throw invalidToken();
}

const destinationAt = (userId: number) => ({
  table: 'partner_accounts',
  column: 'destination_encrypted',
  row_id: userId,
});

const triesLeft = (tries: number) => {
  const left = MAX_TRIES - tries;
  return left === 1 ? '1 try left' : `${left} tries left`;
};

const expired = () => new AppError('OTP_EXPIRED', 'You have no valid code; request a new one');

function assertUnverified(account: PartnerAccount | undefined): void {
  if (account?.status !== 'verified') return;
  throw new AppError('CONFLICT', 'Your account of the partner is already verified');
}

/** The reason why no try could be counted. */
function withoutTry(account: PartnerAccount | undefined): AppError {
  assertUnverified(account);
  return account?.status === 'otp_sent' && account.tries >= MAX_TRIES
    ? rateLimited('The code has no tries left; request a new one', PAUSE_MS)
    : expired();
}

/** The pause between two codes. */
const PAUSE_MS = 60_000;
