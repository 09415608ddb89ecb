import { hash } from 'node:crypto';
import { invalid } from '../../errors.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Audience } from './audiences.ts';
import type { RecallState } from './broadcast-recalls.ts';
import type { DeliveryStatus } from './deliveries.ts';
import type { MessageText, TranslatedText, Translations } from './languages.ts';
import type { Channel } from './notifications.ts';
import type { StartTarget } from './start-parameters.ts';

/**
 * A draft is never sent. A job is scheduled until it is due, then running until every recipient has a
 * final state. Until then it can be cancelled. It fails, without recipients, when it would start too
 * late. A retry of failed messages makes a completed job run again.
 */
export const BROADCAST_STATUSES = [
  'draft',
  'scheduled',
  'running',
  'completed',
  'cancelled',
  'failed',
] as const;
export type BroadcastStatus = (typeof BROADCAST_STATUSES)[number];

/** A text by an administrator, or the reminder of a quest. */
export type BroadcastType = 'message' | 'quest_reminder';

/** The clock skew allowed for a client's `scheduled_at`. */
const PAST_TOLERANCE_MS = 60_000;
/** The longest time ahead at which a job can be scheduled. */
const MAX_AHEAD_MS = 366 * 24 * 60 * 60 * 1_000;

/** @throws AppError VALIDATION_ERROR for a time in the past or too far ahead */
export function checkSchedule(scheduled_at: string, now: Date): void {
  const ahead = Date.parse(scheduled_at) - now.getTime();
  if (ahead < -PAST_TOLERANCE_MS)
    throw invalid('scheduled_at', 'expected a time in the future', 'future');
  if (ahead > MAX_AHEAD_MS)
    throw invalid('scheduled_at', 'expected a time within a year', 'too_far', { days: 365 });
}

/** The values that make two broadcasts duplicates. */
type ComparedContent = Pick<
  BroadcastDraft,
  'title' | 'body' | 'translations' | 'audience' | 'channels'
> & {
  /** As in the request; absent for a broadcast that starts at once. */
  readonly scheduled_at?: string | undefined;
};

/** The SHA-256 of a broadcast. The order of channels, filters and their values does not matter. */
export const contentHash = ({
  title,
  body,
  translations = {},
  audience,
  channels,
  scheduled_at,
}: ComparedContent) =>
  hash(
    'sha256',
    canonicalJson([title, body, translations, asSets(audience), asSet(channels), scheduled_at]),
  );

const asSets = (audience: Audience) =>
  Object.fromEntries(
    Object.entries(audience).map(([name, filter]) => [
      name,
      Array.isArray(filter) ? asSet(filter) : filter,
    ]),
  );

const asSet = (values: readonly (string | number)[]) => [...new Set(values)].sort();

/** A broadcast before it is stored. Its texts are templates. */
export interface BroadcastDraft extends TranslatedText {
  readonly type: BroadcastType;
  /** The quest of a reminder. */
  readonly quest_id: number | null;
  readonly action_url: string | null;
  /** In place of an `action_url`. */
  readonly start: StartTarget | null;
  readonly audience: Audience;
  readonly channels: readonly Channel[];
  readonly scheduled_at: string;
}

/** A broadcast as an organizer writes it. Only a draft may be without a time: it starts at once. */
export interface BroadcastContent extends Omit<BroadcastDraft, 'scheduled_at'> {
  readonly scheduled_at: string | null;
}

export interface Broadcast extends BroadcastContent {
  readonly id: number;
  readonly translations: Translations;
  readonly status: BroadcastStatus;
  /** Who created it; null for a key of a machine or of `ADMIN_API_KEY`. */
  readonly author: { readonly id: number; readonly name: string } | null;
  readonly failure_reason: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** The number of recipients so far; final once `fixed_at` is set. */
  readonly total: number;
  /** The id of the last inserted recipient; the next batch starts after it. */
  readonly fixed_up_to: number;
  readonly fixed_at: string | null;
  /** When its messages were withdrawn; null if they were not. */
  readonly recalled_at: string | null;
  /** Raised by an edit, a new time, a cancellation, a retry and a recall. */
  readonly version: number;
  readonly created_at: string;
}

/** The recipients and texts of a job if it ran now. */
export interface BroadcastPreview {
  readonly count: number;
  /** The number of users each channel would reach; 0 for a channel that was not requested. */
  readonly recipients: Readonly<Record<Channel, number>>;
  readonly samples: readonly RenderedSample[];
  /** Only with translations: the recipients of each text, its own first. */
  readonly languages?: readonly LanguagePreview[];
}

/** The texts of a job for one of its recipients. */
export interface RenderedSample extends MessageText {
  readonly user_id: number;
}

/** Who gets one of the texts of a job. */
export interface LanguagePreview {
  /** Null for those whom no translation serves. */
  readonly language: string | null;
  readonly count: number;
  /** Null without recipients. */
  readonly sample: RenderedSample | null;
}

/** The recipients of a job by the state of their message, as in `BroadcastStats`. */
export type BroadcastCounts = Pick<BroadcastStats, 'queued' | 'sent' | 'failed' | 'skipped'>;

/** The recipients of a job whose message was not sent, by its status. */
export interface UnsentGroup {
  readonly job_id: number;
  readonly status: DeliveryStatus;
  readonly count: number;
}

/** The counts of a job, which is one of those of `unsent`. */
export function countsOf(
  { id, total }: Pick<Broadcast, 'id' | 'total'>,
  unsent: readonly UnsentGroup[],
): BroadcastCounts {
  const inState = (...states: DeliveryStatus[]) =>
    unsent
      .filter(({ job_id, status }) => job_id === id && states.includes(status))
      .reduce((sum, { count }) => sum + count, 0);
  const counts = {
    queued: inState('queued', 'sending'),
    failed: inState('failed'),
    skipped: inState('skipped'),
  };
  return { ...counts, sent: total - counts.queued - counts.failed - counts.skipped };
}

/** The messages of a job by minute, without a gap: answered, and clicked by their recipients. */
export type BroadcastSeries = readonly {
  readonly at: string;
  readonly sent: number;
  readonly failed: number;
  readonly clicked: number;
}[];

/** A job in the list. */
export interface ListedBroadcast extends Broadcast {
  readonly counts: BroadcastCounts;
}

/** The recipients of a job with the same status and reason. */
export interface RecipientGroup {
  readonly status: DeliveryStatus;
  readonly reason: string | null;
  readonly count: number;
  readonly clicked: number;
  readonly dismissed: number;
}

/** Statistics of a job. A recipient without a messenger message counts as sent. */
export interface BroadcastStats {
  readonly total: number;
  readonly queued: number;
  readonly sent: number;
  readonly failed: number;
  readonly skipped: number;
  readonly clicked: number;
  readonly dismissed: number;
  /** The share of `sent` that clicked: 0 to 1, rounded to 4 digits. */
  readonly click_rate: number;
  readonly failures_by_reason: Readonly<Record<string, number>>;
  readonly skipped_by_reason: Readonly<Record<string, number>>;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly messages_per_second: number | null;
}

/** @param seconds how long the job has run; null before it starts */
export function statsOf(
  { started_at, finished_at }: Pick<Broadcast, 'started_at' | 'finished_at'>,
  groups: readonly RecipientGroup[],
  seconds: number | null,
): BroadcastStats {
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

/** One recipient of a job, and the state of their message. */
export interface BroadcastDelivery {
  readonly notification_id: number;
  readonly user: {
    readonly id: number;
    readonly first_name: string;
    readonly last_name: string | null;
    readonly username: string | null;
  };
  /** `sent` for a recipient without a messenger message. */
  readonly status: DeliveryStatus;
  readonly reason: string | null;
  /** Only of a recalled job; null if no message can have reached the chat. */
  readonly recall?: RecallState | null;
  readonly attempts: number;
  readonly answered_at: string | null;
  readonly clicked_at: string | null;
  readonly dismissed_at: string | null;
}
