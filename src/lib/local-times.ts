import { LRUCache } from 'lru-cache';
import { markedTime, type TimeFormat, withoutMarks } from './marked-times.ts';

interface Period {
  readonly starts_at: string;
  readonly ends_at: string;
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const FORMATS = {
  times: { ...DAY, ...CLOCK },
  days: DAY,
  start: { weekday: 'short', day: 'numeric', month: 'short', ...CLOCK },
  dates: { day: 'numeric', month: 'short', year: 'numeric' },
} as const satisfies Readonly<Record<string, Intl.DateTimeFormatOptions>>;

/** English as the first texts had it: the day before the month, 24 hours. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-GB' };

/** The formatters of this many zones and languages are kept: one costs 30 times as much as a text. */
const MAX_FORMATTERS = 300;
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: MAX_FORMATTERS });

function formatterOf(kind: keyof typeof FORMATS, timeZone: string, language: string) {
  const key = `${kind} ${language} ${timeZone}`;
  const known = formatters.get(key);
  if (known) return known;
  const locale = LOCALES[language] ?? language;
  const made = new Intl.DateTimeFormat(locale, { timeZone, ...FORMATS[kind] });
  formatters.set(key, made);
  return made;
}

/** The texts of this many periods are kept: those of one conference, which many people read. */
const MAX_PERIODS = 5_000;
const periods = new LRUCache<string, string>({ max: MAX_PERIODS });

/** A period is formatted once in a language: it costs 30 µs, ten times as much as a text around it. */
function keptPeriod(
  { starts_at, ends_at }: Period,
  { kind, timeZone, language }: { kind: 'times' | 'days'; timeZone: string; language: string },
  write: () => string,
): string {
  const key = `${kind} ${language} ${timeZone} ${starts_at} ${ends_at}`;
  const known = periods.get(key);
  if (known !== undefined) return known;
  const text = write();
  periods.set(key, text);
  return text;
}

/** Intl uses thin, narrow and no-break spaces, which some messengers show as boxes. */
const withSpaces = (text: string): string => text.replace(/[\u00a0\u2009\u202f]/g, ' ');

type DatePart = Intl.DateTimeFormatPart | Intl.DateTimeRangeFormatPart;

const textOf = (parts: readonly DatePart[]): string =>
  withSpaces(parts.map(({ value }) => value).join(''));

/** What of a time these parts name. */
function formatOf(parts: readonly DatePart[]): TimeFormat {
  const has = (type: DatePart['type']) => parts.some((part) => part.type === type);
  return `${has('weekday') ? 'w' : ''}${has('day') ? 'D' : ''}${has('hour') ? 't' : ''}`;
}

const ofParts = (parts: readonly DatePart[], at: number, rest = ''): string =>
  markedTime(`${textOf(parts)}${rest}`, at, formatOf(parts));

/**
 * A period in a time zone, for people: `Thu, 14 May 2026, 09:00–10:00 (Europe/Berlin)`. The second
 * day is named only if it differs. Both times are marked. The zone belongs to the second one: a
 * client that shows the zone of its reader replaces it, too.
 */
export function localTimes(period: Period, timeZone: string, language = 'en'): string {
  return keptPeriod(period, { kind: 'times', timeZone, language }, () => {
    const [start, end] = [Date.parse(period.starts_at), Date.parse(period.ends_at)];
    const parts = formatterOf('times', timeZone, language).formatRangeToParts(start, end);
    const startsAt = parts.findLastIndex(({ source }) => source === 'startRange') + 1;
    const endsAt = parts.findIndex(({ source }) => source === 'endRange');
    const zone = ` (${timeZone})`;
    if (startsAt === 0 || endsAt < startsAt) return ofParts(parts, start, zone);
    const first = ofParts(parts.slice(0, startsAt), start);
    const last = ofParts(parts.slice(endsAt), end, zone);
    return `${first}${textOf(parts.slice(startsAt, endsAt))}${last}`;
  });
}

/**
 * The days of an all-day period in a time zone: `Thu, 14 May 2026`, or
 * `Thu, 14 May 2026 – Fri, 15 May 2026`. The end is exclusive.
 */
export function localDays(period: Period, timeZone: string, language = 'en'): string {
  return keptPeriod(period, { kind: 'days', timeZone, language }, () => {
    const format = formatterOf('days', timeZone, language);
    const start = Date.parse(period.starts_at);
    const lastMoment = Math.max(start, Date.parse(period.ends_at) - 1);
    const [first, last] = [format.format(start), format.format(lastMoment)].map(withSpaces);
    return first === last ? `${first}` : `${first} – ${last}`;
  });
}

/** An instant in a time zone, for people, marked: `Thu 14 May, 09:00 (Europe/Berlin)`. */
export const markedStart = (instant: string, timeZone: string, language = 'en'): string =>
  ofParts(
    formatterOf('start', timeZone, language).formatToParts(Date.parse(instant)),
    Date.parse(instant),
    ` (${timeZone})`,
  );

/** As `markedStart`, without the mark. */
export const localStart = (instant: string, timeZone: string, language = 'en'): string =>
  withoutMarks(markedStart(instant, timeZone, language));

/** Days of a calendar, the last one included: `14 – 16 May 2026`. */
export function calendarDays(starts_on: string, ends_on: string, language = 'en'): string {
  const format = formatterOf('dates', 'UTC', language);
  return withSpaces(format.formatRange(new Date(starts_on), new Date(ends_on)));
}
