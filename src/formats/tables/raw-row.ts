/**
 * A row as its file has it, before the header gives its cells names: numbered as a spreadsheet
 * program shows it (from 1, blank rows counted), cells by position. A hole is an empty cell.
 */
export interface RawRow {
  readonly row: number;
  readonly cells: readonly (string | undefined)[];
}

/** The last row that a sheet can have. */
export const LAST_ROW = 1_048_576;

/** More columns than any honest table has. */
export const MAX_COLUMNS = 256;

/** The longest text that one cell may hold, in UTF-16 units. */
export const MAX_CELL_CHARS = 10_000;
