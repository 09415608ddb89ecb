import type { UserState } from '../../repositories/people/user-state.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** The caller's attendances, quests and unread count, which a client merges into public lists. */
export class UserStateService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * The current attendances and quests of the user, optionally of one conference and its events only.
   * A draft or unknown conference has none, and a hidden quest is absent.
   */
  async find(userId: number, conferenceId: number | undefined): Promise<UserState> {
    return this.#store.read.userState.find(userId, conferenceId);
  }
}
