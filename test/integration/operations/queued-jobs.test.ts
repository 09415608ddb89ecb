import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { walk } from '../../support/lists.ts';

const JOBS = '/api/v1/admin/operations/jobs';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
  // Creates the queues.
  await api.store.jobs.add('send-messages', null);
});
beforeEach(() => api.db('pgboss.job').delete());
afterAll(() => api.close());

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Inserts a job as pg-boss does. */
async function aJob(given: object = {}): Promise<string> {
  const id = randomUUID();
  await api
    .db('pgboss.job')
    .insert({ id, name: 'sweep-media', state: 'created', created_on: ago(5), ...given });
  return id;
}

/** The copy of a job that failed for good. */
const aDeadJob = (given: object = {}) =>
  aJob({
    name: 'dead-jobs',
    data: JSON.stringify({ id: 7 }),
    source_name: 'run-notification-job',
    source_id: randomUUID(),
    source_created_on: ago(60),
    source_retry_count: 10,
    source_output: JSON.stringify({ value: { message: 'job heartbeat\ntimeout' } }),
    ...given,
  });

const idsOf = async (state: string) => {
  const { body } = await api.admin().get(`${JOBS}?state=${state}`).expect(200);
  return body.data.map(({ id }: { id: string }) => id);
};
const storedOf = (name: string) => api.db('pgboss.job').where({ name }).select('state', 'data');
const audited = async () =>
  (await api.admin().get('/api/v1/admin/audit-log?subject_type=job&limit=1')).body.data[0];

describe('GET /admin/operations/jobs', () => {
  it('lists failed, active and late jobs, without payloads', async () => {
    const dead = await aDeadJob();
    const failed = await aJob({ state: 'failed', completed_on: ago(1), started_on: ago(1) });
    const active = await aJob({ state: 'active', started_on: ago(1) });
    const late = await aJob({ start_after: ago(2) });
    const again = await aJob({ state: 'retry', start_after: ago(3), created_on: ago(9) });
    await aJob({ start_after: ago(0.5) });
    await aJob({ start_after: ago(-30) });
    // Its copy is listed.
    await aJob({ name: 'send-messages', state: 'failed', dead_letter: 'dead-jobs' });
    await aJob({ state: 'completed' });

    expect(await idsOf('failed')).toEqual([failed, dead]);
    expect(await idsOf('active')).toEqual([active]);
    expect(await idsOf('late')).toEqual([late, again]);
    const { body } = await api.admin().get(JOBS).expect(200);
    expect(body.data[1]).toEqual({
      id: dead,
      name: 'run-notification-job',
      state: 'failed',
      created_at: expect.any(String),
      due_at: expect.any(String),
      started_at: null,
      retries: 10,
      error: 'job heartbeat timeout',
    });
    expect(body.data[0]).toMatchObject({ id: failed, name: 'sweep-media', error: null });
  });

  it('goes on by cursor', async () => {
    const at = ago(7);
    const ids = await Promise.all(
      Array.from({ length: 7 }, () => aJob({ state: 'failed', created_on: at })),
    );

    const walked: readonly unknown[] = await walk(api.admin(), `${JOBS}?limit=3`);
    expect(walked.toSorted()).toEqual(ids.toSorted());
    await api.admin().get(`${JOBS}?cursor=x`).expect(400);
  });

  it('needs operations:read, and all conferences', async () => {
    const write = await aKey(api.db, { scopes: ['operations:write'] });
    await api.admin(write.secret).get(JOBS).expect(403);
    const limited = await aKey(api.db, { conference_ids: [1] });
    await api.admin(limited.secret).get(JOBS).expect(403);
    const read = await aKey(api.db, { scopes: ['operations:read'] });
    await api.admin(read.secret).get(JOBS).expect(200);
    await api.admin(read.secret).post(`${JOBS}/${randomUUID()}/retry`).expect(403);
  });
});

describe('POST /admin/operations/jobs/:id/retry', () => {
  const retry = (id: string) => api.admin().post(`${JOBS}/${id}/retry`);

  it('enqueues a failed job with its payload again, once', async () => {
    const id = await aDeadJob();
    const answers = await Promise.all([retry(id), retry(id), retry(id)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect(await storedOf('run-notification-job')).toEqual([{ state: 'created', data: { id: 7 } }]);
    expect(await storedOf('dead-jobs')).toEqual([]);
    expect(await audited()).toMatchObject({
      action: 'job.retry',
      after: { id, name: 'run-notification-job' },
    });
  });

  it('refuses a job that has not failed, with its state', async () => {
    for (const state of ['active', 'completed', 'cancelled'] as const) {
      const { body } = await retry(await aJob({ state })).expect(409);
      expect(body).toEqual({ error: `The job is ${state}`, code: 'CONFLICT' });
    }
    await retry(await aJob()).expect(409);
    await retry(randomUUID()).expect(404);
    await retry('7').expect(400);
  });
});

describe('POST /admin/operations/jobs/:id/cancel', () => {
  const cancel = (id: string) => api.admin().post(`${JOBS}/${id}/cancel`);

  it('cancels a job that waits or has failed', async () => {
    for (const id of [await aJob(), await aJob({ state: 'failed' }), await aDeadJob()]) {
      const { body } = await cancel(id).expect(200);
      expect(body).toMatchObject({ id, state: 'cancelled' });
      expect(await audited()).toMatchObject({ action: 'job.cancel', after: { id } });
      await cancel(id).expect(409);
    }
    expect(await idsOf('failed')).toEqual([]);
  });

  it('refuses a running job', async () => {
    const id = await aJob({ state: 'active' });
    await cancel(id).expect(409, { error: 'The job is active', code: 'CONFLICT' });
    expect(await idsOf('active')).toEqual([id]);
  });
});
