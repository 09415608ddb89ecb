import type { Attendance } from '../attendance/attendances.ts';
import type {
  ConferenceFieldChanges,
  EventFieldChanges,
  NotifiedChanges,
} from '../programme/subject-changes.ts';
import type { StartTarget } from './start-parameters.ts';

/** The most unread notifications that are counted: a client shows 99+. */
export const MAX_UNREAD_COUNT = 100;

/** The topics that a user can mute. */
export const TOPICS = [
  'connections',
  'events',
  'conferences',
  'quests',
  'partner',
  'messages',
  'reminders',
] as const;
export type Topic = (typeof TOPICS)[number];

/** Whether a change by an administrator notifies the users whom it concerns; true by default. */
export interface Notified {
  readonly notify?: boolean | undefined;
}

/** `in_app` is the inbox, `messenger` a message. */
export const CHANNELS = ['in_app', 'messenger'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The user who caused a notification. */
export interface Actor {
  readonly id: number;
  readonly first_name: string;
  readonly photo_url: string | null;
}

/** Why the attendees of a conference are notified that it is over for them. */
export const CONFERENCE_CANCELLATION_REASONS = ['cancelled', 'archived', 'deleted'] as const;
export type ConferenceCancellationReason = (typeof CONFERENCE_CANCELLATION_REASONS)[number];

/** Texts and `data` of a notification. The shape of `data` depends on `type`. */
export type NotificationContent = {
  readonly title: string;
  readonly body: string;
  readonly action_url?: string | null;
} & (
  | {
      /** A connection request to the user; the acceptance of the user's own, or a meeting. */
      readonly type: 'connection_request' | 'connection_accepted';
      readonly data: {
        readonly connection_id: number;
        readonly actor: Actor;
      };
    }
  | {
      /** A side-event request was approved; the user was promoted from the waitlist. */
      readonly type: 'event_approved' | 'event_promoted';
      readonly data: { readonly event_id: number };
    }
  | {
      /** The time, place or status of an event changed. */
      readonly type: 'event_updated' | 'event_cancelled';
      readonly data: { readonly event_id: number; readonly changes: EventFieldChanges };
    }
  | {
      /** An import or a move changed events that the user attends, or agenda items that they keep. */
      readonly type: 'programme_changed';
      readonly data: {
        readonly conference_id: number | null;
        readonly event_ids: readonly number[];
        /** Only for a user who attends none of the changed events. */
        readonly agenda_item_ids?: readonly number[];
        /** Not of an import of agenda items: each item and event, by its new start. */
        readonly changes?: readonly {
          /** Null for an event. */
          readonly agenda_item_id: number | null;
          readonly event_id: number | null;
          readonly text: string;
          readonly changes: NotifiedChanges | EventFieldChanges;
        }[];
      };
    }
  | {
      /** The days or the place of a conference changed that the user attends. */
      readonly type: 'conference_updated';
      readonly data: {
        readonly conference_id: number;
        readonly changes: ConferenceFieldChanges;
      };
    }
  | {
      /** A conference that the user attends does not take place, or left the platform. */
      readonly type: 'conference_cancelled';
      readonly data: {
        readonly conference_id: number;
        readonly reason: ConferenceCancellationReason;
      };
    }
  | {
      /** An agenda item that the user keeps, or whose event they attend, was moved or cancelled. */
      readonly type: 'agenda_item_updated' | 'agenda_item_cancelled';
      readonly data: {
        readonly agenda_item_id: number;
        readonly conference_id: number;
        readonly event_id: number | null;
        readonly changes: NotifiedChanges;
      };
    }
  | {
      /** After the last session of a day: the user rates what they kept or attended. */
      readonly type: 'rating_request';
      readonly data: { readonly conference_id: number; readonly day: string };
    }
  | {
      /** The user's side-event request was rejected. */
      readonly type: 'event_rejected';
      readonly data: { readonly event_id: number; readonly reason: string | null };
    }
  | {
      /** The user was promoted from the waitlist of a conference. */
      readonly type: 'conference_promoted';
      readonly data: { readonly conference_id: number };
    }
  | {
      /** An administrator, or an invitation, gave or took a seat or a place on the waitlist. */
      readonly type: 'seat_given' | 'seat_taken';
      readonly data: { readonly status: Attendance['status'] } & (
        | { readonly event_id: number }
        | {
            readonly conference_id: number;
            /** Only if invitations to several conferences were claimed at once. */
            readonly conference_ids?: readonly number[];
          }
      );
    }
  | {
      /** The organizers rejected the user's request for a seat. */
      readonly type: 'registration_rejected';
      readonly data: { readonly reason: string | null } & (
        | { readonly event_id: number }
        | { readonly conference_id: number }
      );
    }
  | {
      /** Guests of the user have not claimed their seats in time. */
      readonly type: 'guest_lapsed';
      readonly data: { readonly conference_id: number; readonly names: readonly string[] };
    }
  | {
      /** Nobody has claimed the registration that the user gave away: it is theirs again. */
      readonly type: 'transfer_returned';
      readonly data: { readonly conference_id: number };
    }
  | {
      /** The partner has minted the user's token. */
      readonly type: 'partner_minted';
      readonly data: {
        readonly mint_id: number;
        readonly token_id: string | null;
        readonly explorer_url: string | null;
      };
    }
  | {
      /** The user completed the quest; `points` are for the completion. */
      readonly type: 'quest_completed';
      readonly data: { readonly quest_id: number; readonly points: number };
    }
  | {
      /** A task of the user was approved. */
      readonly type: 'quest_task_approved';
      readonly data: {
        readonly quest_id: number;
        readonly task_id: number;
        readonly points: number;
      };
    }
  | {
      /** A task of the user was rejected. */
      readonly type: 'quest_task_rejected';
      readonly data: {
        readonly quest_id: number;
        readonly task_id: number;
        readonly reason: string | null;
      };
    }
  | {
      /** The user's registration request was decided. */
      readonly type: 'quest_registration_approved' | 'quest_registration_rejected';
      readonly data: { readonly quest_id: number; readonly reason: string | null };
    }
  | {
      readonly type: 'quest_reminder';
      readonly data: { readonly quest_id: number };
    }
  | {
      /** An administrator gave or took points. */
      readonly type: 'points_adjusted';
      readonly data: {
        readonly delta: number;
        readonly reason: string;
        readonly quest_id: number | null;
        readonly conference_id: number | null;
      };
    }
  | {
      /** What the user keeps or has a seat at begins soon; in no inbox. */
      readonly type: 'session_reminder';
      readonly data: {
        /** Those that begin in the same minute. An agenda item and its event are one. */
        readonly sessions: readonly {
          readonly event_id: number | null;
          readonly agenda_item_id: number | null;
        }[];
      };
    }
  | {
      /** Text by the organizers for everyone who gets a seat at the conference. */
      readonly type: 'welcome';
      readonly data: { readonly conference_id: number };
    }
  | {
      /** Text by the organizers, who ask whether the user still comes to the conference. */
      readonly type: 'seat_check';
      readonly data: { readonly conference_id: number };
    }
  | {
      /** The organizers warn the user about their behavior. */
      readonly type: 'warning';
      readonly data: Readonly<Record<string, never>>;
    }
  | {
      /** Text by an administrator. */
      readonly type: 'message';
      readonly data: Readonly<Record<string, never>>;
    }
);

/** A notification in the user's inbox, in the user's language. */
export type Notification = NotificationContent & {
  readonly id: number;
  readonly action_url: string | null;
  /** What its author has chosen; of an automatic notice null, see `targetOf`. */
  readonly start: StartTarget | null;
  readonly created_at: string;
  readonly clicked_at: string | null;
  readonly dismissed_at: string | null;
};

/** A seat or a place on the waitlist that an administrator changed. */
export interface SeatChange {
  readonly userIds: readonly number[];
  readonly type: 'seat_given' | 'seat_taken';
  readonly status: Attendance['status'];
}
