import {
  type Attendance,
  holdsSeat,
  NO_ATTENDANCE,
  outcomeOfAttending,
  outcomeOfLeaving,
} from '../../domain/attendance/attendances.ts';
import { type Gathering, hasEnded, spotsLeft } from '../../domain/attendance/gatherings.ts';
import { AppError, notFound, unauthorized } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { Gatherings } from './gatherings.service.ts';

/** An attendance after somebody asked for it or gave it up, and what is left for others. */
export interface AttendanceAnswer extends Attendance {
  readonly attendee_count: number;
  readonly spots_left: number | null;
}

/**
 * Two transactions can wait for each other where a person who moves up is being erased: the one
 * that is given up runs again.
 */
const CROSSING = { retry: 3 };

/**
 * Who comes to events, or to conferences, and who waits. Every change is made under the lock of the
 * gathering's row.
 */
export class AttendancesService<G extends Gathering> {
  readonly #store: Store;
  readonly #gatherings: Gatherings<G>;
  readonly #now: () => Date;

  constructor(deps: { store: Store; gatherings: Gatherings<G>; now: () => Date }) {
    this.#store = deps.store;
    this.#gatherings = deps.gatherings;
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
    gatheringId: number,
  ): Promise<{ answer: AttendanceAnswer; created: boolean }> {
    const { noun, registration } = this.#gatherings;
    return this.#store.transaction(async (tx) => {
      const gathering = await this.#lockPublic(tx, gatheringId);
      const held = await this.#held(tx, gathering, userId);
      const outcome = outcomeOfAttending(registration(gathering, this.#now()), held.status);
      switch (outcome) {
        case 'registered':
        case 'waitlisted': {
          const answer = await this.#admit(tx, gathering, { userId, status: outcome });
          return { answer, created: true };
        }
        case 'unchanged':
          return { answer: answerOf(gathering, held), created: false };
        case 'cancelled':
          throw new AppError('EVENT_CANCELLED', `This ${noun} is cancelled`);
        case 'ended':
          throw this.#isOver();
        case 'closed':
          throw new AppError('REGISTRATION_CLOSED', `Registration for this ${noun} is closed`);
      }
    }, CROSSING);
  }

  /**
   * Gives up a person's seat, which goes to the first who waits, or their place in the queue.
   * Safe to repeat.
   *
   * @throws AppError NOT_FOUND also for who never asked to come; EVENT_ENDED or CONFERENCE_ENDED;
   *   CONFLICT for who has checked in
   */
  async cancel(userId: number, gatheringId: number): Promise<AttendanceAnswer> {
    return this.#store.transaction(async (tx) => {
      const gathering = await this.#lockPublic(tx, gatheringId);
      const held = await this.#held(tx, gathering, userId);
      switch (outcomeOfLeaving(hasEnded(gathering, this.#now()), held.status)) {
        case 'cancelled':
          return this.#release(tx, gathering, { userId, held });
        case 'unchanged':
          return answerOf(gathering, held);
        case 'never_asked':
          throw notFound('attendance');
        case 'already_checked_in':
          throw new AppError('CONFLICT', 'You have checked in already');
        case 'ended':
          throw this.#isOver();
      }
    }, CROSSING);
  }

  /** @throws AppError NOT_FOUND for what people may not know of */
  async status(userId: number, gatheringId: number): Promise<Attendance> {
    const attendance = await this.#gatherings.standing(this.#store, userId, gatheringId);
    if (!attendance) throw notFound(this.#gatherings.noun);
    return attendance;
  }

  /**
   * Gives up all that a person goes to or waits for and that has not ended, checked in or not; for
   * somebody who is erased. To be called before the person's row is locked, or else the transaction
   * and those that move people up wait for each other.
   */
  async leaveAll(tx: Tx, userId: number): Promise<void> {
    const coming = await this.#gatherings.lockComingOf(tx, userId, this.#now().toISOString());
    for (const gathering of coming) {
      const held = await this.#held(tx, gathering, userId);
      await this.#release(tx, gathering, { userId, held });
    }
  }

  /**
   * Gives what seats are free to those who wait longest, and tells them. Needs the lock of the
   * gathering; to be called after every change that can free a seat.
   */
  async fillSeats(tx: Tx, gathering: G): Promise<G> {
    const seats = spotsLeft(gathering);
    if (seats === 0 || !this.#gatherings.seatsPeople(gathering, this.#now())) return gathering;

    const attendances = this.#gatherings.attendancesIn(tx);
    const promoted = await attendances.promoteFirst(gathering.id, seats);
    if (promoted.length === 0) return gathering;
    await this.#gatherings.promoted(tx, gathering, promoted);
    return withMore(gathering, promoted.length);
  }

  async #lockPublic(tx: Tx, gatheringId: number): Promise<G> {
    const gathering = await this.#gatherings.lockPublic(tx, gatheringId);
    if (!gathering) throw notFound(this.#gatherings.noun);
    return gathering;
  }

  async #held(tx: Tx, gathering: G, userId: number): Promise<Attendance> {
    const found = await this.#gatherings.attendancesIn(tx).find(gathering.id, userId);
    return found ?? NO_ATTENDANCE;
  }

  async #admit(
    tx: Tx,
    gathering: G,
    { userId, status }: { userId: number; status: 'registered' | 'waitlisted' },
  ): Promise<AttendanceAnswer> {
    const attendance = await this.#gatherings
      .attendancesIn(tx)
      .admit(gathering.id, userId, { status, registered_at: this.#now().toISOString() });
    if (!attendance) throw unauthorized();
    return answerOf(holdsSeat(status) ? withMore(gathering, 1) : gathering, attendance);
  }

  async #release(
    tx: Tx,
    gathering: G,
    { userId, held }: { userId: number; held: Attendance },
  ): Promise<AttendanceAnswer> {
    await this.#gatherings.attendancesIn(tx).cancel(gathering.id, userId);
    const left: Attendance = {
      ...held,
      status: 'cancelled',
      waitlist_position: null,
      checked_in_at: null,
    };
    if (!holdsSeat(held.status)) return answerOf(gathering, left);
    return answerOf(await this.fillSeats(tx, withMore(gathering, -1)), left);
  }

  #isOver(): AppError {
    return new AppError(this.#gatherings.endedCode, `This ${this.#gatherings.noun} is over`);
  }
}

/** The gathering as a statement just left it: its row is locked, so nobody else counts meanwhile. */
const withMore = <G extends Gathering>(gathering: G, people: number): G => ({
  ...gathering,
  attendee_count: gathering.attendee_count + people,
});

const answerOf = (gathering: Gathering, attendance: Attendance): AttendanceAnswer => ({
  ...attendance,
  attendee_count: gathering.attendee_count,
  spots_left: spotsLeft(gathering),
});
