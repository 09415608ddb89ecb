import { type AppError, conflict, invalid } from '../../errors.ts';
import type { Changes } from '../changes.ts';
import type { Conference } from '../programme/conferences.ts';
import type { GuestKeys, StoredGuestKeys } from './guest-keys.ts';

/** The statuses of an invitation without a claim; an attendance takes the place of a claimed one. */
export const INVITATION_STATUSES = ['invited', 'withdrawn'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export interface InvitationKey {
  readonly id: number;
  readonly conference_id: number;
}

/** The invitation of a person who was not a user when an attendee import named them. */
export interface Invitation extends InvitationKey, StoredGuestKeys {
  readonly messenger_id: number | null;
  readonly username: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly company: string | null;
  readonly job_title: string | null;
  readonly ticket_type: string | null;
  readonly is_walk_in: boolean;
  /** The code on the badge is signed with it. */
  readonly queue_number: number;
  readonly has_seat: boolean;
  readonly checked_in_at: string | null;
  /** A claim link of an earlier epoch is revoked. */
  readonly claim_epoch: number;
  /** The user who claimed it; null once they have erased their account. */
  readonly claimed_by: number | null;
  readonly claimed_at: string | null;
  /** When the attendee was removed, for a claimed invitation. */
  readonly withdrawn_at: string | null;
  /** The users whose claim was taken back. */
  readonly barred_user_ids: readonly number[];
  /** Not empty once an organizer has erased the guest. */
  readonly erased_key_hashes: readonly string[];
}

/** A guest, who has an invitation and no account, as the door sees them. */
export type DoorGuest = Pick<
  Invitation,
  'id' | 'first_name' | 'last_name' | 'company' | 'ticket_type' | 'is_walk_in' | 'checked_in_at'
>;

/** The fields of an invitation that administrators can correct, besides its ticket code and e-mail. */
export type InvitationFields = Pick<
  Invitation,
  'messenger_id' | 'username' | 'first_name' | 'last_name' | 'company' | 'job_title' | 'ticket_type'
>;

/** The fields that administrators can correct. */
export type InvitationChanges = Changes<InvitationFields & GuestKeys>;

/** The columns of these fields. */
export type StoredInvitationChanges = Changes<InvitationFields & StoredGuestKeys>;

/** A person whom the desk adds without an account and without a ticket. */
export type NewWalkIn = Pick<Invitation, 'last_name' | 'company' | 'ticket_type'> & {
  readonly first_name: string;
};

/**
 * Whether the invitations of a conference become registrations. Invitations of a cancelled
 * conference stay open: it accepts no attendees, and may be published again. As the desk and
 * imports do, a claim registers people at a draft, which is to take place, and at a conference that
 * is over or archived, for its records.
 */
export const canBeClaimed = ({ status }: Pick<Conference, 'status'>): boolean =>
  status !== 'cancelled';

/** Whether a claim link of the current epoch is of use to a user: they have claimed it, or can. */
export const isClaimableBy = (
  guest: Pick<Invitation, 'claimed_by' | 'claimed_at' | 'withdrawn_at' | 'barred_user_ids'>,
  userId: number,
): boolean =>
  guest.withdrawn_at === null &&
  (guest.claimed_at === null
    ? !guest.barred_user_ids.includes(userId)
    : guest.claimed_by === userId);

type Openness = Pick<Invitation, 'claimed_at' | 'withdrawn_at'>;

/** CONFLICT for an invitation that is claimed or withdrawn; undefined for an open one. */
export function refusalOfChange({ claimed_at, withdrawn_at }: Openness): AppError | undefined {
  if (withdrawn_at !== null) return conflict(null, 'This invitation is withdrawn', 'withdrawn');
  if (claimed_at === null) return undefined;
  return conflict(null, 'This invitation is claimed; its person is an attendee', 'claimed');
}

/** @throws AppError CONFLICT unless the invitation is open */
export function checkOpen(invitation: Openness): void {
  const refusal = refusalOfChange(invitation);
  if (refusal) throw refusal;
}

/** @throws AppError VALIDATION_ERROR for an invitation that would identify nobody */
export function checkIdentified(
  invitation: Pick<
    Invitation,
    'messenger_id' | 'username' | 'ticket_code_hash' | 'email_hash' | 'is_walk_in'
  >,
): void {
  const { messenger_id, username, ticket_code_hash, email_hash, is_walk_in } = invitation;
  const keys = [messenger_id, username, ticket_code_hash, email_hash];
  if (is_walk_in || keys.some((key) => key !== null)) return;
  throw invalid(
    'messenger_id',
    'expected a messenger_id, username, ticket_code or email',
    'one_required',
    { fields: ['messenger_id', 'username', 'ticket_code', 'email'] },
  );
}
