import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { migrateToLatest } from '../../src/db/migrate.ts';
import { listen } from '../../src/http/listener.ts';
import { Queue } from '../../src/jobs/queue.ts';
import { createDatabase, createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { FaultProxy } from '../support/fault-proxy.ts';
import { BOT_TOKEN, signInitData } from '../support/messenger.ts';
import { endServices, type Service, spawnService, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const JWT_SECRET = 'canary-of-the-token-secret-0123456789';
const ADMIN_API_KEY = 'canary-of-the-admin-key-0123456789';
const ADA = { id: 4_242, first_name: 'Ada' };

let database: TestDatabase;
let cwd: string;
let sql: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  sql = new pg.Client(database.url);
  await sql.connect();
});
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-process-'));
  // The embedded PostgreSQL runs as another user where the tests run as root.
  await chmod(cwd, 0o755);
});
afterEach(async () => {
  await endServices();
  await rm(cwd, { recursive: true });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

/** What production needs, on the database of this file. */
const production = (env: NodeJS.ProcessEnv = {}) => ({
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  JWT_SECRET,
  ADMIN_API_KEY,
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
  DRAIN_DELAY: '0',
  ...env,
});

const start = (env: NodeJS.ProcessEnv = {}, node: readonly string[] = []) =>
  startService({ env: production(env), cwd, node });

async function stop({ child, ended }: Service, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal);
  return ended;
}

const health = async (url: string, query = '') => {
  const res = await fetch(`${url}/healthz${query}`);
  const body = (await res.json()) as { status: string };
  return [res.status, body.status];
};

const people = (url: string) => fetch(`${url}/api/v1/users`);

/** Makes every reader of people wait; the function lets them go on. */
async function lockPeople(): Promise<() => Promise<void>> {
  const holder = new pg.Client(database.url);
  await holder.connect();
  await holder.query('begin; lock table users in access exclusive mode');
  return () => holder.end();
}

const isWaiting = async () => {
  const { rows } = await sql.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
};

/** What the start text offers to paste, as [address, name and value of a header]. */
async function callsOf({ output }: Service) {
  await until(() => output().includes('Organizers:'));
  return [...output().matchAll(/curl '([^']+)'(?: -H '([^:]+): ([^']+)')?/g)];
}

async function answerTo([, url = '', name, value = '']: RegExpExecArray) {
  const res = await fetch(url, { headers: name ? { [name]: value } : {} });
  return { path: new URL(url).pathname, status: res.status, body: await res.json() };
}

const exists = (file: string) =>
  access(path.join(cwd, file)).then(
    () => true,
    () => false,
  );

describe('a start', () => {
  it('needs nothing at all, prints calls that work, and keeps what is there', async () => {
    const first = await startService({ env: {}, cwd });
    const calls = await callsOf(first);
    const answers = await Promise.all(calls.map(answerTo));
    expect(answers.map(({ path, status }) => [path, status])).toEqual([
      ['/api/v1/events', 200],
      ['/api/v1/users/me', 200],
      ['/api/v1/admin/users', 200],
    ]);
    expect(await stop(first, 'SIGINT')).toBe(0);

    const again = await startService({ env: {}, cwd });
    const [events, , admin] = await Promise.all((await callsOf(again)).map(answerTo));
    await stop(again);
    expect(events?.body).toEqual(answers[0]?.body);
    expect(admin?.body).toEqual(answers[2]?.body);
  });

  it('takes an empty variable of a copied .env.example for one that is not set', async () => {
    const env = { DATABASE_URL: database.url, JWT_SECRET: '', ADMIN_API_KEY: '', PUBLIC_URL: '' };
    const service = await startService({ env, cwd });

    expect(await health(service.url)).toEqual([200, 'ok']);
    await sql.query('truncate conferences, users cascade');
  });

  it('names everything that is wrong with its environment at once, and ends', async () => {
    const { ended, output } = spawnService({
      env: { NODE_ENV: 'production', PORT: 'eighty', JWT_SECRET: 'canary', DRAIN_DELAY: '99' },
      cwd,
    });

    expect(await ended).toBe(1);
    expect(output().trim().split('\n')).toEqual([
      'Configuration:',
      '  PORT: expected a whole number',
      '  DATABASE_URL: required',
      '  JWT_SECRET: Too small: expected string to have >=32 characters',
      '  ADMIN_API_KEY: required',
      '  DRAIN_DELAY: Too big: expected number to be <=15',
      '  MESSENGER_BOT_TOKEN: required, unless MESSENGER_BOT_ID is set',
    ]);
  });

  it('invents nothing in production', async () => {
    const service = await start();
    const { rows } = await sql.query(
      'select (select count(*) from users) + (select count(*) from conferences) as "all"',
    );
    await stop(service);

    expect(rows).toEqual([{ all: '0' }]);
    expect(await exists('.hallway')).toBe(false);
    expect(service.output()).not.toMatch(/Admin key|curl/);
  });

  it('tells in a sentence that the database is away, and ends', async () => {
    const { ended, output } = spawnService({
      env: production({ DATABASE_URL: 'postgres://somebody:canary@127.0.0.1:1/hallway' }),
      cwd,
    });

    expect(await ended).toBe(1);
    expect(output()).toBe('connect ECONNREFUSED 127.0.0.1:1\n');
  });

  it('tells in a sentence that the port is taken, and ends', async () => {
    const service = await start();
    const { port } = new URL(service.url);
    const { ended, output } = spawnService({ env: production({ PORT: port }), cwd });

    expect(await ended).toBe(1);
    expect(output()).toContain(`address already in use 127.0.0.1:${port}`);
    expect(await stop(service)).toBe(0);
  });

  it('may be one of two on an empty database', async () => {
    const empty = await createEmptyDatabase();
    const services = await Promise.all([
      start({ DATABASE_URL: empty.url }),
      start({ DATABASE_URL: empty.url }),
    ]);
    const answers = await Promise.all(services.map(({ url }) => people(url)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await Promise.all(services.map((service) => stop(service)))).toEqual([0, 0]);
    await empty.drop();
  });

  it('takes over from a start that was killed while it migrated', async () => {
    const empty = await createEmptyDatabase();
    const killed = spawnService({ env: production({ DATABASE_URL: empty.url, PORT: '0' }), cwd });
    const client = new pg.Client(empty.url);
    await client.connect();
    await until(async () => {
      const { rows } = await client.query(
        `select to_regclass('knex_migrations') is not null as is`,
      );
      return rows[0].is;
    });
    killed.child.kill('SIGKILL');
    await client.end();

    const service = await start({ DATABASE_URL: empty.url });
    expect((await people(service.url)).status).toBe(200);
    await stop(service);
    await empty.drop();
  });
});

describe('a stop', () => {
  it('answers whom it has begun to serve, and tells the others to go elsewhere', async () => {
    const service = await start({ DRAIN_DELAY: '1' });
    const unlock = await lockPeople();
    const waiting = people(service.url);
    await until(isWaiting);
    service.child.kill('SIGTERM');
    await until(() => service.log().some(({ msg }) => msg === 'stopping'));

    expect(await health(service.url)).toEqual([503, 'draining']);
    expect(await health(service.url, '?live')).toEqual([503, 'draining']);
    const served = await fetch(`${service.url}/api/v1/conferences`);
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);

    await until(() =>
      health(service.url).then(
        () => false,
        () => true,
      ),
    );
    await unlock();
    const answer = await waiting;
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(await answer.json()).toMatchObject({ data: [] });
    expect(await service.ended).toBe(0);
    expect(service.log().at(-1)).toMatchObject({ msg: 'stopped' });
  });

  it('waits for no client that says nothing', async () => {
    const service = await start();
    const { hostname, port } = new URL(service.url);
    const silent = connect(Number(port), hostname);
    await once(silent, 'connect');
    const keptAlive = await people(service.url);
    await keptAlive.text();
    const asked = Date.now();

    expect(await stop(service)).toBe(0);
    expect(Date.now() - asked).toBeLessThan(7_000);
  });

  it('cuts what still hangs when its patience ends', async () => {
    const listener = await listen(() => {}, { host: '127.0.0.1', port: 0 });
    const hanging = fetch(`http://127.0.0.1:${listener.port}`);
    const cut = expect(hanging).rejects.toThrow('fetch failed');
    await sleep(100);

    await listener.close(100);
    await cut;
  });

  it('ends at once at a second signal', async () => {
    const service = await start({ DRAIN_DELAY: '15' });
    service.child.kill('SIGTERM');
    await until(() => service.log().some(({ msg }) => msg === 'stopping'));
    const asked = Date.now();

    expect(await stop(service)).toBe(1);
    expect(Date.now() - asked).toBeLessThan(10_000);
  });

  it('follows a defect that nobody caught, which is told once', async () => {
    const defect = `
      process.on('SIGUSR2', () => setTimeout(() => { throw new Error('nobody caught me'); }));
    `;
    const service = await start({}, ['--import', `data:text/javascript,${encodeURI(defect)}`]);
    expect(await stop(service, 'SIGUSR2')).toBe(1);

    const told = service.log().filter(({ err }) => err !== undefined);
    expect(told).toEqual([
      expect.objectContaining({
        level: 60,
        msg: 'uncaughtException',
        err: expect.objectContaining({ message: 'nobody caught me' }),
      }),
    ]);
    expect(service.log().at(-1)).toMatchObject({ msg: 'stopped' });
  });

  it('follows a promise that nobody caught', async () => {
    const defect = `
      process.on('SIGUSR2', () => { Promise.reject(new Error('nobody caught me')); });
    `;
    const service = await start({}, ['--import', `data:text/javascript,${encodeURI(defect)}`]);

    expect(await stop(service, 'SIGUSR2')).toBe(1);
    expect(service.log().find(({ level }) => level === 60)).toMatchObject({
      msg: 'unhandledRejection',
    });
  });
});

describe('a role', () => {
  const workers = async () => {
    const { rows } = await sql.query(
      `select from pg_stat_activity
        where datname = current_database() and application_name = 'hallway worker'`,
    );
    return rows.length;
  };

  it('of api answers requests and works through no queue', async () => {
    const service = await start({ ROLE: 'api' });

    expect((await people(service.url)).status).toBe(200);
    expect(await workers()).toBe(0);
    expect(await stop(service)).toBe(0);
  });

  it('of worker works through the queue and answers for its health alone', async () => {
    const service = await start({ ROLE: 'worker' });
    expect(await workers()).toBeGreaterThan(0);
    await sql.query(`
      insert into rate_limit_counters (key, hits, expires_at)
      values ('passed', 1, now() - interval '1 minute'), ('counting', 1, now() + interval '1 minute')
    `);
    // The schedule would send it at the next full minute.
    const boss = new PgBoss({ connectionString: database.url, supervise: false, schedule: false });
    await boss.start();
    await boss.send('sweep-expired-counters', {});
    const counters = async () =>
      (await sql.query('select key from rate_limit_counters')).rows.map(({ key }) => key);
    await until(async () => !(await counters()).includes('passed'));
    const schedules = await boss.getSchedules();
    await boss.stop({ graceful: false });

    expect(await counters()).toEqual(['counting']);
    expect(service.log()).toContainEqual(
      expect.objectContaining({ level: 30, job: 'sweep-expired-counters', msg: 'job' }),
    );
    expect(schedules.map(({ name, cron }) => [name, cron]).sort()).toEqual([
      ['run-notification-job', '* * * * *'],
      ['send-messages', '* * * * *'],
      ['sweep-expired-counters', '* * * * *'],
    ]);
    expect(await health(service.url)).toEqual([200, 'ok']);
    for (const path of ['users', 'docs', 'openapi.json']) {
      expect((await fetch(`${service.url}/api/v1/${path}`)).status).toBe(404);
    }
    expect(await stop(service)).toBe(0);
  });
});

describe('the role of deploy/roles.sql in the database', () => {
  const role = `hallway_test_${randomBytes(6).toString('hex')}`;
  let owned: TestDatabase;
  let owner: pg.Client;

  beforeAll(async () => {
    owned = await createEmptyDatabase();
    owner = new pg.Client(owned.url);
    await owner.connect();
    const file = await readFile(new URL('../../deploy/roles.sql', import.meta.url), 'utf8');
    // What psql would do with the password, and a name that no other run has.
    const script = file.replace(/^\\getenv.*$/m, '').replace(":'password'", `'${role}'`);
    await owner.query(script.replaceAll(/\bhallway\b/g, role));
    await migrateToLatest(owned.url);
    const queue = new Queue(owned.url, pino({ level: 'silent' }));
    await queue.open();
    await queue.close();
  });
  afterAll(async () => {
    await owner.query(`drop owned by ${role}; drop role ${role}`);
    await owner.end();
    await owned.drop();
  });

  const serviceUrl = () =>
    Object.assign(new URL(owned.url), { username: role, password: role }).href;

  it('is enough to serve and to work through the queue', async () => {
    const service = await start({ DATABASE_URL: serviceUrl(), MIGRATE_ON_START: 'false' });
    const login = await fetch(`${service.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'X-Messenger-Auth': signInitData(ADA, { at: new Date() }) },
    });

    expect(login.status).toBe(200);
    expect(await stop(service)).toBe(0);
    expect(service.log().filter(({ level }) => level > 30)).toEqual([]);
  });

  it.each([
    'create table more (id bigint)',
    'alter table users add more text',
    'drop table users',
    'truncate users',
    'drop table pgboss.job',
  ])('is not enough to %s', async (statement) => {
    const client = new pg.Client(serviceUrl());
    await client.connect();
    const refusal = expect(client.query(statement)).rejects.toThrow(/must be owner|denied/);
    await refusal.finally(() => client.end());
  });
});

describe('a service in trouble', () => {
  it('goes on when the database cuts all connections', async () => {
    const service = await start();
    expect((await people(service.url)).status).toBe(200);
    await sql.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'hallway%'
    `);
    await until(async () => (await people(service.url)).status === 200);

    expect(await health(service.url)).toEqual([200, 'ok']);
    expect(await stop(service)).toBe(0);
  });

  it('says so soon when all its connections are busy, which is no ill health', async () => {
    const service = await start({ DATABASE_POOL_SIZE: '2', ROLE: 'api' });
    const unlock = await lockPeople();
    const first = people(service.url);
    await until(isWaiting);
    const asked = Date.now();
    const second = people(service.url);

    expect(await health(service.url)).toEqual([200, 'ok']);
    const refused = await second;
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(Date.now() - asked).toBeLessThan(10_000);
    await unlock();
    expect((await first).status).toBe(200);
    expect((await people(service.url)).status).toBe(200);
  });

  it('neither hangs nor ends when the database falls silent, and comes back with it', async () => {
    const proxy = await FaultProxy.before(database.url);
    const service = await start({ DATABASE_URL: proxy.url, ROLE: 'api' });
    expect((await people(service.url)).status).toBe(200);
    proxy.silence();

    const asked = Date.now();
    const answers = await Promise.all([health(service.url), health(service.url, '?live')]);
    expect(answers).toEqual([
      [503, 'unavailable'],
      [200, 'ok'],
    ]);
    expect(Date.now() - asked).toBeLessThan(5_000);
    expect((await people(service.url)).status).toBe(503);
    expect(Date.now() - asked).toBeLessThan(20_000);

    proxy.speak();
    await until(async () => (await people(service.url)).status === 200);
    expect(await health(service.url)).toEqual([200, 'ok']);
    expect(await stop(service)).toBe(0);
    await proxy.close();
  });
});

describe('the log of a service', () => {
  it('is JSON, knows the request of each line, and holds no secret', async () => {
    const service = await start({ LOG_LEVEL: 'debug', ROLE: 'api' });
    const initData = signInitData(ADA, { at: new Date() });
    const api = (at: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
      fetch(`${service.url}/api/v1${at}`, {
        ...init,
        headers: { ...init.headers, 'X-Request-Id': 'asked-here' },
      });
    const login = await api('/auth/login', {
      method: 'POST',
      headers: { 'X-Messenger-Auth': initData },
    });
    const { token } = (await login.json()) as { token: string };

    const statuses = [];
    for (const headers of [
      { 'X-Messenger-Auth': initData },
      { 'X-Messenger-Auth': `${initData}0` },
      { Authorization: `Bearer ${token}` },
      { Authorization: `Bearer ${token}0` },
    ]) {
      statuses.push((await api('/users/me?canary=query', { headers })).status);
    }
    for (const key of [ADMIN_API_KEY, 'canary-of-a-wrong-key']) {
      statuses.push((await api('/admin/users', { headers: { 'X-API-Key': key } })).status);
    }
    // A statement that fails is told with all that helps, and with nobody's values.
    await sql.query('alter table users rename to people');
    statuses.push((await api('/users?q=canary')).status);
    await sql.query('alter table people rename to users');
    await stop(service);

    expect(login.status).toBe(200);
    expect(statuses).toEqual([200, 401, 200, 401, 200, 401, 500]);
    const lines = service.output().trimEnd().split('\n');
    expect(service.log()).toHaveLength(lines.length);
    const requests = service.log().filter(({ msg }) => msg.startsWith('request'));
    expect(new Set(requests.map(({ request_id }) => request_id))).toEqual(new Set(['asked-here']));
    expect(requests).toHaveLength(statuses.length + 2);

    const hash = new URLSearchParams(initData).get('hash');
    const { password } = new URL(database.url);
    for (const secret of [JWT_SECRET, ADMIN_API_KEY, BOT_TOKEN, token, hash, password, 'canary']) {
      expect(service.output()).not.toContain(secret);
    }
  });
});
