import { hasEnded } from '../attendance/attendables.ts';
import { type Event, VENUE_COLUMNS, type VenueColumn } from './events.ts';

/** A change of an event that its attendees are notified of. */
export type EventChange = 'cancelled' | 'revived' | 'time' | 'place' | 'time_and_place';

/** Undefined for a change that attendees need not know, and if the event has ended before and after. */
export function changeOf(
  before: Pick<Event, 'status' | 'starts_at' | 'ends_at' | VenueColumn>,
  after: typeof before,
  now: Date,
): EventChange | undefined {
  if (hasEnded(before, now) && hasEnded(after, now)) return undefined;
  if (before.status === 'approved' && after.status === 'cancelled') return 'cancelled';
  if (before.status === 'cancelled' && after.status === 'approved') return 'revived';
  if (after.status !== 'approved') return undefined;

  const time = before.starts_at !== after.starts_at || before.ends_at !== after.ends_at;
  const place = VENUE_COLUMNS.some((column) => before[column] !== after[column]);
  if (time) return place ? 'time_and_place' : 'time';
  return place ? 'place' : undefined;
}
