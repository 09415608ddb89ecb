import type { Administrator } from '../../domain/administration/administrators.ts';
import type { Attendable } from '../../domain/attendance/attendables.ts';
import { type AdminAttendance, holdsSeat } from '../../domain/attendance/attendances.ts';
import {
  type AttendeeIdentifier,
  type CheckIn,
  type CheckInRecord,
  isOfCode,
  outcomeOfCheckIn,
  type Scan,
} from '../../domain/attendance/check-ins.ts';
import {
  type AttendeeResult,
  type CheckInAnswer,
  type CheckInResult,
  type GroupMember,
  type ScanResult,
  scanResult,
  takenScan,
} from '../../domain/attendance/scan-results.ts';
import { AppError } from '../../errors.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { type Attendables, findExisting } from './attendables.service.ts';
import {
  CheckpointScan,
  type CheckpointScansService,
  type UndoneAt,
} from './checkpoint-scans.service.ts';
import {
  invalidTicket,
  notRegistered,
  orRefusal,
  orRefused,
  type ScannedSeat,
  type ScansService,
  type UnreadableScan,
} from './scans.service.ts';

/** A check-in or its undoing; `current` is the attendance before. */
interface Change {
  readonly attendableId: number;
  readonly current: CheckIn;
  /** Without one the check-in is undone. */
  readonly checkIn: CheckInRecord | null | undefined;
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
  /** Of a conference, where a scan is written beside the check-in. */
  readonly checkpoint_id?: number | undefined;
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
  readonly checkpoints: Pick<CheckpointScansService, 'groupOf' | 'undo'>;
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
   * their invitation checks in their attendance. At a checkpoint `already_checked_in` is about its scans. The
   * others of a group come with the answer.
   *
   * @throws AppError TICKET_INVALID for a code that is misread, forged, or of a seat that was given
   *   up before; TICKET_OTHER_EVENT; NOT_FOUND; NOT_REGISTERED; WAITLISTED; ACCOUNT_BLOCKED unless
   *   `allow_blocked`; `cancelledCode`; CONFLICT for the nonce of another person's scan at the checkpoint
   */
  async checkIn(
    by: Administrator,
    attendableId: number,
    scan: Scan<Identifier>,
  ): Promise<CheckInAnswer<Result> & { readonly group?: readonly GroupMember[] }> {
    const { current, answer } = await this.#checkIn(by, attendableId, scan);
    return { ...answer, ...(await this.#deps.checkpoints.groupOf(current)) };
  }

  async #checkIn(
    by: Administrator,
    attendableId: number,
    { attendee, ...scan }: Scan<Identifier>,
  ): Promise<{ readonly current: CheckIn; readonly answer: CheckInAnswer<Result> }> {
    const { checkpoint_id, direction } = scan;
    const place = checkpoint_id && { conference_id: attendableId, id: checkpoint_id, direction };
    const timed = await this.#deps.scans.timed(by, scan, attendableId);
    const { record, scannedAt } = timed;
    return this.#attempt({ by, attendee, attendableId, checkpoint_id }, async (reading, seat) => {
      const [repositories, read] = reading;
      const at =
        read === 'lock' && place
          ? await CheckpointScan.begin(repositories, place, timed)
          : undefined;
      const current = await this.#read(reading, attendableId, { seat, scannedAt });
      if (!current) return undefined;
      const scanned = await at?.outcome(current);
      const isAllowed = scan.allow_blocked || scanned?.kind === 'repeated';
      const isBarred = current.user?.is_blocked === true && !isAllowed;
      const request = { nonce: record.check_in_nonce, isBarred, scannedAt };
      const outcome = orRefused(this.#deps.attendables, outcomeOfCheckIn(current, request));
      const arrival = takenScan(outcome, current, timed);
      const taken = at && scanned ? await at.take(scanned, current, arrival) : arrival;
      const change = { attendableId, current, checkIn: taken.record, logged: taken.logged };
      const updated = taken.record ? await this.#update(reading, by, change) : current;
      if (!updated) return undefined;
      return { current, answer: { ...this.#deps.resultOf(current, updated), ...taken.answer } };
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
      const answer = await orRefusal(scan, (valid) => this.#checkIn(by, attendableId, valid));
      results.push(scanResult(scan.nonce, answer instanceof AppError ? answer : answer.answer));
    }
    return results;
  }

  /**
   * Undoes a check-in with all scans at checkpoints, or the latest scan at one, and the check-in with the last
   * scan; the attendee keeps their seat. Safe to repeat.
   *
   * @throws AppError TICKET_INVALID; TICKET_OTHER_EVENT; NOT_FOUND; NOT_REGISTERED also if the person
   *   has no seat
   */
  async undo(
    by: Administrator,
    attendableId: number,
    { attendee, checkpoint_id, day }: UndoneAt & { readonly attendee: Identifier },
  ): Promise<Result> {
    const { resultOf, checkpoints } = this.#deps;
    return this.#attempt({ by, attendee, attendableId, checkpoint_id }, async (reading, seat) => {
      const [repositories, read] = reading;
      const current = await this.#read(reading, attendableId, { seat });
      if (!current) return undefined;
      if (!holdsSeat(current.status)) throw notRegistered();
      if (checkpoint_id !== undefined && read === 'lock') {
        const of = { conferenceId: attendableId, checkpoint_id, day };
        const isLast = await checkpoints.undo(repositories, by, current, of);
        if (!isLast) return resultOf(current, current);
      }
      if (current.status === 'registered') return resultOf(current, current);
      const undone = await this.#update(reading, by, { attendableId, current, checkIn: null });
      return undone && resultOf(current, undone);
    });
  }

  /**
   * Reads without a lock first. If the attendance changes before the write, reads again with a lock.
   * If a claim made a guest an attendee since then, looks the seat up again. Imports lock the
   * attendances of many who arrive: each scan is limited, not a whole batch. A scan at a checkpoint is one
   * transaction with the arrival, so it reads with a lock at once.
   */
  async #attempt<T>(
    { by, attendee, attendableId, checkpoint_id }: Named<Identifier>,
    decide: (reading: Reading, seat: ScannedSeat) => Promise<T | undefined>,
  ): Promise<T> {
    const { store, attendables, seatOf } = this.#deps;
    for (let claims = 0; claims < MAX_CLAIMS; claims += 1) {
      const seat = await seatOf(by, attendee, attendableId);
      const { done } = await store.limited(
        [`check-ins of ${attendables.noun}:${attendableId}`],
        () => {
          const locked = async (tx: Tx) => ({ done: await decide([tx, 'lock'], seat) });
          if (checkpoint_id !== undefined) return store.transaction(locked);
          return store.tryThenLock<{ done: T | undefined }>(async () => {
            const done = await decide([store, 'find'], seat);
            return done && { done };
          }, locked);
        },
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
      { status, record: checkIn ?? null },
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
