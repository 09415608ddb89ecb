import type { Administrator } from '../../domain/administration/administrators.ts';
import { type Attendable, seatsTaken } from '../../domain/attendance/attendables.ts';
import { type AdminAttendance, holdsSeat } from '../../domain/attendance/attendances.ts';
import {
  type AttendeeIdentifier,
  type CheckIn,
  type CheckInOutcome,
  type CheckInRecord,
  isOfCode,
  outcomeOfCheckIn,
  type Refusal,
  type Scan,
} from '../../domain/attendance/check-ins.ts';
import {
  type AttendeeResult,
  type CheckInAnswer,
  type CheckInResult,
  type ScanResult,
  scanResult,
  takenScan,
} from '../../domain/attendance/scan-results.ts';
import { AppError } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { type Attendables, findExisting } from './attendables.service.ts';
import {
  invalidTicket,
  notRegistered,
  orRefusal,
  type ScannedSeat,
  type ScansService,
  type UnreadableScan,
} from './scans.service.ts';

/** The number of held seats, those of guests included, and of those who have arrived. */
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

/** Whom a request names, and by whom it is sent. */
interface Named<Identifier> {
  readonly by: Administrator;
  readonly attendee: Identifier;
  readonly attendableId: number;
}

/** How often a seat is looked up: a guest can be claimed, given back and claimed. */
const MAX_CLAIMS = 3;

interface Deps<Identifier, Result> {
  readonly store: Store;
  readonly attendables: Attendables<Attendable>;
  readonly scans: ScansService;
  /** Whose seat a request names. */
  readonly seatOf: (
    by: Administrator,
    attendee: Identifier,
    attendableId: number,
  ) => Promise<ScannedSeat>;
  readonly resultOf: (current: CheckIn, attendance: AdminAttendance) => Result;
}

/**
 * Check in and undo, for events or for conferences with their guests. A check-in takes no seat and frees
 * none, so it locks the attendance and not the attendable: the door does not wait for those who register.
 */
export class CheckInsService<
  Identifier = AttendeeIdentifier,
  Result extends CheckInResult = AttendeeResult,
> {
  readonly #deps: Deps<Identifier, Result>;

  constructor(deps: Deps<Identifier, Result>) {
    this.#deps = deps;
  }

  /**
   * Checks in an attendee or a guest with a seat. A request with the same nonce gets the first answer
   * again. Any other request for this attendee gets `already_checked_in: true` and the first check-in
   * time, which is the earlier one of two scans of offline devices. A scan from before the seat was given up
   * is recorded with the device and in the audit log, and takes no seat. The code of a guest who has claimed
   * their invitation checks in their attendance.
   *
   * @throws AppError TICKET_INVALID for a code that is misread, forged, or of a seat that was given
   *   up before; TICKET_OTHER_EVENT; NOT_FOUND; NOT_REGISTERED; WAITLISTED; ACCOUNT_BLOCKED unless
   *   `allow_blocked`; `cancelledCode`
   */
  async checkIn(
    by: Administrator,
    attendableId: number,
    { attendee, ...scan }: Scan<Identifier>,
  ): Promise<CheckInAnswer<Result>> {
    const { resultOf } = this.#deps;
    const timed = await this.#deps.scans.timed(by, scan, attendableId);
    const { record, scannedAt } = timed;
    return this.#attempt({ by, attendee, attendableId }, async (reading, seat) => {
      const current = await this.#read(reading, attendableId, { seat, scannedAt });
      if (!current) return undefined;
      const isBarred = current.user?.is_blocked === true && !scan.allow_blocked;
      const request = { nonce: record.check_in_nonce, isBarred, scannedAt };
      const outcome = this.#orRefused(outcomeOfCheckIn(current, request));
      const taken = takenScan(outcome, current, timed);
      if (!taken.record) return { ...resultOf(current, current), ...taken.answer };
      const change = { attendableId, current, checkIn: taken.record, logged: taken.logged };
      const updated = await this.#update(reading, by, change);
      return updated && { ...resultOf(current, updated), ...taken.answer };
    });
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
    sent: {
      readonly scans: readonly (Scan<Identifier> | UnreadableScan)[];
      readonly at: string | undefined;
    },
  ): Promise<ScanResult[]> {
    await findExisting(this.#deps.attendables, this.#deps.store, attendableId);
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
    const attendable = await findExisting(attendables, store, attendableId);
    const checked_in = await attendables.checkInsIn(store).count(attendableId);
    return { expected: seatsTaken(attendable), checked_in };
  }

  /**
   * Undoes a check-in; the attendee keeps their seat. Safe to repeat.
   *
   * @throws AppError TICKET_INVALID; TICKET_OTHER_EVENT; NOT_FOUND; NOT_REGISTERED also if the person
   *   has no seat
   */
  async undo(by: Administrator, attendableId: number, attendee: Identifier): Promise<Result> {
    const { resultOf } = this.#deps;
    return this.#attempt({ by, attendee, attendableId }, async (reading, seat) => {
      const current = await this.#read(reading, attendableId, { seat });
      if (!current) return undefined;
      if (!holdsSeat(current.status)) throw notRegistered();
      if (current.status === 'registered') return resultOf(current, current);
      const undone = await this.#update(reading, by, { attendableId, current, checkIn: null });
      return undone && resultOf(current, undone);
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
   * If a claim made a guest an attendee since then, looks the seat up again. Imports lock the
   * attendances of many who arrive: each scan is limited, not a whole batch.
   */
  async #attempt<T>(
    { by, attendee, attendableId }: Named<Identifier>,
    decide: (reading: Reading, seat: ScannedSeat) => Promise<T | undefined>,
  ): Promise<T> {
    const { store, attendables, seatOf } = this.#deps;
    for (let claims = 0; claims < MAX_CLAIMS; claims += 1) {
      const seat = await seatOf(by, attendee, attendableId);
      const { done } = await store.limited(
        [`check-ins of ${attendables.noun}:${attendableId}`],
        () =>
          store.tryThenLock<{ done: T | undefined }>(
            async () => {
              const done = await decide([store, 'find'], seat);
              return done && { done };
            },
            async (tx) => ({ done: await decide([tx, 'lock'], seat) }),
          ),
      );
      if (done) return done;
    }
    throw new Error('a locked attendance changed');
  }

  /** Undefined for the invitation of a guest whom a claim has just made an attendee. */
  async #read(
    [repositories, read]: Reading,
    attendableId: number,
    { seat, scannedAt }: { readonly seat: ScannedSeat; readonly scannedAt?: string | undefined },
  ): Promise<CheckIn | undefined> {
    const { key, ...code } = seat;
    const checkIns = this.#deps.attendables.checkInsIn(repositories);
    const current = await checkIns[read](attendableId, key);
    if (!current) {
      await findExisting(this.#deps.attendables, repositories, attendableId);
      throw notRegistered();
    }
    if ('invitation_id' in key && current.guest?.claimed_at !== null) return undefined;
    // Its seat may have been given up, also since the code was verified.
    if (!isOfCode(current, code, scannedAt)) throw invalidTicket();
    return current;
  }

  async #update(
    [repositories]: Reading,
    by: Administrator,
    { attendableId, current, checkIn, logged }: Change,
  ): Promise<AdminAttendance | undefined> {
    const { noun, checkInsIn } = this.#deps.attendables;
    const { user, guest } = current;
    const allowed = checkIn && user?.is_blocked && { allow_blocked: true };
    const checked_in_at = checkIn?.checked_in_at ?? null;
    const given = checked_in_at === null ? 'registered' : 'checked_in';
    const status = holdsSeat(current.status) ? given : 'cancelled';
    const person = user ? { user_id: user.id } : { invitation_id: guest?.id };
    return checkInsIn(repositories).update(
      current,
      { status, record: checkIn },
      {
        by,
        action: `${noun}.${checkIn ? 'check_in' : 'undo_check_in'}`,
        subjectId: attendableId,
        before: { ...person, status: current.status, checked_in_at: current.checked_in_at },
        after: { ...person, status, checked_in_at, ...allowed, ...logged },
      },
    );
  }
}
