import { type AttendanceStatus, holdsSeat } from '../attendance/attendances.ts';
import {
  type CalendarFeed,
  type FeedEvent,
  isInWindow,
  type RecurrenceWindow,
  SURPLUS_EVENTS,
} from './calendar-feeds.ts';
import type { BroughtFeedEvent, StoredFeedEvent } from './event-imports.ts';
import type { Event, EventStatus } from './events.ts';

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

export interface FeedOutcome {
  readonly outcome: 'updated' | 'unchanged' | 'cancelled';
  readonly status: EventStatus;
  readonly cancelled_by_feed: boolean;
}

/**
 * The change that an import makes to an imported event. A feed cancels an approved event, and
 * revives only what the feed itself cancelled: it never overrides an administrator.
 */
export function outcomeOfFeed(
  { status, cancelled_by_feed, feed_fingerprint }: StoredFeedEvent,
  event: FeedEvent,
  fingerprint: string,
): FeedOutcome {
  if (event.cancelled && status === 'approved') {
    return { outcome: 'cancelled', status: 'cancelled', cancelled_by_feed: true };
  }
  if (!event.cancelled && status === 'cancelled' && cancelled_by_feed) {
    return { outcome: 'updated', status: 'approved', cancelled_by_feed: false };
  }
  const outcome = fingerprint === feed_fingerprint ? 'unchanged' : 'updated';
  return { outcome, status, cancelled_by_feed };
}

/**
 * The events of `brought` that the feed no longer has. `present` are the ids of those it has.
 * Instances outside the window of a series that the feed still has are not absent, and neither are
 * events that could not be read; one that became private is.
 */
export function absentFrom(
  feed: Pick<CalendarFeed, 'events' | 'skipped' | 'warnings'>,
  brought: readonly BroughtFeedEvent[],
  { present, window }: { present: Iterable<number>; window: RecurrenceWindow },
): BroughtFeedEvent[] {
  // Any of them may be among the events that were not read.
  if (feed.skipped.includes(SURPLUS_EVENTS)) return [];
  const invalid = new Set(feed.skipped.filter(({ withheld }) => !withheld).map(({ uid }) => uid));
  const named = new Set([...feed.events, ...feed.warnings].map(({ uid }) => uid));
  const found = new Set(present);
  return brought
    .filter(({ id, feed_uid }) => !found.has(id) && !invalid.has(feed_uid))
    .filter(
      ({ feed_uid, feed_recurrence_id }) =>
        feed_recurrence_id === '' ||
        !named.has(feed_uid) ||
        isInWindow(window, Date.parse(feed_recurrence_id)),
    );
}
