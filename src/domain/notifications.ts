/** What a person is told, with the fixed `data` of its type, so that a client can act on it. */
export type Notice = {
  readonly title: string;
  readonly body: string;
  readonly action_url?: string | null;
} & {
  /** A seat became free, and the person moved up from the waiting list. */
  readonly type: 'event_promoted';
  readonly data: { readonly event_id: number };
};
