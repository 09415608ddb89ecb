import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { DatabaseClock } from '../../../src/db/database-clock.ts';
import { Queue } from '../../../src/jobs/queue.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { recordingLog } from '../../support/log.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import {
  ENCRYPTION_KEY,
  endServices,
  type LogLine,
  type Service,
  spawnService,
  startService,
} from '../../support/service.ts';
import { shiftedClock } from '../../support/shifted-clock.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3_600_000;
const ADMIN_API_KEY = 'the-admin-key-of-the-clocks-000001';

let database: TestDatabase;
let cwd: string;
let sql: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-clock-'));
  sql = new pg.Client(database.url);
  await sql.connect();
});
afterEach(() => endServices());
afterAll(async () => {
  await sql.end();
  await database.drop();
  await rm(cwd, { recursive: true });
});

const settings = (ROLE: string): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  ROLE,
  DATABASE_URL: database.url,
  JWT_SECRET: 'the-jwt-secret-of-the-clocks-00000001',
  ADMIN_API_KEY,
  ENCRYPTION_KEY,
  MESSENGER_BOT_TOKEN: BOT_TOKEN,
  RATE_LIMIT_ENABLED: 'false',
  DRAIN_DELAY: '0',
});

const start = (ROLE: string, clock: Parameters<typeof shiftedClock>[0]) =>
  startService({ env: settings(ROLE), cwd, node: shiftedClock(clock) });

const clockLines = ({ log }: Pick<Service, 'log'>): LogLine[] =>
  log().filter(({ msg }) => msg.startsWith('clock: '));

/** Inserts a broadcast to all users, due in this number of minutes, without its queued job. */
async function insertBroadcast(minutes: number): Promise<number> {
  const { rows } = await sql.query(
    `insert into notification_jobs
       (type, title, body, audience, channels, status, scheduled_at, created_by)
     values ('message', 'Doors open', 'Come in!', '{"all": true}', '{in_app}', 'scheduled',
             now() + $1 * interval '1 minute', 'test')
     returning id`,
    [minutes],
  );
  return rows[0].id;
}

async function statusOf(id: number): Promise<string> {
  const { rows } = await sql.query('select status from notification_jobs where id = $1', [id]);
  return rows[0].status;
}

/** Has a worker run the broadcasts that are overdue, as the schedule does each minute. */
async function runOverdue(): Promise<void> {
  const queue = new Queue(database.url, pino({ level: 'silent' }));
  await queue.send('run-notification-job', null, {}).finally(() => queue.close());
}

describe('a worker whose clock is set two hours ahead', () => {
  it('sends a broadcast when it is due by the time of the database, and not before', async () => {
    await using worker = await start('worker', { laterMs: 2 * HOUR_MS });
    worker.child.kill('SIGUSR2');
    const [later, due] = [await insertBroadcast(30), await insertBroadcast(-2)];
    await runOverdue();
    const isAhead = ({ time }: LogLine) => Number(time) > Date.now() + HOUR_MS;
    const runs = () => worker.log().filter((line) => line.job === 'run-notification-job');
    await until(() => runs().some(isAhead));

    expect(await Promise.all([statusOf(due), statusOf(later)])).toEqual(['completed', 'scheduled']);
  });
});

describe.each(['worker', 'all'])('ROLE=%s', (role) => {
  it.each([
    ['ahead of', 2 * HOUR_MS],
    ['behind', -2 * HOUR_MS],
  ])('does not start with a clock two hours %s that of the database', async (words, ms) => {
    const { ended, output } = spawnService({
      env: { ...settings(role), PORT: '0' },
      cwd,
      node: shiftedClock({ ms }),
    });

    expect(await ended).toBe(1);
    expect(output()).toMatch(
      new RegExp(
        `^The clock of this machine is (7200|7199) s ${words} that of the database\\.`,
        'm',
      ),
    );
    expect(output()).not.toMatch(/^ +at /m);
  });

  it('starts with a clock half a minute ahead, and warns once', async () => {
    await using service = await start(role, { ms: 30_000 });
    await runOverdue();
    await until(() => service.log().some(({ job }) => job === 'run-notification-job'));

    expect(clockLines(service)).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'clock: this machine is 30 s ahead of the database, whose time decides what is due',
      }),
    ]);
  });
});

describe('ROLE=api', () => {
  it('starts with a clock two hours ahead, warns once, and has the time of the database', async () => {
    await using api = await start('api', { ms: 2 * HOUR_MS });
    const login = await fetch(`${api.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: {
        'X-Messenger-Auth': signInitData({ id: 1, first_name: 'Ada' }, { at: new Date() }),
      },
    });
    const { token } = (await login.json()) as { token: string };
    const [, claims = ''] = token.split('.');
    const { iat } = JSON.parse(Buffer.from(claims, 'base64url').toString());

    expect(login.status).toBe(200);
    expect(Math.abs(iat * 1_000 - Date.now())).toBeLessThan(HOUR_MS / 2);
    expect(clockLines(api)).toEqual([
      expect.objectContaining({ level: 40, skew_ms: expect.any(Number) }),
    ]);
  });

  it('says nothing about a clock within two seconds', async () => {
    await using api = await start('api', { ms: 1_500 });

    expect(clockLines(api)).toEqual([]);
  });
});

describe('a system clock that is set while the process runs', () => {
  it('is logged once when it goes, and once when it is back', async () => {
    await using db = openPool(database.url);
    const { log, lines } = recordingLog();
    let shift = 0;
    let readings = 0;
    const systemNow = () => {
      readings += 0.5;
      return Date.now() + shift;
    };
    const clock = await DatabaseClock.open(db, log, { readMs: 50, systemNow });
    const isReadTwice = async () => {
      const since = readings;
      await until(() => readings >= since + 2);
    };
    await isReadTwice();
    shift = -HOUR_MS;
    await isReadTwice();
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(HOUR_MS / 2);
    shift = 0;
    await isReadTwice();
    clock.close();

    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'clock: this machine is 3600 s behind the database, whose time decides what is due',
      }),
      expect.objectContaining({
        level: 30,
        msg: 'clock: synchronized with the database again',
      }),
    ]);
  });
});
