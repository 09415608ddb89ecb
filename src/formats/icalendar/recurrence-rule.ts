import ICAL from 'ical.js';
import { refuseEvent } from './ical-properties.ts';
import { DAY_MS, type IcalTime, timeOf } from './ical-times.ts';

const FREQUENCIES = [
  'YEARLY',
  'MONTHLY',
  'WEEKLY',
  'DAILY',
  'HOURLY',
  'MINUTELY',
  'SECONDLY',
] as const;
type Frequency = (typeof FREQUENCIES)[number];

/** A weekday, 0 is Sunday. `nth` counts in the month or year, from its end if negative; 0: all. */
export interface RuleDay {
  readonly weekday: number;
  readonly nth: number;
}

/** An RRULE (RFC 5545, 3.3.10). An empty list means that the rule omits the part. */
export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  /** The last possible occurrence, as written in the rule. */
  readonly until: IcalTime | null;
  readonly weekStart: number;
  readonly months: readonly number[];
  readonly weeks: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly days: readonly RuleDay[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const isFrequency = (word: string): word is Frequency =>
  FREQUENCIES.some((frequency) => frequency === word);

/**
 * Reads an RRULE. ical.js validates its parts.
 *
 * @throws NotUnderstood
 */
export function recurrenceRuleOf(text: string): RecurrenceRule {
  const written = text.toUpperCase().replace(/\s/g, '');
  const [, other] = OTHER_CALENDAR.exec(written) ?? [];
  if (other !== undefined) {
    const params = { property: 'RRULE', value: other };
    refuseEvent(`RRULE has ${other}, which is not read`, 'property_value', params);
  }
  const rule = parsed(written);
  const { freq, parts } = rule;
  if (!isFrequency(freq) || rule.count === 0) notUnderstood();
  return {
    frequency: freq,
    interval: rule.interval,
    count: rule.count,
    until: rule.until && untilOf(String(rule.until)),
    weekStart: Number(rule.wkst) - 1,
    months: parts.BYMONTH ?? [],
    weeks: parts.BYWEEKNO ?? [],
    yearDays: parts.BYYEARDAY ?? [],
    monthDays: parts.BYMONTHDAY ?? [],
    days: (parts.BYDAY ?? []).map(dayOfRule),
    hours: parts.BYHOUR ?? [],
    minutes: parts.BYMINUTE ?? [],
    seconds: parts.BYSECOND ?? [],
    positions: parts.BYSETPOS ?? [],
  };
}

/** Parts of RFC 7529, which ical.js ignores: other calendars, and days that a month does not have. */
const OTHER_CALENDAR = /(?:^|;)(RSCALE(?!=GREGORIAN(?:;|$))|SKIP(?!=OMIT(?:;|$)))=/;

function notUnderstood(): never {
  return refuseEvent('RRULE is not understood', 'property_invalid', { property: 'RRULE' });
}

function parsed(text: string) {
  try {
    return ICAL.Recur.fromString(text);
  } catch {
    notUnderstood();
  }
}

function untilOf(text: string): IcalTime {
  const until = timeOf(text);
  if (until === undefined) notUnderstood();
  // An UNTIL that is a day includes the whole day, even if the event has a time.
  return until.isDay ? { ...until, wall: until.wall + DAY_MS - 1 } : until;
}

function dayOfRule(text: string): RuleDay {
  return { weekday: WEEKDAYS.indexOf(text.slice(-2)), nth: Number(text.slice(0, -2)) };
}
