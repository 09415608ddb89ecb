import { hash } from 'node:crypto';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { DeliveryStatus } from './deliveries.ts';
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
  /** Whatever their case; `en` is also everybody whose language is `en-GB`. */
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

/** The filters of an audience; none where it is everybody, or those of a spreadsheet. */
export const filtersOf = (audience: Audience): AudienceFilters =>
  'all' in audience || 'spreadsheet' in audience ? {} : audience;

/** What the same broadcast sent twice has in common. */
type JobContent = Pick<JobDraft, 'title' | 'body' | 'audience' | 'channels'> & {
  /** As the request has it; absent for at once. */
  readonly scheduled_at?: string | undefined;
};

/** A SHA-256 that is equal for the same broadcast, whatever the order of channels, filters and their values. */
export const contentHash = ({ title, body, audience, channels, scheduled_at }: JobContent) =>
  hash('sha256', canonicalJson([title, body, asSets(audience), asSet(channels), scheduled_at]));

const asSets = (audience: Audience) =>
  Object.fromEntries(
    Object.entries(audience).map(([name, filter]) => [
      name,
      Array.isArray(filter) ? asSet(filter) : filter,
    ]),
  );

const asSet = (values: readonly (string | number)[]) => [...new Set(values)].sort();

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

/** What a job would do if it ran now. */
export interface JobPreview {
  readonly count: number;
  /** Whom each channel would reach; nobody by one that was not asked for. */
  readonly recipients: Readonly<Record<Channel, number>>;
  readonly samples: readonly { user_id: number; title: string; body: string }[];
}

/** Recipients of a job that are alike. */
export interface RecipientGroup {
  readonly status: DeliveryStatus;
  readonly reason: string | null;
  readonly count: number;
  readonly clicked: number;
  readonly dismissed: number;
}

/** How a job stands. Who is told in the app alone counts as sent. */
export interface JobStats {
  readonly total: number;
  readonly queued: number;
  readonly sent: number;
  readonly failed: number;
  readonly skipped: number;
  readonly clicked: number;
  readonly dismissed: number;
  /** Of those sent; 0 to 1, to 4 digits. */
  readonly click_rate: number;
  readonly failures_by_reason: Readonly<Record<string, number>>;
  readonly skipped_by_reason: Readonly<Record<string, number>>;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly messages_per_second: number | null;
}

/** The figures of a job that has run for `seconds`, null when it has not begun. */
export function statsOf(
  { started_at, finished_at }: Pick<NotificationJob, 'started_at' | 'finished_at'>,
  groups: readonly RecipientGroup[],
  seconds: number | null,
): JobStats {
  const sum = (key: 'count' | 'clicked' | 'dismissed', among = groups) =>
    among.reduce((total, group) => total + group[key], 0);
  const inState = (...states: DeliveryStatus[]) =>
    groups.filter(({ status }) => states.includes(status));
  const byReason = (status: DeliveryStatus) =>
    Object.fromEntries(inState(status).map(({ reason, count }) => [String(reason), count]));

  const sent = sum('count', inState('sent'));
  return {
    total: sum('count'),
    queued: sum('count', inState('queued', 'sending')),
    sent,
    failed: sum('count', inState('failed')),
    skipped: sum('count', inState('skipped')),
    clicked: sum('clicked'),
    dismissed: sum('dismissed'),
    click_rate: sent === 0 ? 0 : rounded(sum('clicked', inState('sent')) / sent),
    failures_by_reason: byReason('failed'),
    skipped_by_reason: byReason('skipped'),
    started_at,
    finished_at,
    messages_per_second: seconds ? rounded(sent / seconds) : null,
  };
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** One recipient of a job, and what became of the message to them. */
export interface JobDelivery {
  readonly notification_id: number;
  readonly user: {
    readonly id: number;
    readonly first_name: string;
    readonly last_name: string | null;
    readonly username: string | null;
  };
  /** `sent` also where no messenger message was asked for. */
  readonly status: DeliveryStatus;
  readonly reason: string | null;
  readonly attempts: number;
  readonly answered_at: string | null;
  readonly clicked_at: string | null;
  readonly dismissed_at: string | null;
}
