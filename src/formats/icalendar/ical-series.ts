import {
  type InstantRange,
  isInWindow,
  type RecurrenceWindow,
} from '../../domain/programme/calendar-feeds.ts';
import { instantAt } from '../../lib/time-zones.ts';
import { type IcalEvent, isPlausible, type ReplacedStart } from './ical-events.ts';
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
const localDayOf = ({ zone }: IcalEvent, instant: number): number =>
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

interface Override {
  readonly event: IcalEvent;
  readonly replaces: ReplacedStart;
}

const isNewer = (one: IcalEvent, other: IcalEvent): boolean =>
  one.sequence > other.sequence ||
  (one.sequence === other.sequence && (one.changedAt ?? 0) > (other.changedAt ?? 0));

const atInstant = (instant: number) => `at ${instant}`;
const onDay = (day: number) => `on ${day}`;

/**
 * The changed instances of repeating events (RECURRENCE-ID). Each is taken when the expansion
 * reaches the instance that it replaces. Several repeating events may share one UID.
 */
export class Overrides {
  readonly #byUid = new Map<string, Map<string, Override>>();
  readonly #withSeries = new Set<string>();
  /** By UID, the changes of an instance and all after it. */
  readonly #following = new Map<string, Override[]>();

  /**
   * The higher SEQUENCE of two changes of one instance wins; if they are equal, the last change.
   * Returns the older one.
   */
  add(event: IcalEvent, replaces: ReplacedStart): IcalEvent | undefined {
    const sameUid = this.#byUid.get(event.uid) ?? new Map<string, Override>();
    this.#byUid.set(event.uid, sameUid);
    const key = replaces.day === null ? atInstant(replaces.instant) : onDay(replaces.day);
    const existing = sameUid.get(key)?.event;
    if (existing && isNewer(existing, event)) return event;
    sameUid.set(key, { event, replaces });
    if (replaces.andFuture) {
      const others =
        this.#following.get(event.uid)?.filter((each) => each.event !== existing) ?? [];
      this.#following.set(event.uid, [...others, { event, replaces }]);
    }
    return existing && isNewer(event, existing) ? existing : undefined;
  }

  /** Records that the calendar contains the repeating event, even if it has no instances. */
  addSeries(series: IcalEvent): void {
    this.#withSeries.add(series.uid);
  }

  /** Removes and returns the event that replaces an instance of `series`, if there is one. */
  take(series: IcalEvent, start: number): IcalEvent | undefined {
    const sameUid = this.#byUid.get(series.uid);
    if (sameUid === undefined) return undefined;
    const day = localDayOf(series, start);
    // A day has no zone: midnight UTC can mean the day as well.
    const keys = [atInstant(start), onDay(day), ...(series.allDay ? [atInstant(day)] : [])];
    const key = keys.find((each) => sameUid.has(each));
    const override = key === undefined ? undefined : sameUid.get(key);
    if (key === undefined || override === undefined) return undefined;

    sameUid.delete(key);
    const { event } = override;
    if (event.details.title !== null) return event;
    // A cancellation often contains only the RECURRENCE-ID.
    return { ...event, details: series.details, length: series.length };
  }

  /** The event that replaces an instance of `series` by a change of an earlier one, at its own time. */
  following(series: IcalEvent, start: number): IcalEvent | undefined {
    const [last] = (this.#following.get(series.uid) ?? [])
      .filter(({ replaces }) => replaces.instant < start)
      .sort((a, b) => b.replaces.instant - a.replaces.instant);
    if (last === undefined) return undefined;
    const { event, replaces } = last;
    const wallOf = (instant: number) => instant + series.zone.offset(instant);
    const wall = wallOf(start) + event.wall - wallOf(replaces.instant);
    const moved = { ...event, wall, start: instantAt(wall, event.zone.offset) };
    if (event.details.title !== null) return moved;
    return { ...moved, details: series.details, length: series.length };
  }

  /**
   * The changes that no expansion took, if the old or the new time is in the window: their
   * repeating event is not in the calendar, or the rule does not give their instance.
   */
  *remaining(
    window: RecurrenceWindow,
  ): Generator<{ event: IcalEvent; original: number; hasSeries: boolean }> {
    for (const [uid, sameUid] of this.#byUid) {
      for (const { event, replaces } of sameUid.values()) {
        const original = replaces.instant;
        const isNear = [original, event.start].some((time) => isInWindow(window, time));
        const hasSeries = this.#withSeries.has(uid);
        if (isNear || !hasSeries) yield { event, original, hasSeries };
      }
    }
  }
}
