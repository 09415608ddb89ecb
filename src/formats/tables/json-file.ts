import type { TableContent } from './table-content.ts';

/** One JSON array of objects, in pieces. A file that ends early is no JSON, so it never looks complete. */
export async function* jsonFile({ columns, batches }: TableContent): AsyncGenerator<string> {
  const names = [...columns];
  let before = '[\n';
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row, names)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
