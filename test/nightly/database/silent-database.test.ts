import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { DatabaseHealth, PoolWatch } from '../../../src/db/database-health.ts';
import { POOL_LIMITS } from '../../../src/db/knex.ts';
import { NOTIFY_CHANNEL } from '../../../src/db/notify-channel.ts';
import { NotifyListener } from '../../../src/db/notify-listener.ts';
import { broadcast } from '../../support/broadcasts.ts';
import { connectTo, createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { anEvent } from '../../support/factories.ts';
import { FakeBotApi } from '../../support/fake-bot-api.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import { endServices, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** Longer than the 6 s after which a query times out in the service. */
const SILENCE_MS = 8_000;
const RECIPIENTS = 500;
const TEST_MS = 120_000;

let cwd: string;
const databases: TestDatabase[] = [];
const proxies: FaultProxy[] = [];
let fake: FakeBotApi;
/** The scenarios mostly wait, so they run side by side. */
let scenarios: {
  readonly api: ReturnType<typeof silenceAnApi>;
  readonly broadcast: ReturnType<typeof silenceABroadcast>;
  readonly listener: ReturnType<typeof silenceAListener>;
  readonly health: ReturnType<typeof silenceAPool>;
};

beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-silent-database-'));
  await chmod(cwd, 0o755);
  fake = await FakeBotApi.start({ latencyMs: 20 });
  scenarios = {
    api: silenceAnApi(),
    broadcast: silenceABroadcast(),
    listener: silenceAListener(),
    health: silenceAPool(),
  };
  // Each test reports the failure of its own scenario.
  for (const scenario of Object.values(scenarios)) scenario.catch(() => {});
});
afterAll(async () => {
  await endServices();
  await fake.close();
  for (const proxy of proxies) await proxy.close();
  for (const { drop } of databases) await drop();
  await rm(cwd, { recursive: true });
});

/** A database of its own for a scenario, and the proxy in front of it. */
async function aDatabase(): Promise<{ databaseUrl: string; proxy: FaultProxy }> {
  const database = await createDatabase();
  databases.push(database);
  const proxy = await FaultProxy.before(database.url);
  proxies.push(proxy);
  return { databaseUrl: database.url, proxy };
}

async function anEventIn(databaseUrl: string): Promise<number> {
  await using db = openPool(databaseUrl);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await anEvent(db, { starts_at: inAnHour, ends_at: inAnHour });
  return id;
}

async function startApi(DATABASE_URL: string) {
  return startService({
    cwd,
    env: {
      NODE_ENV: 'production',
      ROLE: 'api',
      DATABASE_URL,
      DATABASE_POOL_SIZE: '4',
      JWT_SECRET: 'the-jwt-secret-of-a-silent-database',
      ADMIN_API_KEY: 'the-admin-key-of-a-silent-database',
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      DRAIN_DELAY: '0',
    },
  });
}

/** The statuses of requests and of /healthz before, during and after the silence. */
async function silenceAnApi() {
  const { databaseUrl, proxy } = await aDatabase();
  const event_id = await anEventIn(databaseUrl);
  const { url, child, ended } = await startApi(proxy.url);
  const read = () => fetch(`${url}/api/v1/users`);
  // A transaction.
  const attend = () =>
    fetch(`${url}/api/v1/events/attend`, {
      method: 'POST',
      headers: {
        'X-Messenger-Auth': signInitData({ id: 1, first_name: 'Ada' }, { at: new Date() }),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ event_id }),
    });
  const statuses = async () => {
    const answers = [read(), attend(), read(), attend(), read(), attend()];
    return new Set((await Promise.all(answers)).map(({ ok, status }) => (ok ? 'ok' : status)));
  };
  const health = async () => (await fetch(`${url}/healthz`)).status;

  const before = [...(await statuses()), await health()];
  proxy.silence();
  const endsAt = Date.now() + SILENCE_MS;
  const silent = new Set<number | string>();
  while (Date.now() < endsAt) for (const status of await statuses()) silent.add(status);
  const during = [...silent, await health()];
  proxy.resume();
  await until(async () => [...(await statuses())].join() === 'ok');
  await until(async () => (await health()) === 200);
  child.kill('SIGTERM');
  return { before, during, exitCode: await ended };
}

async function silenceABroadcast() {
  const { databaseUrl, proxy } = await aDatabase();
  return broadcast({
    databaseUrl,
    serviceDatabaseUrl: proxy.url,
    cwd,
    fake,
    recipients: RECIPIENTS,
    workers: 1,
    async disturb({ untilSent }) {
      await untilSent(0.3);
      proxy.silence();
      await sleep(SILENCE_MS);
      proxy.resume();
    },
  });
}

/** The payloads that a listener received after the silence. */
async function silenceAListener(): Promise<string[]> {
  const { databaseUrl, proxy } = await aDatabase();
  await using opened = new AsyncDisposableStack();
  const listener = new NotifyListener({
    url: proxy.url,
    channel: NOTIFY_CHANNEL,
    log: pino({ level: 'silent' }),
  });
  opened.defer(() => listener.close());
  let listens = 0;
  const payloads: string[] = [];
  listener.open({
    onListening: () => {
      listens += 1;
    },
    onNotify: (payload) => payloads.push(payload),
  });
  await until(() => listener.isListening);
  proxy.silence();
  await until(() => !listener.isListening);
  proxy.resume();
  await until(() => listens === 2);
  // Uses no pool, which gives up after 3 s: the other scenarios keep the machine busy.
  await using client = await connectTo(databaseUrl);
  await client.query(`select pg_notify('hallway_notifications', '42')`);
  await until(() => payloads.length > 0);
  return payloads;
}

/** Whether a process is healthy whose own pool is silent and whose health check is not. */
async function silenceAPool() {
  const { databaseUrl, proxy } = await aDatabase();
  await using opened = new AsyncDisposableStack();
  const db = opened.use(openPool(proxy.url, { limits: POOL_LIMITS }));
  let now = 0;
  const health = new DatabaseHealth({
    url: databaseUrl,
    pool: new PoolWatch(db, () => now),
    log: pino({ level: 'silent' }),
  });
  opened.defer(() => health.close());
  await db.raw('select 1');
  proxy.silence();
  const error: Error = await db.raw('select 1').catch((thrown) => thrown);
  now += 9_999;
  const soon = await health.isUp();
  now += 1;
  const late = await health.isUp();
  proxy.resume();
  await until(() => health.isUp());
  return { error: error.message, soon, late };
}

describe('a silent database connection', () => {
  it(
    'is never used again by the API process',
    async () => {
      expect(await scenarios.api).toEqual({
        before: ['ok', 200],
        during: [503, 503],
        exitCode: 0,
      });
    },
    TEST_MS,
  );

  it(
    'does not stop a broadcast',
    async () => {
      const expected = { states: { sent: RECIPIENTS }, lost: 0, duplicates: 0 };
      expect(await scenarios.broadcast).toMatchObject(expected);
    },
    TEST_MS,
  );

  it(
    'is replaced by the notify listener',
    async () => {
      expect(await scenarios.listener).toEqual(['42']);
    },
    TEST_MS,
  );

  it(
    'makes /healthz fail when the pool has had no working connection for 10 s',
    async () => {
      expect(await scenarios.health).toEqual({
        error: 'select 1 - Query read timeout',
        soon: true,
        late: false,
      });
    },
    TEST_MS,
  );
});
