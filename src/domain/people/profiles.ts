import { linksOf, type SocialLinks } from './socials.ts';
import type { ConnectionStatusToViewer, PROFILE_FIELDS, User } from './users.ts';

/** A user's profile as a query for a viewer finds it, before hidden fields are removed. */
export interface ProfileRow
  extends Pick<
    User,
    | 'id'
    | 'first_name'
    | 'last_name'
    | 'username'
    | 'photo_url'
    | (typeof PROFILE_FIELDS)[number]
    | 'socials'
    | 'points'
    | 'created_at'
  > {
  /** Whether `contact_visibility` lets the viewer see the username and the social links. */
  readonly contact_visible: boolean;
  /** Null for an anonymous viewer. */
  readonly connection_status: ConnectionStatusToViewer | null;
}

type Hidden =
  | 'username'
  | 'bio'
  | 'looking_for'
  | 'offering'
  | 'socials'
  | 'contact_visible'
  | 'connection_status';

/** A user's profile as a viewer sees it. Hidden fields are absent, not null. */
export interface PublicProfile extends Omit<ProfileRow, Hidden> {
  readonly bio?: string | null;
  readonly looking_for?: string | null;
  readonly offering?: string | null;
  readonly username?: string | null;
  readonly socials?: SocialLinks;
  readonly connection_status?: ConnectionStatusToViewer;
}

/**
 * Removes what the viewer may not see. An anonymous viewer sees no username, social links, bio,
 * `looking_for` or `offering`.
 * A signed-in viewer sees username and social links if `contact_visible` is true: the profile is their own,
 * shows contacts to `everyone`, or is that of an accepted connection (`is_contact_visible` in
 * `migrations/schema.sql`).
 */
export function publicProfile(row: ProfileRow): PublicProfile {
  const {
    username,
    bio,
    looking_for,
    offering,
    socials,
    contact_visible,
    connection_status,
    ...open
  } = row;
  return {
    ...open,
    ...(connection_status && { connection_status, bio, looking_for, offering }),
    ...(contact_visible && { username, socials: linksOf(socials) }),
  };
}

const NO_TEXTS = { bio: null, looking_for: null, offering: null };

/** `created_at` is null for a hidden user. */
export type ShownProfile = Omit<PublicProfile, 'created_at'> & {
  readonly created_at: string | null;
};

/**
 * The profile of a hidden user, one who is not `is_listed`, for a viewer who is not connected: the id
 * and the first name, and only in the viewer's own connections. Elsewhere the user is not found. Users
 * who are connected read the whole profile, except of a blocked or erased user; administrators read all.
 */
export const hiddenProfile = (user: ProfileRow): ShownProfile => ({
  ...publicProfile({ ...user, ...NO_TEXTS, contact_visible: false }),
  last_name: null,
  photo_url: null,
  headline: null,
  company: null,
  job_title: null,
  interests: [],
  points: 0,
  created_at: null,
});
