import {
  type Attendable,
  hasEnded,
  seatsTaken,
  spotsLeft,
  withSeatsTaken,
} from '../../domain/attendance/attendables.ts';
import {
  type Attendance,
  type AttendanceAnswer,
  answerOf,
  holdsSeat,
  NO_ATTENDANCE,
  type OwnAttendance,
  outcomeOfCancelling,
} from '../../domain/attendance/attendances.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';
import {
  AttendancesAsSeen,
  type Attending,
  type AttendResult,
  cancelledFrom,
} from './attendances-as-seen.service.ts';
import type { LastSeat } from './tickets.service.ts';

/**
 * Cancel, promote from the waitlist: for events or for conferences. Every change holds the
 * lock of the attendable's row; only check-ins do not.
 *
 * Triggers note what follows for quests: each insert, update and delete of an attendance
 * (`event_attendances_noted_…`, `registrations_noted_…`) adds its user to `due_settlements`
 * where a task asks for that seat, and the job `settle-tasks` settles them after the commit.
 */
export class AttendancesService<A extends Attendable> {
  readonly #deps;
  readonly #asSeen: AttendancesAsSeen<A>;

  constructor(deps: { store: Store; attendables: Attendables<A>; now: () => Date }) {
    this.#deps = deps;
    this.#asSeen = new AttendancesAsSeen(deps);
  }

  /** Admits a user by one statement; undefined where more than one is needed, and for a refusal. */
  attendAsSeen(attending: Attending): Promise<AttendResult | undefined> {
    return this.#asSeen.attend(attending);
  }

  /**
   * Cancels the user's attendance. A freed seat is given to the first attendee of the waitlist.
   * Safe to repeat.
   *
   * @throws AppError NOT_FOUND also if the user never attended; EVENT_ENDED or CONFERENCE_ENDED;
   *   CONFLICT if the user has checked in
   */
  async cancel(userId: number, attendableId: number): Promise<AttendanceAnswer> {
    return this.#deps.store.tryThenLock(
      () => this.#asSeen.cancel({ userId, attendableId }),
      (tx) => this.#cancelLocked(tx, { userId, attendableId }),
    );
  }

  /** @throws AppError NOT_FOUND also if the attendable is not public */
  async status(userId: number, attendableId: number): Promise<OwnAttendance> {
    const { store, attendables } = this.#deps;
    const attendance = await attendables.findAttendance(store, userId, attendableId);
    if (!attendance) throw notFound(attendables.noun);
    return attendance;
  }

  /** The last seat of a user, at an attendable of any status. */
  async findLastSeat(userId: number, attendableId: number): Promise<LastSeat | undefined> {
    const checkIns = this.#deps.attendables.checkInsIn(this.#deps.store);
    const found = await checkIns.find(attendableId, { user_id: userId });
    return found && { queue_number: found.queue_number, isHeld: holdsSeat(found.status) };
  }

  /**
   * Cancels all attendances of the users that have not ended, checked in or not; only events of one
   * conference if it is given. Locks these attendables, and promotes at each of them once.
   */
  async cancelAllOf(tx: Tx, userIds: readonly number[], conferenceId?: number): Promise<void> {
    const { attendancesIn, giveUpWith } = this.#deps.attendables;
    const now = this.#deps.now().toISOString();
    for (const attendable of await this.lockAttendedBy(tx, userIds, conferenceId)) {
      const { seats } = await attendancesIn(tx).updateCancelled(attendable.id, userIds, now);
      const after = await giveUpWith(tx, withSeatsTaken(attendable, -seats), userIds);
      if (seats > 0) await this.promoteFromWaitlist(tx, after);
    }
  }

  /** Locks the attendables that `cancelAllOf` changes. */
  lockAttendedBy(tx: Tx, userIds: readonly number[], conferenceId?: number): Promise<A[]> {
    const { attendables, now } = this.#deps;
    return attendables.lockAttendedBy(tx, userIds, now().toISOString(), conferenceId);
  }

  /**
   * Locks, for an unblocking, the attendables of the user. Returns the promotions to run once the
   * user is unblocked: while the whole waitlist was blocked, seats stayed free.
   */
  async lockPromotionsOf(tx: Tx, userId: number): Promise<(() => Promise<unknown>)[]> {
    const attended = await this.lockAttendedBy(tx, [userId]);
    return attended.map((attendable) => () => this.promoteFromWaitlist(tx, attendable));
  }

  /**
   * Gives free seats to those who have waited longest, invitations included, and notifies the
   * attendees; nobody where organizers choose. Blocked users are skipped. Call it after every change that can free a seat, with the
   * attendable locked.
   *
   * @returns the attendable with its new counts of seats
   */
  async promoteFromWaitlist(tx: Tx, attendable: A): Promise<A> {
    const { attendancesIn, canPromote, notifyPromoted } = this.#deps.attendables;
    const seats = spotsLeft(attendable);
    if (seats === 0 || attendable.waitlist === 'manual') return attendable;
    if (!canPromote(attendable, this.#deps.now())) return attendable;

    const isTyped = attendable.has_ticket_types === true;
    const { userIds, invited } = await attendancesIn(tx).updateFirstWaitlisted(
      attendable.id,
      seats,
      { isTyped },
    );
    if (userIds.length > 0) await notifyPromoted(tx, attendable, userIds);
    const promoted = withSeatsTaken(attendable, userIds.length);
    if (invited === 0) return promoted;
    return { ...promoted, invited_count: (attendable.invited_count ?? 0) + invited };
  }

  /** As `promoteFromWaitlist`, by the seats that are free now. */
  async promoteAt(tx: Tx, attendableId: number): Promise<void> {
    const attendable = await this.#deps.attendables.lock(tx, attendableId);
    if (attendable) await this.promoteFromWaitlist(tx, attendable);
  }

  /** As `promoteAt`, at those of the attendables that have a waitlist. Locks them by id. */
  async promoteAll(tx: Tx, attendableIds: readonly number[]): Promise<void> {
    const attendances = this.#deps.attendables.attendancesIn(tx);
    const ids = await attendances.listWithWaitlist(attendableIds);
    for (const id of ids) await this.promoteAt(tx, id);
  }

  async #cancelLocked(tx: Tx, { userId, attendableId }: Attending): Promise<AttendanceAnswer> {
    const attendable = await this.#lockPublic(tx, attendableId);
    const current = await this.#lockAttendance(tx, attendable, userId);
    switch (outcomeOfCancelling(hasEnded(attendable, this.#deps.now()), current.status)) {
      case 'cancelled':
        return this.#cancel(tx, attendable, { userId, current });
      case 'unchanged':
        return answerOf(attendable, current);
      case 'not_attending':
        throw notFound('attendance');
      case 'already_checked_in':
        throw new AppError('CONFLICT', 'You have already checked in');
      case 'ended':
        throw this.#endedError();
    }
  }

  async #lockPublic(tx: Tx, attendableId: number): Promise<A> {
    const attendable = await this.#deps.attendables.lockPublic(tx, attendableId);
    if (!attendable) throw notFound(this.#deps.attendables.noun);
    return attendable;
  }

  async #lockAttendance(tx: Tx, attendable: A, userId: number): Promise<Attendance> {
    const found = await this.#deps.attendables.attendancesIn(tx).lock(attendable.id, userId);
    return found ?? NO_ATTENDANCE;
  }

  async #cancel(
    tx: Tx,
    attendable: A,
    { userId, current }: { userId: number; current: Attendance },
  ): Promise<AttendanceAnswer> {
    const { attendancesIn, giveUpWith } = this.#deps.attendables;
    const now = this.#deps.now().toISOString();
    await attendancesIn(tx).updateCancelled(attendable.id, [userId], now);
    const cancelled = cancelledFrom(current);
    const seats = holdsSeat(current.status) ? 1 : 0;
    const after = await giveUpWith(tx, withSeatsTaken(attendable, -seats), [userId]);
    if (seatsTaken(after) === seatsTaken(attendable)) return answerOf(after, cancelled);
    return answerOf(await this.promoteFromWaitlist(tx, after), cancelled);
  }

  #endedError(): AppError {
    const { endedCode, noun } = this.#deps.attendables;
    return new AppError(endedCode, `This ${noun} is over`);
  }
}
