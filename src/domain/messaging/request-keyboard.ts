import type { Language } from '../../messages/catalogs.ts';
import { callbackDataOf } from './bot-callbacks.ts';
import type { CallbackButton } from './keyboards.ts';
import { line } from './notice-texts.ts';

/**
 * The buttons that answer a connection request, in one row. The row with the button that opens the
 * app follows it.
 */
export const requestKeyboard = (
  connection_id: number,
  language: Language,
): readonly CallbackButton[] => [
  {
    text: line('accept', language),
    callback_data: callbackDataOf({ kind: 'answer', connection_id, answer: 'accepted' }),
  },
  {
    text: line('decline', language),
    callback_data: callbackDataOf({ kind: 'answer', connection_id, answer: 'rejected' }),
  },
];
