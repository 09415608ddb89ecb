import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { errorFromDatabase } from '../../../src/db/pg-errors.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { invalid } from '../../../src/errors.ts';
import { listen } from '../../../src/http/listener.ts';
import { errorHandler } from '../../../src/http/middleware/error.ts';
import { requestLogger } from '../../../src/http/middleware/request-log.ts';
import { discardFile } from '../../../src/lib/files.ts';
import { describeError } from '../../../src/log.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aUser } from '../../support/factories.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { recordingLog } from '../../support/log.ts';
import { redAndBlue } from '../../support/media-files.ts';
import { socketTo } from '../../support/socket.ts';
import { until } from '../../support/until.ts';

const BOUNDARY = 'the-boundary';
const START = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: image/png\r\n\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;

let api: TestApi;
let ada: User;
let small: Buffer;
let faulty: TestApi | undefined;

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db);
  small = await redAndBlue(40, 20).png().toBuffer();
});
afterEach(async () => {
  await faulty?.close();
  faulty = undefined;
});
afterAll(() => api.close());

const storing = () => api.db('media').where({ status: 'storing' });

/** The whole form of an upload of `small`, in two parts. */
function formOf(token: string): { readonly first: Buffer; readonly rest: Buffer } {
  const body = Buffer.concat([Buffer.from(START), small, Buffer.from(END)]);
  const head = `POST /api/v1/images/upload HTTP/1.1\r\nHost: hallway\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const half = START.length + 10;
  return {
    first: Buffer.concat([Buffer.from(head), body.subarray(0, half)]),
    rest: body.subarray(half),
  };
}

describe('an upload while the database is away', () => {
  it('answers 503, and the log shows what failed and what could not be discarded', async () => {
    await using proxy = await FaultProxy.before(api.databaseUrl);
    const { log, lines } = recordingLog();
    faulty = await startApi({ on: { databaseUrl: proxy.url }, log });
    const { token } = faulty.tokens.issueForUser({
      user_id: ada.id,
      messenger_id: Number(ada.messenger_id),
    });
    const { first, rest } = formOf(token);
    const client = await socketTo(faulty.url);
    client.write(first);
    await until(async () => (await storing()).length === 1);
    await proxy.close();
    client.write(rest);

    const { status, head, body } = await client.answer;
    expect([status, JSON.parse(body)]).toEqual([
      503,
      { error: 'The database is overloaded or unavailable', code: 'SERVICE_UNAVAILABLE' },
    ]);
    expect(head).toMatch(/^retry-after: [2-8]$/im);
    await until(() => lines.filter(({ err }) => err !== undefined).length === 2);
    const away = expect.objectContaining({ message: expect.stringContaining('ECONNREFUSED') });
    expect(lines.filter(({ err }) => err !== undefined)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ level: 40, msg: 'request failed', err: away }),
        expect.objectContaining({
          level: 40,
          msg: 'upload: not discarded, swept after an hour',
          err: away,
        }),
      ]),
    );
    expect(await readdir(path.join(faulty.mediaDirectory, 'incoming'))).toEqual([]);
  });

  it('that is stored already stays stored, and asks the database nothing more', async () => {
    const { uploads } = api.services;
    const upload = await uploads.begin({
      user_id: ada.id,
      kind: 'image',
      storage: 'default',
      bytes: small.length,
    });
    await writeFile(upload.path, small);
    const { id } = await uploads.complete(upload, 'public');
    const statements: string[] = [];
    api.db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    await upload[Symbol.asyncDispose]();

    expect(statements).toEqual([]);
    expect(await api.db('media').where({ id }).pluck('status')).toEqual(['ready']);
  });
});

describe('an error after which a cleanup failed, too', () => {
  const cleanup = new Error('not discarded');
  it.each([
    ['of the caller', 400, 'VALIDATION_ERROR', invalid('file', 'expected another', 'invalid')],
    ['of a defect', 500, 'INTERNAL_ERROR', new Error('a defect')],
    [
      'of an unreachable database',
      503,
      'SERVICE_UNAVAILABLE',
      Object.assign(new Error('away'), { code: 'ECONNREFUSED' }),
    ],
  ])('is answered, and logged with the other one: %s', async (_what, status, code, error) => {
    const { log, lines } = recordingLog({ serializers: { err: describeError } });
    const app = express()
      .use(requestLogger(log, 600_000))
      .get('/', () => {
        throw new SuppressedError(new SuppressedError(cleanup, cleanup), error);
      })
      .use(errorHandler(errorFromDatabase));
    const listener = await listen(app, { host: '127.0.0.1', port: 0, maxConnections: 10 });
    const answer = await fetch(`http://127.0.0.1:${listener.port}/`);
    await listener.close(0);

    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ code }),
    ]);
    expect(lines.filter(({ err }) => err !== undefined)).toEqual([
      expect.objectContaining({
        level: status === 500 ? 50 : 40,
        msg: 'request failed',
        err: expect.objectContaining({
          error: expect.objectContaining({ message: error.message }),
          cleanup: expect.objectContaining({
            error: expect.objectContaining({ message: cleanup.message }),
          }),
        }),
      }),
    ]);
  });
});

describe('a file that cannot be deleted', () => {
  it('fails no upload, no import and no answer', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'hallway-not-a-file-'));
    await expect(discardFile(directory)).resolves.toBeUndefined();
    expect(await readdir(directory)).toEqual([]);
    await rm(directory, { recursive: true });
  });
});
