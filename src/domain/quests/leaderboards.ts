import type { ClockOffset } from '../../lib/time-zones.ts';
import type { Period, Scope } from './points.ts';

/** The totals that one leaderboard ranks, named as the kept totals are. */
export interface Leaderboard {
  readonly scope: Scope['scope'];
  /** 0 in the scope of everything. */
  readonly scope_id: number;
  readonly period: Period;
  /** The day, the Monday of the week, or 1970-01-01 in the period of all time. */
  readonly period_start: string;
}

/** Ranks up to this one are exact; lower ones may be older. */
export const MAX_EXACT_RANK = 1_000;

/** The start of all time, as the kept totals name it. */
const ALL_TIME = '1970-01-01';

/** The day of an instant in a time zone. */
export const dayOf = (instant: Date, offset: ClockOffset): string =>
  new Date(instant.getTime() + offset(instant.getTime())).toISOString().slice(0, 10);

/** The Monday of the ISO week of a day. */
export function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** The board of the period that holds `day`. */
export function leaderboardOf(scope: Scope, period: Period, day: string): Leaderboard {
  const start = { all: () => ALL_TIME, week: () => mondayOf(day), day: () => day };
  return {
    scope: scope.scope,
    scope_id: scope.scope === 'all' ? 0 : scope.id,
    period,
    period_start: start[period](),
  };
}

/** The totals before a row of a board, which determine the ranks of the next rows. */
export interface Preceding {
  /** The points of the row before. */
  readonly points: number;
  /** The listed users with more points than those. */
  readonly above: number;
  /** The listed users of all rows before. */
  readonly listed: number;
}

export const TOP: Preceding = { points: Number.MAX_SAFE_INTEGER, above: 0, listed: 0 };

interface Placed {
  readonly points: number;
  readonly is_listed: boolean;
}

/**
 * Ranks the rows of a board, in its order: 1 + the listed users with more points, so that equal
 * points share a rank. Users who are not listed have no rank, and take none from others.
 *
 * @returns the ranked rows, each with what precedes the row after it
 */
export function ranked<Row extends Placed>(
  rows: readonly Row[],
  before: Preceding,
): (Row & { readonly rank: number | null; readonly preceding: Preceding })[] {
  let { points, above, listed } = before;
  return rows.map((row) => {
    if (row.points !== points) above = listed;
    points = row.points;
    if (row.is_listed) listed += 1;
    return {
      ...row,
      rank: row.is_listed ? above + 1 : null,
      preceding: { points, above, listed },
    };
  });
}

/** The listed users of a board by their points, the most points first. */
export interface PointCounts {
  readonly points: Float64Array;
  /** The users with these points or more. */
  readonly users: Uint32Array;
}

export function pointCounts(
  counts: readonly { readonly points: number; readonly users: number }[],
): PointCounts {
  let sum = 0;
  const users = Uint32Array.from(counts, (count) => {
    sum += count.users;
    return sum;
  });
  return { points: Float64Array.from(counts, (count) => count.points), users };
}

/** The listed users with more points than these. */
export function usersAbove({ points, users }: PointCounts, than: number): number {
  let [from, to] = [0, points.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((points[middle] as number) > than) from = middle + 1;
    else to = middle;
  }
  return from === 0 ? 0 : (users[from - 1] as number);
}

/** In place of a user who is hidden from the caller by a block. */
export const HIDDEN_ATTENDEE = {
  id: null,
  first_name: 'Attendee',
  last_name: null,
  photo_url: null,
  company: null,
} as const;

/** A user as a leaderboard shows them. */
export interface LeaderboardUser {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly photo_url: string | null;
  readonly company: string | null;
}
