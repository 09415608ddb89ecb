import { UNLIMITED } from '../../../src/domain/administration/administrators.ts';
import type { Broadcast } from '../../../src/domain/messaging/broadcasts.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { runBroadcast } from '../../../src/jobs/messaging.jobs.ts';
import type { Store } from '../../../src/repositories/store.ts';
import { BroadcastFanoutService } from '../../../src/services/messaging/broadcast-fanout.service.ts';
import { PinsService } from '../../../src/services/messaging/pins.service.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import { aUser, people } from '../../support/factories.ts';
import { payloadsDuring } from '../../support/notify-channel.ts';
import { untilWaiting } from '../../support/queries.ts';

const HOUR_MS = 60 * 60 * 1_000;
const BATCH_SIZE = 10_000;

let api: TestApi;
let other: TestApi;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
beforeEach(async () => {
  await deleteRows(api.db, 'users', 'notification_jobs');
  await api.db('pgboss.job').delete();
});
afterAll(async () => {
  await other.close();
  await api.close();
});

const inMs = (ms: number) => new Date(api.now().getTime() + ms).toISOString();

async function aJob(given: object = {}): Promise<Broadcast> {
  const { body } = await api
    .admin()
    .post('/api/v1/admin/notifications/bulk-send')
    .send({
      title: 'Doors',
      body: 'Hello {{first_name}}',
      audience: { all: true },
      force: true,
      ...given,
    })
    .expect(201);
  return body;
}

const run = (id: number, { by = api, signal = new AbortController().signal } = {}) =>
  by.services.broadcastFanout.run(id, signal);
const find = (id: number) => api.db('notification_jobs').where({ id }).first();
const stats = async (id: number) =>
  (await api.admin().get(`/api/v1/admin/notifications/jobs/${id}/stats`).expect(200)).body;
const recipients = (): Promise<number[]> =>
  api.db('notifications').orderBy('user_id').pluck('user_id');
const userIds = (): Promise<number[]> => api.db('users').orderBy('id').pluck('id');

/** Inserts reachable users for this number of batches; the last batch has one user. */
const insertBatches = (batches: number) =>
  people(api.db, (batches - 1) * BATCH_SIZE + 1, { messenger_reachable: true });

/** Calls back when the first batch is being inserted. */
function onFirstBatch(callback: () => void): void {
  const listener = ({ sql }: { sql: string }) => {
    if (!sql.includes('insert into notifications')) return;
    api.db.removeListener('query', listener);
    callback();
  };
  api.db.on('query', listener);
}

/** Otherwise PostgreSQL decides whether the second batch or a waiting cancellation gets the lock. */
function fanoutPausedAfterFirstBatch(pause: Promise<void>): BroadcastFanoutService {
  let transactions = 0;
  const store: Store = {
    ...api.store,
    async transaction(work) {
      transactions += 1;
      // The first transaction starts the job, the second inserts the first batch.
      if (transactions === 3) await pause;
      return api.store.transaction(work);
    },
  };
  return new BroadcastFanoutService({
    store,
    pins: new PinsService(api),
    maxLatenessMs: HOUR_MS,
    now: api.now,
  });
}

/** Locks a user while `work` runs, so that the user's batch waits. */
async function whileLocking(id: number, work: (release: () => Promise<void>) => Promise<void>) {
  await using tx = await beginTransaction(other.db);
  await tx('users').where({ id }).forUpdate().first('id');
  await work(async () => {
    await tx.commit();
  });
}

describe('a due job', () => {
  it('leaves out a user who is being erased', async () => {
    const [ada, grace] = [await aUser(api.db), await aUser(api.db)];
    const only = (...users: User[]) => ({ messenger_ids: users.map((user) => user.messenger_id) });
    const job = await aJob({ audience: only(ada, grace), channels: ['in_app'] });
    await using erasure = await beginTransaction(other.db);
    await erasure('users').where({ id: ada.id }).forUpdate().first('id');
    const running = run(job.id);
    await untilWaiting(api.db);
    // Deadlock: each of the two now waits for the other.
    await erasure('notification_jobs')
      .where({ id: job.id })
      .update({ audience: only(grace) });
    await erasure('users')
      .where({ id: ada.id })
      .update({ messenger_id: null, erased_at: api.now() });
    await erasure.commit();
    await running;

    expect(await find(job.id)).toMatchObject({ status: 'completed', total: 1 });
    expect(await recipients()).toEqual([grace.id]);
  });

  it('inserts a notification with their own text for each user of the audience', async () => {
    const [ada, grace] = [
      await aUser(api.db, { first_name: 'Ada', messenger_reachable: true }),
      await aUser(api.db, { first_name: 'Grace' }),
    ];
    const job = await aJob({ action_url: 'https://x.example/' });

    await run(job.id);

    const rows = await api.db('notifications').orderBy('user_id');
    const common = {
      type: 'message',
      title: 'Doors',
      action_url: 'https://x.example/',
      data: {},
      job_id: job.id,
      in_app: true,
    };
    expect(rows).toMatchObject([
      { ...common, user_id: ada.id, body: 'Hello Ada' },
      { ...common, user_id: grace.id, body: 'Hello Grace' },
    ]);
    expect(await api.db('deliveries').orderBy('user_id')).toMatchObject([
      { notification_id: rows[0].id, user_id: ada.id, job_id: job.id, status: 'queued' },
      {
        notification_id: rows[1].id,
        user_id: grace.id,
        job_id: job.id,
        status: 'skipped',
        reason: 'unreachable',
      },
    ]);
    expect(await find(job.id)).toMatchObject({
      status: 'running',
      total: 2,
      fixed_up_to: grace.id,
      fixed_at: expect.any(String),
      started_at: expect.any(String),
      finished_at: null,
    });
    expect(await api.db('pgboss.job').where({ name: 'send-messages' })).toHaveLength(1);
  });

  it.each([
    [{ notifications_enabled: false }, 'disabled'],
    [{ messenger_reachable: false, notifications_enabled: false }, 'unreachable'],
  ])('skips the message to a user with %j', async (given, reason) => {
    await aUser(api.db, { messenger_reachable: true, ...given });
    const { id } = await aJob();

    await run(id);

    expect(await stats(id)).toMatchObject({ skipped: 1, skipped_by_reason: { [reason]: 1 } });
    expect(await find(id)).toMatchObject({ status: 'completed' });
  });

  it('skips the message to a user who muted the topic', async () => {
    const users = [
      await aUser(api.db, { messenger_reachable: true }),
      await aUser(api.db, { messenger_reachable: true }),
    ];
    await api.db('notification_settings').insert([
      { user_id: users[0]?.id, muted_topics: ['messages'] },
      { user_id: users[1]?.id, muted_topics: ['events'] },
    ]);
    const { id } = await aJob();

    await run(id);

    expect(await stats(id)).toMatchObject({ queued: 1, skipped_by_reason: { muted: 1 } });
  });

  it('completes at once without the channel messenger', async () => {
    const user = await aUser(api.db, { messenger_reachable: true });
    const { id } = await aJob({ channels: ['in_app'] });

    await run(id);

    expect(await find(id)).toMatchObject({ status: 'completed', finished_at: expect.any(String) });
    expect(await stats(id)).toMatchObject({ total: 1, sent: 1, queued: 0 });
    expect(await api.db('deliveries')).toEqual([]);
    expect(await api.db('pgboss.job').where({ name: 'send-messages' })).toEqual([]);
    const { body } = await api.as(user).get('/api/v1/notifications').expect(200);
    expect(body.data).toMatchObject([{ type: 'message', title: 'Doors' }]);
  });

  it('adds nothing to the inbox without the channel in_app', async () => {
    const user = await aUser(api.db, { messenger_reachable: true });
    const { id } = await aJob({ channels: ['messenger'] });

    await run(id);

    const { body } = await api.as(user).get('/api/v1/notifications').expect(200);
    expect(body).toMatchObject({ data: [], unread_count: 0 });
    expect(await stats(id)).toMatchObject({ total: 1, queued: 1 });
  });

  it('completes without recipients', async () => {
    const { id } = await aJob({ audience: { user_ids: [999_999] } });
    await run(id);
    expect(await find(id)).toMatchObject({ status: 'completed', total: 0 });
  });

  it('uses the columns of a spreadsheet, and built-in values for empty cells', async () => {
    const [ada, grace] = [
      await aUser(api.db, { first_name: 'Ada' }),
      await aUser(api.db, { first_name: 'Grace' }),
    ];
    await aUser(api.db);
    const job = await api.store.transaction((tx) =>
      api.services.broadcasts.schedule(
        tx,
        {
          ...UNLIMITED,
          name: 'tests',
          key: 'tests',
          via: 'api_key',
          request_id: 'a-request',
          ip: null,
          session_id: null,
        },
        {
          type: 'message',
          quest_id: null,
          title: '{{first_name}}',
          body: 'Seat {{seat|free}}',
          action_url: null,
          start: null,
          audience: { spreadsheet: true },
          channels: ['in_app'],
          scheduled_at: inMs(0),
          anchor: null,
          pin: null,
          ignore_gap: false,
        },
      ),
    );
    await api.db('broadcast_recipients').insert([
      { job_id: job.id, user_id: ada.id, variables: { first_name: 'Countess', seat: '12' } },
      { job_id: job.id, user_id: grace.id, variables: { first_name: '' } },
    ]);
    const { samples } = await api.services.broadcastPreviews.previewIn(api.store, UNLIMITED, job);

    await run(job.id);

    const texts = [
      { user_id: ada.id, title: 'Countess', body: 'Seat 12' },
      { user_id: grace.id, title: 'Grace', body: 'Seat free' },
    ];
    const rows = await api.db('notifications').orderBy('id').select('user_id', 'title', 'body');
    expect(rows).toEqual(texts);
    expect(samples).toEqual(texts);
  });

  it('runs from the queue, which accepts no other payload', async () => {
    const { id } = await aJob();
    const { signal } = new AbortController();

    expect(await runBroadcast.run(api.services, { job_id: id }, signal)).toEqual({
      job_id: id,
    });
    expect(await find(id)).toMatchObject({ status: 'completed' });
    await expect(runBroadcast.run(api.services, { id }, signal)).rejects.toThrow();
  });

  it('starts or continues after the queue has lost it', async () => {
    await aUser(api.db);
    const { id: lost } = await aJob();
    const { id: stuck } = await aJob();
    const { id: early } = await aJob({ scheduled_at: inMs(HOUR_MS) });
    await api
      .db('notification_jobs')
      .where({ id: stuck })
      .update({ status: 'running', started_at: inMs(0) });
    const { signal } = new AbortController();

    await runBroadcast.run(api.services, null, signal);
    expect(await find(lost)).toMatchObject({ status: 'scheduled' });
    api.advance(60_000);
    await runBroadcast.run(api.services, null, signal);

    expect(await find(lost)).toMatchObject({ status: 'completed', total: 1 });
    expect(await find(stuck)).toMatchObject({ status: 'completed', total: 1 });
    expect(await find(early)).toMatchObject({ status: 'scheduled', total: 0 });
  });

  it('starts after the queue has lost it, although another one always fails', async () => {
    await aUser(api.db);
    const { id: broken } = await aJob();
    const { id: lost } = await aJob();
    await api.db('notification_jobs').where({ id: broken }).update({ audience: '{"user_ids":1}' });
    api.advance(60_000);
    const { signal } = new AbortController();

    await expect(runBroadcast.run(api.services, null, signal)).rejects.toThrow();
    expect(await find(lost)).toMatchObject({ status: 'completed', total: 1 });
  });
});

describe('a job', () => {
  it('does nothing until it is due', async () => {
    await aUser(api.db);
    const { id } = await aJob({ scheduled_at: inMs(1_001) });

    await run(id);
    expect(await find(id)).toMatchObject({ status: 'scheduled', started_at: null, total: 0 });

    api.advance(1);
    await run(id);
    expect(await find(id)).toMatchObject({ total: 1 });
  });

  it.each([
    [6 * HOUR_MS, 'completed', null, 1],
    [6 * HOUR_MS + 1, 'failed', 'too_late', 0],
  ])('that is %i ms late ends as %s', async (ms, status, failure_reason, count) => {
    await aUser(api.db);
    const { id } = await aJob({ channels: ['in_app'] });
    api.advance(ms);

    await run(id);

    expect(await find(id)).toMatchObject({
      status,
      failure_reason,
      total: count,
      finished_at: expect.any(String),
    });
    expect(await recipients()).toHaveLength(count);
  });

  it('that does not exist is ignored', async () => {
    await run(999_999);
    expect(await recipients()).toEqual([]);
  });
});

describe('a job of several batches', () => {
  it('notifies each user once when it runs twice in parallel and then again', async () => {
    await insertBatches(3);
    const { id } = await aJob();

    await Promise.all([run(id), run(id, { by: other })]);
    await run(id);

    expect(await recipients()).toEqual(await userIds());
    const total = 2 * BATCH_SIZE + 1;
    expect(await find(id)).toMatchObject({ status: 'running', total });
    expect(await stats(id)).toMatchObject({ total, queued: total });
  });

  it('continues after a worker stopped', async () => {
    await insertBatches(3);
    const { id } = await aJob({ channels: ['in_app'] });
    const stopping = new AbortController();
    onFirstBatch(() => stopping.abort(new Error('the worker stops')));

    await expect(run(id, { signal: stopping.signal })).rejects.toThrow('the worker stops');
    expect(await find(id)).toMatchObject({ status: 'running', total: BATCH_SIZE, fixed_at: null });

    await run(id, { by: other });
    expect(await recipients()).toEqual(await userIds());
    expect(await find(id)).toMatchObject({ status: 'completed', total: 2 * BATCH_SIZE + 1 });
  });

  it('rolls back the batch in which a worker died', async () => {
    await insertBatches(1);
    const { id } = await aJob();
    const [userId] = await userIds();

    await whileLocking(Number(userId), async () => {
      const dying = run(id);
      await untilWaiting(api.db);
      await api.db.raw(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      await expect(dying).rejects.toThrow();
    });
    expect(await find(id)).toMatchObject({ status: 'running', total: 0 });

    await run(id, { by: other });
    expect(await recipients()).toEqual(await userIds());
  });

  it('stops after a cancellation, and sends nothing more', async () => {
    await insertBatches(2);
    const { id } = await aJob();
    const [userId] = await userIds();
    const cancellation = Promise.withResolvers<void>();
    const fanout = fanoutPausedAfterFirstBatch(cancellation.promise);

    await whileLocking(Number(userId), async (release) => {
      const running = fanout.run(id, new AbortController().signal);
      await untilWaiting(api.db, 1);
      const cancelling = other.admin().post(`/api/v1/admin/notifications/jobs/${id}/cancel`);
      const cancelled = cancelling.expect(200).then(({ body }) => body);
      await untilWaiting(api.db, 2);
      await release();
      expect(await cancelled).toMatchObject({ status: 'cancelled' });
      cancellation.resolve();
      await running;
    });

    const total = BATCH_SIZE;
    expect(await stats(id)).toMatchObject({
      total,
      queued: 0,
      skipped: total,
      skipped_by_reason: { cancelled: total },
    });
    await run(id);
    expect(await recipients()).toHaveLength(total);
  });

  it('is cancelled while a user of its audience is being erased', async () => {
    const ada = await aUser(api.db, { messenger_reachable: true });
    const { id } = await aJob({ audience: { messenger_ids: [ada.messenger_id] } });
    await run(id);
    await using erasure = await beginTransaction(other.db);
    await erasure('deliveries')
      .where({ job_id: id })
      .update({ status: 'skipped', reason: 'erased' });
    const cancelling = api.admin().post(`/api/v1/admin/notifications/jobs/${id}/cancel`);
    const cancelled = cancelling.expect(200).then(({ body }) => body);
    await untilWaiting(api.db);
    // Deadlock: each of the two now waits for the other.
    await erasure('notification_jobs')
      .where({ id })
      .update({ audience: { messenger_ids: [] } });
    await erasure.commit();

    expect(await cancelled).toMatchObject({ status: 'cancelled' });
    expect(await stats(id)).toMatchObject({ skipped_by_reason: { erased: 1 } });
  });

  it('leaves out a user who is erased while it runs', async () => {
    const [erased, remaining] = [await aUser(api.db), await aUser(api.db)] as [User, User];
    const { id } = await aJob();

    await whileLocking(erased.id, async (release) => {
      const erasing = other.services.accounts.erase(erased.id);
      await untilWaiting(api.db, 1);
      const running = run(id);
      await untilWaiting(api.db, 2);
      await release();
      await Promise.all([erasing, running]);
    });

    expect(await recipients()).toEqual([remaining.id]);
    expect(await find(id)).toMatchObject({ total: 1 });
  });
});

describe('the NOTIFY for live streams', () => {
  it.each([
    [['in_app'], 1],
    [['in_app', 'messenger'], 1],
    [['messenger'], 0],
  ])('with the channels %j is sent %i times for one batch', async (channels, expected) => {
    await aUser(api.db);
    const { id } = await aJob({ channels });

    expect(await payloadsDuring(other, () => run(id))).toHaveLength(expected);
  });
});
