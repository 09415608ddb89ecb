import type { Store, Tx } from '../db/store.ts';
import {
  type Attendance,
  holdsSeat,
  NO_ATTENDANCE,
  outcomeOfAttending,
  outcomeOfLeaving,
} from '../domain/attendances.ts';
import { type Event, seatsPeople, spotsLeft } from '../domain/events.ts';
import { AppError, notFound, unauthorized } from '../errors.ts';
import type { NotificationsService } from './notifications.service.ts';

/** An attendance after somebody asked for it or gave it up, and what is left for others. */
export interface AttendanceAnswer extends Attendance {
  readonly event_id: number;
  readonly attendee_count: number;
  readonly spots_left: number | null;
}

/**
 * Two transactions can wait for each other where a person who moves up is being erased: the one
 * that is given up runs again.
 */
const CROSSING = { retry: 3 };

/** Who comes to an event and who waits. Every change is made under the lock of the event's row. */
export class AttendancesService {
  readonly #store: Store;
  readonly #notifications: NotificationsService;
  readonly #now: () => Date;

  constructor(deps: { store: Store; notifications: NotificationsService; now: () => Date }) {
    this.#store = deps.store;
    this.#notifications = deps.notifications;
    this.#now = deps.now;
  }

  /**
   * Gives a person a seat, or a place at the end of the queue when there is none.
   * Safe to repeat: who already comes or waits gets the same answer with `created: false`.
   *
   * @throws AppError NOT_FOUND; EVENT_CANCELLED; EVENT_ENDED; REGISTRATION_CLOSED; UNAUTHORIZED for
   *   somebody erased meanwhile
   */
  async attend(
    userId: number,
    eventId: number,
  ): Promise<{ answer: AttendanceAnswer; created: boolean }> {
    return this.#store.transaction(async (tx) => {
      const event = await tx.events.lockPublic(eventId);
      if (!event) throw notFound('event');

      const held = (await tx.eventAttendances.find(event.id, userId)) ?? NO_ATTENDANCE;
      const outcome = outcomeOfAttending(event, held.status, this.#now());
      switch (outcome) {
        case 'registered':
        case 'waitlisted':
          return {
            answer: await this.#admit(tx, event, { userId, status: outcome }),
            created: true,
          };
        case 'unchanged':
          return { answer: answerOf(event, held), created: false };
        case 'event_cancelled':
          throw new AppError('EVENT_CANCELLED', 'This event is cancelled');
        case 'event_ended':
          throw new AppError('EVENT_ENDED', 'This event is over');
        case 'registration_closed':
          throw new AppError('REGISTRATION_CLOSED', 'Registration for this event is closed');
      }
    }, CROSSING);
  }

  /**
   * Gives up a person's seat, which goes to the first who waits, or their place in the queue.
   * Safe to repeat.
   *
   * @throws AppError NOT_FOUND also for who never asked to come; EVENT_ENDED; CONFLICT for who has
   *   checked in
   */
  async cancel(userId: number, eventId: number): Promise<AttendanceAnswer> {
    return this.#store.transaction(async (tx) => {
      const event = await tx.events.lockPublic(eventId);
      if (!event) throw notFound('event');

      const held = (await tx.eventAttendances.find(event.id, userId)) ?? NO_ATTENDANCE;
      switch (outcomeOfLeaving(event, held.status, this.#now())) {
        case 'cancelled':
          return this.#release(tx, event, { userId, held });
        case 'unchanged':
          return answerOf(event, held);
        case 'never_asked':
          throw notFound('attendance');
        case 'already_checked_in':
          throw new AppError('CONFLICT', 'You have checked in already');
        case 'event_ended':
          throw new AppError('EVENT_ENDED', 'This event is over');
      }
    }, CROSSING);
  }

  /** @throws AppError NOT_FOUND for an event that people may not know of */
  async status(userId: number, eventId: number): Promise<Attendance> {
    const event = await this.#store.eventsReadModel.findFor(userId, eventId);
    if (!event) throw notFound('event');
    return event.attendance;
  }

  /**
   * Gives up all that a person goes to or waits for and that has not ended, checked in or not; for
   * somebody who is erased. To be called before the person's row is locked, or else the transaction
   * and those that move people up wait for each other.
   */
  async leaveAll(tx: Tx, userId: number): Promise<void> {
    for (const event of await tx.events.lockComingOf(userId, this.#now().toISOString())) {
      const held = (await tx.eventAttendances.find(event.id, userId)) ?? NO_ATTENDANCE;
      await this.#release(tx, event, { userId, held });
    }
  }

  /**
   * Gives what seats are free to those who wait longest, and tells them. Needs the lock of the
   * event; to be called after every change that can free a seat.
   */
  async fillSeats(tx: Tx, event: Event): Promise<Event> {
    const seats = spotsLeft(event);
    if (seats === 0 || !seatsPeople(event, this.#now())) return event;

    const promoted = await tx.eventAttendances.promoteFirst(event.id, seats);
    if (promoted.length === 0) return event;
    await this.#notifications.eventPromoted(tx, event, promoted);
    return withMore(event, promoted.length);
  }

  async #admit(
    tx: Tx,
    event: Event,
    { userId, status }: { userId: number; status: 'registered' | 'waitlisted' },
  ): Promise<AttendanceAnswer> {
    const registered_at = this.#now().toISOString();
    const attendance = await tx.eventAttendances.admit(event.id, userId, { status, registered_at });
    if (!attendance) throw unauthorized();
    return answerOf(holdsSeat(status) ? withMore(event, 1) : event, attendance);
  }

  async #release(
    tx: Tx,
    event: Event,
    { userId, held }: { userId: number; held: Attendance },
  ): Promise<AttendanceAnswer> {
    await tx.eventAttendances.cancel(event.id, userId);
    const left: Attendance = {
      ...held,
      status: 'cancelled',
      waitlist_position: null,
      checked_in_at: null,
    };
    if (!holdsSeat(held.status)) return answerOf(event, left);
    return answerOf(await this.fillSeats(tx, withMore(event, -1)), left);
  }
}

/** The event as a statement just left it: its row is locked, so nobody else counts meanwhile. */
const withMore = (event: Event, people: number): Event => ({
  ...event,
  attendee_count: event.attendee_count + people,
});

const answerOf = (event: Event, attendance: Attendance): AttendanceAnswer => ({
  event_id: event.id,
  ...attendance,
  attendee_count: event.attendee_count,
  spots_left: spotsLeft(event),
});
