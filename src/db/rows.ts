/** The single row of a statement that must touch exactly one; anything else is a defect. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`expected 1 row, got ${rows.length}`);
  return row;
}

/** SQL for an instant inside JSON, where no type parser sees it: the same text as everywhere. */
export const instantInJson = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
