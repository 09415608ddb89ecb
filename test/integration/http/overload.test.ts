import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo, createDatabase, type TestDatabase } from '../../support/database.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { ENCRYPTION_KEY, endServices, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

let database: TestDatabase;
let cwd: string;

beforeAll(async () => {
  database = await createDatabase();
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-overload-'));
});
afterEach(endServices);
afterAll(async () => {
  await rm(cwd, { recursive: true });
  await database.drop();
});

const start = (env: NodeJS.ProcessEnv, node: readonly string[] = []) =>
  startService({
    env: {
      NODE_ENV: 'production',
      ROLE: 'api',
      DRAIN_DELAY: '0',
      DATABASE_URL: database.url,
      JWT_SECRET: 'the-token-secret-of-the-overload-0123456789',
      ADMIN_API_KEY: 'the-admin-key-of-the-overload-01',
      ENCRYPTION_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      ...env,
    },
    cwd,
    node,
  });

const listConferences = (url: string) => fetch(`${url}/api/v1/conferences`);

interface Answer {
  readonly status: number;
  readonly body: { readonly error?: string };
  readonly retryAfter: string | null;
  readonly ms: number;
}

async function timed(url: string): Promise<Answer> {
  const started = performance.now();
  const res = await listConferences(url);
  const body = (await res.json()) as Answer['body'];
  const retryAfter = res.headers.get('retry-after');
  return { status: res.status, body, retryAfter, ms: performance.now() - started };
}

/** Clients that start one after another, and ask again until each was answered. */
async function flood(url: string, clients: number): Promise<Answer[]> {
  const client = async (_: unknown, index: number) => {
    const answers: Answer[] = [];
    await sleep(2 * index);
    for (;;) {
      const answer = await timed(url);
      answers.push(answer);
      if (answer.status !== 503) return answers;
      await sleep(100);
    }
  };
  return (await Promise.all(Array.from({ length: clients }, client))).flat();
}

/** Each read of conferences takes 10 ms, so that two connections answer fewer than 200 a second. */
async function slowDownConferences(): Promise<void> {
  await using client = await connectTo(database.url);
  await client.query(`
    alter table conferences rename to all_conferences;
    create view conferences as
      select all_conferences.* from (select pg_sleep(0.01) offset 0) pause, all_conferences`);
}

const OVERLOADED = {
  error: 'The service is overloaded; try again later',
  code: 'SERVICE_UNAVAILABLE',
};

describe('a process flooded beyond its capacity', () => {
  it('refuses some requests early, answers every client in the end, and recovers by itself', async () => {
    await slowDownConferences();
    await using service = await start({
      DATABASE_POOL_SIZE: '2',
      MAX_POOL_WAIT_MS: '200',
      KEPT_ANSWERS_BYTES: '0',
    });
    const health: number[] = [];
    const flooded = new AbortController();
    const watching = until(async () => {
      health.push((await fetch(`${service.url}/healthz?live`)).status);
      return flooded.signal.aborted;
    });
    const answers = await flood(service.url, 200);
    flooded.abort();
    await watching;

    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body, retryAfter } of refused) {
      expect([status, body]).toEqual([503, { ...OVERLOADED, error: expect.any(String) }]);
      expect(retryAfter).toMatch(/^[2-8]$/);
    }
    // A request that waited for a connection without success gets another sentence.
    const early = refused.filter(({ body }) => body.error === OVERLOADED.error);
    expect(early.length).toBeGreaterThan(0.5 * refused.length);
    expect(new Set(refused.map(({ retryAfter }) => retryAfter)).size).toBeGreaterThan(1);
    expect(new Set(health)).toEqual(new Set([200]));

    expect((await listConferences(service.url)).status).toBe(200);
    const reports = service.log().filter(({ msg }) => msg === 'overloaded: requests are refused');
    expect(reports).toContainEqual(expect.objectContaining({ level: 40, refused: 1 }));
    expect(reports.length).toBeLessThan(10);
  });
});

describe('a process whose event loop is late', () => {
  it('refuses requests except to /healthz, until it is in time again', async () => {
    const busy = `
      let timer;
      const block = () => { for (const end = Date.now() + 200; Date.now() < end; ); };
      process.on('SIGUSR2', () => {
        timer = timer ? clearInterval(timer) : setInterval(block, 1);
      });
    `;
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(busy)}`];
    await using service = await start({ MAX_EVENT_LOOP_DELAY_MS: '100' }, preload);
    const isRefused = async () => {
      const { status, body } = await timed(service.url);
      if (status === 503) expect(body).toEqual(OVERLOADED);
      return status === 503;
    };

    service.child.kill('SIGUSR2');
    await until(isRefused);
    expect((await fetch(`${service.url}/healthz?live`)).status).toBe(200);

    service.child.kill('SIGUSR2');
    await until(async () => !(await isRefused()));
  });
});
