import type { z } from 'zod';
import {
  type GuestColumn,
  type GuestColumns,
  type GuestList,
  type GuestListPreset,
  guestList,
  nearestPreset,
  PRESET_SIGNS,
  presetLike,
  presetTitle,
} from '../../domain/attendance/guest-list-presets.ts';
import { likelyColumns } from '../../domain/attendance/likely-columns.ts';
import type { GuestRow } from '../../domain/imports.ts';
import type { Remark } from '../../domain/reasons.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Table } from '../../formats/tables/table-file.ts';
import { normalized } from '../../lib/normalized.ts';
import { oneLine } from '../../lib/one-line.ts';
import type { UploadedFile } from '../endpoint.ts';
import { checkedItem, checkedTable, linesJoined, openKeyed } from './checked-rows.ts';

interface GuestListSource {
  readonly file: UploadedFile | undefined;
  readonly list?: readonly unknown[] | undefined;
  /** `detect` is that of the shop whose columns the file has, if `columns` names none. */
  readonly preset: GuestListPreset | 'detect' | undefined;
  readonly columns: GuestColumns | undefined;
  /** Whether rows may have nothing that names their person to the desk. */
  readonly allowsNameless: boolean;
}

export interface GuestTable<T> extends AsyncDisposable {
  readonly rows: AsyncIterable<GuestRow<T>>;
  readonly warnings: readonly Remark[];
  /** The shop as whose list the file is read; null for a list of the organizer's own. */
  readonly preset: GuestListPreset | null;
  /** The columns of the file in their order, and what each is read as; none of a JSON list. */
  readonly columns: readonly { readonly title: string; readonly field: GuestColumn | null }[];
  /** Columns of the file that are not read. */
  readonly ignored_columns: readonly string[];
}

/**
 * The guests of an uploaded list or of a JSON list, each row checked separately. The list of a ticket
 * shop is read by its `preset`, by `columns`, or by both. Declare the result with `await using`.
 *
 * @throws AppError VALIDATION_ERROR as `checkedTable`; without `preset` and `columns` for a list of a
 *   ticket shop, whose declined guests would get seats; without `preset` for a file without a column that
 *   names the guests. It says which columns the file has, and how they can be read.
 */
export async function guestTable<T>(
  schema: z.ZodObject & z.ZodType<T>,
  source: GuestListSource,
): Promise<GuestTable<T>> {
  const { file, list, columns, allowsNameless } = source;
  if (!file) {
    if (source.preset || columns)
      throw invalid(source.preset ? 'preset' : 'columns', 'expected a file', 'needs', {
        field: 'file',
      });
    return {
      ...(await checkedTable(schema, { file, list, listName: 'attendees' })),
      preset: null,
      columns: [],
    };
  }
  const preset = source.preset === 'detect' ? undefined : source.preset;
  const guests = guestList(preset, columns);
  const table = await (preset || columns
    ? openGuestList(file, guests, columns)
    : openOwn(file, guests));
  if (typeof table === 'string') {
    if (source.preset === 'detect') return guestTable(schema, { ...source, preset: table });
    throw looksLike(table);
  }
  if (!preset && !allowsNameless && !guests.naming.some((name) => table.columns.includes(name))) {
    await table[Symbol.asyncDispose]();
    throw nameless(table);
  }
  return {
    rows: guestRows(schema, table, guests),
    warnings: table.warnings,
    preset: preset ?? null,
    columns: table.titles.map((title, at) => ({ title, field: guests.fieldOf(table.columns[at]) })),
    ignored_columns: table.columns.filter((name) => !guests.columns.includes(name)),
    [Symbol.asyncDispose]: () => table[Symbol.asyncDispose](),
  };
}

/** Opens the organizer's own list, or names the shop whose list the file is. */
async function openOwn(file: UploadedFile, guests: GuestList): Promise<Table | GuestListPreset> {
  const table = await openGuestList(file, guests).catch(async (error: unknown) => {
    const isRefused = error instanceof AppError && error.code === 'VALIDATION_ERROR';
    const found = isRefused ? await foundIn(file, error) : undefined;
    if (typeof found === 'string') return found;
    throw found ?? error;
  });
  if (typeof table === 'string') return table;
  const shop = OWN_KEYS.some((key) => table.columns.includes(key))
    ? undefined
    : presetLike(table.columns);
  if (shop) await table[Symbol.asyncDispose]();
  return shop ?? table;
}

/** Columns that no ticket shop writes: the organizer has made the list for this service. */
const OWN_KEYS = ['messenger_id', 'username', 'ticket_code'];

/**
 * Opens a guest list. Declare it with `await using`.
 *
 * @throws AppError VALIDATION_ERROR when it lacks a column that the preset or `columns` name
 */
export async function openGuestList(
  file: UploadedFile,
  { keys, required, known, hasRepeated }: GuestList,
  columns: GuestColumns = {},
): Promise<Table> {
  const table = await openKeyed(file, { keys, required, known, firstOfRepeated: hasRepeated });
  for (const [field, name] of Object.entries(columns)) {
    if (table.columns.includes(normalized(name.trim()).toLowerCase())) continue;
    await table[Symbol.asyncDispose]();
    throw invalid(`columns.${field}`, `the file has no column "${name}"`, 'no_column', {
      column: name,
    });
  }
  return table;
}

const looksLike = (shop: GuestListPreset) =>
  invalid(
    'preset',
    `expected preset=${shop} or columns, because the file looks like a guest list of ${presetTitle(shop)}`,
    'looks_like',
    { shop: presetTitle(shop) },
  );

/** The refusal of a list whose rows would show nobody's name at the door. */
const nameless = ({ titles }: Table) =>
  invalid(
    'columns',
    `expected a column with the names of the guests, found ${quoted(titles)}; ${adviceFor(titles)}, or set allow_nameless`,
    'no_name_column',
    { found: shownTitles(titles) },
  );

/** What to send, for a list with these columns. */
function adviceFor(titles: readonly string[]): string {
  const near = nearestPreset(titles.map((title) => normalized(title).toLowerCase()));
  const columns = JSON.stringify(likelyColumns(titles));
  const mapping = columns === '{}' ? 'name them with columns' : `set columns, as ${columns}`;
  return near
    ? `for a guest list of ${presetTitle(near)} set preset=${near}, else ${mapping}`
    : mapping;
}

const SHOWN_TITLES = 12;
const SHOWN_CHARS = 50;
const shownTitles = (titles: readonly string[]): readonly string[] =>
  titles.slice(0, SHOWN_TITLES).map((title) => oneLine(title).slice(0, SHOWN_CHARS).toWellFormed());
const quoted = (titles: readonly string[]): string =>
  shownTitles(titles)
    .map((title) => `"${title}"`)
    .join(', ');

/** The shop of a file that was refused as a list of one's own, or which of its columns could be keys. */
async function foundIn(
  file: UploadedFile,
  error: AppError,
): Promise<GuestListPreset | AppError | undefined> {
  try {
    const ofShop = { keys: PRESET_SIGNS, known: [], firstOfRepeated: true };
    await using table = await openKeyed(file, ofShop).catch(() =>
      openKeyed(file, { ...ofShop, keys: [] }),
    );
    const shop = presetLike(table.columns);
    if (shop) return shop;
    const { email, ticket_code, username } = likelyColumns(table.titles);
    if (!(email ?? ticket_code ?? username)) return undefined;
    const { errors } = error;
    return new AppError('VALIDATION_ERROR', `${error.message}; ${adviceFor(table.titles)}`, {
      errors,
    });
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
