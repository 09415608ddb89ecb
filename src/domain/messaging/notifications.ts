/** What somebody is told about, and can be told of less. */
export const TOPICS = [
  'connections',
  'events',
  'conferences',
  'quests',
  'partner',
  'messages',
] as const;
export type Topic = (typeof TOPICS)[number];

/** Every type of notification, and the topic it belongs to. */
export const TOPIC_OF = {
  connection_request: 'connections',
  connection_accepted: 'connections',
  event_approved: 'events',
  event_rejected: 'events',
  event_promoted: 'events',
  event_updated: 'events',
  event_cancelled: 'events',
  conference_promoted: 'conferences',
  message: 'messages',
} as const satisfies Readonly<Record<string, Topic>>;

/** Where a notification goes: into the list in the app, out by the messenger, or both. */
export const CHANNELS = ['in_app', 'messenger'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Who did what somebody is told of. */
export interface Actor {
  readonly id: number;
  readonly first_name: string;
  readonly photo_url: string | null;
}

/** What a person is told, with the fixed `data` of its type, so that a client can act on it. */
export type NotificationContent = {
  readonly title: string;
  readonly body: string;
  readonly action_url?: string | null;
} & (
  | {
      /** Somebody asks to connect, or said yes to the person's own request. */
      readonly type: 'connection_request' | 'connection_accepted';
      readonly data: {
        readonly connection_id: number;
        readonly actor: Actor;
      };
    }
  | {
      /**
       * The event that somebody asked for is in the programme; a seat became free and the person
       * moved up from the waiting list; an event they go to has other times or another place, does
       * not take place, or does after all.
       */
      readonly type: 'event_approved' | 'event_promoted' | 'event_updated' | 'event_cancelled';
      readonly data: { readonly event_id: number };
    }
  | {
      /** The event that somebody asked for is not taken up. */
      readonly type: 'event_rejected';
      readonly data: { readonly event_id: number; readonly reason: string | null };
    }
  | {
      /** A seat became free, and the person moved up from the waiting list. */
      readonly type: 'conference_promoted';
      readonly data: { readonly conference_id: number };
    }
  | {
      /** What an administrator writes. */
      readonly type: 'message';
      readonly data: Readonly<Record<string, never>>;
    }
);

/** A notification as the person finds it in their list. */
export type Notification = NotificationContent & {
  readonly id: number;
  readonly action_url: string | null;
  readonly created_at: string;
  readonly clicked_at: string | null;
  readonly dismissed_at: string | null;
};
