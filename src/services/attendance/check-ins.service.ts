import type { Administrator } from '../../domain/administration/administrators.ts';
import type { AttendableKey } from '../../domain/attendance/attendable-keys.ts';
import { type Attendable, seatsTaken } from '../../domain/attendance/attendables.ts';
import { type Attendance, holdsSeat } from '../../domain/attendance/attendances.ts';
import {
  type AttendeeIdentifier,
  type CheckIn,
  outcomeOfCheckIn,
  type Scan,
} from '../../domain/attendance/check-ins.ts';
import {
  type CheckInAnswer,
  type CheckInResult,
  type ScanResult,
  scanResult,
} from '../../domain/attendance/scan-results.ts';
import type { AuditAction } from '../../domain/operations/audit-log.ts';
import type { User } from '../../domain/people/users.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { Attendables } from './attendables.service.ts';
import {
  invalidTicket,
  type ScannedSeat,
  type ScansService,
  type ValidScan,
} from './scans.service.ts';

/** A scan of a batch with invalid fields. */
export interface UnreadableScan extends Pick<Scan, 'nonce'> {
  readonly refusal: AppError;
}

/**
 * The number of held seats, open invitations included, and the number of attendees who have
 * arrived.
 */
export interface CheckInStats {
  readonly expected: number;
  readonly checked_in: number;
}

/** A check-in or its undoing; `current` is the attendance before. */
interface Change {
  readonly attendableId: number;
  readonly user: User;
  readonly current: Attendance;
  /** null undoes the check-in. */
  readonly checkIn: Pick<CheckIn, 'checked_in_at' | 'check_in_nonce'> | null;
}

/** Scans of a batch per transaction: others wait for the attendable, 500 took 3 s on a busy machine. */
const SCANS_PER_LOCK = 50;

const notRegistered = () => new AppError('NOT_REGISTERED', 'attendance not found');

/** Check in and undo, for events or for conferences. A check-in takes no seat and frees none. */
export class CheckInsService {
  readonly #store: Store;
  readonly #attendables: Attendables<Attendable>;
  readonly #scans: ScansService;
  readonly #now: () => Date;

  constructor(deps: {
    store: Store;
    attendables: Attendables<Attendable>;
    scans: ScansService;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#attendables = deps.attendables;
    this.#scans = deps.scans;
    this.#now = deps.now;
  }

  /**
   * Checks in an attendee with a seat. A request with the same nonce gets the first answer again.
   * Any other request for this attendee gets `already_checked_in: true` and the first check-in
   * time.
   *
   * @throws AppError TICKET_INVALID for a code that is misread, forged, or of a seat that was given
   *   up; TICKET_OTHER_EVENT; VALIDATION_ERROR for a scan in the future or more than 48 hours ago;
   *   NOT_FOUND; NOT_REGISTERED; WAITLISTED; ACCOUNT_BLOCKED unless `allow_blocked`; `cancelledCode`
   */
  async checkIn(by: Administrator, attendableId: number, scan: Scan): Promise<CheckInAnswer> {
    const valid = await this.#scans.validated(scan, attendableId);
    return this.#store.transactionOn([this.#key(attendableId)], async (tx) => {
      const attendable = await this.#lock(tx, attendableId);
      return this.#checkIn(tx, { by, attendable }, valid);
    });
  }

  /**
   * Checks in the attendees of scans that a device kept while it was offline, in the given order.
   * Returns a result for each. A refused scan does not stop the others. Safe to repeat after a failure.
   *
   * @throws AppError NOT_FOUND for the attendable
   */
  async checkInAll(
    by: Administrator,
    attendableId: number,
    scans: readonly (Scan | UnreadableScan)[],
  ): Promise<ScanResult[]> {
    const checked: { nonce: string | null; valid: ValidScan | AppError }[] = [];
    for (const scan of scans) {
      const valid =
        'refusal' in scan
          ? scan.refusal
          : await orRefusal(() => this.#scans.validated(scan, attendableId));
      checked.push({ nonce: scan.nonce, valid });
    }
    const results: ScanResult[] = [];
    for (let start = 0; start < checked.length; start += SCANS_PER_LOCK) {
      const some = checked.slice(start, start + SCANS_PER_LOCK);
      const work = async (tx: Tx) => {
        const attendable = await this.#lock(tx, attendableId);
        const answers: ScanResult[] = [];
        for (const { nonce, valid } of some) {
          const answer =
            valid instanceof AppError
              ? valid
              : await orRefusal(() => this.#checkIn(tx, { by, attendable }, valid));
          answers.push(scanResult(nonce, answer));
        }
        return answers;
      };
      results.push(...(await this.#store.transactionOn([this.#key(attendableId)], work)));
    }
    return results;
  }

  /** @throws AppError NOT_FOUND */
  async stats(attendableId: number): Promise<CheckInStats> {
    const { noun, attendancesIn } = this.#attendables;
    const attendable = await this.#attendables.find(this.#store, attendableId);
    if (!attendable) throw notFound(noun);
    const checked_in = await attendancesIn(this.#store).countCheckedIn(attendableId);
    return { expected: seatsTaken(attendable), checked_in };
  }

  /**
   * Undoes a check-in; the attendee keeps their seat. Safe to repeat.
   *
   * @throws AppError TICKET_INVALID; TICKET_OTHER_EVENT; NOT_FOUND; NOT_REGISTERED also if the user
   *   has no seat
   */
  async undo(
    by: Administrator,
    attendableId: number,
    attendee: AttendeeIdentifier,
  ): Promise<CheckInResult> {
    const seat = await this.#scans.seatOf(attendee, attendableId);
    return this.#store.transactionOn([this.#key(attendableId)], async (tx) => {
      await this.#lock(tx, attendableId);
      const { user, current } = await this.#find(tx, attendableId, seat);
      if (!holdsSeat(current.status)) throw notRegistered();
      if (current.status === 'registered') return { user, attendance: current };
      const attendance = await this.#update(tx, by, { attendableId, user, current, checkIn: null });
      return { user, attendance };
    });
  }

  /** Requires the lock of the attendable. */
  async #checkIn(
    tx: Tx,
    { by, attendable }: { by: Administrator; attendable: Attendable },
    { seat, nonce, allow_blocked, checked_in_at }: ValidScan,
  ): Promise<CheckInAnswer> {
    const { noun, cancelledCode, registrationState: registration } = this.#attendables;
    const { user, current } = await this.#find(tx, attendable.id, seat);
    const isBarred = user.is_blocked && !allow_blocked;
    const state = registration(attendable, this.#now());
    switch (outcomeOfCheckIn(state, current, { nonce, isBarred })) {
      case 'checked_in': {
        const attendance = await this.#update(tx, by, {
          attendableId: attendable.id,
          user,
          current,
          checkIn: { checked_in_at, check_in_nonce: nonce },
        });
        return { user, attendance, already_checked_in: false };
      }
      case 'repeated':
        return { user, attendance: current, already_checked_in: false };
      case 'already_checked_in':
        return { user, attendance: current, already_checked_in: true };
      case 'waitlisted':
        throw new AppError('WAITLISTED', 'This attendee is on the waitlist and has no seat');
      case 'blocked':
        throw new AppError(
          'ACCOUNT_BLOCKED',
          'This attendee is blocked; set allow_blocked to true to let them in',
        );
      case 'not_attending':
        throw notRegistered();
      case 'cancelled':
        throw new AppError(cancelledCode, `This ${noun} is cancelled`);
    }
  }

  #key(attendableId: number): AttendableKey {
    return `${this.#attendables.noun}:${attendableId}`;
  }

  /** Locks the attendable, which also excludes changes of the attendances. */
  async #lock(tx: Tx, attendableId: number): Promise<Attendable> {
    const attendable = await this.#attendables.lock(tx, attendableId);
    if (!attendable) throw notFound(this.#attendables.noun);
    return attendable;
  }

  async #find(tx: Tx, attendableId: number, { userId, queueNumber }: ScannedSeat) {
    const current = await this.#attendables.attendancesIn(tx).findCheckIn(attendableId, userId);
    const user = current && (await tx.users.find(userId));
    if (!user) throw notRegistered();
    // The seat may have been given up since the code was verified.
    const isGivenUp = !holdsSeat(current.status) || current.queue_number !== queueNumber;
    if (queueNumber !== undefined && isGivenUp) throw invalidTicket();
    return { user, current };
  }

  async #update(
    tx: Tx,
    by: Administrator,
    { attendableId, user, current, checkIn }: Change,
  ): Promise<Attendance> {
    const { noun, attendancesIn } = this.#attendables;
    const { id: user_id, is_blocked } = user;
    const action: AuditAction = `${noun}.${checkIn ? 'check_in' : 'undo_check_in'}`;
    const attendance = await attendancesIn(tx).updateCheckIn(attendableId, user_id, checkIn);
    const standing = ({ status, checked_in_at }: Attendance) => ({ status, checked_in_at });
    const allowed = checkIn && is_blocked && { allow_blocked: true };
    await tx.audit.record(by, action, attendableId, {
      before: { user_id, ...standing(current) },
      after: { user_id, ...standing(attendance), ...allowed },
    });
    return attendance;
  }
}

/** The value of `work`, or the error with the reason for the caller. */
async function orRefusal<T>(work: () => Promise<T>): Promise<T | AppError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return error;
    throw error;
  }
}
