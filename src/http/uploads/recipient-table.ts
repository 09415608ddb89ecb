import type { z } from 'zod';
import type { CheckedRow, RowError } from '../../domain/imports.ts';
import type { Remark } from '../../domain/reasons.ts';
import { invalid } from '../../errors.ts';
import type { TableRow } from '../../formats/tables/table-file.ts';
import type { UploadedFile } from '../endpoint.ts';
import { checkedRows, openKeyed } from './checked-rows.ts';

/** The columns that identify the recipient of a row. */
const KEYS = ['user_id', 'messenger_id', 'username'];

/** The names of template variables. */
const VARIABLE = /^[a-z][a-z0-9_]{0,49}$/;

export interface RecipientTable<T> extends AsyncDisposable {
  readonly rows: AsyncIterable<CheckedRow<T>>;
  /** The template variables that the other columns fill. */
  readonly variables: readonly string[];
  /**
   * Columns whose name is not a variable name, or is the same variable name as an earlier column.
   */
  readonly ignored_columns: readonly string[];
  readonly warnings: readonly Remark[];
}

/**
 * The recipients in an uploaded table, each row checked separately. Beside the key columns a row has
 * `variables`, named after the other columns. Declare it with `await using`.
 *
 * @throws AppError VALIDATION_ERROR without a file, or when it has no key column; as `openTable`
 */
export async function recipientTable<T>(
  schema: z.ZodType<T>,
  file: UploadedFile | undefined,
): Promise<RecipientTable<T>> {
  if (!file) throw invalid('file', 'expected a .csv or .xlsx file', 'required');
  const table = await openKeyed(file, { keys: KEYS, known: KEYS });
  const others = table.columns.filter((column) => !KEYS.includes(column));
  const columns = columnsByVariable(others);
  const read = new Set(columns.values());
  return {
    rows: checkedRows(schema, withVariables(table.rows, columns)),
    variables: [...columns.keys()],
    ignored_columns: others.filter((column) => !read.has(column)),
    warnings: table.warnings,
    [Symbol.asyncDispose]: () => table[Symbol.asyncDispose](),
  };
}

/** The column of each variable: the first one, where two give the same name. */
function columnsByVariable(columns: readonly string[]): ReadonlyMap<string, string> {
  const byVariable = new Map<string, string>();
  for (const column of columns) {
    const name = column.replace(/[\s-]+/g, '_');
    if (VARIABLE.test(name) && !byVariable.has(name)) byVariable.set(name, column);
  }
  return byVariable;
}

async function* withVariables(
  rows: AsyncIterable<TableRow | RowError>,
  columns: ReadonlyMap<string, string>,
): AsyncGenerator<{ row: number; cells: unknown } | RowError> {
  for await (const given of rows) {
    if ('error' in given) {
      yield given;
      continue;
    }
    const { row, cells } = given;
    const variables = [...columns].map(([name, column]) => [name, cells[column]] as const);
    const filled = Object.fromEntries(variables.filter(([, value]) => value !== undefined));
    yield { row, cells: { ...cells, variables: filled } };
  }
}
