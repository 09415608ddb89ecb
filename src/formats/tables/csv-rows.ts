import { invalid } from '../../errors.ts';
import { CsvParser } from './csv-parser.ts';
import { LAST_ROW, type RawRow } from './raw-row.ts';
import { decodedText, type TextEncoding } from './text-decoding.ts';

const DELIMITERS = [',', ';', '\t'] as const;

/**
 * The rows of a CSV file, blank ones included.
 *
 * @throws AppError VALIDATION_ERROR from the iterator when a row has no end or there are too many.
 */
export async function* csvRows(path: string, encoding: TextEncoding): AsyncGenerator<RawRow, void> {
  const parser = new CsvParser(dialectOf(await firstPiece(decodedText(path, encoding))));
  let row = 0;
  for await (const cells of rowsIn(decodedText(path, encoding), parser)) {
    if (++row > LAST_ROW) throw invalid('file', 'more lines than a sheet can have');
    yield { row, cells };
  }
}

async function* rowsIn(text: AsyncIterable<string>, parser: CsvParser): AsyncGenerator<string[]> {
  for await (const piece of text) yield* parser.write(piece);
  yield* parser.end();
}

async function firstPiece(text: AsyncIterable<string>): Promise<string> {
  for await (const piece of text) return piece;
  return '';
}

/**
 * The delimiter that the header line holds most of, not counting what stands in quotes. The carriage
 * return of a CRLF is white space; only where there is no line feed at all does it end a line.
 */
function dialectOf(text: string) {
  const unquoted = text.replace(/"[^"]*"?/g, '').trimStart();
  const lineBreak = unquoted.includes('\n') ? '\n' : '\r';
  const [header = ''] = unquoted.split(lineBreak, 1);
  const count = (delimiter: string) => header.split(delimiter).length;
  const delimiter = DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
  return { delimiter, lineBreak };
}
