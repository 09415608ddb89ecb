import type { RowError } from '../../domain/imports.ts';
import { type Reason, type Remark, reason } from '../../domain/reasons.ts';
import { invalid, tooMany } from '../../errors.ts';
import { normalized } from '../../lib/normalized.ts';
import { oneLine } from '../../lib/one-line.ts';
import { columnKey, findHeader, headerWith } from './header-row.ts';
import { MAX_CELL_CHARS, MAX_COLUMNS, type RawRow } from './raw-row.ts';
import { rawTable } from './table-format.ts';

/** A row of an uploaded table. A spreadsheet program shows the same number; the header is row 1. */
export interface TableRow {
  readonly row: number;
  /** Trimmed texts by column name, on an object without prototype; empty cells are left out. */
  readonly cells: Readonly<Record<string, string>>;
}

export interface Table extends AsyncDisposable {
  /** Without unnamed ones. The known names as given, others trimmed, in lower case and in form NFC. */
  readonly columns: readonly string[];
  /** As `columns`, as they are in the file. */
  readonly titles: readonly string[];
  /** Remarks for the sender about a file that could be read. */
  readonly warnings: readonly Remark[];
  /**
   * The rows that are not blank. They can be read once, in constant memory, and are read only as
   * fast as the consumer takes them.
   *
   * @throws AppError VALIDATION_ERROR from the iterator when there are more than `maxRows` rows, or
   *   when a later part of the file is damaged. Discard the earlier rows then.
   */
  readonly rows: AsyncIterable<TableRow | RowError>;
}

interface TableOptions {
  readonly maxRows: number;
  /**
   * The header has at least one of these columns. Without them, the first filled row is the header.
   */
  readonly keys?: readonly string[] | undefined;
  /** The header has all of these columns. */
  readonly required?: readonly string[] | undefined;
  /** Names that are found in any letter case, with spaces or underscores or in camel case. */
  readonly known?: readonly string[];
  /**
   * The most characters of a cell by its column; 0 for a column that is not read. By default, 10,000.
   */
  readonly maxCharsOf?: ((column: string) => number | undefined) | undefined;
  /** Reads the first of several columns with one name, instead of refusing the file. */
  readonly firstOfRepeated?: boolean | undefined;
}

/**
 * Opens an uploaded CSV file or .xlsx workbook by its content and reads its header. Titles above the
 * header are skipped, as are columns without a name. Declare the table with `await using`: the file
 * stays open until all rows are read or the table is disposed.
 *
 * @throws AppError UNSUPPORTED_MEDIA_TYPE when the file is neither; VALIDATION_ERROR when the file
 *   is damaged, has no header, lacks a required column, or repeats a column name.
 */
export async function openTable(
  path: string,
  {
    maxRows,
    required = [],
    keys = required,
    known = keys,
    firstOfRepeated = false,
    maxCharsOf = () => undefined,
  }: TableOptions,
): Promise<Table> {
  const isHeader = headerWith(keys);
  let maxChars: readonly number[] = [];
  const limits = { at: (column: number) => SLACK * (maxChars[column] ?? MAX_CELL_CHARS) };
  const { rows, warnings, isDelimited } = await rawTable(path, isHeader, limits);
  const close = async () => void (await rows.return());
  try {
    const { header, above } = await findHeader(rows, isHeader);
    const expected = required.length > 0 ? allOf(required) : `a column ${keys.join(' or ')}`;
    const missing = required.length > 0 ? required : keys;
    if (!header) throw noHeader(above, expected, missing);
    const columns = columnsOf(header, { known, firstOfRepeated });
    if (required.some((name) => !columns.includes(name)))
      throw noHeader([header], expected, missing);
    maxChars = columns.map((name) =>
      Math.min(maxCharsOf(name ?? '') ?? MAX_CELL_CHARS, MAX_CELL_CHARS),
    );
    // A delimiter inside an unquoted cell shifts the cells of a row; a workbook has no such shift.
    const width = isDelimited ? header.length : Number.POSITIVE_INFINITY;
    return {
      columns: columns.filter((name) => name !== undefined),
      titles: header.flatMap((title = '', at) => (columns[at] === undefined ? [] : [title.trim()])),
      warnings,
      rows: tableRows(rows, { columns, width, maxRows, maxChars }),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Normalizing makes a text shorter, at most by this. The field decides once it is normalized. */
const SLACK = 4;

/** The number of columns that an error names, and the shown length of each name. */
const SHOWN_COLUMNS = 10;
const SHOWN_CHARS = 50;

/** Names the columns of the most probable header: the first of the rows with the most cells. */
function noHeader(
  rows: readonly RawRow['cells'][],
  expected: string,
  columns: readonly string[],
): Error {
  const named = rows.map((cells) => cells.flatMap((cell) => cell?.trim() || []));
  const found = named.toSorted((a, b) => b.length - a.length)[0];
  if (!found) return invalid('file', 'expected a header line', 'no_header');

  const shown = found
    .filter((name) => problemOf(name, MAX_COLUMN_NAME_CHARS) === undefined)
    .slice(0, SHOWN_COLUMNS)
    .map((name) => oneLine(name).slice(0, SHOWN_CHARS).toWellFormed());
  const list = shown.map((name) => `"${name}"`).join(', ');
  return invalid('file', `expected ${expected}, found ${list}`, 'no_columns', {
    expected: columns,
    found: shown,
  });
}

const allOf = (columns: readonly string[]): string =>
  `the columns ${new Intl.ListFormat('en').format(columns)}`;

const MAX_COLUMN_NAME_CHARS = 200;

/** The name of each column; undefined for a column without a name. */
function columnsOf(
  header: RawRow['cells'],
  {
    known,
    firstOfRepeated,
  }: { readonly known: readonly string[]; readonly firstOfRepeated: boolean },
): readonly (string | undefined)[] {
  const names = Array.from(header, (cell) => cell?.trim() || undefined);
  const width = names.findLastIndex((name) => name !== undefined) + 1;
  if (width > MAX_COLUMNS) throw tooMany('file', MAX_COLUMNS, 'columns');

  for (const [index, name] of names.entries()) {
    const problem = name && problemOf(name, MAX_COLUMN_NAME_CHARS);
    if (problem)
      throw invalid('file', `the name of column ${index + 1}: ${problem.error}`, 'column_name', {
        column: index + 1,
      });
  }
  const byKey = new Map(known.map((name) => [columnKey(name), name]));
  const columns = names.map(
    (name) => name && (byKey.get(columnKey(name)) ?? normalized(name).toLowerCase()),
  );
  if (firstOfRepeated) {
    return columns.map((name, at) => (name && columns.indexOf(name) < at ? undefined : name));
  }
  for (const [index, name] of columns.entries()) {
    if (name && columns.indexOf(name) < index) {
      throw invalid(
        'file',
        `expected different column names, "${name}" appears twice`,
        'column_repeated',
        { column: name },
      );
    }
  }
  return columns;
}

interface RowsOptions {
  readonly columns: readonly (string | undefined)[];
  /** A cell further right makes its row invalid. */
  readonly width: number;
  readonly maxRows: number;
  /** By position. */
  readonly maxChars: readonly number[];
}

async function* tableRows(
  rows: AsyncIterable<RawRow>,
  options: RowsOptions,
): AsyncGenerator<TableRow | RowError, void> {
  let count = 0;
  for await (const raw of rows) {
    const row = tableRow(raw, options);
    if (!row) continue;
    if (++count > options.maxRows) {
      throw tooMany('file', options.maxRows, 'rows');
    }
    yield row;
  }
}

/** Undefined for a blank row. */
function tableRow(
  { row, cells }: RawRow,
  { columns, width, maxChars }: RowsOptions,
): TableRow | RowError | undefined {
  let blank = true;
  const named: Record<string, string> = Object.create(null);
  for (let index = 0; index < cells.length; index++) {
    const text = cells[index]?.trim();
    if (!text) continue;

    if (index >= width) {
      const error = 'expected no more cells than columns';
      return { row, field: null, error, ...reason('too_many_cells') };
    }
    const field = columns[index];
    if (field === undefined) continue;
    blank = false;
    const max = maxChars[index] ?? MAX_CELL_CHARS;
    if (max === 0) continue;
    const error =
      problemOf(text.length > SLACK * max ? text : '', max) ?? problemOf(text, MAX_CELL_CHARS);
    if (error) return { row, field, ...error };
    named[field] = text;
  }
  return blank ? undefined : { row, cells: named };
}

/** NUL is refused by the database; U+FFFD replaces a character that could not be decoded. */
const isUnreadable = (text: string) =>
  text.includes('\0') || text.includes('\uFFFD') || !text.isWellFormed();

const FORMULA_ERROR =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!)$/;

function problemOf(text: string, max: number): (Reason & { readonly error: string }) | undefined {
  if (text.length > max) {
    const error = `expected at most ${max.toLocaleString('en')} characters`;
    return { error, ...reason('too_long', { max }) };
  }
  if (isUnreadable(text)) {
    return { error: 'expected readable characters', ...reason('characters') };
  }
  if (!FORMULA_ERROR.test(text)) return undefined;
  const error = `expected a value, but the formula gives ${text}`;
  return { error, ...reason('formula', { value: text }) };
}
