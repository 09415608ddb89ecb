import { differences } from '../changes.ts';
import type { AgendaItem } from './agenda.ts';
import { type Event, venueOf } from './events.ts';

/** A longer list than anyone reads; the counts are exact. */
export const MAX_LISTED_CHANGES = 1_000;

/** The fields of an item that a list of changes shows, in this order. */
export const LISTED_FIELDS = [
  'title',
  'starts_at',
  'ends_at',
  'room',
  'track',
  'kind',
  'status',
  'speaker_ids',
  'language',
  'url',
  'links',
  'description',
] as const;
type ListedField = (typeof LISTED_FIELDS)[number];

/** The same of an event, which only calendars bring. */
export const LISTED_EVENT_FIELDS = [
  'title',
  'starts_at',
  'ends_at',
  'all_day',
  'timezone',
  'venue',
  'status',
  'organizer',
  'url',
  'image_url',
  'tags',
  'description',
] as const;
type ListedEventField = (typeof LISTED_EVENT_FIELDS)[number];

/** A field of an item or an event, before and after an import. */
export interface FieldChange<Field = ListedField> {
  readonly field: Field;
  readonly from: unknown;
  readonly to: unknown;
}
export type EventFieldChange = FieldChange<ListedEventField>;

type Values<Field extends string> = Readonly<Partial<Record<Field, unknown>>>;

/** The listed fields that `after` has. */
const changesIn = <Field extends string>(
  fields: readonly Field[],
  before: Values<Field>,
  after: Values<Field>,
): FieldChange<Field>[] =>
  fields.flatMap((field) =>
    field in after ? [{ field, from: before[field] ?? null, to: after[field] ?? null }] : [],
  );

/** The fields of an event that an import changes, as the API shows them. */
export function eventChanges(before: Event, after: Event): EventFieldChange[] {
  const shown = (event: Event) => ({ ...event, venue: venueOf(event) });
  const was = shown(before);
  return changesIn(LISTED_EVENT_FIELDS, was, differences(was, shown(after)).after);
}

/** An item that an import wrote. In a dry run, a created item has an id that no item gets. */
export interface AgendaImportChange {
  readonly agenda_item_id: number;
  readonly key: string;
  readonly title: string;
  readonly starts_at: string;
  readonly result: 'created' | 'updated' | 'cancelled';
  /** Of an updated item; empty if only what the API does not show has changed. */
  readonly changes: readonly FieldChange[];
}

type Shown = Pick<AgendaItem, 'id' | 'title' | 'starts_at'>;
type Keyed = Shown & { readonly key: string };

/** The change of an item that an import creates or cancels. */
export const wholeChange = (
  { id, key, title, starts_at }: Keyed,
  result: 'created' | 'cancelled',
): AgendaImportChange => ({ agenda_item_id: id, key, title, starts_at, result, changes: [] });

/** The change of an item that an import updates. `after` has the fields that change. */
export function updateOf(
  item: Keyed & Readonly<Record<ListedField, unknown>>,
  after: Partial<Shown & Readonly<Record<ListedField, unknown>>>,
): AgendaImportChange {
  const { id, key, title, starts_at } = { ...item, ...after };
  return {
    agenda_item_id: id,
    key,
    title,
    starts_at,
    result: 'updated',
    changes: changesIn(LISTED_FIELDS, item, after),
  };
}
