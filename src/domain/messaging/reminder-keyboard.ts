import type { Language } from '../../messages/catalogs.ts';
import { callbackDataOf } from './bot-callbacks.ts';
import type { CallbackButton } from './keyboards.ts';
import { line } from './notice-texts.ts';

/** The button that mutes all reminders of sessions. */
export const reminderKeyboard = (language: Language): readonly CallbackButton[] => [
  {
    text: line('mute_reminders', language),
    callback_data: callbackDataOf({ kind: 'mute_reminders' }),
  },
];
