import type { User } from '../people/users.ts';
import type { AdminAttendance } from './attendances.ts';

/** The fields of an attendee that the door sees, and whether they are blocked. */
export type CheckedInUser = Pick<
  User,
  'id' | 'first_name' | 'last_name' | 'photo_url' | 'company' | 'job_title' | 'is_blocked'
>;

/** An attendance with what decides its check-in, as read at one moment. */
export interface CheckIn extends AdminAttendance {
  readonly user: CheckedInUser;
  /** Whether the attendable, or the conference of an event, is cancelled. */
  readonly is_cancelled: boolean;
  /** The nonce of the request that checked the attendee in; null if it had none. */
  readonly check_in_nonce: string | null;
  /** A new number each time the user attends; a ticket code is signed with it. */
  readonly queue_number: number;
}

/** What a check-in records of its time and of its request. */
export interface CheckInRecord extends Pick<CheckIn, 'check_in_nonce'> {
  readonly checked_in_at: string;
  readonly check_in_device: string | null;
  /** The id of the API key. */
  readonly check_in_key: string;
  /** Null for a key that belongs to a machine. */
  readonly check_in_administrator_id: number | null;
}

/** An attendee, by user id or by ticket code. */
export type AttendeeIdentifier =
  | {
      readonly user_id: number;
      /** When they claimed the invitation of a scanned code, which is of no later registration. */
      readonly claimed_at?: string;
    }
  | { readonly code: string };

/** An attendee, or a guest by the id of their invitation. */
export type ConferenceAttendeeIdentifier = AttendeeIdentifier | { readonly invitation_id: number };

/** A request to check in an attendee, at once or from a device that was offline. */
export interface Scan<Identifier = AttendeeIdentifier> {
  readonly attendee: Identifier;
  /** Chosen by the device for each scan. */
  readonly nonce: string | null;
  readonly scanned_at?: string | undefined;
  /** The device's own name. */
  readonly device?: string | undefined;
  /** Whether a blocked user is let in. */
  readonly allow_blocked: boolean;
}

/** The oldest scan that a device may report, so that a device that was offline for a day can. */
export const MAX_SCAN_AGE_HOURS = 48;

/** How far the clock of a device may be ahead, as for the `auth_date` of messenger data. */
export const MAX_SCAN_AHEAD_SECONDS = 60;

/**
 * When the attendee was checked in: at the time of the scan, or `now` if the request has none or the
 * clock of the device is a little ahead. Undefined for a scan further in the future, or longer ago than
 * `MAX_SCAN_AGE_HOURS`.
 */
export function checkInTime(scannedAt: string | undefined, now: Date): string | undefined {
  if (scannedAt === undefined) return now.toISOString();
  const age = now.getTime() - Date.parse(scannedAt);
  if (age < -MAX_SCAN_AHEAD_SECONDS * 1_000) return undefined;
  if (age > MAX_SCAN_AGE_HOURS * 60 * 60 * 1_000) return undefined;
  return age < 0 ? now.toISOString() : scannedAt;
}

export type CheckInOutcome =
  | 'checked_in'
  | 'repeated'
  | 'already_checked_in'
  | 'waitlisted'
  | 'not_attending'
  | 'blocked'
  | 'cancelled';

/**
 * Decides a check-in request. A repeated nonce is a retry by a device that lost the answer; any
 * other request is a second check-in. `isBarred` is true for a blocked user whom the request does
 * not let in. The time is not checked: doors open early, and organizers complete their lists later.
 */
export function outcomeOfCheckIn(
  current: Pick<CheckIn, 'status' | 'check_in_nonce' | 'is_cancelled'>,
  { nonce, isBarred }: { nonce: string | null; isBarred: boolean },
): CheckInOutcome {
  if (current.is_cancelled) return 'cancelled';
  switch (current.status) {
    case 'registered':
      return isBarred ? 'blocked' : 'checked_in';
    case 'checked_in':
      if (nonce !== null && nonce === current.check_in_nonce) return 'repeated';
      return isBarred ? 'blocked' : 'already_checked_in';
    case 'waitlisted':
      return 'waitlisted';
    default:
      return 'not_attending';
  }
}
