import type { TryLimit } from '../../domain/operations/rate-limit-counters.ts';
import type { MessengerHash } from '../../domain/people/messenger-hashes.ts';
import type { User } from '../../domain/people/users.ts';
import { rateLimited } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';

/** How often a user may do something, and the sentence of a refusal. */
interface ActionLimit {
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly sentence: string;
}

interface Deps {
  readonly store: Store;
  readonly hashOf: MessengerHash;
}

/**
 * Limits wrong codes, and actions of users, over all processes. Each try is counted before its code is compared, so that tries
 * at once are counted too, and given back unless it was wrong. `RATE_LIMIT_ENABLED` does not disable
 * these limits.
 */
export class WrongTriesService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Runs `compare` as a counted try.
   *
   * @param given.isWrong whether an error of `compare` says that the code was wrong
   * @throws AppError RATE_LIMITED with `Retry-After` by the first limit that is reached, without
   *   comparing; all errors of `compare`
   */
  async run<T>(
    limits: readonly TryLimit[],
    given: { readonly compare: () => Promise<T>; readonly isWrong: (error: unknown) => boolean },
  ): Promise<T> {
    const counted: string[] = [];
    let isWrong = false;
    try {
      await this.#count(limits, counted);
      return await given.compare();
    } catch (error) {
      isWrong = given.isWrong(error);
      throw error;
    } finally {
      if (!isWrong) await this.#deps.store.rateLimitCounters.updateGivenBack(counted);
    }
  }

  /** The keys of a person's counter: keyed hashes, which outlive an erasure. */
  keysOf({ id, messenger_id }: Pick<User, 'id' | 'messenger_id'>, name: string): readonly string[] {
    const hashes = messenger_id === null ? [`user ${id}`] : this.#deps.hashOf(messenger_id).all;
    return hashes.map((hash) => `${name}:${hash}`);
  }

  /**
   * Counts what a user may do a limited number of times; an action that is rolled back with `counters`
   * counts nothing.
   *
   * @throws AppError RATE_LIMITED with `sentence` and `Retry-After`
   */
  async countAction(
    { rateLimitCounters }: Pick<Tx, 'rateLimitCounters'>,
    user: Pick<User, 'id' | 'messenger_id'>,
    { name, limit, windowMs, sentence }: ActionLimit,
  ): Promise<void> {
    const keys = this.keysOf(user, name);
    const { hits, ms_left } = await rateLimitCounters.upsertOneOf(keys, windowMs);
    if (hits > limit) throw rateLimited(sentence, ms_left);
  }

  async #count(limits: readonly TryLimit[], counted: string[]): Promise<void> {
    let first: number | undefined;
    for (const { keys, limit, windowMs, sparesNew = false } of limits) {
      const { hits, ms_left } = await this.#deps.store.rateLimitCounters.upsertOneOf(
        keys,
        windowMs,
      );
      counted.push(...keys);
      first ??= hits;
      if (hits > limit && !(sparesNew && first === 1)) {
        throw rateLimited('Too many wrong codes; try again later', ms_left);
      }
    }
  }
}
