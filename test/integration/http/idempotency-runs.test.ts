import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer as createListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { z } from 'zod';
import { errorFromDatabase } from '../../../src/db/pg-errors.ts';
import { UNLIMITED } from '../../../src/domain/administration/administrators.ts';
import { AppError } from '../../../src/errors.ts';
import { endpoint } from '../../../src/http/endpoint.ts';
import { Idempotency, type IdempotencyKeys } from '../../../src/http/middleware/idempotency.ts';
import { RateLimits } from '../../../src/http/rate-limits.ts';
import { SearchLimiter } from '../../../src/http/search-limiter.ts';
import { createServer } from '../../../src/http/server.ts';
import { ConferenceRowsService } from '../../../src/services/administration/conference-rows.service.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { recordingLog } from '../../support/log.ts';
import { until } from '../../support/until.ts';

const MEGABYTE = 1024 * 1024;
const LEASE_MS = 60_000;

let api: TestApi;
let key: string;
/** The work of each run of the handler. */
let works: (() => Promise<string>)[];
let runs: number;
const handler = new EventEmitter();

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  key = randomUUID();
  works = [];
  runs = 0;
  await api.db('idempotency_keys').delete();
});
afterAll(() => api.close());

const { log, lines } = recordingLog();

/** A server with one endpoint, whose handler runs `works`. */
function aProcess({
  leaseMs = LEASE_MS,
  keys = api.store.idempotencyKeys as IdempotencyKeys,
  headers = undefined as Record<string, string> | undefined,
} = {}) {
  const create = endpoint({
    name: 'createThing',
    method: 'post',
    path: '/things',
    auth: 'admin',
    scope: 'content:write',
    conferences: 'all',
    tag: 'Events',
    summary: 'Create a thing',
    responses: { 201: z.object({ text: z.string() }) },
    errors: ['CONFLICT', 'UPSTREAM_ERROR', 'RATE_LIMITED'],
    idempotent: true,
    async handle() {
      const work = works[runs++] ?? (async () => 'more runs than the test expects');
      handler.emit('run');
      const text = await work();
      return { status: 201, body: { text }, ...(headers && { headers }) };
    },
  });
  const translate = errorFromDatabase;
  return createServer([create], {
    authenticate: () => async () => ({
      ...UNLIMITED,
      name: 'key 1',
      key: '1',
      via: 'api_key',
      request_id: 'none',
      ip: null,
      session_id: null,
    }),
    limits: new RateLimits(false, { counters: api.store.rateLimitCounters, now: () => new Date() }),
    profileReads: api.services.profileReads,
    conferenceRows: new ConferenceRowsService(api),
    limited: api.store.limited,
    searches: new SearchLimiter({ poolSize: 1, maxWaitMs: 0 }),
    idempotency: new Idempotency({ keys, translate, leaseMs }),
    strict: true,
    log,
    logSlowMs: 600_000,
    health: {
      isDatabaseUp: async () => true,
      isDraining: () => false,
      refusesRequests: () => false,
    },
    trustProxy: 0,
    corsOrigins: [],
    publicUrl: '',
    signInButtons: [],
    translate,
  });
}

type Process = ReturnType<typeof aProcess>;
const post = (to: Process) => request(to).post('/api/v1/things').set('Idempotency-Key', key);
const answers = (text: string) => async () => text;
const fails = (code: 'CONFLICT' | 'UPSTREAM_ERROR' | 'RATE_LIMITED') => async () => {
  throw new AppError(code, 'The test refuses it');
};
const isReplay = (res: request.Response) => res.get('Idempotency-Replayed') === 'true';
const row = () => api.db('idempotency_keys').first();

/** A request whose handler waits for `end` or `fail`. */
async function aRunningRequest(to: Process) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  works[runs] = () => promise;
  const started = once(handler, 'run');
  const answer = Promise.resolve(post(to));
  await started;
  return { answer, end: resolve, fail: reject };
}

describe('an answer', () => {
  it.each([
    ['a success', answers('done'), 201],
    ['an error of the handler', fails('CONFLICT'), 409],
  ])('is stored: %s', async (_what, work, status) => {
    works = [work];
    const [first, again] = [await post(aProcess()), await post(aProcess())];

    expect([first.status, again.status, runs]).toEqual([status, status, 1]);
    expect([again.text, isReplay(first), isReplay(again)]).toEqual([first.text, false, true]);
  });

  it.each([
    ['502', fails('UPSTREAM_ERROR'), 502],
    ['429', fails('RATE_LIMITED'), 429],
    ['500', () => Promise.reject(new Error('a defect')), 500],
  ])(
    'with status %s is not stored, and the next request runs at once',
    async (_what, work, status) => {
      works = [work, answers('done')];
      const [first, again] = [await post(aProcess()), await post(aProcess())];

      expect([first.status, again.status, runs]).toEqual([status, 201, 2]);
      expect(isReplay(again)).toBe(false);
    },
  );

  it('is stored for a client that disconnected', async () => {
    const { promise, resolve: end } = Promise.withResolvers<string>();
    works = [() => promise];
    const server = createListener(aProcess()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = new AbortController();
    const started = once(handler, 'run');
    const sent = fetch(`http://127.0.0.1:${port}/api/v1/things`, {
      method: 'POST',
      headers: { 'Idempotency-Key': key },
      signal: client.signal,
    }).catch(() => 'disconnected');
    await started;
    client.abort();
    expect(await sent).toBe('disconnected');
    end('done');
    await until(async () => (await row()).status === 201);
    server.close();

    expect((await post(aProcess())).body).toEqual({ text: 'done' });
  });

  it.each([
    ['of 2 MiB is stored', 2 * MEGABYTE - 11, 201],
    ['over 2 MiB is not stored, and a retry is refused', 2 * MEGABYTE - 10, 409],
  ])('%s', async (_what, length, status) => {
    works = [answers('x'.repeat(length))];
    const [first, again] = [await post(aProcess()), await post(aProcess())];

    expect([first.status, again.status, runs]).toEqual([201, status, 1]);
    expect(again.text).toEqual(
      status === 201
        ? first.text
        : JSON.stringify({
            error:
              'Idempotency-Key: expected a new key, the first request ended with 201 and its answer is not stored',
            code: 'IDEMPOTENCY_KEY_REUSED',
          }),
    );
  });

  it('is sent even if the database cannot store it', async () => {
    works = [answers('done')];
    const { idempotencyKeys } = api.store;
    const broken: IdempotencyKeys = {
      insert: (...given) => idempotencyKeys.insert(...given),
      find: (...given) => idempotencyKeys.find(...given),
      updateLease: (...given) => idempotencyKeys.updateLease(...given),
      updateAnswer: () => Promise.reject(new Error('the database is gone')),
      delete: (...given) => idempotencyKeys.delete(...given),
    };

    expect((await post(aProcess({ keys: broken }))).status).toBe(201);
    expect((await post(aProcess())).body.code).toBe('IDEMPOTENCY_KEY_IN_USE');
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 40,
        msg: 'idempotency key: write failed, the key is free after its lease',
      }),
    );
  });
});

describe('a key of a running request', () => {
  it('refuses other requests until the first has ended', async () => {
    const { answer, end } = await aRunningRequest(aProcess());
    const interim = await post(aProcess());
    end('done');

    expect([interim.status, interim.body]).toEqual([
      409,
      {
        error: 'Idempotency-Key: the first request with this key is still running',
        code: 'IDEMPOTENCY_KEY_IN_USE',
      },
    ]);
    expect((await answer).body).toEqual({ text: 'done' });
    expect((await post(aProcess())).body).toEqual({ text: 'done' });
    expect(runs).toBe(1);
  });

  it('has its lease renewed', async () => {
    const { answer, end } = await aRunningRequest(aProcess({ leaseMs: 3_000 }));
    const { expires_at } = await row();
    await until(async () => (await row()).expires_at > expires_at);
    end('done');

    expect((await answer).status).toBe(201);
    expect((await row()).status).toBe(201);
  });

  it('is claimed by another request after its lease; the late answer is not stored', async () => {
    const late = await aRunningRequest(aProcess());
    await api.db('idempotency_keys').update({ expires_at: api.db.fn.now() });
    works[1] = answers('second');
    const second = await post(aProcess());
    late.end('first');

    expect((await late.answer).body).toEqual({ text: 'first' });
    expect(second.body).toEqual({ text: 'second' });
    expect((await post(aProcess())).body).toEqual({ text: 'second' });
  });

  it('is not released by a late failure after another request claimed it', async () => {
    const late = await aRunningRequest(aProcess());
    await api.db('idempotency_keys').update({ expires_at: api.db.fn.now() });
    const second = await aRunningRequest(aProcess());
    late.fail(new AppError('UPSTREAM_ERROR', 'The test refuses it'));

    expect((await late.answer).status).toBe(502);
    expect((await post(aProcess())).body.code).toBe('IDEMPOTENCY_KEY_IN_USE');
    second.end('second');
    await second.answer;
  });
});

it('an idempotent endpoint that sets own headers answers 500', async () => {
  works = [answers('done')];
  const res = await post(aProcess({ headers: { 'Content-Disposition': 'attachment' } }));

  expect([res.status, res.body.code]).toEqual([500, 'INTERNAL_ERROR']);
});
