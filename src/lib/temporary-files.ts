import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, rmSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { discardFile, writePrivateFile } from './files.ts';
import { lockFile } from './lock-file.ts';

const DIRECTORY = /^hallway-files-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let own: string | undefined;

/**
 * A new path in the directory of this process, which only this user can read: uploads hold personal
 * data. The files that remain there are deleted when the process ends, or when the next one starts.
 */
export function temporaryPath(): string {
  // A cleaner of the operating system may have deleted the directory of a long run.
  if (own === undefined || !existsSync(own)) own = createDirectory();
  return path.join(own, randomUUID());
}

function createDirectory(): string {
  const directory = path.join(tmpdir(), `hallway-files-${randomUUID()}`);
  const lock = lockOf(directory);
  // Locked before it exists, so that no other process mistakes it for the directory of a dead
  // process.
  const release = lockFile(lock, 0);
  if (!release) throw new Error(`${lock} is locked by another process`);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    release();
    throw error;
  }
  process.once('exit', () => {
    rmSync(directory, { recursive: true, force: true });
    // SQLite has a journal beside the lock, and deletes it when it closes.
    release();
    rmSync(lock, { force: true });
  });
  return directory;
}

/** Deletes the directories of killed processes of this user, and returns their number. */
export async function deleteFilesOfDeadProcesses(): Promise<number> {
  let count = 0;
  for (const name of (await readdir(tmpdir())).filter((name) => DIRECTORY.test(name))) {
    const directory = path.join(tmpdir(), name);
    const lock = lockOf(directory);
    if (!(await isOurs(directory)) || !(await isOurs(lock))) continue;
    const release = lockFile(lock, 0);
    if (!release) continue;
    try {
      await rm(directory, { recursive: true, force: true });
      count += 1;
    } finally {
      release();
    }
    await rm(lock, { force: true });
  }
  return count;
}

/** The operating system releases the lock when its process ends, even after `kill -9`. */
const lockOf = (directory: string) => `${directory}.lock`;

const isOurs = async (file: string): Promise<boolean> => {
  const found = await lstat(file).catch(() => undefined);
  return found !== undefined && !found.isSymbolicLink() && found.uid === process.getuid?.();
};

/** A temporary text file, written once and read any number of times. */
export interface StagingFile {
  read(): Readable;
  delete(): Promise<void>;
}

/** Writes `lines` to a temporary file in constant memory. The caller deletes the file. */
export async function writeStagingFile(lines: AsyncIterable<string>): Promise<StagingFile> {
  const file = temporaryPath();
  const remove = () => discardFile(file);
  try {
    await writePrivateFile(file, Readable.from(inBlocks(lines)));
  } catch (error) {
    await remove();
    throw error;
  }
  return { read: () => createReadStream(file), delete: remove };
}

const BLOCK_CHARACTERS = 64 * 1024;

/** Joins short lines into blocks, because each stream chunk has a cost. */
async function* inBlocks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let block = '';
  for await (const line of lines) {
    block += line;
    if (block.length < BLOCK_CHARACTERS) continue;
    yield block;
    block = '';
  }
  if (block) yield block;
}
