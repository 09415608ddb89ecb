import { useQuery } from '@tanstack/preact-query';
import { parseGuestCode, parseTicketCode } from '../../domain/attendance/tickets.ts';
import { useMay } from '../lib/access.ts';
import { api } from '../lib/api.ts';
import type { Conference } from '../lib/conference.ts';
import { useFilters } from '../lib/filters.ts';

/** Where people are checked in: at a conference, or at one of its events. */
export interface DoorId {
  readonly conference_id: number;
  readonly event_id?: number | undefined;
}
export interface Door extends DoorId {
  readonly name: string;
}

/** Names what a device stores of a door. A conference has its number, as devices stored it before. */
export const keyOfDoor = ({ conference_id, event_id }: DoorId): number | string =>
  event_id === undefined ? conference_id : `event ${event_id}`;

export const isSameDoor = (one: DoorId, other: DoorId): boolean =>
  keyOfDoor(one) === keyOfDoor(other);

/** The most events of a conference that a device asks for at once. */
const LIMIT = 100;

/** The doors of a conference, and the one in the address. They are stored, for a start without a network. */
export function useDoors({ id, name }: Conference) {
  const readsAll = useMay()('content:read');
  const { idOf, set } = useFilters();
  const stored = `hallway-doors-${id}`;
  const found = useQuery({
    queryKey: ['doors', id, readsAll],
    queryFn: async () => {
      const doors = await readEventDoors(id, readsAll);
      localStorage.setItem(stored, JSON.stringify(doors));
      return doors;
    },
  });
  const events: readonly Door[] = found.data ?? JSON.parse(localStorage.getItem(stored) ?? '[]');
  const main: Door = { conference_id: id, name };
  const wanted = idOf('event');
  return {
    doors: [main, ...events],
    door: events.find(({ event_id }) => event_id === wanted) ?? main,
    choose: (event_id: number | undefined) =>
      set({ event: event_id === undefined ? undefined : String(event_id) }),
  };
}

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
