import { type Attendable, hasEnded, spotsLeft } from '../../domain/attendance/attendables.ts';
import {
  type Attendance,
  holdsSeat,
  NO_ATTENDANCE,
  outcomeOfAttending,
  outcomeOfCancelling,
} from '../../domain/attendance/attendances.ts';
import { AppError, notFound, unauthorized } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';

/** An attendance after somebody asked for it or gave it up, and what is left for others. */
export interface AttendanceAnswer extends Attendance {
  readonly attendee_count: number;
  readonly spots_left: number | null;
}

/**
 * Who comes to events, or to conferences, and who waits. Every change is made under the lock of the
 * attendable's row.
 */
export class AttendancesService<A extends Attendable> {
  readonly #store: Store;
  readonly #attendables: Attendables<A>;
  readonly #now: () => Date;

  constructor(deps: { store: Store; attendables: Attendables<A>; now: () => Date }) {
    this.#store = deps.store;
    this.#attendables = deps.attendables;
    this.#now = deps.now;
  }

  /**
   * Gives a person a seat, or a place at the end of the queue when there is none.
   * Safe to repeat: who already comes or waits gets the same answer with `created: false`.
   *
   * @throws AppError NOT_FOUND; EVENT_CANCELLED; EVENT_ENDED or CONFERENCE_ENDED;
   *   REGISTRATION_CLOSED; UNAUTHORIZED for somebody erased meanwhile
   */
  async attend(
    userId: number,
    attendableId: number,
  ): Promise<{ answer: AttendanceAnswer; created: boolean }> {
    const { noun, registrationState: registration } = this.#attendables;
    return this.#store.transaction(async (tx) => {
      const attendable = await this.#lockPublic(tx, attendableId);
      const held = await this.#findAttendance(tx, attendable, userId);
      const outcome = outcomeOfAttending(registration(attendable, this.#now()), held.status);
      switch (outcome) {
        case 'registered':
        case 'waitlisted': {
          const answer = await this.#upsert(tx, attendable, { userId, status: outcome });
          return { answer, created: true };
        }
        case 'unchanged':
          return { answer: answerOf(attendable, held), created: false };
        case 'cancelled':
          throw new AppError('EVENT_CANCELLED', `This ${noun} is cancelled`);
        case 'ended':
          throw this.#endedError();
        case 'closed':
          throw new AppError('REGISTRATION_CLOSED', `Registration for this ${noun} is closed`);
      }
    });
  }

  /**
   * Gives up a person's seat, which goes to the first who waits, or their place in the queue.
   * Safe to repeat.
   *
   * @throws AppError NOT_FOUND also for who never asked to come; EVENT_ENDED or CONFERENCE_ENDED;
   *   CONFLICT for who has checked in
   */
  async cancel(userId: number, attendableId: number): Promise<AttendanceAnswer> {
    return this.#store.transaction(async (tx) => {
      const attendable = await this.#lockPublic(tx, attendableId);
      const held = await this.#findAttendance(tx, attendable, userId);
      switch (outcomeOfCancelling(hasEnded(attendable, this.#now()), held.status)) {
        case 'cancelled':
          return this.#cancel(tx, attendable, { userId, held });
        case 'unchanged':
          return answerOf(attendable, held);
        case 'never_asked':
          throw notFound('attendance');
        case 'already_checked_in':
          throw new AppError('CONFLICT', 'You have checked in already');
        case 'ended':
          throw this.#endedError();
      }
    });
  }

  /** @throws AppError NOT_FOUND for what people may not know of */
  async status(userId: number, attendableId: number): Promise<Attendance> {
    const attendance = await this.#attendables.findAttendance(this.#store, userId, attendableId);
    if (!attendance) throw notFound(this.#attendables.noun);
    return attendance;
  }

  /**
   * Gives up all that a person goes to or waits for and that has not ended, checked in or not; for
   * somebody who is erased. To be called before the person's row is locked, or else the transaction
   * and those that move people up wait for each other.
   */
  async cancelAllOf(tx: Tx, userId: number): Promise<void> {
    const coming = await this.#attendables.lockAttendedBy(tx, userId, this.#now().toISOString());
    for (const attendable of coming) {
      const held = await this.#findAttendance(tx, attendable, userId);
      await this.#cancel(tx, attendable, { userId, held });
    }
  }

  /**
   * Gives what seats are free to those who wait longest, and tells them. Needs the lock of the
   * attendable; to be called after every change that can free a seat.
   */
  async promoteFromWaitlist(tx: Tx, attendable: A): Promise<A> {
    const seats = spotsLeft(attendable);
    if (seats === 0 || !this.#attendables.canPromote(attendable, this.#now())) return attendable;

    const attendances = this.#attendables.attendancesIn(tx);
    const promoted = await attendances.updateFirstWaitlisted(attendable.id, seats);
    if (promoted.length === 0) return attendable;
    await this.#attendables.notifyPromoted(tx, attendable, promoted);
    return withSeatsTaken(attendable, promoted.length);
  }

  async #lockPublic(tx: Tx, attendableId: number): Promise<A> {
    const attendable = await this.#attendables.lockPublic(tx, attendableId);
    if (!attendable) throw notFound(this.#attendables.noun);
    return attendable;
  }

  async #findAttendance(tx: Tx, attendable: A, userId: number): Promise<Attendance> {
    const found = await this.#attendables.attendancesIn(tx).find(attendable.id, userId);
    return found ?? NO_ATTENDANCE;
  }

  async #upsert(
    tx: Tx,
    attendable: A,
    { userId, status }: { userId: number; status: 'registered' | 'waitlisted' },
  ): Promise<AttendanceAnswer> {
    const attendance = await this.#attendables
      .attendancesIn(tx)
      .upsert(attendable.id, userId, { status, registered_at: this.#now().toISOString() });
    if (!attendance) throw unauthorized();
    return answerOf(holdsSeat(status) ? withSeatsTaken(attendable, 1) : attendable, attendance);
  }

  async #cancel(
    tx: Tx,
    attendable: A,
    { userId, held }: { userId: number; held: Attendance },
  ): Promise<AttendanceAnswer> {
    await this.#attendables.attendancesIn(tx).updateCancelled(attendable.id, userId);
    const left: Attendance = {
      ...held,
      status: 'cancelled',
      waitlist_position: null,
      checked_in_at: null,
    };
    if (!holdsSeat(held.status)) return answerOf(attendable, left);
    return answerOf(await this.promoteFromWaitlist(tx, withSeatsTaken(attendable, -1)), left);
  }

  #endedError(): AppError {
    return new AppError(this.#attendables.endedCode, `This ${this.#attendables.noun} is over`);
  }
}

/** The attendable as a statement just left it: its row is locked, so nobody else counts meanwhile. */
const withSeatsTaken = <A extends Attendable>(attendable: A, people: number): A => ({
  ...attendable,
  attendee_count: attendable.attendee_count + people,
});

const answerOf = (attendable: Attendable, attendance: Attendance): AttendanceAnswer => ({
  ...attendance,
  attendee_count: attendable.attendee_count,
  spots_left: spotsLeft(attendable),
});
