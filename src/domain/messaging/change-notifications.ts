import { withoutMarks } from '../../lib/marked-times.ts';
import { differences } from '../changes.ts';
import type { Fields, SessionState, State } from '../programme/subject-changes.ts';
import {
  type ArgChanges,
  MAX_ARG_LINES,
  type NotificationArgs,
  type NotificationEventType,
} from './notification-args.ts';
import { snapshotLine } from './notification-texts.ts';
import type { ConferenceCancellationReason } from './notifications.ts';
import type { SubjectsNow } from './subjects.ts';

export interface ProgrammeData {
  readonly conference_id: number | null;
  /** The name of the conference, at whose agenda the reader has to look again. */
  readonly conference?: string;
}

/**
 * How a source announces what it changes: in the one open notice of a person about the programme of its
 * conference, together with moves and other sources.
 */
export interface Digest {
  /** An instant before which no message is sent, as at night; null for the usual wait. */
  readonly not_before: string | null;
}

type States = Readonly<Record<string, State>>;

/** A notice of changes as it is stored: what it says is rendered. */
export interface StoredChanges {
  readonly data: Fields;
  readonly before: Readonly<Record<string, Fields>>;
  readonly args: States;
}

/** What the notice says: its type, the values of its text, and its data on the wire. */
interface ChangesShown {
  readonly type: NotificationEventType;
  readonly args: NotificationArgs;
  readonly data: Fields;
}

/** The states as they are now. What no longer exists is cancelled; a conference is deleted. */
export const statesNow = (args: States, things: SubjectsNow): States =>
  Object.fromEntries(
    Object.entries(args).map(([subject, state]) => {
      const now = things.get(subject);
      const gone = { ...state, status: 'name' in state ? 'deleted' : 'cancelled' };
      return [subject, now ? ({ ...state, ...now } as State) : gone];
    }),
  );

/**
 * The changes from the states before the first one to the given ones. A programme has a line for each
 * thing that differs, or for all.
 */
export function changesShown(
  { data, before, args }: StoredChanges,
  type: string,
  lines: 'of changes' | 'all' = 'of changes',
): ChangesShown {
  const [only] = Object.entries(args);
  if (type === 'programme_changed' || !only) return programme({ data, before, args }, lines);
  const [subject, state] = only;
  const changes = changesOf(before[subject], state);
  if (!('name' in state)) {
    const kind = subject.startsWith('event:') ? 'event' : 'agenda_item';
    const outcome = state.status === 'cancelled' ? 'cancelled' : 'updated';
    return {
      type: `${kind}_${outcome}`,
      args: { thing: state, changes },
      data: { ...data, changes },
    };
  }
  const { name, status, starts_on, ends_on, venue, city } = state;
  if (status !== 'published') {
    const reason = status as ConferenceCancellationReason;
    return { type: 'conference_cancelled', args: { name, reason }, data: { ...data, reason } };
  }
  const place = [venue, city].filter((part) => part !== null).join(', ') || null;
  return {
    type: 'conference_updated',
    args: { name, starts_on, ends_on, place, changes },
    data: { ...data, changes },
  };
}

/** The fields that differ from those before. */
function changesOf(before: Fields = {}, now: State): ArgChanges {
  const values = Object.keys(before).map((field) => [field, now[field as keyof State]]);
  const differing = differences(before, Object.fromEntries(values));
  const fields = Object.keys(differing.after).map((field) => [
    field,
    { from: differing.before[field], to: differing.after[field] },
  ]);
  return Object.fromEntries(fields);
}

/** By start. An import names its events, and where there are items of it the conference. */
function programme(
  { data, before, args }: StoredChanges,
  lines: 'of changes' | 'all',
): ChangesShown {
  const { conference_id, conference = null } = data as unknown as ProgrammeData;
  const all = Object.entries(args as Readonly<Record<string, SessionState>>)
    .map(([subject, state]) => ({ subject, state, changes: changesOf(before[subject], state) }))
    .sort((a, b) => a.state.starts_at.localeCompare(b.state.starts_at));
  const changed = all.filter(({ changes }) => Object.keys(changes).length > 0);
  const shown = lines === 'all' || changed.length === 0 ? all : changed;
  const items = shown.filter(({ subject }) => subject.startsWith('agenda_item:'));
  const events = shown.filter((one) => !items.includes(one));
  const named = conference === null ? shown : events;
  const first = named.slice(0, MAX_ARG_LINES).map(({ state }) => state);
  const event_ids = [
    ...events.map(({ subject }) => idOf(subject)),
    ...items.flatMap(({ state }) => state.event_id ?? []),
  ];
  return {
    type: 'programme_changed',
    args: { conference, lines: first, more: named.length - first.length },
    data: {
      conference_id,
      event_ids,
      ...(items.length > 0 && { agenda_item_ids: items.map(({ subject }) => idOf(subject)) }),
      ...(conference === null && {
        changes: shown.map(({ subject, state, changes }) => {
          const isItem = subject.startsWith('agenda_item:');
          return {
            agenda_item_id: isItem ? idOf(subject) : null,
            event_id: isItem ? (state.event_id ?? null) : idOf(subject),
            text: withoutMarks(snapshotLine(state, 'en')),
            changes,
          };
        }),
      }),
    },
  };
}

const idOf = (subject: string) => Number(subject.split(':')[1]);
