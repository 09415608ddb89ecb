import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const BUNDLE = fileURLToPath(new URL('../../scripts/bundle.ts', import.meta.url));
/** Inside `node_modules`: the bundle finds its packages in the folders above it. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

let directory: string | undefined;

/**
 * Builds the service as the image has it, for the processes of tests in production: one starts in a third
 * of the processor time of the sources. Sets `TEST_BUNDLE` in the environment.
 */
export async function buildBundle(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  directory = await mkdtemp(path.join(CACHE, 'bundle-'));
  await promisify(execFile)(process.execPath, [BUNDLE, directory]);
  process.env.TEST_BUNDLE = directory;
}

export async function removeBundle(): Promise<void> {
  if (directory) await rm(directory, { recursive: true });
}
