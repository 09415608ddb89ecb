import {
  type ArgChanges,
  type EntitySnapshot,
  MAX_ARG_LINES,
  type NotificationArgs,
  type NotificationEventType,
} from './notification-args.ts';
import { type SubjectNow, type SubjectsNow, snapshotIn } from './subjects.ts';

/** What a reminder may become. */
type Type =
  | 'session_reminder'
  | 'programme_changed'
  | 'event_updated'
  | 'event_cancelled'
  | 'agenda_item_updated'
  | 'agenda_item_cancelled';
type CurrentReminder = {
  [T in Type]: { readonly type: T; readonly args: NotificationArgs<T> };
}[Type];

type Line = NotificationArgs<'session_reminder'>['lines'][number];

/**
 * A reminder as it is true now: with the rooms of now while all begins as it said, else the notice of what
 * has changed since. Its users are reminded again of a new start.
 */
export function currentReminder(
  { lines }: NotificationArgs<'session_reminder'>,
  things: SubjectsNow,
): CurrentReminder {
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

/** A notice with the values that were frozen when it was written; null for a text of organizers. */
export type FrozenNotification = {
  [T in NotificationEventType]: { readonly type: T; readonly args: NotificationArgs<T> | null };
}[NotificationEventType];

/** A notice with the values as they are now. */
export type CurrentNotification = {
  [T in FrozenNotification['type']]: {
    readonly type: T;
    readonly args: NonNullable<Extract<FrozenNotification, { type: T }>['args']>;
  };
}[FrozenNotification['type']];

type Of<T extends FrozenNotification['type']> = Extract<FrozenNotification, { type: T }>;

/**
 * The notice that is true now: what was cancelled since then is cancelled, what takes place after all
 * is revived, and the changes lead from what the reader knew before the notice to what is now.
 * Undefined for a notice without arguments, whose title and body are all there is.
 */
export function currentNotification(
  notice: FrozenNotification,
  subjects: readonly string[],
  things: SubjectsNow,
): CurrentNotification | undefined {
  if (notice.args === null) return undefined;
  switch (notice.type) {
    case 'event_updated':
    case 'event_cancelled':
      return ofSnapshot(notice.args, snapshotIn(things, subjects[0]), {
        updated: 'event_updated',
        cancelled: 'event_cancelled',
      });
    case 'agenda_item_updated':
    case 'agenda_item_cancelled':
      return ofSnapshot(notice.args, snapshotIn(things, subjects[0]), {
        updated: 'agenda_item_updated',
        cancelled: 'agenda_item_cancelled',
      });
    case 'programme_changed':
      return ofProgramme(notice.args, subjects, things);
    case 'conference_updated':
    case 'conference_cancelled':
      return ofConference(notice, things.get(subjects[0] ?? ''));
    case 'session_reminder':
      return currentReminder(notice.args, things);
    default:
      return notice as CurrentNotification;
  }
}

/** What no longer exists is cancelled. */
function ofSnapshot(
  args: NotificationArgs<'event_updated'>,
  now: EntitySnapshot | undefined,
  types:
    | { updated: 'event_updated'; cancelled: 'event_cancelled' }
    | { updated: 'agenda_item_updated'; cancelled: 'agenda_item_cancelled' },
): CurrentNotification {
  const thing = now ?? { ...args.thing, status: 'cancelled' };
  const changes = changesTo(args.changes, fieldsOf(args.thing), fieldsOf(thing));
  const type = thing.status === 'cancelled' ? types.cancelled : types.updated;
  return { type, args: { thing, changes } };
}

/** The fields of a thing that its changes name, in their words. */
const fieldsOf = ({ status, starts_at, ends_at, place }: EntitySnapshot) => ({
  status,
  starts_at,
  ends_at,
  venue: place,
  room: place,
});

/**
 * From the values before the notice to those of now. A field that the notice did not change, and that
 * is as it was, is left out.
 */
function changesTo<F extends keyof ArgChanges>(
  noticed: ArgChanges,
  then: Readonly<Record<F, unknown>>,
  now: Readonly<Record<F, unknown>>,
): ArgChanges {
  const fields = Object.keys(now) as F[];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const change = noticed[field];
      if (change) return [[field, { from: shown(change.from), to: now[field] }]];
      // A thing has either a venue or a room, which both are its place.
      if (isOtherPlace(field, noticed) || then[field] === now[field]) return [];
      return [[field, { from: then[field], to: now[field] }]];
    }),
  );
}

const isOtherPlace = (field: string, noticed: ArgChanges) =>
  (field === 'venue' && noticed.room !== undefined) ||
  (field === 'room' && noticed.venue !== undefined);

/** A venue by what texts show of it. */
function shown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { name, address } = value as { name?: string | null; address?: string | null };
  return name ?? address ?? null;
}

/** Each line in its place. What no longer exists is cancelled, if its line is one of the first. */
function ofProgramme(
  { conference, lines, more }: NotificationArgs<'programme_changed'>,
  subjects: readonly string[],
  things: SubjectsNow,
): CurrentNotification {
  const current = lines.map((line, nth) => {
    const now = snapshotIn(things, subjects[nth]);
    return now ?? (subjects[nth] === undefined ? line : { ...line, status: 'cancelled' });
  });
  return { type: 'programme_changed', args: { conference, lines: current, more } };
}

function ofConference(
  notice: Of<'conference_updated'> | Of<'conference_cancelled'>,
  now: SubjectNow | undefined,
): CurrentNotification | undefined {
  if (notice.args === null) return undefined;
  const { name } = notice.args;
  if (now?.kind !== 'conference') return cancelled(name, 'deleted');
  if (now.status === 'cancelled' || now.status === 'archived')
    return cancelled(now.name, now.status);
  const { starts_on, ends_on, timezone, venue, city, status } = now;
  const fields = { starts_on, ends_on, timezone, venue, city };
  const isRevived = notice.type === 'conference_cancelled';
  const noticed = isRevived ? { status: { from: 'cancelled', to: status } } : notice.args.changes;
  const changes = Object.fromEntries(
    Object.entries(noticed).map(([field, { from }]) => [
      field,
      { from, to: { ...fields, status }[field as keyof typeof fields] },
    ]),
  );
  const place = [venue, city].filter((part) => part !== null).join(', ') || null;
  return {
    type: 'conference_updated',
    args: { name: now.name, starts_on, ends_on, place, changes },
  };
}

const cancelled = (
  name: string,
  reason: NotificationArgs<'conference_cancelled'>['reason'],
): CurrentNotification => ({ type: 'conference_cancelled', args: { name, reason } });
