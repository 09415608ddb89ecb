/** Enough for the header and the first rows of any list. */
const HEAD_BYTES = 64 * 1_024;
const DELIMITERS = [',', ';', '\t'];

/**
 * The first rows of a CSV file, the header first, for an organizer to look at: the service reads the
 * file itself. None of a workbook, which the browser cannot read.
 */
export async function firstRows(file: Blob, count: number): Promise<readonly string[][]> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const text = decoded(head);
  const rows = text.startsWith('PK') ? [] : rowsOf(text, delimiterOf(text));
  const whole = file.size > HEAD_BYTES ? rows.slice(0, -1) : rows;
  return whole.filter((cells) => cells.some((cell) => cell !== '')).slice(0, count);
}

function decoded(head: Uint8Array): string {
  try {
    // The head can end within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(head);
  }
}

/** The one that is most frequent in the first line. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const countOf = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}

function rowsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { cell, next } = cellAt(text, at, delimiter);
    row.push(cell.trim());
    at = next + 1;
    if (text[next] === delimiter) continue;
    if (text.startsWith('\r\n', next)) at = next + 2;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

/** The cell that begins here, and where its delimiter or line break is. */
function cellAt(text: string, at: number, delimiter: string): { cell: string; next: number } {
  const quoted = /"((?:[^"]|"")*)"?/y;
  quoted.lastIndex = at;
  const found = quoted.exec(text);
  const from = found ? quoted.lastIndex : at;
  let next = from;
  while (next < text.length && !['\r', '\n', delimiter].includes(text[next] ?? '')) next += 1;
  const rest = text.slice(from, next);
  return { cell: found ? (found[1] ?? '').replaceAll('""', '"') + rest : rest, next };
}
