import type { Administrator } from '../../domain/administration/administrators.ts';
import { type Attendable, seatsTaken } from '../../domain/attendance/attendables.ts';
import { type AdminAttendance, holdsSeat } from '../../domain/attendance/attendances.ts';
import {
  type AttendeeIdentifier,
  type CheckIn,
  type CheckInOutcome,
  type CheckInRecord,
  outcomeOfCheckIn,
  type Refusal,
  type Scan,
  wasHeld,
} from '../../domain/attendance/check-ins.ts';
import {
  type CheckInAnswer,
  type CheckInResult,
  type ScanResult,
  scanResult,
  takenScan,
} from '../../domain/attendance/scan-results.ts';
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
  readonly current: CheckIn;
  /** null undoes the check-in. */
  readonly checkIn: CheckInRecord | null;
  /** What the audit log has of a scan besides. */
  readonly logged?: object;
}

/** The repositories, and how a check-in is read: without a lock first. */
type Reading = readonly [Store, 'find'] | readonly [Tx, 'lock'];

/** Decides and writes by what is read. Undefined if it changed before it was written. */
type Attempt<T> = (reading: Reading) => Promise<T | undefined>;

export const notRegistered = () => new AppError('NOT_REGISTERED', 'attendance not found');

/**
 * Check in and undo, for events or for conferences. A check-in takes no seat and frees none, so it
 * locks the attendance and not the attendable: the door does not wait for those who register.
 */
export class CheckInsService {
  readonly #deps;

  constructor(deps: { store: Store; attendables: Attendables<Attendable>; scans: ScansService }) {
    this.#deps = deps;
  }

  /**
   * Checks in an attendee with a seat. A request with the same nonce gets the first answer again.
   * Any other request for this attendee gets `already_checked_in: true` and the first check-in
   * time, which is the earlier one of two scans of offline devices. A scan from before the seat was given up
   * is recorded with the device and in the audit log, and takes no seat.
   *
   * @throws AppError TICKET_INVALID for a code that is misread, forged, or of a seat that was given
   *   up before; TICKET_OTHER_EVENT; NOT_FOUND; NOT_REGISTERED; WAITLISTED; ACCOUNT_BLOCKED unless
   *   `allow_blocked`; `cancelledCode`
   */
  async checkIn(by: Administrator, attendableId: number, scan: Scan): Promise<CheckInAnswer> {
    const valid = await this.#deps.scans.validated(by, scan, attendableId);
    return this.#checkIn(by, attendableId, valid);
  }

  /**
   * Checks in the attendees of scans that a device kept while it was offline, in the given order.
   * Returns a result for each. A refused scan does not stop the others. Safe to repeat after a failure.
   *
   * @param sent.at the time of the request by the clock of the device
   * @throws AppError NOT_FOUND for the attendable
   */
  async checkInAll(
    by: Administrator,
    attendableId: number,
    sent: { readonly scans: readonly (Scan | UnreadableScan)[]; readonly at: string | undefined },
  ): Promise<ScanResult[]> {
    await this.#find(this.#deps.store, attendableId);
    const results: ScanResult[] = [];
    for (const scan of this.#deps.scans.ofClock(sent.scans, sent.at)) {
      const answer = await orRefusal(scan, (valid) => this.checkIn(by, attendableId, valid));
      results.push(scanResult(scan.nonce, answer));
    }
    return results;
  }

  /** @throws AppError NOT_FOUND */
  async stats(attendableId: number): Promise<CheckInStats> {
    const { store, attendables } = this.#deps;
    const attendable = await this.#find(store, attendableId);
    const checked_in = await attendables.checkInsIn(store).count(attendableId);
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
    const seat = await this.#deps.scans.seatOf(by, attendee, attendableId);
    return this.#attempt(attendableId, async (reading) => {
      const current = await this.#read(reading, attendableId, { seat });
      if (!holdsSeat(current.status)) throw notRegistered();
      const { user, ...attendance } = current;
      if (current.status === 'registered') return { user, attendance };
      const undone = await this.#update(reading, by, { attendableId, current, checkIn: null });
      return undone && { user, attendance: undone };
    });
  }

  #checkIn(by: Administrator, attendableId: number, scan: ValidScan): Promise<CheckInAnswer> {
    const { allow_blocked, record, scannedAt } = scan;
    return this.#attempt(attendableId, async (reading) => {
      const current = await this.#read(reading, attendableId, scan);
      const { user, ...attendance } = current;
      const isBarred = user.is_blocked && !allow_blocked;
      const request = { nonce: record.check_in_nonce, isBarred, scannedAt };
      const outcome = this.#orRefused(outcomeOfCheckIn(current, request));
      const taken = takenScan(outcome, current, scan);
      if (!taken.record) return { user, attendance, ...taken.answer };
      const change = { attendableId, current, checkIn: taken.record, logged: taken.logged };
      const updated = await this.#update(reading, by, change);
      return updated && { user, attendance: updated, ...taken.answer };
    });
  }

  /** Throws the refusal that an outcome is, if it is one. */
  #orRefused(outcome: CheckInOutcome): Exclude<CheckInOutcome, Refusal> {
    const { noun, cancelledCode } = this.#deps.attendables;
    switch (outcome) {
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
      default:
        return outcome;
    }
  }

  /**
   * Reads without a lock first. If the attendance changes before the write, reads again with a lock.
   * Imports lock the attendances of many who arrive: each scan is limited, not a whole batch.
   */
  #attempt<T>(attendableId: number, attempt: Attempt<T>): Promise<T> {
    const { store, attendables } = this.#deps;
    return store.limited([`check-ins of ${attendables.noun}:${attendableId}`], () =>
      store.tryThenLock(
        () => attempt([store, 'find']),
        async (tx) => {
          const done = await attempt([tx, 'lock']);
          if (!done) throw new Error('a locked attendance changed');
          return done;
        },
      ),
    );
  }

  async #find(repositories: Store | Tx, attendableId: number): Promise<Attendable> {
    const attendable = await this.#deps.attendables.find(repositories, attendableId);
    if (!attendable) throw notFound(this.#deps.attendables.noun);
    return attendable;
  }

  async #read(
    [repositories, read]: Reading,
    attendableId: number,
    { seat, scannedAt }: { readonly seat: ScannedSeat; readonly scannedAt?: string | undefined },
  ): Promise<CheckIn> {
    const { userId, queueNumber, claimedAt } = seat;
    const checkIns = this.#deps.attendables.checkInsIn(repositories);
    const current = await checkIns[read](attendableId, userId);
    if (!current) {
      await this.#find(repositories, attendableId);
      throw notRegistered();
    }
    // The seat of a code may have been given up, also since the code was verified.
    const isHeld = holdsSeat(current.status) || wasHeld(current, scannedAt);
    const isGivenUp = !isHeld || current.queue_number !== queueNumber;
    if (queueNumber !== undefined && isGivenUp) throw invalidTicket();
    if (claimedAt !== undefined && !(isHeld && isOfClaim(current, claimedAt)))
      throw invalidTicket();
    return current;
  }

  async #update(
    [repositories]: Reading,
    by: Administrator,
    { attendableId, current, checkIn, logged }: Change,
  ): Promise<AdminAttendance | undefined> {
    const { noun, checkInsIn } = this.#deps.attendables;
    const { id: user_id, is_blocked } = current.user;
    const allowed = checkIn && is_blocked && { allow_blocked: true };
    const checked_in_at = checkIn?.checked_in_at ?? null;
    const given = checked_in_at === null ? 'registered' : 'checked_in';
    const status = holdsSeat(current.status) ? given : 'cancelled';
    return checkInsIn(repositories).update(
      current,
      { status, record: checkIn },
      {
        by,
        action: `${noun}.${checkIn ? 'check_in' : 'undo_check_in'}`,
        subjectId: attendableId,
        before: { user_id, status: current.status, checked_in_at: current.checked_in_at },
        after: { user_id, status, checked_in_at, ...allowed, ...logged },
      },
    );
  }
}

/** Whether the registration is the one to which a claim led, or an older one that it met. */
const isOfClaim = ({ registered_at }: CheckIn, claimedAt: string): boolean =>
  registered_at !== null && registered_at <= claimedAt;

/** The answer of one scan of a batch, or the error with the reason for the caller. */
export async function orRefusal<S extends { readonly nonce: string | null }, T>(
  scan: S | UnreadableScan,
  checkIn: (scan: S) => Promise<T>,
): Promise<T | AppError> {
  if ('refusal' in scan) return scan.refusal;
  try {
    return await checkIn(scan);
  } catch (error) {
    const isRefusal = error instanceof AppError && error.status < 500;
    // Without the attendable there is nothing to answer row by row.
    if (isRefusal && error.code !== 'NOT_FOUND') return error;
    throw error;
  }
}
