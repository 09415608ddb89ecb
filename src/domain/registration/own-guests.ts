import type { AttendanceStatus } from '../attendance/attendances.ts';

/** Guests who lose their seat 48 hours before the start, where organizers set no other time. */
export const CLAIM_HOURS = 48;

/** A guest whom a user brings along. */
export interface OwnGuest {
  readonly registration_id: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly company: string | null;
  readonly status: AttendanceStatus;
  /** Whether the guest has opened their link: the registration is theirs. */
  readonly is_claimed: boolean;
  readonly claim_epoch: number;
}

/** A guest with the link that makes the registration theirs. */
export type OwnGuestView = Omit<OwnGuest, 'claim_epoch'> & { readonly claim_link: string | null };
