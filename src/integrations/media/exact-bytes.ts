import type { Readable } from 'node:stream';

/**
 * The chunks of a stream.
 * @throws Error when the stream has another number of bytes than announced
 */
export async function* exactBytes(source: Readable, expected: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > expected) break;
    yield chunk;
  }
  if (bytes !== expected) {
    throw new Error(`media: expected ${expected} bytes, got ${bytes > expected ? 'more' : bytes}`);
  }
}
