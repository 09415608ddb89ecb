/** Encodes a position in a list or a stream as opaque text for the client. */
export const toCursor = (position: unknown) =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** The unchecked value of a cursor; undefined for text that `toCursor` did not make. */
export function fromCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
