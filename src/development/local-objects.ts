import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { orMissing } from '../lib/files.ts';

export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  readonly storedAt: Date;
}

export interface UnfinishedUpload {
  readonly key: string;
  readonly id: string;
  readonly initiatedAt: Date;
}

/** A key names a file in a folder of the bucket, so it leads nowhere else. */
export const isObjectKey = (key: string): boolean => /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/.test(key);

/** Objects and unfinished multipart uploads as plain files below a directory. */
export class LocalObjects {
  readonly #bucket: string;
  readonly #uploads: string;
  readonly #incoming: string;

  constructor(directory: string, bucket: string) {
    this.#bucket = path.join(directory, bucket);
    this.#uploads = path.join(directory, 'uploads');
    this.#incoming = path.join(directory, 'incoming');
  }

  /** Stores an object at once, or not at all if the source fails. */
  write(key: string, source: Readable | AsyncIterable<Buffer>): Promise<void> {
    return this.#store(path.join(this.#bucket, key), source, { isFolderNew: true });
  }

  /** Undefined if the object is missing. */
  async find(key: string): Promise<StoredObject | undefined> {
    const found = await stat(path.join(this.#bucket, key)).catch(orMissing(undefined));
    return found?.isFile() ? { key, bytes: found.size, storedAt: found.mtime } : undefined;
  }

  read(key: string, range: { start: number; end: number }): Readable {
    return createReadStream(path.join(this.#bucket, key), range);
  }

  delete(key: string): Promise<void> {
    return rm(path.join(this.#bucket, key), { force: true });
  }

  /** The objects with a prefix whose keys follow `after`, in the order of their keys. */
  async list(prefix: string, after: string): Promise<readonly string[]> {
    const entries = await readdir(this.#bucket, { recursive: true, withFileTypes: true }).catch(
      orMissing([]),
    );
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.#bucket, path.join(entry.parentPath, entry.name)))
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((key) => key.startsWith(prefix) && key > after)
      .sort();
  }

  async startUpload(key: string): Promise<string> {
    const id = randomBytes(16).toString('hex');
    await mkdir(path.join(this.#uploads, id), { recursive: true });
    await writeFile(path.join(this.#uploads, id, 'key'), key);
    return id;
  }

  async isUpload(id: string, key: string): Promise<boolean> {
    return /^[0-9a-f]{32}$/.test(id) && (await this.#keyOf(id)) === key;
  }

  /** Replaces a part with the same number. */
  writePart(id: string, part: number, source: Readable): Promise<void> {
    return this.#store(path.join(this.#uploads, id, String(part)), source, { isFolderNew: false });
  }

  async completeUpload(id: string, key: string, parts: readonly number[]): Promise<void> {
    const folder = path.join(this.#uploads, id);
    await this.write(key, contentOf(parts.map((part) => path.join(folder, String(part)))));
    await this.abortUpload(id);
  }

  abortUpload(id: string): Promise<void> {
    return rm(path.join(this.#uploads, id), { recursive: true, force: true });
  }

  async listUploads(): Promise<readonly UnfinishedUpload[]> {
    const found: UnfinishedUpload[] = [];
    for (const id of await readdir(this.#uploads).catch(orMissing([]))) {
      const key = await this.#keyOf(id);
      const file = await stat(path.join(this.#uploads, id, 'key')).catch(orMissing(undefined));
      if (key && file) found.push({ key, id, initiatedAt: file.mtime });
    }
    return found;
  }

  #keyOf(id: string): Promise<string | undefined> {
    return readFile(path.join(this.#uploads, id, 'key'), 'utf8').catch(orMissing(undefined));
  }

  /** A part of an upload that was aborted in between finds no folder, and fails. */
  async #store(
    file: string,
    source: Readable | AsyncIterable<Buffer>,
    { isFolderNew }: { isFolderNew: boolean },
  ): Promise<void> {
    await mkdir(this.#incoming, { recursive: true });
    const incoming = path.join(this.#incoming, randomBytes(16).toString('hex'));
    try {
      await pipeline(source, createWriteStream(incoming));
      if (isFolderNew) await mkdir(path.dirname(file), { recursive: true });
      await rename(incoming, file);
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    }
  }
}

async function* contentOf(files: readonly string[]): AsyncGenerator<Buffer> {
  for (const file of files) yield* createReadStream(file);
}
