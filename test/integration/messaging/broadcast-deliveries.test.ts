import type { User } from '../../../src/domain/people/users.ts';
import { cutConnections, DeliveryTest } from '../../support/deliveries.ts';
import type { Behavior } from '../../support/fake-bot-api.ts';
import { until } from '../../support/until.ts';

let test: DeliveryTest;

beforeAll(async () => {
  test = await DeliveryTest.start();
});
beforeEach(() => test.reset());
afterEach(() => test.stopWorkers());
afterAll(() => test.close());

const bulkSend = async (body: object = {}): Promise<number> => {
  const { body: job } = await test.api
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
  return job.id;
};

const jobPath = (jobId: number) => `/api/v1/admin/notifications/jobs/${jobId}`;

const cancel = (jobId: number) =>
  test.api
    .admin()
    .post(`${jobPath(jobId)}/cancel`)
    .expect(200);

const stats = async (jobId: number) =>
  (
    await test.api
      .admin()
      .get(`${jobPath(jobId)}/stats`)
      .expect(200)
  ).body;

const jobStatus = async (jobId: number): Promise<string> =>
  (await test.api.db('notification_jobs').where({ id: jobId }).first('status'))?.status;

const untilCompleted = (jobId: number) =>
  until(async () => (await jobStatus(jobId)) === 'completed');

/** Waits until the runs have looked for due messages `count` times. */
async function untilClaims(count: number): Promise<void> {
  let claims = 0;
  const listener = ({ sql }: { sql: string }) => {
    if (sql.includes('from messenger_gate for update')) claims += 1;
  };
  test.api.db.on('query', listener);
  await until(() => claims >= count);
  test.api.db.removeListener('query', listener);
}

describe('a broadcast', () => {
  it('ends with statistics that add up for every answer of the messenger', async () => {
    const users = await test.reachableUsers(60);
    const behaviors: Record<string, (nth: number) => Behavior> = {
      slow_down: (nth) => (nth === 1 ? { retry_after: 1 } : 'ok'),
      blocked: () => 'blocked',
      chat_not_found: () => 'chat_not_found',
      hang: (nth) => (nth === 1 ? 'hang' : 'ok'),
      broken: () => 'server_error',
      unstable: (nth) => (nth < 3 ? 'server_error' : 'ok'),
      nonsense: (nth) => (nth === 1 ? 'nonsense' : 'ok'),
    };
    const names = Object.keys(behaviors);
    const nameFor = (user: User) => names[users.indexOf(user) % 10] ?? 'ok';
    for (const user of users) test.answerTo(user, behaviors[nameFor(user)] ?? (() => 'ok'));
    await test.startWorker({ rate: 40 });
    await test.startWorker({ rate: 40 });
    const jobId = await bulkSend();
    await untilCompleted(jobId);

    expect(await stats(jobId)).toMatchObject({
      total: 60,
      queued: 0,
      sent: 42,
      failed: 18,
      skipped: 0,
      failures_by_reason: { blocked: 6, chat_not_found: 6, server_error: 6 },
    });
    const attempts = Object.fromEntries(
      [...names, 'ok'].map((name) => {
        const calls = users
          .filter((user) => nameFor(user) === name)
          .map((user) => test.callsTo(user));
        return [name, [...new Set(calls)]];
      }),
    );
    expect(attempts).toEqual({
      slow_down: [2],
      blocked: [1],
      chat_not_found: [1],
      hang: [2],
      broken: [9],
      unstable: [3],
      nonsense: [2],
      ok: [1],
    });
    expect(test.fake.mostInAnySecond()).toBeLessThanOrEqual(40);
  });

  it('keeps the rate limit with two workers in parallel', async () => {
    await test.reachableUsers(75);
    await test.startWorker({ rate: 25 });
    await test.startWorker({ rate: 25 });
    const jobId = await bulkSend();
    await untilCompleted(jobId);

    expect(test.fake.calls.length).toBe(75);
    expect(test.fake.mostInAnySecond()).toBeLessThanOrEqual(25);
    expect(await stats(jobId)).toMatchObject({ total: 75, sent: 75 });
  });

  it('pauses all workers when the messenger asks for it', async () => {
    const { api, fake } = test;
    const users = await test.reachableUsers(100);
    const [first] = users;
    test.answerTo(first, (nth) => (nth === 1 ? { retry_after: 50 } : 'ok'));
    await test.startWorker();
    await test.startWorker();
    const jobId = await bulkSend();
    await until(async () => {
      const { rows } = await api.db.raw(
        'select paused_until > now() as paused from messenger_gate',
      );
      return rows[0].paused;
    });
    await until(async () => !(await test.hasMessagesInFlight()));
    const { length } = fake.calls;
    await untilClaims(2);

    expect(fake.calls.length).toBe(length);
    await api.db('messenger_gate').update({ paused_until: api.db.fn.now() });
    await api.db('deliveries').where({ reason: 'slow_down' }).update({ due_at: api.db.fn.now() });
    await untilCompleted(jobId);
    expect(await stats(jobId)).toMatchObject({ total: 100, sent: 100, failed: 0 });
  });

  it('lets messages to single users go first', async () => {
    const { fake } = test;
    const users = await test.reachableUsers(200);
    const [ada] = users;
    await test.startWorker({ rate: 20 });
    const jobId = await bulkSend();
    await until(() => fake.calls.length >= 20);
    await test.insertMessages([ada]);
    const { length } = fake.calls;
    const position = () => fake.calls.findIndex(({ text }) => text.includes('There'));
    await until(() => position() >= 0);

    // Claimed before: at most the messages of one second.
    expect(position() - length).toBeLessThanOrEqual(20);
    await cancel(jobId);
  });

  it('sends nothing more after a cancellation', async () => {
    const { fake } = test;
    const users = await test.reachableUsers(200);
    await test.startWorker({ rate: 40 });
    const jobId = await bulkSend();
    await until(() => fake.calls.length >= 60);
    await cancel(jobId);
    await until(async () => !(await test.hasMessagesInFlight()));
    const { length } = fake.calls;

    expect(await test.sendAll()).toEqual({ sent: 0, failed: 0, queued: 0 });
    expect(fake.calls.length).toBe(length);
    const { sent, skipped, queued, skipped_by_reason } = await stats(jobId);
    expect({ all: sent + skipped, queued }).toEqual({ all: users.length, queued: 0 });
    expect(sent).toBe(length);
    expect(skipped_by_reason).toEqual({ cancelled: skipped });
  });

  it('sends nothing twice when the database cuts all connections', async () => {
    const { api, fake } = test;
    const users = await test.reachableUsers(300);
    await test.startWorker({ rate: 100 });
    const jobId = await bulkSend();
    for (const share of [100, 200]) {
      await until(() => fake.calls.length >= share);
      await cutConnections(api.databaseUrl);
    }
    await untilCompleted(jobId);

    expect(await stats(jobId)).toMatchObject({ total: 300, sent: 300 });
    expect(users.map((user) => test.callsTo(user))).toEqual(users.map(() => 1));
  });

  it('starts soon among many, and after one that fails', async () => {
    // Each to another user: a chat gets one message in a second.
    const users = await test.reachableUsers(40);
    await test.api.store.jobs.add('run-notification-job', { job_id: -1 });
    const jobs = await Promise.all(
      users.map(({ id }) => bulkSend({ audience: { user_ids: [id] } })),
    );
    await test.startWorker();

    await until(async () => {
      const states = await Promise.all(jobs.map(jobStatus));
      return states.every((status) => status === 'completed');
    });
  });

  it('starts once at its new time when it is rescheduled', async () => {
    const { api, fake } = test;
    await test.reachableUsers(3);
    await test.startWorker();
    const scheduled_at = new Date(api.now().getTime() + 3_600_000).toISOString();
    const jobId = await bulkSend({ scheduled_at });
    await api
      .admin()
      .put(`${jobPath(jobId)}/reschedule`)
      .send({ scheduled_at: api.now().toISOString() })
      .expect(200);
    await untilCompleted(jobId);

    expect(fake.calls.length).toBe(3);
  });
});
