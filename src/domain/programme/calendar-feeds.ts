/** One event, or one instance of a repeating event, as an outside calendar tells it. */
export interface FeedEvent {
  /** Never empty: derived from start and title where the calendar gives none. */
  readonly uid: string;
  /** The original start of an instance of a repeating event; null for an event of its own. */
  readonly recurrence_id: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly starts_at: string;
  /** Never before `starts_at`; for whole days the midnight after the last one. */
  readonly ends_at: string;
  readonly all_day: boolean;
  /** IANA name of the zone to show the times in. */
  readonly timezone: string;
  readonly location: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly url: string | null;
  readonly image_url: string | null;
  readonly organizer: string | null;
  readonly tags: readonly string[];
  readonly cancelled: boolean;
  /** Grows with each revision where the calendar counts them, else 0. */
  readonly sequence: number;
}

/** What of a calendar is not understood; `uid` is null where even that could not be read. */
export interface SkippedFeedEvent {
  readonly uid: string | null;
  readonly reason: string;
}

export interface CalendarFeed {
  readonly name: string | null;
  /** IANA name of the zone the calendar states for itself. */
  readonly timezone: string | null;
  readonly events: readonly FeedEvent[];
  readonly skipped: readonly SkippedFeedEvent[];
}

/** The most events one reading of a calendar gives, repetitions counted one by one. */
export const MAX_FEED_EVENTS = 20_000;

/** What stands for the events beyond. */
export const SURPLUS_EVENTS: SkippedFeedEvent = {
  uid: null,
  reason: `The calendar holds more than ${MAX_FEED_EVENTS} events; the others are left out`,
};
