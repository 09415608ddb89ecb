import { type XmlAttributes, type XmlHandlers, XmlReader } from '../xml-reader.ts';
import { findHeader, type IsHeader } from './header-row.ts';
import { type CellLimits, LAST_ROW, MAX_COLUMNS, type RawRow } from './raw-row.ts';
import { notAWorkbook, XlsxArchive } from './xlsx-archive.ts';
import { SharedStrings } from './xlsx-shared-strings.ts';
import { dateText, elapsedText, MAX_ESCAPED_CHARS, numberText, unescaped } from './xlsx-values.ts';
import {
  type NumberStyle,
  readNumberStyles,
  readWorkbook,
  type Workbook,
} from './xlsx-workbook.ts';

/** 100,000 rows by 30 columns take 200 to 300 MB, their shared strings up to half of that. */
const MAX_SHEET_BYTES = 536_870_912;
const MAX_SHARED_STRINGS_BYTES = 268_435_456;

/**
 * The rows of the first visible sheet that has a header, else of the first one, without the rows that
 * the file omits. A formula gives its last value, a number plain digits, a boolean `true` or `false`, a
 * date or time ISO text.
 *
 * @throws AppError VALIDATION_ERROR from the iterator when the file is not a workbook, is damaged,
 *   or exceeds a limit.
 */
export async function* xlsxRows(
  path: string,
  isHeader: IsHeader,
  limits: CellLimits,
): AsyncGenerator<RawRow, void> {
  const archive = await XlsxArchive.open(path);
  try {
    const workbook = await readWorkbook(archive);
    const context = { ...(await contextOf(archive, workbook)), limits };
    const rowsOf = (sheet: string) => sheetRows(archive, sheet, context);
    yield* rowsOf(await sheetWithHeader(workbook.sheets, rowsOf, isHeader));
  } finally {
    archive.close();
  }
}

async function* sheetRows(
  archive: XlsxArchive,
  sheet: string,
  context: SheetContext,
): AsyncGenerator<RawRow, void> {
  const collector = new RowCollector(context);
  const reader = new XmlReader(collector);
  for await (const chunk of archive.bytes(sheet, MAX_SHEET_BYTES)) {
    reader.write(chunk);
    for (const row of collector.take()) yield row;
  }
  if (!collector.finished) throw notAWorkbook();
}

/** Sheets that are searched for a header. */
const SEARCHED_SHEETS = 20;

async function sheetWithHeader(
  sheets: Workbook['sheets'],
  rowsOf: (sheet: string) => AsyncGenerator<RawRow, void>,
  isHeader: IsHeader,
): Promise<string> {
  const [first, ...others] = sheets;
  if (others.length === 0) return first;

  for (const sheet of sheets.slice(0, SEARCHED_SHEETS)) {
    const rows = rowsOf(sheet);
    const { header } = await findHeader(rows, isHeader);
    await rows.return();
    if (header) return sheet;
  }
  return first;
}

/** The context that a reader needs for the cells of a sheet. */
interface SheetContext {
  readonly sharedStrings: SharedStrings;
  readonly limits: CellLimits;
  readonly numberStyles: readonly NumberStyle[];
  readonly date1904: boolean;
}

async function contextOf(
  archive: XlsxArchive,
  workbook: Workbook,
): Promise<Omit<SheetContext, 'limits'>> {
  const { sharedStrings: part, styles, date1904 } = workbook;
  const sharedStrings = new SharedStrings(archive.sizeOf(part));
  if (part) await archive.read(part, sharedStrings, MAX_SHARED_STRINGS_BYTES);
  const numberStyles = styles ? await readNumberStyles(archive, styles) : [];
  return { sharedStrings, numberStyles, date1904 };
}

const VALUE_TEXT = { number: numberText, date: dateText, elapsed: elapsedText };

/** Collects the rows of a sheet: `<row r="2"><c r="A2" t="s"><v>0</v></c></row>`. */
class RowCollector implements XmlHandlers {
  finished = false;
  readonly #context: SheetContext;
  #rows: RawRow[] = [];
  #row = 0;
  #cells: (string | undefined)[] = [];
  #column = -1;
  #cell: XmlAttributes = {};
  #text = '';
  #collecting = false;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** The rows completed since the last call. */
  take(): readonly RawRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: XmlAttributes, parent: string | undefined): void {
    if (this.finished) return; // Extensions after the sheet data can have other elements named row.
    if (name === 'row') this.#openRow(attributes.r);
    else if (name === 'c') this.#openCell(attributes);
    // <v> is a value, <t> an inline text; inside of <rPh> it is the pronunciation of the text.
    else if (name === 'v' || name === 't') this.#collecting = parent !== 'rPh';
  }

  text(piece: string): void {
    if (this.#collecting && this.#text.length <= MAX_ESCAPED_CHARS) this.#text += piece;
  }

  close(name: string): void {
    if (this.finished) return;
    if (name === 'v' || name === 't') this.#collecting = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#rows.push({ row: this.#row, cells: this.#cells });
    else if (name === 'sheetData') this.finished = true;
  }

  #openRow(number: string | undefined): void {
    const row = number === undefined ? this.#row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.#row || row > LAST_ROW) throw notAWorkbook();
    this.#row = row;
    this.#cells = [];
    this.#column = -1;
  }

  #openCell(attributes: XmlAttributes): void {
    this.#cell = attributes;
    this.#text = '';
    const { r: reference } = attributes;
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
  }

  #closeCell(): void {
    // Cells beyond the limit share one position: the row is refused as too long anyway.
    if (this.#text !== '') this.#cells[Math.min(this.#column, MAX_COLUMNS)] = this.#value();
  }

  #value(): string {
    const { sharedStrings, numberStyles, date1904, limits } = this.#context;
    const { t: type = 'n', s: style = '0' } = this.#cell;
    switch (type) {
      case 's':
        return sharedStrings.at(Number(this.#text), limits.at(this.#column));
      case 'b':
        return this.#text === '1' ? 'true' : 'false';
      case 'n':
        return VALUE_TEXT[numberStyles[Number(style)] ?? 'number'](this.#text, date1904);
      default:
        return unescaped(this.#text);
    }
  }
}

/** The index of a column: 0 for `A1`, 27 for `AB7`. */
function columnOf(reference: string): number {
  const [letters] = /^[A-Z]{1,3}/i.exec(reference) ?? [];
  if (letters === undefined) throw notAWorkbook();
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
