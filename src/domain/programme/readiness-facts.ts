import type { FormQuestion } from '../registration/forms.ts';
import type { AgendaClash, AgendaKind } from './agenda.ts';
import type { Conference } from './conferences.ts';
import type { Event } from './events.ts';
import type { SpeakerStatus } from './speakers.ts';

/** A scheduled item, unless its event is cancelled or rejected. */
export interface CheckedItem {
  readonly id: number;
  readonly kind: AgendaKind;
  readonly room: string | null;
  readonly speakers: number;
  readonly is_outside: boolean;
  /** Whether more users keep it than its room holds; null if unknown. */
  readonly is_crowded: boolean | null;
}
/** A pending or approved event. */
export interface CheckedEvent extends Pick<Event, 'id' | 'status' | 'over_capacity_count'> {
  /** A venue or an address, or the room of its agenda item. */
  readonly has_location: boolean;
  readonly is_outside: boolean;
  /** Its capacity, or its attendees if they are more or it has no limit. */
  readonly seats: number;
  /** The smaller one of its venue and the room of its agenda item; null if unknown. */
  readonly room_capacity: number | null;
}
/** A speaker in the lineup. */
export interface CheckedSpeaker {
  readonly id: number;
  readonly status: SpeakerStatus;
  readonly has_photo: boolean;
  readonly has_bio: boolean;
  readonly has_talk: boolean;
}
export interface CheckedQuest {
  readonly id: number;
  readonly is_active: boolean;
  readonly tasks: number;
}

/** What decides whether a conference is ready. */
export interface ReadinessFacts {
  readonly conference: Pick<
    Conference,
    | 'status'
    | 'ends_at'
    | 'description'
    | 'venue'
    | 'city'
    | 'registration_mode'
    | 'registration_closes_at'
    | 'over_capacity_count'
  >;
  readonly items: readonly CheckedItem[];
  readonly clashes: readonly (Pick<AgendaClash, 'kind'> & { readonly of_id: number })[];
  readonly events: readonly CheckedEvent[];
  readonly speakers: readonly CheckedSpeaker[];
  /** What registering asks. */
  readonly questions: readonly Pick<FormQuestion, 'id' | 'translations'>[];
  /** Empty for a key that reads no quests. */
  readonly quests: readonly CheckedQuest[];
  /** Sources of the programme whose changes have waited for a person for 3 days. */
  readonly sources: readonly { readonly id: number }[];
  /** Ticket types that people choose, and that have no free seat. */
  readonly fullTypes: readonly { readonly id: number }[];
  readonly now: string;
}
