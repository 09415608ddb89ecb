import type { Broadcast } from '../../../src/domain/messaging/broadcasts.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { aConference, aRegistration, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';

const NOTIFICATIONS = '/api/v1/admin/notifications';
const UNTIL = '2026-05-20T09:00:00.000Z';
const WIFI = { title: 'Wi-Fi', body: 'hallway / 12345678' };

let api: TestApi;
/** Another process on the same database. */
let other: TestApi;
let conference: Conference;
let ada: User;
let guest: User;
/** The secret of a key that may write and not send. */
let writer: string;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  for (const table of ['notification_jobs', 'users', 'conferences']) await api.db(table).delete();
  conference = await aConference(api.db);
  [ada, guest] = await people(api.db, 2, { messenger_reachable: true });
  await aRegistration(api.db, [ada, conference]);
  const scopes = ['broadcasts:read', 'broadcasts:write'] as const;
  writer = (await aKey(api.db, { scopes })).secret;
});

const pinned = (given: object = {}) => ({
  conference_id: conference.id,
  until: UNTIL,
  visibility: 'registered',
  ...given,
});
const content = (given: object = {}) => ({
  ...WIFI,
  audience: { conference_ids: [conference.id] },
  pin: pinned(),
  ...given,
});
const send = (given: object = {}, on = api) =>
  on
    .admin()
    .post(`${NOTIFICATIONS}/bulk-send`)
    .send({ force: true, ...content(given) });
const draft = (given: object = {}, key?: string) =>
  api.admin(key).post(`${NOTIFICATIONS}/jobs`).send(content(given));
const pin = (id: number, given: object | null, key?: string) =>
  api.admin(key).patch(`${NOTIFICATIONS}/jobs/${id}/pin`).send({ pin: given });
const run = (id: number) => api.services.broadcastFanout.run(id, new AbortController().signal);
const aSentOne = async (given: object = {}): Promise<Broadcast> => {
  const { body } = await send(given).expect(201);
  await run(body.id);
  return body;
};
const list = (reader: User | undefined = ada, id = conference.id) =>
  (reader ? api.as(reader) : api.anonymous()).get(`/api/v1/conferences/${id}/announcements`);
const titles = async (reader?: User | null) =>
  (await list(reader === null ? undefined : reader).expect(200)).body.data.map(
    ({ title }: { title: string }) => title,
  );
const countRows = async (table: string) => Number((await api.db(table).count())[0]?.count);

describe('GET /conferences/:id/announcements', () => {
  it('lists what is pinned from its start on, the newest first', async () => {
    const start = { kind: 'conference', id: conference.id };
    const first = await aSentOne({ start });
    const second = await aSentOne({ title: 'Lunch', action_url: 'https://x.example/lunch' });

    const { body, headers } = await list().expect(200);

    expect(body).toEqual({
      data: [
        {
          id: second.id,
          title: 'Lunch',
          body: WIFI.body,
          action_url: 'https://x.example/lunch',
          start: null,
          sent_at: expect.any(String),
          until: UNTIL,
        },
        expect.objectContaining({ id: first.id, ...WIFI, action_url: null, start }),
      ],
      pagination: { page: 1, limit: 20, total: 2, pages: 1 },
    });
    expect(headers['cache-control']).toBe('private, no-store, no-transform');
  });

  it('shows a latecomer what was sent yesterday', async () => {
    await aSentOne();
    await api.db('notification_jobs').update({ started_at: '2026-05-13T09:00:00.000Z' });
    expect(await titles(guest)).toEqual([]);
    await aRegistration(api.db, [guest, conference]);
    expect(await titles(guest)).toEqual(['Wi-Fi']);
  });

  it.each([
    ['registered', ['For all', 'Inside']],
    ['checked_in', ['For all', 'Inside']],
    ['waitlisted', ['For all', 'Inside']],
    ['cancelled', ['For all']],
  ] as const)('shows who is %s %j', async (status, expected) => {
    await aSentOne({ title: 'Inside' });
    await aSentOne({ title: 'For all', pin: pinned({ visibility: 'everyone' }) });
    await aRegistration(api.db, [guest, conference], { status });
    expect(await titles(guest)).toEqual(expected);
  });

  it('shows an anonymous reader what is for everyone, as public data', async () => {
    await aSentOne();
    await aSentOne({ title: 'For all', pin: pinned({ visibility: 'everyone' }) });
    const { body, headers } = await api
      .anonymous()
      .get(`/api/v1/conferences/${conference.id}/announcements`)
      .expect(200);
    expect(body.data).toHaveLength(1);
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
  });

  it('is in the language of the reader', async () => {
    await aSentOne({ translations: { de: { title: 'WLAN', body: 'Hier' } } });
    await api.db('users').where({ id: ada.id }).update({ language: 'de-AT' });
    expect((await list().expect(200)).body.data[0]).toMatchObject({ title: 'WLAN', body: 'Hier' });
  });

  it('ends by itself, without a write', async () => {
    await using later = await startApi({ on: api });
    await aSentOne();
    later.advance(Date.parse(UNTIL) - later.now().getTime() - 1);
    const read = () =>
      later.as(ada).get(`/api/v1/conferences/${conference.id}/announcements`).expect(200);
    expect((await read()).body.data).toHaveLength(1);
    later.advance(1);
    expect((await read()).body.data).toHaveLength(0);
  });

  it('shows no draft, no scheduled one, and no recalled one, at once', async () => {
    await draft().expect(201);
    await send({ scheduled_at: '2026-05-15T09:00:00.000Z' }).expect(201);
    const { id } = await aSentOne();
    expect(await titles()).toHaveLength(1);
    await other.admin().post(`${NOTIFICATIONS}/jobs/${id}/recall`).expect(200);
    expect(await titles()).toEqual([]);
  });

  it('answers 404 for a draft of a conference, and an unknown one', async () => {
    const hidden = await aConference(api.db, { status: 'draft' });
    expect((await list(ada, hidden.id).expect(404)).body).toEqual(failure('NOT_FOUND'));
    await list(ada, 999_999).expect(404);
  });
});

describe('a pin at creation', () => {
  it('is in the job, and in the audit log', async () => {
    const { body } = await send().expect(201);
    expect(body.pin).toEqual(pinned());
    const audited = await api.db('audit_log').orderBy('id', 'desc').first('after');
    expect(audited.after.pin).toEqual(pinned());
  });

  it('is for the registered by default', async () => {
    const { body } = await send({ pin: { conference_id: conference.id, until: UNTIL } }).expect(
      201,
    );
    expect(body.pin.visibility).toBe('registered');
  });

  it.each([
    [{ title: 'Hello {{first_name}}' }, 'title'],
    [{ translations: { de: { title: 'WLAN', body: '{{first_name}}' } } }, 'translations.de.body'],
    [{ audience: { all: true } }, 'audience'],
    [{ channels: [], pin: null }, 'channels'],
  ])('refuses %j', async (given, field) => {
    for (const request of [send(given), draft(given)]) {
      const { body } = await request.expect(400);
      expect(body.code).toBe('VALIDATION_ERROR');
      expect(body.error).toMatch(new RegExp(`^${field}: `));
    }
  });

  it.each([
    [{ until: '2026-05-14T08:59:59.000Z' }, 'pin.until'],
    [{ until: '2026-05-23T22:00:00.001Z' }, 'pin.until'],
    [{ visibility: 'nobody' }, 'pin.visibility'],
    [{ conference_id: 999_999 }, 'audience'],
  ])('refuses a pin with %j', async (given, field) => {
    const { body } = await send({ pin: pinned(given) }).expect(400);
    expect(body.error).toMatch(new RegExp(`^${field}: `));
  });

  it('takes the audience by attendance', async () => {
    const audience = { conference_ids: [conference.id], attendance: ['checked_in'] };
    await send({ audience }).expect(201);
  });

  it('can be shown and not sent', async () => {
    const { id } = await aSentOne({ channels: [] });
    expect(await titles()).toEqual(['Wi-Fi']);
    expect(await countRows('notifications')).toBe(0);
    const { body } = await api.admin().get(`${NOTIFICATIONS}/jobs/${id}`).expect(200);
    expect(body).toMatchObject({ status: 'completed', total: 0, channels: [] });
  });

  it.each([
    [{ channels: [] }, {}],
    [{}, { visibility: 'everyone' }],
  ])('needs broadcasts:send for %j and the pin %j, even in a draft', async (given, visibility) => {
    const shown = { ...given, pin: pinned(visibility) };
    expect((await draft(shown, writer).expect(403)).body).toEqual(failure('FORBIDDEN'));
    const { id } = (await draft({}, writer).expect(201)).body;
    const edit = api.admin(writer).put(`${NOTIFICATIONS}/jobs/${id}`).send(content(shown));
    expect((await edit.expect(403)).body).toEqual(failure('FORBIDDEN'));
  });

  it('stays with an edit that does not name it, and goes with null', async () => {
    const { body } = await draft().expect(201);
    const put = (given: object) => {
      const { pin: _, ...rest } = content();
      return api
        .admin()
        .put(`${NOTIFICATIONS}/jobs/${body.id}`)
        .send({ ...rest, ...given });
    };
    expect((await put({ title: 'WLAN' }).expect(200)).body.pin).toEqual(pinned());
    const variable = await put({ title: '{{first_name}}' }).expect(400);
    expect(variable.body.error).toMatch(/^title: /);
    expect((await put({ pin: null }).expect(200)).body.pin).toBeNull();
    expect((await put({ channels: [] }).expect(400)).body.error).toMatch(/^channels: /);
  });

  it('goes with its conference', async () => {
    const { id } = await aSentOne();
    await api.admin().delete(`/api/v1/admin/conferences/${conference.id}?force=true`).expect(200);
    const { body } = await api.admin().get(`${NOTIFICATIONS}/jobs/${id}`).expect(200);
    expect(body.pin).toBeNull();
  });
});

describe('PATCH /admin/notifications/jobs/:id/pin', () => {
  it('pins what was sent, changes it, and takes it down at once', async () => {
    const { id, version } = await aSentOne({ pin: null });
    expect(await titles()).toEqual([]);

    const { body } = await pin(id, { until: UNTIL }).expect(200);
    expect(body).toMatchObject({ pin: pinned(), version: version + 1 });
    expect(await titles()).toEqual(['Wi-Fi']);
    await pin(id, { until: UNTIL, visibility: 'everyone' }).expect(200);
    expect(await titles(guest)).toEqual(['Wi-Fi']);
    await pin(id, null).expect(200);
    await pin(id, null).expect(200);
    expect(await titles()).toEqual([]);
    expect(
      await api
        .db('audit_log')
        .where({ action: 'notification_job.pin', subject_id: id })
        .orderBy('id')
        .first('before', 'after'),
    ).toEqual({ before: { pin: null }, after: { pin: pinned() } });
  });

  it('needs broadcasts:send for everyone only', async () => {
    const { id } = await aSentOne();
    await pin(id, { until: UNTIL }, writer).expect(200);
    const { body } = await pin(id, { until: UNTIL, visibility: 'everyone' }, writer).expect(403);
    expect(body).toEqual(failure('FORBIDDEN'));
    await pin(id, null, writer).expect(200);
  });

  it('refuses a broadcast of another audience, or with variables', async () => {
    const toAll = await aSentOne({ pin: null, audience: { all: true } });
    expect((await pin(toAll.id, { until: UNTIL }).expect(400)).body.error).toMatch(/^audience: /);
    const personal = await aSentOne({ pin: null, title: 'Hello {{first_name}}' });
    expect((await pin(personal.id, { until: UNTIL }).expect(400)).body.error).toMatch(/^title: /);
    expect((await pin(personal.id, { until: '2027-01-01T00:00:00Z' }).expect(400)).body.code).toBe(
      'VALIDATION_ERROR',
    );
  });

  it('does not leave a draft that is neither sent nor shown', async () => {
    const { body } = await draft({ channels: [] }).expect(201);
    expect((await pin(body.id, null).expect(400)).body.error).toMatch(/^channels: /);
  });

  it('answers 404 for an unknown job', async () => {
    expect((await pin(999_999, null).expect(404)).body).toEqual(failure('NOT_FOUND'));
  });
});

describe('at most ten are pinned at a time', () => {
  it('of twenty at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send({ title: `Pin ${n}` }, n % 2 ? api : other)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const { status, body } of answers.filter(({ status }) => status !== 201))
      expect([status, body]).toEqual([409, failure('PIN_LIMIT')]);
  });

  it('of twenty that are pinned at once after they were sent', async () => {
    const jobs: Broadcast[] = [];
    for (let n = 0; n < 20; n += 1) jobs.push(await aSentOne({ pin: null, title: `Pin ${n}` }));
    const answers = await Promise.all(jobs.map(({ id }) => pin(id, { until: UNTIL })));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(10);
    expect(await titles()).toHaveLength(10);
  });

  it('of twenty that start at once: the others go out without a pin, and say so', async () => {
    for (let n = 0; n < 20; n += 1) await draft({ title: `Pin ${n}` }).expect(201);
    // Scheduled for later, they did not count against each other.
    await api
      .db('notification_jobs')
      .update({ status: 'scheduled', scheduled_at: api.now(), submitted_at: api.now() });
    const ids: number[] = await api.db('notification_jobs').pluck('id');

    await Promise.all(ids.map(run));

    expect(await titles()).toHaveLength(10);
    const { body } = await api.admin().get(`${NOTIFICATIONS}/jobs?limit=20`).expect(200);
    const without = body.data.filter((job: Broadcast) => job.pin === null);
    expect(without).toHaveLength(10);
    for (const job of without)
      expect(job).toMatchObject({
        status: 'running',
        total: 1,
        warnings: [{ code: 'pin_limit', params: { max: 10 }, message: expect.any(String) }],
      });
  });

  it('counts at the start of each, not for a draft, and frees a place', async () => {
    for (let n = 0; n < 10; n += 1)
      await aSentOne({ title: `Pin ${n}`, pin: pinned({ until: '2026-05-15T00:00:00.000Z' }) });
    await draft().expect(201);
    await send({ scheduled_at: '2026-05-15T00:00:00.000Z' }).expect(201);
    expect((await send().expect(409)).body).toEqual(failure('PIN_LIMIT'));
    const [{ id }] = await api.db('notification_jobs').orderBy('id').limit(1);
    await api.admin().post(`${NOTIFICATIONS}/jobs/${id}/recall`).expect(200);
    await send().expect(201);
  });
});
