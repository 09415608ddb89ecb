import type { Broadcast } from '../../../src/domain/messaging/broadcasts.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { aUser, people } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';

const JOBS = '/api/v1/admin/notifications/jobs';
const HOUR_MS = 60 * 60 * 1_000;
const TEXT = { title: 'Doors', body: 'Open at nine.', audience: { all: true } };

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  await api.db('notification_jobs').delete();
  await api.db.raw('delete from pgboss.job');
  await api.db('users').delete();
  await aUser(api.db, { first_name: 'Ada', last_name: 'Lovelace', messenger_reachable: true });
  await aUser(api.db, { first_name: 'Grace', messenger_reachable: true });
});
afterAll(() => api.close());

const inMs = (ms: number) => new Date(api.now().getTime() + ms).toISOString();
const run = (id: number) => api.services.broadcastFanout.run(id, new AbortController().signal);
const edit = (id: number, given: object = {}) =>
  api
    .admin()
    .put(`${JOBS}/${id}`)
    .send({ ...TEXT, ...given });
const retry = (id: number) => api.admin().post(`${JOBS}/${id}/retry`);
const get = async (id: number) => (await api.admin().get(`${JOBS}/${id}`).expect(200)).body;

async function aDraft(given: object = {}): Promise<Broadcast> {
  const body = { ...TEXT, ...given };
  return (await api.admin().post(JOBS).send(body).expect(201)).body;
}
async function aJob(given: object = {}): Promise<Broadcast> {
  const body = { ...TEXT, force: true, ...given };
  const path = '/api/v1/admin/notifications/bulk-send';
  return (await api.admin().post(path).send(body).expect(201)).body;
}

/** A completed job, of whose messages these failed with a reason and the others were sent. */
async function aCompletedJob(failed: Readonly<Record<number, string>> = {}) {
  const job = await aJob();
  await run(job.id);
  await api
    .db('deliveries')
    .where({ job_id: job.id })
    .update({ status: 'sent', answered_at: api.db.fn.now() });
  for (const [user_id, reason] of Object.entries(failed)) {
    await api
      .db('deliveries')
      .where({ job_id: job.id, user_id })
      .update({ status: 'failed', reason, attempts: 9 });
  }
  await run(job.id);
  return job;
}

const runsOf = async (id: number): Promise<number> =>
  (await api.db('pgboss.job').whereRaw(`data ->> 'job_id' = ?`, [id]).select('id')).length;
const titles = async (): Promise<string[]> => api.db('notifications').orderBy('id').pluck('title');

describe('a draft of a broadcast', () => {
  it('is listed, and never sent', async () => {
    const draft = await aDraft({ title: 'To come' });

    expect(draft).toMatchObject({ status: 'draft', scheduled_at: null, author: null, version: 1 });
    await run(draft.id);
    expect(await runsOf(draft.id)).toBe(0);
    expect(await titles()).toEqual([]);
    const { body } = await api.admin().get(`${JOBS}?status=draft`).expect(200);
    expect(body.data).toEqual([
      { ...draft, counts: { queued: 0, sent: 0, failed: 0, skipped: 0 } },
    ]);
  });

  it('is validated as a broadcast', async () => {
    const send = (given: object) =>
      api
        .admin()
        .post(JOBS)
        .send({ ...TEXT, ...given });
    expect((await send({ title: '{{nobody}}' }).expect(400)).body).toEqual(refusal('title'));
    expect((await send({ scheduled_at: inMs(-HOUR_MS) }).expect(400)).body).toEqual(
      refusal('scheduled_at'),
    );
  });

  it('is edited, and sent once by the status scheduled', async () => {
    const { id } = await aDraft();
    const { body } = await edit(id, { title: 'Doors open' }).expect(200);
    expect(body).toMatchObject({ status: 'draft', title: 'Doors open', version: 2 });

    const sent = await edit(id, { title: 'Doors open', status: 'scheduled' }).expect(200);
    expect(sent.body).toMatchObject({ status: 'scheduled', scheduled_at: api.now().toISOString() });
    await run(id);
    await run(id);
    expect(await titles()).toEqual(['Doors open', 'Doors open']);
    const again = await edit(id, { title: 'Doors open', status: 'scheduled' }).expect(409);
    expect(again.body).toEqual(failure('JOB_NOT_EDITABLE', 'This job is already running'));
  });

  it('waits for its time', async () => {
    const scheduled_at = inMs(HOUR_MS);
    const { id } = await aDraft({ scheduled_at });
    await edit(id, { status: 'scheduled' }).expect(200);
    await run(id);
    expect(await get(id)).toMatchObject({ status: 'scheduled', scheduled_at });
  });

  it('is a duplicate only when it is sent', async () => {
    await aJob({ audience: { user_ids: [1] } });
    const [one, other] = [await aDraft(), await aDraft()];
    await edit(one.id, { status: 'scheduled' }).expect(200);
    const { body } = await edit(other.id, { status: 'scheduled' }).expect(409);
    expect(body.code).toBe('DUPLICATE_BROADCAST');
    await edit(other.id, { status: 'scheduled', force: true }).expect(200);
  });

  it('is neither cancelled nor rescheduled, and can be deleted', async () => {
    const { id } = await aDraft();
    const draft = 'This job is a draft';
    const cancelled = await api.admin().post(`${JOBS}/${id}/cancel`).expect(409);
    expect(cancelled.body).toEqual(failure('JOB_NOT_CANCELLABLE', draft));
    const moved = api.admin().put(`${JOBS}/${id}/reschedule`);
    expect((await moved.send({ scheduled_at: inMs(HOUR_MS) }).expect(409)).body).toEqual(
      failure('JOB_NOT_RESCHEDULABLE', draft),
    );
    expect((await retry(id).expect(409)).body).toEqual(failure('JOB_NOT_RETRYABLE', draft));

    await api.admin().delete(`${JOBS}/${id}`).expect(200, { id, deleted: true });
    await api.admin().delete(`${JOBS}/${id}`).expect(404);
  });

  it('has an author, who needs another scope to send it', async () => {
    const writer = await aKey(api.db, { scopes: ['broadcasts:read', 'broadcasts:write'] });
    const as = () => api.admin(writer.secret);
    const { body: draft } = await as().post(JOBS).send(TEXT).expect(201);
    await as()
      .put(`${JOBS}/${draft.id}`)
      .send({ ...TEXT, title: 'Better' })
      .expect(200);
    await as()
      .put(`${JOBS}/${draft.id}`)
      .send({ ...TEXT, status: 'scheduled' })
      .expect(403);
    const { id } = await aJob({ scheduled_at: inMs(HOUR_MS) });
    await as().put(`${JOBS}/${id}`).send(TEXT).expect(403);
    expect(await get(draft.id)).toMatchObject({ status: 'draft', title: 'Better' });
  });
});

describe('a scheduled broadcast', () => {
  it('gets another text, and keeps its time', async () => {
    const scheduled_at = inMs(HOUR_MS);
    const { id } = await aJob({ scheduled_at });
    const { body } = await edit(id, { title: 'Later' }).expect(200);
    expect(body).toMatchObject({ title: 'Later', scheduled_at, status: 'scheduled', version: 2 });
    const { body: same } = await edit(id, { title: 'Later' }).expect(200);
    expect(same).toEqual(body);
  });

  it('is taken back as a draft', async () => {
    const { id } = await aJob();
    await edit(id, { status: 'draft' }).expect(200);
    await run(id);
    expect(await titles()).toEqual([]);
  });

  it('is edited by one of ten at once with its version', async () => {
    const { id } = await aJob({ scheduled_at: inMs(HOUR_MS) });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        edit(id, { title: `Title ${n}` }).set('If-Match', `"${id}.1"`),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
  });

  it('goes to all with one text, whether an edit comes before its start or after', async () => {
    await people(api.db, 20);
    for (let round = 0; round < 5; round += 1) {
      await api.db('notifications').delete();
      const { id } = await aJob();
      const [{ status }] = await Promise.all([edit(id, { title: 'New' }), run(id)]);
      expect([200, 409]).toContain(status);
      expect(new Set(await titles())).toEqual(new Set([status === 200 ? 'New' : 'Doors']));
    }
  });

  it('is not edited when its recipients are in a spreadsheet', async () => {
    const { id } = await aJob({ scheduled_at: inMs(HOUR_MS) });
    await api.db('notification_jobs').where({ id }).update({ audience: '{"spreadsheet":true}' });
    const { body } = await edit(id).expect(409);
    expect(body.error).toBe('The recipients of this job are in a spreadsheet');
  });
});

describe('POST /admin/notifications/jobs/:id/retry', () => {
  it('queues failed messages again, once, and the job runs until they are sent', async () => {
    const [ada, grace] = await api.db('users').orderBy('id').pluck('id');
    const { id } = await aCompletedJob({ [ada]: 'messenger_error' });
    expect(await get(id)).toMatchObject({ status: 'completed' });

    const answers = await Promise.all([retry(id), retry(id), retry(id)]);
    expect(answers.map(({ body }) => body.retried).sort()).toEqual([0, 0, 1]);
    expect(await get(id)).toMatchObject({ status: 'running', finished_at: null });
    const states = await api
      .db('deliveries')
      .orderBy('user_id')
      .select('user_id', 'status', 'attempts');
    expect(states).toEqual([
      { user_id: ada, status: 'queued', attempts: 0 },
      { user_id: grace, status: 'sent', attempts: 0 },
    ]);
  });

  it('leaves alone who cannot be reached, and a job without failures', async () => {
    const [ada] = await api.db('users').orderBy('id').pluck('id');
    const { id } = await aCompletedJob({ [ada]: 'blocked' });
    await api.db('users').where({ id: ada }).update({ messenger_reachable: false });
    const { body } = await retry(id).expect(200);
    expect(body).toMatchObject({ retried: 0, status: 'completed', version: 1 });
  });

  it.each(['scheduled', 'cancelled'])('answers 409 for a %s job', async (status) => {
    const { id } = await aJob({ scheduled_at: inMs(HOUR_MS) });
    if (status === 'cancelled') await api.admin().post(`${JOBS}/${id}/cancel`).expect(200);
    const { body } = await retry(id).expect(409);
    expect(body).toEqual(failure('JOB_NOT_RETRYABLE', `This job is already ${status}`));
  });
});

describe('the list of broadcasts', () => {
  it('counts the recipients of each, with a constant number of statements', async () => {
    const [ada] = await api.db('users').orderBy('id').pluck('id');
    const { id } = await aCompletedJob({ [ada]: 'messenger_error' });
    await aDraft();
    const queries = await countQueries(api.db, async () => {
      const { body } = await api.admin().get(JOBS).expect(200);
      expect(body.data.map(({ counts }: { counts: object }) => counts)).toEqual([
        { queued: 0, sent: 0, failed: 0, skipped: 0 },
        { queued: 0, sent: 1, failed: 1, skipped: 0 },
      ]);
    });
    await aJob();
    await run(id);
    expect(await countQueries(api.db, () => api.admin().get(JOBS).expect(200))).toBe(queries);
  });

  it('is searched by words of title and body, and by an id', async () => {
    const { id } = await aDraft({ title: 'Lunch is served', body: 'In the garden.' });
    await aDraft();
    const found = async (q: string) =>
      (await api.admin().get(`${JOBS}?q=${q}`).expect(200)).body.data.map(
        (job: Broadcast) => job.id,
      );
    expect(await found('lunch')).toEqual([id]);
    expect(await found('GARDEN')).toEqual([id]);
    expect(await found(String(id))).toEqual([id]);
    expect(await found('dinner')).toEqual([]);
  });
});

describe('the messages of a broadcast', () => {
  it('are found by the name of their recipient', async () => {
    const { id } = await aJob();
    await run(id);
    const found = async (query: string) =>
      (await api.admin().get(`${JOBS}/${id}/deliveries?${query}`).expect(200)).body.data.map(
        ({ user }: { user: { first_name: string } }) => user.first_name,
      );
    expect(await found('q=lovelace')).toEqual(['Ada']);
    expect(await found('q=gr&status=queued')).toEqual(['Grace']);
    expect(await found('q=nobody')).toEqual([]);
  });

  it('have a series by minute', async () => {
    const [ada] = await api.db('users').orderBy('id').pluck('id');
    const { id } = await aCompletedJob({ [ada]: 'messenger_error' });
    const seriesOf = async (query: string) =>
      (await api.admin().get(`${JOBS}/${id}/stats?${query}`).expect(200)).body.series;
    expect(await seriesOf('')).toBeUndefined();
    const points = await seriesOf('bucket=minute');
    expect(points).toContainEqual({ at: expect.any(String), sent: 1, failed: 1, clicked: 0 });
    const early = await seriesOf('bucket=minute&from=2020-01-01T00:00:00Z');
    expect(early).toHaveLength(400);
  });
});
