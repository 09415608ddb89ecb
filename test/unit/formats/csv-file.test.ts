import { csvFile } from '../../../src/formats/tables/csv-file.ts';
import type { Row } from '../../../src/formats/tables/table-content.ts';

async function* inBatches(batches: readonly (readonly Row[])[]) {
  yield* batches;
}

/** The text of a file with these batches of rows. */
async function written(columns: readonly string[], ...batches: readonly (readonly Row[])[]) {
  const pieces: string[] = [];
  for await (const piece of csvFile({ columns, batches: inBatches(batches) })) pieces.push(piece);
  return pieces.join('');
}

const cell = async (value: Row[string]) => {
  const text = await written(['a', 'b'], [{ a: value, b: 'end' }]);
  return text.slice('\uFEFFa,b\r\n'.length, -',end\r\n'.length);
};

describe('a CSV file', () => {
  it('has a byte order mark, a header and the rows of all batches', async () => {
    const text = await written(
      ['id', 'name'],
      [{ id: 1, name: 'Ada' }],
      [],
      [
        { id: 2, name: 'Zoë' },
        { id: 3, name: null },
      ],
    );
    expect(text).toBe('\uFEFFid,name\r\n1,Ada\r\n2,Zoë\r\n3,\r\n');
  });

  it('has a header even without rows', async () => {
    expect(await written(['id', 'name'])).toBe('\uFEFFid,name\r\n');
  });

  it('contains only its columns, in their order', async () => {
    expect(await written(['b', 'a'], [{ a: 1, b: 2, c: 3 }])).toBe('\uFEFFb,a\r\n2,1\r\n');
  });

  it.each([
    ['Ada', 'Ada'],
    ['Lovelace, Ada', '"Lovelace, Ada"'],
    ['Ada "the first"', '"Ada ""the first"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\rlines', '"two\rlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['', ''],
    [null, ''],
    [0, '0'],
    [-5, '-5'],
    [true, 'true'],
    [false, 'false'],
  ])('writes %p as RFC 4180 says', async (value, expected) => {
    expect(await cell(value)).toBe(expected);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ])('does not let %p become a formula', async (value, expected) => {
    expect(await cell(value)).toBe(expected);
  });
});
