import { invalid } from '../../errors.ts';
import { type Changes, differences } from '../changes.ts';
import { checkTimes, type Event } from './events.ts';
import type { SHOWN_ON_AGENDA, Speaker } from './speakers.ts';

export const AGENDA_KINDS = [
  'keynote',
  'talk',
  'panel',
  'workshop',
  'break',
  'social',
  'other',
] as const;
export type AgendaKind = (typeof AGENDA_KINDS)[number];

/** Something on the agenda of a conference. */
export interface AgendaItem {
  readonly id: number;
  readonly conference_id: number;
  /** The event it stands for: it follows that one, save for what was set by hand. */
  readonly event_id: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly kind: AgendaKind;
  readonly track: string | null;
  readonly room: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
  /** Its place among those that start together. */
  readonly position: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What administrators decide about an item; speakers by their ids, in order. */
interface AgendaItemFields
  extends Omit<AgendaItem, 'id' | 'conference_id' | 'created_at' | 'updated_at'> {
  readonly speaker_ids: readonly number[];
}
export type AgendaItemInput = Changes<AgendaItemFields>;

/** An item as administrators change it. */
export interface StoredAgendaItem extends AgendaItem, Pick<AgendaItemFields, 'speaker_ids'> {
  /** What was set by hand, of what it would have from its event. */
  readonly edited_fields: readonly string[];
}

/** A speaker as the agenda shows them. */
type AgendaSpeaker = Pick<Speaker, 'id' | (typeof SHOWN_ON_AGENDA)[number]>;

/** An item as it is shown. */
export interface AgendaItemView extends AgendaItem {
  readonly speakers: readonly AgendaSpeaker[];
}

/** That another item has the same room, or the same speaker, at the same time. */
export interface AgendaClash {
  readonly kind: 'room' | 'speaker';
  /** The other item. */
  readonly agenda_item_id: number;
  readonly title: string;
  /** Null where it is the room. */
  readonly speaker_id: number | null;
  /** The room or the speaker by name. */
  readonly name: string;
}

/** A clash as administrators are told of it. */
export interface AgendaWarning extends Pick<AgendaClash, 'kind' | 'agenda_item_id'> {
  readonly speaker_id?: number;
  readonly message: string;
}

export const warningOf = ({
  kind,
  agenda_item_id,
  speaker_id,
  name,
  title,
}: AgendaClash): AgendaWarning => ({
  kind,
  agenda_item_id,
  ...(speaker_id !== null && { speaker_id }),
  message: `${name} is booked for “${title}” at the same time`,
});

/** One day of an agenda, by the clocks of its conference. */
export interface AgendaDay {
  readonly date: string;
  readonly items: readonly AgendaItemView[];
}

/** Items in their order, each with the day it begins on, day by day. */
export const agendaDays = (
  items: readonly (AgendaItemView & { readonly date: string })[],
): AgendaDay[] =>
  [...Map.groupBy(items, ({ date }) => date)].map(([date, ofDay]) => ({
    date,
    items: ofDay.map(({ date: _, ...item }) => item),
  }));

/** What else people call the kinds of an agenda, in the tags and titles of events. */
const KIND_WORDS: ReadonlyMap<string, AgendaKind> = new Map([
  ...AGENDA_KINDS.map((kind) => [kind, kind] as const),
  ['plenary', 'keynote'],
  ['tutorial', 'workshop'],
  ['breakfast', 'break'],
  ['lunch', 'break'],
  ['coffee', 'break'],
  ['party', 'social'],
  ['reception', 'social'],
  ['dinner', 'social'],
  ['poster', 'other'],
  ['informational', 'other'],
  ['registration', 'other'],
]);

/** By the last word: `Sponsor-Workshops` are workshops. */
const kindNamed = (name: string) => {
  const [last = ''] = name.toLowerCase().split(/[\s-]/).slice(-1);
  return KIND_WORDS.get(last.replace(/s$/, ''));
};

/** What a title begins with to say what it is: `[tutorial] Looms`, `Keynote: Looms`, `Lunch`. */
const labelOf = (title: string) => /^\[([^\]]+)\]|^([^\s:]+)(?::|$)/.exec(title)?.slice(1) ?? [];

/** The kind of the item that stands for an event: by its tags, else by its title. */
export function agendaKindOf(event: Pick<Event, 'kind' | 'tags' | 'title'>): AgendaKind {
  const words = [...event.tags, ...labelOf(event.title).filter(Boolean)];
  return words.map(kindNamed).find(Boolean) ?? (event.kind === 'side' ? 'social' : 'talk');
}

/** What an item has from its event. */
const toldBy = ({ title, description, venue_name, starts_at, ends_at }: Event) => ({
  title,
  description,
  room: venue_name,
  starts_at,
  ends_at,
});
type Told = ReturnType<typeof toldBy>;

/** @throws AppError VALIDATION_ERROR for what is not told, and for times out of order */
function toldByHand(given: AgendaItemInput): Told {
  const { title, description = null, room = null, starts_at, ends_at } = given;
  const missing = (field: string) => invalid(field, 'expected one, or an event_id to take it from');
  if (title === undefined) throw missing('title');
  if (starts_at === undefined) throw missing('starts_at');
  if (ends_at === undefined) throw missing('ends_at');
  checkTimes({ starts_at, ends_at });
  return { title, description, room, starts_at, ends_at };
}

/**
 * What is said by hand and differs from what was told. Events of feeds may end when they start;
 * only who sets a time by hand has to make it better.
 *
 * @throws AppError VALIDATION_ERROR for times out of order
 */
function setByHand(told: Told, given: AgendaItemInput): Partial<Told> {
  const { title, description, room, starts_at, ends_at } = given;
  const { after } = differences(told, { title, description, room, starts_at, ends_at });
  if (after.starts_at ?? after.ends_at) checkTimes({ ...told, ...after });
  return after;
}

/**
 * A new item: what is said of it, and the rest as its event has it.
 * @throws AppError VALIDATION_ERROR for what neither tells, and for times out of order
 */
export function newAgendaItem(given: AgendaItemInput, event: Event | undefined) {
  const { speaker_ids: _, ...columns } = given;
  const told = event ? toldBy(event) : toldByHand(given);
  const set = setByHand(told, given);
  const kind = given.kind ?? (event && agendaKindOf(event));
  return { ...columns, ...told, ...set, kind, edited_fields: Object.keys(set) };
}

/**
 * What is to become of an item. `event` is the one that it is said to stand for.
 * @throws AppError VALIDATION_ERROR for times out of order
 */
export function agendaItemChanges(
  item: StoredAgendaItem,
  given: AgendaItemInput,
  event: Event | undefined,
): AgendaItemInput & Changes<Pick<StoredAgendaItem, 'edited_fields'>> {
  if (event && event.id !== item.event_id) {
    const told = toldBy(event);
    const set = setByHand(told, given);
    return { ...given, ...told, ...set, edited_fields: Object.keys(set) };
  }
  const set = setByHand(item, given);
  const follows = item.event_id !== null && given.event_id !== null;
  const edited = follows ? [...item.edited_fields, ...Object.keys(set)] : [];
  return { ...given, edited_fields: [...new Set(edited)] };
}
