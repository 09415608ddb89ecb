import type { Changes } from '../changes.ts';
import { type Remark, remark } from '../reasons.ts';

/** What an agenda is divided by; agenda items and events refer to each by its name. */
export const AGENDA_GROUP_KINDS = ['room', 'track'] as const;
export type AgendaGroupKind = (typeof AGENDA_GROUP_KINDS)[number];

/** The most rooms, or tracks, in one order, and the most agenda items of one page. */
export const MAX_AGENDA_ROWS_AT_ONCE = 1_000;

/** A room or a track of a conference. */
export interface AgendaGroup {
  readonly id: number;
  /** Unique within the conference; case and repeated spaces do not count. */
  readonly name: string;
  /** The order of the organizers. */
  readonly position: number;
  /** The number of people in a room; null if unknown, and for a track. */
  readonly capacity: number | null;
  /** As `#3366cc`. */
  readonly color: string | null;
}

/** A track that has a color. */
export interface TrackColor {
  readonly name: string;
  readonly color: string;
}

/** A room or a track that no agenda item and no event has. */
export type UnusedGroup = Pick<AgendaGroup, 'id' | 'name'>;

export type AgendaGroupInput = Changes<Pick<AgendaGroup, 'name' | 'capacity' | 'color'>>;
export type NewAgendaGroup = AgendaGroupInput & Pick<AgendaGroup, 'name'>;

/** The rooms, or the tracks, of one conference. */
export interface AgendaGroupsOf {
  readonly conference_id: number;
  readonly kind: AgendaGroupKind;
}

/** Names of rooms and tracks by what was given. */
export interface AgendaNames {
  readonly room: ReadonlyMap<string, string>;
  readonly track: ReadonlyMap<string, string>;
}

/** The given fields with room and track as the conference spells them. */
export function spelled<
  T extends {
    readonly room?: string | null | undefined;
    readonly track?: string | null | undefined;
  },
>(given: T, { room, track }: AgendaNames): T {
  return {
    ...given,
    ...(given.room && { room: room.get(given.room) ?? given.room }),
    ...(given.track && { track: track.get(given.track) ?? given.track }),
  };
}

/** How many agenda items and events refer to a room or track. */
export interface AgendaGroupUses {
  readonly items: number;
  readonly events: number;
}

const counted = (count: number, noun: string, nouns = `${noun}s`) =>
  `${count} ${count === 1 ? noun : nouns}`;

/** The uses in words; undefined for none. */
export function usesText({ items, events }: AgendaGroupUses): string | undefined {
  const parts = [
    ...(items > 0 ? [counted(items, 'agenda item')] : []),
    ...(events > 0 ? [counted(events, 'event')] : []),
  ];
  return parts.length > 0 ? parts.join(' and ') : undefined;
}

/** A room and the seats of an event in it. */
export interface SmallRoom {
  readonly name: string;
  /** The number of people whom the room holds. */
  readonly capacity: number;
  readonly seats: number;
}

export const smallRoom = ({ name, capacity, seats }: SmallRoom): Remark =>
  remark(
    `${name} holds ${counted(capacity, 'person', 'people')}, fewer than the ${seats} seats`,
    'small_room',
    { name, capacity, seats },
  );

/** What takes place in a room at the same time. */
export const booked = (name: string, title: string): Remark =>
  remark(`${name} is booked for “${title}” at the same time`, 'booked', { name, title });
