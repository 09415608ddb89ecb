import { read, utils, write } from '@e965/xlsx';

type Cell = string | number | boolean | Date | null;

/** A workbook as another program writes it: SheetJS, with shared strings. */
export function aWorkbook(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(
      rows.map((row) => [...row]),
      { UTC: true },
    );
    utils.book_append_sheet(book, sheet, name);
  }
  return write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true, compression: true });
}

/** The rows of the first sheet, as another program reads them. */
export function workbookRows(bytes: Uint8Array): unknown[][] {
  const book = read(bytes, { type: 'array' });
  const [name = ''] = book.SheetNames;
  const sheet = book.Sheets[name];
  return sheet ? utils.sheet_to_json(sheet, { header: 1, defval: null }) : [];
}
