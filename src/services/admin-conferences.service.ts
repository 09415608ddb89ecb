import type { Store } from '../db/store.ts';
import type { Administrator } from '../domain/administrators.ts';
import type { ConferenceInput, ConferenceView } from '../domain/conferences.ts';
import { invalid } from '../errors.ts';

/** What administrators do with conferences. */
export class AdminConferencesService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /** @throws AppError VALIDATION_ERROR for days out of order; CONFLICT for a slug another one has */
  async create(by: Administrator, given: ConferenceInput): Promise<ConferenceView> {
    const { starts_on, ends_on } = given;
    if (ends_on < starts_on) throw invalid('ends_on', 'expected a day not before starts_on');

    return this.#store.transaction(async (tx) => {
      const made = await tx.conferences.freeSlug(given.name);
      const conference = await tx.conferences.insert({ ...given, slug: given.slug ?? made });
      await tx.audit.insert(by, {
        action: 'conference.create',
        subject_type: 'conference',
        subject_id: conference.id,
        after: conference,
      });
      return { ...conference, event_count: 0 };
    });
  }
}
