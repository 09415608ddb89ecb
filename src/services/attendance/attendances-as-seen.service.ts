import { type Attendable, isPlain, withSeatsTaken } from '../../domain/attendance/attendables.ts';
import {
  type AttendanceAnswer,
  answerOf,
  type OwnAttendance,
  outcomeOfAttending,
} from '../../domain/attendance/attendances.ts';
import type { Store } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';

export interface AttendResult {
  readonly answer: AttendanceAnswer;
  readonly created: boolean;
}

export type Attending = { readonly userId: number; readonly attendableId: number };

interface Deps<A extends Attendable> {
  readonly store: Store;
  readonly attendables: Attendables<A>;
  readonly now: () => Date;
}

/**
 * Attends and cancels by a decision that was made without a lock: one statement locks the attendable, and
 * changes nothing if the decision no longer holds.
 */
export class AttendancesAsSeen<A extends Attendable> {
  readonly #deps: Deps<A>;

  constructor(deps: Deps<A>) {
    this.#deps = deps;
  }

  /**
   * Locks the attendable within one statement, which changes nothing if the decision no longer
   * holds. Returns undefined then, for a refused request, and where more is asked or has to change.
   */
  async attend({ userId, attendableId }: Attending): Promise<AttendResult | undefined> {
    const { store, attendables } = this.#deps;
    const now = this.#deps.now();
    const standing = await attendables.findRegistrationContext(store, {
      userId,
      id: attendableId,
      now,
    });
    if (!standing) return undefined;
    const { registration, seen, attendance } = standing;
    const status = outcomeOfAttending(registration, attendance.status);
    if (status === 'unchanged') return { answer: answerOf(seen, attendance), created: false };
    if (status !== 'registered' && status !== 'waitlisted') return undefined;
    if (!isPlain(seen) || attendance.status === 'requested') return undefined;

    const attendances = attendables.attendancesIn(store);
    const registered_at = now.toISOString();
    const admitted = await attendances.upsertAsSeen(seen, userId, { status, registered_at });
    if (!admitted) return undefined;
    const { attendee_count, invited_count, ...admittance } = admitted;
    const attendable = { ...seen, attendee_count, invited_count };
    if (status === 'registered') {
      return { answer: answerOf(withSeatsTaken(attendable, 1), admittance), created: true };
    }
    // The statement does not count those who joined the waitlist while it waited for the lock.
    const waitlisted = await attendances.find(attendableId, userId);
    return waitlisted && { answer: answerOf(attendable, waitlisted), created: true };
  }

  /**
   * Cancels within one statement where no seat goes to the waitlist and nothing depends on it. Returns
   * undefined otherwise.
   */
  async cancel({ userId, attendableId }: Attending): Promise<AttendanceAnswer | undefined> {
    const { store, attendables } = this.#deps;
    const now = this.#deps.now();
    const found = await attendables.findRegistrationContext(store, {
      userId,
      id: attendableId,
      now,
    });
    const { attendance: current, seen } = found ?? {};
    if (!current || !seen) return undefined;
    const { status } = current;
    if (status !== 'registered' && status !== 'waitlisted') return undefined;
    const seats = await attendables.attendancesIn(store).updateCancelledAsSeen({
      attendableId,
      user_id: userId,
      status,
      now: now.toISOString(),
    });
    return seats && answerOf({ ...seen, ...seats }, cancelledFrom(current));
  }
}

/** The attendance after it is given up. */
export const cancelledFrom = <A extends OwnAttendance>(current: A) => ({
  ...current,
  status: 'cancelled' as const,
  waitlist_position: null,
  checked_in_at: null,
});
