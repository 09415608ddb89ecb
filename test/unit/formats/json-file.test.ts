import { jsonFile } from '../../../src/formats/tables/json-file.ts';
import type { Row } from '../../../src/formats/tables/table-content.ts';

async function* inBatches(batches: readonly (readonly Row[])[]) {
  yield* batches;
}

async function piecesOf(columns: readonly string[], ...batches: readonly (readonly Row[])[]) {
  const pieces: string[] = [];
  for await (const piece of jsonFile({ columns, batches: inBatches(batches) })) pieces.push(piece);
  return pieces;
}

describe('a JSON file', () => {
  it('is one array of the rows of all batches, one piece for each batch', async () => {
    const pieces = await piecesOf(
      ['id', 'name'],
      [],
      [{ id: 1, name: 'Ada "Countess"' }],
      [],
      [
        { id: 2, name: 'Zoë\n' },
        { id: 3, name: null },
      ],
    );
    expect(pieces).toHaveLength(3);
    expect(JSON.parse(pieces.join(''))).toEqual([
      { id: 1, name: 'Ada "Countess"' },
      { id: 2, name: 'Zoë\n' },
      { id: 3, name: null },
    ]);
  });

  it('is an empty array without rows', async () => {
    expect(JSON.parse((await piecesOf(['id'], [])).join(''))).toEqual([]);
  });

  it('contains only its columns, in their order', async () => {
    expect((await piecesOf(['b', 'a'], [{ a: 1, b: 2, c: 3 }])).join('')).toBe(
      '[\n{"b":2,"a":1}\n]\n',
    );
  });

  it('is not valid JSON while a part is missing', async () => {
    const pieces = await piecesOf(['a'], [{ a: 1 }], [{ a: 2 }]);
    for (let count = 1; count < pieces.length; count += 1)
      expect(() => JSON.parse(pieces.slice(0, count).join(''))).toThrow();
  });
});
