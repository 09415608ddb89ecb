import { pipeline } from 'node:stream';
import { CsvError, type Info, type Parser, parse } from 'csv-parse';
import { invalid } from '../../errors.ts';
import { LAST_ROW, type RawRow } from './raw-row.ts';
import { decodedText, type TextEncoding } from './text-decoding.ts';

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * Room for a hundred full cells, and for as many blank lines as a sheet can have rows, in UTF-16
 * units. An unclosed quote would collect the rest of the file.
 */
const MAX_ROW_SIZE = 1_100_000;

/** What an empty cell counts in the size of a row: its memory is that of ten characters. */
const CELL_SIZE = 10;

/** csv-parse turns a whole piece into rows at once: 4 KiB keep slices of time and memory small. */
const PIECE_BYTES = 4_096;

/** How a CSV file separates its cells and its rows. */
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
export async function* csvRows(path: string, encoding: TextEncoding): AsyncGenerator<RawRow, void> {
  const dialect = dialectOf(await firstPiece(decodedText(path, encoding)));
  yield* parsedRows(decodedText(path, encoding, PIECE_BYTES), dialect);
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
  // The loop below throws what the callback is given.
  pipeline(limited(text, delimiter, parser.info, lastRow), parser, () => {});
  try {
    for await (const { row, record, raw } of parser) {
      yield { row, cells: record.some(startsWithQuote) ? cellsOf(raw, delimiter) : record };
    }
  } catch (error) {
    const unclosed = error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED';
    throw unclosed ? invalid('file', `row ${lastRow() + 1}: a quote is never closed`) : error;
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
      throw invalid('file', `expected at most ${LAST_ROW.toLocaleString('en')} lines`);
    }
    if (size > MAX_ROW_SIZE) {
      throw invalid('file', `row ${lastRow() + 1} is too long; perhaps a quote is never closed`);
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

/**
 * The delimiter that occurs most often in the header line, outside of quotes. A carriage return
 * ends a line only in a file without line feeds.
 */
function dialectOf(text: string): Dialect {
  const unquoted = text.replace(/"[^"]*"?/g, '').trimStart();
  const lineBreaks = unquoted.includes('\n') ? ['\r\n', '\n'] : ['\r'];
  const [header = ''] = unquoted.split(lineBreaks.at(-1) ?? '', 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  const delimiter = DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
  return { delimiter, lineBreaks };
}
