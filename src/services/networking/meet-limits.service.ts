import {
  MAX_MET_BY_CODE,
  MEETINGS,
  MET_BY_CODE_WINDOW_MS,
  type MeetCode,
  WRONG_MEET_CODES,
} from '../../domain/networking/meet-codes.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { User } from '../../domain/people/users.ts';
import { rateLimited } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

type Person = Pick<User, 'id' | 'messenger_id'>;

/** A counted try, for `giveBack`. */
type CountedTry = readonly string[];

/**
 * The limits of meetings, which all processes share. Persons count by keyed hashes, which outlive an
 * erasure. `RATE_LIMIT_ENABLED` does not disable these limits.
 */
export class MeetLimitsService {
  readonly #store: Store;
  readonly #hashOf: MessengerHash;

  constructor(deps: { store: Store; hashOf: MessengerHash }) {
    this.#store = deps.store;
    this.#hashOf = deps.hashOf;
  }

  /**
   * Counts a try before its code is compared, so that tries at once are counted too.
   * @throws AppError RATE_LIMITED with `Retry-After`
   */
  async takeTry(user: Person): Promise<CountedTry> {
    const { name, limit, windowMs } = WRONG_MEET_CODES;
    const keys = this.#keysOf(user, name);
    const { hits, ms_left } = await this.#store.rateLimitCounters.upsertOneOf(keys, windowMs);
    if (hits > limit) throw rateLimited('Too many wrong codes; try again later', ms_left);
    return keys;
  }

  /** Takes back the count of a try that was right. */
  async giveBack(counted: CountedTry): Promise<void> {
    for (const key of counted) await this.#store.rateLimitCounters.updateGivenBack(key);
  }

  /**
   * Counts a meeting in its transaction: one that is refused counts nothing. Call it while both users
   * are locked.
   *
   * @returns whether the code connects one user more
   * @throws AppError RATE_LIMITED with `Retry-After`
   */
  async takeMeeting(tx: Tx, user: Person, { user_id, step }: MeetCode): Promise<boolean> {
    const { name, limit, windowMs } = MEETINGS;
    const own = await tx.rateLimitCounters.upsertOneOf(this.#keysOf(user, name), windowMs);
    if (own.hits > limit) {
      throw rateLimited('You met many people; try again later', own.ms_left);
    }
    const key = `met-by-code:${user_id}:${step}`;
    const { hits } = await tx.rateLimitCounters.upsert(key, MET_BY_CODE_WINDOW_MS);
    return hits <= MAX_MET_BY_CODE;
  }

  #keysOf({ id, messenger_id }: Person, name: string): readonly string[] {
    const hashes = messenger_id === null ? [`user ${id}`] : this.#hashOf(messenger_id).all;
    return hashes.map((hash) => `${name}:${hash}`);
  }
}
