import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { diskFull } from '../../errors.ts';
import { orMissing } from '../../lib/files.ts';

/** The space that stays free for other programs that write to this volume. */
const MIN_FREE_BYTES = 1_024 ** 3;

/**
 * The folder of incoming uploads, on the volume of the local store, so that storing is a rename.
 * Several processes can share it.
 */
export class IncomingFiles {
  readonly #directory: string;
  readonly #freeBytes: (directory: string) => Promise<number>;

  /** @param options.freeBytes replaced by tests */
  constructor(options: {
    directory: string;
    freeBytes?: (directory: string) => Promise<number>;
  }) {
    this.#directory = path.resolve(options.directory, 'incoming');
    this.#freeBytes = options.freeBytes ?? freeBytesOf;
  }

  /**
   * The path of a new file of at most `bytes`. The caller writes the file, and deletes it unless a
   * store has taken it.
   *
   * @throws AppError SERVICE_UNAVAILABLE when less than 1 GiB would stay free
   */
  async reserve(bytes: number): Promise<string> {
    // Creates it each time, because an operator may have emptied the volume.
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const free = await this.#freeBytes(this.#directory);
    if (free - bytes < MIN_FREE_BYTES) {
      throw diskFull(new Error(`${free} bytes are free in ${this.#directory}`));
    }
    return path.join(this.#directory, randomUUID());
  }

  /** Deletes the files that were last written before `before`, and returns their number. */
  async sweep({ before }: { before: Date }): Promise<number> {
    let count = 0;
    for (const name of await readdir(this.#directory).catch(orMissing([]))) {
      const file = path.join(this.#directory, name);
      const found = await stat(file).catch(orMissing(undefined));
      if (found === undefined || found.mtime >= before) continue;
      await rm(file, { force: true });
      count += 1;
    }
    return count;
  }
}

async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

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
