import type { CheckedInUser } from './check-ins.ts';
import type { Checkpoint } from './checkpoints.ts';
import type { DoorGuest } from './invitations.ts';

/** A check-in in the list of recent ones. */
export interface RecentCheckIn {
  readonly user: CheckedInUser;
  /** Conferences only. */
  readonly ticket_type?: string | null;
  /** Conferences only: where the person arrived; null for a check-in at none. */
  readonly checkpoint?: Pick<Checkpoint, 'id' | 'name'> | null;
  readonly checked_in_at: string;
  readonly device: string | null;
  /** The id of the API key; null for a check-in of an earlier version. */
  readonly key: string | null;
  /** Null for a key of `ADMIN_API_KEY` or of a machine. */
  readonly administrator: { readonly id: number; readonly name: string } | null;
}

/** The check-in of a guest, in the list of those of attendees. */
export interface RecentGuestCheckIn extends Omit<RecentCheckIn, 'user'> {
  readonly user: null;
  readonly invitation: DoorGuest;
}
