/** A message as the messenger takes it. */
export interface OutgoingMessage {
  /** The person's number in the messenger. */
  readonly chat_id: number;
  /** In the messenger's HTML: what people wrote is escaped in it. */
  readonly html: string;
  /** Where the button below the message leads. */
  readonly action_url: string | null;
}

/** What came of an attempt. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  /** Final. The first two say that this person takes no messages from us. */
  | { readonly kind: 'refused'; readonly reason: 'blocked' | 'chat_not_found' | 'rejected' }
  /** It may go better later. After a time-out the message may have arrived all the same. */
  | {
      readonly kind: 'failed';
      readonly reason: 'server_error' | 'timeout' | 'network' | 'nonsense';
    }
  /** Nobody may send anything for so long; this message has not been sent. */
  | { readonly kind: 'slow_down'; readonly retryAfterSeconds: number }
  /** Our own credentials or address are not right, so this and every other message fails. */
  | { readonly kind: 'misconfigured' };

/** How messages leave the house. */
export interface MessengerTransport {
  /** Never throws: whatever happens is an outcome. */
  send(message: OutgoingMessage): Promise<SendOutcome>;
}
