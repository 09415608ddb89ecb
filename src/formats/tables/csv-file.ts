import type { TableContent } from './table-content.ts';

/** Without it spreadsheet programs read UTF-8 as something else. */
const BYTE_ORDER_MARK = '\uFEFF';

const FORMAT = {
  record_delimiter: '\r\n',
  // Else a cell with one of the two characters alone would stand without quotes.
  quote_record_delimiter: true,
  // A cell that begins as a formula begins with an apostrophe, so that no program runs it.
  escape_formulas: true,
  cast: { boolean: String },
} as const;

/** A CSV file as of RFC 4180, piece by piece. */
export async function* csvFile({ columns, batches }: TableContent): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  yield BYTE_ORDER_MARK + stringify([[...columns]], FORMAT);
  for await (const rows of batches) yield stringify([...rows], { ...FORMAT, columns });
}
