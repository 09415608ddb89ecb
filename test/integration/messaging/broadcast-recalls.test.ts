import type { Broadcast } from '../../../src/domain/messaging/broadcasts.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import { aConference, aRegistration, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';

const NOTIFICATIONS = '/api/v1/admin/notifications';
const JOBS = `${NOTIFICATIONS}/jobs`;

let api: TestApi;
let users: User[];

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await deleteRows(api.db, 'users', 'notification_jobs', 'bot_messages', 'changed_subjects');
  await emptyAuditLog(api.db);
  await api.db('pgboss.job').delete();
  users = await people(api.db, 4, { messenger_reachable: true });
});

const aJob = async (given: object = {}): Promise<Broadcast> =>
  (
    await api
      .admin()
      .post(`${NOTIFICATIONS}/bulk-send`)
      .send({ title: 'Doors', body: 'Nine', audience: { all: true }, force: true, ...given })
      .expect(201)
  ).body;
const run = (id: number) => api.services.broadcastFanout.run(id, new AbortController().signal);
async function aRunningJob(given: object = {}): Promise<Broadcast> {
  const job = await aJob(given);
  await run(job.id);
  return job;
}
const recall = (id: number, secret?: string) => api.admin(secret).post(`${JOBS}/${id}/recall`);
const get = async (id: number) => (await api.admin().get(`${JOBS}/${id}`).expect(200)).body;
const stats = async (id: number) => (await api.admin().get(`${JOBS}/${id}/stats`).expect(200)).body;
const statusesOf = (job_id: number) =>
  api.db('deliveries').where({ job_id }).orderBy('user_id').pluck('status');
const unreadOf = async (user: User) =>
  (await api.as(user).get('/api/v1/notifications').expect(200)).body;
const jobsNamed = (name: string) => api.db('pgboss.job').where({ name }).select('data');

/** Records what a worker does: the message was sent, and stands in the chat, or as given. */
async function sent(job: Broadcast, user: User, message: object | null = {}, given = {}) {
  const { id } = await api.db('notifications').where({ job_id: job.id, user_id: user.id }).first();
  await api
    .db('deliveries')
    .where({ notification_id: id })
    .update({ status: 'sent', reason: null, attempts: 1, answered_at: api.db.fn.now(), ...given });
  if (!message) return;
  await api.db('bot_messages').insert({
    user_id: user.id,
    chat_id: user.messenger_id,
    message_id: 7,
    notification_id: id,
    state: 'standing',
    sent_at: api.db.fn.now(),
    ...message,
  });
}

describe('POST /admin/notifications/jobs/:id/recall', () => {
  it('stops a running job, and takes it out of list, counts and stream', async () => {
    const job = await aRunningJob();
    const [ada, ...others] = users as [User, ...User[]];
    await sent(job, ada);
    expect((await unreadOf(ada)).unread_count).toBe(1);

    const { body } = await recall(job.id).expect(200);
    expect(body).toMatchObject({
      id: job.id,
      status: 'cancelled',
      recalled_at: expect.any(String),
      finished_at: expect.any(String),
      version: 2,
    });
    expect(await get(job.id)).toEqual(body);
    expect(await statusesOf(job.id)).toEqual(['sent', ...others.map(() => 'skipped')]);
    for (const user of users)
      expect(await unreadOf(user)).toMatchObject({ data: [], unread_count: 0, unseen_count: 0 });
    expect(await api.db('changed_subjects').pluck('subject')).toEqual([`job:${job.id}`]);
    expect(await jobsNamed('send-messages')).not.toEqual([]);
    const { body: listed } = await api.admin().get(JOBS).expect(200);
    expect(listed.data[0]).toMatchObject({ id: job.id, recalled_at: body.recalled_at });
  });

  it('recalls a completed and a cancelled job, which keep their status', async () => {
    const completed = await aRunningJob({ channels: ['in_app'] });
    expect(await get(completed.id)).toMatchObject({ status: 'completed' });
    const cancelled = await aRunningJob();
    await api.admin().post(`${JOBS}/${cancelled.id}/cancel`).expect(200);

    for (const { id } of [completed, cancelled]) {
      const before = await get(id);
      const { body } = await recall(id).expect(200);
      expect(body).toEqual({
        ...before,
        recalled_at: expect.any(String),
        version: before.version + 1,
      });
    }
    for (const user of users) expect((await unreadOf(user)).data).toEqual([]);
  });

  it('is safe to repeat, and recorded once', async () => {
    const { id } = await aRunningJob();
    const { body: first } = await recall(id).expect(200);
    expect((await recall(id).expect(200)).body).toEqual(first);
    const [one, other] = await Promise.all([recall(id), recall(id)]);
    expect([one.body, other.body]).toEqual([first, first]);

    const rows = await api.db('audit_log').where({ action: 'notification_job.recall' });
    expect(rows).toMatchObject([
      { subject_id: id, before: { status: 'running' }, after: { status: 'cancelled' } },
    ]);
  });

  it('of two at once changes the job once', async () => {
    const { id } = await aRunningJob();
    const answers = await Promise.all([recall(id), recall(id), recall(id)]);

    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await get(id)).toMatchObject({ version: 2 });
    expect(await api.db('audit_log').where({ action: 'notification_job.recall' })).toHaveLength(1);
    expect(await api.db('changed_subjects')).toHaveLength(1);
  });

  it('at once with its fan-out, a retry and a cancellation leaves nothing in an inbox', async () => {
    const job = await aJob();
    const [started] = await Promise.all([
      run(job.id),
      recall(job.id),
      api.admin().post(`${JOBS}/${job.id}/retry`),
      api.admin().post(`${JOBS}/${job.id}/cancel`),
    ]);
    expect(started).toBeUndefined();
    const { status } = await recall(job.id);

    const { recalled_at, started_at } = await get(job.id);
    expect(status).toBe(started_at === null ? 409 : 200);
    expect(recalled_at !== null).toBe(started_at !== null);
    await run(job.id);
    for (const user of users) expect((await unreadOf(user)).data).toEqual([]);
    expect(await statusesOf(job.id)).not.toContain('queued');
  });

  it.each([
    ['a draft', 'draft'],
    ['a scheduled broadcast', 'scheduled'],
    ['one that was cancelled before it started', 'cancelled'],
  ])('answers 409 for %s', async (_what, status) => {
    const draft = { title: 'Doors', body: 'Nine', audience: { all: true } };
    const { id } =
      status === 'draft'
        ? (await api.admin().post(JOBS).send(draft).expect(201)).body
        : await aJob({ scheduled_at: new Date(api.now().getTime() + 3_600_000).toISOString() });
    if (status === 'cancelled') await api.admin().post(`${JOBS}/${id}/cancel`).expect(200);

    expect((await recall(id).expect(409)).body).toEqual(
      failure('JOB_NOT_RECALLABLE', 'This job has not started'),
    );
    expect(await get(id)).toMatchObject({ status, recalled_at: null });
  });

  it('answers 404 for an unknown job, 403 without the scope, and 404 to a key of another conference', async () => {
    const [mine, other] = [await aConference(api.db), await aConference(api.db)];
    await aRegistration(api.db, [users[0] as User, mine]);
    const { id } = await aRunningJob({ audience: { conference_ids: [mine.id] } });
    const keyOf = async (given: object) => (await aKey(api.db, given)).secret;

    await recall(987_654).expect(404);
    await recall(id, await keyOf({ scopes: ['broadcasts:read', 'broadcasts:write'] })).expect(403);
    await recall(id, await keyOf({ conference_ids: [other.id] })).expect(404);
    await recall(id, await keyOf({ conference_ids: [mine.id] })).expect(200);
    const { id: ofAll } = await aRunningJob();
    await recall(ofAll, await keyOf({ conference_ids: [mine.id] })).expect(404);
  });

  it('keeps clicks, and the job from being retried', async () => {
    const job = await aRunningJob();
    const [ada, grace] = users as [User, User];
    await sent(job, ada);
    await api.db('deliveries').where({ user_id: grace.id }).update({
      status: 'failed',
      reason: 'timeout',
      attempts: 9,
    });
    const { id } = (await unreadOf(ada)).data[0];
    await api.as(ada).post(`/api/v1/notifications/${id}/click`).expect(200);
    await recall(job.id).expect(200);

    expect(await stats(job.id)).toMatchObject({ clicked: 1, sent: 1, click_rate: 1 });
    expect((await api.admin().post(`${JOBS}/${job.id}/retry`).expect(409)).body.code).toBe(
      'JOB_NOT_RETRYABLE',
    );
  });

  it('hides the rest of a large job in batches of a worker', async () => {
    await people(api.db, 5_000);
    const job = await aRunningJob({ channels: ['in_app'] });
    await recall(job.id).expect(200);
    const shown = () => api.db('notifications').where({ job_id: job.id, in_app: true }).pluck('id');

    expect(await shown()).toHaveLength(4);
    expect(await jobsNamed('recall-notification-job')).toEqual([{ data: { job_id: job.id } }]);
    await api.services.broadcastFanout.recall(job.id, new AbortController().signal);
    expect(await shown()).toEqual([]);
    await recall(job.id).expect(200);
  });

  it('by a worker hides nothing of a job that was not recalled', async () => {
    const job = await aRunningJob({ channels: ['in_app'] });
    await api.services.broadcastFanout.recall(job.id, new AbortController().signal);
    expect((await unreadOf(users[0] as User)).unread_count).toBe(1);
  });
});

describe('the statistics of a recalled broadcast', () => {
  it('count and name what was recalled, what will be, and what cannot be', async () => {
    users = [...users, ...(await people(api.db, 6, { messenger_reachable: true }))];
    const job = await aRunningJob();
    const [deleted, edited, waiting, inFlight, gone, lost, twice, old, refused] = users as [
      User,
      User,
      User,
      User,
      User,
      User,
      User,
      User,
      User,
    ];
    await recall(job.id).expect(200);
    const edited_at = api.db.raw(`now() + interval '1 s'`);
    await sent(job, deleted, { state: 'gone', edited_at });
    await sent(job, edited, { edited_at });
    await sent(job, waiting, {});
    const lease = {
      status: 'sending',
      run_id: api.db.raw('gen_random_uuid()'),
      leased_until: 'now',
    };
    await sent(job, inFlight, { state: 'sending', message_id: null, sent_at: null }, lease);
    await sent(job, gone, { state: 'gone' });
    const unsent = { state: 'sending', message_id: null, sent_at: null };
    await sent(job, lost, unsent, { status: 'skipped', reason: 'cancelled' });
    await sent(job, twice, { state: 'gone', edited_at }, { attempts: 2 });
    await sent(job, old, null);
    await sent(job, refused, null, { status: 'failed', reason: 'blocked' });

    expect(await stats(job.id)).toMatchObject({
      recalled: 2,
      recall_pending: 2,
      recall_failed: 4,
      recall_failures_by_reason: { gone: 1, answer_lost: 2, not_recorded: 1 },
    });
    const named = async (query: string) =>
      (await api.admin().get(`${JOBS}/${job.id}/deliveries?${query}`).expect(200)).body.data.map(
        ({ user, recall: state }: { user: User; recall: string | null }) => [user.id, state],
      );
    const ids = (...given: User[]) => given.map(({ id }) => id);
    expect(await named('recall=failed')).toEqual(
      ids(gone, lost, twice, old).map((id) => [id, 'failed']),
    );
    expect(await named('recall=recalled&status=sent')).toEqual(
      ids(deleted, edited).map((id) => [id, 'recalled']),
    );
    expect(await named('recall=pending')).toEqual(
      ids(waiting, inFlight).map((id) => [id, 'pending']),
    );
    expect((await named('')).filter(([, state]: [number, null]) => state === null)).toHaveLength(2);
  });

  it('have none of this before, and name nobody', async () => {
    const job = await aRunningJob();
    await sent(job, users[0] as User);
    expect(await stats(job.id)).not.toHaveProperty('recalled');
    const list = (query: string) => api.admin().get(`${JOBS}/${job.id}/deliveries?${query}`);
    expect((await list('recall=failed').expect(200)).body.data).toEqual([]);
    expect((await list('').expect(200)).body.data[0]).not.toHaveProperty('recall');
  });
});
