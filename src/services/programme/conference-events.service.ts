import type { Page } from '../../db/pages.ts';
import type { Attendance } from '../../domain/attendance/attendances.ts';
import { type ConferenceView, conferenceView } from '../../domain/programme/conferences.ts';
import { type EventView, eventView } from '../../domain/programme/events.ts';
import { notFound } from '../../errors.ts';
import type {
  ConferenceEventPosition,
  ConferenceEventsFilter,
  ConferenceEventsPage,
} from '../../repositories/programme/conference-events.read-model.ts';
import type { Store } from '../../repositories/store.ts';

type ListedEvent = EventView & { readonly attendance?: Attendance | undefined };

/** A conference with a page of its events; with a viewer, also the viewer's attendance of each. */
export interface ConferenceWithEvents {
  readonly conference: ConferenceView;
  readonly page: Page<ListedEvent, ConferenceEventPosition>;
}

interface Deps {
  readonly store: Store;
  readonly now: () => Date;
}

export class ConferenceEventsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws AppError NOT_FOUND also for a draft */
  async find(
    slug: string,
    request: ConferenceEventsFilter & ConferenceEventsPage,
    viewerId?: number,
  ): Promise<ConferenceWithEvents> {
    const { conferences, conferenceEvents } = this.#deps.store.read;
    const conference = await conferences.find({ slug });
    if (!conference) throw notFound('conference');
    const page = await conferenceEvents.list(conference, request, viewerId);
    const now = this.#deps.now();
    const rows = page.rows.map(({ attendance, ...event }) => ({
      ...eventView(event, now),
      attendance,
    }));
    return { conference: conferenceView(conference, now), page: { ...page, rows } };
  }
}
