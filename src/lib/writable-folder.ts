import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';

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
