import { calendarDays, localDays, localTimes, markedStart } from '../../lib/local-times.ts';
import { withoutMarks } from '../../lib/marked-times.ts';
import {
  CATALOGS,
  format,
  type Language,
  type LineKey,
  type Values,
} from '../../messages/catalogs.ts';
import type {
  ArgChanges,
  EntitySnapshot,
  NotificationArgs,
  NotificationEventType,
} from './notification-args.ts';

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';
/** Embeddings, overrides and isolates, which could change the direction of what follows. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const RIGHT_TO_LEFT_LANGUAGES: readonly Language[] = ['ar'];

/**
 * A name or title inside a text of a language. It keeps its own direction, and the text around it
 * keeps the direction of the language, whatever the name contains. English shows it as it is: its
 * texts are older than this rule.
 */
export function isolated(text: string, language: Language): string {
  if (language === 'en') return text;
  const plain = text.replace(DIRECTIONS, '');
  if (!RIGHT_TO_LEFT_LANGUAGES.includes(language) && !RIGHT_TO_LEFT.test(plain)) return plain;
  return `${FIRST_STRONG_ISOLATE}${plain}${POP_ISOLATE}`;
}

/** The text of a notice, and the verb on the button of its message. */
export interface NotificationText {
  readonly title: string;
  readonly body: string;
  readonly button: string;
}

/** The text of a notice of this type in a language. English is what `title` and `body` store. */
export function render<T extends NotificationEventType>(
  type: T,
  args: NotificationArgs<T>,
  language: Language,
): NotificationText {
  return { ...titleAndBody(type, args, language), button: buttonOf(type, language) };
}

/** Without the button, which only a message has. */
export function titleAndBody<T extends NotificationEventType>(
  type: T,
  args: NotificationArgs<T>,
  language: Language,
) {
  const { title, body } = markedTitleAndBody(type, args, language);
  return { title: withoutMarks(title), body: withoutMarks(body) };
}

/** As `titleAndBody`, with marked times: a message shows each in the zone of its reader. */
export function markedTitleAndBody<T extends NotificationEventType>(
  type: T,
  args: NotificationArgs<T>,
  language: Language,
) {
  const { title, body } = CATALOGS[language].notices[type];
  const values = VALUES[type](args, language);
  return { title: format(language, title, values), body: format(language, body, values) };
}

/** The verb on the button of a message of this type. */
export const buttonOf = (type: NotificationEventType, language: Language): string =>
  format(language, CATALOGS[language].notices[type].button);

/** A line that is no notice of its own. The texts among `values` are names and titles of people. */
export const line = (key: LineKey, language: Language, values: Values = {}): string =>
  composed(key, language, shown(values, language));

/** How the notice of an update begins: what was cancelled takes place, all is as before, or neither. */
export function variantOf(changes: ArgChanges): 'revived' | 'back' | 'changed' {
  const { status } = changes;
  if (status?.from === 'cancelled' && status.to !== 'cancelled') return 'revived';
  const isUndone = Object.values(changes).every(
    ({ from, to }) => JSON.stringify(from) === JSON.stringify(to),
  );
  return isUndone ? 'back' : 'changed';
}

/** Time and place of a thing, in its zone. The times are marked; the days of a whole-day thing are the same in all zones. */
export function whenAndWhere(
  thing: Omit<EntitySnapshot, 'title' | 'status'>,
  language: Language,
): string {
  const { timezone, place } = thing;
  const when = (thing.all_day ? localDays : localTimes)(thing, timezone, language);
  return at(when, place, language);
}

/** Days and place of a conference. */
export const daysAndPlace = (
  {
    starts_on,
    ends_on,
    place,
  }: Pick<NotificationArgs<'conference_updated'>, 'starts_on' | 'ends_on' | 'place'>,
  language: Language,
): string => at(calendarDays(starts_on, ends_on, language), place, language);

/** A thing in one line of a notice of several, with marked times. */
export function snapshotLine(thing: EntitySnapshot, language: Language): string {
  const { title } = shown({ title: thing.title }, language);
  return thing.status === 'cancelled'
    ? composed('cancelled', language, { title })
    : composed('thing', language, { title, when: whenAndWhere(thing, language) });
}

/** A line of values that are ready to be shown. */
const composed = (key: LineKey, language: Language, values: Values): string =>
  format(language, CATALOGS[language].lines[key], values);

const at = (when: string, place: string | null, language: Language): string =>
  place === null ? when : composed('at', language, { when, ...shown({ place }, language) });

/** Names, titles, places and reasons, which people wrote in any language. */
function shown<V extends Values>(values: V, language: Language): V {
  if (language === 'en') return values;
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolated(value, language) : value,
  ]);
  return Object.fromEntries(entries);
}

const thingValues = (
  { thing, changes }: NotificationArgs<'event_updated'>,
  language: Language,
) => ({
  ...shown({ title: thing.title }, language),
  when: whenAndWhere(thing, language),
  variant: variantOf(changes),
});

const decided = ({ title, reason }: NotificationArgs<'event_rejected'>, language: Language) => ({
  ...shown({ title, reason: reason ?? '' }, language),
  has_reason: yesOrNo(reason !== null),
});

const earned = ({ title, points }: NotificationArgs<'quest_completed'>, language: Language) => ({
  ...shown({ title }, language),
  points: Math.max(0, points),
});

function seat({ names, more, status }: NotificationArgs<'seat_given'>, language: Language): Values {
  const [first = '', ...others] = names.map((name) => isolated(name, language));
  const listed = others.reduce(
    (all, name) => composed('names', language, { names: all, name }),
    first,
  );
  const all = { names: listed, count: more };
  return { names: more > 0 ? composed('names_and_more', language, all) : listed, status };
}

function programme(
  { conference, lines, more }: NotificationArgs<'programme_changed'>,
  language: Language,
): Values {
  const all = [
    ...lines.map((thing) => snapshotLine(thing, language)),
    ...(more > 0 ? [line('more', language, { count: more })] : []),
    ...(conference === null ? [] : [line('look_again', language, { conference })]),
  ];
  return { lines: all.join('\n') };
}

function conferenceChange(
  { name, starts_on, ends_on, place, changes }: NotificationArgs<'conference_updated'>,
  language: Language,
): Values {
  const when = daysAndPlace({ starts_on, ends_on, place }, language);
  return { ...shown({ name }, language), when, variant: variantOf(changes) };
}

function reminder({ lines }: NotificationArgs<'session_reminder'>, language: Language): Values {
  const [first] = lines;
  const when = first ? markedStart(first.starts_at, first.timezone, language) : '';
  const sessions = lines.map(({ title, place }) =>
    place === null ? isolated(title, language) : line('session', language, { title, place }),
  );
  return { when, lines: sessions.join('\n') };
}

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no');

const named = ({ name }: { readonly name: string }, language: Language) =>
  shown({ name }, language);

/** The values of the patterns of each type. */
const VALUES: {
  readonly [T in NotificationEventType]: (args: NotificationArgs<T>, language: Language) => Values;
} = {
  connection_request: ({ name, message }, language) => ({
    ...named({ name }, language),
    // A paragraph of its own, whose direction is that of its first letter.
    message: message ?? '',
    has_message: yesOrNo(message !== null),
  }),
  connection_accepted: ({ name, is_met = false }, language) => ({
    ...named({ name }, language),
    is_met: yesOrNo(is_met),
  }),
  event_approved: ({ title }, language) => shown({ title }, language),
  event_rejected: decided,
  registration_rejected: decided,
  guest_lapsed: ({ name, guests }, language) => shown({ name, guests }, language),
  transfer_returned: named,
  event_promoted: named,
  event_updated: thingValues,
  event_cancelled: thingValues,
  programme_changed: programme,
  conference_updated: conferenceChange,
  conference_cancelled: ({ name, reason }, language) => ({ ...named({ name }, language), reason }),
  conference_promoted: named,
  agenda_item_updated: thingValues,
  agenda_item_cancelled: thingValues,
  seat_given: seat,
  seat_taken: seat,
  warning: () => ({}),
  partner_minted: () => ({}),
  quest_task_approved: ({ count, ...args }, language) => ({
    ...earned(args, language),
    count: count ?? 1,
    is_settled: yesOrNo(count !== undefined),
  }),
  quest_task_rejected: decided,
  quest_registration_approved: decided,
  quest_registration_rejected: decided,
  quest_completed: earned,
  points_adjusted: ({ delta, reason }) => ({
    sign: delta > 0 ? '+' : '−',
    points: Math.abs(delta),
    reason,
  }),
  session_reminder: reminder,
  rating_request: ({ name, day }, language) => ({
    ...named({ name }, language),
    day: calendarDays(day, day, language),
  }),
  quest_reminder: ({ title, body }) => ({ title, body }),
  welcome: ({ title, body }) => ({ title, body }),
  seat_check: ({ title, body }) => ({ title, body }),
  message: ({ title, body }) => ({ title, body }),
};
