import type { z } from 'zod';
import type { CheckedRow } from '../../domain/imports.ts';
import { invalid } from '../../errors.ts';
import {
  openTable,
  type Table,
  type TableRow,
  type UnreadableRow,
} from '../../formats/tables/table-file.ts';
import type { UploadedFile } from '../endpoint.ts';

/** What the spec gives every import. */
const MAX_ROWS = 100_000;

export interface CheckedTable<T> extends AsyncDisposable {
  readonly rows: AsyncIterable<CheckedRow<T>>;
  readonly warnings: readonly string[];
  /** Columns of the file that nobody reads. */
  readonly ignored_columns: readonly string[];
}

interface TableSource {
  readonly file: UploadedFile | undefined;
  readonly list: readonly unknown[] | undefined;
  /** What the list is called in the body. */
  readonly listName: string;
  /** Columns that tell rows apart: without any of them no row means anything. */
  readonly keys: readonly string[];
}

/**
 * The rows of an uploaded table, or of a list in JSON, each checked on its own: a bad one is named
 * and never stops the others. Declare the result with `await using`.
 *
 * @throws AppError VALIDATION_ERROR when there is neither a file nor a list, or every key is missing;
 *   as `openTable`
 */
export async function checkedTable<T>(
  schema: z.ZodObject & z.ZodType<T>,
  { file, list, listName, keys }: TableSource,
): Promise<CheckedTable<T>> {
  if (!file) {
    if (!list) throw invalid(listName, 'expected a list, or a file in the form field file');
    if (list.length > MAX_ROWS) {
      throw invalid(listName, `expected at most ${MAX_ROWS.toLocaleString('en')} rows`);
    }
    return {
      rows: checkedRows(schema, numbered(list)),
      warnings: [],
      ignored_columns: [],
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const table = await openKeyed(file, keys);
  return {
    rows: checkedRows(schema, table.rows),
    warnings: table.warnings,
    ignored_columns: table.columns.filter((column) => !Object.hasOwn(schema.shape, column)),
    [Symbol.asyncDispose]: () => table[Symbol.asyncDispose](),
  };
}

/**
 * An uploaded table in which a row can mean somebody or something. Declare it with `await using`.
 * @throws AppError VALIDATION_ERROR when every key is missing; as `openTable`
 */
export async function openKeyed(file: UploadedFile, keys: readonly string[]): Promise<Table> {
  const table = await openTable(file.path, { maxRows: MAX_ROWS });
  if (keys.some((key) => table.columns.includes(key))) return table;

  await table[Symbol.asyncDispose]();
  throw invalid('file', `expected a column ${keys.join(' or ')}`);
}

/** Each row checked on its own. */
export async function* checkedRows<T>(
  schema: z.ZodType<T>,
  rows: AsyncIterable<{ row: number; cells: unknown } | UnreadableRow>,
): AsyncGenerator<CheckedRow<T>> {
  for await (const given of rows) {
    if ('error' in given) {
      yield given;
      continue;
    }
    const { row } = given;
    // A row's cells have no prototype, which zod would not take for an object.
    const cells = isRecord(given.cells) ? { ...given.cells } : given.cells;
    const result = schema.safeParse(cells);
    if (result.success) {
      yield { row, value: result.data };
      continue;
    }
    const [issue] = result.error.issues;
    yield { row, field: issue?.path.join('.') || null, error: issue?.message ?? 'not valid' };
  }
}

/** People count a list from one. */
async function* numbered(
  list: readonly unknown[],
): AsyncGenerator<{ row: number; cells: unknown }> {
  for (const [index, cells] of list.entries()) yield { row: index + 1, cells };
}

const isRecord = (value: unknown): value is TableRow['cells'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
