import { DeliveryTest } from '../../support/deliveries.ts';
import { emptyTables } from '../../support/empty-tables.ts';
import { people } from '../../support/factories.ts';
import { countsIn, ops } from '../../support/ops.ts';
import { PartnerTest } from '../../support/partner.ts';
import { until } from '../../support/until.ts';

const TABLES = ['notification_jobs', 'notifications', 'deliveries', 'broadcast_recipients'];

/** The time of the backup, by the database. */
async function now({ api: { db } }: Pick<DeliveryTest, 'api'>): Promise<string> {
  const { rows } = await db.raw('select now() as now');
  return rows[0].now;
}

describe('after a restore', () => {
  let test: DeliveryTest;
  beforeAll(async () => {
    test = await DeliveryTest.start();
  });
  beforeEach(async () => {
    await test.reset();
    await emptyTables(
      test.api.db,
      `truncate restores; update messenger_gate set paused_at = null;
       delete from pgboss.job; drop schema if exists backup cascade`,
    );
  });
  afterEach(() => test.stopWorkers());
  afterAll(() => test.close());

  /** Copies the sent messages in one snapshot, and returns its time. */
  async function takeBackup(): Promise<string> {
    const copies = TABLES.map((name) => `create table backup.${name} as select * from ${name};`);
    await test.api.db.raw(`begin isolation level repeatable read;
      create schema backup; ${copies.join('')} commit`);
    return now(test);
  }

  /** Replaces the current rows with the rows of the backup. */
  async function restore(): Promise<void> {
    const columnsOf = (name: string) =>
      test.api
        .db('information_schema.columns')
        .where({ table_schema: 'public', table_name: name, is_generated: 'NEVER' })
        .pluck('column_name');
    const inserts = await Promise.all(
      TABLES.map(async (name) => {
        const columns = (await columnsOf(name)).join(', ');
        return `insert into ${name} (${columns}) overriding system value
          select ${columns} from backup.${name};`;
      }),
    );
    await emptyTables(
      test.api.db,
      `truncate notification_jobs, notifications cascade; ${inserts.join('')}`,
    );
  }

  const afterRestore = (takenAt: string, ...options: string[]) =>
    ops(test.api.databaseUrl, 'after-restore', `--taken-at=${takenAt}`, ...options);

  async function bulkSend(body: object = {}): Promise<number> {
    const res = await test.api
      .admin()
      .post('/api/v1/admin/notifications/bulk-send')
      .send({
        title: 'Doors open',
        body: 'Good morning!',
        channels: ['in_app', 'messenger'],
        audience: { all: true },
        force: true,
        ...body,
      })
      .expect(201);
    return res.body.id;
  }
  const jobOf = async (id: number) =>
    (await test.api.admin().get(`/api/v1/admin/notifications/jobs/${id}`).expect(200)).body;
  const statsOf = async (id: number) =>
    (await test.api.admin().get(`/api/v1/admin/notifications/jobs/${id}/stats`).expect(200)).body;
  const isCompleted = async (id: number) => (await jobOf(id)).status === 'completed';

  /** Starts a worker, resumes, and waits until a message that is queued now has arrived. */
  async function workOn(): Promise<void> {
    const [last] = await test.reachableUsers(1);
    await test.insertMessages([last]);
    await test.startWorker();
    await ops(test.api.databaseUrl, 'resume');
    await until(() => test.callsTo(last) === 1);
    await until(async () => !(await test.hasMessagesInFlight()));
  }

  it('sends nothing twice of a broadcast that was running at the backup', async () => {
    const users = await test.reachableUsers(120);
    await test.startWorker({ rate: 40 });
    const id = await bulkSend();
    await until(() => test.fake.calls.length >= 30);
    const takenAt = await takeBackup();
    await until(() => isCompleted(id));
    await test.stopWorkers();
    await restore();
    const open = await test.api.db('deliveries').whereIn('status', ['queued', 'sending']);
    expect(open.length).toBeGreaterThan(20);

    const result = await afterRestore(takenAt);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(countsIn(result)).toMatchObject({
      'messages of broadcasts': open.length,
      'messages to single users': 0,
      'broadcasts running': 1,
      'broadcasts scheduled': 0,
      'messages due': 0,
    });
    await workOn();
    expect(users.map((user) => test.callsTo(user))).toEqual(users.map(() => 1));
    expect(await statsOf(id)).toMatchObject({
      sent: users.length - open.length,
      skipped: open.length,
      skipped_by_reason: { restored: open.length },
    });
    expect(await jobOf(id)).toMatchObject({ status: 'completed', failure_reason: null });
  });

  it('adds no recipients to a broadcast whose recipients were not complete', async () => {
    const users = await test.reachableUsers(3);
    const id = await bulkSend();
    await test.api
      .db('notification_jobs')
      .where({ id })
      .update({ status: 'running', started_at: test.api.db.fn.now() });
    const result = await afterRestore(await now(test));

    expect(countsIn(result)).toMatchObject({ 'broadcasts running': 1 });
    await workOn();
    expect(await jobOf(id)).toMatchObject({ status: 'failed', failure_reason: 'restored' });
    expect(users.map((user) => test.callsTo(user))).toEqual([0, 0, 0]);
    expect(await test.api.db('notifications').where({ job_id: id })).toEqual([]);
  });

  it('skips each kind of due work, keeps work that is due later, and counts both', async () => {
    const [ada, grace, wei] = await test.reachableUsers(3);
    await test.insertMessages([ada]);
    await test.insertMessages([grace], { due_at: new Date(Date.now() + 3_600_000) });
    await test.insertMessages([wei], {
      status: 'sending',
      run_id: '00000000-0000-4000-8000-000000000001',
      leased_until: new Date(Date.now() + 20_000),
    });
    const due = await bulkSend();
    const later = await bulkSend();
    const inAnHour = new Date(Date.now() + 3_600_000);
    await test.api.db('notification_jobs').where({ id: later }).update({ scheduled_at: inAnHour });
    const result = await afterRestore(await now(test));

    expect(countsIn(result)).toEqual({
      'messages of broadcasts': 0,
      'messages to single users': 2,
      'messages in chats': 0,
      'broadcasts running': 0,
      'broadcasts scheduled': 1,
      'reminders of quests': 0,
      'deliveries of webhooks': 0,
      'mints, asked about by key': 0,
      'jobs in the queue': 2,
      'messages due': 0,
      'messages due later': 1,
      'broadcasts running now': 0,
      'broadcasts to come': 1,
      'changes to be sent': 0,
      'seconds behind': 0,
      'failing endpoints': 0,
      'endpoints switched off': 0,
    });
    expect(result.stdout).toMatch(/^Sending is paused since /m);
    expect(await jobOf(due)).toMatchObject({ status: 'failed', failure_reason: 'restored' });
    expect(await jobOf(later)).toMatchObject({ status: 'scheduled' });
    const restored = { status: 'skipped', reason: 'restored' };
    expect(await test.deliveryTo(ada)).toMatchObject(restored);
    expect(await test.deliveryTo(grace)).toMatchObject({ status: 'queued' });
    expect(await test.deliveryTo(wei)).toMatchObject(restored);
    await workOn();
    expect([ada, grace, wei].map((user) => test.callsTo(user))).toEqual([0, 0, 0]);
  });

  it('changes nothing when it runs again, at once or after messages of the new time', async () => {
    const [ada, grace] = await test.reachableUsers(2);
    await test.insertMessages([ada]);
    const takenAt = await now(test);
    const both = await Promise.all([afterRestore(takenAt), afterRestore(takenAt)]);
    const firstLines = both.map(({ stdout }) => stdout.slice(0, stdout.indexOf('\n')));
    expect(firstLines.toSorted()).toEqual([
      `Restore of the backup of ${takenAt} handled.`,
      'This restore was handled before. Nothing changed.',
    ]);
    expect(await test.deliveryTo(ada)).toMatchObject({ status: 'skipped', reason: 'restored' });

    await test.insertMessages([grace]);
    await ops(test.api.databaseUrl, 'resume');
    const again = await afterRestore(takenAt);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toMatch(/^This restore was handled before\. Nothing changed\.\n/);
    expect(await test.deliveryTo(grace)).toMatchObject({ status: 'queued' });
    expect(await test.api.db('messenger_gate').pluck('paused_at')).toEqual([null]);
  });

  it('sends due messages with --resend, once the sending resumes', async () => {
    const [ada, grace] = await test.reachableUsers(2);
    await test.insertMessages([ada]);
    const audience = { user_ids: [grace.id] };
    // By the clock of the database, it is more than JOB_MAX_LATENESS late.
    const id = await bulkSend({ audience, channels: ['messenger'] });
    const takenAt = await now(test);
    const result = await afterRestore(takenAt, '--resend');

    expect(countsIn(result)).toMatchObject({
      'messages to single users': 1,
      'broadcasts scheduled': 1,
      'messages due': 1,
    });
    test.api.advance(Date.now() - test.api.now().getTime());
    await test.startWorker();
    expect([ada, grace].map((user) => test.callsTo(user))).toEqual([0, 0]);
    await ops(test.api.databaseUrl, 'resume');
    await until(() => isCompleted(id));
    await until(() => test.callsTo(ada) + test.callsTo(grace) === 2);
    expect(await afterRestore(takenAt)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^At \S+, the due work of this backup was left to be sent; that cannot be changed\n$/,
      ),
    });
  });
});

describe('a mint after a restore', () => {
  let test: PartnerTest;
  beforeAll(async () => {
    test = await PartnerTest.start();
  });
  afterAll(() => test.close());

  const afterRestore = async () =>
    ops(test.api.databaseUrl, 'after-restore', `--taken-at=${await now(test)}`);

  it('is asked about by its key, and its message is not sent again', async () => {
    const [ada] = await people(test.api.db, 1, { messenger_reachable: true });
    await test.verified(ada);
    await test.mint(ada).expect(201);
    await test.api.db.raw('create table backup_mints as select * from partner_mints');
    await test.work();
    await emptyTables(
      test.api.db,
      `truncate notifications cascade; delete from partner_mints;
      insert into partner_mints overriding system value select * from backup_mints`,
    );
    expect(countsIn(await afterRestore())).toMatchObject({ 'mints, asked about by key': 1 });
    await test.work();

    expect((await test.poll(ada).expect(200)).body).toMatchObject({ status: 'minted' });
    expect(test.sandbox.mints).toHaveLength(1);
    expect(await test.api.db('notifications').pluck('type')).toEqual(['partner_minted']);
    expect(await test.api.db('deliveries').select('status')).toEqual([]);
  });

  it('never has the key of one that was requested after the backup', async () => {
    const [ada, grace] = await people(test.api.db, 2);
    for (const user of [ada, grace]) await test.verified(user);
    const { body } = await test.mint(ada).expect(201);
    await test.work();
    await test.api.db('partner_mints').where({ id: body.id }).delete();
    await test.api.db.raw(`alter table partner_mints alter column id restart with ${body.id}`);
    await afterRestore();

    await test.mint(grace).expect(201);
    await test.work();
    const { partner_user_id } = await test.accountOf(grace);
    const own = test.sandbox.mints.filter(({ user_id }) => user_id === partner_user_id);
    expect(own).toHaveLength(1);
  });
});
