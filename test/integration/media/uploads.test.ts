import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import express from 'express';
import { z } from 'zod';
import { errorFromDatabase } from '../../../src/db/pg-errors.ts';
import {
  type LocalObjectStore,
  startLocalObjectStore,
} from '../../../src/development/local-object-store.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { type Listener, listen } from '../../../src/http/listener.ts';
import { errorHandler } from '../../../src/http/middleware/error.ts';
import { Idempotency } from '../../../src/http/middleware/idempotency.ts';
import { mount } from '../../../src/http/mount.ts';
import { RateLimits } from '../../../src/http/rate-limits.ts';
import { SearchLimiter } from '../../../src/http/search-limiter.ts';
import { ConferenceRowsService } from '../../../src/services/administration/conference-rows.service.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aUser } from '../../support/factories.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { filesBelow } from '../../support/media.ts';
import { box, movie, redAndBlue } from '../../support/media-files.ts';
import { answerOverSocket, overSocket } from '../../support/socket.ts';
import { until } from '../../support/until.ts';

const MIB = 1_024 ** 2;
const HOUR_MS = 3_600_000;
const BOUNDARY = 'the-boundary';
const START = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: image/png\r\n\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;

let api: TestApi;
let ada: User;
let small: Buffer;

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db);
  small = await redAndBlue(400, 200).png().toBuffer();
});
afterAll(() => api.close());

const incoming = () =>
  readdir(path.join(api.mediaDirectory, 'incoming')).catch(() => [] as string[]);
const storing = () => api.db('media').where({ status: 'storing' });

/** The head of an upload to `to`, whose body is sent separately. */
function headOf(to: string, length: number | 'chunked', { on = api, more = '' } = {}): string {
  const { id, messenger_id } = ada;
  const { token } = on.tokens.issueForUser({ user_id: id, messenger_id: Number(messenger_id) });
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  return `POST /api/v1${to} HTTP/1.1\r\nHost: hallway\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n${size}\r\n${more}\r\n`;
}

async function open(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** `once` would reject at an error, which comes first where the server resets the connection. */
const closeOf = (socket: Socket) =>
  new Promise<void>((resolve) => socket.once('close', () => resolve()));

describe('an upload that is refused', () => {
  it.each(['/videos/upload'])(
    'over its limit is answered before its body is sent: %s',
    async (to) => {
      const { status, head, body } = await answerOverSocket(api.url, headOf(to, 300 * MIB));

      expect(status).toBe(413);
      expect(head).toMatch(/^connection: close$/im);
      expect(JSON.parse(body)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      expect([await storing(), await incoming()]).toEqual([[], []]);
    },
  );

  it('is readable for a client that sends on, of which 1 MiB is read', async () => {
    const socket = await open(api.url);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.write(headOf('/images/upload', 300 * MIB));
    const block = Buffer.alloc(65_536);
    let sent = 0;
    const send = () => {
      while (!socket.destroyed && socket.writableLength < MIB) {
        socket.write(block);
        sent += block.length;
      }
    };
    socket.on('drain', send);
    send();
    await closeOf(socket);

    expect(Buffer.concat(chunks).toString()).toContain('"code":"PAYLOAD_TOO_LARGE"');
    expect(sent).toBeLessThan(100 * MIB);
  });

  it('without credentials or a store is answered before its body is sent', async () => {
    const stranger = headOf('/videos/upload', 190 * MIB).replace(/Authorization: .*\r\n/, '');
    const unconfigured = headOf('/videos/objstore/upload', 190 * MIB);
    const answers = [stranger, unconfigured].map((head) => answerOverSocket(api.url, head));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 503]);
  });

  it('is not asked for its body by 100 Continue', async () => {
    const more = 'Expect: 100-continue\r\n';
    const { status, head } = await answerOverSocket(
      api.url,
      headOf('/images/upload', 300 * MIB, { more }),
    );
    expect(status).toBe(413);
    expect(head).not.toContain('100 Continue');
  });

  it('over its limit without a declared size is cut there', async () => {
    const socket = await open(api.url);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.write(headOf('/images/upload', 'chunked'));
    const chunk = (bytes: Buffer | string) =>
      socket.write(
        Buffer.concat([
          Buffer.from(`${bytes.length.toString(16)}\r\n`),
          Buffer.from(bytes),
          Buffer.from('\r\n'),
        ]),
      );
    chunk(START);
    for (let sent = 0; sent <= 11 * MIB; sent += MIB) chunk(Buffer.alloc(MIB));
    await closeOf(socket);

    expect(Buffer.concat(chunks).toString()).toContain('"code":"PAYLOAD_TOO_LARGE"');
    await until(async () => (await storing()).length === 0);
    expect(await incoming()).toEqual([]);
  });
});

describe('an upload that is cut', () => {
  it('leaves nothing when its client left before it began', async () => {
    for (let n = 0; n < 8; n += 1) {
      const socket = await open(api.url);
      socket.write(headOf('/images/upload', 5 * MIB));
      socket.destroy();
    }
    const later = await api.as(ada).post('/api/v1/images/upload').attach('file', small, 'a');
    expect([201, 429]).toContain(later.status);
    await until(async () => (await storing()).length === 0);
    await until(async () => (await incoming()).length === 0);
  });

  it('leaves no file, row or place, also for 40 at once', async () => {
    const head = headOf('/images/upload', 5 * MIB);
    for (let round = 0; round < 10; round += 1) {
      const sockets = await Promise.all([1, 2, 3, 4].map(() => open(api.url)));
      for (const socket of sockets) socket.write(head + START + 'x'.repeat(100_000));
      await until(async () => (await incoming()).length > 0);
      for (const socket of sockets) socket.destroy();
      await until(async () => (await storing()).length === 0);
    }

    await until(async () => (await incoming()).length === 0);
    // As many as may run at once, so that no place is lost. The place of a client that left can
    // still be taken for a moment.
    await until(async () => {
      const answers = await Promise.all(
        [1, 2, 3].map(() => api.as(ada).post('/api/v1/images/upload').attach('file', small, 'a')),
      );
      return answers.every(({ status }) => status === 201);
    });
  });

  it('is one of three that a user may have at once', async () => {
    // Another user: the places of the uploads above are free shortly after their answers.
    ada = await aUser(api.db);
    const head = headOf('/images/upload', 5 * MIB);
    const sockets = await Promise.all([1, 2, 3].map(() => open(api.url)));
    for (const socket of sockets) socket.write(head + START + 'x'.repeat(1_000));
    await until(async () => (await incoming()).length === 3);

    expect(await answerOverSocket(api.url, head)).toMatchObject({
      status: 429,
      head: expect.stringMatching(/^retry-after: \d+$/im),
    });
    for (const socket of sockets) socket.destroy();
    await until(async () => (await storing()).length === 0);
  });
});

describe('a client of an upload', () => {
  const received = z.object({ bytes: z.int() });
  let listener: Listener;
  let disposed = 0;

  beforeAll(async () => {
    const { rateLimitCounters: counters, idempotencyKeys: keys } = api.store;
    const upload = (timeoutMs: number) => ({
      field: 'file',
      maxBytes: 10 * MIB,
      timeoutMs,
      begin: async () => ({
        path: (await api.services.stores.incoming?.reserve(0)) ?? '',
        [Symbol.asyncDispose]: async () => {
          disposed += 1;
        },
      }),
    });
    const declared = {
      method: 'post',
      auth: 'public',
      tag: 'Images and videos',
      summary: 'Upload',
      responses: { 200: received },
    } as const;
    const endpoints = [
      endpoint({
        ...declared,
        name: 'slow',
        path: '/patient',
        upload: upload(60_000),
        handle: async ({ file }) => ({ status: 200, body: { bytes: file.bytes } }),
      }),
      endpoint({
        ...declared,
        name: 'short',
        path: '/short',
        upload: upload(200),
        handle: async ({ file }) => ({ status: 200, body: { bytes: file.bytes } }),
      }),
    ];
    const app = express()
      .use(
        '/api/v1',
        mount(endpoints, {
          authenticate: () => async () => undefined,
          limits: new RateLimits(false, { counters, now: api.now }),
          profileReads: api.services.profileReads,
          searches: new SearchLimiter({ poolSize: 1, maxWaitMs: 0 }),
          idempotency: new Idempotency({ keys, translate: errorFromDatabase }),
          conferenceRows: new ConferenceRowsService(api),
          limited: api.store.limited,
          strict: true,
          uploadPace: { windowMs: 200, minBytes: 1_000 },
        }),
      )
      .use(errorHandler(() => undefined));
    listener = await listen(app, { host: '127.0.0.1', port: 0, maxConnections: 10 });
  });
  afterAll(() => listener.close(0));

  it.each([
    ['is cut off when it is slower than the pace', '/patient', 1],
    ['is cut off after the time of its endpoint', '/short', 2_000],
  ])('%s', async (_what, to, bytes) => {
    const before = disposed;
    const url = `http://127.0.0.1:${listener.port}`;
    const socket = await open(url);
    socket.write(headOf(to, MIB) + START);
    const sending = setInterval(() => socket.write('x'.repeat(bytes)), 50);
    await closeOf(socket).finally(() => clearInterval(sending));

    await until(() => disposed === before + 1);
    expect(await incoming()).toEqual([]);
  });

  it('that keeps the pace is served', async () => {
    const url = `http://127.0.0.1:${listener.port}`;
    const body = START + 'x'.repeat(20_000) + END;
    const { status, body: answer } = await overSocket(
      url,
      `${headOf('/patient', body.length, { more: 'Connection: close\r\n' })}${body}`,
    );
    expect([status, JSON.parse(answer)]).toEqual([200, { bytes: 20_000 }]);
  });
});

describe('with the object store', () => {
  let server: LocalObjectStore;
  let proxy: FaultProxy;
  let stored: TestApi;
  const objects = () => path.join(api.mediaDirectory, 'objects');

  beforeAll(async () => {
    server = await startLocalObjectStore({ directory: objects() });
    proxy = await FaultProxy.before(server.env.OBJSTORE_ENDPOINT ?? '');
    stored = await startApi({
      on: api,
      env: { ...server.env, OBJSTORE_ENDPOINT: proxy.url, MEDIA_DIR: api.mediaDirectory },
    });
  });
  afterAll(async () => {
    await stored.close();
    await proxy.close();
  });
  const post = (file: Buffer, kind = 'images') =>
    stored.as(ada).post(`/api/v1/${kind}/objstore/upload`).attach('file', file, 'a');
  const pathOf = (url: string) => url.slice(url.indexOf('/api/v1'));

  it('images and videos are stored there, served by range, and deleted', async () => {
    const image = (await post(small).expect(201)).body;
    const video = (await post(movie(), 'videos').expect(201)).body;
    expect([image.storage, video.storage]).toEqual(['objstore', 'objstore']);
    const part = await stored
      .anonymous()
      .get(pathOf(video.url))
      .set('Range', 'bytes=4-7')
      .expect(206);
    expect(part.body.toString()).toBe('ftyp');
    await stored.anonymous().get(pathOf(image.variants[96].url)).expect(200);

    const before = (await filesBelow(objects())).length;
    await stored.as(ada).delete('/api/v1/images').send({ url: video.url }).expect(200);
    await stored.services.mediaFiles.deleteMarked();
    expect((await filesBelow(objects())).length).toBeLessThan(before);
    await stored.anonymous().get(pathOf(video.url)).expect(404);
  });

  it('a proof has a URL of the service, below no public prefix', async () => {
    const { id } = (
      await stored
        .as(ada)
        .post('/api/v1/images/objstore/upload')
        .field('purpose', 'proof')
        .attach('file', small, 'a')
        .expect(201)
    ).body;
    const { url } = (await stored.as(ada).get(`/api/v1/media/${id}/url`).expect(200)).body;
    expect(url.startsWith(`${stored.url}/api/v1/media/`)).toBe(true);
    await stored.anonymous().get(pathOf(url)).expect(200);
    expect((await filesBelow(objects())).some((file) => file.includes('private'))).toBe(true);
  });

  it.each([['is down', () => server.stop()]])(
    'an upload is 502 within 15 s when it %s, and leaves no row that is ready',
    async (_what, fail) => {
      const rows = () => api.db('media').where({ status: 'ready' }).count('* as n').first();
      const before = await rows();
      await fail();
      const started = performance.now();
      const answer = await post(
        Buffer.concat([movie(), box('mdat', Buffer.alloc(3 * MIB))]),
        'videos',
      );
      const ms = performance.now() - started;
      proxy.restore();

      expect(answer).toMatchObject({ status: 502, body: { code: 'UPSTREAM_ERROR' } });
      expect(ms).toBeLessThan(15_500);
      expect(await rows()).toEqual(before);
      expect(await incoming()).toEqual([]);
    },
  );
});

describe('after a crash', () => {
  const rowsOf = (id: number) => api.db('media').where({ id });
  const sweep = () => api.services.mediaFiles.sweep();
  const localFiles = async () =>
    (await filesBelow(api.mediaDirectory)).filter((file) => /^[\w-]{2}\//.test(file));

  it('between begin and the file, the row is swept after an hour', async () => {
    const upload = await api.services.uploads.begin({
      user_id: ada.id,
      kind: 'image',
      storage: 'default',
      bytes: 1,
    });
    api.advance(HOUR_MS - 1_000);
    await sweep();
    expect(await rowsOf(upload.id)).toHaveLength(1);
    api.advance(2_000);
    await sweep();
    expect(await rowsOf(upload.id)).toEqual([]);
    await upload[Symbol.asyncDispose]();
  });

  it('between the files and the end, files and row are swept after an hour', async () => {
    const { body } = await api
      .as(ada)
      .post('/api/v1/images/upload')
      .attach('file', small, 'a')
      .expect(201);
    const before = (await localFiles()).length;
    await rowsOf(body.id).update({ status: 'storing' });
    api.advance(HOUR_MS + 1_000);
    await sweep();
    expect(await localFiles()).toHaveLength(before - 4);
    expect(await rowsOf(body.id)).toEqual([]);
  });

  it('in a deletion, the files that are left and the row go with the next run', async () => {
    const { body } = await api
      .as(ada)
      .post('/api/v1/images/upload')
      .attach('file', small, 'a')
      .expect(201);
    await api.services.stores.stores.local?.delete(path.basename(body.url));
    await rowsOf(body.id).update({ status: 'deleting' });
    await api.services.mediaFiles.deleteMarked();
    expect(await rowsOf(body.id)).toEqual([]);
  });

  it('a file without a row is deleted after a day, and a ready public file never', async () => {
    const post = () => api.as(ada).post('/api/v1/images/upload').attach('file', small, 'a');
    const [kept, lost] = [(await post().expect(201)).body, (await post().expect(201)).body];
    await rowsOf(lost.id).delete();
    const before = await localFiles();
    // The clock of the tests is behind that of the disk.
    api.advance(Date.now() - api.now().getTime() + 23 * HOUR_MS);
    await sweep();
    expect(await localFiles()).toEqual(before);
    api.advance(2 * HOUR_MS);
    await sweep();
    expect(await localFiles()).toHaveLength(before.length - 4);
    api.advance(400 * 24 * HOUR_MS);
    await sweep();
    await api
      .anonymous()
      .get(kept.url.slice(kept.url.indexOf('/api/v1')))
      .expect(200);
  });

  it('a proof that no submission shows is deleted after 7 days', async () => {
    const { body } = await api
      .as(ada)
      .post('/api/v1/images/upload')
      .field('purpose', 'proof')
      .attach('file', small, 'a')
      .expect(201);
    api.advance(7 * 24 * HOUR_MS - 1_000);
    await sweep();
    expect(await rowsOf(body.id)).toHaveLength(1);
    api.advance(2_000);
    await sweep();
    expect(await rowsOf(body.id)).toEqual([]);
  });
});
