import { NotUnderstood } from './ical-properties.ts';
import { DAY_MS, dayOf, midnightOf } from './ical-times.ts';
import { daysIntoWeek, daysOfPeriod, isDayOf } from './recurrence-days.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

/** From where to where a rule is followed; all are local times in milliseconds as if UTC. */
export interface Stretch {
  /** The first occurrence of all, from which the rule takes what it does not say itself. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
}

/** The steps that may be spent on one rule (some 20 ms), and on all of a feed (some 2 s). */
const STEPS_PER_RULE = 50_000;
const STEPS_PER_FEED = 3_000_000;
/** What is done with an occurrence, finding its instant above all, takes longer than finding it. */
const STEPS_PER_OCCURRENCE = 20;

/** Bounds the work that the rules of one feed can ask for, however they are written. */
export class Effort {
  #feed = STEPS_PER_FEED;
  #rule = 0;

  beginRule(): void {
    this.#rule = Math.min(STEPS_PER_RULE, this.#feed);
  }

  /** @throws NotUnderstood when the rule has had its share */
  spend(steps = 1): void {
    this.#feed -= steps;
    this.#rule -= steps;
    if (this.#rule < 0) throw new NotUnderstood('RRULE repeats too often to be followed');
  }
}

/**
 * The local times at which a rule comes, in order, after `start` and within the stretch.
 * `start` itself is the first of its COUNT, whether it fits the rule or not, and is not repeated.
 *
 * The iterator of ical.js 2.2.1 is not used: it never returns from `FREQ=DAILY;BYMONTH=2;
 * BYMONTHDAY=30`, and passes over BYSETPOS and BYWEEKNO.
 *
 * @throws NotUnderstood when following it takes too many steps
 */
export function* occurrences(
  rule: RecurrenceRule,
  stretch: Stretch & { readonly until?: number },
  effort: Effort,
): Generator<number> {
  const { start } = stretch;
  const last = Math.min(stretch.to, stretch.until ?? Infinity);
  const complete = completed(rule, start);
  const periods = periodsOf(complete, start);
  let left = (rule.count ?? Infinity) - 1;
  effort.beginRule();

  // Only a count makes it necessary to go through all that came before.
  let index = rule.count === null ? Math.max(0, periods.indexOf(stretch.from)) : 0;
  // Not for ever: past the last date there is, `at` gives NaN.
  while (periods.at(index) <= last) {
    const period = periods.at(index);
    effort.spend();
    for (const wall of timesIn(complete, period, effort)) {
      if (wall <= start) continue;
      if (wall > last || left-- <= 0) return;
      if (wall < stretch.from) continue;
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

/** How many of hour, minute and second the periods of a rule fix; what it says of them selects. */
const CLOCK_PARTS = { HOURLY: 1, MINUTELY: 2, SECONDLY: 3 };

const clockPartsOf = ({ frequency }: RecurrenceRule): number =>
  frequency === 'HOURLY' || frequency === 'MINUTELY' || frequency === 'SECONDLY'
    ? CLOCK_PARTS[frequency]
    : 0;

/** What a rule does not say, its first occurrence says. */
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

/** The years, months, weeks … of a rule: where each begins, and which one a time falls into. */
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

/** The times of a rule in one of its periods, in order. */
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

/** The times of the day, in order: those the rule names, or within its hour, minute or second. */
function* clocksIn(rule: RecurrenceRule, period: number): Generator<number> {
  const now = new Date(period);
  const parts = clockPartsOf(rule);
  const hours = parts >= 1 ? selected(now.getUTCHours(), rule.hours) : rule.hours;
  const minutes = parts >= 2 ? selected(now.getUTCMinutes(), rule.minutes) : rule.minutes;
  const seconds = parts >= 3 ? selected(now.getUTCSeconds(), rule.seconds) : rule.seconds;
  for (const hour of hours) {
    for (const minute of minutes) {
      for (const second of seconds) yield hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS;
    }
  }
}

const selected = (value: number, list: readonly number[]) =>
  list.length === 0 || list.includes(value) ? [value] : [];
