import type { Versioned } from '../versions.ts';
import { type Attendable, type RegistrationState, spotsLeft } from './attendables.ts';
import type { ClaimMark } from './claim-marks.ts';

export const ATTENDANCE_STATUSES = ['registered', 'waitlisted', 'cancelled', 'checked_in'] as const;
export type AttendanceStatus = (typeof ATTENDANCE_STATUSES)[number];

/** The statuses that hold a seat: `attendee_count` counts them, and `capacity` limits them. */
export const SEATED_STATUSES = [
  'registered',
  'checked_in',
] as const satisfies readonly AttendanceStatus[];
export type SeatedStatus = (typeof SEATED_STATUSES)[number];

/** A user's attendance of an attendable; `none` means that they never attended it. */
export interface Attendance {
  readonly status: AttendanceStatus | 'none';
  /** When the user last registered or joined the waitlist. */
  readonly registered_at: string | null;
  /** 1 is promoted next; null unless the status is `waitlisted`. */
  readonly waitlist_position: number | null;
  readonly checked_in_at: string | null;
  /** Conferences only: the ticket type from an attendee import. */
  readonly ticket_type?: string | null;
  /**
   * Conferences only: how the user proved that the import row of the seat or the ticket type is theirs;
   * null by messenger id. Anyone can take a username that is free.
   */
  readonly claimed_by?: ClaimMark | null;
}

/** The statuses that a user sees: also of a request that waits or was rejected. */
export const OWN_STATUSES = ['none', ...ATTENDANCE_STATUSES, 'requested', 'declined'] as const;

/**
 * An attendance as its user sees it. Until organizers decide on a request, or after they have rejected
 * it, there is no attendance: nothing that counts, lists or reminds attendees knows of it.
 */
export interface OwnAttendance extends Omit<Attendance, 'status'> {
  readonly status: (typeof OWN_STATUSES)[number];
}

/** An attendance as organizers and the door see it. */
export interface AdminAttendance extends Attendance {
  /** The attendee sees it in the export of personal data only. */
  readonly desk_note: string | null;
}

/** With the version that organizers name to change it. */
export type LockedAttendance = AdminAttendance & Versioned;

export const NO_ATTENDANCE: LockedAttendance = {
  status: 'none',
  registered_at: null,
  waitlist_position: null,
  checked_in_at: null,
  desk_note: null,
  version: 0,
};

/** The user's attendance, and the seats of the attendable. */
export interface AttendanceAnswer extends OwnAttendance {
  readonly attendee_count: number;
  readonly spots_left: number | null;
}

export const answerOf = (attendable: Attendable, attendance: OwnAttendance): AttendanceAnswer => ({
  ...attendance,
  attendee_count: attendable.attendee_count,
  spots_left: spotsLeft(attendable),
});

type CurrentStatus = OwnAttendance['status'];

export const holdsSeat = (status: CurrentStatus): status is SeatedStatus =>
  SEATED_STATUSES.some((seated) => seated === status);

export type AttendOutcome =
  | 'registered'
  | 'waitlisted'
  | 'unchanged'
  | 'cancelled'
  | 'ended'
  | 'closed'
  | 'invited_only'
  | 'full'
  | 'approval'
  | 'declined';

/**
 * Decides a request to attend. A user who already attends keeps their attendance, even after
 * registration has closed. A user who cancelled is treated as new, one whose request was rejected
 * stays rejected.
 */
export function outcomeOfAttending(
  state: RegistrationState,
  current: CurrentStatus,
): AttendOutcome {
  if (state === 'cancelled') return 'cancelled';
  if (holdsSeat(current) || current === 'waitlisted') return 'unchanged';
  if (state === 'ended' || state === 'closed' || state === 'invited_only') return state;
  if (current === 'declined') return 'declined';
  if (state === 'open') return 'registered';
  return state === 'waitlist' ? 'waitlisted' : state;
}

export type CancelOutcome =
  | 'cancelled'
  | 'unchanged'
  | 'not_attending'
  | 'already_checked_in'
  | 'ended';

/** Decides a request to cancel an attendance. */
export function outcomeOfCancelling(hasEnded: boolean, current: CurrentStatus): CancelOutcome {
  if (current === 'none') return 'not_attending';
  if (current === 'cancelled') return 'unchanged';
  if (current === 'checked_in') return 'already_checked_in';
  return hasEnded ? 'ended' : 'cancelled';
}
