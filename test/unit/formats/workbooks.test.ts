import { join } from 'node:path';
import { openTable } from '../../../src/formats/tables/table-file.ts';

/** Workbooks that other programs wrote; scripts/make-workbooks.ts makes them. */
const FOLDER = 'test/fixtures/workbooks';

async function read(name: string) {
  await using table = await openTable(join(FOLDER, name), { maxRows: 1_000 });
  const rows: unknown[] = [];
  for await (const row of table.rows) rows.push(row);
  return { columns: table.columns, rows };
}

/** Rows of two columns, the first at row `first`, then every `step` rows. */
const numbered = (first: number, step: number, rows: readonly (readonly [string, string?])[]) =>
  rows.map(([kind, wert], index) => ({
    row: first + index * step,
    cells: wert === undefined ? { kind } : { kind, wert },
  }));

describe('a workbook of LibreOffice', () => {
  it('has the cells of the CSV file that it was made from', async () => {
    const moment = { 'joined on': '2026-05-14', 'seen at': '2026-05-14T09:30:00' };
    expect(await read('libreoffice-csv.xlsx')).toEqual({
      columns: ['messenger_id', 'name', 'joined on', 'seen at', 'score', 'vegetarian', 'note'],
      rows: [
        {
          row: 2,
          cells: {
            ...{ messenger_id: '7000000001', name: 'Zoë Müller', ...moment },
            ...{ score: '1.5', vegetarian: 'true', note: 'two\nlines' },
          },
        },
        {
          row: 3,
          cells: {
            ...{ messenger_id: '7000000002', name: 'Łukasz' },
            ...{ score: '-3', vegetarian: 'false', note: 'say "hi"' },
          },
        },
        {
          row: 5,
          cells: {
            ...{ messenger_id: '7000000003', name: '😀', 'joined on': '2024-02-29' },
            ...{ score: '0', note: '2' },
          },
        },
      ],
    });
  });

  it('has cells of every type, and begins with its first visible sheet', async () => {
    const { columns, rows } = await read('libreoffice-types.xlsx');
    expect(columns).toEqual(['kind', 'wert', 'größe']);
    expect(rows).toEqual([
      {
        row: 7,
        cells: { kind: 'umlauts', wert: 'Zoë Müßiggang & Łukasz <東京> 😀', größe: '1' },
      },
      ...numbered(8, 1, [
        ['lines', 'one\ntwo "three"'],
        ['bold', 'plain bold plain'],
        ['link', 'Example'],
        ['comment', 'commented'],
        ['leading zeros', '0042'],
        ['escape', 'a_x000A_b'],
        ['integer', '7000000001'],
        ['fraction', '-0.1'],
        ['exponent', '1.5e-7'],
        ['days as a unit', '46156'],
        ['percentage', '0.25'],
        ['true', 'true'],
        ['false', 'false'],
        ['day', '2026-05-14'],
        ['day and time', '2026-05-14T09:30:00'],
        ['time', '09:30:00'],
        ['elapsed time', '36:15:00'],
        ['sum', '3'],
        ['joined', 'a<b>'],
        ['comparison', 'true'],
        ['day after', '2026-05-15'],
        ['empty text'],
      ]),
      {
        row: 30,
        field: 'wert',
        error: 'expected a value, but the formula gives #DIV/0!',
        code: 'formula',
        params: { value: '#DIV/0!' },
      },
      { row: 35, cells: { kind: 'merged', größe: '9' } },
    ]);
  });
});

describe('a workbook of exceljs', () => {
  it('has cells of every type in its first visible sheet', async () => {
    const { columns, rows } = await read('exceljs-types.xlsx');
    expect(columns).toEqual(['kind', 'wert', 'größe']);
    expect(rows).toEqual([
      ...numbered(4, 2, [
        ['umlauts', 'Zoë Müßiggang & Łukasz <東京> 😀'],
        ['lines', 'one\ntwo "three"'],
        ['blanks', 'between blanks'],
        ['bold', 'plain bold'],
        ['link', 'Example'],
        ['leading zeros', '0042'],
        ['formula as text', '=1+1'],
        ['long', 'ab '.repeat(3_333).trim()],
        ['integer', '7000000001'],
        ['largest id', '9007199254740991'],
        ['fraction', '-0.1'],
        ['exponent', '1.5e-7'],
        ['price', '1234.5'],
        ['true', 'true'],
        ['false', 'false'],
        ['day', '2026-05-14'],
        ['day and time', '2026-05-14T09:30:00'],
        ['long day', '2026-05-14'],
        ['time', '09:30:00'],
        ['elapsed time', '36:15:00'],
        ['sum', '3'],
        ['joined', 'a<b>'],
        ['comparison', 'true'],
        ['day after', '2026-05-15'],
        ['not calculated'],
      ]),
      {
        row: 54,
        field: 'wert',
        error: 'expected a value, but the formula gives #DIV/0!',
        code: 'formula',
        params: { value: '#DIV/0!' },
      },
      {
        row: 56,
        field: 'wert',
        error: 'expected a value, but the formula gives #N/A',
        code: 'formula',
        params: { value: '#N/A' },
      },
      { row: 58, cells: { kind: 'shared formula', wert: '7', größe: '1' } },
      { row: 60, cells: { kind: 'merged', wert: 'over two columns' } },
    ]);
  });

  it('may count its days from 1904', async () => {
    expect(await read('exceljs-1904.xlsx')).toEqual({
      columns: ['name', 'joined_on'],
      rows: [{ row: 2, cells: { name: 'Zoë', joined_on: '2026-05-14' } }],
    });
  });

  it('may be written as a stream', async () => {
    const { columns, rows } = await read('exceljs-stream.xlsx');
    expect(columns).toEqual(['messenger_id', 'name', 'joined_on']);
    expect(rows).toEqual([
      { row: 2, cells: { messenger_id: '7000000001', name: 'Zoë', joined_on: '2026-05-14' } },
      { row: 4, cells: { messenger_id: '7000000002', name: 'two\nlines' } },
    ]);
  });
});
