import { rm } from 'node:fs/promises';

/**
 * Deletes a file that a sweep would otherwise delete. Never throws: a remaining file must neither
 * hide the error of its work, nor fail work that has succeeded.
 */
export async function discardFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}
