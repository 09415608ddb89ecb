import type { UserState } from '../../repositories/people/user-state.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** What a client lays over the lists that are the same for everybody. */
export class UserStateService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * What a person goes to or waits for; of one conference and its events, where one is named. To a
   * conference that people may not know of, nobody stands in any way.
   */
  async find(userId: number, conferenceId: number | undefined): Promise<UserState> {
    return this.#store.read.userState.find(userId, conferenceId);
  }
}
