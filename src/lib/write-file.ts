import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a stream to a file that only this user can read. After a failure the caller deletes the file.
 */
export async function writePrivateFile(
  path: string,
  source: Readable | AsyncIterable<Buffer>,
): Promise<void> {
  const file = createWriteStream(path, { mode: 0o600 });
  try {
    await pipeline(source, file);
  } finally {
    // A pipeline fails before a file that is being opened exists, and it would outlive its deletion.
    if (!file.closed) await once(file, 'close');
  }
}
