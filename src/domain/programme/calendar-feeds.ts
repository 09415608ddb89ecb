import { type Reason, type Remark, remark } from '../reasons.ts';
import type { Conference } from './conferences.ts';

/** One event, or one instance of a recurring event, of an external calendar. */
export interface FeedEvent {
  /** Never empty: derived from start and title if the calendar has none. */
  readonly uid: string;
  /** The original start of an instance of a recurring event; null for a single event. */
  readonly recurrence_id: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly starts_at: string;
  /** Never before `starts_at`; the midnight after the last day for an all-day event. */
  readonly ends_at: string;
  readonly all_day: boolean;
  /** IANA name of the time zone for display. */
  readonly timezone: string;
  readonly location: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly url: string | null;
  readonly image_url: string | null;
  readonly organizer: string | null;
  readonly tags: readonly string[];
  readonly cancelled: boolean;
  /** Null if the calendar has no revisions. */
  readonly revision: FeedRevision | null;
}

/** The state of an event that a calendar has. */
export interface FeedRevision {
  /** SEQUENCE, which organizers' programs raise. */
  readonly sequence: number;
  /** LAST-MODIFIED, else DTSTAMP. */
  readonly changed_at: string | null;
  /** Whether it is of a changed instance alone, and not of its series. */
  readonly is_override: boolean;
}

/** An event that is not imported; `uid` is null if it cannot be read. */
export interface SkippedFeedEvent extends Reason {
  readonly uid: string | null;
  /** Absent if it cannot be read. */
  readonly title?: string | undefined;
  readonly reason: string;
  /** Whether it was read, and is not for the public. */
  readonly withheld?: boolean;
}

/** An event of a feed by the names that an administrator finds it by; null for an unknown one. */
export interface NamedFeedEvent {
  readonly uid: string | null;
  readonly title: string | null;
}

/** What is said of an event of a feed. */
export const noteOn = (
  { uid, title }: NamedFeedEvent,
  { message: reason, ...why }: Remark,
): SkippedFeedEvent => ({ uid, ...(title !== null && { title }), reason, ...why });

/** The calendar as a whole, or an event that cannot be named. */
export const NO_EVENT: NamedFeedEvent = { uid: null, title: null };

/** What an administrator should check, although the event is imported; `uid` as above. */
export type FeedWarning = SkippedFeedEvent;

export interface CalendarFeed {
  readonly name: string | null;
  /** IANA name of the calendar's own time zone. */
  readonly timezone: string | null;
  readonly events: readonly FeedEvent[];
  readonly skipped: readonly SkippedFeedEvent[];
  readonly warnings: readonly FeedWarning[];
}

/** The maximum number of events read from a calendar; each instance of a recurring event counts. */
export const MAX_FEED_EVENTS = 20_000;

/** Reported once in place of the events above `MAX_FEED_EVENTS`. */
export const SURPLUS_EVENTS = noteOn(
  NO_EVENT,
  remark(
    `The calendar has more than ${MAX_FEED_EVENTS} events; the rest are skipped`,
    'too_many_events',
    { max: MAX_FEED_EVENTS },
  ),
);

const DAY_MS = 24 * 60 * 60 * 1000;

/** Reported of a calendar that was read and has nothing to import. */
export const NO_EVENTS: FeedWarning = noteOn(
  NO_EVENT,
  remark('The calendar has no events', 'no_events'),
);

/** A range of instants, both ends included. */
export interface InstantRange {
  readonly from: number;
  readonly to: number;
}

/** One or two ranges, sorted, that neither touch nor overlap. */
export type RecurrenceWindow = readonly InstantRange[];

/**
 * When a recurring event must take place to be imported: from 30 days ago to 365 days ahead, and
 * from 30 days before the conference to 30 days after it. Other events are imported at any time.
 */
export function recurrenceWindow(
  now: Date,
  conference: Pick<Conference, 'starts_on' | 'ends_on'> | undefined,
): RecurrenceWindow {
  const around = { from: now.getTime() - 30 * DAY_MS, to: now.getTime() + 365 * DAY_MS };
  if (!conference) return [around];
  const days = {
    from: Date.parse(conference.starts_on) - 30 * DAY_MS,
    to: Date.parse(conference.ends_on) + 31 * DAY_MS - 1,
  };
  if (days.from <= around.to && days.to >= around.from) {
    return [{ from: Math.min(days.from, around.from), to: Math.max(days.to, around.to) }];
  }
  return days.to < around.from ? [days, around] : [around, days];
}

export const isInWindow = (window: RecurrenceWindow, instant: number): boolean =>
  window.some(({ from, to }) => instant >= from && instant <= to);
