import type { Language } from '../../messages/catalogs.ts';
import { currentNotification, type SentValues } from './current-notifications.ts';
import type { CallbackButton, Keyboard, UrlButton } from './keyboards.ts';
import type { NotificationArgs } from './notification-args.ts';
import { line, markedTitleAndBody, buttonOf as verbOf } from './notification-texts.ts';
import { NOTIFICATION_TYPES } from './notification-types.ts';
import { shareUrl } from './start-parameters.ts';
import { endOf, holderOf, type SubjectsNow } from './subjects.ts';
import { withWelcomes } from './welcomes.ts';

/** The types whose `action_url` leads out of the mini app. */
const LEADING_OUT: readonly string[] = ['message', 'partner_minted', 'welcome'];

/**
 * The button of a notification's message: its `action_url`, else the notification itself in the mini
 * app, so that sign-in marks it clicked. Undefined without an address of the app.
 */
export function buttonOf(
  { id, type, action_url }: { id: number; type: string; action_url: string | null },
  appUrl: string | undefined,
  text: string,
): UrlButton | undefined {
  const outside = LEADING_OUT.includes(type) ? action_url : null;
  const url = outside ?? shareUrl(appUrl, { kind: 'notification', id }) ?? action_url;
  if (url === null) return undefined;
  return outside === null ? { text, url, style: 'primary' } : { text, url };
}

/** The notification of a message. */
export type SentNotification = SentValues & {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly action_url: string | null;
  readonly is_recalled: boolean;
};

/** A message in a chat, or one that is about to be sent. */
export interface SentMessage {
  /** Null once its notification is deleted. */
  readonly notice: SentNotification | null;
  readonly subjects: readonly string[];
  /** Whether a newer message of the person speaks of the same. */
  readonly has_newer: boolean;
}

export interface RenderOptions {
  readonly language: Language;
  readonly things: SubjectsNow;
  readonly appUrl: string | undefined;
  /** The buttons that answer a connection request; none if nobody listens to them. */
  readonly requestButtons: (connectionId: number, language: Language) => readonly CallbackButton[];
  /** The button that mutes reminders; none if nobody listens to it. */
  readonly reminderButtons: (language: Language) => readonly CallbackButton[];
  /** The button that gives up the seat of a subject; none if nobody listens to it. */
  readonly seatButtons: (subject: string, language: Language) => readonly CallbackButton[];
}

/** What is to stand in the chat. */
export type RenderedMessage =
  | {
      readonly kind: 'text';
      /** With marked times, as the body. */
      readonly title: string;
      readonly body: string;
      readonly keyboard: Keyboard;
    }
  | { readonly kind: 'line'; readonly text: string }
  /** The message is deleted; a line replaces one that is too old for that. */
  | { readonly kind: 'removed'; readonly text: string }
  /** What the message says is not known to have changed. */
  | { readonly kind: 'unchanged' };

/** Kinds of subjects of which a newer message does not make the older one untrue. */
const NEVER_FOLDED = /^(connection|job|quest_reminder):/;

/** What is to stand in the chat, from what the message speaks of as it is now. */
export function renderedMessage(message: SentMessage, options: RenderOptions): RenderedMessage {
  const { notice, subjects } = message;
  const { language } = options;
  if (notice?.is_recalled) return { kind: 'removed', text: line('withdrawn', language) };
  const [only = ''] = subjects.length === 1 ? subjects : [];
  if (only.startsWith('connection:') && notice?.type !== 'connection_accepted') {
    const connection = options.things.get(only);
    if (connection?.kind !== 'connection' || notice === null) return closed(language);
    if (connection.status === 'accepted') {
      const { name = '' } = (notice.args ?? {}) as Partial<NotificationArgs<'connection_request'>>;
      return name ? { kind: 'line', text: line('accepted', language, { name }) } : closed(language);
    }
    if (!connection.is_open) return closed(language);
  }
  if (message.has_newer && only !== '' && !NEVER_FOLDED.test(only)) {
    return { kind: 'line', text: line('changed_again', language) };
  }
  return notice === null ? { kind: 'unchanged' } : textOf(notice, subjects, options);
}

const closed = (language: Language): RenderedMessage => ({
  kind: 'removed',
  text: line('closed', language),
});

function textOf(
  notice: SentNotification,
  subjects: readonly string[],
  options: RenderOptions,
): RenderedMessage {
  const { language, things, appUrl } = options;
  const current = currentNotification(notice, things);
  const { title, ...text } = current
    ? markedTitleAndBody(current.type, current.args, language)
    : notice;
  const body = withWelcomes(text.body, notice);
  const verb = verbOf(current?.type ?? notice.type, language);
  const button = buttonOf(notice, appUrl, verb);
  const rows = [callbacksOf(notice, subjects, options), button ? [button] : []];
  return { kind: 'text', title, body, keyboard: rows.filter((row) => row.length > 0) };
}

function callbacksOf(
  { type, args }: SentNotification,
  subjects: readonly string[],
  { language, requestButtons, reminderButtons, seatButtons }: RenderOptions,
): readonly CallbackButton[] {
  // A broadcast speaks of its job, too.
  const [only = '', ...more] = subjects.filter((subject) => !subject.startsWith('job:'));
  if (more.length === 0 && givesSeat(type, args)) return seatButtons(only, language);
  if (type === 'connection_request') return requestButtons(Number(only.split(':')[1]), language);
  return type === 'session_reminder' ? reminderButtons(language) : [];
}

/** Whether a notice says that its reader has a seat now. */
const givesSeat = (type: SentNotification['type'], args: unknown): boolean =>
  type === 'event_promoted' ||
  type === 'seat_check' ||
  type === 'conference_promoted' ||
  (type === 'seat_given' &&
    (args as NotificationArgs<'seat_given'> | null)?.status === 'registered');

/**
 * Whether all that the notice speaks of has ended, so that no message about it is sent. Requests and
 * approvals never are over, nor is what has no end.
 */
export function isOutdated(
  notice: SentNotification,
  subjects: readonly string[],
  { now, at }: { readonly now: SubjectsNow; readonly at: string },
): boolean {
  // A broadcast speaks of its job, too, which has no end.
  const things = subjects.filter((subject) => !subject.startsWith('job:'));
  if (NOTIFICATION_TYPES[notice.type].expires === 'never' || things.length === 0) return false;
  return things.every((subject) => {
    const holder = now.get(holderOf(subject));
    const end = holder ? endOf(holder) : null;
    return end !== null && Date.parse(end) <= Date.parse(at);
  });
}
