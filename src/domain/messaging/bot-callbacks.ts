import type { Language } from '../../messages/catalogs.ts';
import type { Answer } from '../networking/connections.ts';
import type { CallbackButton } from './keyboards.ts';
import { line } from './notification-texts.ts';

/** What a button below a message of the bot asks for. `language` is null for the messenger's own. */
export type BotCallback =
  | { readonly kind: 'answer'; readonly connection_id: number; readonly answer: Answer }
  | { readonly kind: 'language'; readonly language: string | null }
  | { readonly kind: 'mute_reminders' }
  | { readonly kind: 'give_up_seat'; readonly of: SeatHolder; readonly id: number };

type SeatHolder = 'conference' | 'event';

const ANSWERS_BY_PREFIX = { ca: 'accepted', cd: 'rejected' } as const satisfies Readonly<
  Record<string, Answer>
>;
const ANSWER = /^(ca|cd)_([1-9]\d{0,15})$/;
const MUTE_REMINDERS = 'mr';
const HOLDERS_BY_PREFIX = { c: 'conference', e: 'event' } as const satisfies Readonly<
  Record<string, SeatHolder>
>;
const GIVE_UP_SEAT = /^sg_(c|e)_([1-9]\d{0,15})$/;
const LANGUAGE = /^l_([A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3})?$/;

/** Undefined for foreign data: the sender of an update can forge it. At most 64 bytes. */
export function callbackOf(data: string): BotCallback | undefined {
  if (data === MUTE_REMINDERS) return { kind: 'mute_reminders' };
  const [, prefix, digits] = ANSWER.exec(data) ?? [];
  const connection_id = Number(digits);
  if (prefix === 'ca' || prefix === 'cd') {
    return Number.isSafeInteger(connection_id)
      ? { kind: 'answer', connection_id, answer: ANSWERS_BY_PREFIX[prefix] }
      : undefined;
  }
  const [, holder, holderDigits] = GIVE_UP_SEAT.exec(data) ?? [];
  if (holder === 'c' || holder === 'e') {
    const id = Number(holderDigits);
    return Number.isSafeInteger(id)
      ? { kind: 'give_up_seat', of: HOLDERS_BY_PREFIX[holder], id }
      : undefined;
  }
  const language = LANGUAGE.exec(data);
  return language ? { kind: 'language', language: language[1] ?? null } : undefined;
}

/** The data of a button, at most 64 bytes: `callbackOf` reads it. */
export function callbackDataOf(callback: BotCallback): string {
  if (callback.kind === 'mute_reminders') return MUTE_REMINDERS;
  if (callback.kind === 'language') return `l_${callback.language ?? ''}`;
  if (callback.kind === 'give_up_seat') return `sg_${callback.of.charAt(0)}_${callback.id}`;
  return `${callback.answer === 'accepted' ? 'ca' : 'cd'}_${callback.connection_id}`;
}

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
    style: 'success',
  },
  {
    text: line('decline', language),
    callback_data: callbackDataOf({ kind: 'answer', connection_id, answer: 'rejected' }),
    style: 'danger',
  },
];

/** The button that mutes all reminders of sessions. */
export const reminderKeyboard = (language: Language): readonly CallbackButton[] => [
  {
    text: line('mute_reminders', language),
    callback_data: callbackDataOf({ kind: 'mute_reminders' }),
  },
];

/** The subjects of notices of seats. */
const SEAT = /^(conference|event)_seat:(\d+)$/;

/** The button that gives up the seat of a notice; none for another subject. */
export function seatKeyboard(subject: string, language: Language): readonly CallbackButton[] {
  const [, of, id] = SEAT.exec(subject) ?? [];
  if (of !== 'conference' && of !== 'event') return [];
  const callback_data = callbackDataOf({ kind: 'give_up_seat', of, id: Number(id) });
  return [{ text: line('give_up_seat', language), callback_data, style: 'danger' }];
}
