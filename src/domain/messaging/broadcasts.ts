import { invalid } from '../../errors.ts';

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

/**
 * The state of a recipient's message after the recall of its broadcast. `pending`: a worker will delete or
 * edit it. `failed`: the message, or perhaps a copy, stays in the chat and cannot be changed.
 */
export const RECALL_STATES = ['pending', 'recalled', 'failed'] as const;
export type RecallState = (typeof RECALL_STATES)[number];

/** The recipients of a recalled job with the same state and reason. */
export interface RecallGroup {
  /** Null for those whom no message can have reached. */
  readonly state: RecallState | null;
  /** Only of `failed`. */
  readonly reason: string | null;
  readonly count: number;
}

/** The messages of a recalled job by their state. */
export interface RecallStats {
  readonly recalled: number;
  readonly recall_pending: number;
  readonly recall_failed: number;
  readonly recall_failures_by_reason: Readonly<Record<string, number>>;
}

export function recallStatsOf(groups: readonly RecallGroup[]): RecallStats {
  const inState = (state: RecallState) => groups.filter((group) => group.state === state);
  const sum = (state: RecallState) => inState(state).reduce((total, { count }) => total + count, 0);
  return {
    recalled: sum('recalled'),
    recall_pending: sum('pending'),
    recall_failed: sum('failed'),
    recall_failures_by_reason: Object.fromEntries(
      inState('failed').map(({ reason, count }) => [String(reason), count]),
    ),
  };
}

/** A row of a recipient spreadsheet: the user it identifies, and values for template variables. */
export interface SpreadsheetRow {
  readonly user_id?: number | undefined;
  readonly messenger_id?: number | undefined;
  readonly username?: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
}
