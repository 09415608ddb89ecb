import type { Page, PageRequest } from '../../db/pages.ts';
import { type PublicProfile, publicProfile } from '../../domain/people/profiles.ts';
import { notFound } from '../../errors.ts';
import type { AttendeesView } from '../../repositories/attendance/attendees.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** Those who come, as others see them: who does not want to be found is not named. */
export class AttendeesService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Newest first, as anybody sees them.
   * @throws AppError NOT_FOUND for an event that people may not know of
   */
  async listOfEvent(
    eventId: number,
    request: PageRequest<number>,
  ): Promise<Page<PublicProfile, number>> {
    if (!(await this.#store.read.events.find({ id: eventId }))) throw notFound('event');
    const page = await this.#store.read.eventAttendees.list(eventId, {}, request);
    return { ...page, rows: page.rows.map(publicProfile) };
  }

  /**
   * Newest first, as the viewer may see them, and the viewer too.
   * @throws AppError NOT_FOUND for a draft too
   */
  async listOfConference(
    conferenceId: number,
    view: AttendeesView,
    request: PageRequest<number>,
  ): Promise<Page<PublicProfile, number>> {
    const { conferences, conferenceAttendees } = this.#store.read;
    if (!(await conferences.find({ id: conferenceId }))) throw notFound('conference');
    const page = await conferenceAttendees.list(conferenceId, view, request);
    return { ...page, rows: page.rows.map(publicProfile) };
  }
}
