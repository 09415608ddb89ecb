import { setTimeout as sleep } from 'node:timers/promises';
import type { MediaStore } from '../../../src/integrations/media/media-store.ts';
import {
  ObjectStore,
  type ObjectStoreTimeouts,
} from '../../../src/integrations/media/object-store.ts';
import { createMediaKey } from '../../../src/lib/media-keys.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { content, digestOf, filesBelow, openObjectStore, settingsOf } from '../../support/media.ts';
import { until } from '../../support/until.ts';

const MIB = 1_024 ** 2;
const HOUR_MS = 3_600_000;
/** The promises for the timeouts of production, which are far longer than these. */
const WITHIN_MS = 15_000;
const TIMEOUTS: ObjectStoreTimeouts = { callMs: 300, totalMs: 900 };
/** For calls of which the first part has to succeed, also on a slow machine. */
const PATIENT: ObjectStoreTimeouts = { callMs: 2_000, totalMs: 6_000 };
const FAILED = { code: 'UPSTREAM_ERROR', status: 502 };

let opened: Awaited<ReturnType<typeof openObjectStore>>;
let proxy: FaultProxy;
/** Reaches the object store through the proxy. */
let store: MediaStore;
const stores: ObjectStore[] = [];

beforeEach(async () => {
  opened = await openObjectStore();
  proxy = await FaultProxy.before(opened.server.env.OBJSTORE_ENDPOINT ?? '');
  store = aStore({ endpoint: proxy.url, timeouts: TIMEOUTS });
});
afterEach(async () => {
  for (const one of stores.splice(0)) await one.close();
  await proxy.close();
  await opened.close();
});

/** A client of the object store, which closes after the test. */
function aStore(given: Parameters<typeof settingsOf>[1]): ObjectStore {
  const one = new ObjectStore(settingsOf(opened.server, given));
  stores.push(one);
  return one;
}

const put = (to: MediaStore, key: string, bytes: number) =>
  to.put(key, content(bytes), { contentType: 'video/mp4', bytes, cacheControl: 'no-store' });

async function keysIn(from: MediaStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of from.list({ before: new Date(Date.now() + HOUR_MS) })) keys.push(key);
  return keys;
}

/** Fails unless `call` is rejected with UPSTREAM_ERROR in time; returns the error. */
async function expectFailure(call: Promise<unknown>): Promise<Error> {
  const started = performance.now();
  const error = await call.then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  expect(error).toMatchObject(FAILED);
  expect(performance.now() - started).toBeLessThan(WITHIN_MS);
  return error as Error;
}

/** Every call of the store, with a picture that exists and one that does not. */
const CALLS: readonly [string, (to: MediaStore, key: string) => Promise<unknown>][] = [
  ['put a picture', (to) => put(to, createMediaKey('jpg'), 1_000)],
  ['put a video', (to) => put(to, createMediaKey('mp4'), 20 * MIB)],
  ['open', (to, key) => to.open(key)],
  ['delete', (to, key) => to.delete(key)],
  ['list', (to) => keysIn(to)],
  ['sweep', (to) => to.sweep({ before: new Date() })],
];

describe.each(CALLS)('%s', (_, call) => {
  let key: string;

  beforeEach(async () => {
    key = createMediaKey('jpg');
    await put(opened.store, key, 100);
  });

  it('fails with UPSTREAM_ERROR when the object store is down', async () => {
    await proxy.close();

    await expectFailure(call(store, key));
    expect(await keysIn(opened.store)).toEqual([key]);
  });

  it('fails with UPSTREAM_ERROR in a black hole, and works afterwards', async () => {
    proxy.silence();

    await expectFailure(call(store, key));
    expect(await keysIn(opened.store)).toEqual([key]);
    proxy.restore();
    await until(() => isReadable(key));
  });

  it('fails with UPSTREAM_ERROR when every response is lost', async () => {
    proxy.failAfter(0, { direction: 'down', by: 'silence' });

    await expectFailure(call(store, key));
    // Nothing that the caller counts as not stored; the store may have run the `delete`.
    await until(async () => (await keysIn(opened.store)).every((one) => one === key));
  });
});

async function isReadable(key: string): Promise<boolean> {
  const media = await store.open(key).catch(() => undefined);
  media?.stream.destroy();
  return media !== undefined;
}

describe('put', () => {
  const future = () => new Date(Date.now() + HOUR_MS);

  it.each([1_000, 8 * MIB, 12 * MIB])(
    'stores a video although a connection is cut after %i bytes',
    async (bytes) => {
      const patient = aStore({ endpoint: proxy.url });
      const key = createMediaKey('mp4');
      proxy.failAfter(bytes, { direction: 'up', by: 'reset' });
      await put(patient, key, 20 * MIB);

      const media = await patient.open(key);
      expect(media && (await digestOf(media.stream))).toEqual(await digestOf(content(20 * MIB)));
    },
  );

  it('leaves no file when the store stops in mid body, and a sweep deletes the parts', async () => {
    proxy.failAfter(12 * MIB, { direction: 'up', by: 'silence' });

    await expectFailure(put(store, createMediaKey('mp4'), 40 * MIB));
    expect(await keysIn(opened.store)).toEqual([]);
    proxy.restore();
    expect(await opened.store.sweep({ before: new Date(Date.now() - HOUR_MS) })).toBe(0);
    await opened.store.sweep({ before: future() });
    await until(async () => (await filesBelow(opened.directory)).length === 0);
  });

  it('deletes the parts at once when the client goes away in mid upload', async () => {
    const source = content(40 * MIB);
    const key = createMediaKey('mp4');
    let bytes = 0;
    source.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes > 20 * MIB) source.destroy(new Error('the client has gone'));
    });
    const media = { contentType: 'video/mp4', bytes: 40 * MIB, cacheControl: 'no-store' };

    await expect(opened.store.put(key, source, media)).rejects.toThrow('the client has gone');
    await until(async () => (await filesBelow(opened.directory)).length === 0);
  });
});

describe('the stream of an opened file', () => {
  const BYTES = 20 * MIB;
  let key: string;

  beforeEach(async () => {
    key = createMediaKey('mp4');
    await put(opened.store, key, BYTES);
  });

  it.each(['reset', 'silence'] as const)(
    'fails with UPSTREAM_ERROR after a %s in mid body',
    async (by) => {
      const patient = aStore({ endpoint: proxy.url, timeouts: PATIENT });
      proxy.failAfter(6 * MIB, { direction: 'down', by });
      const read = async () => digestOf((await patient.open(key))?.stream ?? content(0));

      await expectFailure(read());
    },
  );

  it('waits for a reader that is slower than the timeout', async () => {
    const patient = aStore({ timeouts: PATIENT });
    const slow = await patient.open(key);
    let bytes = 0;
    for await (const chunk of slow?.stream ?? []) {
      if (bytes === 0) await sleep(2_500);
      bytes += chunk.length;
    }

    expect(bytes).toBe(BYTES);
  });
});
