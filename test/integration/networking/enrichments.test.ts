import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import { aConference, aRegistration, aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';

const PROFILE = {
  headline: null,
  company: 'Analytical Engines',
  job_title: 'Programmer',
  bio: 'I write programs for engines. Engines are my life, see https://ada.example/notes.',
  looking_for: 'People who build engines',
  offering: 'Notes about Bernoulli numbers',
};
const UNKNOWN = 999_999;

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  await emptyAuditLog(api.db);
  await deleteRows(api.db, 'users', 'enrichment_jobs', 'conferences');
  ada = await aUser(api.db, PROFILE);
});
afterAll(() => api.close());

const generate = ({ id }: { id: number }, body: object = {}) =>
  api.admin().post(`/api/v1/admin/enrichment/user/${id}`).send(body);
const sync = ({ id }: { id: number }) =>
  api.admin().post(`/api/v1/admin/enrichment/user/${id}/sync`);
const read = ({ id }: { id: number }) => api.admin().get(`/api/v1/admin/enrichment/user/${id}`);
const generateMany = (body: object) =>
  api.admin().post('/api/v1/admin/enrichment/users').send(body);
const progress = async (jobId: number) =>
  (await api.admin().get(`/api/v1/admin/enrichment/jobs/${jobId}`).expect(200)).body;
const patch = (user: User, body: object) => api.as(user).patch('/api/v1/users/me').send(body);
const profile = async (user: User) => (await api.as(user).get('/api/v1/users/me').expect(200)).body;
const work = () => api.services.enrichmentRuns.run(new AbortController().signal);
const actions = () => api.db('audit_log').whereLike('action', 'enrichment.%').orderBy('id');

describe('POST /admin/enrichment/user/:user_id with the local provider', () => {
  it('answers at once with an enrichment from the words of the profile', async () => {
    // Without a body.
    const { body } = await api.admin().post(`/api/v1/admin/enrichment/user/${ada.id}`).expect(200);

    expect(body).toEqual({
      user_id: ada.id,
      status: 'ready',
      provider: 'local',
      headline: 'Programmer at Analytical Engines',
      summary: expect.stringMatching(/^Programmer at Analytical Engines\. I write programs/),
      tags: expect.arrayContaining(['engines', 'bernoulli', 'programmer', 'programs']),
      interests: expect.arrayContaining(['engines']),
      generated_at: expect.any(String),
      synced_at: null,
      error: null,
    });
    expect(body.tags[0]).toBe('engines');
    expect(JSON.stringify(body)).not.toMatch(/ada\.example|https/);
    expect((await read(ada).expect(200)).body).toEqual(body);
    expect(await actions()).toMatchObject([
      { action: 'enrichment.generate', subject_type: 'user', subject_id: ada.id },
    ]);
  });

  it('does not enrich an unchanged profile again, unless forced', async () => {
    const first = (await generate(ada).expect(200)).body;

    expect((await generate(ada).expect(200)).body).toEqual(first);
    expect(await actions()).toHaveLength(1);
    const forced = (await generate(ada, { force: true }).expect(200)).body;
    expect({ ...forced, generated_at: null }).toEqual({ ...first, generated_at: null });
    expect(await actions()).toHaveLength(2);
    await patch(ada, { job_title: 'Countess' }).expect(200);
    expect((await generate(ada).expect(200)).body.headline).toBe('Countess at Analytical Engines');
  });

  it('makes an empty enrichment of an empty profile', async () => {
    const grace = await aUser(api.db);

    expect((await generate(grace).expect(200)).body).toMatchObject({
      status: 'ready',
      headline: null,
      summary: null,
      tags: [],
      interests: [],
    });
  });

  it.each([
    ['hidden', { is_discoverable: false }],
    ['blocked', { is_blocked: true }],
    ['unwilling', { enrichment_enabled: false }],
  ])('refuses a %s user', async (_state, columns) => {
    const grace = await aUser(api.db, columns);

    expect((await generate(grace).expect(409)).body).toEqual(failure('ENRICHMENT_NOT_ALLOWED'));
    expect(await api.db('enrichments')).toEqual([]);
  });

  it('answers 404 for an unknown and for an erased user', async () => {
    expect((await generate({ id: UNKNOWN }).expect(404)).body).toEqual(failure('NOT_FOUND'));
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    expect((await generate(ada).expect(404)).body).toEqual(failure('NOT_FOUND'));
    expect((await read(ada).expect(404)).body).toEqual(failure('NOT_FOUND'));
  });
});

describe('POST /admin/enrichment/user/:user_id/sync', () => {
  it('fills empty fields only, and lets the tags count', async () => {
    const { body: enrichment } = await generate(ada).expect(200);

    const { body } = await sync(ada).expect(200);
    expect(body).toEqual({ ...enrichment, synced_at: expect.any(String) });
    expect(await profile(ada)).toMatchObject({
      headline: enrichment.headline,
      interests: enrichment.interests,
      bio: PROFILE.bio,
    });
    expect((await sync(ada).expect(200)).body).toEqual(body);
    expect((await actions()).map(({ action }) => action)).toEqual([
      'enrichment.generate',
      'enrichment.sync',
    ]);
  });

  it('does not count as a change that needs a new enrichment', async () => {
    await generate(ada).expect(200);
    const { body } = await sync(ada).expect(200);

    expect((await generate(ada).expect(200)).body).toEqual(body);
  });

  it('never fills a field that the user has emptied', async () => {
    await patch(ada, { headline: 'Analyst', interests: ['music'] }).expect(200);
    await patch(ada, { headline: null, interests: null }).expect(200);
    await generate(ada).expect(200);

    await sync(ada).expect(200);
    expect(await profile(ada)).toMatchObject({ headline: null, interests: [] });
  });

  it('never overwrites a text of the user', async () => {
    await patch(ada, { headline: 'Analyst', interests: ['music'] }).expect(200);
    await generate(ada).expect(200);

    await sync(ada).expect(200);
    expect(await profile(ada)).toMatchObject({ headline: 'Analyst', interests: ['music'] });
  });

  it('is searched and shown like any other change of a profile', async () => {
    await api.db('users').where({ id: ada.id }).update({ job_title: null, company: null });
    await generate(ada).expect(200);
    const before = await profile(ada);
    await sync(ada).expect(200);

    const viewer = await aUser(api.db);
    const [interest] = (await profile(ada)).interests;
    const { body } = await api.as(viewer).get('/api/v1/users').query({ interest }).expect(200);
    expect(body.data.map(({ id }: User) => id)).toEqual([ada.id]);
    expect(Date.parse((await profile(ada)).updated_at)).toBeGreaterThanOrEqual(
      Date.parse(before.updated_at),
    );
  });

  it('refuses an enrichment that is missing, pending or failed', async () => {
    expect((await sync(ada).expect(409)).body).toEqual(failure('ENRICHMENT_NOT_READY'));
    await generate(ada).expect(200);
    await api.db('enrichments').update({ status: 'pending' });
    expect((await sync(ada).expect(409)).body).toEqual(failure('ENRICHMENT_NOT_READY'));
    await api.db('enrichments').update({ status: 'failed', error: 'unavailable' });
    expect((await sync(ada).expect(409)).body).toEqual(failure('ENRICHMENT_NOT_READY'));
  });

  it('refuses a user who has since switched enrichment off', async () => {
    await generate(ada).expect(200);
    await patch(ada, { enrichment_enabled: false }).expect(200);

    expect((await sync(ada).expect(409)).body).toEqual(failure('ENRICHMENT_NOT_ALLOWED'));
    expect(await profile(ada)).toMatchObject({ headline: null, enrichment_enabled: false });
    expect((await sync({ id: UNKNOWN }).expect(404)).body).toEqual(failure('NOT_FOUND'));
  });

  it('takes the tags back from recommendations when the profile is enriched again', async () => {
    await generate(ada).expect(200);
    await sync(ada).expect(200);

    expect((await generate(ada, { force: true }).expect(200)).body.synced_at).toBeNull();
  });
});

describe('POST /admin/enrichment/users', () => {
  it('queues users by id, and counts the unknown, the hidden and the unwilling as skipped', async () => {
    const hidden = await aUser(api.db, { ...PROFILE, is_discoverable: false });
    const unwilling = await aUser(api.db, { ...PROFILE, enrichment_enabled: false });
    const user_ids = [ada.id, hidden.id, unwilling.id, UNKNOWN, ada.id];

    const { body } = await generateMany({ user_ids }).expect(202);
    expect(body).toEqual({ job_id: expect.any(Number), queued: 1, skipped: 3 });
    expect((await read(ada).expect(200)).body).toMatchObject({ status: 'pending', tags: [] });
    expect(await progress(body.job_id)).toMatchObject({
      status: 'running',
      queued: 1,
      ready: 0,
      skipped: 3,
      finished_at: null,
    });

    expect(await work()).toEqual({ ready: 1, failed: 0, queued: 0, skipped: 0 });
    expect(await progress(body.job_id)).toMatchObject({
      status: 'completed',
      force: false,
      queued: 0,
      ready: 1,
      failed: 0,
      skipped: 3,
      finished_at: expect.any(String),
    });
    expect((await read(ada).expect(200)).body).toMatchObject({
      status: 'ready',
      provider: 'local',
    });
    expect(await api.db('enrichments').pluck('user_id')).toEqual([ada.id]);
  });

  it('queues all users, or those that a filter names, as an audience does', async () => {
    const conference = await aConference(api.db);
    const guest = await aUser(api.db, PROFILE);
    await aRegistration(api.db, [guest, conference]);

    const filter = { conference_ids: [conference.id] };
    expect((await generateMany({ filter }).expect(202)).body).toMatchObject({
      queued: 1,
      skipped: 0,
    });
    expect((await generateMany({ all: true }).expect(202)).body).toMatchObject({
      queued: 2,
      skipped: 0,
    });
    const { body: none } = await generateMany({ user_ids: [UNKNOWN] }).expect(202);
    expect(await progress(none.job_id)).toMatchObject({ status: 'completed', skipped: 1 });
  });

  it('skips unchanged profiles, unless forced', async () => {
    await generate(ada).expect(200);

    expect((await generateMany({ all: true }).expect(202)).body).toMatchObject({
      queued: 0,
      skipped: 1,
    });
    expect((await generateMany({ all: true, force: true }).expect(202)).body).toMatchObject({
      queued: 1,
      skipped: 0,
    });
  });

  it('skips a user who was enriched after the job was created', async () => {
    const { body } = await generateMany({ all: true }).expect(202);
    const { body: enrichment } = await generate(ada).expect(200);

    expect(await work()).toMatchObject({ ready: 0 });
    expect(await progress(body.job_id)).toMatchObject({ status: 'completed', skipped: 1 });
    expect((await read(ada).expect(200)).body).toEqual(enrichment);
  });

  it.each([
    ['nothing', {}, /exactly one/],
    ['two selections', { user_ids: [1], all: true }, /exactly one/],
    ['an empty filter', { filter: {} }, /at least one filter/],
    ['an unknown filter', { filter: { conferences: [1] } }, /unknown filter "conferences"/],
    ['an unknown field', { user_id: 1, all: true }, /unknown field "user_id"/],
    ['no ids', { user_ids: [] }, /at least one/],
    ['all: false', { all: false }, /expected true/],
    ['1,001 ids', { user_ids: Array.from({ length: 1_001 }, (_, n) => n + 1) }, /at most 1000/],
  ])('refuses %s', async (_what, body, sentence) => {
    expect((await generateMany(body).expect(400)).body).toEqual(
      failure('VALIDATION_ERROR', expect.stringMatching(sentence)),
    );
    expect(await api.db('enrichment_jobs')).toEqual([]);
  });

  it('records who asked for it, without the selection', async () => {
    await generateMany({ filter: { messenger_ids: [4_242] } }).expect(202);

    const [row] = await actions();
    expect(row).toMatchObject({
      action: 'enrichment.generate_many',
      subject_type: 'enrichment_job',
    });
    expect(row.after).toEqual({ by: ['filter'], force: false, queued: 0, skipped: 0 });
  });

  it('is forgotten 30 days after it was created, once it is completed', async () => {
    const { body: running } = await generateMany({ all: true }).expect(202);
    const { body: completed } = await generateMany({ user_ids: [UNKNOWN] }).expect(202);
    await api.db.raw(`update enrichment_jobs set created_at = now() - interval '31 days'`);
    await generateMany({ user_ids: [UNKNOWN] }).expect(202);

    expect(await api.store.enrichmentJobs.deleteOld()).toBe(1);
    expect(await progress(running.job_id)).toMatchObject({ status: 'running' });
    await api.admin().get(`/api/v1/admin/enrichment/jobs/${completed.job_id}`).expect(404);
  });

  it('answers 404 for the progress of an unknown job', async () => {
    const { body } = await api.admin().get('/api/v1/admin/enrichment/jobs/999999').expect(404);
    expect(body.code).toBe('NOT_FOUND');
  });
});

describe('GET /admin/enrichment/jobs', () => {
  const jobs = async (query: object = {}) =>
    (await api.admin().get('/api/v1/admin/enrichment/jobs').query(query).expect(200)).body;
  const ids = async (query: object) => (await jobs(query)).data.map(({ id }: { id: number }) => id);

  it('lists jobs with their counts, the newest first, by status and by user', async () => {
    const grace = await aUser(api.db, PROFILE);
    const body = { user_ids: [ada.id, UNKNOWN] };
    const first = (await generateMany(body).expect(202)).body.job_id;
    await work();
    const many = { user_ids: [ada.id, grace.id], force: true };
    const second = (await generateMany(many).expect(202)).body.job_id;

    const page = await jobs();
    expect(page.data).toEqual([
      {
        id: second,
        status: 'running',
        force: true,
        queued: 2,
        ready: 0,
        failed: 0,
        skipped: 0,
        created_at: expect.any(String),
        finished_at: null,
      },
      await progress(first),
    ]);
    expect(page.data[1]).toMatchObject({ status: 'completed', ready: 1, skipped: 1 });
    expect(page.pagination).toMatchObject({ total: 2, next_cursor: null });

    expect(await ids({ sort: 'id' })).toEqual([first, second]);
    expect(await ids({ status: 'running' })).toEqual([second]);
    expect(await ids({ status: 'completed' })).toEqual([first]);
    expect(await ids({ user_id: ada.id })).toEqual([second, first]);
    expect(await ids({ user_id: grace.id, status: 'completed' })).toEqual([]);
    await work();
    expect(await ids({ status: 'running' })).toEqual([]);
  });

  it('takes as many statements for many jobs as for one', async () => {
    const { job_id } = (await generateMany({ user_ids: [ada.id] }).expect(202)).body;
    const one = await countQueries(api.db, () => jobs());
    for (let n = 0; n < 5; n += 1) await generateMany({ user_ids: [ada.id], force: true });
    expect([one, await countQueries(api.db, () => jobs())]).toEqual([1, 1]);
    expect((await jobs({ limit: 2 })).pagination.total).toBe(6);
    expect(await ids({ limit: 1, page: 6 })).toEqual([job_id]);
  });
});

describe('the rights of the user', () => {
  it('DELETE /users/me/enrichment deletes it, also one that is queued', async () => {
    await generate(ada).expect(200);
    const { body } = await generateMany({ all: true, force: true }).expect(202);

    await api.as(ada).delete('/api/v1/users/me/enrichment').expect(200, { deleted: true });
    expect(await work()).toEqual({ ready: 0, failed: 0, queued: 0, skipped: 0 });
    expect((await read(ada).expect(404)).body).toEqual(failure('NOT_FOUND'));
    expect(await progress(body.job_id)).toMatchObject({ status: 'completed' });
    await api.as(ada).delete('/api/v1/users/me/enrichment').expect(200, { deleted: true });
  });

  it('a user who switches it off while queued is skipped and keeps the enrichment', async () => {
    const { body: enrichment } = await generate(ada).expect(200);
    const grace = await aUser(api.db, PROFILE);
    const { body } = await generateMany({ all: true, force: true }).expect(202);
    for (const user of [ada, grace]) await patch(user, { enrichment_enabled: false }).expect(200);

    await work();
    expect(await progress(body.job_id)).toMatchObject({
      status: 'completed',
      ready: 0,
      skipped: 2,
    });
    expect((await read(ada).expect(200)).body).toEqual(enrichment);
    await read(grace).expect(404);
  });

  it('the export contains it', async () => {
    const { body: enrichment } = await generate(ada).expect(200);
    const exported = async (user: User) =>
      (await api.as(user).get('/api/v1/users/me/export').expect(200)).body;

    expect((await exported(ada)).enrichment).toEqual(enrichment);
    expect((await exported(await aUser(api.db))).enrichment).toBeNull();
  });

  it('null means not decided, and is the default of a new user', async () => {
    expect(await profile(ada)).toMatchObject({ enrichment_enabled: null });
    await patch(ada, { enrichment_enabled: true }).expect(200);
    expect(await profile(ada)).toMatchObject({ enrichment_enabled: true });
    await patch(ada, { enrichment_enabled: null }).expect(200);
    expect(await profile(ada)).toMatchObject({ enrichment_enabled: null });
  });
});
