import { refuseEvent } from './ical-properties.ts';
import { DAY_MS, dayOf, midnightOf } from './ical-times.ts';
import { daysIntoWeek, daysOfPeriod, isDayOf } from './recurrence-days.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

/** The range in which a rule is expanded, as local times in milliseconds as if they were UTC. */
interface Range {
  /** The first occurrence (DTSTART); it completes the parts that the rule omits. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/** Step limits of one rule (about 20 ms) and of a whole feed (about 2 s). */
const STEPS_PER_RULE = 50_000;
const STEPS_PER_FEED = 3_000_000;
/** An occurrence costs more than a step, mainly because its instant is computed. */
const STEPS_PER_OCCURRENCE = 20;

/** Limits the work that the rules of one feed can cause. */
export class Effort {
  #feed = STEPS_PER_FEED;
  #rule = 0;

  beginRule(): void {
    this.#rule = Math.min(STEPS_PER_RULE, this.#feed);
  }

  /** @throws NotUnderstood when the rule or the feed has no steps left */
  spend(steps = 1): void {
    this.#feed -= steps;
    this.#rule -= steps;
    if (this.#rule < 0) refuseEvent('RRULE repeats too often', 'repeats_too_often');
  }
}

/**
 * The occurrences of a rule after `start` and within the range, as local times in order. `start`
 * counts as the first of COUNT, whether it satisfies the rule or not, and is left out. With
 * `includesStart`, it is an occurrence only if it satisfies the rule.
 *
 * The iterator of ical.js 2.2.1 is no alternative: it never returns from
 * `FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30`, and ignores BYSETPOS and BYWEEKNO.
 *
 * @throws NotUnderstood when the expansion takes too many steps
 */
export function* occurrences(
  rule: RecurrenceRule,
  range: Range & { readonly until?: number; readonly includesStart?: boolean },
  effort: Effort,
): Generator<number> {
  const { start } = range;
  const last = Math.min(range.to, range.until ?? Infinity);
  const complete = completed(rule, start);
  const periods = periodsOf(complete, start);
  const { includesStart = false } = range;
  let left = (rule.count ?? Infinity) - (includesStart ? 0 : 1);
  effort.beginRule();

  // Only a COUNT requires the occurrences before the range.
  let index = rule.count === null ? Math.max(0, periods.indexOf(range.from)) : 0;
  // This ends: `at` gives NaN after the last date that exists.
  while (periods.at(index) <= last) {
    const period = periods.at(index);
    effort.spend();
    for (const wall of timesIn(complete, period, effort)) {
      if (wall < start || (wall === start && !includesStart)) continue;
      if (wall > last || left-- <= 0) return;
      if (wall < range.from) continue;
      effort.spend(STEPS_PER_OCCURRENCE);
      yield wall;
    }
    const day = midnightOf(period);
    const leavesOutDay = clockPartsOf(rule) > 0 && !isDayOf(complete, day);
    index = Math.max(index + 1, leavesOutDay ? periods.indexOf(day + DAY_MS) : 0);
  }
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const UNIT_MS = {
  WEEKLY: 7 * DAY_MS,
  DAILY: DAY_MS,
  HOURLY: HOUR_MS,
  MINUTELY: MINUTE_MS,
  SECONDLY: SECOND_MS,
};

/**
 * The number of hour, minute and second that a period fixes; the parts of the rule then only
 * select.
 */
const CLOCK_PARTS = { HOURLY: 1, MINUTELY: 2, SECONDLY: 3 };

const clockPartsOf = ({ frequency }: RecurrenceRule): number =>
  frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY'
    ? CLOCK_PARTS[frequency]
    : 0;

/** The rule with its omitted parts taken from its first occurrence. */
function completed(rule: RecurrenceRule, start: number): RecurrenceRule {
  const first = new Date(start);
  const or = (given: readonly number[], otherwise: number) =>
    given.length > 0 ? given.toSorted((a, b) => a - b) : [otherwise];
  const saysDay = rule.days.length > 0 || rule.monthDays.length > 0 || rule.yearDays.length > 0;
  const basis = rule.frequency === 'YEARLY' && rule.weeks.length > 0 ? 'WEEKLY' : rule.frequency;
  const needsDate = !saysDay && (basis === 'YEARLY' || basis === 'MONTHLY');
  const needsMonth = needsDate && basis === 'YEARLY';
  const needsWeekday = !saysDay && basis === 'WEEKLY';
  const parts = clockPartsOf(rule);
  return {
    ...rule,
    months: needsMonth ? or(rule.months, first.getUTCMonth() + 1) : rule.months,
    monthDays: needsDate ? [first.getUTCDate()] : rule.monthDays,
    days: needsWeekday ? [{ weekday: first.getUTCDay(), nth: 0 }] : rule.days,
    hours: parts >= 1 ? rule.hours : or(rule.hours, first.getUTCHours()),
    minutes: parts >= 2 ? rule.minutes : or(rule.minutes, first.getUTCMinutes()),
    seconds: parts >= 3 ? rule.seconds : or(rule.seconds, first.getUTCSeconds()),
  };
}

/** The periods of a rule (years, months, weeks and so on) by index, and the index for a time. */
function periodsOf(rule: RecurrenceRule, start: number) {
  const { frequency, interval } = rule;
  if (frequency === 'YEARLY' || frequency === 'MONTHLY') {
    const step = interval * (frequency === 'YEARLY' ? 12 : 1);
    const monthOf = (wall: number) =>
      new Date(wall).getUTCFullYear() * 12 +
      (frequency === 'YEARLY' ? 0 : new Date(wall).getUTCMonth());
    const base = monthOf(start);
    return {
      at: (index: number) => dayOf(0, base + index * step, 1),
      indexOf: (wall: number) => Math.floor((monthOf(wall) - base) / step),
    };
  }
  const unit = UNIT_MS[frequency];
  const first = frequency === 'WEEKLY' ? midnightOf(start) : Math.floor(start / unit) * unit;
  const base = first - (frequency === 'WEEKLY' ? daysIntoWeek(rule.weekStart, start) * DAY_MS : 0);
  return {
    at: (index: number) => base + index * unit * interval,
    indexOf: (wall: number) => Math.floor((wall - base) / (unit * interval)),
  };
}

/** The occurrences of a rule in one of its periods, in order. */
function timesIn(rule: RecurrenceRule, period: number, effort: Effort): number[] {
  const days = [];
  for (const day of daysOfPeriod(rule, period)) {
    effort.spend();
    if (isDayOf(rule, day)) days.push(day);
  }
  const times = [];
  for (const day of days) {
    for (const clock of clocksIn(rule, period)) {
      effort.spend();
      times.push(day + clock);
    }
  }
  if (rule.positions.length === 0) return times;
  return times.filter(
    (_, index) =>
      rule.positions.includes(index + 1) || rule.positions.includes(index - times.length),
  );
}

/** The times of day that the rule selects in a period, in order. */
function* clocksIn(rule: RecurrenceRule, period: number): Generator<number> {
  const begin = new Date(period);
  const parts = clockPartsOf(rule);
  const hours = parts >= 1 ? selected(begin.getUTCHours(), rule.hours) : rule.hours;
  const minutes = parts >= 2 ? selected(begin.getUTCMinutes(), rule.minutes) : rule.minutes;
  const seconds = parts >= 3 ? selected(begin.getUTCSeconds(), rule.seconds) : rule.seconds;
  for (const hour of hours) {
    for (const minute of minutes) {
      for (const second of seconds) yield hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS;
    }
  }
}

const selected = (value: number, list: readonly number[]) =>
  list.length === 0 || list.includes(value) ? [value] : [];
