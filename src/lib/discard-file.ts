import { rm } from 'node:fs/promises';

/**
 * Deletes a file that a sweep deletes otherwise. Never throws: a file that stays for a while must
 * neither hide the error of the work it was for, nor make work fail that has succeeded.
 */
export async function discardFile(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}
