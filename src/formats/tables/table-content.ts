/** A row to be written: its cells by column name. */
export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** What stands in a table that is written. */
export interface TableContent {
  readonly columns: readonly string[];
  readonly batches: AsyncIterable<readonly Row[]>;
}
