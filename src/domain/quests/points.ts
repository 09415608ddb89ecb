/** `task` and `completion` are awards; a correction or reversal changes an award. */
export const POINT_KINDS = ['task', 'completion', 'correction', 'reversal', 'adjustment'] as const;
export type PointKind = (typeof POINT_KINDS)[number];

export const PERIODS = ['all', 'week', 'day'] as const;
export type Period = (typeof PERIODS)[number];

/** What a board sums: everything, a conference or a quest. */
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
  /** Of the quest, or of the adjustment itself. */
  readonly conference_id: number | null;
  /** All points of the user with it. */
  readonly points: number;
  readonly earned_at: string;
}

/** A user as a leaderboard shows them. */
export interface BoardUser {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly photo_url: string | null;
  readonly company: string | null;
}
