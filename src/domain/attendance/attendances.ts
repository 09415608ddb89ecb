import type { RegistrationState } from './attendables.ts';

export const ATTENDANCE_STATUSES = ['registered', 'waitlisted', 'cancelled', 'checked_in'] as const;
export type AttendanceStatus = (typeof ATTENDANCE_STATUSES)[number];

/** In these somebody holds one of the seats that capacity counts. */
export const SEATED_STATUSES = [
  'registered',
  'checked_in',
] as const satisfies readonly AttendanceStatus[];
export type SeatedStatus = (typeof SEATED_STATUSES)[number];

/** How somebody stands to an event or a conference; `none` has never asked to come. */
export interface Attendance {
  readonly status: AttendanceStatus | 'none';
  /** When they last asked to come. */
  readonly registered_at: string | null;
  /** 1 moves up next; null for everybody who does not wait. */
  readonly waitlist_position: number | null;
  readonly checked_in_at: string | null;
  /** Only of conferences: what kind of ticket the organisers' list gives them. */
  readonly ticket_type?: string | null;
}

export const NO_ATTENDANCE: Attendance = {
  status: 'none',
  registered_at: null,
  waitlist_position: null,
  checked_in_at: null,
};

type CurrentStatus = Attendance['status'];

export const holdsSeat = (status: CurrentStatus): status is SeatedStatus =>
  SEATED_STATUSES.some((seated) => seated === status);

export type AttendOutcome =
  | 'registered'
  | 'waitlisted'
  | 'unchanged'
  | 'cancelled'
  | 'ended'
  | 'closed';

/**
 * What it means that somebody asks to come. Asking for what one has changes nothing, even when
 * it is too late for others; somebody who left is as new.
 */
export function outcomeOfAttending(
  state: RegistrationState,
  current: CurrentStatus,
): AttendOutcome {
  if (state === 'cancelled') return 'cancelled';
  if (holdsSeat(current) || current === 'waitlisted') return 'unchanged';
  if (state === 'open') return 'registered';
  return state === 'waitlist' ? 'waitlisted' : state;
}

export type CancelOutcome =
  | 'cancelled'
  | 'unchanged'
  | 'never_asked'
  | 'already_checked_in'
  | 'ended';

/** What it means that somebody does not want to come any more. */
export function outcomeOfCancelling(hasEnded: boolean, current: CurrentStatus): CancelOutcome {
  if (current === 'none') return 'never_asked';
  if (current === 'cancelled') return 'unchanged';
  if (current === 'checked_in') return 'already_checked_in';
  return hasEnded ? 'ended' : 'cancelled';
}
