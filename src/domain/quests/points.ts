/** `task` and `completion` are awards; a correction or reversal changes an award. */
export const POINT_KINDS = ['task', 'completion', 'correction', 'reversal', 'adjustment'] as const;
export type PointKind = (typeof POINT_KINDS)[number];

export const PERIODS = ['all', 'week', 'day'] as const;
export type Period = (typeof PERIODS)[number];

/** The scope that a board sums: everything, a conference or a quest. */
export type Scope =
  | { readonly scope: 'all' }
  | { readonly scope: 'conference' | 'quest'; readonly id: number };

/** A row of a user's points. */
export interface PointEntry {
  readonly id: number;
  readonly delta: number;
  readonly kind: PointKind;
  readonly quest: { readonly id: number; readonly title: string } | null;
  readonly task: { readonly id: number; readonly title: string } | null;
  readonly reason: string | null;
  readonly earned_at: string;
  readonly created_at: string;
}

/** Points that an administrator gave or took. */
export interface Adjustment {
  readonly id: number;
  readonly user_id: number;
  readonly delta: number;
  readonly reason: string;
  readonly quest_id: number | null;
  /** The conference of the quest, or of the adjustment itself. */
  readonly conference_id: number | null;
  /** All points of the user, with this adjustment. */
  readonly points: number;
  readonly earned_at: string;
}

/** The kinds of numbers that the check of points compares. */
export const DIFFERENCE_KINDS = [
  'total',
  'user',
  'task_award',
  'completion_award',
  'participant_count',
] as const;

/** A kept value that differs from its source rows. */
export interface PointDifference {
  readonly kind: (typeof DIFFERENCE_KINDS)[number];
  readonly user_id: number | null;
  readonly quest_id: number | null;
  readonly task_id: number | null;
  /** The kept total. */
  readonly total: {
    readonly scope: Scope['scope'];
    readonly scope_id: number;
    readonly period: Period;
    readonly period_start: string;
  } | null;
  readonly field: string;
  readonly expected: number | string | boolean | null;
  readonly found: number | string | boolean | null;
}

/** The result of the check of points. */
export interface PointsCheck {
  /** The users with rows of the ledger. */
  readonly people: number;
  readonly ledger_rows: number;
  /** The first 100. */
  readonly differences: readonly PointDifference[];
  /** Quests whose awards change now, so they are not compared. */
  readonly recalculating: readonly number[];
  readonly ok: boolean;
  /** The users whose totals were recomputed; only after a repair. */
  readonly repaired?: number;
}

export const RECALCULATION_STATUSES = ['running', 'done'] as const;
export type RecalculationStatus = (typeof RECALCULATION_STATUSES)[number];

/** The progress of the points of a quest after its last edit of points. */
export interface Recalculation {
  readonly status: RecalculationStatus;
  /** The participants at the time of the edit. */
  readonly people: number;
  readonly requested_at: string;
  readonly finished_at: string | null;
}
