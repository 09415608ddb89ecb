import type { RegistrationState } from './attendables.ts';
import type { Attendance } from './attendances.ts';

/** Who comes, as those at the door see them. */
export interface CheckIn extends Attendance {
  /** What the device that checked them in sent along; null where it sent nothing. */
  readonly check_in_nonce: string | null;
}

export type CheckInOutcome =
  | 'checked_in'
  | 'repeated'
  | 'already_checked_in'
  | 'waiting'
  | 'not_coming'
  | 'cancelled';

/**
 * What it means that a device at the door asks to let somebody in. The same nonce again is the same
 * device, which did not hear our answer; any other request comes second. The time does not matter:
 * doors open early, and lists are completed later.
 */
export function outcomeOfCheckIn(
  state: RegistrationState,
  held: Pick<CheckIn, 'status' | 'check_in_nonce'>,
  nonce: string | null,
): CheckInOutcome {
  if (state === 'cancelled') return 'cancelled';
  switch (held.status) {
    case 'registered':
      return 'checked_in';
    case 'checked_in':
      return nonce !== null && nonce === held.check_in_nonce ? 'repeated' : 'already_checked_in';
    case 'waitlisted':
      return 'waiting';
    default:
      return 'not_coming';
  }
}
