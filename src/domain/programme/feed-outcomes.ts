import {
  type CalendarFeed,
  type FeedEvent,
  isInWindow,
  type RecurrenceWindow,
  SURPLUS_EVENTS,
} from './calendar-feeds.ts';
import type { BroughtFeedEvent, StoredFeedEvent } from './event-imports.ts';
import type { EventStatus } from './events.ts';

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
