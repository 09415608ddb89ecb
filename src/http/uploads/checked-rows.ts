import type { z } from 'zod';
import type { CheckedRow, Refused, RowError } from '../../domain/imports.ts';
import type { Remark } from '../../domain/reasons.ts';
import { invalid, tooMany } from '../../errors.ts';
import type { Table, TableRow } from '../../formats/tables/table-file.ts';
import { oneLine } from '../../lib/one-line.ts';
import type { UploadedFile } from '../endpoint.ts';
import { problemsOf, sentenceOf } from '../validation-sentences.ts';

/** The limit of every import, as the product specifies it. */
const MAX_ROWS = 100_000;

export interface CheckedTable<T> extends AsyncDisposable {
  readonly rows: AsyncIterable<CheckedRow<T>>;
  readonly warnings: readonly Remark[];
  /** All columns of the file; none of a list. */
  readonly columns: readonly string[];
  /** Columns of the file that are not in the schema. */
  readonly ignored_columns: readonly string[];
}

interface TableSource {
  readonly file: UploadedFile | undefined;
  readonly list: readonly unknown[] | undefined;
  /** The field of the body that holds the list. */
  readonly listName: string;
  /** Columns that identify a row; a file needs at least one of them, and all `required` ones. */
  readonly keys?: readonly string[] | undefined;
  readonly required?: readonly string[] | undefined;
  /** Columns whose cells can have several lines. Other cells of a file are read as one line. */
  readonly texts?: readonly string[];
}

/**
 * The rows of an uploaded table or of a JSON list, each checked separately: an invalid row becomes
 * an error of that row and does not stop the others. Declare the result with `await using`.
 *
 * @throws AppError VALIDATION_ERROR without a file and a list, or when the file lacks a column; as
 *   `openTable`
 */
export async function checkedTable<T>(
  schema: z.ZodObject & z.ZodType<T>,
  { file, list, listName, keys, required, texts = [] }: TableSource,
): Promise<CheckedTable<T>> {
  if (!file) {
    if (!list)
      throw invalid(listName, 'expected a list, or a file in the form field file', 'one_required', {
        fields: [listName, 'file'],
      });
    if (list.length > MAX_ROWS) {
      throw tooMany(listName, MAX_ROWS, 'rows');
    }
    return {
      rows: checkedRows(schema, numbered(list)),
      warnings: [],
      columns: [],
      ignored_columns: [],
      [Symbol.asyncDispose]: async () => {},
    };
  }
  const table = await openKeyed(file, {
    keys,
    required,
    known: Object.keys(schema.shape),
    maxCharsOf: (column) =>
      Object.hasOwn(schema.shape, column) ? maxLengthOf(schema.shape[column]) : 0,
  });
  return {
    rows: checkedRows(schema, linesJoined(table.rows, new Set(texts))),
    warnings: table.warnings,
    columns: table.columns,
    ignored_columns: table.columns.filter((column) => !Object.hasOwn(schema.shape, column)),
    [Symbol.asyncDispose]: () => table[Symbol.asyncDispose](),
  };
}

/**
 * Opens an uploaded table that has at least one key column. Declare it with `await using`.
 *
 * @throws AppError VALIDATION_ERROR when it lacks a column; as `openTable`
 */
export async function openKeyed(
  file: UploadedFile,
  columns: Pick<TableSource, 'keys' | 'required'> & {
    readonly known: readonly string[];
    readonly firstOfRepeated?: boolean;
    readonly maxCharsOf?: (column: string) => number | undefined;
  },
): Promise<Table> {
  // The readers of spreadsheets are loaded by the first upload.
  const { openTable } = await import('../../formats/tables/table-file.ts');
  return openTable(file.path, { maxRows: MAX_ROWS, ...columns });
}

/** The most characters of a text of this schema, however deep; undefined without a limit. */
function maxLengthOf(schema: z.ZodType | undefined): number | undefined {
  const known = schema?.meta()?.maxLength;
  if (typeof known === 'number' || !schema) return known as number | undefined;
  const { innerType, out } = schema.def as { innerType?: z.ZodType; out?: z.ZodType };
  return maxLengthOf(innerType ?? out);
}

/** Checks each row separately. */
export async function* checkedRows<T>(
  schema: z.ZodType<T>,
  rows: AsyncIterable<{ row: number; cells: unknown } | RowError>,
): AsyncGenerator<CheckedRow<T>> {
  for await (const given of rows) {
    if ('error' in given) {
      yield given;
      continue;
    }
    // The cells of a row have no prototype, and zod accepts only plain objects.
    const cells = isRecord(given.cells) ? { ...given.cells } : given.cells;
    yield { row: given.row, ...checkedItem(schema, cells) };
  }
}

/** Checks one item of a list separately; `field` is null for the item as a whole. */
export function checkedItem<T>(
  schema: z.ZodType<T>,
  given: unknown,
): { readonly value: T } | Refused {
  const result = schema.safeParse(given, { error: sentenceOf });
  if (result.success) return { value: result.data };
  const [{ path, sentence, code, params }] = problemsOf(result.error, given);
  return { field: path || null, error: sentence, code, params };
}

/** Spreadsheets have line ends and invisible characters in cells, for which no row should fail. */
export async function* linesJoined(
  rows: AsyncIterable<TableRow | RowError>,
  texts: ReadonlySet<string> = new Set(),
): AsyncGenerator<TableRow | RowError> {
  for await (const given of rows) {
    if ('cells' in given) {
      const cells = Object.entries(given.cells).map(
        ([column, cell]) => [column, texts.has(column) ? cell : oneLine(cell)] as const,
      );
      yield { row: given.row, cells: Object.fromEntries(cells) };
    } else yield given;
  }
}

/** Rows of a JSON list are counted from 1. */
async function* numbered(
  list: readonly unknown[],
): AsyncGenerator<{ row: number; cells: unknown }> {
  for (const [index, cells] of list.entries()) yield { row: index + 1, cells };
}

const isRecord = (value: unknown): value is TableRow['cells'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
