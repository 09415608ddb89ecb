import { createHash } from 'node:crypto';
import { type Keyboard, NO_KEYBOARD } from '../../domain/messaging/keyboards.ts';
import { languageOf } from '../../domain/messaging/languages.ts';
import { type FormattedText, messageText, plainMessage } from '../../domain/messaging/messages.ts';
import { subjectsOf } from '../../domain/messaging/notification-types.ts';
import {
  isOutdated,
  type RenderedMessage,
  type RenderOptions,
  renderedMessage,
  type SentNotification,
} from '../../domain/messaging/rendered-messages.ts';
import { holderOf, type SubjectsNow } from '../../domain/messaging/subjects.ts';
import type { EditingRow, SendingRow } from '../../repositories/messaging/deliveries.repository.ts';

interface Content extends FormattedText {
  readonly keyboard: Keyboard;
  readonly content_hash: string;
}

type LeasedRow = SendingRow | EditingRow;

/** A row that a run has claimed, with what it speaks of. */
export type LeasedMessage<R extends LeasedRow = LeasedRow> = Omit<R, 'subjects'> & {
  readonly notice: SentNotification | null;
  readonly subjects: readonly string[];
};

/** What to do about a claimed message. */
export type SendDecision = ({ readonly kind: 'send' } & Content) | { readonly kind: 'outdated' };
export type EditDecision =
  /** `is_ahead`: if the message is lost, another one says this. */
  | ({ readonly kind: 'edit'; readonly is_ahead: boolean } & Content)
  | ({ readonly kind: 'delete' } & Content)
  | { readonly kind: 'unchanged' };

export function leasedMessage<R extends LeasedRow>(row: R): LeasedMessage<R> {
  const { notification_id: id } = row;
  // The database knows the type of the row only; `data` and `args` are those of its `type`.
  const notice = id === null ? null : ({ ...row, id } as R & SentNotification);
  const declared = notice as unknown as Parameters<typeof subjectsOf>[0] | null;
  return { ...row, notice, subjects: declared ? subjectsOf(declared) : (row.subjects ?? []) };
}

/** What has to be known about the subjects of a message. */
export const lookedUp = ({ subjects }: LeasedMessage): string[] =>
  subjects.flatMap((subject) => [subject, holderOf(subject)]);

/** What messages to all readers are rendered with. */
export type RenderSettings = Omit<RenderOptions, 'language' | 'things'>;

export function decisionOnSend(
  message: LeasedMessage<SendingRow>,
  things: SubjectsNow,
  options: RenderSettings,
): SendDecision {
  const text = textOf(message, things, options);
  return isAheadOf(message, things) && text.kind === 'text'
    ? { kind: 'send', ...contentOf(text) }
    : { kind: 'outdated' };
}

export function decisionOnEdit(
  message: LeasedMessage<EditingRow>,
  things: SubjectsNow,
  options: RenderSettings,
): EditDecision {
  const text = textOf(message, things, options);
  if (text.kind === 'unchanged') return text;
  const content = contentOf(text);
  if (content.content_hash === message.content_hash) return { kind: 'unchanged' };
  if (text.kind === 'removed' && message.is_deletable) return { kind: 'delete', ...content };
  const is_ahead = text.kind === 'text' && isAheadOf(message, things);
  return { kind: 'edit', is_ahead, ...content };
}

const textOf = (
  message: LeasedMessage,
  things: SubjectsNow,
  options: RenderSettings,
): RenderedMessage =>
  renderedMessage(message, {
    ...options,
    language: languageOf({ language_code: message.language }),
    things,
  });

const isAheadOf = ({ notice, subjects, at }: LeasedMessage, things: SubjectsNow): boolean =>
  notice !== null && !isOutdated(notice, subjects, { now: things, at });

function contentOf(text: Exclude<RenderedMessage, { kind: 'unchanged' }>): Content {
  const content =
    text.kind === 'text'
      ? { ...messageText(text), keyboard: text.keyboard }
      : { ...plainMessage(text.text), keyboard: NO_KEYBOARD };
  const json = JSON.stringify([content.text, content.entities, content.keyboard]);
  return { ...content, content_hash: createHash('sha256').update(json).digest('hex') };
}
