import type { User } from '../people/users.ts';
import type { ReadAnswer } from '../registration/forms.ts';
import type { AttendanceStatus } from './attendances.ts';
import type { ClaimMark } from './claim-marks.ts';
import type { InvitationStatus } from './invitations.ts';

type Person = Pick<User, 'messenger_id' | 'username' | 'company' | 'job_title'> & {
  readonly last_name: string | null;
};

type Place = {
  readonly registered_at: string | null;
  /** 1 gets the next free seat; null unless the attendee or the invited person waits. */
  readonly waitlist_position: number | null;
  readonly checked_in_at: string | null;
  /** Conferences only, like the fields below. */
  readonly ticket_type?: string | null;
  readonly claimed_by?: ClaimMark | null;
  /** What the door scans, of a seat; only in a list with codes, also of events. */
  readonly ticket_code?: string | null;
  /** Only in a list with answers. */
  readonly answers?: readonly ReadAnswer[];
};

/** A row of the administrators' attendee list: any attendance, including cancelled ones. */
export type Attendee = Person &
  Place &
  Pick<User, 'first_name' | 'photo_url' | 'is_blocked'> & {
    readonly user_id: number;
    readonly status: AttendanceStatus;
    /** As in `AdminAttendance`. */
    readonly desk_note: string | null;
    /** Raised by each change of status, ticket type or note that someone decides. */
    readonly version: number;
  };

/** What identifies a guest, in the row of an invitation. */
type GuestFields = {
  /** As `StoredGuestKeys`. */
  readonly ticket_code_end: string | null;
  readonly is_walk_in: boolean;
  /** Whether an import or an organizer has named the e-mail address of the guest. */
  readonly has_email: boolean;
  /** The address, if an import was asked to keep it. */
  readonly email: string | null;
};

/** An open or a withdrawn invitation as a row of that list. */
export type Invitee = Person &
  Place &
  GuestFields & {
    readonly user_id: null;
    readonly invitation_id: number;
    /** When a claim by username was taken back. */
    readonly reopened_at: string | null;
    readonly first_name: string | null;
    readonly photo_url: null;
    readonly is_blocked: null;
    readonly status: InvitationStatus;
    readonly desk_note: null;
    readonly version: null;
  };

/** The number of attendees of each status. */
export type AttendeeCounts = Readonly<Record<AttendanceStatus, number>> & {
  /** Open invitations; conferences only. */
  readonly invited?: number;
};

/** A status to filter by; `all` are all attendances and the open invitations. */
export type ListedStatus = AttendanceStatus | InvitationStatus | 'all';

/** The row as an answer: the user's columns in `user`, the attendance beside it. */
export function attendeeView(attendee: Attendee) {
  const { user_id: id, messenger_id, first_name, last_name, ...rest } = attendee;
  const { username, photo_url, company, job_title, is_blocked, ...attendance } = rest;
  const person = { first_name, last_name, username, photo_url, company, job_title };
  return { user: { id, messenger_id, ...person, is_blocked }, ...attendance };
}

/** The row of a conference. The person whom an invitation names is in `invitee`. */
export function conferenceAttendeeView(row: Attendee | Invitee) {
  if (row.user_id !== null) {
    const attendee = attendeeView(withoutGuestFields(row));
    return { ...attendee, invitation_id: null, reopened_at: null, invitee: null };
  }
  const { user_id, messenger_id, first_name, last_name, ...rest } = row;
  const { username, company, job_title, photo_url: _photo, is_blocked: _, ...invitee } = rest;
  const { ticket_code_end, is_walk_in, has_email, email, ...invitation } = invitee;
  const name = { first_name, last_name, username };
  const guest = { ticket_code_end, is_walk_in, has_email, email };
  return {
    user: user_id,
    invitee: { messenger_id, ...name, company, job_title, ...guest },
    ...invitation,
  };
}

/** A list with invitations has the fields of guests in each row. */
function withoutGuestFields(
  row: Attendee & Partial<GuestFields & Pick<StoredInvitee, 'email_encrypted'>>,
): Attendee {
  const { ticket_code_end, is_walk_in, has_email, email, email_encrypted, ...attendee } = row;
  return attendee;
}

/** The row of an invitation whose kept address is still encrypted. */
export type StoredInvitee = Omit<Invitee, 'email'> & { readonly email_encrypted: Buffer | null };

/** The row with the address that `decrypt` reads. */
export function withKeptEmail(
  row: Attendee | StoredInvitee,
  decrypt: (kept: {
    readonly id: number;
    readonly email_encrypted: Buffer | null;
  }) => string | null,
): Attendee | Invitee {
  if (row.user_id !== null) return row;
  const { email_encrypted, ...invitee } = row;
  return { ...invitee, email: decrypt({ id: row.invitation_id, email_encrypted }) };
}
