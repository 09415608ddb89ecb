import { normalized } from '../../lib/normalized.ts';
import type { RawRow } from './raw-row.ts';

/** Filled rows that are searched for the header: a title and remarks can stand above it. */
const SEARCHED_ROWS = 10;

/** Tells the header from the rows above it. */
export type IsHeader = (cells: RawRow['cells']) => boolean;

/**
 * A column name for comparisons. People and programs write one name in many ways: `Messenger ID`,
 * `messengerId` and `MESSENGER-ID` are `messenger_id`.
 */
export const columnKey = (name: string): string =>
  normalized(name)
    .toLowerCase()
    .replace(/[\s_-]+/g, '');

/** A header has at least one of the key columns; without keys any row is a header. */
export function headerWith(keys: readonly string[]): IsHeader {
  const wanted = new Set(keys.map(columnKey));
  return (cells) =>
    wanted.size === 0 || cells.some((cell) => cell !== undefined && wanted.has(columnKey(cell)));
}

/** The cells of the header and of the filled rows above it; without a header, those searched. */
export interface FoundHeader {
  readonly header: RawRow['cells'] | undefined;
  readonly above: readonly RawRow['cells'][];
}

/** Reads rows up to the header. The rows after it stay unread, and the file stays open. */
export async function findHeader(
  rows: AsyncGenerator<RawRow, void>,
  isHeader: IsHeader,
): Promise<FoundHeader> {
  const above: RawRow['cells'][] = [];
  // Not a for loop: leaving a for loop would close the file.
  while (above.length < SEARCHED_ROWS) {
    const next = await rows.next();
    if (next.done) break;
    const { cells } = next.value;
    if (!cells.some((cell) => cell?.trim())) continue;
    if (isHeader(cells)) return { header: cells, above };
    above.push(cells);
  }
  return { header: undefined, above };
}
