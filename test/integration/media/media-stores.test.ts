import { access, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { IncomingFiles } from '../../../src/integrations/media/incoming-files.ts';
import type { MediaStore, StoredMedia } from '../../../src/integrations/media/media-store.ts';
import { createMediaKey } from '../../../src/lib/media-keys.ts';
import {
  content,
  digestOf,
  filesBelow,
  openLocalStore,
  openObjectStore,
  type TestStore,
  textOf,
} from '../../support/media.ts';

const MIB = 1_024 ** 2;
const HOUR_MS = 3_600_000;
const IMMUTABLE = 'public, max-age=2592000, immutable';

const FOREIGN_KEYS = [
  '../../etc/passwd',
  '..',
  '',
  'AAAAAAAAAAAAAAAAAAAAAA.html',
  '../AAAAAAAAAAAAAAAAAAA.jpg',
  'public/AAAAAAAAAAAAAAAAAAAAAA.jpg',
  'AAAAAAAAAAAAAAAAAAAAAA.jpg\0',
];

const put = (store: MediaStore, key: string, text: string) =>
  store.put(key, Readable.from([Buffer.from(text)]), {
    contentType: 'image/jpeg',
    bytes: Buffer.byteLength(text),
    cacheControl: IMMUTABLE,
  });

async function listed(store: MediaStore, before = new Date(Date.now() + HOUR_MS)) {
  const found: StoredMedia[] = [];
  for await (const media of store.list({ before })) found.push(media);
  return found.sort((a, b) => (a.key < b.key ? -1 : 1));
}

describe.each([
  { kind: 'local', openStore: openLocalStore },
  { kind: 'object', openStore: openObjectStore },
])('the $kind store', ({ openStore }) => {
  let opened: TestStore;
  let store: MediaStore;

  beforeEach(async () => {
    opened = await openStore();
    store = opened.store;
  });
  afterEach(() => opened.close());

  const incomingFile = async (text: string) => {
    const file = await opened.incoming.reserve(text.length);
    await writeFile(file, text);
    return file;
  };

  it.each([false, true])('returns what it stores, private: %s', async (isPrivate) => {
    const key = createMediaKey('jpg', { isPrivate });
    await put(store, key, 'a picture');

    const media = await store.open(key);
    expect(media?.bytes).toBe(9);
    expect(await textOf(media)).toBe('a picture');
  });

  it('takes an incoming file, which is gone afterwards', async () => {
    const key = createMediaKey('mp4');
    const file = await incomingFile('a video');
    await store.put(key, file, { contentType: 'video/mp4', bytes: 7, cacheControl: IMMUTABLE });

    expect(await textOf(await store.open(key))).toBe('a video');
    await expect(access(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it.each([
    [{ start: 0, end: 1 }, 'a '],
    [{ start: 2 }, 'picture'],
    [{ start: 2, end: 5 }, 'pict'],
    [{ start: 8, end: 8 }, 'e'],
    [{ start: 6, end: 1_000 }, 'ure'],
  ])('returns the range %j, and the size of the whole file', async (range, expected) => {
    const key = createMediaKey('png');
    await put(store, key, 'a picture');

    const media = await store.open(key, range);
    expect(media?.bytes).toBe(9);
    expect(await textOf(media)).toBe(expected);
  });

  it('has no range behind the end', async () => {
    const key = createMediaKey('png');
    await put(store, key, 'a picture');

    expect(await store.open(key, { start: 9 })).toBeUndefined();
  });

  it('has no file that was never stored, or that was deleted', async () => {
    const key = createMediaKey('webp');
    expect(await store.open(key)).toBeUndefined();
    await store.delete(key);

    await put(store, key, 'a picture');
    await store.delete(key);
    await store.delete(key);

    expect(await store.open(key)).toBeUndefined();
    expect(await listed(store)).toEqual([]);
    expect(await filesBelow(opened.directory)).toEqual([]);
  });

  it('replaces a file with the same key', async () => {
    const key = createMediaKey('jpg');
    await put(store, key, 'a first picture');
    await put(store, key, 'a second');

    expect(await textOf(await store.open(key))).toBe('a second');
    expect(await listed(store)).toMatchObject([{ key, bytes: 8 }]);
  });

  it('lists public and private files that are older than a time, and nothing else', async () => {
    const keys = [
      createMediaKey('jpg'),
      createMediaKey('mov'),
      createMediaKey('jpg', { isPrivate: true }),
    ].sort();
    for (const key of keys) await put(store, key, 'a picture');
    await writeFile(path.join(opened.directory, 'note.txt'), 'of an operator');
    await writeFile(path.join(opened.parent, 'note.txt'), 'of an operator');

    const before = Date.now() + HOUR_MS;
    const found = await listed(store, new Date(before));
    expect(found.map(({ key, bytes }) => ({ key, bytes }))).toEqual(
      keys.map((key) => ({ key, bytes: 9 })),
    );
    expect(found.every(({ stored_at }) => stored_at.getTime() < before)).toBe(true);
    expect(await listed(store, new Date(Date.now() - HOUR_MS))).toEqual([]);
  });

  it.each(FOREIGN_KEYS)('leads nowhere outside with the key %j', async (key) => {
    await expect(put(store, key, 'evil')).rejects.toThrow('not a key');
    await expect(store.open(key)).rejects.toThrow('not a key');
    await expect(store.delete(key)).rejects.toThrow('not a key');
    expect(await filesBelow(opened.parent)).toEqual([]);
  });

  it.each([
    ['shorter', 10],
    ['longer', 8],
  ])('refuses a source that is %s than announced, and keeps no part of it', async (_, bytes) => {
    const key = createMediaKey('jpg');
    const options = { contentType: 'image/jpeg', bytes, cacheControl: IMMUTABLE };
    const file = await incomingFile('a picture');

    for (const source of [Readable.from([Buffer.from('a picture')]), file]) {
      await expect(store.put(key, source, options)).rejects.toThrow(`expected ${bytes} bytes`);
    }
    expect(await store.open(key)).toBeUndefined();
    // The caller deletes its own file.
    await expect(access(file)).resolves.toBeUndefined();
    expect(await readdir(path.dirname(file))).toEqual([path.basename(file)]);
  });

  it('keeps no part of a source that breaks', async () => {
    const key = createMediaKey('mp4');
    const source = new Readable({ read() {} });
    source.push('the first bytes');
    const options = { contentType: 'video/mp4', bytes: 1_000, cacheControl: IMMUTABLE };
    const stored = store.put(key, source, options);
    source.destroy(new Error('the client has gone'));

    await expect(stored).rejects.toThrow('the client has gone');
    expect(await filesBelow(opened.directory)).toEqual([]);
  });

  it('stores 20 MiB unchanged, and returns ranges of it', async () => {
    const key = createMediaKey('mp4');
    const bytes = 20 * MIB + 1;
    await store.put(key, content(bytes), {
      contentType: 'video/mp4',
      bytes,
      cacheControl: IMMUTABLE,
    });

    const whole = await store.open(key);
    expect(whole?.bytes).toBe(bytes);
    expect(whole && (await digestOf(whole.stream))).toEqual(await digestOf(content(bytes)));
    const end = await store.open(key, { start: 16 * MIB });
    expect(end && (await digestOf(end.stream)).bytes).toBe(4 * MIB + 1);
  });

  it('releases a file that is read only in part, or not at all', async () => {
    const key = createMediaKey('mp4');
    const bytes = 4 * MIB;
    await store.put(key, content(bytes), {
      contentType: 'video/mp4',
      bytes,
      cacheControl: IMMUTABLE,
    });

    for (let round = 0; round < 60; round++) {
      const media = await store.open(key);
      if (round % 2 === 0) await media?.stream[Symbol.asyncIterator]().next();
      media?.stream.destroy();
    }
    // With 50 connections at most, a client that kept them would wait forever.
    const media = await store.open(key);
    expect(media && (await digestOf(media.stream)).bytes).toBe(bytes);
  });

  it('stores many files at once', async () => {
    const keys = Array.from({ length: 20 }, () => createMediaKey('jpg'));
    await Promise.all(keys.map((key) => put(store, key, `the picture ${key}`)));

    const texts = await Promise.all(keys.map(async (key) => textOf(await store.open(key))));
    expect(texts).toEqual(keys.map((key) => `the picture ${key}`));
  });
});

it('the object store lists more files than fit on one page', async () => {
  const opened = await openObjectStore();
  try {
    const folder = path.join(opened.directory, 'hallway', 'public');
    await mkdir(folder, { recursive: true });
    const keys = Array.from({ length: 1_001 }, () => createMediaKey('jpg')).sort();
    for (const key of keys) await writeFile(path.join(folder, key), '');

    expect((await listed(opened.store)).map(({ key }) => key)).toEqual(keys);
  } finally {
    await opened.close();
  }
});

describe('the local store', () => {
  let opened: TestStore;

  beforeEach(async () => {
    opened = await openLocalStore();
  });
  afterEach(() => opened.close());

  it('puts a file into the folder of its first two characters, for this user only', async () => {
    const key = createMediaKey('jpg');
    await put(opened.store, key, 'a picture');

    expect(await filesBelow(opened.directory)).toEqual([path.join(key.slice(0, 2), key)]);
    const { mode } = await stat(path.join(opened.directory, key.slice(0, 2), key));
    expect(mode & 0o777).toBe(0o600);
  });
});

describe('incoming files', () => {
  let opened: TestStore;

  beforeEach(async () => {
    opened = await openLocalStore();
  });
  afterEach(() => opened.close());

  it('are swept when a crash left them more than an hour ago, and kept when younger', async () => {
    const { store, incoming, directory } = opened;
    const now = Date.now();
    const before = new Date(now - HOUR_MS);
    expect(await store.sweep({ before })).toBe(0);
    const [old, young] = [await incoming.reserve(1), await incoming.reserve(1)];
    for (const [file, ageMs] of [
      [old, HOUR_MS + 1_000],
      [young, HOUR_MS - 60_000],
    ] as const) {
      await writeFile(file, 'x');
      await utimes(file, new Date(now - ageMs), new Date(now - ageMs));
    }
    const key = createMediaKey('jpg');
    await put(store, key, 'a picture');
    const stored = path.join(directory, key.slice(0, 2), key);
    await utimes(stored, new Date(0), new Date(0));

    expect(await store.sweep({ before })).toBe(1);
    expect(await store.sweep({ before })).toBe(0);
    expect(await filesBelow(directory)).toEqual(
      [path.relative(directory, stored), path.relative(directory, young)].sort(),
    );
  });

  it.each([
    [1_024 ** 3 + 99, 100, false],
    [1_024 ** 3 + 100, 100, true],
  ])('need 1 GiB that stays free: with %i bytes, %i more', async (free, bytes, isAccepted) => {
    const { directory } = opened;
    const incoming = new IncomingFiles({ directory, freeBytes: async () => free });

    const reserved = incoming.reserve(bytes);
    if (isAccepted) await expect(reserved).resolves.toContain(path.join(directory, 'incoming'));
    else {
      await expect(reserved).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        status: 503,
        alert: 'disk full',
      });
    }
  });
});
