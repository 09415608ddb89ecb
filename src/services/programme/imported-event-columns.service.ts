import { createHash } from 'node:crypto';
import type { FeedEvent } from '../../domain/programme/calendar-feeds.ts';
import type { FeedColumns } from '../../repositories/programme/event-imports.repository.ts';

/** The stored columns of an event of a feed. */
export const columnsOf = (
  event: FeedEvent,
  { status, cancelled_by_feed }: Pick<FeedColumns, 'status' | 'cancelled_by_feed'>,
): FeedColumns => ({
  title: event.title,
  description: event.description,
  starts_at: event.starts_at,
  ends_at: event.ends_at,
  all_day: event.all_day,
  timezone: event.timezone,
  venue_name: event.location,
  venue_latitude: event.latitude,
  venue_longitude: event.longitude,
  url: event.url,
  image_url: event.image_url,
  organizer: event.organizer,
  tags: event.tags,
  status,
  cancelled_by_feed,
  feed_recurrence_id: event.recurrence_id ?? '',
  feed_fingerprint: fingerprintOf(event),
  feed_revision: event.revision,
});

/** Equal fingerprints mean that the calendar has not changed the event. */
export function fingerprintOf({ revision: _, ...event }: FeedEvent): string {
  return createHash('sha256').update(JSON.stringify(event)).digest('base64url');
}
