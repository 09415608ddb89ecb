import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Row } from '../../../src/formats/tables/table-content.ts';
import { openTable } from '../../../src/formats/tables/table-file.ts';
import { xlsxFile } from '../../../src/formats/tables/xlsx-file.ts';
import { until } from '../../support/until.ts';
import { workbookRows } from '../../support/workbooks.ts';

const folder = mkdtempSync(join(tmpdir(), 'xlsx-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function* inBatches(batches: readonly (readonly Row[])[]) {
  yield* batches;
}

async function written(columns: readonly string[], ...batches: readonly (readonly Row[])[]) {
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxFile({ columns, batches: inBatches(batches) })) pieces.push(piece);
  return Buffer.concat(pieces);
}

const BATCH_BYTES = 65_536;

/** Batches that cannot be compressed, without an end. Notes each one, and that it was closed. */
async function* endless(steps: string[]) {
  try {
    for (;;) {
      steps.push('batch');
      yield [{ text: randomBytes(BATCH_BYTES).toString('base64') }];
    }
  } finally {
    steps.push('closed');
  }
}

/** A written workbook as our own reader reads it. */
async function reread(columns: readonly string[], ...batches: readonly (readonly Row[])[]) {
  const path = join(folder, 'table.xlsx');
  writeFileSync(path, await written(columns, ...batches));
  await using table = await openTable(path, { maxRows: 1_000 });
  const rows: unknown[] = [];
  for await (const row of table.rows) rows.push(row);
  return { columns: table.columns, warnings: table.warnings.map(({ message }) => message), rows };
}

describe('a workbook', () => {
  it('has the same cells in another program', async () => {
    const columns = Array.from({ length: 30 }, (_, index) => `c${index}`);
    const text = ' <b>&"\'</b> two\nlines\r _x0041_ \u0007 Zoë 😀 ';
    const bytes = await written(columns, [
      { c0: text, c1: 1.5, c2: true, c3: null, c29: 'end' },
      { c0: Number.MAX_SAFE_INTEGER, c1: -1e21, c2: false },
    ]);

    const none = Array(26).fill(null);
    expect(workbookRows(bytes)).toEqual([
      columns,
      [text, 1.5, true, ...none, 'end'],
      [Number.MAX_SAFE_INTEGER, -1e21, false, ...none, null],
    ]);
  });

  it('reads no further batch once its reader has gone, and fails as its source does', async () => {
    const steps: string[] = [];
    const table = { columns: ['text'], batches: endless(steps) };
    const reader = xlsxFile(table);
    while (!steps.includes('batch')) await reader.next();
    await reader.return(undefined);
    await until(() => steps.includes('closed'));

    const failing = (async function* () {
      yield [{ text: 'Ada' }];
      throw new Error('the database has gone');
    })();
    const pieces = Readable.from(xlsxFile({ columns: ['text'], batches: failing }));
    await expect(pieces.toArray()).rejects.toThrow('the database has gone');
  });

  it('reads a batch once its reader has taken most of what came before', async () => {
    const steps: string[] = [];
    let bytes = 0;
    for await (const piece of xlsxFile({ columns: ['text'], batches: endless(steps) })) {
      bytes += piece.length;
      if (bytes > 4 * BATCH_BYTES) break;
    }
    expect(steps.filter((step) => step === 'batch').length).toBeLessThan(30);
  });

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
