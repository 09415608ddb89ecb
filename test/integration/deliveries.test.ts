import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { createDeliveries } from '../../src/app/messaging.ts';
import type { User } from '../../src/domain/people/users.ts';
import { openTransport } from '../../src/integrations/messenger/open-transport.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { people } from '../support/factories.ts';
import { type Behaviour, FakeBotApi } from '../support/fake-bot-api.ts';
import { untilWaiting } from '../support/queries.ts';
import { until } from '../support/until.ts';

const log = pino({ level: 'silent' });

let api: TestApi;
let fake: FakeBotApi;
let behaviours: Map<number, (nth: number) => Behaviour>;
const workers: Worker[] = [];

beforeAll(async () => {
  fake = await FakeBotApi.start({
    latencyMs: 5,
    answerTo: ({ chat_id }, nth) => behaviours.get(chat_id)?.(nth) ?? 'ok',
  });
  api = await startApi();
});
beforeEach(async () => {
  behaviours = new Map();
  fake.calls.length = 0;
  await api.db.raw(`truncate users, notification_jobs cascade;
    update messenger_gate set paused_until = 'epoch'`);
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop(5_000);
});
afterAll(async () => {
  await api.close();
  await fake.close();
});

/** What sends the messages, as one process of its own would. */
async function sending(env: NodeJS.ProcessEnv = {}) {
  const config = api.configWith({
    MESSENGER_TRANSPORT: 'bot',
    MESSENGER_API_ROOT: fake.url,
    MESSENGER_RATE: '1000',
    MESSENGER_RETRY_DELAY_MS: '1',
    ...env,
  });
  const transport = await openTransport(config.messenger, log);
  return createDeliveries({ store: api.store, config, log, transport });
}

/** Works through the queue until the end of the test. */
async function aWorker(env: NodeJS.ProcessEnv = {}): Promise<void> {
  const deliveries = await sending(env);
  const { broadcastFanout } = api.services;
  workers.push(
    await startWorker(api.databaseUrl, {
      store: api.store,
      deliveries,
      broadcastFanout,
      log,
    }),
  );
}

/** Sends what is due, in a run that ends by itself. */
const sendAll = async (env: NodeJS.ProcessEnv = {}) =>
  (await sending(env)).run(new AbortController().signal);

/** So many people whom the messenger lets us write to; ask for as many as you name. */
const reachable = (count: number) => people(api.db, count, { messenger_reachable: true });

/** Messages that wait to be sent, to one person each. */
async function messagesTo(users: readonly User[], given: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (const user of users) {
    const [{ id }] = await api
      .db('notifications')
      .insert({ user_id: user.id, type: 'message', title: 'Hello', body: 'There', in_app: false })
      .returning('id');
    await api.db('deliveries').insert({ notification_id: id, user_id: user.id, ...given });
    ids.push(id);
  }
  return ids;
}

const bulkSend = async (body: object = {}) => {
  const { body: job } = await api
    .admin()
    .post('/api/v1/admin/notifications/bulk-send')
    .send({
      title: 'Doors open',
      body: 'Good morning, {{first_name}}!',
      channels: ['messenger'],
      audience: { all: true },
      force: true,
      ...body,
    })
    .expect(201);
  return job.id as number;
};

const stats = async (jobId: number) =>
  (await api.admin().get(`/api/v1/admin/notifications/jobs/${jobId}/stats`).expect(200)).body;

const jobStatus = async (jobId: number): Promise<string> =>
  (await api.db('notification_jobs').where({ id: jobId }).first('status'))?.status;

const deliveryTo = ({ id }: User) =>
  api.db('deliveries').where({ user_id: id }).first('status', 'reason', 'attempts');

const callsTo = ({ messenger_id }: User) =>
  fake.calls.filter(({ chat_id }) => chat_id === messenger_id).length;

/** All of them: of requests, of the worker and of its queue. */
async function cutConnections(): Promise<void> {
  const client = new pg.Client(api.databaseUrl);
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
}

describe('a message', () => {
  it('is sent once, as text that cannot be taken for markup', async () => {
    const [ada] = await reachable(1);
    await messagesTo([ada]);
    await api.db('notifications').update({ title: 'A <b> & c', body: '1 < 2' });

    expect(await sendAll()).toEqual({ sent: 1, failed: 0, queued: 0 });
    expect(await sendAll()).toEqual({ sent: 0, failed: 0, queued: 0 });
    expect(fake.calls.map(({ chat_id, text }) => [chat_id, text])).toEqual([
      [ada.messenger_id, '<b>A &lt;b&gt; &amp; c</b>\n\n1 &lt; 2'],
    ]);
    expect(await deliveryTo(ada)).toEqual({ status: 'sent', reason: null, attempts: 1 });
  });

  it.each([
    ['blocked', 'blocked', false],
    ['chat_not_found', 'chat_not_found', false],
    ['bad_request', 'rejected', true],
  ] as const)('that meets %s is not tried again', async (behaviour, reason, isReachable) => {
    const [ada] = await reachable(1);
    behaviours.set(Number(ada.messenger_id), () => behaviour);
    await messagesTo([ada]);

    expect(await sendAll()).toEqual({ sent: 0, failed: 1, queued: 0 });
    expect(await sendAll()).toEqual({ sent: 0, failed: 0, queued: 0 });
    expect(callsTo(ada)).toBe(1);
    expect(await deliveryTo(ada)).toEqual({ status: 'failed', reason, attempts: 1 });
    expect(await api.db('users').where({ id: ada.id }).first('messenger_reachable')).toEqual({
      messenger_reachable: isReachable,
    });
  });

  it.each(['server_error', 'nonsense', 'cut', 'empty'] as const)(
    'that meets %s is tried again until it goes through',
    async (behaviour) => {
      const [ada] = await reachable(1);
      behaviours.set(Number(ada.messenger_id), (nth) => (nth < 4 ? behaviour : 'ok'));
      await messagesTo([ada]);

      expect(await sendAll()).toEqual({ sent: 1, failed: 0, queued: 3 });
      expect(callsTo(ada)).toBe(4);
      expect(await deliveryTo(ada)).toEqual({ status: 'sent', reason: null, attempts: 4 });
    },
  );

  it('that always fails is given up after nine attempts', async () => {
    const [ada] = await reachable(1);
    behaviours.set(Number(ada.messenger_id), () => 'server_error');
    await messagesTo([ada]);

    expect(await sendAll()).toEqual({ sent: 0, failed: 1, queued: 8 });
    expect(callsTo(ada)).toBe(9);
    expect(await deliveryTo(ada)).toEqual({
      status: 'failed',
      reason: 'server_error',
      attempts: 9,
    });
  });

  it.each([
    ['disabled', { notifications_enabled: false }],
    ['unreachable', { messenger_reachable: false }],
    ['account_blocked', { is_blocked: true }],
  ])('is skipped as %s where things changed since it was written', async (reason, change) => {
    const [ada] = await reachable(1);
    await messagesTo([ada]);
    await api.db('users').where({ id: ada.id }).update(change);

    await sendAll();
    expect(fake.calls).toEqual([]);
    expect(await deliveryTo(ada)).toEqual({ status: 'skipped', reason, attempts: 0 });
  });

  it('is skipped where its topic was muted since', async () => {
    const [ada] = await reachable(1);
    await messagesTo([ada]);
    await api
      .as(ada)
      .put('/api/v1/notifications/preferences')
      .send({ topics: { messages: false } })
      .expect(200);

    await sendAll();
    expect(await deliveryTo(ada)).toMatchObject({ status: 'skipped', reason: 'muted' });
  });

  it('goes with the person who is erased', async () => {
    const [ada] = await reachable(1);
    await messagesTo([ada]);
    await api.as(ada).delete('/api/v1/users/me').expect(200);

    await sendAll();
    expect(fake.calls).toEqual([]);
    expect(await deliveryTo(ada)).toBeUndefined();
  });

  it('waits for the end of quiet hours; one that an administrator tries does not', async () => {
    const [ada, grace] = await reachable(2);
    for (const { id } of [ada, grace]) {
      // Quiet now, wherever the clock of the database stands.
      await api.db.raw(
        `insert into notification_settings (user_id, quiet_start, quiet_end, quiet_timezone)
         select ?, at - interval '1 hour', at + interval '2 hours', 'Asia/Kolkata'
           from (select (now() at time zone 'Asia/Kolkata')::time as at) as there`,
        [id],
      );
    }
    await messagesTo([ada]);
    await messagesTo([grace], { is_test: true });

    await sendAll();
    expect(callsTo(ada)).toBe(0);
    expect(callsTo(grace)).toBe(1);
    const { rows } = await api.db.raw(
      `select status, reason, due_at - now() between interval '119 minutes' and interval '2 hours' as waits
         from deliveries where user_id = ?`,
      [ada.id],
    );
    expect(rows).toEqual([{ status: 'queued', reason: 'quiet_hours', waits: true }]);

    await api.db('notification_settings').delete();
    await api.db('deliveries').where({ user_id: ada.id }).update({ due_at: api.db.fn.now() });
    expect(await sendAll()).toMatchObject({ sent: 1 });
  });

  it('whose worker died is taken over when its lease has passed, not before', async () => {
    const [ada, grace] = await reachable(2);
    const run_id = '00000000-0000-4000-8000-000000000000';
    const lease = (seconds: number) => ({
      status: 'sending',
      run_id,
      attempts: 1,
      leased_until: api.db.raw(`now() + ? * interval '1 second'`, [seconds]),
    });
    await messagesTo([ada], lease(-1));
    await messagesTo([grace], lease(2));

    const run = sendAll();
    await until(() => callsTo(ada) === 1);
    expect(callsTo(grace)).toBe(0);
    expect(await run).toEqual({ sent: 2, failed: 0, queued: 0 });
    expect(callsTo(grace)).toBe(1);
  });

  it('is written down, whoever holds the person that was refused', async () => {
    const [ada, grace] = await reachable(2);
    behaviours.set(Number(ada.messenger_id), () => 'blocked');
    await messagesTo([ada, grace]);
    const tx = await api.db.transaction();
    await tx('users').where({ id: ada.id }).forUpdate().first('id');
    const run = sendAll();
    try {
      await until(async () => (await deliveryTo(ada))?.status === 'failed');
      await until(async () => (await deliveryTo(grace))?.status === 'sent');
      await untilWaiting(api.db);
    } finally {
      await tx.commit();
    }

    expect(await run).toEqual({ sent: 1, failed: 1, queued: 0 });
    expect(await api.db('users').where({ id: ada.id }).first('messenger_reachable')).toEqual({
      messenger_reachable: false,
    });
  });

  it('does not wait for a job of many that is being cancelled', async () => {
    const [ada, ...others] = await reachable(60);
    const jobId = await bulkSend({ audience: { user_ids: others.map(({ id }) => id) } });
    await api.services.broadcastFanout.run(jobId, new AbortController().signal);
    const tx = await api.db.transaction();
    await tx('deliveries')
      .where({ job_id: jobId })
      .update({ status: 'skipped', reason: 'cancelled' });
    await messagesTo([ada]);
    const stopping = new AbortController();
    const run = (await sending()).run(stopping.signal);
    try {
      await until(() => callsTo(ada) === 1);
    } finally {
      stopping.abort();
      await tx.commit();
    }

    expect(await run).toEqual({ sent: 1, failed: 0, queued: 0 });
  });

  it('that the messenger takes late is written down before a worker has stopped', async () => {
    await using slow = await FakeBotApi.start({ latencyMs: 2_500 });
    const [ada] = await reachable(1);
    await messagesTo([ada]);
    await aWorker({ MESSENGER_API_ROOT: slow.url });
    await api.store.jobs.add('send-messages', null);
    await until(() => slow.calls.length === 1);
    for (const worker of workers.splice(0)) await worker.stop(1_000);

    expect(await deliveryTo(ada)).toMatchObject({ status: 'sent' });
  });

  it('is no longer ours to judge once somebody else has taken it over', async () => {
    const [ada] = await reachable(1);
    behaviours.set(Number(ada.messenger_id), () => 'hang');
    await messagesTo([ada]);
    const run = sendAll();
    await until(() => callsTo(ada) === 1);
    await api.db('deliveries').update({
      status: 'sent',
      run_id: null,
      leased_until: null,
    });

    expect(await run).toEqual({ sent: 0, failed: 0, queued: 1 });
    expect(await deliveryTo(ada)).toEqual({ status: 'sent', reason: null, attempts: 1 });
  });
});

describe('a person who was refused', () => {
  it('is written to again after they say that they want to be', async () => {
    const launch = { id: 77_001, first_name: 'Ada', allows_write_to_pm: true };
    await api.fromMessenger(launch).post('/api/v1/messenger/upsert').expect(201);
    const [ada] = await api.db('users').where({ messenger_id: launch.id });
    behaviours.set(launch.id, () => 'blocked');
    await messagesTo([ada]);
    await sendAll();
    const isReachable = async () =>
      (await api.db('users').where({ id: ada.id }).first('messenger_reachable'))
        ?.messenger_reachable;
    // Refused by the clock of the database, signed by the clock of the test.
    await api.db('users').where({ id: ada.id }).update({ messenger_refused_at: api.now() });

    // The app was left open: what it sends was signed before.
    await api.fromMessenger(launch).get('/api/v1/users/me').expect(200);
    expect(await isReachable()).toBe(false);

    api.advance(60_000);
    await api.fromMessenger(launch).get('/api/v1/users/me').expect(200);
    expect(await isReachable()).toBe(true);
  });
});

describe('a job', () => {
  it('through a messenger in a bad mood ends with statistics that add up', async () => {
    const users = await reachable(60);
    const moods: Record<string, (nth: number) => Behaviour> = {
      slow: (nth) => (nth === 1 ? { retry_after: 1 } : 'ok'),
      blocked: () => 'blocked',
      gone: () => 'chat_not_found',
      hangs: (nth) => (nth === 1 ? 'hang' : 'ok'),
      broken: () => 'server_error',
      shaky: (nth) => (nth < 3 ? 'server_error' : 'ok'),
      nonsense: (nth) => (nth === 1 ? 'nonsense' : 'ok'),
    };
    const names = Object.keys(moods);
    const moodOf = (user: User) => names[users.indexOf(user) % 10] ?? 'well';
    for (const user of users) {
      behaviours.set(Number(user.messenger_id), moods[moodOf(user)] ?? (() => 'ok'));
    }
    await aWorker({ MESSENGER_RATE: '40' });
    await aWorker({ MESSENGER_RATE: '40' });
    const jobId = await bulkSend();
    await until(async () => (await jobStatus(jobId)) === 'completed');

    expect(await stats(jobId)).toMatchObject({
      total: 60,
      queued: 0,
      sent: 42,
      failed: 18,
      skipped: 0,
      failures_by_reason: { blocked: 6, chat_not_found: 6, server_error: 6 },
    });
    const asked = Object.fromEntries(
      [...names, 'well'].map((mood) => {
        const calls = users.filter((user) => moodOf(user) === mood).map(callsTo);
        return [mood, [...new Set(calls)]];
      }),
    );
    expect(asked).toEqual({
      slow: [2],
      blocked: [1],
      gone: [1],
      hangs: [2],
      broken: [9],
      shaky: [3],
      nonsense: [2],
      well: [1],
    });
    expect(fake.mostInAnySecond()).toBeLessThanOrEqual(40);
  });

  it('keeps the rate with two workers at once', async () => {
    await reachable(75);
    await aWorker({ MESSENGER_RATE: '25' });
    await aWorker({ MESSENGER_RATE: '25' });
    const jobId = await bulkSend();
    await until(async () => (await jobStatus(jobId)) === 'completed');

    expect(fake.calls.length).toBe(75);
    expect(fake.mostInAnySecond()).toBeLessThanOrEqual(25);
    expect(await stats(jobId)).toMatchObject({ total: 75, sent: 75 });
  });

  it('waits for everybody when the messenger asks for a pause', async () => {
    const users = await reachable(100);
    const [first] = users;
    behaviours.set(Number(first.messenger_id), (nth) => (nth === 1 ? { retry_after: 2 } : 'ok'));
    await aWorker();
    await aWorker();
    const jobId = await bulkSend();
    await until(async () => (await jobStatus(jobId)) === 'completed');

    const refused = fake.calls.find(({ behaviour }) => typeof behaviour === 'object');
    // What was on its way already is answered; half a second is plenty for that here.
    const meanwhile = fake.calls.filter(
      ({ at }) => at > Number(refused?.at) + 500 && at < Number(refused?.at) + 2_000,
    );
    expect(meanwhile).toEqual([]);
    expect(await stats(jobId)).toMatchObject({ total: 100, sent: 100, failed: 0 });
  });

  it('lets a message to one person go first', async () => {
    const users = await reachable(200);
    const [ada] = users;
    await aWorker({ MESSENGER_RATE: '20' });
    const jobId = await bulkSend();
    await until(() => fake.calls.length >= 20);
    const before = fake.calls.length;
    await messagesTo([ada]);
    await until(() => fake.calls.some(({ text }) => text.includes('There')));

    expect(fake.calls.length - before).toBeLessThan(60);
    await api.admin().post(`/api/v1/admin/notifications/jobs/${jobId}/cancel`).expect(200);
  });

  it('that is cancelled stops, and what was not sent stays unsent', async () => {
    const users = await reachable(200);
    await aWorker({ MESSENGER_RATE: '40' });
    const jobId = await bulkSend();
    await until(() => fake.calls.length >= 60);
    await api.admin().post(`/api/v1/admin/notifications/jobs/${jobId}/cancel`).expect(200);
    const cancelledAt = Date.now();
    await sleep(2_500);

    const late = fake.calls.filter(({ at }) => at > cancelledAt + 2_000);
    expect(late).toEqual([]);
    const { sent, skipped, queued, skipped_by_reason } = await stats(jobId);
    expect({ all: sent + skipped, queued }).toEqual({ all: users.length, queued: 0 });
    expect(sent).toBe(fake.calls.length);
    expect(skipped_by_reason).toEqual({ cancelled: skipped });
  });

  it('sends nothing twice when the database cuts all connections', async () => {
    const users = await reachable(300);
    await aWorker({ MESSENGER_RATE: '100' });
    const jobId = await bulkSend();
    for (const share of [100, 200]) {
      await until(() => fake.calls.length >= share);
      await cutConnections();
    }
    await until(async () => (await jobStatus(jobId)) === 'completed');

    expect(await stats(jobId)).toMatchObject({ total: 300, sent: 300 });
    expect(users.map(callsTo)).toEqual(users.map(() => 1));
  });

  it('does not wait for its turn among many, nor for one that fails', async () => {
    await reachable(1);
    await api.store.jobs.add('run-notification-job', { job_id: -1 });
    const jobs = await Promise.all(Array.from({ length: 40 }, () => bulkSend()));
    await aWorker();

    await until(async () => {
      const states = await Promise.all(jobs.map(jobStatus));
      return states.every((status) => status === 'completed');
    });
  });

  it('that is moved starts at its new time, once', async () => {
    await reachable(3);
    await aWorker();
    const scheduled_at = new Date(api.now().getTime() + 3_600_000).toISOString();
    const jobId = await bulkSend({ scheduled_at });
    await api
      .admin()
      .put(`/api/v1/admin/notifications/jobs/${jobId}/reschedule`)
      .send({ scheduled_at: api.now().toISOString() })
      .expect(200);
    await until(async () => (await jobStatus(jobId)) === 'completed');

    expect(fake.calls.length).toBe(3);
  });
});

describe('a bot that the messenger does not know', () => {
  it('costs no message its attempts: everybody waits for a minute', async () => {
    const users = await reachable(3);
    for (const { messenger_id } of users) {
      behaviours.set(Number(messenger_id), (nth) => (nth === 1 ? 'unauthorized' : 'ok'));
    }
    await messagesTo(users);
    const stopping = new AbortController();
    const run = (await sending()).run(stopping.signal);
    await until(
      async () => (await api.db('deliveries').where({ reason: 'misconfigured' })).length === 3,
    );
    stopping.abort();

    expect(await run).toEqual({ sent: 0, failed: 0, queued: 3 });
    const { rows } = await api.db.raw(
      `select paused_until - now() between interval '50 seconds' and interval '1 minute' as waits
         from messenger_gate`,
    );
    expect(rows).toEqual([{ waits: true }]);
    expect(await api.db('deliveries').pluck('attempts')).toEqual([0, 0, 0]);
  });
});
