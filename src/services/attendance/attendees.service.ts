import type { Page, PageRequest } from '../../db/pages.ts';
import { type PublicProfile, publicProfile } from '../../domain/people/profiles.ts';
import { notFound } from '../../errors.ts';
import type {
  AttendeePosition,
  AttendeesView,
} from '../../repositories/attendance/attendees.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** The public attendee lists: listed users with a seat. */
export class AttendeesService {
  readonly #store: Store;

  constructor(deps: { store: Store }) {
    this.#store = deps.store;
  }

  /**
   * Lists the attendees of an event as an anonymous viewer sees them, newest first, without those
   * hidden from the caller.
   *
   * @throws AppError NOT_FOUND also if the event is not public
   */
  async listOfEvent(
    eventId: number,
    callerId: number | undefined,
    request: PageRequest<AttendeePosition>,
  ): Promise<Page<PublicProfile, AttendeePosition>> {
    if (!(await this.#store.read.events.find({ id: eventId }))) throw notFound('event');
    const hidden = await this.#store.read.blocks.listHidden(callerId);
    const page = await this.#store.read.eventAttendees.list(eventId, { hidden }, request);
    return { ...page, rows: page.rows.map(publicProfile) };
  }

  /**
   * Lists the attendees of a conference as the viewer may see them, newest first. Includes the
   * viewer.
   *
   * @throws AppError NOT_FOUND also if the conference is a draft
   */
  async listOfConference(
    conferenceId: number,
    view: AttendeesView,
    request: PageRequest<AttendeePosition>,
  ): Promise<Page<PublicProfile, AttendeePosition>> {
    const conference = await this.#store.read.conferences.find({ id: conferenceId });
    if (!conference) throw notFound('conference');
    const hidden = await this.#store.read.blocks.listHidden(view.viewerId);
    const page = await this.#store.search(view.q, (read) =>
      read.conferenceAttendees.list(conferenceId, { ...view, hidden }, request),
    );
    return { ...page, rows: page.rows.map(publicProfile) };
  }
}
