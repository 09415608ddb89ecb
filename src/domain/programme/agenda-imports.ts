import { folded } from '../../lib/normalized.ts';
import type { CheckedRow, ImportCounts, RowError } from '../imports.ts';
import {
  type AgendaItemInput,
  type AgendaKind,
  type AgendaLink,
  agendaItemChanges,
  agendaKindOf,
  type StoredAgendaItem,
} from './agenda.ts';

/** The most rows of one import: ten times the largest public schedules. */
export const MAX_AGENDA_ROWS = 10_000;

/** The source of an item from a sheet or a list, in place of a schedule. */
export const FROM_SHEET = 'sheet';

/** A speaker of an imported item, known by source and key, else by name. */
export interface ImportedSpeaker {
  readonly name: string;
  readonly title?: string | undefined;
  readonly company?: string | undefined;
  readonly bio?: string | undefined;
  readonly photo_url?: string | undefined;
  /** The program that gave `person_key`, the same for all of its schedules. */
  readonly source?: string | undefined;
  readonly person_key?: string | undefined;
  /** Further keys of the speaker from this source: an import knows them by any. */
  readonly person_keys?: readonly string[] | undefined;
}

/** An import row of an agenda item. An absent field keeps its stored value. */
export interface AgendaImportRow {
  readonly title: string;
  /** ISO 8601; without an offset, a local time of the conference. */
  readonly starts_at: string;
  readonly ends_at: string;
  readonly room?: string | undefined;
  readonly track?: string | undefined;
  readonly kind?: AgendaKind | undefined;
  readonly description?: string | undefined;
  readonly language?: string | undefined;
  readonly url?: string | undefined;
  readonly links?: readonly AgendaLink[] | undefined;
  /** In display order. Absent: the item keeps its speakers. */
  readonly speakers?: readonly ImportedSpeaker[] | undefined;
  /** Identifies the item in later imports. */
  readonly import_key?: string | undefined;
  /** The host of the schedule, `sessionize.com`, or `sheet`. */
  readonly import_source: string;
}

/** The counts of an agenda import. */
export interface AgendaImportCounts extends ImportCounts {
  readonly speakers_created: number;
  /** Known speakers with a new name or other new fields. */
  readonly speakers_updated: number;
  /** Absent items that were cancelled. */
  readonly cancelled: number;
}

/** An item that the source of an import no longer has. */
export interface AbsentItem {
  readonly agenda_item_id: number;
  readonly title: string;
}

export interface ImportableItem extends StoredAgendaItem {
  readonly import_key: string | null;
  readonly import_source: string | null;
}

/** The fields that identify the item of a row, and tell whether the item is absent. */
export type KnownItem = Pick<
  ImportableItem,
  | 'id'
  | 'title'
  | 'kind'
  | 'room'
  | 'starts_at'
  | 'status'
  | 'edited_fields'
  | 'import_key'
  | 'import_source'
>;

export interface NumberedRow {
  readonly row: number;
  readonly value: AgendaImportRow;
}

/** The fields that identify the item of a row. */
export interface RowOutline {
  readonly row: number;
  readonly value: Pick<AgendaImportRow, 'title' | 'kind' | 'room' | 'starts_at' | 'import_key'>;
}

/** The plan of an import: new, known and repeated rows. */
export interface AgendaImportPlan {
  /** The rows of new items. */
  readonly created: number;
  /** The id of the known item of each other row, by row number. */
  readonly matched: ReadonlyMap<number, number>;
  /** Rows of an item that an earlier row has. */
  readonly refused: readonly RowError[];
}

/** Names that differ only in case, accents or spaces are equal. */
export const sameName = (name: string): string => folded(name).replace(/\s+/g, ' ').trim();

/** The row with instants, or its error. `instantOf` gives the instant of a time. */
export function withInstants(
  { row, value }: NumberedRow,
  instantOf: (time: string) => string,
): CheckedRow<AgendaImportRow> {
  const [starts_at, ends_at] = [instantOf(value.starts_at), instantOf(value.ends_at)];
  if (ends_at <= starts_at) {
    return { row, field: 'ends_at', error: 'expected a time after starts_at' };
  }
  return { row, value: { ...value, starts_at, ends_at } };
}

interface Named {
  readonly title: string;
  readonly starts_at: string;
  readonly room?: string | null | undefined;
  readonly kind?: AgendaKind | undefined;
}
const byStart = ({ title, starts_at }: Named) => `${sameName(title)}\n${starts_at}`;
const byPlace = (item: Named) => `${byStart(item)}\n${sameName(item.room ?? '')}`;

/** The kinds whose title names one item; other titles, as Lunch, name one a day. */
const TITLED_KINDS: readonly AgendaKind[] = ['keynote', 'talk', 'panel', 'workshop'];

function byTitle({ title, starts_at, kind = kindOfTitle(title) }: Named): string {
  const name = sameName(title);
  return TITLED_KINDS.includes(kind) ? name : `${name}\n${starts_at.slice(0, 10)}`;
}

/** The kind of an item whose row names none. */
export const kindOfTitle = (title: string): AgendaKind =>
  agendaKindOf({ kind: 'main', tags: [], title });

/**
 * Finds the item of each row: by its key, else by title, start and room, else by title and start,
 * else by title, the earliest first. So a moved item is the same item, and the same rows sent again
 * change nothing. A row with a key is never an item with another key.
 */
export function planAgendaImport(
  rows: readonly RowOutline[],
  items: readonly KnownItem[],
): AgendaImportPlan {
  const { unique, refused } = withoutRepeated(rows);
  const matched = new Map<number, number>();
  let create: readonly RowOutline[] = unique;
  let free = items;
  /** Pairs rows and items with the same key, both in order of start. */
  const pair = (
    rowKey: (row: RowOutline['value']) => string | undefined,
    itemKey: (item: KnownItem) => string | undefined,
  ) => {
    const byKey = Map.groupBy(free, itemKey);
    const taken = new Set<number>();
    create = create.filter((numbered) => {
      const key = rowKey(numbered.value);
      const item = key === undefined ? undefined : byKey.get(key)?.shift();
      if (!item) return true;
      taken.add(item.id);
      matched.set(numbered.row, item.id);
      return false;
    });
    free = free.filter(({ id }) => !taken.has(id));
  };
  pair(
    ({ import_key }) => import_key,
    ({ import_key }) => import_key ?? undefined,
  );
  for (const key of [byPlace, byStart, byTitle]) {
    pair(
      (row) => (row.import_key === undefined ? undefined : key(row)),
      (item) => (item.import_key === null ? key(item) : undefined),
    );
    pair((row) => (row.import_key === undefined ? key(row) : undefined), key);
  }
  return { created: create.length, matched, refused };
}

/** Sorted by start. */
function withoutRepeated(rows: readonly RowOutline[]) {
  const first = new Map<string, number>();
  const unique: RowOutline[] = [];
  const refused: RowError[] = [];
  const byTime = rows.toSorted(
    (a, b) => Date.parse(a.value.starts_at) - Date.parse(b.value.starts_at) || a.row - b.row,
  );
  for (const numbered of byTime) {
    const { row, value } = numbered;
    const key = value.import_key ?? byPlace(value);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, row);
      unique.push(numbered);
    } else refused.push({ row, field: null, error: `the same agenda item as row ${earlier}` });
  }
  return { unique, refused };
}

const TIMES = ['starts_at', 'ends_at'];

/**
 * The changes of an import to an item. An item without an event keeps the fields that an
 * administrator edited. The imported fields of an item with an event no longer follow the event.
 *
 * @throws AppError VALIDATION_ERROR unless `ends_at` is after `starts_at`
 */
export function importedChanges(
  item: ImportableItem,
  given: AgendaItemInput,
): ReturnType<typeof agendaItemChanges> {
  if (item.event_id !== null) return agendaItemChanges(item, given, undefined);
  const { edited_fields } = item;
  // With only one of its times edited, the item could end before it starts.
  const kept = TIMES.some((time) => edited_fields.includes(time))
    ? [...edited_fields, ...TIMES]
    : edited_fields;
  const wanted = Object.entries(given).filter(([field]) => !kept.includes(field));
  return { ...agendaItemChanges(item, Object.fromEntries(wanted), undefined), edited_fields };
}

/**
 * The items that an earlier import brought from one of these sources and that this import does not
 * contain. `matched` are the ids of its items.
 */
export function absentItems(
  items: readonly KnownItem[],
  { sources, matched }: { sources: ReadonlySet<string>; matched: Iterable<number> },
): KnownItem[] {
  const present = new Set(matched);
  return items.filter(
    ({ id, status, import_source }) =>
      status === 'scheduled' &&
      import_source !== null &&
      sources.has(import_source) &&
      !present.has(id),
  );
}
