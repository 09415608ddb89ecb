import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { Checkpoint } from '../../client/operations.d.ts';
import { parseGuestCode, parseTicketCode } from '../../domain/attendance/tickets.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';

type Direction = 'in' | 'out';

/** Where people are checked in: at a conference, at one of its checkpoints, or at one of its events. */
export interface DoorId {
  readonly conference_id: number;
  readonly event_id?: number | undefined;
  readonly checkpoint_id?: number | undefined;
  /** Of a checkpoint that counts each scan. */
  readonly direction?: Direction | undefined;
}
export interface Door extends DoorId {
  readonly name: string;
  /** Of a checkpoint: how often it counts a person, and in which zone a day begins. */
  readonly counts?: Checkpoint['counts'];
  readonly timezone?: string;
}

/** Names what a device stores of a door. A conference has its number, as devices stored it before. */
export function keyOfDoor({ conference_id, event_id, checkpoint_id }: DoorId): number | string {
  if (event_id !== undefined) return `event ${event_id}`;
  return checkpoint_id === undefined ? conference_id : `checkpoint ${checkpoint_id}`;
}

export const isSameDoor = (one: DoorId, other: DoorId): boolean =>
  keyOfDoor(one) === keyOfDoor(other);

/** The most events of a conference that a device asks for at once. */
const LIMIT = 100;

/** What a device stores of its checkpoint. */
interface Chosen {
  readonly checkpoint_id?: number | undefined;
  readonly direction?: Direction | undefined;
}

/**
 * The doors of a conference, and the one in the address, or else the checkpoint that was chosen on this device.
 * They are stored, for a start without a network.
 */
export function useDoors({ id, name, timezone }: Conference) {
  const may = useMay();
  const readsAll = may('content:read');
  const storedChoice = `hallway-checkpoint-${id}`;
  const [chosen, setChosen] = useState<Chosen>(() =>
    JSON.parse(localStorage.getItem(storedChoice) ?? '{}'),
  );
  const put = (next: Chosen) => {
    localStorage.setItem(storedChoice, JSON.stringify(next));
    setChosen(next);
  };
  const { idOf, set } = useFilters();
  const stored = `hallway-doors-${id}`;
  const found = useQuery({
    queryKey: ['doors', id, readsAll],
    queryFn: async () => {
      const checkpoints = may('door:read') ? await readCheckpointDoors(id, timezone) : [];
      const doors = [...checkpoints, ...(await readEventDoors(id, readsAll))];
      localStorage.setItem(stored, JSON.stringify(doors));
      return doors;
    },
  });
  const others: readonly Door[] = found.data ?? JSON.parse(localStorage.getItem(stored) ?? '[]');
  const main: Door = { conference_id: id, name };
  const wanted = idOf('event');
  const events = others.filter(({ event_id }) => event_id !== undefined);
  const checkpoint = others.find(
    ({ checkpoint_id }) => checkpoint_id !== undefined && checkpoint_id === chosen.checkpoint_id,
  );
  const isEach = checkpoint?.counts === 'each';
  const turned = isEach && chosen.direction ? { direction: chosen.direction } : {};
  /** Of this device, for the conference itself. */
  const home: Door = checkpoint ? { ...checkpoint, ...turned } : main;
  return {
    doors: [main, ...others],
    /** For tickets of each: the conference has one door on a device. */
    ticketDoors: [home, ...events],
    door: events.find(({ event_id }) => event_id === wanted) ?? home,
    choose: ({ event_id, checkpoint_id }: DoorId) => {
      set({ event: event_id === undefined ? undefined : String(event_id) });
      if (event_id === undefined) put({ checkpoint_id });
    },
    turn: (direction: Direction) => put({ ...chosen, direction }),
  };
}

async function readCheckpointDoors(conference_id: number, timezone: string): Promise<Door[]> {
  const { checkpoints } = await api.call('listCheckpoints', { params: { conference_id } });
  return checkpoints.map(({ id, name, kind, counts }) => ({
    ...{ conference_id, checkpoint_id: id, name, counts, timezone },
    ...(counts === 'each' && { direction: kind === 'exit' ? ('out' as const) : ('in' as const) }),
  }));
}

/** Whether a person with this scan is counted at a checkpoint already. */
export function isCounted(
  { counts, direction, timezone }: Door,
  scan: { readonly day: string; readonly direction: Direction } | null | undefined,
): boolean {
  if (!scan) return false;
  if (counts === 'each') return scan.direction === direction;
  return counts === 'once' || scan.day === dayIn(timezone, new Date());
}

/** A day as the service writes it, such as `2026-05-14`. */
export const dayIn = (timeZone: string | undefined, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', {
    ...(timeZone && { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at);

/** The events that take attendees. A key for the door alone reads those that are public. */
async function readEventDoors(conference_id: number, readsAll: boolean): Promise<Door[]> {
  const params = { conference_id, limit: LIMIT };
  const doors: Door[] = [];
  const rows = readsAll
    ? api.rows('listAdminEvents', { params: { ...params, sort: 'starts_at' } })
    : api.rows('listEvents', { params });
  for await (const { id, title, status, registration_mode, attendee_count } of rows) {
    const takesPeople = registration_mode !== 'closed' || attendee_count > 0;
    if (status === 'approved' && takesPeople)
      doors.push({ conference_id, event_id: id, name: title });
  }
  return doors;
}

/** The door that a code names, which only the service verifies; undefined for a code without one of them. */
export function doorOfCode(doors: readonly Door[], code: string | undefined): Door | undefined {
  const guest = parseGuestCode(code ?? '')?.guest;
  const holder = parseTicketCode(code ?? '')?.holder;
  return doors.find(({ conference_id, event_id }) =>
    event_id === undefined
      ? guest?.conference_id === conference_id ||
        (holder?.kind === 'conference' && holder.attendable_id === conference_id)
      : holder?.kind === 'event' && holder.attendable_id === event_id,
  );
}
