import { openDatabase } from '../../../src/db/knex.ts';
import { freePort } from '../../../src/development/postgres-server.ts';
import { createEmptyDatabase } from '../../support/database.ts';
import { DeliveryTest } from '../../support/deliveries.ts';
import { countsIn, ops } from '../../support/ops.ts';
import { until } from '../../support/until.ts';

const USAGE = /^Usage: npm run ops -- pause [^\n]*\| resume \| status \| after-restore [^\n]*\n$/;
const NO_TIME =
  /^--taken-at: expected a time with its zone, such as 2026-05-14T02:00:00Z, got [^\n]*\n$/;

let test: DeliveryTest;

beforeAll(async () => {
  test = await DeliveryTest.start();
});
beforeEach(() => test.reset());
afterEach(() => test.stopWorkers());
afterAll(() => test.close());

const run = (...args: string[]) => ops(test.api.databaseUrl, ...args);

describe('npm run ops', () => {
  it.each([
    ['no command', [], USAGE],
    ['an unknown command', ['stop'], USAGE],
    ['the name of a property of objects', ['constructor'], USAGE],
    ['two commands', ['pause', 'resume'], USAGE],
    ['an unknown option', ['pause', '--now'], USAGE],
    ['an option of another command', ['pause', '--resend'], USAGE],
    ['a restore without its time', ['after-restore'], NO_TIME],
    ['a time without zone', ['after-restore', '--taken-at=2026-05-14T02:00:00'], NO_TIME],
    ['a day', ['after-restore', '--taken-at=2026-05-14'], NO_TIME],
    ['a pause of something else', ['pause', '--scope=reminders'], /^--scope: expected all or/],
    ['a pause until a day', ['pause', '--until=2026-05-14'], /^--until: expected a time with/],
    ['no time at all', ['after-restore', '--taken-at=yesterday'], NO_TIME],
    ['a day that does not exist', ['after-restore', '--taken-at=2026-02-30T02:00:00Z'], NO_TIME],
    ['an hour that does not exist', ['after-restore', '--taken-at=2026-02-03T25:00:00Z'], NO_TIME],
    [
      'a time in the future',
      ['after-restore', '--taken-at=2999-05-14T02:00:00Z'],
      /^taken-at: expected a time in the past\n$/,
    ],
  ])('refuses %s with one sentence, and changes nothing', async (_, args, sentence) => {
    const { code, stdout, stderr } = await run(...args);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
    expect(await test.api.db('messenger_gate').pluck('paused_at')).toEqual([null]);
    expect(await test.api.db('restores').select('taken_at')).toEqual([]);
  });

  it('names the address of a database that is away', async () => {
    const address = `127.0.0.1:${await freePort()}/hallway`;
    const result = await ops(`postgres://hallway:a-secret@${address}`, 'status');

    expect(result).toEqual({
      code: 1,
      stdout: '',
      stderr: `No database answers at ${address}. DATABASE_URL, or DATABASE_DIRECT_URL if it is set, says where it is.\n`,
    });
  });

  it('refuses a schema that is behind', async () => {
    await using empty = await createEmptyDatabase();
    const { code, stdout, stderr } = await ops(empty.url, 'pause');

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^The schema is behind this version, from the migration 20261129130001_baseline on: run npm run migrate first, in the image node dist\/scripts\/migrate\.js\.\n$/,
    );
  });
});

describe('npm run ops -- pause, resume, status', () => {
  it('pauses broadcasts only, until a time, for a reason', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const args = ['--scope=broadcasts', `--until=${until}`, '--reason=Wrong room'];
    expect((await run('pause', ...args)).stdout).toBe(
      `Sending of broadcasts is paused until ${until}. Messages in flight still arrive.\n`,
    );

    const [{ paused_at }] = await test.api.db('messenger_gate').select('paused_at');
    expect((await run('status')).stdout).toContain(
      `Sending of broadcasts is paused since ${paused_at} until ${until}: Wrong room.\n`,
    );
    expect((await run('resume')).stdout).toBe('Sending is resumed.\n');
  });

  it('stops every process, and starts them again; a repetition changes nothing', async () => {
    const users = await test.reachableUsers(3);
    expect((await run('pause')).stdout).toBe(
      'Sending is paused. Messages in flight still arrive.\n',
    );
    const [{ paused_at }] = await test.api.db('messenger_gate').select('paused_at');
    expect((await run('pause')).stdout).toBe('Sending was paused before. Nothing changed.\n');
    await test.startWorker();
    await test.insertMessages(users);
    expect(await test.sendAll()).toEqual({ sent: 0, failed: 0, queued: 0 });
    const status = await run('status');
    expect(status.stdout).toContain(`Sending is paused since ${paused_at}.\n`);
    expect(countsIn(status)).toMatchObject({ 'messages due': 3, 'messages due later': 0 });
    expect(test.fake.calls).toEqual([]);

    expect((await run('resume')).stdout).toBe('Sending is resumed.\n');
    await until(() => test.fake.calls.length === 3);
    await until(async () => !(await test.hasMessagesInFlight()));
    expect((await run('resume')).stdout).toBe('Sending was not paused. Nothing changed.\n');
    const after = await run('status');
    expect(after.stdout).toMatch(/^Sending is on\.\n/);
    expect(countsIn(after)).toMatchObject({ 'messages due': 0 });
    expect(users.map((user) => test.callsTo(user))).toEqual([1, 1, 1]);
  });

  it('leaves the time that the messenger asked for', async () => {
    const [ada] = await test.reachableUsers(1);
    test.answerTo(ada, () => ({ retry_after: 3_000 }));
    await test.insertMessages([ada]);
    await test.sendAll();
    await run('pause');
    expect((await run('status')).stdout).toMatch(
      /^Sending is paused since \S+\. The messenger accepts messages again in (2\d{3}|3000) s\.\n/,
    );
    await run('resume');

    expect((await run('status')).stdout).toMatch(/^Sending is on\. The messenger accepts/);
  });

  it('reaches a sender that is at work', async () => {
    const users = await test.reachableUsers(200);
    await test.insertMessages(users);
    await test.startWorker({ rate: 40 });
    await until(() => test.fake.calls.length >= 20);
    await run('pause');
    await until(async () => !(await test.hasMessagesInFlight()));
    const { length } = test.fake.calls;
    expect(length).toBeLessThan(200);
    expect(await test.sendAll()).toEqual({ sent: 0, failed: 0, queued: 0 });
    expect(test.fake.calls.length).toBe(length);
    await run('resume');
  });
});

it('needs no privilege beyond deploy/roles.sql', async () => {
  const { db } = test.api;
  const role = 'hallway_test_ops';
  await db.raw(`create role ${role} login password '${role}';
    grant usage on schema public, pgboss to ${role};
    grant select, insert, update, delete on all tables in schema public, pgboss to ${role};
    grant usage on all sequences in schema public, pgboss to ${role};`);
  const { href } = Object.assign(new URL(test.api.databaseUrl), { username: role, password: role });
  try {
    for (const args of [
      ['pause'],
      ['status'],
      ['after-restore', '--taken-at=2020-01-01T00:00+02:00'],
    ])
      expect(await ops(href, ...args)).toMatchObject({ code: 0, stderr: '' });
  } finally {
    const owner = openDatabase(test.api.databaseUrl);
    await owner.raw(`drop owned by ${role}; drop role ${role}`);
    await owner.destroy();
  }
});
