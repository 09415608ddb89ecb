import type { AgendaItem } from './agenda.ts';

/** A longer list than anyone reads; the counts are exact. */
export const MAX_LISTED_CHANGES = 1_000;

/** The fields that a list of changes shows, in this order. */
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

/** A field of an item, before and after an import. */
export interface FieldChange {
  readonly field: ListedField;
  readonly from: unknown;
  readonly to: unknown;
}

/** An item that an import wrote. In a dry run, a created item has an id that no item gets. */
export interface AgendaImportChange {
  readonly agenda_item_id: number;
  readonly title: string;
  readonly starts_at: string;
  readonly result: 'created' | 'updated' | 'cancelled';
  /** Of an updated item; empty if only what the API does not show has changed. */
  readonly changes: readonly FieldChange[];
}

type Shown = Pick<AgendaItem, 'id' | 'title' | 'starts_at'>;

/** The change of an item that an import creates or cancels. */
export const wholeChange = (
  { id, title, starts_at }: Shown,
  result: 'created' | 'cancelled',
): AgendaImportChange => ({ agenda_item_id: id, title, starts_at, result, changes: [] });

/** The change of an item that an import updates. `after` has the fields that change. */
export function updateOf(
  item: Shown & Readonly<Record<ListedField, unknown>>,
  after: Partial<Shown & Readonly<Record<ListedField, unknown>>>,
): AgendaImportChange {
  const { id, title, starts_at } = { ...item, ...after };
  return {
    agenda_item_id: id,
    title,
    starts_at,
    result: 'updated',
    changes: LISTED_FIELDS.flatMap((field) =>
      field in after ? [{ field, from: item[field] ?? null, to: after[field] ?? null }] : [],
    ),
  };
}
