import { clockOffsetOf, instantAt } from '../../lib/time-zones.ts';
import { type Remark, remark } from '../reasons.ts';
import type { SourceOutcome } from './sources.ts';
import type { OffReason, Source } from './stored-sources.ts';

/** The most sources of a conference. */
export const MAX_SOURCES = 10;
/** As many runs an hour may apply themselves; then the source changes too often. */
const MOST_APPLIED = 4;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MAX_DELAY_MINUTES = 6 * 60;
const MOST_REFUSALS = 3;
/** More rows hold up registrations for seconds, which nobody accepts while people arrive. */
export const MOST_ROWS_WHILE_RUNNING = 2_000;

/** The counts of failures, and when a source is read again; `off_reason` if it is not. */
export interface AfterFailure extends Pick<Source, 'failures' | 'refusals' | 'failing_since'> {
  readonly delay_minutes: number;
  readonly off_reason: OffReason | null;
}

/**
 * A failed source is read again at its next interval, then after twice as long each time, up to 6 hours.
 * After 24 hours of failures, or 3 refusals in a row, it is switched off.
 */
export function afterFailure(
  source: Pick<Source, 'failures' | 'refusals' | 'failing_since' | 'interval_minutes'>,
  { isRefused, now }: { readonly isRefused: boolean; readonly now: Date },
): AfterFailure {
  const { interval_minutes, failing_since } = source;
  const failures = Math.min(source.failures + 1, 1_000);
  const refusals = isRefused ? source.refusals + 1 : 0;
  const since = failing_since ?? now.toISOString();
  const isLong = now.getTime() - Date.parse(since) >= DAY_MS;
  const doubled = interval_minutes * 2 ** Math.min(failures - 1, 20);
  return {
    failures,
    refusals,
    failing_since: since,
    delay_minutes: Math.max(interval_minutes, Math.min(doubled, MAX_DELAY_MINUTES)),
    off_reason: refusals >= MOST_REFUSALS ? 'refused' : isLong ? 'failing' : null,
  };
}

/** Whether a run, and those before it in the last hour, make a source restless. */
export const isRestless = (appliedWithinHour: number): boolean => appliedWithinHour >= MOST_APPLIED;

/** Whether nobody would see a difference. */
export const isWithoutChanges = ({ rows, counts }: Pick<SourceOutcome, 'rows' | 'counts'>) =>
  rows.length === 0 && CHANGED.every((name) => (counts[name] ?? 0) === 0);
const CHANGED = [
  'created',
  'updated',
  'cancelled',
  'absent',
  'speakers_created',
  'speakers_updated',
  'withdrawn',
  'to_withdraw',
];

/** Fewer rows than half of the last ones: probably the list is not whole. */
export function rowCountBrakes(total: number, lastTotal: number | null): Remark[] {
  if (lastTotal === null || total * 2 >= lastTotal) return [];
  const sentence = `${total} rows, after ${lastTotal} rows at the last time`;
  return [remark(sentence, 'few_rows', { count: total, before: lastTotal })];
}

/** An empty list, which no importer gets. */
export const EMPTY = remark('The address has an empty list', 'empty_list');

export const manyRows = (count: number): Remark =>
  remark(
    `${count} rows are not imported by themselves while the conference takes place`,
    'rows_while_running',
    { count, max: MOST_ROWS_WHILE_RUNNING },
  );

export const RESTLESS = remark(
  `Applied ${MOST_APPLIED} times within an hour: runs wait for a person now`,
  'restless',
  { count: MOST_APPLIED },
);

interface ConferenceDays {
  readonly timezone: string;
  readonly starts_on: string;
  readonly ends_on: string;
}

/** The day of an instant in a zone, as YYYY-MM-DD, and its hour. */
function localTime(now: Date, timezone: string): { readonly day: string; readonly hour: number } {
  const local = new Date(now.getTime() + clockOffsetOf(timezone)(now.getTime())).toISOString();
  return { day: local.slice(0, 10), hour: Number(local.slice(11, 13)) };
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Whether a conference takes place: from its first to its last day, in its zone. */
export function isRunning({ timezone, starts_on, ends_on }: ConferenceDays, now: Date): boolean {
  const { day } = localTime(now, timezone);
  return day >= starts_on && day <= ends_on;
}

/**
 * When messages about what a source changes may be sent: at night, from 22 to 7 in the zone of the
 * conference and more than 2 days before it, at 7. Else null.
 */
export function endOfNight(
  { timezone, starts_on }: Omit<ConferenceDays, 'ends_on'>,
  now: Date,
): string | null {
  const { day, hour } = localTime(now, timezone);
  if ((hour >= 7 && hour < 22) || daysBetween(day, starts_on) <= 2) return null;
  const morning = hour >= 22 ? Date.parse(day) + DAY_MS : Date.parse(day);
  return new Date(instantAt(morning + 7 * HOUR_MS, clockOffsetOf(timezone))).toISOString();
}

/** The share of a programme beyond which a person looks first. */
const MOST_CHANGED = 0.2;
const MOST_DAYS_OUTSIDE = 30;

/** Why a programme is not applied before a person has looked at it. */
export function programmeBrakes(
  found: {
    readonly known: number;
    readonly absent: number;
    readonly moved_far: number;
    /** The first day of the programme; null without rows, or of a calendar, which may have older events. */
    readonly first_day: string | null;
  },
  { starts_on, ends_on }: ConferenceDays,
): Remark[] {
  const { known, absent, moved_far, first_day } = found;
  const brakes: Remark[] = [];
  if (absent + moved_far > known * MOST_CHANGED) {
    const sentence = `${absent} of ${known} items are absent, and ${moved_far} move by more than a day`;
    brakes.push(remark(sentence, 'many_moved', { absent, moved: moved_far, of: known }));
  }
  const isOutside =
    first_day !== null &&
    (daysBetween(first_day, starts_on) > MOST_DAYS_OUTSIDE ||
      daysBetween(ends_on, first_day) > MOST_DAYS_OUTSIDE);
  if (isOutside) {
    const sentence = `The programme begins on ${first_day}, far from the days of the conference`;
    brakes.push(remark(sentence, 'far_from_days', { day: first_day, starts_on, ends_on }));
  }
  return brakes;
}
