import { setTimeout as sleep } from 'node:timers/promises';
import { beginTransaction } from '../../support/database.ts';
import { DeliveryTest } from '../../support/deliveries.ts';
import { recordingLog } from '../../support/log.ts';
import { untilWaiting } from '../../support/queries.ts';
import { until } from '../../support/until.ts';

let test: DeliveryTest;

beforeAll(async () => {
  test = await DeliveryTest.start();
});
beforeEach(() => test.reset());
afterEach(() => test.stopWorkers());
afterAll(() => test.close());

describe('a due message', () => {
  it('is sent once, as it is written', async () => {
    const [ada] = await test.reachableUsers(1);
    await test.insertMessages([ada]);
    await test.api.db('notifications').update({ title: 'A <b> & c', body: '1 < 2' });

    expect(await test.sendAll()).toEqual({ sent: 1, failed: 0, queued: 0 });
    expect(await test.sendAll()).toEqual({ sent: 0, failed: 0, queued: 0 });
    expect(test.fake.calls.map(({ chat_id, text }) => [chat_id, text])).toEqual([
      [ada.messenger_id, 'A <b> & c\n\n1 < 2'],
    ]);
    expect(await test.deliveryTo(ada)).toEqual({ status: 'sent', reason: null, attempts: 1 });
  });

  it.each([
    ['disabled', { notifications_enabled: false }],
    ['unreachable', { messenger_reachable: false }],
    ['account_blocked', { is_blocked: true }],
  ])('is skipped as %s when the user changed after it was queued', async (reason, change) => {
    const [ada] = await test.reachableUsers(1);
    await test.insertMessages([ada]);
    await test.api.db('users').where({ id: ada.id }).update(change);

    await test.sendAll();
    expect(test.fake.calls).toEqual([]);
    expect(await test.deliveryTo(ada)).toEqual({ status: 'skipped', reason, attempts: 0 });
  });

  it('is skipped when its topic was muted after it was queued', async () => {
    const [ada] = await test.reachableUsers(1);
    await test.insertMessages([ada]);
    await test.api
      .as(ada)
      .put('/api/v1/notifications/preferences')
      .send({ topics: { messages: false } })
      .expect(200);

    await test.sendAll();
    expect(await test.deliveryTo(ada)).toMatchObject({ status: 'skipped', reason: 'muted' });
  });

  it('is deleted with an erased user', async () => {
    const [ada] = await test.reachableUsers(1);
    await test.insertMessages([ada]);
    await test.api.as(ada).delete('/api/v1/users/me').expect(200);

    await test.sendAll();
    expect(test.fake.calls).toEqual([]);
    expect(await test.deliveryTo(ada)).toBeUndefined();
  });

  it('waits for the end of quiet hours, unless it is a test message', async () => {
    const { db } = test.api;
    const [ada, grace] = await test.reachableUsers(2);
    for (const { id } of [ada, grace]) {
      // Quiet hours around the current time of the database.
      await db.raw(
        `insert into notification_settings (user_id, quiet_start, quiet_end, quiet_timezone)
         select ?, at - interval '1 hour', at + interval '2 hours', 'Asia/Kolkata'
           from (select (now() at time zone 'Asia/Kolkata')::time as at) as there`,
        [id],
      );
    }
    const { rows: expected } = await db.raw(`select now() + interval '2 hours' as quiet_until`);
    await test.insertMessages([ada]);
    await test.insertMessages([grace], { is_test: true });

    await test.sendAll();
    expect(test.callsTo(ada)).toBe(0);
    expect(test.callsTo(grace)).toBe(1);
    const { rows } = await db.raw(
      `select status, reason,
              due_at between :until::timestamptz - interval '1 minute' and :until as waits
         from deliveries where user_id = :id`,
      { id: ada.id, until: expected[0].quiet_until },
    );
    expect(rows).toEqual([{ status: 'queued', reason: 'quiet_hours', waits: true }]);

    await db('notification_settings').delete();
    await db('deliveries').where({ user_id: ada.id }).update({ due_at: db.fn.now() });
    expect(await test.sendAll()).toMatchObject({ sent: 1 });
  });

  it('does not wait for a large job that is being cancelled', async () => {
    const { api } = test;
    const [ada, ...others] = await test.reachableUsers(60);
    const { body: job } = await api
      .admin()
      .post('/api/v1/admin/notifications/bulk-send')
      .send({
        title: 'Doors open',
        body: 'Good morning!',
        channels: ['messenger'],
        audience: { user_ids: others.map(({ id }) => id) },
      })
      .expect(201);
    await api.services.broadcastFanout.run(job.id, new AbortController().signal);
    await using tx = await beginTransaction(api.db);
    await tx('deliveries')
      .where({ job_id: job.id })
      .update({ status: 'skipped', reason: 'cancelled' });
    await test.insertMessages([ada]);
    const stopping = new AbortController();
    const run = test.createSender().run(stopping.signal);
    try {
      await until(() => test.callsTo(ada) === 1);
    } finally {
      stopping.abort();
      await tx.commit();
    }

    expect(await run).toEqual({ sent: 1, failed: 0, queued: 0 });
  });
});

describe('a failed attempt', () => {
  it.each([
    ['blocked', 'blocked', false],
    ['chat_not_found', 'chat_not_found', false],
    ['bad_request', 'rejected', true],
  ] as const)('is not retried after %s', async (behavior, reason, isReachable) => {
    const [ada] = await test.reachableUsers(1);
    test.answerTo(ada, () => behavior);
    await test.insertMessages([ada]);

    expect(await test.sendAll()).toEqual({ sent: 0, failed: 1, queued: 0 });
    expect(await test.sendAll()).toEqual({ sent: 0, failed: 0, queued: 0 });
    expect(test.callsTo(ada)).toBe(1);
    expect(await test.deliveryTo(ada)).toEqual({ status: 'failed', reason, attempts: 1 });
    expect(await test.api.db('users').where({ id: ada.id }).first('messenger_reachable')).toEqual({
      messenger_reachable: isReachable,
    });
  });

  it('is retried until the message is sent, or has failed nine times', async () => {
    // In one run: two attempts for a message are at least a second apart. All nine of a message are
    // counted in broadcast-deliveries.test.ts.
    const failures = ['server_error', 'nonsense', 'cut', 'empty'] as const;
    const [broken, ...others] = await test.reachableUsers(1 + failures.length);
    test.answerTo(broken, () => 'server_error');
    for (const [n, failure] of failures.entries()) {
      const user = others[n];
      if (user) test.answerTo(user, (nth) => (nth < 4 ? failure : 'ok'));
    }
    await test.insertMessages([broken], { attempts: 5 });
    await test.insertMessages(others);

    expect(await test.sendAll()).toEqual({ sent: 4, failed: 1, queued: 4 * 3 + 3 });
    expect(others.map((user) => test.callsTo(user))).toEqual([4, 4, 4, 4]);
    for (const user of others) {
      expect(await test.deliveryTo(user)).toEqual({ status: 'sent', reason: null, attempts: 4 });
    }
    expect(test.callsTo(broken)).toBe(4);
    expect(await test.deliveryTo(broken)).toEqual({
      status: 'failed',
      reason: 'server_error',
      attempts: 9,
    });
  });
});

describe('a message in flight', () => {
  it('is taken over when the lease of its dead worker expires, not before', async () => {
    const { db } = test.api;
    const [ada, grace] = await test.reachableUsers(2);
    const lease = (seconds: number) => ({
      status: 'sending',
      run_id: '00000000-0000-4000-8000-000000000000',
      attempts: 1,
      leased_until: db.raw(`now() + ? * interval '1 second'`, [seconds]),
    });
    await test.insertMessages([ada], lease(-1));
    await test.insertMessages([grace], lease(50));

    const run = test.sendAll();
    await until(() => test.callsTo(ada) === 1);
    expect(test.callsTo(grace)).toBe(0);
    await db('deliveries').where({ user_id: grace.id }).update({ leased_until: db.fn.now() });
    expect(await run).toEqual({ sent: 2, failed: 0, queued: 0 });
    expect(test.callsTo(grace)).toBe(1);
  });

  it('is recorded while another transaction locks its user', async () => {
    const { db } = test.api;
    const [ada, grace] = await test.reachableUsers(2);
    test.answerTo(ada, () => 'blocked');
    await test.insertMessages([ada, grace]);
    await using tx = await beginTransaction(db);
    await tx('users').where({ id: ada.id }).forUpdate().first('id');
    const run = test.sendAll();
    try {
      await until(async () => (await test.deliveryTo(ada))?.status === 'failed');
      await until(async () => (await test.deliveryTo(grace))?.status === 'sent');
      await untilWaiting(db);
    } finally {
      await tx.commit();
    }

    expect(await run).toEqual({ sent: 1, failed: 1, queued: 0 });
    expect(await db('users').where({ id: ada.id }).first('messenger_reachable')).toEqual({
      messenger_reachable: false,
    });
  });

  it('is recorded before its worker has stopped, even if the answer is late', async () => {
    const { api } = test;
    const [ada] = await test.reachableUsers(1);
    const { promise: late, resolve: answer } = Promise.withResolvers<void>();
    test.answerTo(ada, () => ({ until: late, answer: 'ok' }));
    await test.insertMessages([ada]);
    const worker = await test.startWorker();
    await api.store.jobs.add('send-messages', null);
    await until(() => test.callsTo(ada) === 1);
    const stopped = worker.stop(1);
    // The queue has given up waiting for the run.
    await until(async () => {
      const connections = api.db('pg_stat_activity').where({ application_name: 'hallway worker' });
      return (await connections.whereRaw('datname = current_database()')).length === 0;
    });
    expect(await test.deliveryTo(ada)).toMatchObject({ status: 'sending' });
    answer();
    await stopped;

    expect(await test.deliveryTo(ada)).toMatchObject({ status: 'sent' });
  });

  it('keeps the state that another run recorded after taking it over', async () => {
    const [ada] = await test.reachableUsers(1);
    const { promise: takenOver, resolve: takeOver } = Promise.withResolvers<void>();
    test.answerTo(ada, () => ({ until: takenOver, answer: 'server_error' }));
    await test.insertMessages([ada]);
    const run = test.sendAll();
    await until(() => test.callsTo(ada) === 1);
    await test.api.db('deliveries').update({ status: 'sent', run_id: null, leased_until: null });
    takeOver();

    expect(await run).toEqual({ sent: 0, failed: 0, queued: 1 });
    expect(await test.deliveryTo(ada)).toEqual({ status: 'sent', reason: null, attempts: 1 });
  });
});

describe('an unreachable user', () => {
  it('becomes reachable by launch data that was signed after the refusal', async () => {
    const { api } = test;
    const launch = { id: 77_001, first_name: 'Ada', allows_write_to_pm: true };
    await api.fromMessenger(launch).post('/api/v1/messenger/upsert').expect(201);
    const ada = await api.db('users').where({ messenger_id: launch.id }).first();
    test.answerTo(ada, () => 'blocked');
    await test.insertMessages([ada]);
    await test.sendAll();
    const isReachable = async () =>
      (await api.db('users').where({ id: ada.id }).first('messenger_reachable'))
        ?.messenger_reachable;
    // The refusal has the time of the database, the signature that of the test.
    await api.db('users').where({ id: ada.id }).update({ messenger_refused_at: api.now() });

    // An app that was left open sends launch data from before the refusal.
    await api.fromMessenger(launch).get('/api/v1/users/me').expect(200);
    expect(await isReachable()).toBe(false);

    api.advance(60_000);
    await api.fromMessenger(launch).get('/api/v1/users/me').expect(200);
    expect(await isReachable()).toBe(true);
  });
});

describe('the end of a pause that the messenger asked for', () => {
  it('lets messages go at the rate, not all of a second at once', async () => {
    const users = await test.reachableUsers(8);
    await test.insertMessages(users);
    const { rows } = await test.api.db.raw(
      `update messenger_gate set paused_until = clock_timestamp()
       returning (extract(epoch from paused_until) * 1000)::float8 as ended`,
    );
    const stopping = new AbortController();
    const run = test.createSender({ rate: 10 }).run(stopping.signal);
    await until(() => test.fake.calls.length === users.length);
    stopping.abort();
    await run;

    const times = test.fake.calls.map(({ at }) => at - rows[0].ended).toSorted((a, b) => a - b);
    expect(times).toHaveLength(users.length);
    // A slow machine is later only; the timestamps are those of one clock, to the millisecond.
    for (const [index, ms] of times.entries()) expect(ms).toBeGreaterThan((index + 1) * 100 - 5);
  });
});

describe('a refused bot token', () => {
  it('pauses sending for a minute and counts no attempt', async () => {
    const { db } = test.api;
    const users = await test.reachableUsers(3);
    for (const user of users) test.answerTo(user, (nth) => (nth === 1 ? 'unauthorized' : 'ok'));
    await test.insertMessages(users);
    const { rows: started } = await db.raw('select now() as at');
    const stopping = new AbortController();
    const run = test.createSender().run(stopping.signal);
    await until(
      async () => (await db('deliveries').where({ reason: 'misconfigured' })).length === 3,
    );
    stopping.abort();

    expect(await run).toEqual({ sent: 0, failed: 0, queued: 3 });
    const { rows } = await db.raw(
      `select paused_until between :at::timestamptz + interval '1 minute'
                               and now() + interval '1 minute' as waits
         from messenger_gate`,
      started[0],
    );
    expect(rows).toEqual([{ waits: true }]);
    expect(await db('deliveries').pluck('attempts')).toEqual([0, 0, 0]);
  });

  it('is logged once at level 50, then the messages that are due, at most once a minute', async () => {
    const { log, lines } = recordingLog();
    const [refused, waiting] = [await test.reachableUsers(3), await test.reachableUsers(4)];
    for (const user of refused) test.answerTo(user, () => 'unauthorized');
    await test.insertMessages(refused);
    const first = new AbortController();
    const run = test.createSender({ log }).run(first.signal);
    await until(() => lines.length > 0);
    first.abort();
    await run;
    expect(lines).toMatchObject([{ level: 50, pause_ms: 60_000 }]);

    await test.insertMessages(waiting);
    await test.insertMessages(waiting, { due_at: new Date(Date.now() + 3_600_000) });
    const second = new AbortController();
    const paused = test.createSender({ log }).run(second.signal);
    await until(() => lines.length > 1);
    // It looks at the pause again each second.
    await sleep(2_500);
    second.abort();
    await paused;
    expect(lines.slice(1)).toEqual([
      expect.objectContaining({
        level: 40,
        due: 4,
        pause_ms: expect.any(Number),
        msg: 'deliveries: sending paused, 4 due messages wait',
      }),
    ]);
  });

  it('by an operator is logged with the messages that are due, and has no end', async () => {
    const { log, lines } = recordingLog();
    await test.insertMessages(await test.reachableUsers(2));
    await test.api.db('messenger_gate').update({ paused_at: test.api.db.fn.now() });

    await test.createSender({ log }).run(new AbortController().signal);

    expect(lines).toEqual([
      expect.objectContaining({
        level: 40,
        due: 2,
        msg: 'deliveries: sending paused by an operator, 2 due messages wait',
      }),
    ]);
    expect(lines[0]).not.toHaveProperty('pause_ms');
    expect(test.fake.calls).toEqual([]);
    await test.api.db('messenger_gate').update({ paused_at: null });
  });
});
