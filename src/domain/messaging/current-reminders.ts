import type { CurrentNotice } from './current-notices.ts';
import {
  type ArgChanges,
  MAX_ARG_LINES,
  type NoticeArgs,
  type NoticedThing,
} from './notice-args.ts';
import { type SubjectsNow, thingIn } from './subjects.ts';

type Line = NoticeArgs<'session_reminder'>['lines'][number];

/**
 * A reminder as it is true now: with the rooms of now while all begins as it said, else the notice of what
 * has changed since. Its users are reminded again of a new start.
 */
export function currentReminder(
  { lines }: NoticeArgs<'session_reminder'>,
  things: SubjectsNow,
): CurrentNotice {
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
  readonly now: NoticedThing;
}

const isOn = ({ status }: NoticedThing) => status === 'approved' || status === 'scheduled';
const begins = ({ starts_at }: Pick<Line, 'starts_at'>) => Date.parse(starts_at);

/**
 * The session of a line, with the title and the room of its agenda item. It is cancelled if it no longer
 * exists, and with its event.
 */
function sessionNow({ subjects, ...line }: Line, things: SubjectsNow): NoticedThing {
  const [main, ...others] = subjects.map((subject) => thingIn(things, subject));
  if (!main) return { ...line, ends_at: line.starts_at, status: 'cancelled' };
  const of = (kind: string) => subjects.find((subject) => subject.startsWith(kind));
  const item = thingIn(things, of('agenda_item:'));
  const event = thingIn(things, of('event:'));
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

function changeOf({ line, now }: Session): { thing: NoticedThing; changes: ArgChanges } {
  const { starts_at, status } = now;
  const changes = isOn(now)
    ? { starts_at: { from: line.starts_at, to: starts_at } }
    : { status: { from: 'scheduled', to: status } };
  return { thing: now, changes };
}
