import type { RegistrationState } from './attendables.ts';
import type { Attendance } from './attendances.ts';

/** An attendance with what a check-in needs. */
export interface CheckIn extends Attendance {
  /** The nonce of the request that checked the attendee in; null if it had none. */
  readonly check_in_nonce: string | null;
  /** Drawn anew each time the user attends; a ticket code is signed with it. */
  readonly queue_number: number;
}

export type CheckInOutcome =
  | 'checked_in'
  | 'repeated'
  | 'already_checked_in'
  | 'waitlisted'
  | 'not_attending'
  | 'cancelled';

/**
 * Decides a check-in request. A repeated nonce is a retry by a device that lost the answer; any
 * other request is a second check-in. The time is not checked: doors open early, and organizers
 * complete their lists afterwards.
 */
export function outcomeOfCheckIn(
  state: RegistrationState,
  attendance: Pick<CheckIn, 'status' | 'check_in_nonce'>,
  nonce: string | null,
): CheckInOutcome {
  if (state === 'cancelled') return 'cancelled';
  switch (attendance.status) {
    case 'registered':
      return 'checked_in';
    case 'checked_in':
      return nonce !== null && nonce === attendance.check_in_nonce
        ? 'repeated'
        : 'already_checked_in';
    case 'waitlisted':
      return 'waitlisted';
    default:
      return 'not_attending';
  }
}
