import type { Broadcast } from './broadcasts.ts';
import type { DeliveryStatus } from './deliveries.ts';

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
  /** Those of `skipped` whom the frequency cap spared a message. */
  readonly too_soon: number;
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
  const skipped_by_reason = byReason('skipped');
  return {
    total: sum('count'),
    queued: sum('count', inState('queued', 'sending')),
    sent,
    failed: sum('count', inState('failed')),
    skipped: sum('count', inState('skipped')),
    too_soon: skipped_by_reason.too_soon ?? 0,
    clicked: sum('clicked'),
    dismissed: sum('dismissed'),
    click_rate: sent === 0 ? 0 : rounded(sum('clicked', inState('sent')) / sent),
    failures_by_reason: byReason('failed'),
    skipped_by_reason,
    started_at,
    finished_at,
    messages_per_second: seconds ? rounded(sent / seconds) : null,
  };
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** A job in the list. */
export interface ListedBroadcast extends Broadcast {
  readonly counts: BroadcastCounts;
}
