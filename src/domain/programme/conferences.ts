import { hasEnded, type RegistrationState, spotsLeft } from '../attendance/attendables.ts';
import type { Changes } from '../changes.ts';

export const CONFERENCE_STATUSES = ['draft', 'published', 'archived'] as const;
export type ConferenceStatus = (typeof CONFERENCE_STATUSES)[number];

/** A conference as the database has it; only administrators know of drafts. */
export interface Conference {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly starts_on: string;
  /** Its last day, in its own zone. */
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
  readonly status: ConferenceStatus;
  readonly attendee_count: number;
  /** When its last day is over, by its own clocks. */
  readonly ends_at: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What somebody decides about a conference; the rest is kept by the service. */
export type ConferenceFields = Omit<
  Conference,
  'id' | 'attendee_count' | 'ends_at' | 'created_at' | 'updated_at'
>;

/** What an administrator changes of one; what is absent stays as it is. */
export type ConferenceChanges = Changes<ConferenceFields>;

/** What an administrator says of a new conference; what is absent is as by default. */
export type ConferenceInput = ConferenceChanges &
  Pick<ConferenceFields, 'name' | 'starts_on' | 'ends_on' | 'timezone'>;

/** What goes with a conference that is deleted. */
export interface ConferenceContents {
  readonly events: number;
  /** Who comes or waits. */
  readonly attendees: number;
  /** Those nobody has claimed. */
  readonly invitations: number;
}

/** A conference as it is shown. */
export interface ConferenceView extends Conference {
  /** Its approved events. */
  readonly event_count: number;
}

/** What somebody who wants to come would meet now. Archived ones take nobody in any more. */
export function conferenceRegistration(
  conference: Pick<Conference, 'status' | 'ends_at' | 'capacity' | 'attendee_count'>,
  now: Date,
): RegistrationState {
  if (hasEnded(conference, now)) return 'ended';
  if (conference.status !== 'published') return 'closed';
  return spotsLeft(conference) === 0 ? 'waitlist' : 'open';
}

/** Whether free seats go to those who wait. */
export const conferenceSeatsPeople = (
  conference: Pick<Conference, 'status' | 'ends_at'>,
  now: Date,
): boolean => conference.status === 'published' && !hasEnded(conference, now);
