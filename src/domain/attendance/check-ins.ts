import type { Administrator } from '../administration/administrators.ts';
import type { User } from '../people/users.ts';
import { type AdminAttendance, holdsSeat } from './attendances.ts';
import type { CheckpointRequest } from './checkpoints.ts';
import type { DoorGuest, Invitation } from './invitations.ts';

/** The fields of an attendee that the door sees, and whether they are blocked. */
export type CheckedInUser = Pick<
  User,
  'id' | 'first_name' | 'last_name' | 'photo_url' | 'company' | 'job_title' | 'is_blocked'
>;

/** An attendance with what decides its check-in, as read at one moment. */
export interface CheckIn extends AdminAttendance {
  /** Null for a guest. */
  readonly user: CheckedInUser | null;
  /** Of a registration that is an invitation, or was one before its claim. */
  readonly guest: (Omit<DoorGuest, 'checked_in_at'> & Pick<Invitation, 'claimed_at'>) | null;
  /** Whether the attendable, or the conference of an event, is cancelled. */
  readonly is_cancelled: boolean;
  /** The nonce of the request that checked the attendee in; null if it had none. */
  readonly check_in_nonce: string | null;
  /** A new number each time the user attends; a ticket code is signed with it. */
  readonly queue_number: number;
  /** When the seat was last given up; counts only while the status is `cancelled`. */
  readonly cancelled_at: string | null;
  /** Of a conference only. */
  readonly registration_id: number | null;
  /** Whether others may have come with this person to a conference: guests, or people of the same order. */
  readonly has_group: boolean;
}

/** What a check-in records of its time and of its request. */
export interface CheckInRecord extends Pick<CheckIn, 'check_in_nonce'> {
  /** Null for a scan of a seat that was given up after it. */
  readonly checked_in_at: string | null;
  readonly check_in_device: string | null;
  /** The id of the API key. */
  readonly check_in_key: string;
  /** Null for a key that belongs to a machine. */
  readonly check_in_administrator_id: number | null;
}

/** What a check-in at a time by an administrator records, without a device. */
export const checkInBy = (
  { key, administrator_id }: Pick<Administrator, 'key' | 'administrator_id'>,
  checked_in_at: string,
): CheckInRecord => ({
  checked_in_at,
  check_in_nonce: null,
  check_in_device: null,
  check_in_key: key,
  check_in_administrator_id: administrator_id,
});

/** An attendee, by user id or by ticket code. */
export type AttendeeIdentifier = { readonly user_id: number } | { readonly code: string };

/** An attendee, or a guest by the id of their invitation. */
export type ConferenceAttendeeIdentifier = AttendeeIdentifier | { readonly invitation_id: number };

/** A request to check in an attendee, at once or from a device that was offline. */
export interface Scan<Identifier = AttendeeIdentifier> extends CheckpointRequest {
  readonly attendee: Identifier;
  /** Chosen by the device for each scan. */
  readonly nonce: string | null;
  readonly scanned_at?: string | undefined;
  /** By how much the clock of the device is ahead, as `clockSkew` found it. */
  readonly clock_skew_seconds?: number;
  /** The device's own name. */
  readonly device?: string | undefined;
  /** Whether a blocked user is let in. */
  readonly allow_blocked: boolean;
}

/** A scan that is older needs a conference or an event that took place then. */
const MAX_SCAN_AGE_MS = 48 * 3_600_000;

/** What is less can be the time that the request took. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** Doors open before the start, and a conference starts on a day of its own time zone. */
const DOOR_MARGIN_MS = 24 * 3_600_000;

/** By how many seconds the clock of a device is ahead at the time `now` of its request, which it calls `sentAt`. */
export function clockSkew(sentAt: string | undefined, now: Date): number {
  if (sentAt === undefined) return 0;
  const seconds = Math.round((Date.parse(sentAt) - now.getTime()) / 1_000);
  return Math.abs(seconds) > CLOCK_TOLERANCE_SECONDS ? seconds : 0;
}

/** What an answer says of the time of a scan that could not be taken as it was. */
export interface ScanMarks {
  /** By how much the time was ahead, and was corrected; negative for a clock that is slow. */
  readonly clock_skew_seconds?: number;
  /** True for a scan that was older than 48 hours when it arrived. */
  readonly is_late?: true;
}

/** A scan is a fact, so each has a time: its own, the corrected one of a wrong clock, or `now`. */
export interface ScanTime extends ScanMarks {
  readonly at: string;
}

/** When the door of a conference or an event is open. */
export type Opening = { readonly starts_at: string; readonly ends_at: string };

/** Whether `timeOfScan` needs to know when the door was open. */
export const isOldScan = (
  { scanned_at, clock_skew_seconds = 0 }: Pick<Scan, 'scanned_at' | 'clock_skew_seconds'>,
  now: Date,
): boolean =>
  scanned_at !== undefined &&
  now.getTime() - Date.parse(scanned_at) + clock_skew_seconds * 1_000 > MAX_SCAN_AGE_MS;

/**
 * When a ticket was scanned. A time that is in the future even after the correction is `now`, and so is one
 * that is older than 48 hours and not of the `opening`: the clock of the device is wrong.
 */
export function timeOfScan(
  scan: Pick<Scan, 'scanned_at' | 'clock_skew_seconds'>,
  now: Date,
  opening?: Opening,
): ScanTime {
  if (scan.scanned_at === undefined) return { at: now.toISOString() };
  const given = Date.parse(scan.scanned_at);
  const skew = scan.clock_skew_seconds ?? 0;
  const at = given - skew * 1_000;
  const isOld = isOldScan(scan, now);
  const isOfOpening =
    opening !== undefined &&
    at >= Date.parse(opening.starts_at) - DOOR_MARGIN_MS &&
    at <= Date.parse(opening.ends_at) + DOOR_MARGIN_MS;
  if (at > now.getTime() || (isOld && !isOfOpening)) {
    const ahead = Math.round((given - now.getTime()) / 1_000);
    const isMarked = Math.abs(ahead) > CLOCK_TOLERANCE_SECONDS;
    return { at: now.toISOString(), ...(isMarked && { clock_skew_seconds: ahead }) };
  }
  return {
    at: new Date(at).toISOString(),
    ...(skew !== 0 && { clock_skew_seconds: skew }),
    ...(isOld && { is_late: true }),
  };
}

export type CheckInOutcome =
  | 'checked_in'
  | 'repeated'
  | 'already_checked_in'
  | 'earlier'
  | 'recorded'
  | 'waitlisted'
  | 'not_attending'
  | 'blocked'
  | 'cancelled';
/** The outcomes that are refused. */
export type Refusal = Extract<
  CheckInOutcome,
  'waitlisted' | 'not_attending' | 'blocked' | 'cancelled'
>;

/**
 * Decides a check-in request. A repeated nonce is a retry by a device that lost the answer; any
 * other request is a second check-in, and the `earlier` one if its scan was made before the first.
 * `recorded` is a scan from before the seat was given up: the person was let in. `isBarred` is true for a
 * blocked user whom the request does not let in.
 *
 * @param request.scannedAt when an offline device scanned the ticket, corrected
 */
export function outcomeOfCheckIn(
  current: Pick<
    CheckIn,
    'status' | 'check_in_nonce' | 'is_cancelled' | 'checked_in_at' | 'cancelled_at'
  >,
  request: {
    readonly nonce: string | null;
    readonly isBarred: boolean;
    readonly scannedAt: string | undefined;
  },
): CheckInOutcome {
  const { nonce, isBarred, scannedAt } = request;
  if (current.is_cancelled) return 'cancelled';
  const isRepeated = nonce !== null && nonce === current.check_in_nonce;
  switch (current.status) {
    case 'registered':
      return isBarred ? 'blocked' : 'checked_in';
    case 'checked_in':
      if (isRepeated) return 'repeated';
      if (isBarred) return 'blocked';
      return isBefore(scannedAt, current.checked_in_at) ? 'earlier' : 'already_checked_in';
    case 'waitlisted':
      return 'waitlisted';
    default:
      return wasHeld(current, scannedAt) ? 'recorded' : 'not_attending';
  }
}

const isBefore = (one: string | undefined, other: string | null): boolean =>
  one !== undefined && other !== null && Date.parse(one) < Date.parse(other);

/** Whether a seat that was given up was held when its ticket was scanned. */
export const wasHeld = (
  { status, cancelled_at }: Pick<CheckIn, 'status' | 'cancelled_at'>,
  scannedAt: string | undefined,
): boolean => status === 'cancelled' && isBefore(scannedAt, cancelled_at);

/** The seat for which a code was made. */
export interface CodedSeat {
  /** What the code was signed with, or that of the invitation whose code of a shop it is. */
  readonly queueNumber: number | undefined;
  /** When a user claimed the invitation of the code. */
  readonly claimedAt?: string | undefined;
}

/**
 * Whether an attendance has the seat of a code, or had it when the code was scanned. A guest on the waitlist
 * has no seat yet; the registration of a claimed code is the one to which the claim led, or an older one.
 * Without a code, any attendance is.
 */
export function isOfCode(
  current: Pick<CheckIn, 'user' | 'status' | 'cancelled_at' | 'queue_number' | 'registered_at'>,
  { queueNumber, claimedAt }: CodedSeat,
  scannedAt: string | undefined,
): boolean {
  const isHeld = holdsSeat(current.status) || wasHeld(current, scannedAt);
  const waits = current.user === null && current.status === 'waitlisted';
  if (queueNumber !== undefined && current.queue_number !== queueNumber) return false;
  if (queueNumber !== undefined) return isHeld || waits;
  if (claimedAt === undefined) return true;
  return isHeld && current.registered_at !== null && current.registered_at <= claimedAt;
}
