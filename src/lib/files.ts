import { once } from 'node:events';
import { constants, createWriteStream } from 'node:fs';
import { access, mkdir, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';

/**
 * Deletes a file that a sweep would otherwise delete. Never throws: a remaining file must neither
 * hide the error of its work, nor fail work that has succeeded.
 */
export async function discardFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}

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

/** Whether a failed file-system call says that the file or its folder does not exist. */
export const isMissingFile = (error: unknown): boolean =>
  types.isNativeError(error) && 'code' in error && error.code === 'ENOENT';

/**
 * A handler for a failed file-system call: gives `value` if the file or its folder does not exist, and
 * throws every other error. Another process may delete what this one has just listed.
 */
export const orMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isMissingFile(error)) return value;
    throw error;
  };

/**
 * Makes the folder if it is missing.
 * @throws Error with the reason in one sentence, after `what`, when this process cannot write to it
 */
export async function ensureWritable(folder: string, what: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const isOther = await stat(folder).then(
      (found) => !found.isDirectory(),
      () => false,
    );
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    const reason = isOther ? 'it is no folder' : `this process cannot write to it (${code})`;
    throw new Error(`${what}: expected a folder, but ${reason}`, { cause });
  }
}
