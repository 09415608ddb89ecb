import { type AttendanceStatus, holdsSeat } from '../attendance/attendances.ts';
import type { Event } from './events.ts';

/** How long past events stay in a user's calendar. */
export const CALENDAR_LOOK_BACK_MS = 90 * 24 * 60 * 60 * 1000;

/** A calendar for calendar apps. */
export interface Calendar {
  readonly name: string;
  /** IANA name of the time zone for display; null if the entries share none. */
  readonly timezone: string | null;
  readonly entries: readonly CalendarEntry[];
  /** The minutes before the start of an entry at which apps remind of it; undefined for no reminder. */
  readonly alarm?: number | undefined;
}

/** The longest time between a reminder and its entry, in minutes: a week. */
export const MAX_ALARM_MINUTES = 10_080;

export interface CalendarEntry {
  /** The iCalendar UID; it never changes. */
  readonly calendar_uid: string;
  /** The iCalendar SEQUENCE; it grows with each change that calendars show. */
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
  /** IANA name of the time zone that defines the days of an all-day entry. */
  readonly timezone: string;
  readonly created_at: string;
  readonly updated_at: string;
}

interface EntryFields
  extends Omit<CalendarEntry, 'status' | 'location' | 'latitude' | 'longitude'> {
  /** Null without a conference, as the website. */
  readonly conference_name: string | null;
  readonly conference_website: string | null;
}

/** An approved or cancelled event. */
export interface CalendarEvent extends EntryFields {
  readonly slug: string;
  readonly status: Event['status'];
  readonly venue_name: string | null;
  readonly venue_address: string | null;
  readonly venue_latitude: number | null;
  readonly venue_longitude: number | null;
}

/** An agenda item. */
export interface CalendarItem extends Omit<EntryFields, 'tags'> {
  /** Whether it or its event is cancelled. */
  readonly is_cancelled: boolean;
  readonly track: string | null;
  readonly room: string | null;
  /** Names, in display order. */
  readonly speakers: readonly string[];
}

/**
 * An entry has one address: that of its page in the mini app, if there is one. Its own then stands in
 * the description.
 */
export const sharedEntry = (entry: CalendarEntry, share_url: string | null): CalendarEntry =>
  share_url === null
    ? entry
    : {
        ...entry,
        url: share_url,
        description: joined('\n\n', [entry.description, entry.url]),
      };

/** An event as a calendar entry; a waitlisted attendee sees it as tentative. */
export function entryOfEvent(
  event: CalendarEvent,
  attendance: AttendanceStatus = 'registered',
): CalendarEntry {
  const ifApproved = holdsSeat(attendance) ? 'confirmed' : 'tentative';
  return {
    ...event,
    status: event.status === 'cancelled' ? 'cancelled' : ifApproved,
    description: joined('\n\n', [event.description, joined('\n', conferenceLines(event))]),
    location: joined(', ', [event.venue_name, event.venue_address]),
    latitude: event.venue_latitude,
    longitude: event.venue_longitude,
  };
}

/** An agenda item as a calendar entry; `venue` is the conference's. */
export function entryOfItem(item: CalendarItem, venue: string | null): CalendarEntry {
  const { is_cancelled, track, room, speakers } = item;
  const details = [
    labeled('Speakers', joined(', ', speakers)),
    // Also a category, which many calendar apps do not show.
    labeled('Track', track),
    ...conferenceLines(item),
  ];
  return {
    ...item,
    status: is_cancelled ? 'cancelled' : 'confirmed',
    description: joined('\n\n', [item.description, joined('\n', details)]),
    location: joined(', ', [room, venue]),
    latitude: null,
    longitude: null,
    tags: track === null ? [] : [track],
  };
}

const conferenceLines = ({
  conference_name,
  conference_website,
}: Pick<EntryFields, 'conference_name' | 'conference_website'>) => [
  labeled('Conference', conference_name),
  labeled('Conference website', conference_website),
];

const labeled = (label: string, value: string | null): string | null =>
  value && `${label}: ${value}`;

/** Joins the parts that are not null; null if there are none. */
const joined = (separator: string, parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(separator) || null;
