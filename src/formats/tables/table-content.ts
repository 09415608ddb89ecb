/** A row to write: cells by column name. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** The content of a table to write. */
export interface TableContent {
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<readonly Row[]>;
}
