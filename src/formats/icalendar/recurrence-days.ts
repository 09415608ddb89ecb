import { DAY_MS, dayOf } from './ical-times.ts';
import type { RecurrenceRule, RuleDay } from './recurrence-rule.ts';

/** The days of a period that the rule may select, without months that a yearly rule excludes. */
export function* daysOfPeriod(rule: RecurrenceRule, period: number): Generator<number> {
  const begin = new Date(period);
  const year = begin.getUTCFullYear();
  const month = begin.getUTCMonth();
  switch (rule.frequency) {
    case 'YEARLY':
      for (let each = 0; each < 12; each++) {
        if (inList(rule.months, each + 1)) {
          yield* daysBetween(dayOf(year, each, 1), dayOf(year, each + 1, 1));
        }
      }
      return;
    case 'MONTHLY':
      yield* daysBetween(period, dayOf(year, month + 1, 1));
      return;
    case 'WEEKLY':
      yield* daysBetween(period, period + 7 * DAY_MS);
      return;
    default:
      yield dayOf(year, month, begin.getUTCDate());
  }
}

function* daysBetween(first: number, end: number): Generator<number> {
  for (let day = first; day < end; day += DAY_MS) yield day;
}

/** Whether a day, given by its midnight, satisfies every day part of the rule. */
export function isDayOf(rule: RecurrenceRule, day: number): boolean {
  const date = new Date(day);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  return (
    inList(rule.months, month + 1) &&
    inSpan(rule.monthDays, day, [dayOf(year, month, 1), dayOf(year, month + 1, 1)]) &&
    inSpan(rule.yearDays, day, [dayOf(year, 0, 1), dayOf(year + 1, 0, 1)]) &&
    (rule.weeks.length === 0 || isInWeeks(rule, day)) &&
    (rule.days.length === 0 || rule.days.some((ruleDay) => isRuleDay(rule, ruleDay, date)))
  );
}

const inList = (list: readonly number[], value: number) =>
  list.length === 0 || list.includes(value);

/** Whether a list contains the number of the day in a month or year, counted from either end. */
function inSpan(list: readonly number[], day: number, [first, end]: [number, number]): boolean {
  if (list.length === 0) return true;
  return list.includes((day - first) / DAY_MS + 1) || list.includes((day - end) / DAY_MS);
}

function isRuleDay(rule: RecurrenceRule, { weekday, nth }: RuleDay, date: Date): boolean {
  if (date.getUTCDay() !== weekday) return false;
  const { frequency } = rule;
  if (nth === 0 || (frequency !== 'MONTHLY' && frequency !== 'YEARLY')) return true;

  const year = date.getUTCFullYear();
  const ofMonth = frequency === 'MONTHLY' || rule.months.length > 0;
  const month = ofMonth ? date.getUTCMonth() : 0;
  const day = dayOf(year, date.getUTCMonth(), date.getUTCDate());
  const fromStart = (day - dayOf(year, month, 1)) / DAY_MS;
  const toEnd = (dayOf(year, month + (ofMonth ? 1 : 12), 1) - day) / DAY_MS;
  return nth === Math.floor(fromStart / 7) + 1 || nth === -Math.ceil(toEnd / 7);
}

/** The number of days since the start of the week, 0 to 6. */
export const daysIntoWeek = (weekStart: number, day: number): number =>
  (new Date(day).getUTCDay() - weekStart + 7) % 7;

/** Week 1 of a year is the first that has at least four days in that year (RFC 5545, BYWEEKNO). */
function isInWeeks({ weeks, weekStart }: RecurrenceRule, day: number): boolean {
  const week = day - daysIntoWeek(weekStart, day) * DAY_MS;
  const year = new Date(week + 3 * DAY_MS).getUTCFullYear();
  const first = firstWeekOf(year, weekStart);
  const end = firstWeekOf(year + 1, weekStart);
  const number = (week - first) / (7 * DAY_MS) + 1;
  return weeks.includes(number) || weeks.includes((week - end) / (7 * DAY_MS));
}

function firstWeekOf(year: number, weekStart: number): number {
  const fourth = dayOf(year, 0, 4);
  return fourth - daysIntoWeek(weekStart, fourth) * DAY_MS;
}
