import type { Attendable } from '../../domain/attendance/attendables.ts';
import { type Attendance, holdsSeat } from '../../domain/attendance/attendances.ts';
import { type CheckIn, outcomeOfCheckIn } from '../../domain/attendance/check-ins.ts';
import type { Administrator } from '../../domain/people/administrators.ts';
import type { User } from '../../domain/people/users.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';
import type { TicketsService } from './tickets.service.ts';

/** Whom those at the door mean: by their id, or by the code of their ticket. */
export type AttendeeIdentifier = { readonly user_id: number } | { readonly code: string };

/** A person at the door, and how they stand now. */
export interface CheckInResult {
  readonly user: User;
  readonly attendance: Attendance;
}

/** Who was let in to events, or to conferences. A check-in takes no seat and frees none. */
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
   * Lets a person in who has a seat. Who asks again with the same nonce gets the first answer again;
   * everybody else is told that, and when, this person came in already.
   *
   * @throws AppError VALIDATION_ERROR for a code that is not of this attendable; NOT_FOUND also for
   *   who does not come; CONFLICT for who waits; EVENT_CANCELLED
   */
  async checkIn(
    by: Administrator,
    attendableId: number,
    { arrival, nonce }: { arrival: AttendeeIdentifier; nonce: string | null },
  ): Promise<CheckInResult & { already_checked_in: boolean }> {
    const { noun, registrationState: registration } = this.#attendables;
    const userId = this.#userIdOf(arrival, attendableId);
    return this.#store.transaction(async (tx) => {
      const { attendable, user, held } = await this.#lock(tx, attendableId, userId);
      switch (outcomeOfCheckIn(registration(attendable, this.#now()), held, nonce)) {
        case 'checked_in': {
          const checkIn = { checked_in_at: this.#now().toISOString(), check_in_nonce: nonce };
          const attendance = await this.#update(tx, by, { attendableId, userId, checkIn });
          return { user, attendance, already_checked_in: false };
        }
        case 'repeated':
          return { user, attendance: held, already_checked_in: false };
        case 'already_checked_in':
          return { user, attendance: held, already_checked_in: true };
        case 'waiting':
          throw new AppError('CONFLICT', 'This person is on the waiting list and has no seat');
        case 'not_coming':
          throw notFound('attendance');
        case 'cancelled':
          throw new AppError('EVENT_CANCELLED', `This ${noun} is cancelled`);
      }
    });
  }

  /**
   * Takes a check-in back; the person keeps their seat. Safe to repeat.
   *
   * @throws AppError VALIDATION_ERROR for a code that is not of this attendable; NOT_FOUND also for
   *   who has no seat
   */
  async undo(
    by: Administrator,
    attendableId: number,
    arrival: AttendeeIdentifier,
  ): Promise<CheckInResult> {
    const userId = this.#userIdOf(arrival, attendableId);
    return this.#store.transaction(async (tx) => {
      const { user, held } = await this.#lock(tx, attendableId, userId);
      if (!holdsSeat(held.status)) throw notFound('attendance');
      if (held.status === 'registered') return { user, attendance: held };
      const attendance = await this.#update(tx, by, { attendableId, userId, checkIn: null });
      return { user, attendance };
    });
  }

  #userIdOf(arrival: AttendeeIdentifier, attendableId: number): number {
    if ('user_id' in arrival) return arrival.user_id;
    const { noun } = this.#attendables;
    const holder = this.#tickets.holderOf(arrival.code);
    if (!holder) throw invalid('code', 'expected the code of a ticket');
    if (holder.kind !== noun || holder.attendable_id !== attendableId) {
      throw invalid('code', `this ticket is not for this ${noun}`);
    }
    return holder.user_id;
  }

  /** The attendable, locked, and the person, whose attendance nobody changes meanwhile. */
  async #lock(tx: Tx, attendableId: number, userId: number) {
    const { noun, attendancesIn } = this.#attendables;
    const attendable = await this.#attendables.lock(tx, attendableId);
    if (!attendable) throw notFound(noun);
    const held = await attendancesIn(tx).findCheckIn(attendableId, userId);
    const user = held && (await tx.users.find(userId));
    if (!user) throw notFound('attendance');
    return { attendable, user, held };
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
