/**
 * A row as it is in the file, cells by position. The number is the one that a spreadsheet program
 * shows: it starts at 1 and counts blank rows. A missing element is an empty cell.
 */
export interface RawRow {
  readonly row: number;
  readonly cells: readonly (string | undefined)[];
}

/** The last row number that a sheet can have. */
export const LAST_ROW = 1_048_576;

/** The most columns that a table may have. */
export const MAX_COLUMNS = 256;

/**
 * How much of a cell is read, by its position, in UTF-16 units: what is longer is refused, whatever follows.
 * A reader asks it for each cell, since the columns are known once the header is read.
 */
export interface CellLimits {
  at(column: number): number;
}

/** The length limit of a cell, in UTF-16 units. */
export const MAX_CELL_CHARS = 10_000;
