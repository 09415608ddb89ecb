import type { ChangeOutcome, SendOutcome } from '../../domain/messaging/deliveries.ts';
import type { Keyboard } from '../../domain/messaging/keyboards.ts';
import type { FormattedText } from '../../domain/messaging/messages.ts';

/** A message in the messenger's terms. An edit replaces all of it. */
export interface OutgoingMessage extends FormattedText {
  /** The user's `messenger_id`. */
  readonly chat_id: number;
  readonly keyboard: Keyboard;
}

/** A message that the bot has sent. */
export interface SentMessage {
  readonly chat_id: number;
  readonly message_id: number;
}

/** The answer to a user who pressed a button below a message. */
export interface CallbackAnswer {
  readonly callback_id: string;
  /** Null: the messenger only ends its sign of progress. */
  readonly text: string | null;
}

/** No method throws: a failure is an outcome. */
export interface MessengerTransport {
  send(message: OutgoingMessage): Promise<SendOutcome>;
  edit(message: OutgoingMessage & SentMessage): Promise<ChangeOutcome>;
  delete(message: SentMessage): Promise<ChangeOutcome>;
  /** A question that is too old is answered: the messenger shows no progress any more. */
  answerCallback(answer: CallbackAnswer): Promise<ChangeOutcome>;
}
