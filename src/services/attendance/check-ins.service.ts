import type { Attendable } from '../../domain/attendance/attendables.ts';
import { type Attendance, holdsSeat } from '../../domain/attendance/attendances.ts';
import { type CheckIn, outcomeOfCheckIn } from '../../domain/attendance/check-ins.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import type { User } from '../../domain/people/users.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';
import type { TicketsService } from './tickets.service.ts';

/** An attendee, by user id or by ticket code. */
export type AttendeeIdentifier = { readonly user_id: number } | { readonly code: string };

/** An attendee and their attendance after a check-in or its undoing. */
export interface CheckInResult {
  readonly user: User;
  readonly attendance: Attendance;
}

/** The attendee of a request, and of a ticket the seat that it was issued for. */
interface ScannedSeat {
  readonly userId: number;
  readonly queueNumber: number | undefined;
}

const invalidCode = () => invalid('code', 'expected a valid ticket code');

/** Check in and undo, for events or for conferences. A check-in takes no seat and frees none. */
export class CheckInsService {
  readonly #store: Store;
  readonly #attendables: Attendables<Attendable>;
  readonly #tickets: TicketsService;
  readonly #now: () => Date;

  constructor(deps: {
    store: Store;
    attendables: Attendables<Attendable>;
    tickets: TicketsService;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#attendables = deps.attendables;
    this.#tickets = deps.tickets;
    this.#now = deps.now;
  }

  /**
   * Checks in an attendee with a seat. A request with the same nonce gets the first answer again.
   * Any other request for this attendee gets `already_checked_in: true` and the first check-in
   * time.
   *
   * @throws AppError VALIDATION_ERROR for a code that is invalid, of another attendable, or of a seat
   *   that was given up; NOT_FOUND
   *   also if the user does not attend; CONFLICT if they are on the waitlist; EVENT_CANCELLED
   */
  async checkIn(
    by: Administrator,
    attendableId: number,
    { attendee, nonce }: { attendee: AttendeeIdentifier; nonce: string | null },
  ): Promise<CheckInResult & { already_checked_in: boolean }> {
    const { noun, registrationState: registration } = this.#attendables;
    const seat = await this.#seatOf(attendee, attendableId);
    const { userId } = seat;
    return this.#store.transactionOn([`${noun}:${attendableId}`], async (tx) => {
      const { attendable, user, current } = await this.#lock(tx, attendableId, seat);
      switch (outcomeOfCheckIn(registration(attendable, this.#now()), current, nonce)) {
        case 'checked_in': {
          const checkIn = { checked_in_at: this.#now().toISOString(), check_in_nonce: nonce };
          const attendance = await this.#update(tx, by, { attendableId, userId, checkIn });
          return { user, attendance, already_checked_in: false };
        }
        case 'repeated':
          return { user, attendance: current, already_checked_in: false };
        case 'already_checked_in':
          return { user, attendance: current, already_checked_in: true };
        case 'waitlisted':
          throw new AppError('CONFLICT', 'This attendee is on the waitlist and has no seat');
        case 'not_attending':
          throw notFound('attendance');
        case 'cancelled':
          throw new AppError('EVENT_CANCELLED', `This ${noun} is cancelled`);
      }
    });
  }

  /**
   * Undoes a check-in; the attendee keeps their seat. Safe to repeat.
   *
   * @throws AppError VALIDATION_ERROR for a code that is invalid, of another attendable, or of a seat
   *   that was given up; NOT_FOUND
   *   also if the user has no seat
   */
  async undo(
    by: Administrator,
    attendableId: number,
    attendee: AttendeeIdentifier,
  ): Promise<CheckInResult> {
    const { noun } = this.#attendables;
    const seat = await this.#seatOf(attendee, attendableId);
    const { userId } = seat;
    return this.#store.transactionOn([`${noun}:${attendableId}`], async (tx) => {
      const { user, current } = await this.#lock(tx, attendableId, seat);
      if (!holdsSeat(current.status)) throw notFound('attendance');
      if (current.status === 'registered') return { user, attendance: current };
      const attendance = await this.#update(tx, by, { attendableId, userId, checkIn: null });
      return { user, attendance };
    });
  }

  async #seatOf(attendee: AttendeeIdentifier, attendableId: number): Promise<ScannedSeat> {
    if ('user_id' in attendee) return { userId: attendee.user_id, queueNumber: undefined };
    const { noun } = this.#attendables;
    const seat = await this.#tickets.seatOf(attendee.code);
    if (!seat) throw invalidCode();
    const { holder } = seat;
    if (holder.kind !== noun || holder.attendable_id !== attendableId) {
      throw invalid('code', `expected a ticket for this ${noun}`);
    }
    return { userId: holder.user_id, queueNumber: seat.queue_number };
  }

  /** Locks the attendable, which also excludes changes of the attendance. */
  async #lock(tx: Tx, attendableId: number, { userId, queueNumber }: ScannedSeat) {
    const { noun, attendancesIn } = this.#attendables;
    const attendable = await this.#attendables.lock(tx, attendableId);
    if (!attendable) throw notFound(noun);
    const current = await attendancesIn(tx).findCheckIn(attendableId, userId);
    const user = current && (await tx.users.find(userId));
    if (!user) throw notFound('attendance');
    // The seat may have been given up since the code was verified.
    const isGivenUp = !holdsSeat(current.status) || current.queue_number !== queueNumber;
    if (queueNumber !== undefined && isGivenUp) throw invalidCode();
    return { attendable, user, current };
  }

  async #update(
    tx: Tx,
    by: Administrator,
    {
      attendableId,
      userId,
      checkIn,
    }: {
      attendableId: number;
      userId: number;
      checkIn: Pick<CheckIn, 'checked_in_at' | 'check_in_nonce'> | null;
    },
  ): Promise<Attendance> {
    const { noun, attendancesIn } = this.#attendables;
    await tx.audit.record(by, `${noun}.${checkIn ? 'check_in' : 'undo_check_in'}`, attendableId, {
      after: { user_id: userId },
    });
    return attendancesIn(tx).updateCheckIn(attendableId, userId, checkIn);
  }
}
