import type { Row, TableContent } from './table-content.ts';

/** A workbook with one sheet, in pieces. Texts become text cells: no program runs them. */
export async function* xlsxFile({ columns, batches }: TableContent): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  yield* writeXlsxStream(rowsIn(batches), {
    name: 'Sheet1',
    columns: columns.map((name) => ({ key: name, header: allowedInXml(name) })),
    freezePane: { rows: 1 },
  });
}

async function* rowsIn(batches: TableContent['batches']): AsyncGenerator<Row> {
  for await (const rows of batches) yield* rows.map(withAllowedCells);
}

const withAllowedCells = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      typeof cell === 'string' ? allowedInXml(cell) : cell,
    ]),
  );

/** Removes U+FFFE and U+FFFF: XML forbids both, and one of them makes a workbook unreadable. */
const allowedInXml = (text: string): string => text.replace(/[\uFFFE\uFFFF]/g, '');
