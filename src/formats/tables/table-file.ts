import { invalid } from '../../errors.ts';
import { normalized } from '../../lib/normalized.ts';
import { MAX_CELL_CHARS, MAX_COLUMNS, type RawRow } from './raw-row.ts';
import { rawTable } from './table-format.ts';

/** A row of an uploaded table. A spreadsheet program shows the same number; the header is row 1. */
export interface TableRow {
  readonly row: number;
  /** Trimmed texts by column name, on an object without prototype; empty cells are left out. */
  readonly cells: Readonly<Record<string, string>>;
}

/** A row that cannot be used. `field` names the faulty column; null means the whole row. */
export interface UnreadableRow {
  readonly row: number;
  readonly field: string | null;
  readonly error: string;
}

export interface Table extends AsyncDisposable {
  /** Trimmed, in lower case, in Unicode form NFC. */
  readonly columns: readonly string[];
  /** Remarks for the sender about a file that could be read. */
  readonly warnings: readonly string[];
  /**
   * The rows that are not blank. They can be read once, in constant memory, and are read only as
   * fast as the consumer takes them.
   *
   * @throws AppError VALIDATION_ERROR from the iterator when there are more than `maxRows` rows, or
   *   when a later part of the file is damaged. Discard the earlier rows then.
   */
  readonly rows: AsyncIterable<TableRow | UnreadableRow>;
}

/**
 * Opens an uploaded CSV file or .xlsx workbook by its content and reads its header. Declare the
 * table with `await using`: the file stays open until all rows are read or the table is disposed.
 *
 * @throws AppError UNSUPPORTED_MEDIA_TYPE when the file is neither; VALIDATION_ERROR when the file
 *   is damaged, has no header, or the header has an empty or repeated column name.
 */
export async function openTable(path: string, { maxRows }: { maxRows: number }): Promise<Table> {
  const { rows, warnings } = await rawTable(path);
  const close = async () => void (await rows.return());
  try {
    const columns = columnsOf(await firstFilledRow(rows));
    return {
      columns,
      warnings,
      rows: tableRows(rows, columns, maxRows),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function firstFilledRow(rows: AsyncGenerator<RawRow, void>): Promise<readonly string[]> {
  // Not a for loop: leaving a for loop would close the file.
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    const cells = Array.from(next.value.cells, (cell) => cell?.trim() ?? '');
    const lastFilled = cells.findLastIndex((cell) => cell !== '');
    if (lastFilled >= 0) return cells.slice(0, lastFilled + 1);
  }
  throw invalid('file', 'expected a header line');
}

const MAX_COLUMN_NAME_CHARS = 200;

function columnsOf(header: readonly string[]): readonly string[] {
  if (header.length > MAX_COLUMNS) throw invalid('file', `expected at most ${MAX_COLUMNS} columns`);

  for (const [index, name] of header.entries()) {
    if (name === '') throw invalid('file', `column ${index + 1} has no name`);
    const problem = problemOf(name, MAX_COLUMN_NAME_CHARS);
    if (problem) throw invalid('file', `the name of column ${index + 1}: ${problem}`);
  }
  const columns = header.map((name) => normalized(name).toLowerCase());
  for (const [index, name] of columns.entries()) {
    if (columns.indexOf(name) < index) throw invalid('file', `column "${name}" appears twice`);
  }
  return columns;
}

async function* tableRows(
  rows: AsyncIterable<RawRow>,
  columns: readonly string[],
  maxRows: number,
): AsyncGenerator<TableRow | UnreadableRow, void> {
  let count = 0;
  for await (const raw of rows) {
    const row = tableRow(raw, columns);
    if (!row) continue;
    if (++count > maxRows) {
      throw invalid('file', `expected at most ${maxRows.toLocaleString('en')} rows`);
    }
    yield row;
  }
}

/** Undefined for a blank row. */
function tableRow(
  { row, cells }: RawRow,
  columns: readonly string[],
): TableRow | UnreadableRow | undefined {
  let blank = true;
  const named: Record<string, string> = Object.create(null);
  for (let index = 0; index < cells.length; index++) {
    const text = cells[index]?.trim();
    if (!text) continue;

    const field = columns[index];
    if (field === undefined) return { row, field: null, error: 'more cells than columns' };
    const error = problemOf(text, MAX_CELL_CHARS);
    if (error) return { row, field, error };
    named[field] = text;
    blank = false;
  }
  return blank ? undefined : { row, cells: named };
}

/** NUL is refused by the database; U+FFFD replaces a character that could not be decoded. */
const isUnreadable = (text: string) =>
  text.includes('\0') || text.includes('\uFFFD') || !text.isWellFormed();

const FORMULA_ERROR =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!)$/;

function problemOf(text: string, maxChars: number): string | undefined {
  if (text.length > maxChars) return `expected at most ${maxChars.toLocaleString('en')} characters`;
  if (isUnreadable(text)) return 'a character cannot be read';
  return FORMULA_ERROR.test(text) ? `the formula gives ${text}` : undefined;
}
