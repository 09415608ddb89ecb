import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { discardFile, orMissing, writePrivateFile } from '../../lib/files.ts';
import { isMediaKey } from '../../lib/media-keys.ts';
import { exactBytes, type IncomingFiles } from './incoming-files.ts';
import type { ByteRange, MediaStore, NewMedia, OpenMedia, StoredMedia } from './media-store.ts';

/** The folders of files: the first two characters of their keys. */
const FOLDER = /^[A-Za-z0-9_-]{2}$/;

/** Media in a folder. Several processes can share it, on one volume. */
export class LocalStore implements MediaStore {
  readonly #directory: string;
  readonly #incoming: IncomingFiles;

  /** @param options.incoming on the same volume */
  constructor(options: { directory: string; incoming: IncomingFiles }) {
    this.#directory = path.resolve(options.directory);
    this.#incoming = options.incoming;
  }

  async put(key: string, source: string | Readable, { bytes }: NewMedia): Promise<void> {
    const target = this.#pathOf(key);
    const file = typeof source === 'string' ? source : await this.#incoming.reserve(bytes);
    try {
      if (typeof source !== 'string') await writePrivateFile(file, exactBytes(source, bytes));
      await this.#move(file, target, bytes);
    } catch (error) {
      // The file of the caller stays, for another attempt.
      if (typeof source !== 'string') await discardFile(file);
      throw error;
    }
  }

  async open(key: string, range: ByteRange = { start: 0 }): Promise<OpenMedia | undefined> {
    const handle = await open(this.#pathOf(key)).catch(orMissing(undefined));
    if (!handle) return undefined;
    const { size } = await handle.stat();
    const { start, end = size - 1 } = range;
    if (start >= size || end < start) {
      await handle.close();
      return undefined;
    }
    const stream = handle.createReadStream({ start, end: Math.min(end, size - 1) });
    return { stream, bytes: size };
  }

  async delete(key: string): Promise<void> {
    await rm(this.#pathOf(key), { force: true });
  }

  async *list({ before }: { before: Date }): AsyncGenerator<StoredMedia> {
    for await (const folder of namesIn(this.#directory)) {
      if (!FOLDER.test(folder)) continue;
      for await (const key of namesIn(path.join(this.#directory, folder))) {
        if (!isMediaKey(key)) continue;
        const found = await stat(this.#pathOf(key)).catch(orMissing(undefined));
        if (found === undefined || found.mtime >= before) continue;
        yield { key, bytes: found.size, stored_at: found.mtime };
      }
    }
  }

  async sweep(options: { before: Date }): Promise<number> {
    return this.#incoming.sweep(options);
  }

  async close(): Promise<void> {}

  #pathOf(key: string): string {
    if (!isMediaKey(key)) throw new Error('media: not a key');
    return path.join(this.#directory, key.slice(0, 2), key);
  }

  /** Moves a file into place. It and its name survive a power failure. */
  async #move(file: string, target: string, bytes: number): Promise<void> {
    await syncFile(file, bytes);
    const folder = path.dirname(target);
    const isNew = await mkdir(folder, { recursive: true, mode: 0o700 });
    await rename(file, target);
    await sync(folder);
    if (isNew) await sync(this.#directory);
  }
}

async function syncFile(file: string, bytes: number): Promise<void> {
  await using handle = await open(file, 'r+');
  const { size } = await handle.stat();
  if (size !== bytes) throw new Error(`media: expected ${bytes} bytes, got ${size}`);
  await handle.sync();
}

async function sync(directory: string): Promise<void> {
  await using handle = await open(directory);
  await handle.sync();
}

async function* namesIn(directory: string): AsyncGenerator<string> {
  const entries = await opendir(directory).catch(orMissing(undefined));
  if (entries) for await (const { name } of entries) yield name;
}
