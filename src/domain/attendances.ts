import { type Event, hasEnded, registrationState } from './events.ts';

export const ATTENDANCE_STATUSES = ['registered', 'waitlisted', 'cancelled', 'checked_in'] as const;
export type AttendanceStatus = (typeof ATTENDANCE_STATUSES)[number];

/** How somebody stands to an event; `none` has never asked to come. */
export interface Attendance {
  readonly status: AttendanceStatus | 'none';
  /** When they last asked to come. */
  readonly registered_at: string | null;
  /** 1 moves up next; null for everybody who does not wait. */
  readonly waitlist_position: number | null;
  readonly checked_in_at: string | null;
}

export const NO_ATTENDANCE: Attendance = {
  status: 'none',
  registered_at: null,
  waitlist_position: null,
  checked_in_at: null,
};

type Standing = Attendance['status'];

/** Whether they hold one of the seats that capacity counts. */
export const holdsSeat = (standing: Standing): boolean =>
  standing === 'registered' || standing === 'checked_in';

export type AttendOutcome =
  | 'registered'
  | 'waitlisted'
  | 'unchanged'
  | 'event_cancelled'
  | 'event_ended'
  | 'registration_closed';

/**
 * What it means that somebody asks to come. Asking for what one has changes nothing, even when
 * it is too late for others; somebody who left is as new.
 */
export function outcomeOfAttending(
  event: Parameters<typeof registrationState>[0],
  standing: Standing,
  now: Date,
): AttendOutcome {
  const state = registrationState(event, now);
  if (state === 'cancelled') return 'event_cancelled';
  if (holdsSeat(standing) || standing === 'waitlisted') return 'unchanged';
  switch (state) {
    case 'open':
      return 'registered';
    case 'waitlist':
      return 'waitlisted';
    case 'closed':
      return 'registration_closed';
    case 'ended':
      return 'event_ended';
  }
}

export type LeaveOutcome =
  | 'cancelled'
  | 'unchanged'
  | 'never_asked'
  | 'already_checked_in'
  | 'event_ended';

/** What it means that somebody does not want to come any more. */
export function outcomeOfLeaving(
  event: Pick<Event, 'ends_at'>,
  standing: Standing,
  now: Date,
): LeaveOutcome {
  if (standing === 'none') return 'never_asked';
  if (standing === 'cancelled') return 'unchanged';
  if (standing === 'checked_in') return 'already_checked_in';
  return hasEnded(event, now) ? 'event_ended' : 'cancelled';
}
