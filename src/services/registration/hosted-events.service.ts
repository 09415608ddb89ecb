import type { Page, PageRequest } from '../../db/pages.ts';
import {
  type Administrator,
  type Trace,
  UNLIMITED,
} from '../../domain/administration/administrators.ts';
import type { AttendeeIdentifier, Scan } from '../../domain/attendance/check-ins.ts';
import { type PublicProfile, publicProfile } from '../../domain/people/profiles.ts';
import type { Event, EventInput } from '../../domain/programme/events.ts';
import type { RequestReview } from '../../domain/registration/listed-requests.ts';
import { notFound } from '../../errors.ts';
import type {
  HostedAttendee,
  HostedRequest,
} from '../../repositories/registration/hosted-events.read-model.ts';
import type { Store } from '../../repositories/store.ts';
import type { CheckInsService } from '../attendance/check-ins.service.ts';
import type { AdminEventsService } from '../programme/admin-events.service.ts';
import type { AdminSeatRequestsService, DecidedRequest } from './admin-seat-requests.service.ts';

/** The user who hosts an event, and their request. */
export interface Hosting {
  readonly userId: number;
  readonly eventId: number;
  readonly trace: Trace;
}

/** What a host changes without asking. */
export type HostedChanges = Pick<
  EventInput,
  'description' | 'capacity' | 'registration_mode' | 'registration_closes_at' | 'url' | 'waitlist'
>;

/**
 * The submitter of an approved side event is its host, and runs it as an organizer of this event alone. They
 * see public profiles, and nobody whom a block hides.
 */
export class HostedEventsService {
  readonly #deps;

  constructor(deps: {
    store: Store;
    events: AdminEventsService;
    requests: AdminSeatRequestsService;
    checkIns: CheckInsService;
  }) {
    this.#deps = deps;
  }

  /** @throws AppError NOT_FOUND unless the user hosts the event */
  async attendees(
    hosting: Hosting,
    request: PageRequest<number>,
  ): Promise<
    Page<PublicProfile & Pick<HostedAttendee, 'status' | 'checked_in_at' | 'answers'>, number>
  > {
    const { read } = this.#deps.store;
    const page = await read.hostedEvents.listAttendees(...(await this.#viewed(hosting)), request);
    return {
      ...page,
      rows: page.rows.map(({ queue_number: _, status, checked_in_at, answers, ...profile }) => ({
        ...publicProfile(profile),
        ...{ status, checked_in_at, answers },
      })),
    };
  }

  /** @throws AppError NOT_FOUND unless the user hosts the event */
  async requests(
    hosting: Hosting,
    request: PageRequest<number>,
  ): Promise<
    Page<
      { readonly user: PublicProfile } & Pick<
        HostedRequest,
        'request_id' | 'requested_at' | 'answers'
      >,
      number
    >
  > {
    const { read } = this.#deps.store;
    const page = await read.hostedEvents.listRequests(...(await this.#viewed(hosting)), request);
    return {
      ...page,
      rows: page.rows.map(({ request_id, requested_at, answers, ...profile }) => ({
        ...{ request_id, requested_at, answers, user: publicProfile(profile) },
      })),
    };
  }

  /**
   * As organizers decide. A request of another event, or of a user who is hidden from the host, counts as
   * missing.
   *
   * @throws AppError NOT_FOUND unless the user hosts the event
   */
  async decide(
    hosting: Hosting,
    ids: readonly number[],
    review: RequestReview,
  ): Promise<readonly DecidedRequest[]> {
    const [eventId, { hidden }] = await this.#viewed(hosting);
    const found = await this.#deps.store.seatRequests.listByIds(ids);
    const own = found.filter((one) => one.event_id === eventId && !hidden.includes(one.user_id));
    const known = new Set(own.map(({ id }) => id));
    const by = await this.#asOrganizer(hosting);
    return this.#deps.requests.decideAll(by, { ids, review, dry_run: false, known });
  }

  /**
   * Checks in an attendee by the code of their ticket.
   *
   * @throws AppError NOT_FOUND unless the user hosts the event; else as `CheckInsService.checkIn`
   */
  async checkIn(hosting: Hosting, scan: Scan<AttendeeIdentifier>) {
    const by = await this.#asOrganizer(hosting);
    return this.#deps.checkIns.checkIn(by, hosting.eventId, scan);
  }

  /**
   * Updates the given fields; null clears one.
   *
   * @throws AppError NOT_FOUND unless the user hosts the event; CONFLICT for a capacity below the seats
   */
  async update(hosting: Hosting, changes: HostedChanges): Promise<void> {
    const by = await this.#asOrganizer(hosting);
    await this.#deps.events.update(by, { id: hosting.eventId, ifMatch: undefined }, changes);
  }

  /** Cancels the event and notifies its attendees. Safe to repeat. @throws AppError NOT_FOUND */
  async cancel(hosting: Hosting): Promise<void> {
    const by = await this.#asOrganizer(hosting);
    const target = { id: hosting.eventId, ifMatch: undefined };
    await this.#deps.events.update(by, target, { status: 'cancelled' });
  }

  async #viewed(hosting: Hosting) {
    await this.#find(hosting);
    const { userId: viewerId, eventId } = hosting;
    const hidden = await this.#deps.store.read.blocks.listHidden(viewerId);
    return [eventId, { viewerId, hidden }] as const;
  }

  /** The host, as the services of organizers know who acts. The submitter of the event says who it is. */
  async #asOrganizer(hosting: Hosting): Promise<Administrator> {
    await this.#find(hosting);
    const none = { session_id: null, via: 'token' } as const;
    return { ...UNLIMITED, ...none, ...hosting.trace, name: 'host', key: 'host' };
  }

  async #find({ userId, eventId }: Hosting): Promise<Event> {
    const event = await this.#deps.store.events.find(eventId);
    const isHosted = event?.status === 'approved' || event?.status === 'cancelled';
    if (!isHosted || event.submitted_by !== userId) throw notFound('event');
    return event;
  }
}
