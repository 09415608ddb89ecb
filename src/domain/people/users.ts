import type { Changes } from '../changes.ts';
import type { SocialHandles } from './socials.ts';

export const ONBOARDING_STATUSES = ['not_started', 'in_progress', 'completed'] as const;
export type OnboardingStatus = (typeof ONBOARDING_STATUSES)[number];

export const CONTACT_VISIBILITIES = ['everyone', 'connections'] as const;
export type ContactVisibility = (typeof CONTACT_VISIBILITIES)[number];

/** Where two people stand, seen from the one who asks. */
export const CONNECTION_STATUSES_TO_VIEWER = [
  'none',
  'pending_sent',
  'pending_received',
  'accepted',
  'rejected',
] as const;
export type ConnectionStatusToViewer = (typeof CONNECTION_STATUSES_TO_VIEWER)[number];

/** A person as the database has them. `messenger_id` is null once they are erased. */
export interface User {
  readonly id: number;
  readonly messenger_id: number | null;
  readonly messenger_first_name: string;
  readonly messenger_last_name: string | null;
  readonly messenger_signed_at: string | null;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly username: string | null;
  readonly photo_url: string | null;
  readonly language_code: string | null;
  readonly is_premium: boolean;
  readonly messenger_reachable: boolean;
  /** When the messenger last said that they take no messages. */
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
  readonly is_blocked: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_seen_at: string | null;
  readonly erased_at: string | null;
}

/** What the messenger says about a person, each time they come with its signature. */
export interface MessengerPerson {
  readonly messenger_id: number;
  readonly messenger_first_name: string;
  readonly messenger_last_name: string | null;
  readonly username: string | null;
  readonly language_code: string | null;
  readonly is_premium: boolean;
  /** Undefined where the messenger did not say: what was known before stays. */
  readonly photo_url: string | undefined;
  readonly messenger_reachable: true | undefined;
}

/** Columns that a person or an administrator changes by hand. */
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
    | 'is_blocked'
  > & { own_first_name: string | null; own_last_name: string | null }
>;

/** The fields of a profile that the person writes, and that no import then overwrites. */
export const PROFILE_FIELDS = [
  'headline',
  'company',
  'job_title',
  'bio',
  'interests',
  'looking_for',
  'offering',
] as const;

/** A person was seen; once an hour is enough for an administrator to tell who is active. */
export const SEEN_RESOLUTION_MS = 60 * 60 * 1000;

/** The name left on what an erased person contributed. */
export const ERASED_NAME = 'Deleted user';
