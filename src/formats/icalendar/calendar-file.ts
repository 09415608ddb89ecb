import { escape as escaped, foldLines, formatDate } from 'ical-generator';
import type { Calendar, CalendarEntry } from '../../domain/programme/calendars.ts';
import { clockOffsetOf } from '../../lib/time-zones.ts';
import { DAY_MS } from './ical-times.ts';

/** How often apps that subscribe are asked to look again. */
const REFRESH = 'PT1H';

/**
 * Writes a calendar as RFC 5545 has it: times in UTC, whole days by the clocks of their zone. The
 * same calendar always gives the same text.
 *
 * Of ical-generator the escaping, the folding and the dates are used. Its own calendar leaves names
 * as they are, so that a line break in one begins a new property, escapes addresses, has no place
 * on the equator or the meridian of Greenwich, and with a zone writes times in the zone of this machine.
 */
export function calendarFile({ name, timezone, entries }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hallway//Hallway//EN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(name)}`,
    ...known('X-WR-TIMEZONE', timezone),
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...entries.flatMap(linesOf),
    'END:VCALENDAR',
    '',
  ];
  return foldLines(lines.join('\r\n'));
}

function linesOf(entry: CalendarEntry): string[] {
  const { description, location, latitude, longitude, url, tags } = entry;
  const isOnMap = latitude !== null && longitude !== null;
  return [
    'BEGIN:VEVENT',
    `UID:${entry.calendar_uid}`,
    `SEQUENCE:${entry.revision}`,
    // With the present time no two files would be the same.
    `DTSTAMP:${instant(entry.updated_at)}`,
    `CREATED:${instant(entry.created_at)}`,
    `LAST-MODIFIED:${instant(entry.updated_at)}`,
    ...timesOf(entry),
    `STATUS:${entry.status.toUpperCase()}`,
    `SUMMARY:${text(entry.title)}`,
    ...known('DESCRIPTION', description && text(description)),
    ...known('LOCATION', location && text(location)),
    ...known('GEO', isOnMap ? `${latitude.toFixed(6)};${longitude.toFixed(6)}` : null),
    // As browsers read it: an address is not escaped, and this form has no line breaks.
    ...known('URL', URL.parse(url ?? '')?.href ?? null),
    ...known('CATEGORIES', tags.map(text).join(',') || null),
    'END:VEVENT',
  ];
}

const known = (name: string, value: string | null): string[] =>
  value === null ? [] : [`${name}:${value}`];

/** Every way to break a line becomes the one that is escaped; no other control character is left. */
const text = (given: string): string =>
  escaped(given.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ''), false);

const instant = (time: string): string => formatDate(null, time);

function timesOf(entry: CalendarEntry): string[] {
  if (entry.all_day) {
    const [first, after] = daysOf(entry);
    return [`DTSTART;VALUE=DATE:${first}`, `DTEND;VALUE=DATE:${after}`];
  }
  const [start, end] = [instant(entry.starts_at), instant(entry.ends_at)];
  // RFC 5545 wants an end to be later than the start; without one, it is a point in time.
  return [`DTSTART:${start}`, ...known('DTEND', start === end ? null : end)];
}

/** The first day, and the one after the last. */
function daysOf({ starts_at, ends_at, timezone }: CalendarEntry): [first: string, after: string] {
  const offset = clockOffsetOf(timezone);
  const dayOf = (time: number) => Math.floor((time + offset(time)) / DAY_MS);
  const written = (day: number) => formatDate(null, new Date(day * DAY_MS), true);
  const first = dayOf(Date.parse(starts_at));
  // By its last moment, since there are midnights that clocks skip.
  const last = Math.max(first, dayOf(Date.parse(ends_at) - 1));
  return [written(first), written(last + 1)];
}
