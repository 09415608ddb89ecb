import { formatDate } from 'ical-generator';
import type { Calendar, CalendarEntry } from '../../domain/programme/calendars.ts';
import { clockOffsetOf } from '../../lib/time-zones.ts';
import { foldLines, optionalLine, lineText as text } from '../content-lines.ts';
import { DAY_MS } from './ical-times.ts';

/** The interval in which subscribed apps should refresh the calendar. */
const REFRESH = 'PT1H';

/**
 * Writes a calendar (RFC 5545) with times in UTC and whole days in the zone of the entry. The same
 * calendar always gives the same text.
 *
 * We use only the escaping, folding and date formatting of ical-generator. Its calendar class does
 * not escape names, so a line break in one starts a new property. It also escapes addresses, drops
 * coordinates that are 0, and writes times with a zone in the zone of this machine.
 */
export function calendarFile({ name, timezone, entries, alarm }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hallway//Hallway//EN',
    'METHOD:PUBLISH',
    `NAME:${text(name)}`,
    // Older apps do not know NAME (RFC 7986).
    `X-WR-CALNAME:${text(name)}`,
    ...optionalLine('X-WR-TIMEZONE', timezone),
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...entries.flatMap((entry) => linesOf(entry, alarm)),
    'END:VCALENDAR',
    '',
  ];
  return foldLines(lines.join('\r\n'));
}

function linesOf(entry: CalendarEntry, alarm: number | undefined): string[] {
  const { description, location, latitude, longitude, url, tags } = entry;
  const isOnMap = latitude !== null && longitude !== null;
  return [
    'BEGIN:VEVENT',
    `UID:${entry.calendar_uid}`,
    `SEQUENCE:${entry.revision}`,
    // Not the present time: the same calendar must give the same file.
    `DTSTAMP:${instant(entry.updated_at)}`,
    `CREATED:${instant(entry.created_at)}`,
    `LAST-MODIFIED:${instant(entry.updated_at)}`,
    ...timesOf(entry),
    `STATUS:${entry.status.toUpperCase()}`,
    `SUMMARY:${text(entry.title)}`,
    ...optionalLine('DESCRIPTION', description && text(description)),
    ...optionalLine('LOCATION', location && text(location)),
    ...optionalLine('GEO', isOnMap ? `${latitude.toFixed(6)};${longitude.toFixed(6)}` : null),
    // Addresses are not escaped; the form that a URL parser gives has no line breaks.
    ...optionalLine('URL', URL.parse(url ?? '')?.href ?? null),
    ...optionalLine('CATEGORIES', tags.map(text).join(',') || null),
    ...(alarm === undefined || entry.status === 'cancelled' ? [] : alarmLines(entry, alarm)),
    'END:VEVENT',
  ];
}

const alarmLines = ({ title }: CalendarEntry, minutes: number): string[] => [
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${text(title)}`,
  `TRIGGER:-PT${minutes}M`,
  'END:VALARM',
];

const instant = (time: string): string => formatDate(null, time);

function timesOf(entry: CalendarEntry): string[] {
  if (entry.all_day) {
    const [first, after] = daysOf(entry);
    return [`DTSTART;VALUE=DATE:${first}`, `DTEND;VALUE=DATE:${after}`];
  }
  const [start, end] = [instant(entry.starts_at), instant(entry.ends_at)];
  // RFC 5545 requires DTEND to be later than DTSTART; without DTEND, the event is a point in time.
  return [`DTSTART:${start}`, ...optionalLine('DTEND', start === end ? null : end)];
}

/** The first day, and the day after the last one. */
function daysOf({ starts_at, ends_at, timezone }: CalendarEntry): [first: string, after: string] {
  const offset = clockOffsetOf(timezone);
  const dayOf = (time: number) => Math.floor((time + offset(time)) / DAY_MS);
  const written = (day: number) => formatDate(null, new Date(day * DAY_MS), true);
  const first = dayOf(Date.parse(starts_at));
  // The last millisecond decides, because clocks can skip a midnight.
  const last = Math.max(first, dayOf(Date.parse(ends_at) - 1));
  return [written(first), written(last + 1)];
}
