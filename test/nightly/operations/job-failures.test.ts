import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { JobLog } from '../../../src/jobs/job-runs.ts';
import { Queue } from '../../../src/jobs/queue.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { aUser } from '../../support/factories.ts';
import { recordingLog } from '../../support/log.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { ENCRYPTION_KEY, endServices, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

let database: TestDatabase;
let cwd: string;
let sql: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  cwd = await mkdtemp(path.join(tmpdir(), 'hallway-jobs-'));
  sql = new pg.Client(database.url);
  await sql.connect();
});
afterEach(() => endServices());
afterAll(async () => {
  await sql.end();
  await database.drop();
  await rm(cwd, { recursive: true });
});

const startWorker = () =>
  startService({
    env: {
      NODE_ENV: 'production',
      ROLE: 'worker',
      DATABASE_URL: database.url,
      JWT_SECRET: 'the-jwt-secret-of-the-failures-000001',
      ADMIN_API_KEY: 'the-admin-key-of-the-failures-0001',
      ENCRYPTION_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      DRAIN_DELAY: '0',
    },
    cwd,
  });

describe('a job that fails', () => {
  it('is retried, and after its last try stays for 14 days and is logged at level 50', async () => {
    const queue = new Queue(database.url, pino({ level: 'silent' }));
    await queue.open();
    // As a previous version has left it.
    await sql.query('update pgboss.queue set dead_letter = null');
    await using worker = await startWorker();
    await queue
      .send('apply-quest-call', { quest_id: 'canary' }, { retryLimit: 1 })
      .finally(() => queue.close());
    const lines = () => worker.log().filter(({ job }) => job === 'apply-quest-call');
    await until(() => lines().length === 2);

    const err = expect.objectContaining({ type: 'ZodError', stack: expect.any(String) });
    expect(lines().map(({ time, ...line }) => line)).toEqual([
      { level: 40, job: 'apply-quest-call', try: 1, err, msg: 'job failed, retrying in 1 to 2 s' },
      {
        level: 50,
        job: 'apply-quest-call',
        jobs: 1,
        err,
        msg: 'job failed for good, after 2 tries',
      },
    ]);
    const dead = async () => {
      const { rows } = await sql.query(
        `select source_name, data, source_output, state, keep_until > now() + interval '13 days 23 hours' as is_kept
           from pgboss.job where name = 'dead-jobs'`,
      );
      return rows;
    };
    await until(async () => (await dead()).length > 0);
    expect(await dead()).toEqual([
      {
        source_name: 'apply-quest-call',
        data: { quest_id: 'canary' },
        source_output: null,
        state: 'created',
        is_kept: true,
      },
    ]);
  });

  it('logs no retry if the next run does the work', async () => {
    await using worker = await startWorker();
    await using db = openPool(database.url);
    await sql.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'canary'; end $$;
      create trigger fail before delete on due_settlements for each statement execute function fail();`);
    const { id } = await aUser(db);
    await sql.query('insert into due_settlements (user_id) values ($1)', [id]);
    const lines = () => worker.log().filter(({ job }) => job === 'settle-tasks');
    await until(() => lines().length >= 2);
    await sql.query('drop trigger fail on due_settlements; drop function fail');
    await until(() => lines().some(({ level }) => level === 30));

    const failures = lines().filter(({ level }) => level > 30);
    expect(new Set(failures.map(({ level, msg }) => `${level} ${msg}`))).toEqual(
      new Set(['40 job failed, the next run does its work']),
    );
    // The delay doubles, so that a defect fills no log.
    const [first, second] = failures.map(({ time }) => Number(time));
    expect(Number(second) - Number(first)).toBeGreaterThan(1_500);
  });
});

describe('the log of a job without retries', () => {
  const job = { name: 'sweep', retry: false };
  const logged = (secondsBetween: number, results: readonly boolean[]) => {
    const { log, lines } = recordingLog();
    let now = 0;
    const jobLog = new JobLog(log, () => now);
    for (const isCompleted of results) {
      now += secondsBetween * 1_000;
      if (isCompleted) jobLog.completed(job, {});
      else jobLog.failed(job, new Error('canary'), [{ retryCount: 0, retryLimit: 0 }]);
    }
    return lines;
  };
  const failures = (count: number) => Array<boolean>(count).fill(false);

  it('reaches level 50 once, with the fifth failure in a row', () => {
    const lines = logged(60, [...failures(4), true, ...failures(6)]);
    expect(lines.map(({ level }) => level)).toEqual([40, 40, 40, 40, 30, 40, 40, 40, 40, 50, 40]);
    expect(lines[9]).toMatchObject({ job: 'sweep', msg: 'job failed 5 times in a row' });
  });

  it('stays below it for a minute, while a database restarts', () => {
    const lines = logged(1, failures(70));
    expect(lines.findIndex(({ level }) => level === 50)).toBe(60);
    expect(lines.filter(({ level }) => level === 50)).toHaveLength(1);
    expect(logged(1, [...failures(59), true, ...failures(59)])).not.toContainEqual(
      expect.objectContaining({ level: 50 }),
    );
  });
});
