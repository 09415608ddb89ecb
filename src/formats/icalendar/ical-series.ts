import type { InstantRange, RecurrenceWindow } from '../../domain/programme/calendar-feeds.ts';
import { instantAt } from '../../lib/time-zones.ts';
import { type IcalEvent, isPlausible } from './ical-events.ts';
import { DAY_MS, endOf, midnightOf } from './ical-times.ts';
import { type Effort, occurrences } from './recurrence.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

/** One instance of a repeating event. */
export interface Instance {
  readonly start: number;
  readonly end: number;
}

const MAX_INSTANCES = 500;

export const isRepeating = (event: IcalEvent): boolean =>
  event.replaces === null && (event.rules.length > 0 || event.extra.length > 0);

/** The local midnight before an instant, in the zone of an event. */
export const localDayOf = ({ zone }: IcalEvent, instant: number): number =>
  midnightOf(instant + zone.offset(instant));

/**
 * The first 500 instances of a repeating event that start in each range of the window, in order.
 *
 * @throws NotUnderstood when its rule repeats too often
 */
export const instancesOf = (
  event: IcalEvent,
  window: RecurrenceWindow,
  effort: Effort,
): Instance[] => window.flatMap((range) => instancesIn(event, range, effort));

function instancesIn(event: IcalEvent, window: InstantRange, effort: Effort): Instance[] {
  const { zone, length, excluded } = event;
  const ends = new Map<number, number | null>();
  const excludedByRule = new Set<number>();
  const add = (start: number, end: number | null) => {
    if (start < window.from || start > window.to || !isPlausible(start)) return;
    if (excluded.instants.has(start) || excluded.days.has(localDayOf(event, start))) return;
    if (excludedByRule.has(start)) return;
    ends.set(start, end);
  };

  // Local time differs from UTC by less than a day; `add` drops instances outside the window.
  const around = { start: event.wall, from: window.from - DAY_MS, to: window.to + DAY_MS };
  const untilOf = ({ until }: RecurrenceRule) =>
    until && { until: until.isUtc ? until.wall + zone.offset(until.wall) : until.wall };
  for (const rule of event.excludedRules) {
    const range = { ...around, ...untilOf(rule), includesStart: true };
    for (const wall of occurrences(rule, range, effort)) {
      excludedByRule.add(instantAt(wall, zone.offset));
    }
  }

  add(event.start, null);
  for (const { start, end } of event.extra) add(start, end);
  const others = ends.size;
  for (const rule of event.rules) {
    const range = { ...around, ...untilOf(rule) };
    for (const wall of occurrences(rule, range, effort)) {
      add(instantAt(wall, zone.offset), null);
      if (ends.size - others >= MAX_INSTANCES) break;
    }
  }

  return [...ends]
    .sort(([a], [b]) => a - b)
    .slice(0, MAX_INSTANCES)
    .map(([start, end]) => ({ start, end: end ?? endOf(start, length, zone.offset) }));
}
