import ICAL from 'ical.js';
import { type ClockOffset, instantAt } from '../../lib/time-zones.ts';
import { type IcalProperty, refuseEvent } from './ical-properties.ts';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** A time as written in a calendar: a local time in its zone. */
export interface IcalTime {
  /** The local time, in milliseconds as if it were UTC. */
  readonly wall: number;
  /** Whether it is a whole day; `wall` is then its midnight. */
  readonly isDay: boolean;
  readonly isUtc: boolean;
  /** The TZID as written. */
  readonly tzid: string | undefined;
}

/** The length of an event: calendar days, and then exact time. */
export interface IcalLength {
  readonly days: number;
  readonly ms: number;
}

const TIME = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(?:\.\d{1,9})?(Z)?)?$/i;
const OFFSET = /^([+-])(\d\d):?(\d\d):?(\d\d)?$/;

/**
 * The time in a property.
 *
 * @throws NotUnderstood naming the property
 */
export function timeIn({ parameters, values }: IcalProperty, name: string): IcalTime {
  return timeOf(values.join().trim(), parameters.tzid || undefined) ?? fail(name);
}

/** Undefined when the text is not a time, or a day that does not exist, such as 30 February. */
export function timeOf(text: string, tzid?: string): IcalTime | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0));
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const date = dayOf(year, month - 1, day);
  if (new Date(date).getUTCDate() !== day || month > 12) return undefined;
  return {
    // A leap second becomes the second before it.
    wall: date + ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000,
    isDay: match[4] === undefined,
    isUtc: match[7] !== undefined,
    tzid,
  };
}

/** The midnight at the start of a day. Months count from 0 and may exceed 11. */
export function dayOf(year: number, month: number, day: number): number {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month, day);
}

export const midnightOf = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS;

/** The limit of a length. Longer ones could exceed the range of dates. */
const MAX_LENGTH_MS = 100 * 366 * DAY_MS;

/** @throws NotUnderstood naming the property */
export function lengthOf(property: IcalProperty): IcalLength {
  const duration = durationOf(property.values.join('').toUpperCase());
  if (duration === undefined || duration.toSeconds() * 1000 > MAX_LENGTH_MS)
    return fail('DURATION');
  if (duration.isNegative) refuseEvent('The event ends before it starts', 'ends_before_start');
  const { weeks, days, hours, minutes, seconds } = duration;
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}

function durationOf(text: string) {
  try {
    return ICAL.Duration.fromString(text);
  } catch {
    return undefined;
  }
}

/** The offset from UTC in milliseconds; undefined when the text is not an offset. */
export function utcOffsetOf(text: string): number | undefined {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(text.trim()) ?? [];
  if (sign === undefined) return undefined;
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -offset : offset;
}

/** The end of an event that starts at an instant, in a zone with these offsets. */
export function endOf(startMs: number, length: IcalLength, offset: ClockOffset): number {
  if (length.days === 0) return startMs + length.ms;
  const wall = startMs + offset(startMs) + length.days * DAY_MS;
  return instantAt(wall, offset) + length.ms;
}

function fail(name: string): never {
  refuseEvent(`${name} is not understood`, 'property_invalid', { property: name });
}
