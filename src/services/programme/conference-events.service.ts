import type { Attendance } from '../../domain/attendance/attendances.ts';
import { type ConferenceView, conferenceView } from '../../domain/programme/conferences.ts';
import { type EventView, eventView } from '../../domain/programme/events.ts';
import { notFound } from '../../errors.ts';
import type { ConferenceEventsFilter } from '../../repositories/programme/conference-events.read-model.ts';
import type { Store } from '../../repositories/store.ts';

/** A conference with its events; with a viewer, also the viewer's attendance of each. */
export interface ConferenceWithEvents {
  readonly conference: ConferenceView;
  readonly events: readonly (EventView & { readonly attendance?: Attendance | undefined })[];
}

export class ConferenceEventsService {
  readonly #store: Store;
  readonly #now: () => Date;

  constructor(deps: { store: Store; now: () => Date }) {
    this.#store = deps.store;
    this.#now = deps.now;
  }

  /** @throws AppError NOT_FOUND also for a draft */
  async find(
    slug: string,
    filter: ConferenceEventsFilter,
    viewerId?: number,
  ): Promise<ConferenceWithEvents> {
    const { conferences, conferenceEvents } = this.#store.read;
    const conference = await conferences.find({ slug });
    if (!conference) throw notFound('conference');
    const rows = await conferenceEvents.list(conference, filter, viewerId);
    const now = this.#now();
    const events = rows.map(({ attendance, ...event }) => ({
      ...eventView(event, now),
      attendance,
    }));
    return { conference: conferenceView(conference, now), events };
  }
}
