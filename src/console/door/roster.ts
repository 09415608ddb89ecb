import { clear, createStore, get, set } from 'idb-keyval';
import type { Roster } from '../../client/operations.d.ts';
import { api } from '../lib/api.ts';

type Row = Roster['rows'][number];
type GuestRow = Roster['guests'][number];
/** Who is expected at one conference, as the device knows it. */
interface KeptRoster {
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
}

// Names are kept apart from scans: they go at the sign-out, scans only when they are sent.
const store = createStore('hallway-roster', 'rosters');
export const dropRosters = (): Promise<void> => clear(store);

/** Brings the roster of a conference up to date. It is stored page by page, so nothing is read twice. */
export async function readRoster(conference_id: number): Promise<void> {
  for (;;) {
    const old = await get<KeptRoster>(conference_id, store);
    const params = { conference_id, ...(old && { cursor: old.cursor }) };
    const answer = await api.call('getCheckInRoster', { params });
    const isNew = answer.starts_over || !old;
    const people = new Map(isNew ? [] : old.people);
    const guests = new Map(isNew ? [] : old.guests);
    for (const row of answer.rows) people.set(row.id, row);
    for (const row of answer.guests) guests.set(row.invitation_id, row);
    for (const id of answer.gone) people.delete(id);
    for (const id of answer.gone_guests) guests.delete(id);
    const { cursor, key, is_cancelled } = answer;
    const at = new Date().toISOString();
    await set(
      conference_id,
      { cursor, key, is_cancelled, people, guests, at } satisfies KeptRoster,
      store,
    );
    if (!answer.has_more) return;
  }
}

/** The person with a scanned code; undefined if the device does not know it. */
export async function findExpected(
  conference_id: number,
  code: string,
): Promise<Expected | undefined> {
  const roster = await get<KeptRoster>(conference_id, store);
  if (!roster) return undefined;
  const mark = await markOf(roster.key, code);
  const guest = [...roster.guests.values()].find((row) => row.code === mark);
  const owner = guest?.user_id ? roster.people.get(guest.user_id) : undefined;
  const row = owner ?? [...roster.people.values()].find((one) => one.code === mark) ?? guest;
  if (!row) return undefined;
  const status = roster.is_cancelled ? 'ask' : (row.status ?? 'ask');
  return { name: row.name ?? '', ticket_type: row.ticket_type, status };
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
