import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { readConfig } from '../../../src/config.ts';
import { localEnvironment } from '../../../src/development/environment.ts';
import { openMedia } from '../../../src/integrations/media/open-media.ts';
import { createMediaKey } from '../../../src/lib/media-keys.ts';
import { textOf } from '../../support/media.ts';

// No test connects: the embedded PostgreSQL has its own tests.
const DATABASE_URL = 'postgres://127.0.0.1/none';
const PICTURE = { contentType: 'image/png', bytes: 9, cacheControl: 'no-store' };

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'hallway-objects-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Starts what development starts, runs `work` with its media and stops it. */
async function inDevelopment<T>(work: (media: ReturnType<typeof openMedia>) => Promise<T>) {
  const local = await localEnvironment({ DATABASE_URL }, directory);
  const media = openMedia(readConfig(local.env).media);
  try {
    return await work(media);
  } finally {
    await media.close();
    await local.stop();
  }
}

it.each(['local', 'objstore'] as const)(
  'development has a %s store without settings, which keeps its files',
  async (name) => {
    const key = createMediaKey('png');
    await inDevelopment(async ({ stores }) =>
      stores[name]?.put(key, Readable.from([Buffer.from('a picture')]), PICTURE),
    );

    const text = await inDevelopment(async ({ stores }) => textOf(await stores[name]?.open(key)));
    expect(text).toBe('a picture');
  },
);

it('development stops its object store, also while a client is connected', async () => {
  const local = await localEnvironment({ DATABASE_URL }, directory);
  const endpoint = local.env.OBJSTORE_ENDPOINT ?? '';
  const connected = await fetch(`${endpoint}/hallway`);
  expect(connected.status).toBe(200);
  await local.stop();

  await expect(fetch(endpoint)).rejects.toThrow('fetch failed');
});

it('development starts no object store when one is set', async () => {
  const set = { OBJSTORE_ENDPOINT: 'https://s3.hallway.example', MEDIA_DIR: '/srv/media' };
  const local = await localEnvironment({ DATABASE_URL, ...set }, directory);
  await local.stop();

  expect(local.env).toMatchObject(set);
  expect(local.env.OBJSTORE_BUCKET).toBeUndefined();
});

it('has no store when none is configured', async () => {
  const { incoming, stores, sweep } = openMedia({ directory: undefined, objects: undefined });

  expect(incoming).toBeUndefined();
  expect(stores).toEqual({});
  expect(await sweep(new Date())).toBe(0);
});

it('sweeps files older than an hour in both stores', async () => {
  const count = await inDevelopment(async ({ incoming, sweep }) => {
    const [old = '', young = ''] = [await incoming?.reserve(0), await incoming?.reserve(0)];
    const now = Date.now();
    for (const [file, ageMs] of [
      [old, 3_601_000],
      [young, 3_599_000 / 2],
    ] as const) {
      await writeFile(file, '');
      await utimes(file, new Date(now - ageMs), new Date(now - ageMs));
    }
    return sweep(new Date(now));
  });

  expect(count).toBe(1);
});
