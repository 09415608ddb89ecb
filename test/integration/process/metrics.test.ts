import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { METRICS } from '../../../src/metrics/metric-list.ts';
import type { Status } from '../../../src/metrics/status.ts';
import {
  connectTo,
  createDatabase,
  createEmptyDatabase,
  openPool,
  type TestDatabase,
} from '../../support/database.ts';
import { anEvent } from '../../support/factories.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { ops } from '../../support/ops.ts';
import {
  ENCRYPTION_KEY,
  endServices,
  type Service,
  spawnService,
  startService,
} from '../../support/service.ts';
import { until } from '../../support/until.ts';

const ADMIN_API_KEY = 'the-admin-key-of-the-metrics-00001';

let database: TestDatabase;
let cwd: string;
let sql: pg.Client & AsyncDisposable;

beforeAll(async () => {
  database = await createDatabase();
  sql = await connectTo(database.url);
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-metrics-'));
});
afterEach(() => endServices());
afterAll(async () => {
  await sql.end();
  await database.drop();
  await rm(cwd, { recursive: true });
});

const settings = (env: NodeJS.ProcessEnv) => ({
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  JWT_SECRET: 'the-jwt-secret-of-the-metrics-000001',
  ADMIN_API_KEY,
  ENCRYPTION_KEY,
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
  MESSENGER_TRANSPORT: 'log',
  DRAIN_DELAY: '0',
  METRICS_PORT: '0',
  PORT: '0',
  ...env,
});
const start = (env: NodeJS.ProcessEnv = {}) => startService({ env: settings(env), cwd });

type Logging = Pick<Service, 'log'>;

async function metricsUrl({ log }: Logging): Promise<string> {
  const line = () => log().find(({ msg }) => msg === 'metrics: listening');
  await until(() => line() !== undefined);
  return `http://127.0.0.1:${line()?.port}`;
}

/** The samples by name and labels, as Prometheus reads them. */
async function samplesOf(service: Logging): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(`${await metricsUrl(service)}/metrics`);
  expect(answer.status).toBe(200);
  const lines = (await answer.text()).split('\n').filter((line) => /^[a-z]/.test(line));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at))] as const;
    }),
  );
}

async function statusOf(service: Logging): Promise<[number, Status]> {
  const answer = await fetch(`${await metricsUrl(service)}/status`);
  return [answer.status, (await answer.json()) as Status];
}

const untilSample = (service: Logging, name: string, is: (value: number | undefined) => boolean) =>
  until(async () => is((await samplesOf(service)).get(name)));

describe('the metrics of a process', () => {
  it('are those of the list and of Node.js, without an id in a label', async () => {
    await using service = await start({ COMMIT: '03f2711e' });
    const text = await (await fetch(`${await metricsUrl(service)}/metrics`)).text();
    const declared = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [
      name,
      type,
    ]);

    const own = declared.filter(([name]) => name?.startsWith('hallway_'));
    expect(own).toEqual(Object.entries(METRICS).map(([name, { type }]) => [name, type]));
    const others = declared.map(([name]) => name ?? '').slice(own.length);
    expect(others).toEqual(
      expect.arrayContaining(['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds']),
    );
    expect(others.filter((name) => !/^(process|nodejs)_/.test(name))).toEqual([]);
    expect(new Set(declared.map(([name]) => name)).size).toBe(declared.length);
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(
      (await samplesOf(service)).get(
        `hallway_build_info{version="${version}",commit="03f2711e",role="all"}`,
      ),
    ).toBe(1);
    expect(service.log().find(({ msg }) => msg === 'started')).toMatchObject({ version });
    const labels = Object.values(METRICS).flatMap((metric): readonly string[] => metric.labels);
    expect(labels.filter((label) => /id$|path|url|name$|user/.test(label))).toEqual([]);
  });

  it('count requests by operation, cached answers, refusals and failed statements', async () => {
    await using db = openPool(database.url);
    const { id } = await anEvent(db);
    await using service = await start({ RATE_LIMIT_FACTOR: '0.05' });
    const get = (route: string, headers = {}) =>
      fetch(`${service.url}/api/v1${route}`, { headers });
    const kept = (samples: ReadonlyMap<string, number>, result: string) =>
      samples.get(`hallway_kept_answers_total{result="${result}"}`) ?? 0;
    // An answer is cached for a second, which can pass between two requests on a busy machine.
    let asked = 0;
    await until(async () => {
      asked += 1;
      expect((await get(`/events/${id}`)).status).toBe(200);
      return kept(await samplesOf(service), 'hit') > 0;
    });
    expect((await get('/nowhere')).status).toBe(404);
    const wrong = { 'X-API-Key': 'wrong' };
    expect((await get('/admin/users', wrong)).status).toBe(401);
    expect((await get('/admin/users', wrong)).status).toBe(429);
    await sql.query('alter table feedback rename to feedback_away');
    const failed = await fetch(`${service.url}/api/v1/admin/feedback`, {
      headers: { 'X-API-Key': ADMIN_API_KEY },
    }).finally(() => sql.query('alter table feedback_away rename to feedback'));
    expect(failed.status).toBe(500);

    const duration = 'hallway_http_request_duration_seconds_count';
    await untilSample(
      service,
      `${duration}{endpoint="getEvent",method="GET",class="2xx"}`,
      (count) => count === asked,
    );
    const samples = await samplesOf(service);
    expect(samples.get(`${duration}{endpoint="none",method="GET",class="4xx"}`)).toBe(1);
    expect(samples.get(`${duration}{endpoint="listAdminFeedback",method="GET",class="5xx"}`)).toBe(
      1,
    );
    expect(kept(samples, 'hit') + kept(samples, 'miss')).toBe(asked);
    expect(kept(samples, 'miss')).toBeGreaterThan(0);
    expect(
      samples.get(
        'hallway_http_requests_refused_total{reason="rate_limit",policy="admin-key-failures"}',
      ),
    ).toBe(1);
    expect(samples.get('hallway_statement_errors_total{class="42"}')).toBe(1);
    expect(samples.get('hallway_pool_connections{state="limit"}')).toBe(10);
    expect([...samples.keys()].filter((name) => name.includes(`/${id}`))).toEqual([]);
  });

  it('count live streams while they are open', async () => {
    await using service = await start();
    const leave = new AbortController();
    const stream = await fetch(`${service.url}/api/v1/admin/stream?topics=attendance`, {
      headers: { 'X-API-Key': ADMIN_API_KEY },
      signal: leave.signal,
    });
    expect(stream.status).toBe(200);
    const open = [...(await samplesOf(service))].filter(([name]) =>
      name.startsWith('hallway_http_open_streams'),
    );
    expect(open.map(([, count]) => count)).toEqual([1]);
    leave.abort();
    await until(async () =>
      [...(await samplesOf(service)).keys()].every(
        (name) => !name.startsWith('hallway_http_open_streams'),
      ),
    );
  });

  it('of a worker show the work of all processes', async () => {
    await sql.query(`insert into backups (taken_at) values ('2026-05-14T02:00:00Z')`);
    await using setup = await start({ ROLE: 'worker' });
    await untilSample(setup, 'hallway_jobs_dead', (count) => count === 0);
    await sql.query(`
      insert into pgboss.job (name, data, source_name) values ('dead-jobs', '{}', 'a-job');
      insert into pgboss.queue (name, policy, table_name, retry_limit, retry_delay, retry_backoff,
                                expire_seconds, retention_seconds, deletion_seconds, partition)
      select 'old-queue', policy, table_name, retry_limit, retry_delay, retry_backoff,
             expire_seconds, retention_seconds, deletion_seconds, partition
        from pgboss.queue where name = 'dead-jobs';
      insert into webhook_endpoints (url, kinds, status, off_reason, secret_encrypted)
      values ('https://badges.example.org', '{event.changed}', 'off', 'gone', ''),
             ('https://badges.example.org', '{event.changed}', 'off', 'by_hand', '');
      insert into pgboss.job (name, data, start_after) values ('old-queue', '{}', now() - interval '10 minutes')`);
    expect((await ops(database.url, 'pause', '--reason=The room changes')).code).toBe(0);

    await untilSample(setup, 'hallway_jobs_dead', (count) => count === 1);
    const samples = await samplesOf(setup);
    expect(samples.get('hallway_jobs_waiting{queue="old-queue"}')).toBe(1);
    const waited = samples.get('hallway_jobs_oldest_wait_seconds{queue="old-queue"}');
    expect(waited).toBeGreaterThanOrEqual(600);
    expect(samples.get('hallway_messages_paused{scope="all"}')).toBe(1);
    expect(samples.get('hallway_webhooks_off')).toBe(1);
    expect(samples.get('hallway_messages_paused{scope="broadcasts"}')).toBe(0);
    expect(samples.get('hallway_last_backup_timestamp_seconds')).toBe(
      Date.parse('2026-05-14T02:00:00Z') / 1_000,
    );
    const beat = Number(samples.get('hallway_worker_heartbeat_timestamp_seconds'));
    expect(beat).toBeLessThanOrEqual(Date.now() / 1_000);

    const [code, status] = await statusOf(setup);
    expect([code, status.state]).toEqual([200, 'warn']);
    expect(status.checks.sending).toMatchObject({
      state: 'warn',
      paused: { by: 'an operator at a console', scope: 'all', reason: 'The room changes' },
    });
    expect(status.checks.jobs).toMatchObject({ state: 'warn', dead_jobs: 1 });
    await ops(database.url, 'resume');
  });

  it('of an API process have no work of all processes, and name the administrator who paused', async () => {
    await using api = await start({ ROLE: 'api' });
    const paused = await fetch(`${api.url}/api/v1/admin/operations/sending`, {
      method: 'PUT',
      headers: { 'X-API-Key': ADMIN_API_KEY, 'Content-Type': 'application/json' },
      body: JSON.stringify({ paused: true, reason: 'A wrong text' }),
    });
    expect(paused.status).toBe(200);

    const [, status] = await statusOf(api);
    expect(status.checks.sending).toMatchObject({ paused: { by: expect.stringMatching(/^key/) } });
    const names = [...(await samplesOf(api)).keys()];
    expect(
      names.filter((name) => /hallway_(jobs|worker|messages_due|last_backup)/.test(name)),
    ).toEqual([]);
    await ops(database.url, 'resume');
  });
});

describe('/metrics and /status', () => {
  it('answer while the database is away, and see it come back', async () => {
    await using proxy = await FaultProxy.before(database.url);
    await using service = await start({ ROLE: 'api', DATABASE_URL: proxy.url });
    expect((await statusOf(service))[0]).toBe(200);
    proxy.silence();
    const answers = await Promise.all(Array.from({ length: 10 }, () => statusOf(service)));
    expect(answers.map(([code]) => code)).toEqual(Array(10).fill(503));
    expect(answers[0]?.[1].checks.database).toMatchObject({ state: 'bad' });
    const samples = await samplesOf(service);
    expect(samples.get('hallway_database_up')).toBe(0);
    expect(samples.has('hallway_schema_pending_migrations')).toBe(false);
    proxy.restore();
    await until(async () => (await statusOf(service))[0] === 200);
    expect((await samplesOf(service)).get('hallway_database_up')).toBe(1);
  });

  it('name the migrations that a process waits for', async () => {
    await using empty = await createEmptyDatabase();
    await using service = spawnService({
      env: settings({ DATABASE_URL: empty.url, MIGRATE_ON_START: 'false' }),
      cwd,
    });
    await untilSample(service, 'hallway_schema_pending_migrations', (count = 0) => count > 0);
    const [code, status] = await statusOf(service);
    expect(code).toBe(503);
    expect(status.checks.schema).toMatchObject({ state: 'bad', applied: 0 });
    expect(status.checks.process).toMatchObject({ state: 'bad' });
  });

  it('are the only pages, for reading only', async () => {
    await using service = await start({ ROLE: 'api' });
    const url = await metricsUrl(service);
    const answers = await Promise.all([
      fetch(`${url}/`),
      fetch(`${url}/api/v1/events`),
      fetch(`${url}/metrics`, { method: 'POST', body: '{}' }),
      fetch(`${url}/status`, { method: 'HEAD' }),
      fetch(`${service.url}/metrics`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 405, 200, 404]);
  });

  it('name the setting of a port that is taken', async () => {
    await using first = await start({ ROLE: 'api' });
    const { port } = new URL(await metricsUrl(first));
    await using second = spawnService({ env: settings({ METRICS_PORT: port }), cwd });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`run: METRICS_PORT=${Number(port) + 1} npm start`);
  });
});
