import { z } from 'zod';
import type { GuestListKeys } from '../../domain/attendance/guest-keys.ts';
import {
  type GuestColumns,
  type GuestListPreset,
  guestList,
} from '../../domain/attendance/guest-list-presets.ts';
import type { Row, TableContent } from '../../formats/tables/table-content.ts';
import type { Table } from '../../formats/tables/table-file.ts';
import type { UploadedFile } from '../endpoint.ts';
import { linesJoined } from './checked-rows.ts';
import { openGuestList } from './guest-list.ts';

const BATCH_ROWS = 500;
const COLUMN = 'claim_link';

/** The schema of each key: a faulty cell leaves the others. */
type KeySchemas = Readonly<Record<keyof GuestListKeys, z.ZodType>>;

/**
 * The organizer's own guest list with a column `claim_link`: empty where no open invitation has a key
 * of the row. A row that cannot be read has the reason there.
 *
 * @throws AppError VALIDATION_ERROR as `openGuestList`
 */
export async function withClaimLinks(
  schemas: KeySchemas,
  {
    file,
    preset,
    columns,
  }: {
    file: UploadedFile;
    preset: GuestListPreset | undefined;
    columns: GuestColumns | undefined;
  },
  begin: () => Promise<(rows: readonly GuestListKeys[]) => Promise<(string | null)[]>>,
): Promise<TableContent> {
  const guests = guestList(preset, columns);
  const table = await openGuestList(file, guests, columns);
  const linksOf = await begin().catch(async (error: unknown) => {
    await table[Symbol.asyncDispose]();
    throw error;
  });
  const titles = table.titles.filter((title) => title.toLowerCase() !== COLUMN);
  const batches = batchesOf(table, (cells) => keysOf(schemas, guests.rowOf(cells)), linksOf);
  // Begun, so that the file is also closed for a client that leaves before the first row.
  const first = await batches.next();
  return { columns: [...titles, COLUMN], batches: afterFirst(first, batches) };
}

function keysOf(schemas: KeySchemas, given: Readonly<Record<string, unknown>>): GuestListKeys {
  const keys = Object.entries(schemas).flatMap(([name, schema]) => {
    const parsed = z.safeParse(schema, given[name]);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data]] : [];
  });
  return Object.fromEntries(keys);
}

async function* batchesOf(
  table: Table,
  keysIn: (cells: Readonly<Record<string, string>>) => GuestListKeys,
  linksOf: (rows: readonly GuestListKeys[]) => Promise<(string | null)[]>,
): AsyncGenerator<readonly Row[]> {
  await using _ = table;
  let batch: { row: Row; keys: GuestListKeys; error: string | null }[] = [];
  const filled = async () => {
    const links = await linksOf(batch.map(({ keys }) => keys));
    return batch.map(({ row, error }, at) => ({ ...row, [COLUMN]: error ?? links[at] ?? null }));
  };
  for await (const given of linesJoined(table.rows)) {
    if ('error' in given) {
      batch.push({ row: {}, keys: {}, error: `row ${given.row} cannot be read: ${given.error}` });
    } else {
      const cells = table.columns.map((name, at) => [table.titles[at], given.cells[name] ?? null]);
      batch.push({ row: Object.fromEntries(cells), keys: keysIn(given.cells), error: null });
    }
    if (batch.length < BATCH_ROWS) continue;
    yield await filled();
    batch = [];
  }
  yield await filled();
}

async function* afterFirst<T>(
  first: IteratorResult<T>,
  rest: AsyncGenerator<T>,
): AsyncGenerator<T> {
  try {
    if (!first.done) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
