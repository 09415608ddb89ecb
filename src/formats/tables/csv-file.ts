import type { TableContent } from './table-content.ts';

/** Spreadsheet programs recognize UTF-8 only by this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

const FORMAT = {
  record_delimiter: '\r\n',
  // Also quotes a cell that contains only one of the two characters.
  quote_record_delimiter: true,
  // Puts an apostrophe before a cell that starts like a formula, so that no program runs it.
  escape_formulas: true,
  cast: { boolean: String },
} as const;

/** A CSV file (RFC 4180), in pieces. */
export async function* csvFile({ columns, batches }: TableContent): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  yield BYTE_ORDER_MARK + stringify([[...columns]], FORMAT);
  for await (const rows of batches) yield stringify([...rows], { ...FORMAT, columns });
}
