import { AppError, type ErrorCode } from '../../errors.ts';
import type { AdminAttendance, AttendanceStatus } from './attendances.ts';
import type {
  CheckedInUser,
  CheckIn,
  CheckInOutcome,
  CheckInRecord,
  Refusal,
  ScanMarks,
  ScanTime,
} from './check-ins.ts';
import type { ScanMark } from './checkpoints.ts';
import type { DoorGuest } from './invitations.ts';

/** An attendee and their attendance after a check-in or its undoing. */
export interface AttendeeResult {
  readonly user: CheckedInUser;
  readonly attendance: AdminAttendance;
}

/** As `AttendeeResult`, of a guest. */
export interface GuestResult {
  readonly user: null;
  readonly attendance: null;
  readonly invitation: DoorGuest;
}

export type CheckInResult = AttendeeResult | GuestResult;

type CheckedIn = Pick<CheckIn, 'user' | 'guest'>;

/** The result for an attendee, whose attendance is `attendance` now. */
export function attendeeResult({ user }: CheckedIn, attendance: AdminAttendance): AttendeeResult {
  if (user === null) throw new Error('a check-in of nobody');
  return { user, attendance };
}

/** As `attendeeResult`, also for a guest. */
export function checkInResult(checkedIn: CheckedIn, attendance: AdminAttendance): CheckInResult {
  const { guest } = checkedIn;
  if (checkedIn.user !== null || guest === null) return attendeeResult(checkedIn, attendance);
  const { claimed_at: _, ...invitation } = guest;
  const { checked_in_at } = attendance;
  return { user: null, attendance: null, invitation: { ...invitation, checked_in_at } };
}

/** A person who came with another one: the same user brings both along, or one the other, or one order. */
export interface GroupMember {
  readonly name: string;
  readonly status: AttendanceStatus;
  readonly registration_id: number;
  /** Null for a guest. */
  readonly user_id: number | null;
}

/** What an answer says of the scan itself. */
export interface ScanNotes extends ScanMarks {
  /** True for a scan from before the seat was given up: the person was let in, and has no seat. */
  readonly is_recorded?: true;
  /** Only of a scan at a checkpoint. */
  readonly checkpoint?: ScanMark & { readonly id: number };
}

/** A check-in; the time is that of the first if the attendee had already checked in. */
export type CheckInAnswer<Result extends CheckInResult = CheckInResult> = Result &
  ScanNotes & { readonly already_checked_in: boolean };

/** What a scan that is not refused answers, and what it writes. */
export interface TakenScan {
  readonly answer: ScanNotes & { readonly already_checked_in: boolean };
  /** Undefined if it changes nothing. */
  readonly record: CheckInRecord | undefined;
  /** What the audit log has besides. */
  readonly logged: object;
}

/** @param scan.record what a first check-in would record */
export function takenScan(
  outcome: Exclude<CheckInOutcome, Refusal>,
  current: Pick<CheckIn, 'check_in_nonce'>,
  { time, record }: { readonly time: ScanTime; readonly record: CheckInRecord },
): TakenScan {
  const { at: scanned_at, ...marks } = time;
  const is_recorded = outcome === 'recorded';
  const already_checked_in = outcome === 'already_checked_in' || outcome === 'earlier';
  const answer = { already_checked_in, ...marks, ...(is_recorded && { is_recorded }) };
  const isSame = record.check_in_nonce !== null && record.check_in_nonce === current.check_in_nonce;
  if (outcome === 'repeated' || outcome === 'already_checked_in' || (is_recorded && isSame)) {
    return { answer, record: undefined, logged: marks };
  }
  if (is_recorded) {
    return { answer, record: { ...record, checked_in_at: null }, logged: { ...marks, scanned_at } };
  }
  // A scan that is sent again gets its first result, so the nonce of the first one stays.
  const { check_in_nonce } = outcome === 'earlier' ? current : record;
  return { answer, record: { ...record, check_in_nonce }, logged: marks };
}

/** The result of one scan of a batch; `code` and `error` of a refused one are those of `checkIn`. */
export interface ScanResult extends ScanMarks {
  readonly nonce: string | null;
  readonly status: 'checked_in' | 'already_checked_in' | 'recorded' | 'refused';
  readonly code: ErrorCode | null;
  readonly error: string | null;
  readonly user: CheckedInUser | null;
  readonly attendance: AdminAttendance | null;
  readonly invitation?: DoorGuest;
}

/** The result of one scan of a batch. */
export function scanResult(nonce: string | null, answer: CheckInAnswer | AppError): ScanResult {
  if (answer instanceof AppError) {
    const { code, message: error } = answer;
    return { nonce, status: 'refused', code, error, user: null, attendance: null };
  }
  const { already_checked_in, is_recorded, ...result } = answer;
  const taken = already_checked_in ? 'already_checked_in' : 'checked_in';
  return { nonce, status: is_recorded ? 'recorded' : taken, code: null, error: null, ...result };
}
