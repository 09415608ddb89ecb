import {
  hiddenProfile,
  type ProfileRow,
  publicProfile,
  type ShownProfile,
} from '../people/profiles.ts';

/** What the board shows of a hidden user, too. */
export const UNNAMED_PERSON = 'Attendee';

/** The users whom one user can block at the same time. */
export const MAX_BLOCKS = 1_000;

/** Whether the caller blocks a user. */
export interface Block {
  readonly id: number;
  readonly blocked: boolean;
}

/** A user whom the caller blocks, and since when. */
export interface ListedBlock {
  readonly user: ShownProfile;
  readonly created_at: string;
}

/** A block in the export of the user who made it. */
export interface PersonalBlock {
  readonly user: { readonly id: number; readonly first_name: string };
  readonly created_at: string;
}

/**
 * A row of the caller's blocks: `is_shown` is false for a user who is not listed, or blocks the caller, and for
 * an id that no user has.
 */
export interface BlockRow {
  readonly id: number;
  readonly user: ProfileRow;
  /** Whether the caller could see the name when they blocked the user. */
  readonly is_named: boolean;
  readonly created_at: string;
  readonly is_shown: boolean;
}

/**
 * A blocked user as an anonymous caller sees them, so that a block reveals nothing more than it hides.
 * A user who blocks the caller, too, looks like one who is not listed.
 */
export const listedBlock = ({ id, user, created_at, ...row }: BlockRow): ListedBlock => ({
  user: row.is_shown
    ? publicProfile(user)
    : hiddenProfile({ ...user, id, first_name: row.is_named ? user.first_name : UNNAMED_PERSON }),
  created_at,
});
