import { callbackDataOf } from './bot-callbacks.ts';
import { botText } from './bot-texts.ts';

/** A button below a message that sends its data to the bot. */
export interface CallbackButton {
  readonly text: string;
  readonly callback_data: string;
}

/**
 * The buttons that answer a connection request, in one row. The row with the button that opens the
 * app follows it.
 */
export const requestKeyboard = (
  connection_id: number,
  language: string | null,
): readonly CallbackButton[] => [
  {
    text: botText('accept', language),
    callback_data: callbackDataOf({ kind: 'answer', connection_id, answer: 'accepted' }),
  },
  {
    text: botText('decline', language),
    callback_data: callbackDataOf({ kind: 'answer', connection_id, answer: 'rejected' }),
  },
];
