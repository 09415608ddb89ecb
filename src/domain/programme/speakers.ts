import type { Changes } from '../changes.ts';
import { linksOf, type SocialHandles, type SocialLinks } from '../people/socials.ts';
import type { Conference } from './conferences.ts';

/** A draft is hidden from everyone but administrators. */
export const SPEAKER_STATUSES = ['draft', 'published'] as const;
export type SpeakerStatus = (typeof SPEAKER_STATUSES)[number];

/** What a speaker can lack for the lineup of a conference; a talk is one that takes place there. */
export const SPEAKER_GAPS = ['photo', 'bio', 'talk'] as const;
export type SpeakerGap = (typeof SPEAKER_GAPS)[number];

/** A speaker as stored. */
export interface Speaker {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Job title. */
  readonly title: string | null;
  readonly company: string | null;
  readonly bio: string | null;
  readonly photo_url: string | null;
  readonly is_featured: boolean;
  readonly socials: SocialHandles;
  /** The speaker's own account; null if they have none. */
  readonly user_id: number | null;
  /**
   * A speaker created with a draft conference is a draft. The publication of the first of their
   * conferences publishes them. Leaving a lineup changes no status. Administrators may set the
   * status.
   */
  readonly status: SpeakerStatus;
  /** Raised by each edit. */
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The fields an administrator sets. Absent fields keep their value. */
export type SpeakerChanges = Changes<Omit<Speaker, 'id' | 'version' | 'created_at' | 'updated_at'>>;

/** The fields of a speaker that the agenda shows. */
export const SHOWN_ON_AGENDA = ['slug', 'name', 'title', 'company', 'photo_url'] as const;

/** The fields of a speaker that change an agenda that shows them. */
export const CHANGES_AGENDA = [...SHOWN_ON_AGENDA, 'status'] as const;

/** The fields that imports set, unless an administrator edited them. */
export const IMPORTED_FIELDS = ['name', 'title', 'company', 'bio', 'photo_url'] as const;

/** Those of the changes that imports keep from now on. */
export const editedFieldsOf = (changes: object): string[] =>
  IMPORTED_FIELDS.filter((field) => field in changes);

/** A speaker with social handles as links. */
export interface SpeakerView extends Omit<Speaker, 'socials'> {
  readonly socials: SocialLinks;
}

export const speakerView = <T extends Pick<Speaker, 'socials'>>(
  speaker: T,
): Omit<T, 'socials'> & Pick<SpeakerView, 'socials'> => ({
  ...speaker,
  socials: linksOf(speaker.socials),
});

const TAKEN_OVER = ['title', 'company', 'bio', 'photo_url', 'user_id'] as const;

/** The missing fields that a speaker takes over from a duplicate. */
export function mergeChanges(kept: Speaker, old: Speaker): SpeakerChanges {
  const lacking = TAKEN_OVER.filter((field) => kept[field] === null && old[field] !== null);
  const taken = Object.fromEntries(lacking.map((field) => [field, old[field]]));
  const isPublished = kept.status === 'draft' && old.status === 'published';
  return { ...taken, ...(isPublished && { status: 'published' }) };
}

export type SpeakerConference = Pick<Conference, 'id' | 'slug' | 'name' | 'starts_on' | 'ends_on'>;

/** A conference of a speaker as administrators see it, drafts included. */
export interface Mapping extends SpeakerConference, Pick<Conference, 'status'> {
  /** The position in the lineup; speakers with equal positions are sorted by name. */
  readonly position: number;
}
