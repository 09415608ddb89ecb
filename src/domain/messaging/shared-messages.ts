import type { Language } from '../../messages/catalogs.ts';
import type { Keyboard } from './keyboards.ts';
import { type FormattedText, messageText } from './messages.ts';
import { buttonOf } from './notification-texts.ts';

export const SHARE_KINDS = ['event', 'agenda_item', 'speaker', 'quest', 'conference'] as const;
export type ShareKind = (typeof SHARE_KINDS)[number];

/** A rule of the product, which `RATE_LIMIT_ENABLED` does not disable. */
export const SHARES = { name: 'share-messages', limit: 20, windowMs: 3_600_000 } as const;

/** What a shared message says. */
export interface SharedResource {
  readonly title: string;
  /** Time and place, with marked times. */
  readonly lines: readonly string[];
  /** What the button opens. */
  readonly url: string;
}

/** A message that a user sends to chats of their choice. It says nothing of the user. */
export interface SharedMessage extends FormattedText {
  readonly title: string;
  readonly keyboard: Keyboard;
}

/** @param language of who shares: nobody knows who will read */
export function sharedMessage(
  { title, lines, url }: SharedResource,
  language: Language,
): SharedMessage {
  const body = lines.filter((one) => one !== '').join('\n');
  const text = buttonOf('message', language);
  const keyboard = [[{ text, url, style: 'primary' as const }]];
  return { title, ...messageText({ title, body }), keyboard };
}
