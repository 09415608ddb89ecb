import type { AgendaItem } from './agenda.ts';
import type { Conference } from './conferences.ts';
import type { Event, Venue } from './events.ts';

/** An event or an agenda item as the text of a notice shows it. */
export interface EntitySnapshot {
  readonly title: string;
  /** An instant in ISO 8601, as `ends_at`. Texts show both in `timezone`. */
  readonly starts_at: string;
  readonly ends_at: string;
  readonly timezone: string;
  /** Absent for an agenda item. */
  readonly all_day?: boolean;
  /** Name or address of the venue, or the room. */
  readonly place: string | null;
  readonly status: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** An event or an agenda item, or a conference, as it is. */
export type SessionState = EntitySnapshot & {
  readonly event_id?: number | null;
  readonly room?: string | null;
  readonly venue?: Venue;
};
interface ConferenceState {
  readonly name: string;
  readonly status: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly venue: string | null;
  readonly city: string | null;
}
export type State = SessionState | ConferenceState;

/** A change of a subject that people are notified of. */
export interface SubjectChange {
  /** As `event:12`. */
  readonly subject: string;
  readonly type: `${'event' | 'agenda_item' | 'conference'}_${'updated' | 'cancelled'}`;
  /** The ids. */
  readonly data: Readonly<Record<string, number | null>>;
  /** The fields that people are notified of. */
  readonly before: Fields;
  /** All that a text shows, with these fields. */
  readonly after: State;
  /** The sooner of the starts before and after. */
  readonly concerns_at: string | null;
  readonly is_of_status: boolean;
}

/** Changed fields, as on the wire, with their values before and after. */
type Changed<T> = { readonly [F in keyof T]?: { readonly from: T[F]; readonly to: T[F] } };
type Times = 'status' | 'starts_at' | 'ends_at';
export type NotifiedChanges = Changed<Pick<AgendaItem, Times | 'room'>>;
export type EventFieldChanges = Changed<Pick<Event, Times> & { readonly venue: Venue }>;
export type ConferenceFieldChanges = Changed<
  Pick<Conference, 'starts_on' | 'ends_on' | 'timezone' | 'venue' | 'city'>
>;
