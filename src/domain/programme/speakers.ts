import type { Changes } from '../changes.ts';
import { linksOf, type SocialHandles, type SocialLinks } from '../people/socials.ts';
import type { Conference } from './conferences.ts';

/** A speaker as the database has them. */
export interface Speaker {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** What they are, as on a badge. */
  readonly title: string | null;
  readonly company: string | null;
  readonly bio: string | null;
  readonly photo_url: string | null;
  readonly is_featured: boolean;
  readonly socials: SocialHandles;
  /** Their own account here, where they have one. */
  readonly user_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What somebody decides about a speaker. */
export type SpeakerChanges = Changes<Omit<Speaker, 'id' | 'created_at' | 'updated_at'>>;

/** What the agenda shows of a speaker. */
export const SHOWN_ON_AGENDA = ['slug', 'name', 'title', 'company', 'photo_url'] as const;

/** A speaker as they are shown: handles as links. */
export interface SpeakerView extends Omit<Speaker, 'socials'> {
  readonly socials: SocialLinks;
}

export const speakerView = <T extends Pick<Speaker, 'socials'>>(
  speaker: T,
): Omit<T, 'socials'> & Pick<SpeakerView, 'socials'> => ({
  ...speaker,
  socials: linksOf(speaker.socials),
});

/** Where somebody speaks. */
export type SpeakerConference = Pick<Conference, 'id' | 'slug' | 'name' | 'starts_on' | 'ends_on'>;

/** Where somebody speaks, as administrators see it: drafts too. */
export interface Mapping extends SpeakerConference, Pick<Conference, 'status'> {
  /** Their place in the line-up, by name among equals. */
  readonly position: number;
}
