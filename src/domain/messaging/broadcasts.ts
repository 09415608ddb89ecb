import { hash } from 'node:crypto';
import { invalid } from '../../errors.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Remark } from '../reasons.ts';
import type { Pin } from './announcements.ts';
import { type Audience, filtersOf } from './audiences.ts';
import type { RecallState } from './broadcast-recalls.ts';
import type { DeliveryStatus } from './deliveries.ts';
import type { MessageText, TranslatedText, Translations } from './languages.ts';
import type { Channel } from './notifications.ts';
import type { RelativeTime } from './relative-times.ts';
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

/** A text by an administrator, also one that asks whether people still come, or the reminder of a quest. */
export const BROADCAST_TYPES = ['message', 'quest_reminder', 'seat_check'] as const;
export type BroadcastType = (typeof BROADCAST_TYPES)[number];

/** What a broadcast asks its recipients, below its text. */
export const BROADCAST_ASKS = ['seat'] as const;
export type BroadcastAsk = (typeof BROADCAST_ASKS)[number];

/**
 * The type of a broadcast that asks, and the only conference whose seats it is about.
 *
 * @throws AppError VALIDATION_ERROR for an audience that is not one conference alone
 */
export function typeOfAsking(ask: BroadcastAsk | undefined, audience: Audience): BroadcastType {
  if (ask === undefined) return 'message';
  const { conference_ids, attendance: _, ...others } = filtersOf(audience);
  if (conference_ids?.length !== 1 || Object.values(others).some((one) => one !== undefined))
    throw invalid('audience', 'expected one conference alone beside ask', 'not_beside', {
      field: 'ask',
    });
  return 'seat_check';
}

/** The clock skew allowed for a client's `scheduled_at`. */
const PAST_TOLERANCE_MS = 60_000;
/** The longest time ahead at which a job can be scheduled. */
const MAX_AHEAD_MS = 366 * 24 * 60 * 60 * 1_000;

/** @throws AppError VALIDATION_ERROR for a time in the past or too far ahead */
export function checkSchedule(
  scheduled_at: string,
  now: Date,
  toleranceMs = PAST_TOLERANCE_MS,
): void {
  const ahead = Date.parse(scheduled_at) - now.getTime();
  if (ahead < -toleranceMs)
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
  readonly scheduled_at?: string | RelativeTime | undefined;
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
  /** Empty for an announcement that is shown and not sent. */
  readonly channels: readonly Channel[];
  readonly scheduled_at: string;
  /** Null for a time that does not move. */
  readonly anchor: RelativeTime | null;
  /** Null for a broadcast that is no announcement. */
  readonly pin: Pin | null;
  /** Sent in spite of the frequency cap of its conference. */
  readonly ignore_gap: boolean;
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
  /** When a relative time was missed, so that it became a draft; null once it is scheduled again. */
  readonly missed_at: string | null;
  /** What its start did otherwise than wanted. */
  readonly warnings: readonly Remark[];
  /** Raised by an edit, a new time, a cancellation, a retry and a recall. */
  readonly version: number;
  readonly created_at: string;
}

/** The recipients and texts of a job if it ran now. */
export interface BroadcastPreview {
  readonly count: number;
  /** The number of users each channel would reach; 0 for a channel that was not requested. */
  readonly recipients: Readonly<Record<Channel, number>>;
  /** Those whom the frequency cap would spare a message now. */
  readonly too_soon: number;
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
