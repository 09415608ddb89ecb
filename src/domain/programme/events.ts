import { invalid } from '../../errors.ts';
import {
  hasEnded,
  openRegistrationState,
  type Registration,
  type RegistrationMode,
  type RegistrationState,
  spotsLeft,
  type Waitlist,
} from '../attendance/attendables.ts';
import type { Changes } from '../changes.ts';
import type { ConferenceStatus } from './conferences.ts';

export const EVENT_KINDS = ['main', 'side'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export const EVENT_STATUSES = ['pending', 'approved', 'rejected', 'cancelled'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** Events with another status are visible to their requester and to administrators only. */
export const PUBLIC_STATUSES = ['approved', 'cancelled'] as const satisfies readonly EventStatus[];

/** The maximum number of pending side-event requests of a user. */
export const MAX_PENDING = 5;

/** Whether an event or a session has yet to end. */
export type When = 'upcoming' | 'past';

export const EVENT_SOURCES = ['admin', 'request', 'extcal'] as const;
export type EventSource = (typeof EVENT_SOURCES)[number];

/** An event as stored. */
export interface Event {
  readonly id: number;
  readonly slug: string;
  readonly conference_id: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly kind: EventKind;
  readonly status: EventStatus;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly all_day: boolean;
  readonly timezone: string;
  readonly venue_name: string | null;
  readonly venue_address: string | null;
  readonly venue_latitude: number | null;
  readonly venue_longitude: number | null;
  readonly image_url: string | null;
  readonly url: string | null;
  readonly organizer: string | null;
  readonly tags: readonly string[];
  /** Null for no limit. */
  readonly capacity: number | null;
  readonly attendee_count: number;
  /** Seats that administrators gave beyond the capacity. */
  readonly over_capacity_count: number;
  readonly registration_mode: RegistrationMode;
  readonly registration_closes_at: string | null;
  readonly waitlist: Waitlist;
  /** Whether attending asks questions. */
  readonly has_form: boolean;
  readonly source: EventSource;
  /** The user who requested a side event; null for other events. */
  readonly submitted_by: number | null;
  /** Null also for a rejection without a reason. */
  readonly rejection_reason: string | null;
  /** Raised by each edit. */
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** An event with the fields that only administrators see. */
export interface AdminEvent extends ReadEvent {
  /** How to reach the requester. Never log it: an erasure deletes it. */
  readonly contact: string | null;
  readonly submitter: Submitter | null;
}

/** The requester of a side event. */
export interface Submitter {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string | null;
  readonly username: string | null;
}

/** The fields an administrator sets; the service maintains the rest. */
export type EventFields = Omit<
  Event,
  | 'id'
  | 'has_form'
  | 'attendee_count'
  | 'over_capacity_count'
  | 'source'
  | 'submitted_by'
  | 'rejection_reason'
  | 'version'
  | 'created_at'
  | 'updated_at'
>;
export type EventChanges = Changes<EventFields>;

/** Where an event takes place; null for an unknown part. */
export interface Venue {
  readonly name: string | null;
  readonly address: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}
export const VENUE_COLUMNS = [
  'venue_name',
  'venue_address',
  'venue_latitude',
  'venue_longitude',
] as const satisfies readonly `venue_${keyof Venue}`[];
export type VenueColumn = (typeof VENUE_COLUMNS)[number];

/** Absent fields keep their value, or get their default in a new event. */
export type EventInput = Changes<Omit<EventFields, VenueColumn>> & {
  readonly venue?: Changes<Venue> | null | undefined;
};

/** An event with the status of its conference; null without a conference. */
export interface ReadEvent extends Event {
  readonly conference_status: ConferenceStatus | null;
}

/** An event as everyone sees it: the venue as one object, and the registration state. */
export interface EventView
  extends Omit<Event, VenueColumn | 'has_form' | keyof SeenByAdministrators> {
  readonly venue: Venue;
  readonly spots_left: number | null;
  readonly registration_state: RegistrationState;
}

type SeenByAdministrators = Pick<
  Event,
  'over_capacity_count' | 'submitted_by' | 'rejection_reason' | 'version'
>;

export interface AdminEventView extends EventView, SeenByAdministrators {
  readonly submitter: Submitter | null;
  readonly contact: string | null;
}

export const venueOf = (event: Pick<Event, VenueColumn>): Venue => ({
  name: event.venue_name,
  address: event.venue_address,
  latitude: event.venue_latitude,
  longitude: event.venue_longitude,
});

/** Named one by one: to copy the rest of a row costs ten times as much. */
export function eventView(event: ReadEvent, now: Date): EventView {
  return {
    id: event.id,
    slug: event.slug,
    conference_id: event.conference_id,
    title: event.title,
    description: event.description,
    kind: event.kind,
    status: event.status,
    starts_at: event.starts_at,
    ends_at: event.ends_at,
    all_day: event.all_day,
    timezone: event.timezone,
    venue: venueOf(event),
    image_url: event.image_url,
    url: event.url,
    organizer: event.organizer,
    tags: event.tags,
    capacity: event.capacity,
    attendee_count: event.attendee_count,
    spots_left: spotsLeft(event),
    registration_mode: event.registration_mode,
    registration_closes_at: event.registration_closes_at,
    waitlist: event.waitlist,
    registration_state: registrationState(event, now),
    source: event.source,
    created_at: event.created_at,
    updated_at: event.updated_at,
  };
}

export function adminEventView(
  { contact, submitter, ...event }: AdminEvent,
  now: Date,
): AdminEventView {
  const { over_capacity_count, submitted_by, rejection_reason, version } = event;
  const administrators = {
    over_capacity_count,
    submitted_by,
    submitter,
    contact,
    rejection_reason,
    version,
  };
  return { ...eventView(event, now), ...administrators };
}

/** A venue is merged field by field: parts that are not given keep their value. Null clears it. */
export function eventColumns<Input extends EventInput>({
  venue,
  ...columns
}: Input): Omit<Input, 'venue'> & Changes<Pick<Event, VenueColumn>> {
  return { ...columns, ...(venue !== undefined && venueColumns(venue)) };
}

const NO_VENUE = { name: null, address: null, latitude: null, longitude: null };

function venueColumns(venue: Changes<Venue> | null): Changes<Pick<Event, VenueColumn>> {
  const { name, address, latitude, longitude } = venue ?? NO_VENUE;
  return {
    venue_name: name,
    venue_address: address,
    venue_latitude: latitude,
    venue_longitude: longitude,
  };
}

/** The API fields that these columns belong to: all venue columns are `venue`. */
export const fieldsOf = (columns: EventChanges): string[] => [
  ...new Set(
    Object.keys(columns).map((column) => (column.startsWith('venue_') ? 'venue' : column)),
  ),
];

/** @throws AppError VALIDATION_ERROR unless `ends_at` is after `starts_at` */
export function checkTimes({ starts_at, ends_at }: Pick<Event, 'starts_at' | 'ends_at'>): void {
  if (Date.parse(ends_at) <= Date.parse(starts_at)) {
    throw invalid('ends_at', 'expected a time after starts_at', 'after', { field: 'starts_at' });
  }
}

/** The registration state at `now`; without `conference_status`, of the event alone. */
export function registrationState(
  event: Registration & Pick<Event, 'status' | 'ends_at'> & Partial<ReadEvent>,
  now: Date,
): RegistrationState {
  const { status, conference_status: conference } = event;
  if (status === 'cancelled' || conference === 'cancelled') return 'cancelled';
  if (hasEnded(event, now)) return 'ended';
  if (status !== 'approved') return 'closed';
  if (conference === 'draft' || conference === 'archived') return 'closed';
  return openRegistrationState(event, now);
}

/**
 * Whether waitlisted attendees are promoted into free seats. Closed registration does not matter:
 * they joined the waitlist in time.
 */
export const seatsPeople = (event: Pick<Event, 'status' | 'ends_at'>, now: Date): boolean =>
  event.status === 'approved' && !hasEnded(event, now);

const NEXT: Readonly<Record<EventStatus, readonly EventStatus[]>> = {
  pending: ['approved', 'rejected'],
  approved: ['cancelled'],
  rejected: ['approved'],
  cancelled: [],
};

/** Whether an event may change from one status to the other. Keeping the status is no change. */
export const mayBecome = (from: EventStatus, to: EventStatus): boolean => NEXT[from].includes(to);
