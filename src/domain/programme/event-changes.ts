import { clockOffsetOf } from '../../lib/time-zones.ts';
import { hasEnded } from '../attendance/attendables.ts';
import { type Remark, remark } from '../reasons.ts';
import { booked, smallRoom } from './agenda-groups.ts';
import type { Conference } from './conferences.ts';
import { type Event, VENUE_COLUMNS, type VenueColumn } from './events.ts';
import type { SubjectChange } from './subject-changes.ts';

/** A change of an event that its attendees are notified of. */
export type EventChange = 'cancelled' | 'revived' | 'time' | 'place' | 'time_and_place';

/** Undefined for a change without a notice, and if the event has ended before and after. */
export function changeOf(
  before: Pick<Event, 'status' | 'starts_at' | 'ends_at' | VenueColumn>,
  after: typeof before,
  now: Date,
): EventChange | undefined {
  if (hasEnded(before, now) && hasEnded(after, now)) return undefined;
  // The deletion of a pending event cancels it, and its requester is notified.
  const wasExpected = before.status === 'approved' || before.status === 'pending';
  if (wasExpected && after.status === 'cancelled') return 'cancelled';
  if (before.status === 'cancelled' && after.status === 'approved') return 'revived';
  if (after.status !== 'approved') return undefined;

  const time = before.starts_at !== after.starts_at || before.ends_at !== after.ends_at;
  const place = VENUE_COLUMNS.some((column) => before[column] !== after[column]);
  if (time) return place ? 'time_and_place' : 'time';
  return place ? 'place' : undefined;
}

/** An event as a notice shows it. */
export type NotifiedEvent = Pick<
  Event,
  'id' | 'title' | 'status' | 'starts_at' | 'ends_at' | 'all_day' | 'timezone' | VenueColumn
>;

/** The notice of the change from `before` to `after`; undefined for a change without a notice. */
export function eventNotification(
  before: NotifiedEvent,
  after: NotifiedEvent,
  now: Date,
): SubjectChange | undefined {
  const change = changeOf(before, after, now);
  if (!change) return undefined;
  const { id, title, timezone, all_day, venue_name, venue_address } = after;
  return {
    subject: `event:${id}`,
    type: change === 'cancelled' ? 'event_cancelled' : 'event_updated',
    data: { event_id: id },
    before: fieldsOf(before),
    after: { title, timezone, all_day, place: venue_name ?? venue_address, ...fieldsOf(after) },
    concerns_at: before.starts_at < after.starts_at ? before.starts_at : after.starts_at,
    is_of_status: before.status !== after.status,
  };
}

const fieldsOf = ({ status, starts_at, ends_at, ...event }: NotifiedEvent) => ({
  status,
  starts_at,
  ends_at,
  venue: {
    name: event.venue_name,
    address: event.venue_address,
    latitude: event.venue_latitude,
    longitude: event.venue_longitude,
  },
});

export const EVENT_WARNING_KINDS = ['length', 'days', 'room', 'capacity'] as const;

/** A probable mistake, which is allowed. */
export interface EventWarning extends Remark {
  readonly kind: (typeof EVENT_WARNING_KINDS)[number];
  /** Another booking of the room: an event, or an agenda item without one. */
  readonly event_id?: number;
  readonly agenda_item_id?: number;
}

/** Another use of the venue of an event at the same time; one of the ids is null. */
export interface RoomClash {
  readonly event_id: number | null;
  readonly agenda_item_id: number | null;
  readonly title: string;
}

/** The room of an event. */
interface Room {
  readonly clashes: readonly RoomClash[];
  /** Null if unknown, or without a room. */
  readonly capacity: number | null;
}

const HOUR_MS = 60 * 60 * 1000;
const LONGEST_MS = 24 * HOUR_MS;
/** A whole day has 25 hours when clocks are set back. */
const LONGEST_DAY_MS = 25 * HOUR_MS;

/** The warnings of an event and its conference, if it has one. */
export function eventWarnings(
  event: Pick<
    Event,
    'starts_at' | 'ends_at' | 'all_day' | 'venue_name' | 'capacity' | 'attendee_count'
  >,
  conference: Pick<Conference, 'starts_on' | 'ends_on' | 'ends_at' | 'timezone'> | undefined,
  { clashes, capacity }: Room,
): EventWarning[] {
  const warnings: EventWarning[] = [];
  const length = Date.parse(event.ends_at) - Date.parse(event.starts_at);
  if (length > (event.all_day ? LONGEST_DAY_MS : LONGEST_MS)) {
    const hours = Math.round(length / HOUR_MS);
    const said = remark(`The event lasts ${hours} hours`, 'many_hours', { hours });
    warnings.push({ kind: 'length', ...said });
  }
  if (conference && isOutside(event, conference)) {
    const { starts_on, ends_on } = conference;
    const message = `The event is outside the days of its conference, ${starts_on} to ${ends_on}`;
    warnings.push({ kind: 'days', ...remark(message, 'outside_days', { starts_on, ends_on }) });
  }
  const seats = Math.max(event.capacity ?? 0, event.attendee_count);
  if (capacity !== null && seats > capacity) {
    const room = { name: event.venue_name ?? '', capacity, seats };
    warnings.push({ kind: 'capacity', ...smallRoom(room) });
  }
  return [...warnings, ...clashes.map((clash) => roomWarning(event, clash))];
}

function isOutside(
  { starts_at, ends_at }: Pick<Event, 'starts_at' | 'ends_at'>,
  conference: Pick<Conference, 'starts_on' | 'ends_at' | 'timezone'>,
): boolean {
  const start = Date.parse(starts_at);
  const wall = start + clockOffsetOf(conference.timezone)(start);
  const day = new Date(wall).toISOString().slice(0, 10);
  return day < conference.starts_on || Date.parse(ends_at) > Date.parse(conference.ends_at);
}

const roomWarning = (
  { venue_name }: Pick<Event, 'venue_name'>,
  { event_id, agenda_item_id, title }: RoomClash,
): EventWarning => ({
  kind: 'room',
  ...(event_id !== null && { event_id }),
  ...(agenda_item_id !== null && { agenda_item_id }),
  ...booked(venue_name ?? '', title),
});
