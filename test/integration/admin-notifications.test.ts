import type { User } from '../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aUser, people } from '../support/factories.ts';
import { failure, refusal } from '../support/failures.ts';
import { payloadsDuring } from '../support/notify-channel.ts';
import { countQueries } from '../support/queries.ts';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('notifications').delete();
  await api.db('audit_log').delete();
  await api.db('pgboss.job').delete();
  ada = await aUser(api.db, { messenger_reachable: true });
});

const DOORS = { title: 'The doors open', body: 'At nine.' };

const write = (given: object = {}) =>
  api
    .admin()
    .post('/api/v1/admin/notifications')
    .send({ user_id: ada.id, ...DOORS, ...given });
const writeAll = (notifications: unknown) =>
  api.admin().post('/api/v1/admin/notifications/bulk').send({ notifications });

const notifications = () => api.db('notifications').orderBy('id');
const deliveries = () => api.db('deliveries').orderBy('notification_id');
const queued = () => api.db('pgboss.job').pluck('name');
const listOf = async (user: User) =>
  (await api.as(user).get('/api/v1/notifications').expect(200)).body.data;

describe('POST /admin/notifications', () => {
  it('writes to a person in the app and by the messenger', async () => {
    const { body } = await write({ action_url: 'https://x.example/doors' }).expect(201);

    const told = { ...DOORS, type: 'message', action_url: 'https://x.example/doors', data: {} };
    expect(body).toEqual({
      id: expect.any(Number),
      user_id: ada.id,
      ...told,
      channels: ['in_app', 'messenger'],
      delivery: { status: 'queued', reason: null },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/),
    });
    expect(await listOf(ada)).toEqual([
      { id: body.id, ...told, created_at: body.created_at, clicked_at: null, dismissed_at: null },
    ]);
    expect(await deliveries()).toMatchObject([
      { notification_id: body.id, user_id: ada.id, job_id: null, status: 'queued', is_test: false },
    ]);
    expect(await queued()).toEqual(['send-messages']);
  });

  it('tells the open streams of the person, in whose list it stands', async () => {
    expect(await payloadsDuring(api.db, () => write().expect(201))).toEqual([String(ada.id)]);
    expect(
      await payloadsDuring(api.db, () => write({ channels: ['messenger'] }).expect(201)),
    ).toEqual([]);
  });

  it('writes in the app alone', async () => {
    const { body } = await write({ channels: ['in_app'] }).expect(201);

    expect(body).toMatchObject({ channels: ['in_app'], delivery: null });
    expect(await listOf(ada)).toHaveLength(1);
    expect(await deliveries()).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  it('writes by the messenger alone', async () => {
    const { body } = await write({ channels: ['messenger'] }).expect(201);

    expect(body).toMatchObject({ channels: ['messenger'], delivery: { status: 'queued' } });
    expect(await listOf(ada)).toEqual([]);
    expect(await notifications()).toMatchObject([{ id: body.id, in_app: false }]);
    expect(await queued()).toEqual(['send-messages']);
  });

  it.each([
    ['unreachable', { messenger_reachable: false }, []],
    ['disabled', { notifications_enabled: false }, []],
    ['muted', {}, ['messages']],
  ])('says that the messenger brings nothing to somebody %s', async (reason, columns, muted) => {
    await api
      .db('users')
      .where({ id: ada.id })
      .update({ messenger_reachable: true, ...columns });
    await api.db('notification_settings').insert({ user_id: ada.id, muted_topics: muted });

    const { body } = await write().expect(201);

    expect(body.delivery).toEqual({ status: 'skipped', reason });
    expect(await deliveries()).toMatchObject([{ status: 'skipped', reason }]);
    expect(await listOf(ada)).toHaveLength(1);
    expect(await queued()).toEqual([]);
  });

  it('writes to whoever mutes something else, and to people who never signed in', async () => {
    await api.db('notification_settings').insert({ user_id: ada.id, muted_topics: ['events'] });
    const imported = await aUser(api.db, { last_seen_at: null });

    expect((await write().expect(201)).body.delivery).toMatchObject({ status: 'queued' });
    expect((await write({ user_id: imported.id }).expect(201)).body.delivery).toEqual({
      status: 'skipped',
      reason: 'unreachable',
    });
  });

  it('sends texts as they are', async () => {
    const texts = { title: 'Hello {{first_name}}', body: "100 % <b>'bold'</b> ? \\ $1 :body" };
    expect((await write(texts).expect(201)).body).toMatchObject(texts);
  });

  it('writes twice when it is told twice', async () => {
    await write().expect(201);
    await write().expect(201);
    expect(await listOf(ada)).toHaveLength(2);
  });

  it.each([
    ['a person', { user_id: 'ada' }, 'user_id'],
    ['a title', { title: ' ' }, 'title'],
    ['a title that fits', { title: 'x'.repeat(201) }, 'title'],
    ['a body', { body: undefined }, 'body'],
    ['a body that fits', { body: 'x'.repeat(4_001) }, 'body'],
    ['an address on the web', { action_url: 'javascript:alert(1)' }, 'action_url'],
    ['a type that says nothing more', { type: 'event_approved' }, 'type'],
    ['a channel', { channels: [] }, 'channels'],
    ['a channel that exists', { channels: ['pigeon'] }, 'channels.0'],
    ['each channel once', { channels: ['in_app', 'in_app'] }, 'channels'],
  ])('needs %s', async (_what, given, field) => {
    expect((await write(given).expect(400)).body).toEqual(refusal(field));
    expect(await notifications()).toEqual([]);
  });

  it('knows nobody of such an id', async () => {
    const erased = await aUser(api.db, { messenger_id: null, erased_at: api.now().toISOString() });
    for (const user_id of [ada.id + 1_000, erased.id]) {
      const { body } = await write({ user_id }).expect(404);
      expect(body).toEqual(failure('NOT_FOUND', 'user_id: user not found'));
    }
    expect(await notifications()).toEqual([]);
  });

  it('does not write to blocked people', async () => {
    await api.db('users').where({ id: ada.id }).update({ is_blocked: true });
    const { body } = await write().expect(409);
    expect(body).toEqual(failure('CONFLICT', 'user_id: this user is blocked'));
    expect(await notifications()).toEqual([]);
  });

  it('writes nothing that survives an erasure at the same moment', async () => {
    await Promise.all([
      api.as(ada).delete('/api/v1/users/me').expect(200),
      write().then(({ status }) => expect([201, 404]).toContain(status)),
    ]);
    expect(await notifications()).toEqual([]);
  });

  it('stands in the audit log, without the texts', async () => {
    const { body } = await write().expect(201);
    expect(await api.db('audit_log')).toMatchObject([
      {
        action: 'notification.create',
        subject_type: 'notification',
        subject_id: body.id,
        before: null,
        after: { user_id: ada.id, channels: ['in_app', 'messenger'] },
      },
    ]);
  });
});

describe('POST /admin/notifications/bulk', () => {
  it('writes to each something of their own, in the order given', async () => {
    const [grace, linus] = await people(api.db, 2);
    const drafts = [
      { user_id: linus.id, ...DOORS },
      { user_id: ada.id, title: 'Hello Ada', body: '1', channels: ['messenger'] },
      { user_id: grace.id, title: 'Hello Grace', body: '2', action_url: 'https://x.example/' },
      { user_id: ada.id, title: 'Hello again', body: '3', channels: ['in_app'] },
    ];

    const { body } = await writeAll(drafts).expect(201);

    const unreachable = { status: 'skipped', reason: 'unreachable' };
    expect(body).toEqual({
      notifications: [
        { ...drafts[0], channels: ['in_app', 'messenger'], delivery: unreachable },
        { ...drafts[1], delivery: { status: 'queued', reason: null } },
        { ...drafts[2], channels: ['in_app', 'messenger'], delivery: unreachable },
        { ...drafts[3], delivery: null },
      ].map((draft) => ({
        id: expect.any(Number),
        type: 'message',
        action_url: null,
        data: {},
        created_at: expect.any(String),
        ...draft,
      })),
    });
    expect(await listOf(ada)).toMatchObject([{ title: 'Hello again' }]);
    expect(await listOf(grace)).toMatchObject([{ title: 'Hello Grace' }]);
    expect(await deliveries()).toHaveLength(3);
    expect(await queued()).toEqual(['send-messages']);
  });

  it('tells all open streams at once', async () => {
    const [grace, linus] = await people(api.db, 2);
    const drafts = [grace, linus].map(({ id }) => ({ user_id: id, ...DOORS }));
    const payloads = await payloadsDuring(api.db, () => writeAll(drafts).expect(201));
    expect(payloads).toEqual([`${grace.id},${linus.id}`]);
  });

  it('takes a thousand, with as many statements as for two', async () => {
    const drafts = Array.from({ length: 1_000 }, (_, n) => ({
      user_id: ada.id,
      title: `Number ${n}`,
      body: 'x'.repeat(500),
    }));
    const two = await countQueries(api.db, () => writeAll(drafts.slice(0, 2)).expect(201));
    const all = await countQueries(api.db, () => writeAll(drafts).expect(201));

    expect(all).toBe(two);
    const titles = await notifications().pluck('title');
    expect(titles.slice(2)).toEqual(drafts.map(({ title }) => title));
  });

  it.each([
    ['a list', undefined, 'notifications'],
    ['somebody', [], 'notifications'],
    ['at most a thousand', Array(1_001).fill({ user_id: 1, ...DOORS }), 'notifications'],
    [
      'each a title',
      [
        { user_id: 1, ...DOORS },
        { user_id: 1, body: 'x' },
      ],
      'notifications.1.title',
    ],
  ])('needs %s', async (_what, drafts, field) => {
    expect((await writeAll(drafts).expect(400)).body).toEqual(refusal(field));
  });

  it('keeps nothing when one person is unknown', async () => {
    const drafts = [ada.id, ada.id, ada.id + 1_000].map((user_id) => ({ user_id, ...DOORS }));
    const { body } = await writeAll(drafts).expect(404);

    expect(body).toEqual(failure('NOT_FOUND', 'notifications.2.user_id: user not found'));
    expect(await notifications()).toEqual([]);
    expect(await deliveries()).toEqual([]);
    expect(await queued()).toEqual([]);
    expect(await api.db('audit_log')).toEqual([]);
  });

  it('keeps nothing when one person is blocked', async () => {
    const blocked = await aUser(api.db, { is_blocked: true });
    const drafts = [blocked.id, ada.id].map((user_id) => ({ user_id, ...DOORS }));
    const { body } = await writeAll(drafts).expect(409);

    expect(body).toEqual(failure('CONFLICT', 'notifications.0.user_id: this user is blocked'));
    expect(await notifications()).toEqual([]);
  });

  it('is one row of the audit log', async () => {
    await writeAll([
      { user_id: ada.id, ...DOORS },
      { user_id: ada.id, ...DOORS },
    ]).expect(201);
    expect(await api.db('audit_log')).toMatchObject([
      { action: 'notification.create_many', subject_id: null, before: null, after: { count: 2 } },
    ]);
  });
});

describe('POST /admin/notifications/test', () => {
  const TEMPLATES = { title: 'Hello {{first_name|there}}', body: 'You have {{points}} points.' };
  const test = (given: object) =>
    api
      .admin()
      .post('/api/v1/admin/notifications/test')
      .send({ ...TEMPLATES, ...given });

  it.each(['user_id', 'messenger_id'])('writes to oneself by %s, as to everybody', async (key) => {
    const grace = await aUser(api.db, { first_name: 'Grace', points: 7 });
    const id = key === 'user_id' ? grace.id : grace.messenger_id;

    const { body } = await test({ [key]: id, action_url: 'https://x.example/' }).expect(201);

    expect(body).toEqual({
      id: expect.any(Number),
      user_id: grace.id,
      type: 'message',
      title: 'Hello Grace',
      body: 'You have 7 points.',
      action_url: 'https://x.example/',
      data: {},
      channels: ['messenger'],
      delivery: { status: 'queued', reason: null },
      created_at: expect.any(String),
    });
    expect(await deliveries()).toMatchObject([{ notification_id: body.id, is_test: true }]);
    expect(await queued()).toEqual(['send-messages']);
    expect(await listOf(grace)).toEqual([]);
  });

  it('ignores what the person wishes', async () => {
    const columns = { messenger_reachable: false, notifications_enabled: false };
    await api.db('users').where({ id: ada.id }).update(columns);
    await api.db('notification_settings').insert({ user_id: ada.id, muted_topics: ['messages'] });

    const { body } = await test({ user_id: ada.id }).expect(201);
    expect(body.delivery).toEqual({ status: 'queued', reason: null });
  });

  it.each([
    ['somebody', {}, 'user_id'],
    ['one id, not two', { user_id: 1, messenger_id: 1 }, 'user_id'],
    ['an id that can be', { messenger_id: -1 }, 'messenger_id'],
    ['a known variable', { user_id: 1, body: '{{shoe_size}}' }, 'body'],
    ['whole braces', { user_id: 1, title: 'Hello {{' }, 'title'],
    ['an address on the web', { user_id: 1, action_url: 'x' }, 'action_url'],
  ])('needs %s', async (_what, given, field) => {
    const to = 'user_id' in given ? { user_id: ada.id } : {};
    expect((await test({ ...given, ...to }).expect(400)).body).toEqual(refusal(field));
    expect(await notifications()).toEqual([]);
  });

  it('knows nobody of such an id, and does not write to blocked people', async () => {
    const blocked = await aUser(api.db, { is_blocked: true });
    expect((await test({ user_id: blocked.id + 1_000 }).expect(404)).body).toEqual(
      failure('NOT_FOUND', 'user_id: user not found'),
    );
    expect((await test({ messenger_id: 1 }).expect(404)).body).toEqual(
      failure('NOT_FOUND', 'messenger_id: user not found'),
    );
    expect((await test({ user_id: blocked.id }).expect(409)).body).toEqual(
      failure('CONFLICT', 'user_id: this user is blocked'),
    );
  });

  it('stands in the audit log', async () => {
    const { body } = await test({ user_id: ada.id }).expect(201);
    expect(await api.db('audit_log')).toMatchObject([
      { action: 'notification.test', subject_id: body.id, after: { user_id: ada.id } },
    ]);
  });
});
