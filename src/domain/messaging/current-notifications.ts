import type { Language } from '../../messages/catalogs.ts';
import { changesShown, type StoredChanges, statesNow } from './change-notifications.ts';
import {
  type ArgChanges,
  type EntitySnapshot,
  MAX_ARG_LINES,
  type NotificationArgs,
  type NotificationEventType,
} from './notification-args.ts';
import { titleAndBody } from './notification-texts.ts';
import type { Notification } from './notifications.ts';
import { type SubjectsNow, snapshotIn } from './subjects.ts';

/** A type of notice, and the values in its text. */
export interface CurrentNotification {
  readonly type: NotificationEventType;
  readonly args: NotificationArgs;
}

type Line = NotificationArgs<'session_reminder'>['lines'][number];

/**
 * A reminder as it is true now: with the rooms of now while all begins as it said, else the notice of what
 * has changed since. Its users are reminded again of a new start.
 */
export function currentReminder(
  { lines }: NotificationArgs<'session_reminder'>,
  things: SubjectsNow,
): CurrentNotification {
  const sessions = lines.map((line) => ({ line, now: sessionNow(line, things) }));
  if (sessions.every(({ line, now }) => isOn(now) && begins(now) === begins(line))) {
    const current = sessions.map(({ line, now: { title, place } }) => ({ ...line, title, place }));
    return { type: 'session_reminder', args: { lines: current } };
  }
  const [only] = sessions;
  if (only && sessions.length === 1) return { type: typeOf(only), args: changeOf(only) };
  const named = sessions.slice(0, MAX_ARG_LINES).map(({ now }) => now);
  const more = sessions.length - named.length;
  return { type: 'programme_changed', args: { conference: null, lines: named, more } };
}

interface Session {
  readonly line: Line;
  readonly now: EntitySnapshot;
}

const isOn = ({ status }: EntitySnapshot) => status === 'approved' || status === 'scheduled';
const begins = ({ starts_at }: Pick<Line, 'starts_at'>) => Date.parse(starts_at);

/**
 * The session of a line, with the title and the room of its agenda item. It is cancelled if it no longer
 * exists, and with its event.
 */
function sessionNow({ subjects, ...line }: Line, things: SubjectsNow): EntitySnapshot {
  const [main, ...others] = subjects.map((subject) => snapshotIn(things, subject));
  if (!main) return { ...line, ends_at: line.starts_at, status: 'cancelled' };
  const of = (kind: string) => subjects.find((subject) => subject.startsWith(kind));
  const item = snapshotIn(things, of('agenda_item:'));
  const event = snapshotIn(things, of('event:'));
  const hasLostEvent = of('event:') !== undefined && !(event && isOn(event));
  return {
    ...main,
    title: item?.title ?? main.title,
    place: item?.place ?? event?.place ?? null,
    status: others.length > 0 && hasLostEvent ? 'cancelled' : main.status,
  };
}

function typeOf({ line: { subjects }, now }: Session) {
  const kind = subjects[0]?.startsWith('event:') ? 'event' : 'agenda_item';
  return isOn(now) ? (`${kind}_updated` as const) : (`${kind}_cancelled` as const);
}

function changeOf({ line, now }: Session): { thing: EntitySnapshot; changes: ArgChanges } {
  const { starts_at, status } = now;
  const changes = isOn(now)
    ? { starts_at: { from: line.starts_at, to: starts_at } }
    : { status: { from: 'scheduled', to: status } };
  return { thing: now, changes };
}

/** A notification as it is stored. */
export type StoredNotification = Notification & {
  /** Null: the title and the body are all there is. */
  readonly args: unknown;
  /** Null except of a notice of changes, whose `args` are the states after the last one. */
  readonly before: StoredChanges['before'] | null;
  readonly change_id: number | null;
};

const changesIn = (notice: Pick<StoredNotification, 'data' | 'args'>) =>
  notice as unknown as StoredChanges;

/** The text of a notice whose states cannot be shown: it must not hide those beside it. */
export const lookAgain = (language: Language) =>
  titleAndBody('programme_changed', { conference: null, lines: [], more: 0 }, language);

function withChanges<N extends StoredNotification>(
  stored: N & { readonly before: StoredChanges['before'] },
  language: Language,
): N {
  const { type, before, data } = stored;
  try {
    const shown = changesShown({ ...changesIn(stored), before }, type);
    return { ...stored, ...shown, ...titleAndBody(shown.type, shown.args, language) };
  } catch {
    const none =
      type === 'programme_changed' ? { event_ids: [] } : { changes: {}, reason: 'cancelled' };
    return { ...stored, data: { ...data, ...none }, ...lookAgain(language) };
  }
}

/** The notification in the language of its reader; `title` and `body` are stored in English. */
export function inLanguage<N extends StoredNotification>(stored: N, language: Language): N {
  const { type, args, before } = stored;
  if (before !== null) return withChanges({ ...stored, before }, language);
  if (language === 'en' || !args) return stored;
  return { ...stored, ...titleAndBody(type, args as NotificationArgs, language) };
}

/** A notice of a message. */
export type SentValues = Pick<StoredNotification, 'type' | 'data' | 'args' | 'before'>;

/**
 * The notice that is true now: changes lead from what the reader knew before the first one to what is now.
 * Undefined for a notice without arguments, whose title and body are all there is.
 */
export function currentNotification(
  { type, before, ...stored }: SentValues,
  things: SubjectsNow,
): CurrentNotification | undefined {
  if (stored.args === null) return undefined;
  if (before !== null) {
    const { data, args } = changesIn(stored);
    return changesShown({ data, before, args: statesNow(args, things) }, type, 'all');
  }
  const args = stored.args as NotificationArgs;
  return type === 'session_reminder'
    ? currentReminder(args as NotificationArgs<'session_reminder'>, things)
    : { type, args };
}
