import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aNotification, anEvent, aUser } from '../../support/factories.ts';
import { signInitData } from '../../support/messenger.ts';

const NOTIFICATIONS = '/api/v1/admin/notifications';
const URL = 'https://x.example/doors';
const TEXTS = { title: 'The doors open', body: 'At nine.' };

let api: TestApi;
let ada: User;
let start: { kind: 'event'; id: number };
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('notification_jobs').delete();
  await api.db('users').delete();
  ada = await aUser(api.db, { messenger_reachable: true });
  start = { kind: 'event', id: (await anEvent(api.db)).id };
});

const post = (path: string, body: object) =>
  api
    .admin()
    .post(NOTIFICATIONS + path)
    .send(body);
const run = (id: number) => api.services.broadcastFanout.run(id, new AbortController().signal);
const inbox = async () => (await api.as(ada).get('/api/v1/notifications').expect(200)).body.data;

/** Each endpoint that takes an `action_url`. */
const sentBy: Readonly<Record<string, (given: object) => ReturnType<typeof post>>> = {
  one: (given) => post('', { user_id: ada.id, ...TEXTS, ...given }),
  several: (given) => post('/bulk', { notifications: [{ user_id: ada.id, ...TEXTS, ...given }] }),
  test: (given) => post('/test', { user_id: ada.id, ...TEXTS, ...given }),
  broadcast: (given) => post('/bulk-send', { ...TEXTS, audience: { all: true }, ...given }),
  'dry run': (given) =>
    post('/bulk-send', { ...TEXTS, audience: { all: true }, dry_run: true, ...given }),
  preview: (given) => post('/preview', { ...TEXTS, audience: { all: true }, ...given }),
  draft: (given) => post('/jobs', { ...TEXTS, audience: { all: true }, ...given }),
  spreadsheet: (given) => {
    const request = api.admin().post(`${NOTIFICATIONS}/bulk-send-excel`);
    for (const [name, value] of Object.entries({ ...TEXTS, ...given }))
      request.field(name, typeof value === 'string' ? value : JSON.stringify(value));
    return request.attach('file', Buffer.from(`user_id\n${ada.id}\n`), 'people.csv');
  },
};

describe.each(Object.keys(sentBy))('%s', (name) => {
  const send = (given: object) =>
    (sentBy[name] as (given: object) => ReturnType<typeof post>)(given);
  const answersWithTexts = !['dry run', 'preview'].includes(name);

  it('takes a page of the mini app in place of a URL', async () => {
    const { body, status } = await send({ start });
    expect([status, body.error]).toEqual([expect.any(Number), undefined]);
    expect(status).toBeLessThan(300);
    const written = body.notifications?.[0] ?? body;
    if (answersWithTexts) expect(written).toMatchObject({ start, action_url: null });
  });

  it('refuses both, and names the field', async () => {
    const { body } = await send({ start, action_url: URL }).expect(400);
    expect(body.code).toBe('VALIDATION_ERROR');
    expect(body.error).toMatch(/start: expected no start beside an action_url$/);
  });

  it.each([
    { kind: 'notification', id: 1 },
    { kind: 'claim', id: 1 },
    { kind: 'meeting', id: 1 },
    { kind: 'page', id: 1 },
    { kind: 'event', id: 0 },
    { kind: 'event', id: '7; drop table users' },
    { kind: 'event' },
    ['event', 1],
  ])('refuses the start %j', async (given) => {
    const { body } = await send({ start: given }).expect(400);
    expect(body.error).toContain('start');
  });
});

it('refuses a start in a form that is no JSON', async () => {
  const { body } = (await sentBy.spreadsheet?.({ start: 'event:7' }).expect(400)) ?? {};
  expect(body.error).toBe('start: expected JSON');
});

it('is in the job, its edit, its list, and the audit log', async () => {
  const { body: job } = (await sentBy.draft?.({ start }).expect(201)) ?? {};
  const edit = (given: object) =>
    api
      .admin()
      .put(`${NOTIFICATIONS}/jobs/${job.id}`)
      .send({ ...TEXTS, audience: { all: true }, ...given });
  await edit({ start, action_url: URL }).expect(400);
  expect((await edit({ action_url: URL }).expect(200)).body).toMatchObject({
    start: null,
    action_url: URL,
  });
  const { body } = await edit({ start }).expect(200);
  expect(body).toMatchObject({ start, action_url: null });
  expect((await edit({ start }).expect(200)).body.version).toBe(body.version);
  const { body: jobs } = await api.admin().get(`${NOTIFICATIONS}/jobs`).expect(200);
  expect(jobs.data[0]).toMatchObject({ id: job.id, start });
  const [created, , last] = await api.db('audit_log').where({ subject_id: job.id }).orderBy('id');
  expect(created.after).toMatchObject({ start });
  expect(last).toMatchObject({ before: { start: null, action_url: URL }, after: { start } });
});

it('reaches inboxes, and counts a sign-in by the button as a click', async () => {
  const channels = ['messenger'];
  for (const given of [{ start }, { start, channels }]) {
    const { body: job } = (await sentBy.broadcast?.({ ...given, force: true }).expect(201)) ?? {};
    await run(job.id);
    const { id } = await api.db('notifications').where({ job_id: job.id }).first();
    const init_data = signInitData(
      { id: ada.messenger_id ?? 0, first_name: 'Ada' },
      { at: api.now(), start_param: `n_${id}` },
    );
    const { body } = await api
      .anonymous()
      .post('/api/v1/auth/login')
      .send({ init_data })
      .expect(200);
    expect(body.start).toEqual({ ...start, notification_id: id, available: true });
    const stats = await api.admin().get(`${NOTIFICATIONS}/jobs/${job.id}/stats`).expect(200);
    expect(stats.body).toMatchObject({ total: 1, clicked: 1 });
  }
  expect(await inbox()).toMatchObject([{ start, action_url: null }]);
});

it('is in the inbox, the click, the dismissal and the export by type where nobody chose it', async () => {
  const data = { event_id: start.id };
  const { id } = await aNotification(api.db, ada, { type: 'event_promoted', data });
  await aNotification(api.db, ada);
  expect(await inbox()).toMatchObject([{ start: null }, { id, start }]);
  for (const action of ['click', 'dismiss']) {
    const { body } = await api.as(ada).post(`/api/v1/notifications/${id}/${action}`).expect(200);
    expect(body.start).toEqual(start);
  }
  const { body } = await api.as(ada).get('/api/v1/users/me/export').expect(200);
  expect(body.notifications).toMatchObject([{ start }, { start: null }]);
});

it('leaves with the other contents when a user is erased', async () => {
  const { body: job } = (await sentBy.broadcast?.({ start }).expect(201)) ?? {};
  await run(job.id);
  await api.as(ada).delete('/api/v1/users/me').expect(200);
  expect(await api.db('notifications').where({ job_id: job.id }).first()).toMatchObject({
    title: '',
    start: null,
  });
});
