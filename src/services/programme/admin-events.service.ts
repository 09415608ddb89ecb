import type { NumberedRequest, Page } from '../../db/pages.ts';
import { differences } from '../../domain/changes.ts';
import type { AuditAction } from '../../domain/operations/audit-log.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import {
  type AdminEvent,
  type AdminEventView,
  adminEventView,
  checkTimes,
  type Event,
  type EventChanges,
  type EventInput,
  eventColumns,
  fieldsOf,
  mayBecome,
} from '../../domain/programme/events.ts';
import { AppError, notFound } from '../../errors.ts';
import type { AdminEventsFilter } from '../../repositories/programme/admin-events.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AttendancesService } from '../attendance/attendances.service.ts';
import type { NotificationsService } from '../messaging/notifications.service.ts';

export type NewEventInput = EventInput & Pick<Event, 'title' | 'starts_at' | 'ends_at'>;

/** What administrators do with events. */
export class AdminEventsService {
  readonly #store: Store;
  readonly #attendances: AttendancesService<Event>;
  readonly #notifications: NotificationsService;
  readonly #now: () => Date;

  constructor(deps: {
    store: Store;
    attendances: AttendancesService<Event>;
    notifications: NotificationsService;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#attendances = deps.attendances;
    this.#notifications = deps.notifications;
    this.#now = deps.now;
  }

  /** Those that start last come first. */
  async list(filter: AdminEventsFilter, request: NumberedRequest): Promise<Page<AdminEventView>> {
    const now = this.#now().toISOString();
    return this.#views(await this.#store.read.adminEvents.list(filter, now, request));
  }

  /** What waits for a decision, the oldest request first. */
  async listPending(request: NumberedRequest): Promise<Page<AdminEventView>> {
    return this.#views(await this.#store.read.adminEvents.listPending(request));
  }

  /** @throws AppError NOT_FOUND */
  async get(id: number): Promise<AdminEventView> {
    return this.#view(this.#store, id);
  }

  /**
   * Approved unless said otherwise, in the zone of its conference unless said otherwise.
   *
   * @throws AppError VALIDATION_ERROR for times out of order; NOT_FOUND for an unknown conference;
   *   CONFLICT for a slug another one has
   */
  async create(by: Administrator, given: NewEventInput): Promise<AdminEventView> {
    checkTimes(given);

    return this.#store.transaction(async (tx) => {
      const conference = await findConference(tx, given.conference_id);
      const made = await tx.events.findFreeSlug(given.title);
      const event = await tx.events.insert({
        ...eventColumns(given),
        slug: given.slug ?? made,
        status: given.status ?? 'approved',
        timezone: given.timezone ?? conference?.timezone ?? 'UTC',
        source: 'admin',
      });
      await tx.audit.record(by, 'event.create', event.id, { after: event });
      return this.#view(tx, event.id);
    });
  }

  /**
   * Changes the fields given; null empties. What was a feed's, no later import overwrites. Seats
   * that become free go to those who wait, and who goes to the event hears of what matters to them.
   *
   * @throws AppError VALIDATION_ERROR for times out of order; NOT_FOUND also for an unknown
   *   conference; CONFLICT for a capacity below those who come already, a slug another one has and
   *   a step that `status` does not allow here
   */
  async update(by: Administrator, id: number, given: EventInput): Promise<AdminEventView> {
    return this.#store.transaction(async (tx) => {
      const event = await lockEvent(tx, id);
      const { before, after } = differences<Event>(event, eventColumns(given));
      if (Object.keys(after).length === 0) return this.#view(tx, id);

      checkChanges(event, after);
      await findConference(tx, after.conference_id);
      const edited = event.source === 'extcal' ? fieldsOf(after) : [];
      if (after.conference_id === null) await tx.agendaItems.deleteOfEvent(id);
      const changed = await tx.events.update(id, after, edited);
      await tx.agendaItems.updateFromEvents([id]);
      if (after.conference_id) await tx.agendaItems.insertSpeakersOfConference({ event_id: id });
      await tx.audit.record(by, 'event.update', event.id, { before, after });
      await this.#notifications.eventsChanged(tx, {
        before: [event],
        after: [changed],
        now: this.#now(),
      });
      await this.#attendances.promoteFromWaitlist(tx, changed);
      return this.#view(tx, id);
    });
  }

  /**
   * Takes an event into the programme, and tells who asked for it.
   * @throws AppError NOT_FOUND; CONFLICT for one that is neither pending nor rejected
   */
  async approve(by: Administrator, id: number): Promise<AdminEventView> {
    return this.#store.transaction(async (tx) => {
      const decision = { status: 'approved', rejection_reason: null } as const;
      const event = await decide(tx, id, { by, action: 'event.approve', decision });
      await this.#notifications.eventApproved(tx, event);
      return this.#view(tx, id);
    });
  }

  /**
   * Does not take an event into the programme, and tells who asked for it.
   * @throws AppError NOT_FOUND; CONFLICT for one that is not pending
   */
  async reject(by: Administrator, id: number, reason: string | null): Promise<AdminEventView> {
    return this.#store.transaction(async (tx) => {
      const decision = { status: 'rejected', rejection_reason: reason } as const;
      const event = await decide(tx, id, { by, action: 'event.reject', decision });
      await this.#notifications.eventRejected(tx, event);
      return this.#view(tx, id);
    });
  }

  /**
   * Removes an event and its attendances, and tells who would have come. One of a feed stays out of
   * later imports.
   * @throws AppError NOT_FOUND
   */
  async delete(by: Administrator, id: number): Promise<void> {
    await this.#store.transaction(async (tx) => {
      const event = await lockEvent(tx, id);
      await this.#notifications.eventsGone(tx, [event], this.#now());
      await tx.events.insertDeletedFeedEvents([id]);
      await tx.agendaItems.deleteOfEvent(id);
      await tx.events.delete(id);
      await tx.audit.record(by, 'event.delete', event.id, { before: event });
    });
  }

  async #view(store: Store | Tx, id: number): Promise<AdminEventView> {
    const event = await store.read.adminEvents.find(id);
    if (!event) throw notFound('event');
    return adminEventView(event, this.#now());
  }

  #views(page: Page<AdminEvent>): Page<AdminEventView> {
    const now = this.#now();
    return { ...page, rows: page.rows.map((event) => adminEventView(event, now)) };
  }
}

async function lockEvent(tx: Tx, id: number): Promise<Event> {
  const event = await tx.events.lock(id);
  if (!event) throw notFound('event');
  return event;
}

type Decision = Pick<Event, 'rejection_reason'> & { readonly status: 'approved' | 'rejected' };

/** Approves or rejects an event under its lock, so that of two who decide at once one is later. */
async function decide(
  tx: Tx,
  id: number,
  { by, action, decision }: { by: Administrator; action: AuditAction; decision: Decision },
): Promise<Event> {
  const event = await lockEvent(tx, id);
  if (!mayBecome(event.status, decision.status)) {
    throw new AppError(
      'CONFLICT',
      `This event is ${event.status} and cannot be ${decision.status}`,
    );
  }
  const { before, after } = differences<Event>(event, decision);
  await tx.audit.record(by, action, event.id, { before, after });
  return tx.events.update(id, after, []);
}

async function findConference(tx: Tx, id: number | null | undefined) {
  if (id === null || id === undefined) return undefined;
  const conference = await tx.conferences.find(id);
  if (!conference) throw notFound('conference');
  return conference;
}

function checkChanges(event: Event, { starts_at, ends_at, status, capacity }: EventChanges): void {
  // Events of feeds may end when they start; only who changes that has to make it better.
  if (starts_at ?? ends_at) {
    checkTimes({ starts_at: starts_at ?? event.starts_at, ends_at: ends_at ?? event.ends_at });
  }
  // Approving and rejecting is more than a change of this field, and has its own endpoints.
  if (status && !(status === 'cancelled' && mayBecome(event.status, status))) {
    throw new AppError(
      'CONFLICT',
      `status: this event is ${event.status} and cannot be made ${status} here`,
    );
  }
  if (typeof capacity === 'number' && capacity < event.attendee_count) {
    throw new AppError(
      'CONFLICT',
      `capacity: ${event.attendee_count} people are registered already`,
    );
  }
}
