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
