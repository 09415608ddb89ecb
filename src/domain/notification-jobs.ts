import type { Channel } from './notifications.ts';

/**
 * What becomes of a job: scheduled until its time, running until everybody has a final state. It can
 * be cancelled until then, and fails without a recipient when it would start too late.
 */
export const JOB_STATUSES = ['scheduled', 'running', 'completed', 'cancelled', 'failed'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Who is written to, all filters together. */
export interface AudienceFilters {
  /** Who has a seat at one of these. */
  readonly conference_ids?: readonly number[] | undefined;
  readonly event_ids?: readonly number[] | undefined;
  /** With one of these tickets; at one of `conference_ids` where those are given, else anywhere. */
  readonly ticket_types?: readonly string[] | undefined;
  readonly language_codes?: readonly string[] | undefined;
  readonly onboarding_statuses?: readonly string[] | undefined;
  /** With one of these interests, whatever their case. */
  readonly interests?: readonly string[] | undefined;
  readonly user_ids?: readonly number[] | undefined;
  readonly messenger_ids?: readonly number[] | undefined;
  readonly created_from?: string | undefined;
  /** Exclusive. */
  readonly created_to?: string | undefined;
}

/** Everybody; those who pass the filters; or those whom the job's own spreadsheet names. */
export type Audience = { readonly all: true } | { readonly spreadsheet: true } | AudienceFilters;

/** What an administrator wants to be sent. */
export interface JobDraft {
  /** Templates, both. */
  readonly title: string;
  readonly body: string;
  readonly action_url: string | null;
  readonly audience: Audience;
  readonly channels: readonly Channel[];
  readonly scheduled_at: string;
}

export interface NotificationJob extends JobDraft {
  readonly id: number;
  readonly status: JobStatus;
  readonly failure_reason: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** How many recipients it has so far; final once `fixed_at` is set. */
  readonly total: number;
  /** The id of the last person who was made a recipient: where the next batch begins. */
  readonly fixed_up_to: number;
  readonly fixed_at: string | null;
  readonly created_at: string;
}
