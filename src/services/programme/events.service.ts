import type { ChangingPage, NumberedRequest, Page } from '../../db/pages.ts';
import type { OwnAttendance } from '../../domain/attendance/attendances.ts';
import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import { type ConferenceView, conferenceView } from '../../domain/programme/conferences.ts';
import {
  type EventView,
  eventView,
  PUBLIC_STATUSES,
  type When,
} from '../../domain/programme/events.ts';
import { notFound } from '../../errors.ts';
import type {
  ConferenceEventPosition,
  ConferenceEventsFilter,
  ConferenceEventsPage,
} from '../../repositories/programme/conference-events.read-model.ts';
import type {
  AskingEvent,
  EventWithAttendance,
} from '../../repositories/programme/events.read-model.ts';
import type { EventsFilter } from '../../repositories/programme/events.sql.ts';
import type { Store } from '../../repositories/store.ts';

/** An event with the caller's attendance. */
export interface EventViewFor extends EventView {
  readonly attendance: OwnAttendance;
  /** Whether the caller hosts the event: it is public, and they requested it. */
  readonly is_host: boolean;
  /** Only for the requester, while the event is pending or rejected. */
  readonly rejection_reason?: string | null;
}

/** A single event. */
export type EventDetails = (EventView | EventViewFor) &
  Pick<AskingEvent, 'form_questions'> & { readonly share_url: string | null };

/** Events as users and visitors see them. */
export class EventsService {
  readonly #deps;

  constructor(deps: { store: Store; shareUrl: ShareLink; now: () => Date }) {
    this.#deps = deps;
  }

  /** Approved events, sorted by start. */
  async list(filter: EventsFilter, request: NumberedRequest): Promise<ChangingPage<EventView>> {
    const now = this.#deps.now();
    const page = await this.#deps.store.search(filter.q, (read) =>
      read.events.list(filter, now.toISOString(), request),
    );
    return { ...page, rows: page.rows.map((event) => eventView(event, now)) };
  }

  /** Events a user attends, is waitlisted for or requested: by start, past ones latest first. */
  async listOf(
    userId: number,
    when: When | undefined,
    request: NumberedRequest,
  ): Promise<Page<EventViewFor>> {
    const now = this.#deps.now();
    const page = await this.#deps.store.read.events.listOf(
      userId,
      { when, now: now.toISOString() },
      request,
    );
    return { ...page, rows: page.rows.map((event) => viewFor(event, { userId, now })) };
  }

  /**
   * With `viewerId` also the viewer's attendance.
   * @throws AppError NOT_FOUND also for an event of a draft conference, and for a pending or
   *   rejected event unless the viewer requested it
   */
  async find(id: number, viewerId: number | undefined): Promise<EventDetails> {
    if (viewerId === undefined) return this.#findPublic({ id });
    const event = await this.#deps.store.read.events.findWithAttendance(viewerId, id);
    if (!event) throw notFound('event');
    return this.#detailed(viewFor(event, { userId: viewerId, now: this.#deps.now() }), event);
  }

  /** @throws AppError NOT_FOUND also for an event that is not public */
  async findBySlug(slug: string): Promise<EventDetails> {
    return this.#findPublic({ slug });
  }

  async #findPublic(by: { id: number } | { slug: string }): Promise<EventDetails> {
    const event = await this.#deps.store.read.events.find(by);
    if (!event) throw notFound('event');
    return this.#detailed(eventView(event, this.#deps.now()), event);
  }

  #detailed(
    view: EventView | EventViewFor,
    { id, form_questions }: Pick<AskingEvent, 'id' | 'form_questions'>,
  ): EventDetails {
    return { ...view, form_questions, share_url: this.#deps.shareUrl({ kind: 'event', id }) };
  }
}

function viewFor(
  event: EventWithAttendance,
  { userId, now }: { readonly userId: number; readonly now: Date },
): EventViewFor {
  const isPublic = PUBLIC_STATUSES.some((status) => status === event.status);
  return {
    ...eventView(event, now),
    attendance: event.attendance,
    is_host: isPublic && event.submitted_by === userId,
    ...(!isPublic && { rejection_reason: event.rejection_reason }),
  };
}

type ListedEvent = EventView & { readonly attendance?: OwnAttendance | undefined };

/** A conference with a page of its events; with a viewer, also the viewer's attendance of each. */
export interface ConferenceWithEvents {
  readonly conference: ConferenceView;
  readonly page: Page<ListedEvent, ConferenceEventPosition>;
}

export class ConferenceEventsService {
  readonly #deps;

  constructor(deps: { store: Store; now: () => Date }) {
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
