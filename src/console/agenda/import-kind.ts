/** Enough to tell the formats apart. */
const HEAD_BYTES = 64 * 1_024;

export type ImportKind = 'calendar' | 'schedule' | 'table';

/**
 * What a file is, by how it begins: a calendar is read by another operation. The service tells the
 * schedules and tables apart itself.
 */
export async function kindOf(file: Blob): Promise<ImportKind> {
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
  // UTF-16 has a zero byte in each letter of ASCII; the decoder drops a byte order mark.
  const text = new TextDecoder()
    .decode(head)
    .replaceAll('\0', '')
    .replace(/^[^\w<{["]+/, '');
  if (/^BEGIN:VCALENDAR/i.test(text)) return 'calendar';
  // The API of Luma lists events as entries.
  const isEntries = /^\{[^{[]*"entries"\s*:/.test(text);
  if (isEntries) return 'calendar';
  return /^[<{[]/.test(text) ? 'schedule' : 'table';
}
