import {
  hiddenProfile,
  type ProfileRow,
  publicProfile,
  type ShownProfile,
} from '../people/profiles.ts';

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

/** A row of the caller's blocks: `is_shown` is false for a user who is not listed, or blocks the caller. */
export interface BlockRow {
  readonly user: ProfileRow;
  readonly created_at: string;
  readonly is_shown: boolean;
}

/**
 * A blocked user as an anonymous caller sees them, so that a block reveals nothing more than it hides.
 * A user who blocks the caller, too, looks like one who is not listed.
 */
export const listedBlock = ({ user, created_at, is_shown }: BlockRow): ListedBlock => ({
  user: is_shown ? publicProfile(user) : hiddenProfile(user),
  created_at,
});
