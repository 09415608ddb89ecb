import { Readable } from 'node:stream';
import type { Administrator } from '../../domain/administration/administrators.ts';
import { isContactField, seesContacts } from '../../domain/administration/contacts.ts';
import { csvFile } from '../../formats/tables/csv-file.ts';
import { jsonFile } from '../../formats/tables/json-file.ts';
import type { TableContent } from '../../formats/tables/table-content.ts';
import { xlsxFile } from '../../formats/tables/xlsx-file.ts';

export const TABLE_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
} as const;
export type TableFormat = keyof typeof TABLE_TYPES;

const WRITERS = { csv: csvFile, xlsx: xlsxFile, json: jsonFile } as const;

/**
 * A table as a file download, in constant memory: a batch is read once the client has received the
 * previous one. Its columns are those that `by` may see. `name` is without its extension and
 * must not contain text of a user.
 */
export const tableDownload = (
  by: Pick<Administrator, 'scopes'>,
  {
    format,
    name,
    ...table
  }: TableContent & { readonly format: TableFormat; readonly name: string },
) =>
  download(`${name}.${format}`, {
    type: TABLE_TYPES[format],
    pieces: WRITERS[format](withVisibleColumns(by, table)),
  });

/** A file download: a piece is made once the client has received the previous one. */
export const download = (
  fileName: string,
  { type, pieces }: { readonly type: string; readonly pieces: AsyncIterable<string | Uint8Array> },
) => ({
  body: Readable.from(pieces, { highWaterMark: 1 }),
  headers: {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${fileName}"`,
  },
});

const withVisibleColumns = (
  by: Pick<Administrator, 'scopes'>,
  { columns, batches }: TableContent,
): TableContent => ({
  columns: seesContacts(by) ? columns : columns.filter((name) => !isContactField(name)),
  batches,
});
