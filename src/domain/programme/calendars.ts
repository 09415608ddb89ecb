import { type AttendanceStatus, holdsSeat } from '../attendance/attendances.ts';
import type { Event } from './events.ts';

/** How long past events stay in a person's calendar. */
export const CALENDAR_LOOK_BACK_MS = 90 * 24 * 60 * 60 * 1000;

/** A calendar as people's calendar apps show it. */
export interface Calendar {
  readonly name: string;
  /** IANA name of the zone to show the times in; null where its entries have no common one. */
  readonly timezone: string | null;
  readonly entries: readonly CalendarEntry[];
}

export interface CalendarEntry {
  /** Its name in calendars, which never changes. */
  readonly calendar_uid: string;
  /** Grows with each change that calendars show. */
  readonly revision: number;
  readonly status: 'confirmed' | 'tentative' | 'cancelled';
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly url: string | null;
  readonly tags: readonly string[];
  readonly starts_at: string;
  readonly ends_at: string;
  readonly all_day: boolean;
  /** IANA name of the zone whose days count where it is all day. */
  readonly timezone: string;
  readonly created_at: string;
  readonly updated_at: string;
}

type Written = Omit<CalendarEntry, 'status' | 'location' | 'latitude' | 'longitude'>;

/** An approved or cancelled event. */
export interface CalendarEvent extends Written {
  readonly slug: string;
  readonly status: Event['status'];
  readonly venue_name: string | null;
  readonly venue_address: string | null;
  readonly venue_latitude: number | null;
  readonly venue_longitude: number | null;
}

/** An item of an agenda. */
export interface CalendarItem extends Omit<Written, 'tags'> {
  /** Whether it stands for an event that does not take place. */
  readonly is_cancelled: boolean;
  readonly track: string | null;
  readonly room: string | null;
  /** By name, in their order. */
  readonly speakers: readonly string[];
}

/** An event in the calendar of somebody who attends it as said, or of anybody. */
export function entryOfEvent(
  event: CalendarEvent,
  attendance: AttendanceStatus = 'registered',
): CalendarEntry {
  const goes = holdsSeat(attendance) ? 'confirmed' : 'tentative';
  return {
    ...event,
    status: event.status === 'cancelled' ? 'cancelled' : goes,
    location: joined(', ', [event.venue_name, event.venue_address]),
    latitude: event.venue_latitude,
    longitude: event.venue_longitude,
  };
}

/** An item of the agenda of a conference at `venue`. */
export function entryOfItem(item: CalendarItem, venue: string | null): CalendarEntry {
  const { is_cancelled, track, room, speakers } = item;
  const who = speakers.length > 0 ? `Speakers: ${speakers.join(', ')}` : null;
  return {
    ...item,
    status: is_cancelled ? 'cancelled' : 'confirmed',
    description: joined('\n\n', [item.description, who]),
    location: joined(', ', [room, venue]),
    latitude: null,
    longitude: null,
    tags: track === null ? [] : [track],
  };
}

/** What is known of the parts; null where that is nothing. */
const joined = (separator: string, parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(separator) || null;
