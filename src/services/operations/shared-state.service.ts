import type { SharedState } from '../../domain/operations/shared-state.ts';
import type { Store } from '../../repositories/store.ts';

/** The work of all processes, for metrics and the status page. */
export class SharedStateService {
  readonly #store: Store;
  #reading: Promise<SharedState> | undefined;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** Concurrent calls share one read. */
  read(): Promise<SharedState> {
    this.#reading ??= this.#store.read.sharedState.find().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }
}
