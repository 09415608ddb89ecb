import type { ConferenceOfRow, StoredRowKind } from './conference-rows.ts';
import type { StreamTopic } from './stream-topics.ts';

/** The row whose conferences a change belongs to. */
export type ChangedKind = 'conference' | StoredChangedKind;
type StoredChangedKind = Extract<
  StoredRowKind,
  'agenda_item' | 'broadcast' | 'event' | 'feedback' | 'registration_request' | 'submission'
>;
const STORED_KINDS: readonly StoredChangedKind[] = [
  'agenda_item',
  'broadcast',
  'event',
  'feedback',
  'registration_request',
  'submission',
];

/** The changed rows of a topic that belong to the same conferences. */
export interface StreamChange {
  readonly topic: StreamTopic;
  /** Empty for what belongs to no conference. A broadcast can belong to several. */
  readonly conference_ids: readonly number[];
  /** Fewer than `count` if there were too many to name. */
  readonly ids: readonly number[];
  readonly count: number;
}

/** The payload of a NOTIFY: undefined changes are too many for one. */
export type StreamPayload = readonly StreamChange[] | undefined;

/** The most ids of a change. */
export const MAX_NAMED_ROWS = 50;
/** PostgreSQL limits a payload to 8,000 bytes. */
const MAX_PAYLOAD_LENGTH = 7_900;
/** Too many changes to name. */
const TOO_MANY = '*';

/**
 * The names of changed rows, which a process keeps as text until its next NOTIFY. `kind` and `of` are the
 * row that knows their conference; null belongs to none.
 */
export const changedRows = (
  topic: StreamTopic,
  [kind, of]: readonly [ChangedKind, number | null],
  ids: readonly number[],
): string[] => ids.map((id) => `${topic} ${kind} ${of ?? 0} ${id}`);

/** As `changedRows`, of rows that know their conference themselves. */
export const changedOwnRows = (
  topic: StreamTopic,
  kind: StoredChangedKind,
  ids: readonly number[],
): string[] => ids.map((id) => `${topic} ${kind} ${id} ${id}`);

/** As `changedRows`, of a number of rows of a conference whose ids are not known. */
export const changedCount = (topic: StreamTopic, conference_id: number, count: number): string[] =>
  count > 0 ? [`${topic} conference ${conference_id} +${count}`] : [];

/** The rows whose conferences have to be looked up: every kind, so that the statement is always the same. */
export function rowsIn(names: Iterable<string>): [StoredRowKind, readonly number[]][] {
  const idsOf = new Map(STORED_KINDS.map((kind) => [kind as string, new Set<number>()]));
  for (const name of names) {
    const [, kind = '', of] = name.split(' ');
    idsOf.get(kind)?.add(Number(of));
  }
  return STORED_KINDS.map((kind) => [kind, [...(idsOf.get(kind) ?? [])]]);
}

/**
 * The changes that these names stand for.
 * @param found the conferences of `rowsIn`; a row that was deleted since has none, and is left out
 */
export function changesIn(
  names: Iterable<string>,
  found: readonly ConferenceOfRow[],
): StreamChange[] {
  const conferencesOf = Map.groupBy(found, ({ kind, id }) => `${kind} ${id}`);
  const groups = new Map<string, { topic: string; of: number[]; ids: Set<number>; more: number }>();
  for (const name of names) {
    const [topic = '', kind = '', row = '', id = ''] = name.split(' ');
    const rows = conferencesOf.get(`${kind} ${row}`) ?? [];
    // An audience of all conferences names none, and so has no row either.
    if (rows.length === 0 && kind !== 'conference' && kind !== 'broadcast') continue;
    const named = kind === 'conference' ? [Number(row)] : rows.map((one) => one.conference_id ?? 0);
    const of = [...new Set(named)].filter((one) => one !== 0).sort((a, b) => a - b);
    const key = `${topic} ${of}`;
    const group = groups.get(key) ?? { topic, of, ids: new Set(), more: 0 };
    groups.set(key, group);
    if (id.startsWith('+')) group.more += Number(id);
    else group.ids.add(Number(id));
  }
  return [...groups.values()].map(({ topic, of, ids, more }) => ({
    topic: topic as StreamTopic,
    conference_ids: of,
    ids: [...ids],
    count: ids.size + more,
  }));
}

/** One payload for all changes: with fewer ids, or without any, if there are too many. */
export function payloadOf(changes: readonly StreamChange[]): string {
  for (const named of [MAX_NAMED_ROWS, 0]) {
    const payload = JSON.stringify(
      changes.map(({ topic, conference_ids, ids, count }) => [
        topic,
        conference_ids,
        ids.slice(0, named),
        count,
      ]),
    );
    if (payload.length <= MAX_PAYLOAD_LENGTH) return payload;
  }
  return TOO_MANY;
}

/** Reads a payload of this or another process. */
export function streamChangeIn(payload: string): StreamPayload {
  if (payload === TOO_MANY) return undefined;
  const changes: [StreamTopic, number[], number[], number][] = JSON.parse(payload);
  return changes.map(([topic, conference_ids, ids, count]) => ({
    topic,
    conference_ids,
    ids,
    count,
  }));
}

/** What a stream follows. */
export interface Followed {
  readonly topics: readonly StreamTopic[];
  /** Only this conference; undefined for all that the key sees. */
  readonly conference_id: number | undefined;
  /** The conferences to which the key is limited; null for all. */
  readonly conference_ids: readonly number[] | null;
}

/** The `data` of an event. */
export interface StreamEventData {
  /** Null for what belongs to no conference, or to several. */
  readonly conference_id: number | null;
  readonly ids: readonly number[];
  readonly count: number;
  /** Not all of the `count` rows are in `ids`. */
  readonly truncated?: true;
}

/**
 * What a stream shows of a change; undefined if nothing. What belongs to several conferences is shown to
 * a key that has all of them, and what belongs to none to a key of all conferences.
 */
export function shownOf(
  { topic, conference_ids: of, ids, count }: StreamChange,
  { topics, conference_id, conference_ids }: Followed,
): StreamEventData | undefined {
  if (!topics.includes(topic)) return undefined;
  if (conference_ids && (of.length === 0 || !of.every((id) => conference_ids.includes(id)))) {
    return undefined;
  }
  if (conference_id !== undefined && of.length > 0 && !of.includes(conference_id)) return undefined;
  const [only = null, ...more] = of;
  return {
    conference_id: more.length > 0 ? (conference_id ?? null) : only,
    ids,
    count,
    ...(ids.length < count && { truncated: true as const }),
  };
}
