/** Returns the row of a statement that must affect exactly one row; any other count is a defect. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined || rows.length !== 1) throw new Error(`expected 1 row, got ${rows.length}`);
  return row;
}

/** SQL that formats an instant inside JSON, where no type parser applies, as RFC 3339. */
export const instantInJson = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
