import { SharedReads } from '../../lib/shared-reads.ts';
import type { FilterValues } from '../../repositories/messaging/filter-values.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** The values are counted over all users: a second of CPU for 100,000 of them. */
const MAX_AGE_MS = 5_000;

/** The filters that administrators choose an audience with. */
export class FilterValuesService {
  readonly #store: Store;
  readonly #values: SharedReads<'all', FilterValues>;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#values = new SharedReads({ maxAgeMs: MAX_AGE_MS, now: deps.now });
  }

  /** The values of each filter that reach the most users. They are at most 5 seconds old. */
  async find(): Promise<FilterValues> {
    return this.#values.get('all', () => this.#store.read.filterValues.find());
  }
}
