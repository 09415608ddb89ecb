import { pipeline } from 'node:stream';
import { CsvError, type Info, type Parser, parse } from 'csv-parse';
import { invalid, tooMany } from '../../errors.ts';
import type { IsHeader } from './header-row.ts';
import { LAST_ROW, type RawRow } from './raw-row.ts';
import { decodedText, type TextEncoding } from './text-decoding.ts';

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Room for a hundred full cells, and for as many blank lines as a sheet can have rows, in UTF-16
 * units. An unclosed quote would collect the rest of the file.
 */
const MAX_ROW_SIZE = 1_100_000;

/** The size of an empty cell in a row: it takes the memory of ten characters. */
const CELL_SIZE = 10;

/** csv-parse turns a whole piece into rows at once: 4 KiB keep slices of time and memory small. */
const PIECE_BYTES = 4_096;

/** The separators of cells and rows in a CSV file. */
interface Dialect {
  readonly delimiter: string;
  readonly lineBreaks: string[];
}

/**
 * The rows of a CSV file, cells not trimmed. Blank lines are left out, but row numbers count them.
 *
 * @throws AppError VALIDATION_ERROR from the iterator when a quote is never closed, a row is too
 *   long, or there are more rows than a sheet can have.
 */
export async function* csvRows(
  path: string,
  { encoding, isHeader }: { encoding: TextEncoding; isHeader: IsHeader },
): AsyncGenerator<RawRow, void> {
  const head = await firstPiece(decodedText(path, encoding));
  const [line = '', separator] = SEPARATOR_LINE.exec(head) ?? [];
  const dialect = dialectOf(head.slice(line.length), isHeader);
  const text = withoutStart(decodedText(path, encoding, PIECE_BYTES), line.length);
  yield* parsedRows(text, { ...dialect, delimiter: separator ?? dialect.delimiter });
}

/** Names the delimiter to Excel, which shows the file without this line. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?(?:\r\n|\n|\r)/i;

async function* withoutStart(text: AsyncIterable<string>, chars: number): AsyncGenerator<string> {
  let left = chars;
  for await (const piece of text) {
    yield piece.slice(left);
    left = Math.max(0, left - piece.length);
  }
}

/** The rows of a CSV text that arrives in pieces. @throws as `csvRows` does. */
export async function* parsedRows(
  text: AsyncIterable<string>,
  { delimiter, lineBreaks }: Dialect,
): AsyncGenerator<RawRow, void> {
  let records = 0;
  const parser: Parser = parse({
    delimiter,
    record_delimiter: lineBreaks,
    ltrim: true,
    relax_quotes: true,
    skip_empty_lines: true,
    raw: true,
    on_record(given) {
      records += 1;
      // csv-parse makes an error object (16 µs) of every row whose length differs from the first
      // row's, even if it may differ. With this counter at 0 it takes every row for the first.
      Object.assign(parser.info, { records: 0 });
      return Object.assign(given, { row: lastRow() });
    },
  });
  const lastRow = () => records + parser.info.empty_lines;
  // The loop below throws the error of the callback.
  pipeline(limited(text, delimiter, parser.info, lastRow), parser, () => {});
  try {
    for await (const { row, record, raw } of parser) {
      yield { row, cells: record.some(startsWithQuote) ? cellsOf(raw, delimiter) : record };
    }
  } catch (error) {
    const unclosed = error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED';
    throw unclosed
      ? invalid('file', `expected a closing quote in row ${lastRow() + 1}`, 'quote_not_closed', {
          row: lastRow() + 1,
        })
      : error;
  }
}

/**
 * Stops the text when a row does not end, or when there are too many lines. `max_record_size` of
 * csv-parse is no substitute: it does not count delimiters, so a row of empty cells has no limit.
 */
async function* limited(
  text: AsyncIterable<string>,
  delimiter: string,
  info: Info,
  lastRow: () => number,
): AsyncGenerator<string> {
  let size = 0;
  let parsedBytes = 0;
  for await (const piece of text) {
    if (info.bytes_records > parsedBytes) size = 0;
    parsedBytes = info.bytes_records;
    if (lastRow() > LAST_ROW) {
      throw tooMany('file', LAST_ROW, 'lines');
    }
    if (size > MAX_ROW_SIZE) {
      throw invalid(
        'file',
        `expected a shorter row ${lastRow() + 1}; perhaps a closing quote is missing`,
        'quote_not_closed',
        { row: lastRow() + 1 },
      );
    }
    const isRowLong = size > 0;
    size += piece.length + (isRowLong ? CELL_SIZE * piece.split(delimiter).length : 0);
    yield piece;
  }
}

const startsWithQuote = (cell: string) => cell.startsWith('"');

const QUOTED = /[^\S\t]*"([^"]*(?:""[^"]*)*)"/y;

/**
 * The cells of one row. Where text follows a closing quote, csv-parse keeps the quotes of the cell;
 * spreadsheet programs drop them.
 */
function cellsOf(raw: string, delimiter: string): string[] {
  // The text begins with the blank lines before the row; in a file with tabs they hold no tab.
  const line = (delimiter === '\t' ? raw : raw.trimStart()).replace(/\r?\n?$/, '');
  const cells: string[] = [];
  for (let start = 0; start <= line.length; ) {
    QUOTED.lastIndex = start;
    const quoted = QUOTED.exec(line)?.[1];
    const from = quoted === undefined ? start : QUOTED.lastIndex;
    const found = line.indexOf(delimiter, from);
    const end = found < 0 ? line.length : found;
    cells.push((quoted ?? '').replaceAll('""', '"') + line.slice(from, end));
    start = end + 1;
  }
  return cells;
}

async function firstPiece(text: AsyncIterable<string>): Promise<string> {
  for await (const piece of text) return piece;
  return '';
}

/** Lines that are searched for the header: blank ones count, and so do the lines of one cell. */
const HEADER_LINES = 20;
const BLANK_LINE = /^[\s,;]*$/;

/**
 * The delimiter that splits one of the first lines into a header, else the one that occurs most often
 * in the first line, outside of quotes. A carriage return ends a line only in a file without line
 * feeds.
 */
function dialectOf(text: string, isHeader: IsHeader): Dialect {
  const unquoted = text.replace(/"[^"]*"?/g, '').trimStart();
  const lineBreaks = unquoted.includes('\n') ? ['\r\n', '\n'] : ['\r'];
  const lineBreak = lineBreaks.at(-1) ?? '';
  const [first = ''] = unquoted.split(lineBreak, 1);
  const count = (delimiter: string) => first.split(delimiter).length;
  const delimiters = DELIMITERS.toSorted((a, b) => count(b) - count(a));

  for (const line of text.split(lineBreak, HEADER_LINES)) {
    if (BLANK_LINE.test(line)) continue;
    const fits = delimiters
      .map((delimiter) => ({ delimiter, cells: cellsOf(line, delimiter) }))
      .filter(({ cells }) => isHeader(cells))
      .toSorted((a, b) => b.cells.length - a.cells.length);
    if (fits[0]) return { delimiter: fits[0].delimiter, lineBreaks };
  }
  return { delimiter: delimiters[0] ?? ',', lineBreaks };
}
