import { folded } from '../../lib/normalized.ts';
import { differences } from '../changes.ts';
import type { CheckedRow, ImportCounts } from '../imports.ts';
import { reason } from '../reasons.ts';
import {
  type AgendaItemInput,
  type AgendaKind,
  type AgendaLink,
  agendaItemChanges,
  type StoredAgendaItem,
} from './agenda.ts';
import { hostOfOrigin, rowKeys } from './source-imports.ts';

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
  /** As of a row; see `agendaKeys`. */
  readonly key: string;
  readonly title: string;
  readonly starts_at: string;
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

/** Names that differ only in case, accents or spaces are equal. */
export const sameName = (name: string): string => folded(name).replace(/\s+/g, ' ').trim();

/** The row with instants, or its error. `instantOf` gives the instant of a time. */
export function withInstants(
  { row, value }: NumberedRow,
  instantOf: (time: string) => string,
): CheckedRow<AgendaImportRow> {
  const [starts_at, ends_at] = [instantOf(value.starts_at), instantOf(value.ends_at)];
  if (ends_at <= starts_at) {
    const error = 'expected a time after starts_at';
    return { row, field: 'ends_at', error, ...reason('after', { field: 'starts_at' }) };
  }
  return { row, value: { ...value, starts_at, ends_at } };
}

type Keyed = Pick<AgendaImportRow, 'title' | 'starts_at'> & {
  readonly import_key?: string | null | undefined;
  readonly room?: string | null | undefined;
};

/** The keys of rows, and of items: by their import key, else by title. @param taken as of `rowKeys` */
export const agendaKeys = (items: readonly Keyed[], taken?: Iterable<string>): string[] =>
  rowKeys(
    items.map(({ import_key, title, starts_at, room }) => [
      import_key ?? title,
      starts_at,
      room ?? '',
      title,
    ]),
    taken,
  );

const TIMES = ['starts_at', 'ends_at'];

/** The fields that an import leaves as an administrator edited them. */
function keptFields({ event_id, edited_fields }: ImportableItem): readonly string[] {
  if (event_id !== null) return [];
  // With only one of its times edited, the item could end before it starts.
  return TIMES.some((time) => edited_fields.includes(time))
    ? [...edited_fields, ...TIMES]
    : edited_fields;
}

/** The fields that an administrator edited, and that a row has otherwise. */
export function editedDifferences(item: ImportableItem, given: AgendaItemInput): string[] {
  const kept = keptFields(item);
  if (kept.length === 0) return [];
  const wanted = Object.entries(given).filter(([field]) => kept.includes(field));
  return Object.keys(differences<StoredAgendaItem>(item, Object.fromEntries(wanted)).after);
}

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
  const kept = keptFields(item);
  const wanted = Object.entries(given).filter(([field]) => !kept.includes(field));
  return { ...agendaItemChanges(item, Object.fromEntries(wanted), undefined), edited_fields };
}

/**
 * The items that an earlier import brought from one of these sources, or that were uploaded from the
 * same host, and that this import does not contain. `matched` are the ids of its items.
 */
export function absentItems(
  items: readonly KnownItem[],
  { sources, matched }: { sources: ReadonlySet<string>; matched: Iterable<number> },
): KnownItem[] {
  const present = new Set(matched);
  const origins = new Set([...sources].flatMap((source) => [source, hostOfOrigin(source)]));
  return items.filter(
    ({ id, status, import_source }) =>
      status === 'scheduled' &&
      import_source !== null &&
      origins.has(import_source) &&
      !present.has(id),
  );
}
