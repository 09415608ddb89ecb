import type { SendOutcome } from '../../domain/messaging/deliveries.ts';

/** A message as the messenger takes it. */
export interface OutgoingMessage {
  /** The person's number in the messenger. */
  readonly chat_id: number;
  /** In the messenger's HTML: what people wrote is escaped in it. */
  readonly html: string;
  /** Where the button below the message leads. */
  readonly action_url: string | null;
}

/** How messages leave the house. */
export interface MessengerTransport {
  /** Never throws: whatever happens is an outcome. */
  send(message: OutgoingMessage): Promise<SendOutcome>;
}
