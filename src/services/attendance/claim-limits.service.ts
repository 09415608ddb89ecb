import type { ClaimProof } from '../../domain/attendance/claim-marks.ts';
import { WRONG_TRIES } from '../../domain/attendance/claims.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { User } from '../../domain/people/users.ts';
import { rateLimited } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

interface Try {
  readonly user: Pick<User, 'id' | 'messenger_id'>;
  readonly address: string;
  readonly conferenceId: number;
  readonly proof: ClaimProof;
}

/** A counted try, for `giveBack`. */
export type CountedTry = readonly string[];

/**
 * The limits of wrong claims. Each try is counted before its code is compared, and given back if it was
 * right. Persons count by keyed hashes, which outlive an erasure. `RATE_LIMIT_ENABLED` does not
 * disable these limits.
 */
export class ClaimLimitsService {
  readonly #store: Store;
  readonly #hashOf: MessengerHash;

  constructor(deps: { store: Store; hashOf: MessengerHash }) {
    this.#store = deps.store;
    this.#hashOf = deps.hashOf;
  }

  /**
   * Counts a try. After many wrong tries from one address, only accounts that have made one are
   * refused there: a venue shares its address. After many of one conference, links still work.
   *
   * @throws AppError RATE_LIMITED with `Retry-After`
   */
  async take({ user, address, conferenceId, proof }: Try): Promise<CountedTry> {
    const { rateLimitCounters } = this.#store;
    const { person, address: ofAddress, conference } = WRONG_TRIES;
    const personKeys = this.#hashesOf(user).map((hash) => `${person.name}:${hash}`);
    const own = await rateLimitCounters.upsertOneOf(personKeys, person.windowMs);
    if (own.hits > person.limit) throw tooMany(own.ms_left);
    const addressKey = `${ofAddress.name}:${address}`;
    const there = await rateLimitCounters.upsert(addressKey, ofAddress.windowMs);
    if (there.hits > ofAddress.limit && own.hits > 1) throw tooMany(there.ms_left);
    const keys = [...personKeys, addressKey];
    if (proof === 'link') return keys;
    const conferenceKey = `${conference.name}:${conferenceId}`;
    const all = await rateLimitCounters.upsert(conferenceKey, conference.windowMs);
    if (all.hits > conference.limit) throw tooMany(all.ms_left);
    return [...keys, conferenceKey];
  }

  /** Takes back the count of a try that was right. */
  async giveBack(counted: CountedTry): Promise<void> {
    for (const key of counted) await this.#store.rateLimitCounters.updateGivenBack(key);
  }

  #hashesOf({ id, messenger_id }: Try['user']): readonly string[] {
    return messenger_id === null ? [`user ${id}`] : this.#hashOf(messenger_id).all;
  }
}

const tooMany = (msLeft: number) => rateLimited('Too many wrong codes; try again later', msLeft);
