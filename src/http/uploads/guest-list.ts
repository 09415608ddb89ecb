import type { z } from 'zod';
import {
  type GuestColumns,
  type GuestList,
  type GuestListPreset,
  guestList,
  PRESET_SIGNS,
  presetLike,
  presetTitle,
} from '../../domain/attendance/guest-list-presets.ts';
import type { GuestRow } from '../../domain/imports.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Table } from '../../formats/tables/table-file.ts';
import { normalized } from '../../lib/normalized.ts';
import type { UploadedFile } from '../endpoint.ts';
import { checkedItem, checkedTable, linesJoined, openKeyed } from './checked-rows.ts';

/** Columns by which a row names its person. */
const KEYS = ['messenger_id', 'username', 'ticket_code', 'email'] as const;
/** Columns that no ticket shop writes: the organizer has made the list for this service. */
const OWN_KEYS = ['messenger_id', 'username', 'ticket_code'];

interface GuestListSource {
  readonly file: UploadedFile | undefined;
  readonly list?: readonly unknown[] | undefined;
  readonly preset: GuestListPreset | undefined;
  readonly columns: GuestColumns | undefined;
}

export interface GuestTable<T> extends AsyncDisposable {
  readonly rows: AsyncIterable<GuestRow<T>>;
  readonly warnings: readonly string[];
  /** Columns of the file that are not read. */
  readonly ignored_columns: readonly string[];
}

/**
 * The guests of an uploaded list or of a JSON list, each row checked separately. The list of a ticket
 * shop is read by its `preset`, by `columns`, or by both. Declare the result with `await using`.
 *
 * @throws AppError VALIDATION_ERROR as `checkedTable`, and for a list of a ticket shop without
 *   `preset` and `columns`, whose declined guests would get seats
 */
export async function guestTable<T>(
  schema: z.ZodObject & z.ZodType<T>,
  { file, list, preset, columns }: GuestListSource,
): Promise<GuestTable<T>> {
  if (preset || columns) {
    if (!file) throw invalid(preset ? 'preset' : 'columns', 'expected a file');
    const guests = guestList(preset, columns ?? {});
    const table = await openGuestList(file, guests, columns);
    return {
      rows: guestRows(schema, table, guests),
      warnings: table.warnings,
      ignored_columns: table.columns.filter((name) => !guests.columns.includes(name)),
      [Symbol.asyncDispose]: () => table[Symbol.asyncDispose](),
    };
  }
  try {
    const table = await checkedTable(schema, { file, list, listName: 'attendees', keys: KEYS });
    if (!file) return table;
    // An e-mail is enough for the header of a shop's list to be found.
    const shop = OWN_KEYS.some((key) => table.columns.includes(key))
      ? undefined
      : presetLike(table.columns);
    if (!shop) return table;
    await table[Symbol.asyncDispose]();
    throw looksLike(shop);
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === 'VALIDATION_ERROR';
    const shop = file && isRefused ? await shopOf(file) : undefined;
    throw shop ? looksLike(shop) : error;
  }
}

/**
 * Opens the list of a ticket shop. Declare it with `await using`.
 *
 * @throws AppError VALIDATION_ERROR when it lacks a column that the preset or `columns` name
 */
export async function openGuestList(
  file: UploadedFile,
  { keys, required }: GuestList,
  columns: GuestColumns = {},
): Promise<Table> {
  const table = await openKeyed(file, { keys, required, known: [], firstOfRepeated: true });
  for (const [field, name] of Object.entries(columns)) {
    if (table.columns.includes(normalized(name.trim()).toLowerCase())) continue;
    await table[Symbol.asyncDispose]();
    throw invalid(`columns.${field}`, `the file has no column "${name}"`);
  }
  return table;
}

const looksLike = (shop: GuestListPreset) =>
  invalid(
    'preset',
    `expected preset=${shop} or columns, because the file looks like a guest list of ${presetTitle(shop)}`,
  );

/** The shop whose guest list a refused file looks like. */
async function shopOf(file: UploadedFile): Promise<GuestListPreset | undefined> {
  try {
    const options = { keys: PRESET_SIGNS, known: [], firstOfRepeated: true };
    await using table = await openKeyed(file, options);
    return presetLike(table.columns);
  } catch {
    // The first error says what is wrong with the file.
    return undefined;
  }
}

async function* guestRows<T>(
  schema: z.ZodType<T>,
  table: Table,
  guests: GuestList,
): AsyncGenerator<GuestRow<T>> {
  for await (const given of linesJoined(table.rows)) {
    if ('error' in given) {
      yield given;
      continue;
    }
    const { row, cells } = given;
    const left_out = guests.leftOut(cells);
    if (left_out !== undefined) yield { row, left_out };
    else yield { row, ...checkedItem(schema, guests.rowOf(cells)) };
  }
}
