import { type ProfileRow, publicProfile } from '../people/profiles.ts';
import type { SocialLinks } from '../people/socials.ts';

/** Exports of one user. The number is a rule of the specification (attendees.md, 3). */
export const CONTACT_EXPORTS = {
  name: 'contact-exports',
  limit: 10,
  windowMs: 24 * 60 * 60 * 1_000,
} as const;

/** A connected user with what they show to connections, as their connection exports them. */
export interface Contact
  extends Pick<ProfileRow, 'first_name' | 'last_name' | 'headline' | 'company' | 'job_title'> {
  readonly username: string | null;
  readonly socials: SocialLinks;
  /** The title of the conference at which the two met, while it is visible. */
  readonly conference: string | null;
  readonly met_at: string | null;
  readonly connected_at: string;
  /** The own note of the user who exports. */
  readonly note: string | null;
}

/** A contact before the fields are removed that its user does not show. */
export interface ContactRow extends ProfileRow {
  readonly connection_id: number;
  readonly responded_at: string;
  readonly conference: string | null;
  readonly met_at: string | null;
  readonly note: string | null;
}

export function contactOf(row: ContactRow): Contact {
  const { first_name, last_name, headline, company, job_title } = row;
  const { username = null, socials = {} } = publicProfile(row);
  const { conference, met_at, responded_at: connected_at, note } = row;
  return {
    first_name,
    last_name,
    username,
    headline,
    company,
    job_title,
    socials,
    conference,
    met_at,
    connected_at,
    note,
  };
}
