import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { migrateToLatest } from '../../../src/db/migrate.ts';
import { freePort } from '../../../src/development/postgres-server.ts';
import { listen } from '../../../src/http/listener.ts';
import { Queue } from '../../../src/jobs/queue.ts';
import {
  connectTo,
  createDatabase,
  createEmptyDatabase,
  openPool,
  type TestDatabase,
} from '../../support/database.ts';
import { people } from '../../support/factories.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import {
  ENCRYPTION_KEY,
  endServices,
  type Service,
  spawnService,
  startService,
} from '../../support/service.ts';
import { until } from '../../support/until.ts';

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

/** The settings of production, with the database of this file. */
const production = (env: NodeJS.ProcessEnv = {}) => ({
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  JWT_SECRET,
  ADMIN_API_KEY,
  ENCRYPTION_KEY,
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
  DRAIN_DELAY: '0',
  ...env,
});

const start = (env: NodeJS.ProcessEnv = {}, node: readonly string[] = []) =>
  startService({ env: production(env), cwd, node });

/** Options of Node that run `code` in the process before the service starts. */
const preload = (code: string) => ['--import', `data:text/javascript,${encodeURIComponent(code)}`];

async function stop({ child, ended }: Service, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal);
  return ended;
}

const health = async (url: string, query = '') => {
  const res = await fetch(`${url}/healthz${query}`);
  const body = (await res.json()) as { status: string };
  return [res.status, body.status];
};

const listUsers = (url: string) => fetch(`${url}/api/v1/users`);

/** Blocks every query on `users` until the returned connection ends. */
async function lockUsers() {
  const client = await connectTo(database.url);
  await client.query('begin; lock table users in access exclusive mode');
  return client;
}

const isQueryBlocked = async () => {
  const { rows } = await sql.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
};

/** The curl commands of the start text, as [match, URL, header name, header value]. */
async function curlCommandsOf({ output }: Service) {
  await until(() => output().includes("-H 'X-API-Key:"));
  return [...output().matchAll(/curl '([^']+)'(?: -H '([^:]+): ([^']+)')?/g)];
}

async function runCurl([, url = '', name, value = '']: RegExpExecArray) {
  const res = await fetch(url, { headers: name ? { [name]: value } : {} });
  return { path: new URL(url).pathname, status: res.status, body: await res.json() };
}

const exists = (file: string) =>
  access(path.join(cwd, file)).then(
    () => true,
    () => false,
  );

/** The time from the first log line with `msg` to the last log line. */
function msSince(msg: string, service: Service): number {
  const since = service.log().find((line) => line.msg === msg);
  return Number(service.log().at(-1)?.time) - Number(since?.time);
}

/** The longest time that the service took for one of `count` requests, from its log. */
async function slowestAnswerMs({ log }: Service, path: string, count: number): Promise<number> {
  const requests = () => log().filter((line) => line.path === path);
  await until(() => requests().length === count);
  return Math.max(...requests().map(({ ms }) => Number(ms)));
}

const untilStopping = ({ log }: Service) =>
  until(() => log().some(({ msg }) => msg === 'stopping'));

describe('a start', () => {
  it('needs no settings, prints working curl commands, and keeps its data', async () => {
    await using first = await startService({ env: {}, cwd });
    const commands = await curlCommandsOf(first);
    const answers = await Promise.all(commands.map(runCurl));
    expect(answers.map(({ path, status }) => [path, status])).toEqual([
      ['/api/v1/events', 200],
      ['/api/v1/users/me', 200],
      ['/api/v1/admin/users', 200],
    ]);
    expect(await stop(first, 'SIGINT')).toBe(0);
    // The pictures of the demo conference are stored, and leave nothing behind.
    expect(await readdir(path.join(cwd, '.hallway/media/incoming'))).toEqual([]);

    await using again = await startService({ env: {}, cwd });
    const [events, , admin] = await Promise.all((await curlCommandsOf(again)).map(runCurl));
    await stop(again);
    expect(events?.body).toEqual({ ...(answers[0]?.body as object), as_of: expect.any(String) });
    expect(admin?.body).toEqual(answers[2]?.body);
  });

  it('treats an empty variable of a copied .env.example as not set', async () => {
    const env = { DATABASE_URL: database.url, JWT_SECRET: '', ADMIN_API_KEY: '', PUBLIC_URL: '' };
    await using service = await startService({ env, cwd });

    expect(await health(service.url)).toEqual([200, 'ok']);
    // A running job would deadlock with the statement.
    await stop(service);
    await sql.query('truncate conferences, users cascade');
  });

  it('prints all problems of its settings and exits', async () => {
    const { ended, output } = spawnService({
      env: { NODE_ENV: 'production', PORT: 'eighty', JWT_SECRET: 'canary', DRAIN_DELAY: '99' },
      cwd,
    });

    expect(await ended).toBe(1);
    expect(output().trim().split('\n')).toEqual([
      'Configuration:',
      '  PORT: expected a whole number from 0 to 65535',
      '  DATABASE_URL: required',
      '  JWT_SECRET: expected secrets of at least 32 characters',
      '  DRAIN_DELAY: expected a whole number from 0 to 15',
      '  MESSENGER_BOT_TOKEN: required, unless MESSENGER_BOT_ID is set',
      '  ENCRYPTION_KEY: required',
      '  JWT_SECRET: too easy to guess; generate it at random',
    ]);
  });

  it('prints no secret of the operator, and no text signed with one', async () => {
    const own = { ADMIN_API_KEY, MESSENGER_BOT_TOKEN: BOT_TOKEN, JWT_SECRET, ENCRYPTION_KEY };
    await using service = await startService({ env: { DATABASE_URL: database.url, ...own }, cwd });
    await until(() => service.output().includes('Organizers:'));
    await stop(service);
    await sql.query('truncate conferences, users cascade');

    for (const secret of [...Object.values(own), 'auth_date', 'hash=']) {
      expect(service.output()).not.toContain(secret);
    }
    expect(service.output()).toContain('Admin key:      the one that you set in ADMIN_API_KEY');
    expect(service.output()).toContain("-H 'X-API-Key: <your ADMIN_API_KEY>'");
  });

  it('creates no secrets and no data in production', async () => {
    await using service = await start();
    const { rows } = await sql.query(
      'select ((select count(*) from users) + (select count(*) from conferences))::int as "all"',
    );
    await stop(service);

    expect(rows).toEqual([{ all: 0 }]);
    expect(await exists('.hallway')).toBe(false);
    expect(service.output()).not.toMatch(/Admin key|curl/);
  });

  it('says where it looks for an unreachable database, and waits until a signal', async () => {
    const { child, ended, log, output } = spawnService({
      env: production({ DATABASE_URL: 'postgres://hallway:canary@127.0.0.1:1/hallway' }),
      cwd,
    });

    await until(() => log().some(({ address }) => address === '127.0.0.1:1/hallway'));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output()).toContain('DATABASE_URL');
    expect(output()).not.toContain('canary');
  });

  it('can run twice at once on an empty database', async () => {
    await using empty = await createEmptyDatabase();
    const services = await Promise.all([
      start({ DATABASE_URL: empty.url }),
      start({ DATABASE_URL: empty.url }),
    ]);
    const answers = await Promise.all(services.map(({ url }) => listUsers(url)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await Promise.all(services.map((service) => stop(service)))).toEqual([0, 0]);
  });

  it('completes the migrations of a process that was killed during them', async () => {
    await using empty = await createEmptyDatabase();
    await using killed = spawnService({
      env: production({ DATABASE_URL: empty.url, PORT: '0' }),
      cwd,
    });
    await using client = await connectTo(empty.url);
    await until(async () => {
      const { rows } = await client.query(
        `select to_regclass('knex_migrations') is not null as is`,
      );
      return rows[0].is;
    });
    killed.child.kill('SIGKILL');

    await using service = await start({ DATABASE_URL: empty.url });
    expect((await listUsers(service.url)).status).toBe(200);
    await stop(service);
  });
});

describe('a taken port', () => {
  let taken: Server;
  let port: number;
  let sentence: string;

  beforeAll(async () => {
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    ({ port } = taken.address() as AddressInfo);
    sentence = `Port ${port} of 127.0.0.1 is in use by another process. To use another port, run: PORT=${port + 1} npm start\n`;
  });
  afterAll(() => taken.close());

  it('ends the start with one sentence, before any migration, demo data or worker', async () => {
    await using empty = await createEmptyDatabase();
    const env = { DATABASE_URL: empty.url, PORT: String(port) };
    const { ended, output } = spawnService({ env, cwd });
    expect(await ended).toBe(1);
    expect(output()).toBe(sentence);

    await using client = await connectTo(empty.url);
    const { rows } = await client.query(
      `select tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    expect(rows).toEqual([]);
  });

  it('or a wrong setting leaves no embedded database behind', async () => {
    for (const [env, expected] of [
      [{ PORT: String(port) }, sentence],
      [{ PORT: 'eighty' }, expect.stringMatching(/^Configuration:\n {2}PORT: /)],
    ] as const) {
      const { ended, output } = spawnService({ env, cwd });
      expect(await ended).toBe(1);
      expect(output()).toEqual(expected);
      expect(await exists('.hallway/postgres/data/PG_VERSION')).toBe(true);
      expect(await exists('.hallway/postgres/data/postmaster.pid')).toBe(false);
    }
  });
});

describe('a process that is starting', () => {
  /** The start waits for the migrations of another process until the returned connection ends. */
  async function holdMigrations() {
    const client = await connectTo(database.url);
    await client.query('select pg_advisory_lock($1)', [0x68616c6c]);
    return client;
  }

  async function startHeld() {
    const port = await freePort();
    const service = spawnService({ env: production({ PORT: String(port) }), cwd });
    const url = `http://127.0.0.1:${port}`;
    await until(() =>
      health(url, '?live').then(
        () => true,
        () => false,
      ),
    );
    return { ...service, url };
  }

  it('answers 503, and serves when it is ready', async () => {
    await using migrations = await holdMigrations();
    await using service = await startHeld();
    const early = await listUsers(service.url);

    expect([early.status, early.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^[2-8]$/),
    ]);
    expect(await early.json()).toEqual({
      error: 'The service is starting',
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(await health(service.url)).toEqual([503, 'unavailable']);
    expect(await health(service.url, '?live')).toEqual([200, 'ok']);

    await migrations.end();
    await until(async () => (await listUsers(service.url)).status === 200);
    expect(await stop(service)).toBe(0);
  });

  it('stops at a signal', async () => {
    await using _migrations = await holdMigrations();
    await using service = await startHeld();

    expect(await stop(service)).toBe(0);
    expect(service.log().at(-1)).toMatchObject({ msg: 'stopped' });
  });
});

describe('a graceful shutdown', () => {
  it('finishes requests in flight, and reports draining to the load balancer', async () => {
    // Ends the drain at SIGUSR2 instead of after 15 s, because a slow machine has no fixed pace.
    const drain = `
      const start = globalThis.setTimeout;
      globalThis.setTimeout = (callback, ms, ...rest) =>
        ms === 15_000 ? process.once('SIGUSR2', callback) : start(callback, ms, ...rest);
    `;
    await using service = await start({ DRAIN_DELAY: '15', ROLE: 'api' }, preload(drain));
    await using lock = await lockUsers();
    const inFlight = listUsers(service.url);
    await until(isQueryBlocked);
    service.child.kill('SIGTERM');
    await untilStopping(service);

    const [ready, live, served] = await Promise.all([
      health(service.url),
      health(service.url, '?live'),
      fetch(`${service.url}/api/v1/conferences`),
    ]);
    expect(ready).toEqual([503, 'draining']);
    expect(live).toEqual([503, 'draining']);
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);

    service.child.kill('SIGUSR2');
    await until(() =>
      health(service.url).then(
        () => false,
        () => true,
      ),
    );
    await lock.end();
    const answer = await inFlight;
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(await answer.json()).toMatchObject({ data: [] });
    expect(await service.ended).toBe(0);
    expect(service.log().at(-1)).toMatchObject({ msg: 'stopped' });
  });

  it('does not wait for idle connections', async () => {
    await using service = await start();
    const { hostname, port } = new URL(service.url);
    const silent = connect(Number(port), hostname);
    await once(silent, 'connect');
    const keptAlive = await listUsers(service.url);
    await keptAlive.text();

    expect(await stop(service)).toBe(0);
    expect(service.log().at(-1)).toMatchObject({ msg: 'stopped' });
    expect(msSince('stopping', service)).toBeLessThan(7_000);
  });

  it('closes requests that are still in flight after the timeout', async () => {
    const received = Promise.withResolvers<void>();
    const address = { host: '127.0.0.1', port: 0, maxConnections: 10 };
    const listener = await listen(() => received.resolve(), address);
    const hanging = fetch(`http://127.0.0.1:${listener.port}`);
    const closed = expect(hanging).rejects.toThrow('fetch failed');
    await received.promise;

    await listener.close(100);
    await closed;
  });

  it('exits immediately at a second signal', async () => {
    await using service = await start({ DRAIN_DELAY: '15' });
    service.child.kill('SIGTERM');
    await untilStopping(service);

    expect(await stop(service)).toBe(1);
    // Neither the end of the drain nor the deadline came first: both are logged.
    expect(service.log().filter(({ msg, level }) => msg === 'stopped' || level > 30)).toEqual([]);
  });

  it('takes a Ctrl-C that npm repeats as one signal', async () => {
    const repeated = `
      process.on('SIGUSR2', () => { process.emit('SIGINT'); process.emit('SIGINT'); });
    `;
    const service = await start({}, preload(repeated));
    expect(await stop(service, 'SIGUSR2')).toBe(0);
    expect(service.log().at(-1)).toMatchObject({ msg: 'stopped' });
  });

  it('follows an uncaught exception, which is logged once', async () => {
    const defect = `
      process.on('SIGUSR2', () => setTimeout(() => { throw new Error('a defect'); }));
    `;
    await using service = await start({}, preload(defect));
    expect(await stop(service, 'SIGUSR2')).toBe(1);

    const errors = service.log().filter(({ err }) => err !== undefined);
    expect(errors).toEqual([
      expect.objectContaining({
        level: 60,
        msg: 'uncaughtException',
        err: expect.objectContaining({ message: 'a defect' }),
      }),
    ]);
    expect(service.log().at(-1)).toMatchObject({ msg: 'stopped' });
  });

  it('follows an unhandled rejection', async () => {
    const defect = `
      process.on('SIGUSR2', () => { Promise.reject(new Error('a defect')); });
    `;
    await using service = await start({}, preload(defect));

    expect(await stop(service, 'SIGUSR2')).toBe(1);
    expect(service.log().find(({ level }) => level === 60)).toMatchObject({
      msg: 'unhandledRejection',
    });
  });
});

describe('production without a bot that can send', () => {
  const TEXT = 'a message text that nobody else may read';

  it.each([
    ['with a bot id only', { MESSENGER_BOT_TOKEN: '', MESSENGER_BOT_ID: '7000000001' }],
    ['with MESSENGER_TRANSPORT=log', { MESSENGER_TRANSPORT: 'log' }],
  ])('logs no message text and calls no message sent: %s', async (_, env) => {
    await using service = await start({ LOG_LEVEL: 'debug', ...env });
    await using db = openPool(database.url);
    const [ada] = await people(db, 2, { messenger_reachable: true });
    const send = async (path: string, body: object) => {
      const res = await fetch(`${service.url}/api/v1/admin/notifications${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': ADMIN_API_KEY, 'Content-Type': 'application/json' },
        body: JSON.stringify({ title: TEXT, body: TEXT, channels: ['messenger'], ...body }),
      });
      expect(res.status).toBe(201);
    };
    await send('', { user_id: ada.id });
    await send('/bulk-send', { audience: { all: true }, force: true });

    const deliveries = async () => {
      const { rows } = await sql.query('select status, reason, attempts from deliveries');
      return rows;
    };
    const skipped = { status: 'skipped', reason: 'not_configured', attempts: 0 };
    await until(async () => (await deliveries()).filter((row) => row.reason).length === 3);
    expect(await deliveries()).toEqual([skipped, skipped, skipped]);
    expect(await stop(service)).toBe(0);
    await sql.query('truncate notifications, notification_jobs, users cascade');

    expect(service.output()).not.toContain(TEXT);
    expect(service.log().filter(({ level }) => level > 30)).toEqual([
      expect.objectContaining({
        msg: 'messenger transport: none is configured, every message is skipped',
      }),
    ]);
  });
});

describe('ROLE', () => {
  const workers = async () => {
    const { rows } = await sql.query(
      `select from pg_stat_activity
        where datname = current_database() and application_name = 'hallway worker'`,
    );
    return rows.length;
  };

  it('api answers requests and runs no jobs', async () => {
    await using service = await start({ ROLE: 'api' });

    expect((await listUsers(service.url)).status).toBe(200);
    expect(await workers()).toBe(0);
    expect(await stop(service)).toBe(0);
  });

  it('api lists the jobs of a new database, where no worker has been yet', async () => {
    await using empty = await createEmptyDatabase();
    await using service = await start({ ROLE: 'api', DATABASE_URL: empty.url });
    const headers = { 'X-API-Key': ADMIN_API_KEY };

    const res = await fetch(`${service.url}/api/v1/admin/operations/jobs`, { headers });

    expect(await res.json()).toMatchObject({ data: [] });
    expect(await stop(service)).toBe(0);
  });

  it('worker runs jobs and answers /healthz only', async () => {
    await sql.query(`
      insert into rate_limit_counters (key, hits, expires_at)
      values ('expired', 1, now() - interval '1 minute'), ('active', 1, now() + interval '1 minute')
    `);
    // The schedule would enqueue it at the next full minute. A worker fetches it when it starts.
    const queue = new Queue(database.url, pino({ level: 'silent' }));
    await queue.send('sweep-expired-counters', null, {}).finally(() => queue.close());
    await using service = await start({ ROLE: 'worker' });
    expect(await workers()).toBeGreaterThan(0);
    const runs = () => service.log().filter(({ job }) => job === 'sweep-expired-counters');
    await until(() => runs().length > 0);

    expect(runs()[0]).toMatchObject({ level: 30, msg: 'job' });
    const { rows: counters } = await sql.query(
      `select key from rate_limit_counters where key in ('expired', 'active')`,
    );
    expect(counters).toEqual([{ key: 'active' }]);
    const { rows: schedules } = await sql.query(
      'select name, cron from pgboss.schedule order by 1',
    );
    expect(schedules).toEqual([
      { name: 'ask-for-ratings', cron: '*/5 * * * *' },
      { name: 'band-interest', cron: '*/10 * * * *' },
      { name: 'delete-media', cron: '*/5 * * * *' },
      { name: 'delete-old-guests', cron: '23 4 * * *' },
      { name: 'delete-old-reports', cron: '29 4 * * *' },
      { name: 'enrich-users', cron: '* * * * *' },
      { name: 'rebuild-match-terms', cron: '7 * * * *' },
      { name: 'recalculate-quest', cron: '* * * * *' },
      { name: 'recount-conference-people', cron: '41 3 * * *' },
      { name: 'refresh-rankings', cron: '* * * * *' },
      { name: 'report-owner-keys', cron: '0 6 * * *' },
      { name: 'run-notification-job', cron: '* * * * *' },
      { name: 'run-partner-mints', cron: '* * * * *' },
      { name: 'send-messages', cron: '* * * * *' },
      { name: 'send-webhooks', cron: '* * * * *' },
      { name: 'start-relative-broadcasts', cron: '* * * * *' },
      { name: 'sweep-expired-counters', cron: '* * * * *' },
      { name: 'sweep-media', cron: '17 * * * *' },
    ]);
    expect(await health(service.url)).toEqual([200, 'ok']);
    for (const path of ['users', 'docs', 'openapi.json']) {
      expect((await fetch(`${service.url}/api/v1/${path}`)).status).toBe(404);
    }
    expect(await stop(service)).toBe(0);
  });
});

describe('the database role of deploy/roles.sql', () => {
  const role = `hallway_test_${randomBytes(6).toString('hex')}`;
  let owned: TestDatabase;
  let owner: pg.Client;

  beforeAll(async () => {
    owned = await createEmptyDatabase();
    owner = new pg.Client(owned.url);
    await owner.connect();
    const file = await readFile(new URL('../../../deploy/roles.sql', import.meta.url), 'utf8');
    // Replaces the psql variable of the password, and the role name by a unique one.
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

  it('is sufficient to answer requests and run jobs', async () => {
    await using service = await start({ DATABASE_URL: serviceUrl(), MIGRATE_ON_START: 'false' });
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
  ])('cannot %s', async (statement) => {
    await using client = await connectTo(serviceUrl());
    await expect(client.query(statement)).rejects.toThrow(/must be owner|denied/);
  });
});

describe('a database failure', () => {
  it('that closes all connections is recovered from', async () => {
    await using service = await start();
    expect((await listUsers(service.url)).status).toBe(200);
    await sql.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'hallway%'
    `);
    await until(async () => (await listUsers(service.url)).status === 200);

    expect(await health(service.url)).toEqual([200, 'ok']);
    expect(await stop(service)).toBe(0);
  });

  it('that exhausts the pool is answered with 503 in time, and does not fail /healthz', async () => {
    await using service = await start({ DATABASE_POOL_SIZE: '1', ROLE: 'api' });
    await using lock = await lockUsers();
    const first = listUsers(service.url);
    await until(isQueryBlocked);
    const others = [listUsers(service.url), listUsers(service.url)];

    expect(await health(service.url)).toEqual([200, 'ok']);
    // The first waits 3 s for the lock. Then one of the others has its connection, and the last one has
    // waited for a connection as long.
    const rejected = await Promise.race(others);
    await lock.end();
    expect(rejected.status).toBe(503);
    expect(await rejected.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect((await first).status).toBe(503);
    const statuses = (await Promise.all(others)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 503]);
    expect(await slowestAnswerMs(service, '/api/v1/users', 3)).toBeLessThan(10_000);
    expect((await listUsers(service.url)).status).toBe(200);
  });

  it('without closed connections is answered with 503 in time, and recovered from', async () => {
    await using proxy = await FaultProxy.before(database.url);
    // A good answer of /healthz is a line at this level.
    const env = { DATABASE_URL: proxy.url, ROLE: 'api', LOG_LEVEL: 'debug' };
    await using service = await start(env);
    expect((await listUsers(service.url)).status).toBe(200);
    proxy.silence();

    const [ready, live, users] = await Promise.all([
      health(service.url),
      health(service.url, '?live'),
      listUsers(service.url),
    ]);
    expect(ready).toEqual([503, 'unavailable']);
    expect(live).toEqual([200, 'ok']);
    expect(users.status).toBe(503);
    expect(await slowestAnswerMs(service, '/healthz', 2)).toBeLessThan(5_000);
    expect(await slowestAnswerMs(service, '/api/v1/users', 2)).toBeLessThan(20_000);

    proxy.restore();
    await until(async () => (await listUsers(service.url)).status === 200);
    expect(await health(service.url)).toEqual([200, 'ok']);
    expect(await stop(service)).toBe(0);
  });
});

describe('the log', () => {
  const defect = "process.on('SIGUSR2', () => setTimeout(() => { throw new Error('a defect'); }));";
  it.each([
    ['a signal', ['SIGTERM'], 0],
    ['a second signal', ['SIGTERM', 'SIGTERM'], 1],
    ['an uncaught exception', ['SIGUSR2'], 1],
  ] as const)('has the lines of all requests before %s', async (_what, signals, code) => {
    await using service = await start(
      signals.length > 1 ? { ROLE: 'api', DRAIN_DELAY: '15' } : { ROLE: 'api' },
      preload(defect),
    );
    // Requests one after another, so that the lines of all but the last are logged.
    const ids = Array.from({ length: 9 }, (_, index) => `asked-${index}`);
    for (const id of ids) {
      await fetch(`${service.url}/nothing`, { headers: { 'X-Request-Id': id } });
    }
    const [first, second]: readonly NodeJS.Signals[] = signals;
    service.child.kill(first);
    if (second) {
      await untilStopping(service);
      service.child.kill(second);
    }

    expect(await service.ended).toBe(code);
    const logged = service.log().map(({ request_id }) => request_id);
    expect(logged.filter((id) => id !== undefined).slice(0, 8)).toEqual(ids.slice(0, 8));
  });

  it('is JSON, has the request id in each line of a request, and contains no secret', async () => {
    await using service = await start({ LOG_LEVEL: 'debug', ROLE: 'api' });
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
    // The log of a failed statement helps to debug it, and contains no values.
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
