import { clockOffsetOf } from '../../lib/time-zones.ts';
import { type Remark, remark } from '../reasons.ts';
import { booked, smallRoom } from './agenda-groups.ts';
import type { Conference } from './conferences.ts';
import type { Event } from './events.ts';

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
