import type { AttendanceStatus } from './attendances.ts';
import type { CheckIn } from './check-ins.ts';
import { resultOfTaken, type ScanNotes, type ScanResult } from './scan-results.ts';

/** A guest, who has an invitation and no account, as the door sees them. */
export interface DoorGuest {
  readonly id: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly company: string | null;
  readonly ticket_type: string | null;
  readonly is_walk_in: boolean;
  readonly checked_in_at: string | null;
}

/** An invitation with what decides its check-in, as read at one moment. */
export interface GuestCheckIn
  extends DoorGuest,
    Pick<CheckIn, 'check_in_nonce' | 'queue_number' | 'is_cancelled'> {
  readonly conference_id: number;
  readonly has_seat: boolean;
  /** The user who claimed it. */
  readonly claimed_by: number | null;
  readonly claimed_at: string | null;
  readonly withdrawn_at: string | null;
}

/** A guest after a check-in or its undoing. */
export interface GuestResult {
  readonly user: null;
  readonly attendance: null;
  readonly invitation: DoorGuest;
}

/** As the answer of an attendee's check-in. */
export interface GuestAnswer extends GuestResult, ScanNotes {
  readonly already_checked_in: boolean;
}

/** The status that an attendee with the seat of this open invitation has. */
export function statusOfGuest(
  guest: Pick<GuestCheckIn, 'withdrawn_at' | 'has_seat' | 'checked_in_at'>,
): AttendanceStatus {
  if (guest.withdrawn_at !== null) return 'cancelled';
  if (!guest.has_seat) return 'waitlisted';
  return guest.checked_in_at === null ? 'registered' : 'checked_in';
}

/** The fields of a guest that the door sees. */
export const doorGuest = ({
  id,
  first_name,
  last_name,
  company,
  ticket_type,
  is_walk_in,
  checked_in_at,
}: DoorGuest): DoorGuest => ({
  id,
  first_name,
  last_name,
  company,
  ticket_type,
  is_walk_in,
  checked_in_at,
});

/** The result of the scan of a guest in a batch. */
export const guestScanResult = (
  nonce: string | null,
  answer: GuestAnswer,
): ScanResult & { readonly invitation: DoorGuest } => ({
  nonce,
  ...resultOfTaken(answer),
  user: null,
  attendance: null,
  invitation: answer.invitation,
});
