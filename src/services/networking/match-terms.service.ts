import { ownedTerms, TERM_KINDS } from '../../domain/networking/match-terms.ts';
import type { Store } from '../../repositories/store.ts';

/** Bounds how long a transaction holds the locks of the users. */
const USERS_PER_TRANSACTION = 500;

/** Maintains the terms that recommendations compare. */
export class MatchTermsService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Fills in the terms of the users in the backlog, then counts the users of each term. An
   * interrupted run continues where it stopped.
   *
   * @throws the reason of `signal` when it aborts the run
   */
  async rebuild(signal: AbortSignal): Promise<{ filled: number; changed: number }> {
    let filled = 0;
    for (let taken = -1; taken !== 0; filled += taken) {
      signal.throwIfAborted();
      taken = await this.#fill();
    }
    return { filled, changed: await this.#store.matchTerms.updateCounts() };
  }

  /** Returns the number of users. */
  async #fill(): Promise<number> {
    return this.#store.transaction(async (tx) => {
      const users = await tx.matchTerms.deleteFromBacklog(USERS_PER_TRANSACTION);
      const ids = users.map(({ id }) => id);
      await tx.matchTerms.update(ids, TERM_KINDS, users.flatMap(ownedTerms));
      return users.length;
    });
  }
}
