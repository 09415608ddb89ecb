import { invalid } from '../../errors.ts';
import { MAX_COLUMNS } from './raw-row.ts';

const QUOTE = '"'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);

/** Room for a hundred full cells; a quote that is never closed would gather the rest of the file. */
const MAX_ROW_CHARS = 1_000_000;

/**
 * Cuts CSV text into rows of cells, piece by piece. Cells follow RFC 4180, and where a file does
 * not, they are what spreadsheet programs make of it: a quote in the middle of an unquoted cell is
 * text, and so is what follows a closing quote.
 *
 * Why not csv-parse: it makes an error object, 17 µs, of every row that is not as long as the
 * first, even when it is to accept them, and has no limit for the number of cells in a row.
 */
export class CsvParser {
  readonly #delimiter: number;
  readonly #lineBreak: number;
  #rows = 0;
  #cells: string[] = [];
  #cell = '';
  /** Where in a cell we are; `closed` directly after a quote, which may be the first of a pair. */
  #state: 'blank' | 'plain' | 'quoted' | 'closed' = 'blank';
  #charsInRow = 0;

  constructor({ delimiter, lineBreak }: { delimiter: string; lineBreak: string }) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#lineBreak = lineBreak.charCodeAt(0);
  }

  /**
   * The rows that end in this piece, blank ones included; cells are not trimmed. Take them all
   * before writing the next piece.
   *
   * @throws AppError VALIDATION_ERROR when a row has no end.
   */
  *write(piece: string): Generator<string[], void> {
    let start = 0;
    let rowStart = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (this.#state === 'quoted') {
        if (code !== QUOTE) continue;
        this.#cell += piece.slice(start, at);
        this.#state = 'closed';
        start = at + 1;
      } else if (code === this.#delimiter) {
        this.#endCell(piece.slice(start, at));
        start = at + 1;
      } else if (code === this.#lineBreak) {
        this.#endCell(piece.slice(start, at));
        yield this.#endRow();
        start = rowStart = at + 1;
      } else if (code === QUOTE && this.#state !== 'plain') {
        // The second quote of a pair is text; an opening one leaves nothing of the blanks before.
        start = this.#state === 'closed' ? at : at + 1;
        if (this.#state === 'blank') this.#cell = '';
        this.#state = 'quoted';
      } else if (code !== SPACE || this.#state === 'closed') {
        this.#state = 'plain';
      }
    }
    this.#cell += piece.slice(start);
    this.#limitRow(piece.length - rowStart);
  }

  /** The last row, when no line break ends it. @throws AppError VALIDATION_ERROR as `write` does. */
  *end(): Generator<string[], void> {
    if (this.#state === 'quoted') {
      throw invalid('file', `row ${this.#rows + 1}: a quote is never closed`);
    }
    if (this.#charsInRow === 0) return;
    this.#endCell('');
    yield this.#endRow();
  }

  #endCell(rest: string): void {
    const cell = this.#cell + rest;
    // Cells beyond the limit share one place: enough to tell that the row has too many.
    if (this.#cells.length <= MAX_COLUMNS) this.#cells.push(cell);
    else if (cell.trim() !== '') this.#cells[MAX_COLUMNS] = cell;
    this.#cell = '';
    this.#state = 'blank';
  }

  #endRow(): string[] {
    const cells = this.#cells;
    this.#cells = [];
    this.#charsInRow = 0;
    this.#rows += 1;
    return cells;
  }

  #limitRow(chars: number): void {
    this.#charsInRow += chars;
    if (this.#charsInRow > MAX_ROW_CHARS) {
      throw invalid('file', `row ${this.#rows + 1} is too long; perhaps a quote is never closed`);
    }
  }
}
