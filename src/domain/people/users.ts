import type { Changes } from '../changes.ts';
import type { SocialHandles } from './socials.ts';

export const ONBOARDING_STATUSES = ['not_started', 'in_progress', 'completed'] as const;
export type OnboardingStatus = (typeof ONBOARDING_STATUSES)[number];

export const CONTACT_VISIBILITIES = ['everyone', 'connections'] as const;
export type ContactVisibility = (typeof CONTACT_VISIBILITIES)[number];

/** The connection between the viewer and another user, as the viewer sees it. */
export const CONNECTION_STATUSES_TO_VIEWER = [
  'none',
  'pending_sent',
  'pending_received',
  'accepted',
  'rejected',
] as const;
export type ConnectionStatusToViewer = (typeof CONNECTION_STATUSES_TO_VIEWER)[number];

/** A row of `users`. `messenger_id` is null once the user is erased. */
export interface User {
  readonly id: number;
  readonly messenger_id: number | null;
  readonly messenger_first_name: string;
  readonly messenger_last_name: string | null;
  readonly messenger_signed_at: string | null;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly username: string | null;
  /** Their own photo, or else the messenger's. */
  readonly photo_url: string | null;
  readonly messenger_photo_url: string | null;
  readonly photo_media_id: number | null;
  readonly language_code: string | null;
  /** A BCP 47 tag that the user chose; null for the language of the messenger. */
  readonly language: string | null;
  readonly is_premium: boolean;
  readonly messenger_reachable: boolean;
  /** When the messenger last refused a message to this user. */
  readonly messenger_refused_at: string | null;
  readonly headline: string | null;
  readonly company: string | null;
  readonly job_title: string | null;
  readonly bio: string | null;
  readonly looking_for: string | null;
  readonly offering: string | null;
  readonly interests: readonly string[];
  readonly socials: SocialHandles;
  readonly points: number;
  readonly onboarding_status: OnboardingStatus;
  readonly onboarding_step: string | null;
  readonly notifications_enabled: boolean;
  readonly is_discoverable: boolean;
  readonly contact_visibility: ContactVisibility;
  /** Null until they decide: then only the local provider may read their profile. */
  readonly enrichment_enabled: boolean | null;
  readonly is_blocked: boolean;
  /** False for staff and sponsors, whom no leaderboard shows. */
  readonly is_ranked: boolean;
  /** Raised by each change of a field that administrators edit, also by the user. */
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_seen_at: string | null;
  /** Tokens issued up to this second are invalid. */
  readonly signed_out_at: string | null;
  readonly erased_at: string | null;
}

/** The messenger's data about a user, from signed launch data. */
export interface MessengerPerson {
  readonly messenger_id: number;
  readonly messenger_first_name: string;
  readonly messenger_last_name: string | null;
  readonly username: string | null;
  readonly language_code: string | null;
  readonly is_premium: boolean;
  /** Undefined if the launch data does not contain it; the stored value is then kept. */
  readonly messenger_photo_url: string | undefined;
  readonly messenger_reachable: true | undefined;
}

/** The columns that a user or an administrator can change. */
export type UserChanges = Changes<
  Pick<
    User,
    | 'headline'
    | 'company'
    | 'job_title'
    | 'bio'
    | 'looking_for'
    | 'offering'
    | 'interests'
    | 'socials'
    | 'onboarding_status'
    | 'onboarding_step'
    | 'notifications_enabled'
    | 'messenger_reachable'
    | 'messenger_refused_at'
    | 'is_discoverable'
    | 'contact_visibility'
    | 'enrichment_enabled'
    | 'language'
    | 'is_blocked'
    | 'is_ranked'
  > & {
    own_first_name: string | null;
    own_last_name: string | null;
    own_photo_url: string | null;
    photo_media_id: number | null;
  }
>;

/** The profile fields that no import overwrites once the user has edited them. */
export const PROFILE_FIELDS = [
  'headline',
  'company',
  'job_title',
  'bio',
  'interests',
  'looking_for',
  'offering',
] as const;

/** The columns that administrators edit, some of them beside the user. */
export const CORRECTED_COLUMNS = [
  ...PROFILE_FIELDS,
  'own_first_name',
  'own_last_name',
  'is_blocked',
  'is_ranked',
] as const satisfies readonly (keyof UserChanges)[];

/** `last_seen_at` is written at most once an hour: precise enough to show who is active. */
export const SEEN_RESOLUTION_MS = 60 * 60 * 1000;

/** The name shown on what an erased user contributed. */
export const ERASED_NAME = 'Deleted user';
