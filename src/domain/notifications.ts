/** What a person is told, with the fixed `data` of its type, so that a client can act on it. */
export type Notice = {
  readonly title: string;
  readonly body: string;
  readonly action_url?: string | null;
} & (
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
);
