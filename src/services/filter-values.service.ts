import type { Store } from '../db/store.ts';
import type { FilterValues } from '../repositories/read-models/filter-values.read-model.ts';

/** What administrators choose an audience by. */
export class FilterValuesService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** Of each filter the values that reach most people. */
  async find(): Promise<FilterValues> {
    return this.#store.filterValues.find();
  }
}
