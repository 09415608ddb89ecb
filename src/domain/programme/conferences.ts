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
import type { RatingAsk } from '../feedback/ratings.ts';
import { type Remark, remark } from '../reasons.ts';
import {
  type OfferedType,
  spotsOfTypes,
  stateOfTypes,
  type TicketTypeView,
  ticketTypeViews,
} from '../registration/ticket-types.ts';

export const CONFERENCE_STATUSES = ['draft', 'published', 'cancelled', 'archived'] as const;
export type ConferenceStatus = (typeof CONFERENCE_STATUSES)[number];

/** Who may attend the events of a conference: anyone, or only attendees with a seat at it. */
export const EVENT_ACCESSES = ['anyone', 'registered'] as const;
export type EventAccess = (typeof EVENT_ACCESSES)[number];

/** A conference as stored. Only administrators see drafts. */
export interface Conference {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly starts_on: string;
  /** The last day, in the conference's time zone. */
  readonly ends_on: string;
  readonly timezone: string;
  readonly venue: string | null;
  readonly city: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly website: string | null;
  readonly image_url: string | null;
  /** Null for no limit. */
  readonly capacity: number | null;
  readonly registration_mode: RegistrationMode;
  readonly registration_closes_at: string | null;
  readonly waitlist: Waitlist;
  /** Whether registering asks questions. */
  readonly has_form: boolean;
  /** Whether people choose a ticket type. */
  readonly has_ticket_types: boolean;
  /** The most guests whom an attendee brings along. */
  readonly guests_per_person: number;
  /** When unclaimed guests lose their seat; null: 48 hours before the start. */
  readonly guest_claim_by: string | null;
  /** Until when attendees may give their registration away; null: never. */
  readonly transfers_until: string | null;
  readonly event_access: EventAccess;
  /** Whether only people who are checked in rate, once anyone is. */
  readonly ratings_need_check_in: boolean;
  readonly rating_ask: RatingAsk;
  /** Whether the public agenda shows how many keep an item for its capacity. */
  readonly show_interest: boolean;
  /** The least time between two broadcasts of the conference to one chat; 0 for no limit. */
  readonly broadcast_gap_minutes: number;
  readonly status: ConferenceStatus;
  readonly attendee_count: number;
  /** The seats that open invitations hold. */
  readonly invited_count: number;
  /** Seats that administrators gave beyond the capacity. */
  readonly over_capacity_count: number;
  /** The end of `ends_on` in the conference's time zone. */
  readonly ends_at: string;
  /** Raised by each edit. */
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The fields an administrator sets; the service maintains the rest. */
export type ConferenceFields = Omit<
  Conference,
  | 'id'
  | 'has_form'
  | 'has_ticket_types'
  | 'attendee_count'
  | 'invited_count'
  | 'over_capacity_count'
  | 'ends_at'
  | 'version'
  | 'created_at'
  | 'updated_at'
>;

/** Absent fields keep their value. */
export type ConferenceChanges = Changes<ConferenceFields>;

/** The fields of a new conference; absent fields get their default. */
export type ConferenceInput = ConferenceChanges &
  Pick<ConferenceFields, 'name' | 'starts_on' | 'ends_on' | 'timezone'>;

/** The counts of the rows that a deletion of the conference deletes. */
export interface ConferenceContents {
  readonly events: number;
  /** Registered and waitlisted. */
  readonly attendees: number;
  /** Not yet claimed by a user. */
  readonly invitations: number;
  readonly quests: number;
}

/** A conference with the number of its approved events. */
export interface CountedConference extends Conference {
  readonly event_count: number;
  /** The ticket types that people choose; null where they choose none. */
  readonly offered_types?: readonly OfferedType[] | null;
}

/** A conference as everyone sees it. */
export interface ConferenceView extends CountedConference {
  readonly spots_left: number | null;
  readonly registration_state: RegistrationState;
}

export function conferenceView<C extends CountedConference>(conference: C, now: Date) {
  const { offered_types: types } = conference;
  const state = conferenceRegistration(conference, now);
  const spots = spotsLeft(conference);
  if (!types) return { ...conference, spots_left: spots, registration_state: state };
  return {
    ...conference,
    spots_left: spotsOfTypes(types, spots),
    registration_state: stateOfTypes(types, { state, waitlist: conference.waitlist }, now),
  };
}

/** The ticket types of a conference that everyone sees, as they are at `now`. */
export const ticketTypesOf = (conference: CountedConference, now: Date): TicketTypeView[] =>
  ticketTypeViews(
    conference.offered_types ?? [],
    {
      state: conferenceRegistration(conference, now),
      waitlist: conference.waitlist,
      spots_left: spotsLeft(conference),
    },
    now,
  );

/** The registration state at `now`. Only published conferences accept registrations. */
export function conferenceRegistration(
  conference: Registration & Pick<Conference, 'status' | 'ends_at'>,
  now: Date,
): RegistrationState {
  if (conference.status === 'cancelled') return 'cancelled';
  if (hasEnded(conference, now)) return 'ended';
  if (conference.status !== 'published') return 'closed';
  return openRegistrationState(conference, now);
}

/** Why a change of its status ends a coming conference for its attendees; undefined if it does not. */
export function cancellationReason(
  before: Pick<Conference, 'status' | 'ends_at'>,
  after: typeof before,
  now: Date,
): 'cancelled' | 'archived' | undefined {
  const { status } = after;
  if (before.status !== 'published' || hasEnded(before, now)) return undefined;
  return status === 'cancelled' || status === 'archived' ? status : undefined;
}

/** Whether waitlisted attendees are promoted into free seats. */
export const conferenceSeatsPeople = (
  conference: Pick<Conference, 'status' | 'ends_at'>,
  now: Date,
): boolean => conference.status === 'published' && !hasEnded(conference, now);

export const CONFERENCE_WARNING_KINDS = ['days'] as const;

/** The agenda items and events that lie outside the days of their conference. */
export interface OutsideDays {
  readonly agenda_items: number;
  readonly events: number;
}

/** A probable mistake, which is allowed. */
export interface ConferenceWarning extends OutsideDays, Remark {
  readonly kind: (typeof CONFERENCE_WARNING_KINDS)[number];
}

/** The warnings of a conference; none if nothing lies outside its days. */
export function conferenceWarnings({ agenda_items, events }: OutsideDays): ConferenceWarning[] {
  const parts = [
    ...(agenda_items > 0 ? [counted(agenda_items, 'agenda item')] : []),
    ...(events > 0 ? [counted(events, 'event')] : []),
  ];
  if (parts.length === 0) return [];
  const verb = agenda_items + events === 1 ? 'is' : 'are';
  const message = `${parts.join(' and ')} ${verb} outside the days of the conference`;
  const said = remark(message, 'contents_outside_days', { agenda_items, events });
  return [{ kind: 'days', agenda_items, events, ...said }];
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
