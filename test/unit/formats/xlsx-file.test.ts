import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../../src/formats/tables/table-content.ts';
import { openTable } from '../../../src/formats/tables/table-file.ts';
import { xlsxFile } from '../../../src/formats/tables/xlsx-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'xlsx-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function* inBatches(batches: readonly (readonly Row[])[]) {
  yield* batches;
}

/** A written workbook as our own reader reads it. */
async function reread(columns: readonly string[], ...batches: readonly (readonly Row[])[]) {
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxFile({ columns, batches: inBatches(batches) })) pieces.push(piece);
  const path = join(folder, 'table.xlsx');
  writeFileSync(path, Buffer.concat(pieces));
  await using table = await openTable(path, { maxRows: 1_000 });
  const rows: unknown[] = [];
  for await (const row of table.rows) rows.push(row);
  return { columns: table.columns, warnings: table.warnings, rows };
}

describe('a workbook', () => {
  it('has a header and the rows of all batches', async () => {
    const table = await reread(
      ['id', 'name'],
      [{ id: 1, name: 'Ada' }],
      [],
      [
        { id: 2, name: 'Zoë 😀' },
        { id: 3, name: null },
      ],
    );
    expect(table).toEqual({
      columns: ['id', 'name'],
      warnings: [],
      rows: [
        { row: 2, cells: { id: '1', name: 'Ada' } },
        { row: 3, cells: { id: '2', name: 'Zoë 😀' } },
        { row: 4, cells: { id: '3' } },
      ],
    });
  });

  it('is readable with a column whose name has what XML forbids', async () => {
    const table = await reread(['a\uFFFEb'], [{ 'a\uFFFEb': 1 }]);
    expect(table.columns).toEqual(['ab']);
    expect(table.rows).toEqual([{ row: 2, cells: { ab: '1' } }]);
  });

  it('has a header even without rows', async () => {
    expect(await reread(['id', 'name'])).toMatchObject({ columns: ['id', 'name'], rows: [] });
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '<b>&"\'</b>', 'two\nlines', '0042', '1e5'])(
    'keeps %p as the text it is',
    async (text) => {
      const { rows } = await reread(['text'], [{ text }]);
      expect(rows).toEqual([{ row: 2, cells: { text } }]);
    },
  );

  it('can be read although a name has characters that XML forbids', async () => {
    const { rows } = await reread(['a', 'b'], [{ a: 'x\u0007y', b: 'end' }]);
    expect(rows).toMatchObject([{ row: 2, cells: { b: 'end' } }]);
  });

  it.each(['\uFFFE', '\uFFFF'])('leaves out %j, which XML forbids', async (forbidden) => {
    const { rows } = await reread(['a', 'b'], [{ a: `x${forbidden}y${forbidden}`, b: 'end' }]);
    expect(rows).toEqual([{ row: 2, cells: { a: 'xy', b: 'end' } }]);
  });
});
