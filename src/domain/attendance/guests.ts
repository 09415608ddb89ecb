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

/** Whose an invitation is. */
export interface ClaimedGuest {
  /** The user who claimed it; null once they have erased their account. */
  readonly claimed_by: number | null;
  readonly claimed_at: string | null;
  readonly withdrawn_at: string | null;
}

/** An invitation that a code at the door names. */
export interface CodedInvitation extends ClaimedGuest {
  readonly id: number;
  readonly conference_id: number;
  /** The code on the badge is signed with it. */
  readonly queue_number: number;
}
