import type { ChangingPage, NumberedRequest } from '../../db/pages.ts';
import type { ConferencePage } from '../../domain/programme/conference-pages.ts';
import { notFound } from '../../errors.ts';
import type { Store } from '../../repositories/store.ts';

/** Information pages of published, cancelled and archived conferences. */
export class ConferencePagesService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * In the order of the organizers.
   * @throws AppError NOT_FOUND also for a draft conference
   */
  async list(
    conferenceId: number,
    since: string | undefined,
    page: NumberedRequest,
  ): Promise<ChangingPage<ConferencePage>> {
    const conference = await this.#store.conferences.find(conferenceId);
    if (!conference || conference.status === 'draft') throw notFound('conference');
    return this.#store.read.conferencePages.listChanged(conferenceId, since, page);
  }
}
