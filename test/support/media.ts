import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  type LocalObjectStore,
  startLocalObjectStore,
} from '../../src/development/local-object-store.ts';
import { IncomingFiles } from '../../src/integrations/media/incoming-files.ts';
import { LocalStore } from '../../src/integrations/media/local-store.ts';
import type { MediaStore, OpenMedia } from '../../src/integrations/media/media-store.ts';
import {
  ObjectStore,
  type ObjectStoreSettings,
  type ObjectStoreTimeouts,
} from '../../src/integrations/media/object-store.ts';

export interface TestStore {
  readonly store: MediaStore;
  /** Holds everything that the store keeps. */
  readonly directory: string;
  /** Holds `directory` and, with the object store, the incoming files. */
  readonly parent: string;
  readonly incoming: IncomingFiles;
  close(): Promise<void>;
}

const newDirectory = () => mkdtemp(path.join(tmpdir(), 'hallway-media-'));

export async function openLocalStore(): Promise<TestStore> {
  const parent = await newDirectory();
  const directory = path.join(parent, 'media');
  const incoming = new IncomingFiles({ directory, freeBytes: async () => 2 ** 40 });
  return {
    store: new LocalStore({ directory, incoming }),
    directory,
    parent,
    incoming,
    close: () => rm(parent, { recursive: true }),
  };
}

/** The object store of development, and its client. */
export async function openObjectStore(): Promise<TestStore & { server: LocalObjectStore }> {
  const parent = await newDirectory();
  const directory = path.join(parent, 'objects');
  const server = await startLocalObjectStore({ directory });
  const store = new ObjectStore(settingsOf(server));
  return {
    store,
    server,
    directory,
    parent,
    incoming: new IncomingFiles({ directory: parent, freeBytes: async () => 2 ** 40 }),
    async close() {
      await store.close();
      await server.stop();
      await rm(parent, { recursive: true });
    },
  };
}

/** Far longer than a slow machine needs; tests of the production timeouts use shorter ones. */
const PATIENT: ObjectStoreTimeouts = { callMs: 20_000, totalMs: 60_000 };

export const settingsOf = (
  { env }: LocalObjectStore,
  given: { endpoint?: string; timeouts?: ObjectStoreTimeouts } = {},
): ObjectStoreSettings => ({
  endpoint: env.OBJSTORE_ENDPOINT ?? '',
  region: env.OBJSTORE_REGION ?? '',
  bucket: env.OBJSTORE_BUCKET ?? '',
  accessKeyId: env.OBJSTORE_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.OBJSTORE_SECRET_ACCESS_KEY ?? '',
  timeouts: PATIENT,
  ...given,
});

/** Different bytes at each place, in chunks of a socket's size. */
export function content(bytes: number): Readable {
  return Readable.from(chunksOf(bytes), { objectMode: false });
}

function* chunksOf(bytes: number): Generator<Buffer> {
  const CHUNK = 65_536;
  for (let at = 0; at < bytes; at += CHUNK) {
    const chunk = Buffer.alloc(Math.min(CHUNK, bytes - at), `${at} `);
    yield chunk;
  }
}

/** SHA-256 and size of a stream, read to its end. */
export async function digestOf(stream: Readable): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

export async function textOf(media: OpenMedia | undefined): Promise<string | undefined> {
  if (!media) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of media.stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** All files below a directory, as relative paths. */
export async function filesBelow(directory: string): Promise<string[]> {
  await mkdir(directory, { recursive: true });
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .sort();
}
