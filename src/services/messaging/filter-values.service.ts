import type { FilterValues } from '../../repositories/messaging/filter-values.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** The filters that administrators choose an audience with. */
export class FilterValuesService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** The values of each filter that reach the most users. */
  async find(): Promise<FilterValues> {
    return this.#store.read.filterValues.find();
  }
}
