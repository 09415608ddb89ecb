import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseOutage } from '../../../src/db/outage.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { recordingLog } from '../../support/log.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import { ENCRYPTION_KEY, endServices, type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** After both processes know that the database is away. */
const AWAY_MS = 2_000;
const CLIENTS = 5;
const ADA = { id: 1, first_name: 'Ada' };

const FAULTS = ['refuses connections', 'swallows bytes'] as const;
type Fault = (typeof FAULTS)[number];

let database: TestDatabase;
let cwd: string;
/** They mostly wait, so they run side by side. */
let outages: ReadonlyMap<Fault, ReturnType<typeof outageBy>>;

beforeAll(async () => {
  database = await createDatabase();
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-outage-'));
  outages = new Map(FAULTS.map((fault) => [fault, outageBy(fault)]));
  // Each test reports the failure of its own outage.
  for (const outage of outages.values()) outage.catch(() => {});
});
afterAll(async () => {
  await endServices();
  await database.drop();
  await rm(cwd, { recursive: true });
});

const start = (ROLE: string, DATABASE_URL: string) =>
  startService({
    env: {
      NODE_ENV: 'production',
      ROLE,
      DATABASE_URL,
      JWT_SECRET: 'the-jwt-secret-of-the-outages-0000001',
      ADMIN_API_KEY: 'the-admin-key-of-the-outages-00001',
      ENCRYPTION_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      RATE_LIMIT_ENABLED: 'false',
      DRAIN_DELAY: '0',
    },
    cwd,
  });

/** Signs in until `signal` aborts; returns the statuses of the answers. */
async function signInAgainAndAgain({ url }: Service, signal: AbortSignal): Promise<number[]> {
  const statuses: number[] = [];
  while (!signal.aborted) {
    const headers = { 'X-Messenger-Auth': signInitData(ADA, { at: new Date() }) };
    const res = await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers });
    await res.bytes();
    statuses.push(res.status);
    await sleep(50);
  }
  return statuses;
}

const says = ({ log }: Service, start: string) => log().some(({ msg }) => msg.startsWith(start));

/** The logs of an API process and a worker, and the answers to the clients of the API process. */
async function outageBy(fault: Fault) {
  let proxy = await FaultProxy.before(database.url);
  const { url } = proxy;
  await using api = await start('api', url);
  await using worker = await start('worker', url);
  const stopping = new AbortController();
  const clients = Array.from({ length: CLIENTS }, () => signInAgainAndAgain(api, stopping.signal));
  await sleep(500);

  if (fault === 'refuses connections') await proxy.close();
  else proxy.silence();
  await until(() => says(api, 'database: away') && says(worker, 'database: away'));
  await sleep(AWAY_MS);
  if (fault === 'refuses connections') {
    proxy = await FaultProxy.before(database.url, Number(new URL(url).port));
  } else proxy.restore();
  await until(() => says(api, 'database: back') && says(worker, 'database: back'));
  stopping.abort();
  const statuses = (await Promise.all(clients)).flat();
  await proxy.close();
  return { statuses, logs: [api.log(), worker.log()] as const };
}

describe.each(FAULTS)('a database that %s', (fault) => {
  it('is one line when it goes and one when it is back, without a stack', async () => {
    const outage = await outages.get(fault);
    const { statuses = [], logs = [] } = outage ?? {};
    const refusals = statuses.filter((status) => status === 503).length;

    expect(logs.map((log) => log.filter(({ level }) => level >= 40))).toEqual(
      [refusals, 0].map((refused) => [
        expect.objectContaining({
          level: 40,
          msg: 'database: away, requests that need it answer 503 until it is back',
        }),
        expect.objectContaining({
          level: 40,
          refused,
          msg: expect.stringMatching(/^database: back after \d+ s, \d+ requests were refused$/),
        }),
      ]),
    );
    expect(logs.flat().filter(({ err }) => err)).toEqual([]);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    const [away] = logs.map((log) => log.findLast(({ away_s }) => away_s !== undefined)?.away_s);
    expect(away).toBeGreaterThanOrEqual(1);
    expect(away).toBeLessThan(60);
  });
});

describe('a database that stays away', () => {
  it('is one line at level 50', async () => {
    await using proxy = await FaultProxy.before(database.url);
    const { log, lines } = recordingLog();
    const outage = new DatabaseOutage({ url: proxy.url, alertMs: 2_000, settleMs: 0 });
    outage.open(log);
    proxy.silence();
    const err = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const fail = () => outage.holds({ err, isRefusal: true, write: () => log.warn({ err }) });
    expect(fail()).toBe(true);
    await until(() => lines.some(({ level }) => level === 50));
    fail();
    await sleep(1_500);
    proxy.restore();
    await until(() => lines.length === 3);
    await outage.close();

    expect(lines).toMatchObject([
      { level: 40 },
      { level: 50, msg: 'database: away for 2 s, start it or correct DATABASE_URL' },
      { level: 40, refused: 2 },
    ]);
  });
});

describe('the error of another system while the database answers', () => {
  it('is logged as it is', async () => {
    const { log, lines } = recordingLog();
    const outage = new DatabaseOutage({ url: database.url });
    outage.open(log);
    const err = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const write = () => log.warn({ err }, 'object store: away');

    expect(outage.holds({ err, isRefusal: false, write })).toBe(true);
    await until(() => lines.length > 0);
    // The database has just answered.
    expect(outage.holds({ err, isRefusal: false, write })).toBe(false);
    await outage.close();

    expect(lines).toMatchObject([{ level: 40, msg: 'object store: away' }]);
  });
});
