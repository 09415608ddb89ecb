import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { Pool } from 'undici';
import {
  type LocalObjectStore,
  startLocalObjectStore,
} from '../../../src/development/local-object-store.ts';
import { ADMIN_API_KEY, ADMIN_KEY_ID, type TestApi } from '../../support/api.ts';
import { APP_URL } from '../../support/bot.ts';
import { aConference, anEvent, people } from '../../support/factories.ts';
import { FakeBotApi } from '../../support/fake-bot-api.ts';
import { FUZZ_RUNS } from '../../support/fuzz-runs.ts';
import {
  type Credentials,
  type MalformedRequest,
  malformedRequests,
  slugOf,
} from '../../support/malformed-requests.ts';
import { signInitData } from '../../support/messenger.ts';
import { PartnerTest } from '../../support/partner.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_514);
const BATCH = 500;
const CONNECTIONS = 32;
/** For one request; it takes 3 ms on an idle machine. */
const PATIENCE_MS = 60_000;
/** Allowed on a busy machine, but not again when the request is sent alone. */
const BUSY = /^503 |TimeoutError/;
const TIMEOUT_MS = 60_000 + 50 * FUZZ_RUNS;

let api: TestApi;
let directory: string;
let objects: LocalObjectStore;
let bot: FakeBotApi;
let partner: PartnerTest;
let pool: Pool;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'hallway-fuzz-'));
  objects = await startLocalObjectStore({ directory });
  bot = await FakeBotApi.start();
  // Without a partner and a bot their endpoints answer 503.
  const env = {
    ...{ MESSENGER_TRANSPORT: 'bot', MESSENGER_API_ROOT: bot.url, MESSENGER_APP_URL: APP_URL },
    PARTNERA_SANDBOX: 'true',
  };
  partner = await PartnerTest.start({ env: { ...objects.env, ...env } });
  api = partner.api;
  for (let n = 1; n <= 60; n += 1) {
    const { id: conference_id } = await aConference(api.db, { slug: slugOf(n) });
    await anEvent(api.db, { slug: slugOf(n), conference_id, capacity: n % 5 || null });
  }
  pool = new Pool(api.url, {
    connections: CONNECTIONS,
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
  });
});
afterAll(async () => {
  await pool.destroy();
  await partner.close();
  await bot.close();
  await objects.stop();
  await rm(directory, { recursive: true });
});

/** Many users, since some requests erase their user. */
async function credentials(): Promise<Credentials> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const users = await people(api.db, 300);
  const tokens = users.map(({ id, messenger_id }) =>
    bearer(api.tokens.issueForUser({ user_id: id, messenger_id: Number(messenger_id) }).token),
  );
  const launches = Array.from({ length: 300 }, (_, n) => ({
    'x-messenger-auth': signInitData({ id: 500_000 + n, first_name: 'Fuzz' }, { at: api.now() }),
  }));
  return {
    people: [...tokens, ...launches],
    administrators: [
      { 'x-api-key': ADMIN_API_KEY },
      { 'x-api-key': ADMIN_API_KEY, ...bearer('none') },
      bearer(api.tokens.issueForAdmin(ADMIN_KEY_ID).token),
    ],
    strangers: [{}, {}, { 'x-messenger-auth': 'hash=0' }, { 'x-api-key': 'wrong' }, bearer('none')],
  };
}

/** The problem of the response to a request, or undefined. */
async function problemWith({ method, path, headers, body }: MalformedRequest) {
  try {
    const res = await pool.request({
      method: method as 'GET',
      path,
      headers,
      body: body ?? null,
    });
    if (res.headers['content-type']?.includes('event-stream')) {
      res.body.on('error', () => {}).destroy();
      return undefined;
    }
    const text = await res.body.text();
    if (res.statusCode < 400 || method === 'HEAD') return undefined;

    const { error, code, ...rest } = JSON.parse(text);
    const isForm = typeof error === 'string' && error !== '' && typeof code === 'string';
    if (!isForm || Object.keys(rest).length > 0) return `${res.statusCode} ${text}`;
    // A calendar that cannot be fetched is no defect of this service.
    return res.statusCode < 500 || code === 'UPSTREAM_ERROR'
      ? undefined
      : `${res.statusCode} ${text}`;
  } catch (error) {
    return String(error);
  }
}

it(
  `survives ${FUZZ_RUNS} malformed requests (FUZZ_SEED=${SEED})`,
  async () => {
    const requestsOf = malformedRequests(api.endpoints, await credentials());
    const problems: object[] = [];
    const busy: MalformedRequest[] = [];
    const report = (problem: string, request: MalformedRequest) =>
      problems.push({ problem, ...request, body: request.body?.toString().slice(0, 300) });
    for (const seed of fc.sample(fc.integer(), {
      seed: SEED,
      numRuns: Math.ceil(FUZZ_RUNS / BATCH),
    })) {
      const requests = requestsOf({ seed, count: Math.min(BATCH, FUZZ_RUNS) });
      await Promise.all(
        requests.map(async (request) => {
          const problem = await problemWith(request);
          if (problem && BUSY.test(problem)) busy.push(request);
          else if (problem) report(problem, request);
        }),
      );
    }
    for (const request of busy) {
      const problem = await problemWith(request);
      if (problem) report(problem, request);
    }

    expect(problems.slice(0, 10)).toEqual([]);
    const health = await pool.request({ method: 'GET', path: '/healthz' });
    expect(await health.body.json()).toEqual({ status: 'ok' });
  },
  TIMEOUT_MS,
);
