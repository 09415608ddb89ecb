import { get, set } from 'idb-keyval';
import type { Roster } from '../../client/operations.d.ts';
import { unmarked } from '../../lib/unmarked.ts';
import { api } from '../lib/api.ts';
import { type DoorId, keyOfDoor } from './doors.ts';
import { offlineLists } from './offline-lists.ts';

type Row = Roster['rows'][number];
type GuestRow = Roster['guests'][number];
/** Who is expected at one door, as the device knows it. */
interface StoredOfflineList {
  readonly cursor: string;
  readonly key: string;
  readonly is_cancelled: boolean;
  readonly people: ReadonlyMap<number, Row>;
  readonly guests: ReadonlyMap<number, GuestRow>;
  /** When it was last complete. */
  readonly at: string;
}
/** A person of the roster whose code was scanned. */
export interface Expected {
  readonly name: string;
  readonly ticket_type: string | null;
  readonly status: Row['status'];
  /** The latest scan at the checkpoint of the door. */
  readonly scan: Row['scan'];
}

/** Brings the roster of a door up to date. It is stored page by page, so nothing is read twice. */
export async function readOfflineList(door: DoorId): Promise<void> {
  const { conference_id, event_id: id, checkpoint_id } = door;
  const key = keyOfDoor(door);
  for (;;) {
    const old = await get<StoredOfflineList>(key, offlineLists);
    const from = old && { cursor: old.cursor };
    const answer =
      id === undefined
        ? await api.call('getCheckInRoster', {
            params: {
              conference_id,
              ...from,
              ...(checkpoint_id !== undefined && { checkpoint_id }),
            },
          })
        : await api.call('getEventCheckInRoster', { params: { id, ...from } });
    const isNew = answer.starts_over || !old;
    const people = new Map(isNew ? [] : old.people);
    const guests = new Map(isNew ? [] : old.guests);
    for (const row of answer.rows) people.set(row.id, row);
    for (const row of answer.guests) guests.set(row.invitation_id, row);
    for (const id of answer.gone) people.delete(id);
    for (const id of answer.gone_guests) guests.delete(id);
    const { cursor, is_cancelled } = answer;
    const at = new Date().toISOString();
    const kept: StoredOfflineList = { cursor, key: answer.key, is_cancelled, people, guests, at };
    await set(key, kept, offlineLists);
    if (!answer.has_more) return;
  }
}

/** Whom a scan is of. */
export interface Who {
  readonly code?: string;
  readonly user_id?: number;
  readonly invitation_id?: number;
}

/** A person whom a search found. */
export interface Named {
  readonly key: string;
  readonly name: string;
  readonly details: readonly string[];
  /** Why they cannot be checked in; undefined if they can. */
  readonly state: 'checked_in' | 'waitlisted' | undefined;
  readonly who: Who;
}

/** The most people that a search shows. */
const SHOWN = 20;

/** The people of the roster with these words in their names, those who have not arrived first. */
export async function findByName(door: DoorId, q: string): Promise<Named[]> {
  const roster = await get<StoredOfflineList>(keyOfDoor(door), offlineLists);
  const words = unmarked(q).split(/\s+/);
  const rows = [
    ...[...(roster?.people.values() ?? [])].map((row) => ({ row, who: { user_id: row.id } })),
    ...[...(roster?.guests.values() ?? [])].map((row) => ({
      row,
      who: { invitation_id: row.invitation_id },
    })),
  ];
  return rows
    .filter(({ row: { name } }) => name && words.every((word) => unmarked(name).includes(word)))
    .map(({ row: { name, ticket_type, status }, who }) => ({
      key: JSON.stringify(who),
      name: name ?? '',
      details: ticket_type === null ? [] : [ticket_type],
      state: stateAt(door, status ?? 'expected'),
      who,
    }))
    .toSorted((a, b) => Number(a.state !== undefined) - Number(b.state !== undefined))
    .slice(0, SHOWN);
}

/** At a checkpoint who has arrived is scanned, too. */
const stateAt = ({ checkpoint_id }: DoorId, status: Row['status']): Named['state'] =>
  checkpoint_id !== undefined && status === 'in' ? undefined : STATES[status];

const STATES = {
  in: 'checked_in',
  waitlisted: 'waitlisted',
  expected: undefined,
  ask: undefined,
} as const;

/** The person of a scan; undefined if the device does not know them. */
export async function findExpected(
  door: DoorId,
  { code, user_id, invitation_id }: Who,
): Promise<Expected | undefined> {
  const roster = await get<StoredOfflineList>(keyOfDoor(door), offlineLists);
  if (!roster) return undefined;
  const mark = code === undefined ? undefined : await markOf(roster.key, code);
  const guest =
    invitation_id === undefined
      ? [...roster.guests.values()].find((row) => mark !== undefined && row.code === mark)
      : roster.guests.get(invitation_id);
  const owner = guest?.user_id ?? user_id;
  const row =
    (owner ? roster.people.get(owner) : undefined) ??
    (mark ? [...roster.people.values()].find((one) => one.code === mark) : undefined) ??
    guest;
  if (!row) return undefined;
  const status = roster.is_cancelled ? 'ask' : (row.status ?? 'ask');
  return { name: row.name ?? '', ticket_type: row.ticket_type, status, scan: row.scan };
}

/** The first 5 bytes of HMAC-SHA-256 of a code, as the roster stores it. */
async function markOf(key: string, code: string): Promise<string> {
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const text = new TextEncoder().encode(code.toUpperCase().replaceAll(/\s/g, ''));
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', imported, text)).slice(0, 5);
  // 5 bytes are 7 letters, and one of padding.
  const text64 = btoa(String.fromCharCode(...mac)).slice(0, 7);
  return text64.replaceAll('+', '-').replaceAll('/', '_');
}
