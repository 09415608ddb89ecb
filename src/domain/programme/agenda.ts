import { invalid } from '../../errors.ts';
import { type Changes, differences } from '../changes.ts';
import type { Remark } from '../reasons.ts';
import { booked, type SmallRoom, smallRoom } from './agenda-groups.ts';
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

export const AGENDA_STATUSES = ['scheduled', 'cancelled'] as const;
export type AgendaStatus = (typeof AGENDA_STATUSES)[number];

/** Whether questions can be asked in a session, and whether a moderator reads them first. */
export const QUESTION_MODES = ['off', 'moderated', 'open'] as const;
export type QuestionMode = (typeof QUESTION_MODES)[number];

/** A BCP 47 tag: language, then perhaps script, region and variants. */
export const AGENDA_LANGUAGE = /^[A-Za-z]{2,8}(?:-[A-Za-z\d]{1,8})*$/;

/** The most links of an agenda item. Public schedules have up to 30. */
export const MAX_AGENDA_LINKS = 50;

/** A link to slides, a recording or similar. */
export interface AgendaLink {
  readonly title: string | null;
  readonly url: string;
}

/** How many users keep an item, for the capacity of its room or event. */
export const INTEREST_BANDS = ['low', 'medium', 'high'] as const;
/** No band below `least` users; `low` and `medium` are below these shares of the capacity. */
export const INTEREST = { least: 20, low: 0.3, medium: 0.7 } as const;

/** An agenda item of a conference. */
export interface AgendaItem {
  readonly id: number;
  readonly conference_id: number;
  /** The linked event. Fields that no administrator edited follow it. */
  readonly event_id: number | null;
  readonly title: string;
  readonly description: string | null;
  readonly kind: AgendaKind;
  readonly track: string | null;
  readonly room: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
  /** The language it is held in, as a BCP 47 tag. */
  readonly language: string | null;
  /** Its page on the website of the conference. */
  readonly url: string | null;
  readonly links: readonly AgendaLink[];
  /** An item is also shown as cancelled while its event is. */
  readonly status: AgendaStatus;
  /** How many keep it for its capacity, as bands; null if the conference does not show it. */
  readonly interest: (typeof INTEREST_BANDS)[number] | null;
  /** The order among items with the same start. */
  readonly position: number;
  readonly questions: QuestionMode;
  /** Questions stay open until then, if it is later than by the times of the item. It moves with the end. */
  readonly questions_until: string | null;
  /** Raised by each edit. */
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The fields that an administrator sets; `speaker_ids` in display order. */
interface AgendaItemFields
  extends Omit<
    AgendaItem,
    'id' | 'conference_id' | 'interest' | 'version' | 'created_at' | 'updated_at'
  > {
  readonly speaker_ids: readonly number[];
}
export type AgendaItemInput = Changes<AgendaItemFields>;

/** An item with the fields that decide an update. */
export interface StoredAgendaItem extends AgendaItem, Pick<AgendaItemFields, 'speaker_ids'> {
  /**
   * Edited fields. They no longer follow the event; later imports of an item without an event keep
   * them.
   */
  readonly edited_fields: readonly string[];
  /** Its source no longer had it; an import that has it again revives it. */
  readonly cancelled_by_import: boolean;
}

type AgendaSpeaker = Pick<Speaker, 'id' | (typeof SHOWN_ON_AGENDA)[number]>;

export interface AgendaItemView extends AgendaItem {
  readonly speakers: readonly AgendaSpeaker[];
}

/** Another item has the same room or speaker at the same time, or the room of an item is too small. */
export interface AgendaClash extends SmallRoom {
  readonly kind: 'room' | 'speaker' | 'capacity';
  /** The other item; of a small room, the item itself. */
  readonly agenda_item_id: number;
  readonly title: string;
  /** Null for a room. */
  readonly speaker_id: number | null;
}

/** A clash as the API reports it. */
export interface AgendaWarning extends Remark, Pick<AgendaClash, 'kind' | 'agenda_item_id'> {
  readonly speaker_id?: number;
}

export const warningOf = (clash: AgendaClash): AgendaWarning => ({
  kind: clash.kind,
  agenda_item_id: clash.agenda_item_id,
  ...(clash.speaker_id !== null && { speaker_id: clash.speaker_id }),
  ...(clash.kind === 'capacity' ? smallRoom(clash) : booked(clash.name, clash.title)),
});

/** One day of an agenda, in the conference's time zone. */
export interface AgendaDay {
  readonly date: string;
  readonly items: readonly AgendaItemView[];
}

/** Groups items by the day they start on and keeps their order. */
export const agendaDays = (
  items: readonly (AgendaItemView & { readonly date: string })[],
): AgendaDay[] =>
  [...Map.groupBy(items, ({ date }) => date)].map(([date, dayItems]) => ({
    date,
    items: dayItems.map(({ date: _, ...item }) => item),
  }));

/** Agenda kinds and their synonyms in tags and titles of events. */
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
  ['lecture', 'talk'],
  ['discussion', 'panel'],
  ['poster', 'other'],
  ['informational', 'other'],
  ['registration', 'other'],
]);

/** Looks at the last word only: `Sponsor-Workshops` is a workshop. */
const kindNamed = (name: string) => {
  const [last = ''] = name.toLowerCase().split(/[\s-]/).slice(-1);
  return KIND_WORDS.get(last.replace(/s$/, ''));
};

/** The kind that a word of a session type names, as `Workshop 60 min`; undefined for none. */
export const agendaKindOfType = (type: string): AgendaKind | undefined =>
  type
    .split(/[^\p{L}]+/u)
    .map(kindNamed)
    .find(Boolean);

/** The label that a title starts with: `[tutorial] Looms`, `Keynote: Looms`, `Lunch`. */
const labelOf = (title: string) => /^\[([^\]]+)\]|^([^\s:]+)(?::|$)/.exec(title)?.slice(1) ?? [];

/** The agenda kind of an event, from its tags, else from its title, else from its event kind. */
export function agendaKindOf(event: Pick<Event, 'kind' | 'tags' | 'title'>): AgendaKind {
  const words = [...event.tags, ...labelOf(event.title).filter(Boolean)];
  return words.map(kindNamed).find(Boolean) ?? (event.kind === 'side' ? 'social' : 'talk');
}

/**
 * The track of an imported event: its first category that names no kind, else its first. Tracks
 * that differ only in case are one track, with the spelling in `known`.
 */
export function trackOf(
  tags: readonly string[],
  known: ReadonlyMap<string, string>,
): string | null {
  const category = tags.find((tag) => kindNamed(tag) === undefined) ?? tags[0];
  return category === undefined ? null : (known.get(category.toLowerCase()) ?? category);
}

/** The fields that an item takes from its event. */
const followedFields = ({ title, description, venue_name, starts_at, ends_at }: Event) => ({
  title,
  description,
  room: venue_name,
  starts_at,
  ends_at,
});
type FollowedFields = ReturnType<typeof followedFields>;

/** @throws AppError VALIDATION_ERROR for a missing field, and unless `ends_at` is after `starts_at` */
function requiredFields(given: AgendaItemInput): FollowedFields {
  const { title, description = null, room = null, starts_at, ends_at } = given;
  const missing = (field: string) => invalid(field, 'expected a value, or an event_id', 'required');
  if (title === undefined) throw missing('title');
  if (starts_at === undefined) throw missing('starts_at');
  if (ends_at === undefined) throw missing('ends_at');
  checkTimes({ starts_at, ends_at });
  return { title, description, room, starts_at, ends_at };
}

/**
 * The given fields that differ from `current`. Events of feeds may end at their start, so the
 * times are checked only when one of them is edited.
 *
 * @throws AppError VALIDATION_ERROR unless `ends_at` is after `starts_at`
 */
function editedFields(current: FollowedFields, given: AgendaItemInput): Partial<FollowedFields> {
  const { title, description, room, starts_at, ends_at } = given;
  const { after } = differences(current, { title, description, room, starts_at, ends_at });
  if (after.starts_at ?? after.ends_at) checkTimes({ ...current, ...after });
  return after;
}

/** The given fields that imports write and that differ from those of the item. */
function importedFields(item: StoredAgendaItem, given: AgendaItemInput): Partial<StoredAgendaItem> {
  const { event_id: _, position: __, status: ___, ...others } = given;
  const { questions: ____, questions_until: _____, ...fields } = others;
  return differences<StoredAgendaItem>(item, fields).after;
}

/**
 * The columns of a new item: the given fields, and those of its event for the rest.
 * @throws AppError VALIDATION_ERROR for a field that neither provides, and unless `ends_at` is
 *   after `starts_at`
 */
export function newAgendaItem(given: AgendaItemInput, event: Event | undefined) {
  const { speaker_ids: _, ...columns } = given;
  const followed = event ? followedFields(event) : requiredFields(given);
  const edited = editedFields(followed, given);
  const kind = given.kind ?? (event && agendaKindOf(event));
  return { ...columns, ...followed, ...edited, kind, edited_fields: Object.keys(edited) };
}

/**
 * The changes to an item. `event` is the event of `given.event_id`.
 * @throws AppError VALIDATION_ERROR unless `ends_at` is after `starts_at`
 */
export function agendaItemChanges(
  item: StoredAgendaItem,
  given: AgendaItemInput,
  event: Event | undefined,
): AgendaItemInput & Changes<Pick<StoredAgendaItem, 'edited_fields' | 'cancelled_by_import'>> {
  const wanted = { ...given, ...(given.status && { cancelled_by_import: false }) };
  if (event && event.id !== item.event_id) {
    const followed = followedFields(event);
    const edited = editedFields(followed, given);
    return { ...wanted, ...followed, ...edited, edited_fields: Object.keys(edited) };
  }
  const edited = editedFields(item, given);
  if (item.event_id !== null && given.event_id === null) return { ...wanted, edited_fields: [] };
  const names = Object.keys(item.event_id === null ? importedFields(item, given) : edited);
  if (given.status && given.status !== item.status) names.push('status');
  return { ...wanted, edited_fields: [...new Set([...item.edited_fields, ...names])] };
}
