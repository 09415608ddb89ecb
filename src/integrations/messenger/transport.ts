import type { SendOutcome } from '../../domain/messaging/deliveries.ts';

/** A message in the messenger's terms. */
export interface OutgoingMessage {
  /** The user's `messenger_id`. */
  readonly chat_id: number;
  /** The messenger's HTML, with user input escaped. */
  readonly html: string;
  /** The URL of the button below the message. */
  readonly action_url: string | null;
}

export interface MessengerTransport {
  /** Never throws: a failure is an outcome. */
  send(message: OutgoingMessage): Promise<SendOutcome>;
}
