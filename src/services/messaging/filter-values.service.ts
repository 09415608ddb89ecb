import type { Administrator } from '../../domain/administration/administrators.ts';
import { SharedReads } from '../../lib/shared-reads.ts';
import type { FilterValues } from '../../repositories/messaging/filter-values.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** The values are counted over all users: a second of CPU for 100,000 of them. */
const MAX_AGE_MS = 5_000;

/** The filters that administrators choose an audience with. */
export class FilterValuesService {
  readonly #store: Store;
  /** By the conferences of a key. */
  readonly #values: SharedReads<string, FilterValues>;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#values = new SharedReads({ maxAgeMs: MAX_AGE_MS, now: deps.now });
  }

  /**
   * The values of each filter that reach the most users, at most 5 seconds old: of all users, or of
   * those with a seat at the conferences of a key, or at their events.
   */
  async find({ conference_ids }: Pick<Administrator, 'conference_ids'>): Promise<FilterValues> {
    const key = conference_ids?.join() ?? 'all';
    return this.#values.get(key, () => this.#store.read.filterValues.find(conference_ids));
  }
}
