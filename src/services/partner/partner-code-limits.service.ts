import {
  type CodeLimit,
  codeLimits,
  type Destination,
  limitedText,
  TRIES_PER_DAY,
} from '../../domain/partner/partner-accounts.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { User } from '../../domain/people/users.ts';
import { rateLimited } from '../../errors.ts';
import type { KeyedHash } from '../../lib/keyed-hashes.ts';
import type { Tx } from '../../repositories/store.ts';

interface Deps {
  /** Codes to all destinations together, in an hour. */
  readonly codesPerHour: number;
  /** False in the sandbox of development, if rate limits are disabled. */
  readonly isOn: boolean;
  readonly hashOfPerson: MessengerHash;
  readonly hashOfDestination: KeyedHash;
}

/**
 * The limits on one-time codes. They are counted in the caller's transaction: a refused request
 * counts toward none of them. Keyed hashes identify persons and destinations, and outlive an
 * erasure.
 */
export class PartnerCodeLimitsService {
  readonly #deps: Deps;
  readonly #limits: readonly CodeLimit[];

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#limits = codeLimits(deps.codesPerHour);
  }

  /** @throws AppError RATE_LIMITED with `Retry-After` */
  async takeCode(tx: Tx, user: User, destination: Destination): Promise<void> {
    if (!this.#deps.isOn) return;
    const hashes = {
      person: this.#hashesOf(user),
      destination: this.#deps.hashOfDestination(limitedText(destination)).all,
      all: ['all'],
    };
    for (const limit of this.#limits) await take(tx, limit, hashes[limit.by]);
  }

  /** Counts a try of any code. @throws AppError RATE_LIMITED with `Retry-After` */
  async takeTry(tx: Tx, user: User): Promise<void> {
    if (this.#deps.isOn) await take(tx, TRIES_PER_DAY, this.#hashesOf(user));
  }

  #hashesOf({ id, messenger_id }: User): readonly string[] {
    return messenger_id === null ? [`user ${id}`] : this.#deps.hashOfPerson(messenger_id).all;
  }
}

async function take(
  tx: Tx,
  { name, limit, windowMs }: CodeLimit,
  hashes: readonly string[],
): Promise<void> {
  const keys = hashes.map((hash) => `${name}:${hash}`);
  const { hits, ms_left } = await tx.rateLimitCounters.upsertOneOf(keys, windowMs);
  if (hits > limit) throw rateLimited('Too many codes; try again later', ms_left);
}
