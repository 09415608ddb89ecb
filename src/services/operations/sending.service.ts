import type { Sending } from '../../repositories/messaging/messenger-gate.repository.ts';
import type { Store } from '../../repositories/store.ts';

/** The operator's switch of all messenger messages, for every process. The inbox is not affected. */
export class SendingService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** Messages in flight still arrive. Returns false if the sending was paused before. */
  async pause(): Promise<boolean> {
    return this.#store.messengerGate.updatePaused();
  }

  /** Workers continue within 5 seconds. Returns false if the sending was not paused. */
  async resume(): Promise<boolean> {
    return this.#store.messengerGate.updateResumed();
  }

  async status(): Promise<Sending> {
    return this.#store.messengerGate.findSending();
  }
}
