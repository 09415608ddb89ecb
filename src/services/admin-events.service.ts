import type { Store, Tx } from '../db/store.ts';
import type { Administrator } from '../domain/administrators.ts';
import { differences } from '../domain/changes.ts';
import {
  type Event,
  type EventChanges,
  type EventInput,
  type EventView,
  eventColumns,
  eventView,
  fieldsOf,
  mayBecome,
} from '../domain/events.ts';
import { AppError, invalid, notFound } from '../errors.ts';
import type { AttendancesService } from './attendances.service.ts';

export type NewEventInput = EventInput & Pick<Event, 'title' | 'starts_at' | 'ends_at'>;

/** What administrators do with events. */
export class AdminEventsService {
  readonly #store: Store;
  readonly #attendances: AttendancesService<Event>;
  readonly #now: () => Date;

  constructor(deps: { store: Store; attendances: AttendancesService<Event>; now: () => Date }) {
    this.#store = deps.store;
    this.#attendances = deps.attendances;
    this.#now = deps.now;
  }

  /** @throws AppError NOT_FOUND */
  async get(id: number): Promise<EventView> {
    const event = await this.#store.events.find(id);
    if (!event) throw notFound('event');
    return eventView(event, this.#now());
  }

  /**
   * Approved unless said otherwise, in the zone of its conference unless said otherwise.
   *
   * @throws AppError VALIDATION_ERROR for times out of order; NOT_FOUND for an unknown conference;
   *   CONFLICT for a slug another one has
   */
  async create(by: Administrator, given: NewEventInput): Promise<EventView> {
    checkTimes(given);

    return this.#store.transaction(async (tx) => {
      const conference = await findConference(tx, given.conference_id);
      const made = await tx.events.freeSlug(given.title);
      const event = await tx.events.insert({
        ...eventColumns(given),
        title: given.title,
        starts_at: given.starts_at,
        ends_at: given.ends_at,
        slug: given.slug ?? made,
        status: given.status ?? 'approved',
        timezone: given.timezone ?? conference?.timezone ?? 'UTC',
        source: 'admin',
      });
      await tx.audit.insert(by, { action: 'event.create', ...subject(event), after: event });
      return eventView(event, this.#now());
    });
  }

  /**
   * Changes the fields given; null empties. What was a feed's, no later import overwrites. Seats
   * that become free go to those who wait.
   *
   * @throws AppError VALIDATION_ERROR for times out of order; NOT_FOUND also for an unknown
   *   conference; CONFLICT for a capacity below those who come already, a slug another one has and
   *   a step that `status` does not allow here
   */
  async update(by: Administrator, id: number, given: EventInput): Promise<EventView> {
    return this.#store.transaction(
      async (tx) => {
        const event = await tx.events.lock(id);
        if (!event) throw notFound('event');
        const { before, after } = differences<Event>(event, eventColumns(given));
        if (Object.keys(after).length === 0) return eventView(event, this.#now());

        checkChanges(event, after);
        await findConference(tx, after.conference_id);
        const edited = event.source === 'extcal' ? fieldsOf(after) : [];
        const changed = await tx.events.update(id, after, edited);
        await tx.audit.insert(by, { action: 'event.update', ...subject(event), before, after });
        return eventView(await this.#attendances.fillSeats(tx, changed), this.#now());
      },
      // As everything that moves people up, it may cross with the erasure of one of them.
      { retry: 3 },
    );
  }

  /**
   * Removes an event and its attendances. One of a feed stays out of later imports.
   * @throws AppError NOT_FOUND
   */
  async delete(by: Administrator, id: number): Promise<void> {
    await this.#store.transaction(async (tx) => {
      const event = await tx.events.lock(id);
      if (!event) throw notFound('event');

      if (event.source === 'extcal') await tx.events.noteDeletedFeedEvent(id);
      await tx.events.delete(id);
      await tx.audit.insert(by, { action: 'event.delete', ...subject(event), before: event });
    });
  }
}

const subject = ({ id }: Event) => ({ subject_type: 'event', subject_id: id });

async function findConference(tx: Tx, id: number | null | undefined) {
  if (id === null || id === undefined) return undefined;
  const conference = await tx.conferences.find(id);
  if (!conference) throw notFound('conference');
  return conference;
}

function checkTimes({ starts_at, ends_at }: Pick<Event, 'starts_at' | 'ends_at'>): void {
  if (Date.parse(ends_at) <= Date.parse(starts_at)) {
    throw invalid('ends_at', 'expected a time after starts_at');
  }
}

function checkChanges(event: Event, { starts_at, ends_at, status, capacity }: EventChanges): void {
  // Events of feeds may end when they start; only who changes that has to make it better.
  if (starts_at ?? ends_at) {
    checkTimes({ starts_at: starts_at ?? event.starts_at, ends_at: ends_at ?? event.ends_at });
  }
  // Approving and rejecting is more than a change of this field, and has its own endpoints.
  if (status && !(status === 'cancelled' && mayBecome(event.status, status))) {
    throw new AppError('CONFLICT', `status: a ${event.status} event cannot be made ${status} here`);
  }
  if (typeof capacity === 'number' && capacity < event.attendee_count) {
    throw new AppError(
      'CONFLICT',
      `capacity: ${event.attendee_count} people are registered already`,
    );
  }
}
