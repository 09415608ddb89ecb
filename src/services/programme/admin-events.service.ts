import type { NumberedRequest, Page } from '../../db/pages.ts';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { checkCapacity } from '../../domain/attendance/attendables.ts';
import { differences } from '../../domain/changes.ts';
import type { Notified } from '../../domain/messaging/notifications.ts';
import { type EventWarning, eventWarnings } from '../../domain/programme/event-changes.ts';
import {
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
import { isExpected, type Target } from '../../domain/versions.ts';
import { conflict, notFound, preconditionFailed } from '../../errors.ts';
import type { AdminEventsFilter } from '../../repositories/programme/admin-events.read-model.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AttendancesService } from '../attendance/attendances.service.ts';
import type { AgendaNotificationsService } from '../messaging/agenda-notifications.service.ts';
import type { EventNotificationsService } from '../messaging/event-notifications.service.ts';
import { type Changed, change, type DryRun } from './dry-runs.service.ts';

export type NewEventInput = EventInput & Pick<Event, 'title' | 'starts_at' | 'ends_at'>;

/** An event after a change. */
export interface CheckedEvent extends AdminEventView {
  readonly warnings: readonly EventWarning[];
}

interface Deps {
  readonly store: Store;
  readonly attendances: AttendancesService<Event>;
  readonly eventNotifications: EventNotificationsService;
  readonly agendaNotifications: AgendaNotificationsService;
  readonly now: () => Date;
}

/** Events for administrators, of every status. */
export class AdminEventsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Events of any status. */
  async list(filter: AdminEventsFilter, request: NumberedRequest): Promise<Page<AdminEventView>> {
    const now = this.#deps.now().toISOString();
    const page = await this.#deps.store.search(filter.q, (read) =>
      read.adminEvents.list(filter, now, request),
    );
    return { ...page, rows: page.rows.map((event) => adminEventView(event, this.#deps.now())) };
  }

  /** @throws AppError NOT_FOUND */
  async get(id: number): Promise<AdminEventView> {
    return this.#view(this.#deps.store, id);
  }

  /**
   * `status` defaults to approved, `timezone` to the conference's, else UTC.
   *
   * @throws AppError VALIDATION_ERROR unless `ends_at` is after `starts_at`; NOT_FOUND for the
   *   conference; CONFLICT for a taken slug
   */
  async create(by: Administrator, given: NewEventInput): Promise<CheckedEvent> {
    checkTimes(given);

    return this.#deps.store.transaction(async (tx) => {
      const conference = await findConference(tx, given.conference_id);
      const freeSlug = await tx.events.findFreeSlug(given.title);
      const event = await tx.events.insert({
        ...eventColumns(given),
        slug: given.slug ?? freeSlug,
        status: given.status ?? 'approved',
        timezone: given.timezone ?? conference?.timezone ?? 'UTC',
        source: 'admin',
      });
      await tx.audit.record(by, 'event.create', event.id, { after: event });
      return this.#checked(tx, event);
    });
  }

  /**
   * Updates the given fields; null clears one. Later imports do not overwrite the updated fields of
   * an imported event. Promotes waitlisted attendees into free seats. Unless `notify` is false,
   * notifies attendees of a new time or place and of a cancellation. A dry run answers the same and
   * changes nothing.
   *
   * @throws AppError VALIDATION_ERROR unless `ends_at` is after `starts_at`; NOT_FOUND for the event
   *   or the conference; PRECONDITION_FAILED; CONFLICT for a capacity below the number of registered
   *   attendees, a taken slug, and every change of `status` except a cancellation
   */
  async update(
    by: Administrator,
    { id, ifMatch }: Target,
    { notify = true, dry_run, ...given }: EventInput & Notified & DryRun,
  ): Promise<Changed<CheckedEvent>> {
    const find = (tx: Tx) => tx.events.find(id);
    const work = async (tx: Tx) => {
      // The reference from the event locks the conference, and conferences are locked before events.
      if (given.conference_id) await tx.conferences.lock(given.conference_id);
      const event = await this.#lock(tx, { id, ifMatch });
      const { before, after } = differences<Event>(event, eventColumns(given));
      if (Object.keys(after).length === 0) return this.#checked(tx, event);

      checkChanges(event, after);
      await findConference(tx, after.conference_id);
      const edited = event.source === 'extcal' ? fieldsOf(after) : [];
      const kept = await tx.agendaItems.listNotified({ event_ids: [id] });
      if (after.conference_id === null) await tx.agendaItems.deleteOfEvent(id);
      const changed = await tx.events.update(id, after, edited);
      await tx.agendaItems.updateFromEvents([id]);
      if (after.conference_id) await tx.agendaItems.insertSpeakersOfConference({ event_id: id });
      await tx.audit.record(by, 'event.update', event.id, { before, after });
      if (notify) {
        await this.#deps.eventNotifications.changed(tx, {
          before: [event],
          after: [changed],
          now: this.#deps.now(),
        });
        await this.#deps.agendaNotifications.changed(tx, {
          before: kept,
          after: await tx.agendaItems.listNotified({ event_ids: [id] }),
          attendees: 'left out',
        });
      }
      await this.#deps.attendances.promoteFromWaitlist(tx, changed);
      return this.#checked(tx, changed);
    };
    return change(this.#deps.store, { dry_run, find, work });
  }

  /**
   * Deletes an event and its attendances, and notifies its attendees unless `notify` is false. Later
   * imports skip a deleted imported event.
   *
   * @throws AppError NOT_FOUND; PRECONDITION_FAILED
   */
  async delete(
    by: Administrator,
    { id, ifMatch }: Target,
    { notify = true }: Notified,
  ): Promise<void> {
    await this.#deps.store.transaction(async (tx) => {
      const event = await this.#lock(tx, { id, ifMatch });
      if (notify) {
        await this.#deps.eventNotifications.deleted(tx, [event], { now: this.#deps.now() });
        const kept = await tx.agendaItems.listNotified({ event_ids: [id] });
        await this.#deps.agendaNotifications.deleted(tx, kept, 'left out');
      }
      await tx.events.insertDeletedFeedEvents([id]);
      await tx.agendaItems.deleteOfEvent(id);
      await tx.events.delete(id);
      await tx.audit.record(by, 'event.delete', event.id, { before: event });
    });
  }

  async #lock(tx: Tx, { id, ifMatch }: Target): Promise<Event> {
    const event = await tx.events.lock(id);
    if (!event) throw notFound('event');
    if (!isExpected(event, ifMatch)) throw preconditionFailed(await this.#view(tx, id));
    return event;
  }

  async #checked(tx: Tx, event: Event): Promise<CheckedEvent> {
    const conference = await findConference(tx, event.conference_id);
    const clashes = await tx.read.adminEvents.listRoomClashes(event.id);
    const capacity =
      conference && event.venue_name !== null
        ? await tx.read.agendaGroups.findRoomCapacity(conference.id, event.venue_name)
        : null;
    const warnings = eventWarnings(event, conference, { clashes, capacity });
    return { ...(await this.#view(tx, event.id)), warnings };
  }

  async #view(store: Store | Tx, id: number): Promise<AdminEventView> {
    const event = await store.read.adminEvents.find(id);
    if (!event) throw notFound('event');
    return adminEventView(event, this.#deps.now());
  }
}

async function findConference(tx: Tx, id: number | null | undefined) {
  if (id === null || id === undefined) return undefined;
  const conference = await tx.conferences.find(id);
  if (!conference) throw notFound('conference');
  return conference;
}

function checkChanges(event: Event, { starts_at, ends_at, status, capacity }: EventChanges): void {
  // Events of feeds may end at their start, so times are checked only when one of them changes.
  if (starts_at ?? ends_at) {
    checkTimes({ starts_at: starts_at ?? event.starts_at, ends_at: ends_at ?? event.ends_at });
  }
  // Approving and rejecting also notify the requester and have their own endpoints.
  if (status && !(status === 'cancelled' && mayBecome(event.status, status))) {
    throw conflict(
      'status',
      `this event is ${event.status}; this endpoint cannot make it ${status}`,
      'status',
      { status: event.status },
    );
  }
  checkCapacity(event, capacity);
}
