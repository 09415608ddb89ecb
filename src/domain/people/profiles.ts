import { linksOf, type SocialHandles, type SocialLinks } from './socials.ts';
import type { ConnectionStatusToViewer } from './users.ts';

/** A person as another one's query finds them, before it is decided what that one may see. */
export interface ProfileRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly username: string | null;
  readonly photo_url: string | null;
  readonly headline: string | null;
  readonly company: string | null;
  readonly job_title: string | null;
  readonly bio: string | null;
  readonly interests: readonly string[];
  readonly socials: SocialHandles;
  readonly points: number;
  readonly created_at: string;
  /** Whether the viewer may write to them elsewhere: by their `contact_visibility`. */
  readonly contact_visible: boolean;
  /** Null for an anonymous viewer. */
  readonly connection_status: ConnectionStatusToViewer | null;
}

type Hidden = 'username' | 'bio' | 'socials' | 'contact_visible' | 'connection_status';

/** A person as a viewer sees them. What the viewer may not know is absent, not null. */
export interface PublicProfile extends Omit<ProfileRow, Hidden> {
  readonly bio?: string | null;
  readonly username?: string | null;
  readonly socials?: SocialLinks;
  readonly connection_status?: ConnectionStatusToViewer;
}

/**
 * Leaves out what this viewer may not know: an anonymous one sees no username, socials or bio;
 * a signed-in one sees username and socials where the person lets them.
 */
export function publicProfile(row: ProfileRow): PublicProfile {
  const { username, bio, socials, contact_visible, connection_status, ...open } = row;
  return {
    ...open,
    ...(connection_status && { connection_status, bio }),
    ...(contact_visible && { username, socials: linksOf(socials) }),
  };
}
