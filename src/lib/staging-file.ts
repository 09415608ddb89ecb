import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { discardFile } from './discard-file.ts';
import { temporaryPath } from './temporary-files.ts';
import { writePrivateFile } from './write-file.ts';

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
