import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { BASELINE } from '../../../src/db/baseline.ts';
import { DatabaseStart } from '../../../src/db/database-start.ts';
import { migrateToLatest, rollbackAll } from '../../../src/db/migrate.ts';
import { freePort } from '../../../src/development/postgres-server.ts';
import { createDatabase, createEmptyDatabase, type TestDatabase } from '../../support/database.ts';
import { EARLIER, recordEarlier } from '../../support/earlier-migrations.ts';
import { FaultProxy } from '../../support/fault-proxy.ts';
import { recordingLog } from '../../support/log.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import {
  ENCRYPTION_KEY,
  endServices,
  programOf,
  type Service,
  spawnService,
  startService,
} from '../../support/service.ts';
import { until } from '../../support/until.ts';

const LOST = '20200101000000_lost';
const FUTURE = '20991231000000_of-a-later-version';

let database: TestDatabase;
let sql: pg.Client;
let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-schema-'));
  await chmod(cwd, 0o755);
});
afterAll(() => rm(cwd, { recursive: true }));

async function use(created: TestDatabase): Promise<void> {
  database = created;
  sql = new pg.Client(created.url);
  await sql.connect();
}
beforeEach(async () => use(await createDatabase()));
afterEach(async () => {
  await endServices();
  await sql.end();
  await database.drop();
});

const env = (more: NodeJS.ProcessEnv = {}) => ({
  NODE_ENV: 'production',
  DATABASE_URL: database.url,
  JWT_SECRET: 'the-jwt-secret-of-a-wrong-schema-0001',
  ADMIN_API_KEY: 'the-admin-key-of-a-wrong-schema',
  ENCRYPTION_KEY,
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
  MIGRATE_ON_START: 'false',
  DRAIN_DELAY: '0',
  ...more,
});

const startMigrating = () =>
  spawnService({ main: programOf('scripts/migrate', env()), env: env(), cwd });

/** Starts a process that is not ready, and waits until it answers. */
async function startWaiting(more: NodeJS.ProcessEnv = {}): Promise<Service> {
  const port = await freePort();
  const service = spawnService({ env: env({ PORT: String(port), ...more }), cwd });
  const url = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${url}/healthz?live`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  return { ...service, url };
}

async function health({ url }: Service): Promise<[number, unknown]> {
  const res = await fetch(`${url}/healthz`);
  return [res.status, await res.json()];
}
const becomes = (service: Service, status: string) =>
  until(async () => ((await health(service))[1] as { status: string }).status === status);

async function stop({ child, ended }: Omit<Service, 'url'>) {
  child.kill('SIGTERM');
  return ended;
}

const linesAbove = (level: number, { log }: Omit<Service, 'url'>) =>
  log().filter((line) => line.level > level);

const record = (name: string) =>
  sql.query('insert into knex_migrations (name, batch, migration_time) values ($1, 1, now())', [
    name,
  ]);

describe('a start with pending migrations and MIGRATE_ON_START=false', () => {
  it('is schema_behind until they are applied; then requests are served and workers begin', async () => {
    await recordEarlier(database.url);
    const services = [await startWaiting({ ROLE: 'api' }), await startWaiting({ ROLE: 'worker' })];
    for (const service of services) {
      await becomes(service, 'schema_behind');
      expect(await health(service)).toEqual([
        503,
        {
          status: 'schema_behind',
          error: 'The service is not ready',
          code: 'SERVICE_UNAVAILABLE',
        },
      ]);
      expect((await fetch(`${service.url}/healthz?live`)).status).toBe(200);
      const users = await fetch(`${service.url}/api/v1/users`);
      expect([users.status, users.headers.get('retry-after')]).toEqual([
        503,
        expect.stringMatching(/^[2-8]$/),
      ]);
      expect(linesAbove(40, service)).toEqual([
        expect.objectContaining({
          level: 50,
          msg: 'schema: migrations are pending, next look in 5 s',
          pending: [BASELINE],
        }),
      ]);
    }
    const workers = () =>
      sql.query(`select from pg_stat_activity where application_name = 'hallway worker'
                  and datname = current_database()`);
    expect((await workers()).rows).toEqual([]);

    const migrating = startMigrating();
    expect([await migrating.ended, migrating.output()]).toEqual([0, `Applied: ${BASELINE}\n`]);
    for (const service of services) {
      await becomes(service, 'ok');
      expect(linesAbove(40, service)).toHaveLength(1);
    }
    expect((await workers()).rows.length).toBeGreaterThan(0);
    expect((await fetch(`${services[0]?.url}/api/v1/users`)).status).toBe(200);
    expect(await Promise.all(services.map(stop))).toEqual([0, 0]);
  });

  it('logs their names once, however often it checks', async () => {
    await recordEarlier(database.url);
    const { log, lines } = recordingLog();
    const start = new DatabaseStart({ url: database.url, needsPrimary: true, log, lookMs: 1 });
    const ready = start.untilReady(new AbortController().signal);
    await until(() => start.isSchemaBehind);
    // Each look is a session.
    const sessions = async () => {
      const { rows } = await sql.query(
        'select sessions from pg_stat_database where datname = current_database()',
      );
      return Number(rows[0].sessions);
    };
    const before = await sessions();
    await until(async () => (await sessions()) > before + 5);
    expect(lines).toEqual([expect.objectContaining({ level: 50, pending: [BASELINE] })]);

    await migrateToLatest(database.url);
    await ready;
    expect(start.isSchemaBehind).toBe(false);
    expect(lines).toHaveLength(1);
  });

  it('ends at a signal', async () => {
    await recordEarlier(database.url);
    const service = await startWaiting();
    await becomes(service, 'schema_behind');

    expect(await stop(service)).toBe(0);
    expect(service.log().at(-1)).toMatchObject({ msg: 'stopped' });
  });
});

describe('an empty database', () => {
  const role = `hallway_test_${randomBytes(6).toString('hex')}`;

  it('is behind, and a worker of deploy/roles.sql begins when another role has migrated it', async () => {
    await sql.end();
    await database.drop();
    await use(await createEmptyDatabase());
    const file = await readFile(new URL('../../../deploy/roles.sql', import.meta.url), 'utf8');
    const script = file.replace(/^\\getenv.*$/m, '').replace(":'password'", `'${role}'`);
    await sql.query(script.replaceAll(/\bhallway\b/g, role));
    const { href } = Object.assign(new URL(database.url), { username: role, password: role });
    const service = await startWaiting({ DATABASE_URL: href });
    await becomes(service, 'schema_behind');

    const migrating = startMigrating();
    expect(await migrating.ended).toBe(0);
    await becomes(service, 'ok');
    expect(await stop(service)).toBe(0);
    await sql.query(`drop owned by ${role}; drop role ${role}`);
  });
});

describe('a schema of a newer version', () => {
  it.each(['true', 'false'])(
    'is served, and logged at level 30, with MIGRATE_ON_START=%s',
    async (MIGRATE_ON_START) => {
      await record(FUTURE);
      await using service = await startService({ env: env({ MIGRATE_ON_START }), cwd });

      expect(await health(service)).toEqual([200, { status: 'ok' }]);
      expect((await fetch(`${service.url}/api/v1/users`)).status).toBe(200);
      expect(service.log()).toContainEqual(
        expect.objectContaining({
          level: 30,
          msg: 'schema: newer than this version',
          newer: [FUTURE],
        }),
      );
      expect(linesAbove(30, service)).toEqual([]);
      expect(await stop(service)).toBe(0);
    },
  );

  it('gets the pending migrations of this one, and is never rolled back by it', async () => {
    await recordEarlier(database.url);
    await record(FUTURE);

    expect(await migrateToLatest(database.url)).toEqual([BASELINE]);
    await expect(rollbackAll(database.url)).rejects.toThrow(FUTURE);
  });
});

describe('an applied migration of an earlier version whose file is missing', () => {
  const sentence = `The database has migrations whose files this version lacks, although it has newer ones: ${LOST}. Start a version that has them.\n`;

  it.each(['true', 'false'])('refuses the start with MIGRATE_ON_START=%s', async (value) => {
    await record(LOST);
    const service = spawnService({ env: env({ PORT: '0', MIGRATE_ON_START: value }), cwd });

    expect([await service.ended, service.output()]).toEqual([1, sentence]);
    await expect(migrateToLatest(database.url)).rejects.toThrow(LOST);
  });
});

describe('a database from before the baseline that lacks migrations', () => {
  it.each(['true', 'false'])('refuses the start with MIGRATE_ON_START=%s', async (value) => {
    await recordEarlier(database.url, EARLIER.slice(0, 9));
    const service = spawnService({ env: env({ PORT: '0', MIGRATE_ON_START: value }), cwd });

    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(
      /^The database is older than this version can follow: it has 9 of .* Check out commit \w+ and run npm ci && npm run migrate there first, which applies the others: .*\n$/,
    );
  });
});

describe('a start with MIGRATE_ON_START=false while the database is away', () => {
  it('waits for it, and says so once', async () => {
    await using proxy = await FaultProxy.before(database.url);
    proxy.silence();
    const service = await startWaiting({ DATABASE_URL: proxy.url });
    await until(() => linesAbove(30, service).length > 0);
    expect((await health(service))[1]).toMatchObject({ status: 'unavailable' });
    proxy.restore();

    await becomes(service, 'ok');
    expect(await stop(service)).toBe(0);
    expect(linesAbove(30, service)).toEqual([
      expect.objectContaining({ level: 40, msg: 'database: away, next look in 5 s' }),
    ]);
  });

  it('fails where waiting is of no use', async () => {
    const DATABASE_URL = `${database.url}_of_nobody`;
    const { ended, output } = spawnService({ env: env({ PORT: '0', DATABASE_URL }), cwd });

    expect(await ended).toBe(1);
    expect(output()).toMatch(/^database "hallway_test_\w+_of_nobody" does not exist\n$/);
  });
});

describe('a start without a database', () => {
  it('names where it looked, without the password, and gives up', async () => {
    const { log, lines } = recordingLog();
    const port = await freePort();
    const url = `postgres://hallway:the-password@127.0.0.1:${port}/conference`;
    const start = new DatabaseStart({ url, needsPrimary: false, log, reachMs: 200 });

    await expect(start.untilReachable(new AbortController().signal)).rejects.toThrow(
      `No database answers at 127.0.0.1:${port}/conference for 0.2 s. DATABASE_URL, or`,
    );
    expect(lines.map(({ level, address }) => [level, address])).toEqual([
      [40, `127.0.0.1:${port}/conference`],
    ]);
    expect(JSON.stringify(lines)).not.toContain('the-password');
  });

  it('goes on when the database comes', async () => {
    // The port of a database that is not there yet.
    const [databasePort, port] = [await freePort(), await freePort()];
    const url = new URL(database.url);
    url.port = String(databasePort);
    const given = env({ DATABASE_URL: url.href, PORT: String(port), MIGRATE_ON_START: 'true' });
    const service = spawnService({ env: given, cwd });
    await until(() => service.log().some(({ msg }) => msg.startsWith('database: no answer')));
    await using proxy = await FaultProxy.before(database.url, databasePort);
    await until(() => service.log().some(({ msg }) => msg === 'started'));
    await endServices();
    expect(proxy.droppedBytes).toBe(0);
  });
});

it('three development processes that start at once on an empty database all run', async () => {
  await sql.end();
  await database.drop();
  await use(await createEmptyDatabase());
  const development = { NODE_ENV: 'development', MIGRATE_ON_START: 'true', PORT: '0' };
  await Promise.all([1, 2, 3].map(() => startService({ env: env(development), cwd })));
  const { rows } = await sql.query('select slug from conferences');
  expect(rows).toEqual([{ slug: 'harbor-summit' }]);
});
