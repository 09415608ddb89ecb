import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey, anAdministrator } from '../../support/api-keys.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, aUser, people } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { payloadsDuring } from '../../support/notify-channel.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('notifications').delete();
  await emptyAuditLog(api.db);
  await api.db('pgboss.job').delete();
  ada = await aUser(api.db, { messenger_reachable: true });
});

const DOORS = { title: 'The doors open', body: 'At nine.' };

const send = (given: object = {}) =>
  api
    .admin()
    .post('/api/v1/admin/notifications')
    .send({ user_id: ada.id, ...DOORS, ...given });
const sendAll = (notifications: unknown) =>
  api.admin().post('/api/v1/admin/notifications/bulk').send({ notifications });

const notifications = () => api.db('notifications').orderBy('id');
const deliveries = () => api.db('deliveries').orderBy('notification_id');
const queued = () => api.db('pgboss.job').pluck('name');
const listOf = async (user: User) =>
  (await api.as(user).get('/api/v1/notifications').expect(200)).body.data;

describe('POST /admin/notifications', () => {
  it('sends a notification to the inbox and by the messenger', async () => {
    const { body } = await send({ action_url: 'https://x.example/doors' }).expect(201);

    const content = {
      ...DOORS,
      type: 'message',
      action_url: 'https://x.example/doors',
      start: null,
      data: {},
    };
    expect(body).toEqual({
      id: expect.any(Number),
      user_id: ada.id,
      ...content,
      channels: ['in_app', 'messenger'],
      delivery: { status: 'queued', reason: null },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/),
    });
    expect(await listOf(ada)).toEqual([
      {
        id: body.id,
        ...content,
        created_at: body.created_at,
        clicked_at: null,
        dismissed_at: null,
      },
    ]);
    expect(await deliveries()).toMatchObject([
      { notification_id: body.id, user_id: ada.id, job_id: null, status: 'queued', is_test: false },
    ]);
    expect(await queued()).toEqual(['send-messages']);
  });

  it('notifies the live streams only for the channel in_app', async () => {
    expect(await payloadsDuring(api, () => send().expect(201))).toEqual([String(ada.id)]);
    expect(await payloadsDuring(api, () => send({ channels: ['messenger'] }).expect(201))).toEqual(
      [],
    );
  });

  it('sends no message for the channel in_app alone', async () => {
    const { body } = await send({ channels: ['in_app'] }).expect(201);

    expect(body).toMatchObject({ channels: ['in_app'], delivery: null });
    expect(await listOf(ada)).toHaveLength(1);
    expect(await deliveries()).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  it('adds nothing to the inbox for the channel messenger alone', async () => {
    const { body } = await send({ channels: ['messenger'] }).expect(201);

    expect(body).toMatchObject({ channels: ['messenger'], delivery: { status: 'queued' } });
    expect(await listOf(ada)).toEqual([]);
    expect(await notifications()).toMatchObject([{ id: body.id, in_app: false }]);
    expect(await queued()).toEqual(['send-messages']);
  });

  it.each([
    ['unreachable', { messenger_reachable: false }, []],
    ['disabled', { notifications_enabled: false }, []],
    ['muted', {}, ['messages']],
  ])('skips the message to a user who is %s', async (reason, columns, muted) => {
    await api
      .db('users')
      .where({ id: ada.id })
      .update({ messenger_reachable: true, ...columns });
    await api.db('notification_settings').insert({ user_id: ada.id, muted_topics: muted });

    const { body } = await send().expect(201);

    expect(body.delivery).toEqual({ status: 'skipped', reason });
    expect(await deliveries()).toMatchObject([{ status: 'skipped', reason }]);
    expect(await listOf(ada)).toHaveLength(1);
    expect(await queued()).toEqual([]);
  });

  it('ignores other muted topics, and accepts users who never signed in', async () => {
    await api.db('notification_settings').insert({ user_id: ada.id, muted_topics: ['events'] });
    const imported = await aUser(api.db, { last_seen_at: null });

    expect((await send().expect(201)).body.delivery).toMatchObject({ status: 'queued' });
    expect((await send({ user_id: imported.id }).expect(201)).body.delivery).toEqual({
      status: 'skipped',
      reason: 'unreachable',
    });
  });

  it('sends texts unchanged', async () => {
    const texts = { title: 'Hello {{first_name}}', body: "100 % <b>'bold'</b> ? \\ $1 :body" };
    expect((await send(texts).expect(201)).body).toMatchObject(texts);
  });

  it('sends two notifications for two requests', async () => {
    await send().expect(201);
    await send().expect(201);
    expect(await listOf(ada)).toHaveLength(2);
  });

  it.each([
    ['an invalid user id', { user_id: 'ada' }, 'user_id'],
    ['a blank title', { title: ' ' }, 'title'],
    ['a title that is too long', { title: 'x'.repeat(201) }, 'title'],
    ['a missing body', { body: undefined }, 'body'],
    ['a body that is too long', { body: 'x'.repeat(4_001) }, 'body'],
    ['a URL that is not on the web', { action_url: 'javascript:alert(1)' }, 'action_url'],
    ['a type other than message', { type: 'event_approved' }, 'type'],
    ['no channel', { channels: [] }, 'channels'],
    ['an unknown channel', { channels: ['pigeon'] }, 'channels.0'],
    ['a repeated channel', { channels: ['in_app', 'in_app'] }, 'channels'],
  ])('answers 400 for %s', async (_what, given, field) => {
    expect((await send(given).expect(400)).body).toEqual(refusal(field));
    expect(await notifications()).toEqual([]);
  });

  it('answers 404 for an unknown or erased user', async () => {
    const erased = await aUser(api.db, { messenger_id: null, erased_at: api.now().toISOString() });
    for (const user_id of [ada.id + 1_000, erased.id]) {
      const { body } = await send({ user_id }).expect(404);
      expect(body).toEqual(failure('NOT_FOUND', 'user_id: user not found'));
    }
    expect(await notifications()).toEqual([]);
  });

  it('answers 409 for a blocked user', async () => {
    await api.db('users').where({ id: ada.id }).update({ is_blocked: true });
    const { body } = await send().expect(409);
    expect(body).toEqual(failure('CONFLICT', 'user_id: this user is blocked'));
    expect(await notifications()).toEqual([]);
  });

  it('leaves nothing behind when the user is erased at the same moment', async () => {
    await Promise.all([
      api.as(ada).delete('/api/v1/users/me').expect(200),
      send().then(({ status }) => expect([201, 404]).toContain(status)),
    ]);
    expect(await notifications()).toEqual([]);
  });

  it('is audited without the texts', async () => {
    const { body } = await send().expect(201);
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
  it('sends each user their own texts, and answers in the order of the request', async () => {
    const [grace, linus] = await people(api.db, 2);
    const drafts = [
      { user_id: linus.id, ...DOORS },
      { user_id: ada.id, title: 'Hello Ada', body: '1', channels: ['messenger'] },
      { user_id: grace.id, title: 'Hello Grace', body: '2', action_url: 'https://x.example/' },
      { user_id: ada.id, title: 'Hello again', body: '3', channels: ['in_app'] },
    ];

    const { body } = await sendAll(drafts).expect(201);

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
        start: null,
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

  it('sends one NOTIFY for all live streams', async () => {
    const [grace, linus] = await people(api.db, 2);
    const drafts = [grace, linus].map(({ id }) => ({ user_id: id, ...DOORS }));
    const payloads = await payloadsDuring(api, () => sendAll(drafts).expect(201));
    expect(payloads).toEqual([`${grace.id},${linus.id}`]);
  });

  it('sends 1,000 notifications with as many statements as two', async () => {
    const drafts = Array.from({ length: 1_000 }, (_, n) => ({
      user_id: ada.id,
      title: `Number ${n}`,
      body: 'x'.repeat(500),
    }));
    const two = await countQueries(api.db, () => sendAll(drafts.slice(0, 2)).expect(201));
    const all = await countQueries(api.db, () => sendAll(drafts).expect(201));

    expect(all).toBe(two);
    const titles = await notifications().pluck('title');
    expect(titles.slice(2)).toEqual(drafts.map(({ title }) => title));
  });

  it.each([
    ['a missing list', undefined, 'notifications'],
    ['an empty list', [], 'notifications'],
    ['more than 1,000', Array(1_001).fill({ user_id: 1, ...DOORS }), 'notifications'],
    [
      'a missing title',
      [
        { user_id: 1, ...DOORS },
        { user_id: 1, body: 'x' },
      ],
      'notifications.1.title',
    ],
  ])('answers 400 for %s', async (_what, drafts, field) => {
    expect((await sendAll(drafts).expect(400)).body).toEqual(refusal(field));
  });

  it('answers 404 and stores nothing when one user is unknown', async () => {
    const drafts = [ada.id, ada.id, ada.id + 1_000].map((user_id) => ({ user_id, ...DOORS }));
    const { body } = await sendAll(drafts).expect(404);

    expect(body).toEqual(failure('NOT_FOUND', 'notifications.2.user_id: user not found'));
    expect(await notifications()).toEqual([]);
    expect(await deliveries()).toEqual([]);
    expect(await queued()).toEqual([]);
    expect(await api.db('audit_log')).toEqual([]);
  });

  it('answers 409 and stores nothing when one user is blocked', async () => {
    const blocked = await aUser(api.db, { is_blocked: true });
    const drafts = [blocked.id, ada.id].map((user_id) => ({ user_id, ...DOORS }));
    const { body } = await sendAll(drafts).expect(409);

    expect(body).toEqual(failure('CONFLICT', 'notifications.0.user_id: this user is blocked'));
    expect(await notifications()).toEqual([]);
  });

  it('is audited once', async () => {
    await sendAll([
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

  it.each(['user_id', 'messenger_id'])(
    'sends the rendered message to a user by %s',
    async (key) => {
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
        start: null,
        data: {},
        channels: ['messenger'],
        delivery: { status: 'queued', reason: null },
        created_at: expect.any(String),
      });
      expect(await deliveries()).toMatchObject([{ notification_id: body.id, is_test: true }]);
      expect(await queued()).toEqual(['send-messages']);
      expect(await listOf(grace)).toEqual([]);
    },
  );

  it('ignores the user’s notification settings', async () => {
    const columns = { messenger_reachable: false, notifications_enabled: false };
    await api.db('users').where({ id: ada.id }).update(columns);
    await api.db('notification_settings').insert({ user_id: ada.id, muted_topics: ['messages'] });

    const { body } = await test({ user_id: ada.id }).expect(201);
    expect(body.delivery).toEqual({ status: 'queued', reason: null });
  });

  it.each([
    ['no id', {}, 'user_id'],
    ['two ids', { user_id: 1, messenger_id: 1 }, 'user_id'],
    ['an invalid id', { messenger_id: -1 }, 'messenger_id'],
    ['an unknown variable', { user_id: 1, body: '{{shoe_size}}' }, 'body'],
    ['braces that do not close', { user_id: 1, title: 'Hello {{' }, 'title'],
    ['a URL that is not on the web', { user_id: 1, action_url: 'x' }, 'action_url'],
  ])('answers 400 for %s', async (_what, given, field) => {
    const id = 'user_id' in given ? { user_id: ada.id } : {};
    expect((await test({ ...given, ...id }).expect(400)).body).toEqual(refusal(field));
    expect(await notifications()).toEqual([]);
  });

  it('answers 404 for an unknown user, and 409 for a blocked one', async () => {
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

  it('is audited', async () => {
    const { body } = await test({ user_id: ada.id }).expect(201);
    expect(await api.db('audit_log')).toMatchObject([
      { action: 'notification.test', subject_id: body.id, after: { user_id: ada.id } },
    ]);
  });
});

describe('POST /admin/notifications/test-to-me', () => {
  const TEMPLATES = { title: 'Hello {{first_name|there}}', body: 'Just a test.' };
  /** The answer to an administrator with these columns, whose key is for one conference. */
  const testAs = async (columns: { messenger_id?: number } | null) => {
    const { id } = await aConference(api.db);
    const { secret } = await aKey(api.db, {
      scopes: ['broadcasts:write'],
      conference_ids: [id],
      ...(columns && {
        administrator_id: await anAdministrator(api.db, columns),
        expires_at: '2099-01-01T00:00:00Z',
      }),
    });
    return api.admin(secret).post('/api/v1/admin/notifications/test-to-me').send(TEMPLATES);
  };

  it('sends the rendered message to the user who is the administrator', async () => {
    const messenger_id = 4_243;
    const columns = { first_name: 'Grace', messenger_id, messenger_reachable: true };
    const grace = await aUser(api.db, columns);

    const { status, body } = await testAs({ messenger_id });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      user_id: grace.id,
      title: 'Hello Grace',
      delivery: { status: 'queued', reason: null },
    });
    expect(await deliveries()).toMatchObject([{ notification_id: body.id, is_test: true }]);
    expect(await queued()).toEqual(['send-messages']);
    expect(await listOf(grace)).toEqual([]);
  });

  it.each([
    ['an administrator', async () => null, 'Your key belongs to no administrator'],
    ['a messenger id', async () => ({}), 'Your account has no messenger id; an owner adds it'],
    [
      'a user',
      async () => ({ messenger_id: 99 }),
      'The bot cannot write to you; start it in your messenger first',
    ],
    [
      'a chat',
      async () => {
        const messenger_id = 4_242;
        await aUser(api.db, { messenger_id, messenger_reachable: false });
        return { messenger_id };
      },
      'The bot cannot write to you; start it in your messenger first',
    ],
  ])('names %s that is missing', async (_what, columns, problem) => {
    const { status, body } = await testAs(await columns());
    expect([status, body]).toEqual([409, failure('NO_CHAT', problem)]);
    expect(await notifications()).toEqual([]);
  });
});
