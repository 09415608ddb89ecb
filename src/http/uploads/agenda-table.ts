import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { CheckedRow } from '../../domain/imports.ts';
import { invalid } from '../../errors.ts';
import type { UploadedFile } from '../endpoint.ts';
import { type CheckedTable, checkedRows, checkedTable } from './checked-rows.ts';

interface Given {
  readonly file: UploadedFile | undefined;
  readonly items: readonly unknown[] | undefined;
  readonly schedule: unknown;
}
interface AgendaSource<T, R> extends Given {
  /** Makes an agenda item of the columns of a row. */
  readonly rowOf: (columns: T) => R;
}

/**
 * The agenda items of an uploaded table or schedule, or of a JSON body. A file is a schedule if it is
 * JSON. Declare the result with `await using`.
 *
 * @throws AppError VALIDATION_ERROR as `checkedTable`, and for JSON that is no schedule
 */
export async function agendaTable<T, R>(
  schema: z.ZodObject & z.ZodType<T>,
  { file, items, schedule, rowOf }: AgendaSource<T, R>,
): Promise<CheckedTable<R>> {
  const table = await tableOf(schema, { file, items, schedule });
  return { ...table, rows: mapped(table.rows, rowOf) };
}

async function tableOf<T>(
  schema: z.ZodObject & z.ZodType<T>,
  { file, items, schedule }: Given,
): Promise<CheckedTable<T>> {
  const given = file ? await jsonOf(file) : schedule && { schedule };
  if (given === undefined) {
    const source = { file, list: items, listName: 'items', keys: ['title'] };
    return checkedTable(schema, { ...source, texts: ['description'] });
  }
  // The reader of HTML is loaded by the first schedule.
  const { scheduleRows } = await import('../../formats/schedules/schedule-file.ts');
  const rows = scheduleRows(given);
  return {
    rows: checkedRows(schema, inTurn(rows)),
    warnings: [],
    ignored_columns: [],
    [Symbol.asyncDispose]: async () => {},
  };
}

/** The content of a JSON file; undefined for another file. */
async function jsonOf({ path }: UploadedFile): Promise<unknown> {
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('file', 'expected a .csv, .xlsx or schedule.json file');
  }
}

async function* mapped<T, R>(
  rows: AsyncIterable<CheckedRow<T>>,
  rowOf: (columns: T) => R,
): AsyncGenerator<CheckedRow<R>> {
  for await (const row of rows) yield 'error' in row ? row : { ...row, value: rowOf(row.value) };
}

async function* inTurn<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}
