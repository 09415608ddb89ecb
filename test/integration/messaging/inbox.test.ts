import type { Notification } from '../../../src/domain/messaging/notifications.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { whileErasing } from '../../support/erasure.ts';
import { aNotification, anEvent, aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { walk } from '../../support/lists.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;
let second: TestApi;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
  second = await startApi({ on: api });
});
afterAll(async () => {
  await second.close();
  await api.close();
});

beforeEach(async () => {
  [ada, grace] = [await aUser(api.db), await aUser(api.db)];
});

const NOTIFICATIONS = '/api/v1/notifications';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/);
const NOT_FOUND = { error: 'notification not found', code: 'NOT_FOUND' };

const notified = (given: Parameters<typeof aNotification>[2] = {}) =>
  aNotification(api.db, ada, given);
const list = async (query: object = {}, user = ada) =>
  (await api.as(user).get(NOTIFICATIONS).query(query).expect(200)).body;
const idsOf = (body: { data: readonly { id: number }[] }) => body.data.map(({ id }) => id);
const act = (id: number, what: 'click' | 'dismiss', user = ada, app = api) =>
  app.as(user).post(`${NOTIFICATIONS}/${id}/${what}`);
const bulkDismiss = (body: object, user = ada, app = api) =>
  app.as(user).post(`${NOTIFICATIONS}/bulk-dismiss`).send(body);
const see = (up_to_id: unknown, user = ada) =>
  api.as(user).post(`${NOTIFICATIONS}/seen`).send({ up_to_id });
const rowOf = ({ id }: Pick<Notification, 'id'>) => api.db('notifications').where({ id }).first();

describe('GET /notifications', () => {
  it('is empty for a user without notifications', async () => {
    await aNotification(api.db, grace);

    expect(await list()).toEqual({
      data: [],
      pagination: { page: 1, limit: 20, total: 0, pages: 0, next_cursor: null },
      unread_count: 0,
      unseen_count: 0,
    });
  });

  it('lists the approval of a side-event request', async () => {
    const event = await anEvent(api.db, {
      title: 'Loom party',
      source: 'request',
      status: 'pending',
      submitted_by: ada.id,
    });
    await api.admin().post(`/api/v1/admin/events/${event.id}/approve`).expect(200);

    expect(await list()).toEqual({
      data: [
        {
          id: expect.any(Number),
          type: 'event_approved',
          title: 'Your event is approved',
          body: 'It is in the programme now: Loom party',
          action_url: null,
          start: { kind: 'event', id: event.id },
          data: { event_id: event.id },
          created_at: INSTANT,
          clicked_at: null,
          dismissed_at: null,
        },
      ],
      pagination: { page: 1, limit: 20, total: 1, pages: 1, next_cursor: null },
      unread_count: 1,
      unseen_count: 1,
    });
  });

  it('lists every type with its data', async () => {
    const actor = { id: grace.id, first_name: 'Grace', photo_url: null };
    const given = [
      { type: 'connection_request', data: { connection_id: 3, actor } },
      { type: 'connection_accepted', data: { connection_id: 3, actor } },
      { type: 'event_approved', data: { event_id: 7 } },
      { type: 'event_rejected', data: { event_id: 7, reason: 'The evening is full' } },
      { type: 'registration_rejected', data: { event_id: 7, reason: 'The evening is full' } },
      { type: 'seat_check', data: { conference_id: 7 } },
      { type: 'guest_lapsed', data: { conference_id: 7, names: ['Ida'] } },
      { type: 'transfer_returned', data: { conference_id: 7 } },
      { type: 'event_promoted', data: { event_id: 7 } },
      { type: 'event_updated', data: { event_id: 7 } },
      {
        type: 'event_cancelled',
        data: { event_id: 7, changes: { status: { from: 'approved', to: 'cancelled' } } },
      },
      { type: 'programme_changed', data: { conference_id: null, event_ids: [7] } },
      { type: 'conference_cancelled', data: { conference_id: 7, reason: 'archived' } },
      { type: 'conference_promoted', data: { conference_id: 7 } },
      { type: 'seat_given', data: { event_id: 7, status: 'registered' } },
      { type: 'seat_taken', data: { conference_id: 7, status: 'none' } },
      { type: 'message', data: {}, action_url: 'https://x.example/' },
    ];
    for (const one of given) await notified(one);

    expect((await list()).data.toReversed()).toMatchObject(given);
  });

  it('is ordered newest first, and by descending id within one moment', async () => {
    const [same, old] = ['2026-05-14T08:00:00.500Z', '2026-05-13T08:00:00.000Z'];
    const first = await notified({ created_at: same });
    const older = await notified({ created_at: old });
    const last = await notified({ created_at: same });

    expect(idsOf(await list())).toEqual([last.id, first.id, older.id]);
  });

  it('lists clicked notifications, but not dismissed, messenger-only or other users’ ones', async () => {
    const [unclicked, clicked] = [await notified(), await notified({ clicked_at: api.now() })];
    await notified({ dismissed_at: api.now() });
    await notified({ in_app: false });
    await aNotification(api.db, grace);

    const all = await list();
    expect(idsOf(all)).toEqual([clicked.id, unclicked.id]);
    expect(all).toMatchObject({ pagination: { total: 2 }, unread_count: 1, unseen_count: 1 });
    expect(await list({ status: 'all' })).toEqual(all);
    const unread = await list({ status: 'unread' });
    expect(idsOf(unread)).toEqual([unclicked.id]);
    expect(unread).toMatchObject({ pagination: { total: 1 }, unread_count: 1, unseen_count: 1 });
    const { body: me } = await api.as(ada).get('/api/v1/users/me').expect(200);
    const { body: state } = await api.as(ada).get('/api/v1/users/me/state').expect(200);
    expect(me.counts.unread_notifications).toBe(1);
    expect(state.unread_notifications).toBe(1);
  });

  it('counts unread notifications of all pages on every page', async () => {
    for (let n = 0; n < 5; n += 1) await notified();
    const [newest] = (await list()).data;
    await see(newest.id - 2).expect(200);

    const { pagination, ...counts } = await list({ limit: 2, page: 3 });
    expect(pagination).toMatchObject({ page: 3, total: 5, pages: 3, next_cursor: null });
    expect(counts).toMatchObject({ unread_count: 5, unseen_count: 2 });
    const { next_cursor } = (await list({ limit: 2 })).pagination;
    expect(await list({ limit: 2, cursor: next_cursor })).toMatchObject({
      pagination: { limit: 2, next_cursor: expect.any(String) },
      unread_count: 5,
      unseen_count: 2,
    });
  });

  it('lists the same by cursor as by page number', async () => {
    // Two of every three have the same `created_at`.
    for (let n = 0; n < 7; n += 1) {
      await notified({ created_at: `2026-05-14T08:0${n - (n % 3 === 1 ? 1 : 0)}:00.000Z` });
    }
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(...idsOf(await list({ limit: 3, page })));

    expect(new Set(pages).size).toBe(7);
    expect(await walk(api.as(ada), `${NOTIFICATIONS}?limit=3`)).toEqual(pages);
    expect(await walk(api.as(ada), `${NOTIFICATIONS}?limit=3&status=unread`)).toEqual(pages);
  });

  it('neither repeats nor skips rows by cursor while rows are inserted', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 7; n += 1) ids.unshift((await notified()).id);

    expect(await walk(api.as(ada), `${NOTIFICATIONS}?limit=2`, () => notified())).toEqual(ids);
  });

  it('needs the same number of statements for any number of rows', async () => {
    const count = () => countQueries(api.db, () => list({ limit: 100 }));
    const few = await count();
    await api.db('notifications').insert(
      Array.from({ length: 100 }, (_, n) => ({
        user_id: ada.id,
        type: 'message',
        title: `${n}`,
        body: 'x',
      })),
    );

    expect((await list({ limit: 100 })).data).toHaveLength(100);
    expect(await count()).toBe(few);
  });

  it.each([
    ['status', { status: 'read' }],
    ['limit', { limit: 101 }],
    ['cursor', { cursor: 'W10' }],
    ['cursor', { cursor: Buffer.from('["yesterday",1]').toString('base64url') }],
  ])('answers 400 for an invalid %s', async (field, query) => {
    const { body } = await api.as(ada).get(NOTIFICATIONS).query(query).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
  });
});

it('unread notifications are counted up to 100, the newest first, everywhere', async () => {
  const ids: { id: number }[] = [];
  for (let n = 0; n < 120; n += 1) ids.push(await notified());
  const counts = async () => {
    const { body } = await api.as(ada).get(NOTIFICATIONS).expect(200);
    return [body.unread_count, body.unseen_count];
  };
  expect(await counts()).toEqual([100, 100]);
  await api
    .as(ada)
    .post(`${NOTIFICATIONS}/seen`)
    .send({ up_to_id: ids.at(-3)?.id })
    .expect(200);
  expect(await counts()).toEqual([100, 2]);
  const { body: me } = await api.as(ada).get('/api/v1/users/me').expect(200);
  expect(me.counts.unread_notifications).toBe(100);
  const { body: state } = await api.as(ada).get('/api/v1/users/me/state').expect(200);
  expect(state.unread_notifications).toBe(100);
});

describe('POST /notifications/:id/click', () => {
  it('records the first click', async () => {
    const { id, title } = await notified();
    const clicked_at = api.now().toISOString();

    const first = await act(id, 'click').expect(200);
    api.advance(60_000);
    const again = await act(id, 'click').expect(200);

    expect(first.body).toEqual({
      id,
      type: 'message',
      title,
      body: 'The body.',
      action_url: null,
      start: null,
      data: {},
      created_at: INSTANT,
      clicked_at,
      dismissed_at: null,
    });
    expect(again.body).toEqual(first.body);
    expect(await list()).toMatchObject({ data: [{ clicked_at }], unread_count: 0 });
  });

  it('answers ten parallel clicks with the time of the first', async () => {
    const { id } = await notified();
    // The clocks of the two processes differ.
    api.advance(1_000);

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => act(id, 'click', ada, n % 2 ? api : second)),
    );

    const { clicked_at } = await rowOf({ id });
    expect(clicked_at).not.toBeNull();
    expect(answers.map(({ body }) => body.clicked_at)).toEqual(Array(10).fill(clicked_at));
  });

  it('leaves a dismissed notification dismissed', async () => {
    const { id } = await notified();
    const { body } = await act(id, 'dismiss').expect(200);

    const clicked = await act(id, 'click').expect(200);
    expect(clicked.body).toEqual({ ...body, clicked_at: api.now().toISOString() });
    expect(idsOf(await list())).toEqual([]);
  });
});

describe('POST /notifications/:id/dismiss', () => {
  it('removes the notification from the inbox, once', async () => {
    const [kept, dismissed] = [await notified(), await notified()];
    const dismissed_at = api.now().toISOString();

    const first = await act(dismissed.id, 'dismiss').expect(200);
    api.advance(60_000);
    const again = await act(dismissed.id, 'dismiss').expect(200);

    expect(first.body).toMatchObject({ id: dismissed.id, clicked_at: null, dismissed_at });
    expect(again.body).toEqual(first.body);
    const left = await list();
    expect(idsOf(left)).toEqual([kept.id]);
    expect(left.unread_count).toBe(1);
  });
});

describe.each(['click', 'dismiss'] as const)('POST /notifications/:id/%s', (what) => {
  it('answers 404 for other users’, messenger-only and missing notifications', async () => {
    const others = await aNotification(api.db, grace);
    const outside = await notified({ in_app: false });

    for (const id of [others.id, outside.id, 999_999]) {
      expect((await act(id, what).expect(404)).body).toEqual(NOT_FOUND);
    }
    const untouched = { clicked_at: null, dismissed_at: null };
    expect(await rowOf(others)).toMatchObject(untouched);
    expect(await rowOf(outside)).toMatchObject(untouched);
  });

  it('answers 400 for an invalid id', async () => {
    const { body } = await api.as(ada).post(`${NOTIFICATIONS}/x/${what}`).expect(400);
    expect(body).toEqual({
      error: 'id: expected a positive integer',
      code: 'VALIDATION_ERROR',
    });
  });
});

describe('POST /notifications/bulk-dismiss', () => {
  it('dismisses the given notifications, and counts those in the inbox', async () => {
    const [one, other, kept] = [
      await notified(),
      await notified({ clicked_at: api.now() }),
      await notified(),
    ];
    const dismissed = await notified({ dismissed_at: '2026-05-13T09:00:00.000Z' });

    const ids = [other.id, one.id, one.id, dismissed.id, 999_999];
    expect((await bulkDismiss({ ids }).expect(200)).body).toEqual({ dismissed: 2 });
    expect((await bulkDismiss({ ids }).expect(200)).body).toEqual({ dismissed: 0 });

    expect(idsOf(await list())).toEqual([kept.id]);
    expect(await rowOf(one)).toMatchObject({ dismissed_at: api.now().toISOString() });
    expect(await rowOf(dismissed)).toMatchObject({ dismissed_at: '2026-05-13T09:00:00.000Z' });
  });

  it('dismisses all notifications', async () => {
    await notified();
    await notified({ clicked_at: api.now() });

    expect((await bulkDismiss({ all: true }).expect(200)).body).toEqual({ dismissed: 2 });
    expect(await list()).toMatchObject({ data: [], unread_count: 0, unseen_count: 0 });
    expect((await bulkDismiss({ all: true }).expect(200)).body).toEqual({ dismissed: 0 });
  });

  it('ignores other users’ and messenger-only notifications', async () => {
    const others = await aNotification(api.db, grace);
    const outside = await notified({ in_app: false });

    const ids = [others.id, outside.id];
    expect((await bulkDismiss({ ids }).expect(200)).body).toEqual({ dismissed: 0 });
    expect((await bulkDismiss({ all: true }).expect(200)).body).toEqual({ dismissed: 0 });
    expect(await rowOf(others)).toMatchObject({ dismissed_at: null });
    expect(await rowOf(outside)).toMatchObject({ dismissed_at: null });
  });

  it('counts each notification once in parallel requests in any order', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 50; n += 1) ids.push((await notified()).id);
    const bodies = [{ ids }, { ids: ids.toReversed() }, { all: true }, { ids: ids.slice(0, 25) }];

    const answers = await Promise.all(
      [...bodies, ...bodies].map((body, n) => bulkDismiss(body, ada, n % 2 ? api : second)),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(answers.reduce((sum, { body }) => sum + body.dismissed, 0)).toBe(50);
  });

  it('accepts 1,000 ids', async () => {
    const { id } = await notified();
    const ids = Array.from({ length: 1_000 }, (_, n) => 5_000_000 + n);

    await bulkDismiss({ ids: [...ids, id] }).expect(400);
    const res = await bulkDismiss({ ids: [...ids.slice(1), id] }).expect(200);
    expect(res.body).toEqual({ dismissed: 1 });
  });

  it.each([
    ['body', {}],
    ['body', { ids: [1], all: true }],
    ['ids', { ids: [] }],
    ['ids', { ids: 1 }],
    ['ids.1', { ids: [1, '2'] }],
    ['all', { all: false }],
  ])('answers 400 for an invalid %s', async (field, given) => {
    await notified();
    const { body } = await bulkDismiss(given).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
    expect((await list()).data).toHaveLength(1);
  });
});

describe('POST /notifications/seen', () => {
  it('separates new notifications from seen ones', async () => {
    const [first, middle] = [await notified(), await notified()];

    const { body } = await see(middle.id).expect(200);
    expect(body).toEqual({ up_to_id: middle.id, unseen_count: 0 });
    await notified();
    const all = await list();
    expect(all).toMatchObject({ unread_count: 3, unseen_count: 1 });
    expect(idsOf(all).at(-1)).toBe(first.id);
  });

  it('counts only unread notifications as unseen', async () => {
    await notified({ clicked_at: api.now() });
    await notified({ in_app: false });
    const first = await notified();
    await notified();

    expect((await see(first.id).expect(200)).body.unseen_count).toBe(1);
  });

  it('never moves back, also with parallel requests', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 10; n += 1) ids.push((await notified()).id);
    const newest = Math.max(...ids);

    await Promise.all(ids.map((id) => see(id).expect(200)));
    const { body } = await see(Math.min(...ids)).expect(200);

    expect(body).toEqual({ up_to_id: newest, unseen_count: 0 });
  });

  it('never moves past the user’s newest notification', async () => {
    const { id } = await notified();
    await aNotification(api.db, grace);
    await notified({ in_app: false });

    expect((await see(9_007_199_254_740_991).expect(200)).body).toEqual({
      up_to_id: id,
      unseen_count: 0,
    });
    await notified();
    expect((await list()).unseen_count).toBe(1);
  });

  it('stays at 0 for a user without notifications', async () => {
    expect((await see(42).expect(200)).body).toEqual({ up_to_id: 0, unseen_count: 0 });
  });

  it('leaves the notification preferences unchanged', async () => {
    const preferences = `${NOTIFICATIONS}/preferences`;
    const quiet_hours = { start: '22:00', end: '07:00', timezone: 'Europe/Berlin' };
    const topics = { quests: false };
    const before = await api.as(ada).put(preferences).send({ topics, quiet_hours }).expect(200);

    await see((await notified()).id).expect(200);

    expect((await api.as(ada).get(preferences).expect(200)).body).toEqual(before.body);
  });

  it.each([undefined, 0, -1, 1.5, '1', null])('answers 400 for the id %j', async (up_to_id) => {
    const { body } = await see(up_to_id).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain('up_to_id: ');
  });

  it('stores nothing for a user who is being erased', async () => {
    const { body } = await whileErasing(api, ada, () => see(1));

    expect(body).toEqual({ error: 'Unauthorized', code: 'UNAUTHORIZED' });
    expect(await api.db('notification_settings').where({ user_id: ada.id })).toEqual([]);
  });
});

describe('every inbox endpoint', () => {
  it.each([
    ['get', ''],
    ['post', '/1/click'],
    ['post', '/1/dismiss'],
    ['post', '/bulk-dismiss'],
    ['post', '/seen'],
  ] as const)('answers 401 or 403 without an active user: %s %s', async (method, path) => {
    const call = (app: ReturnType<TestApi['anonymous']>) => app[method](`${NOTIFICATIONS}${path}`);
    await call(api.anonymous()).expect(401);
    await call(api.admin()).expect(401);
    await call(api.as(await aUser(api.db, { is_blocked: true }))).expect(403);
  });
});
