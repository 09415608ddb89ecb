import type { FilterValues } from '../../repositories/messaging/filter-values.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** What administrators choose an audience by. */
export class FilterValuesService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** Of each filter the values that reach most people. */
  async find(): Promise<FilterValues> {
    return this.#store.read.filterValues.find();
  }
}
