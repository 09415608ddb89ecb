import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import {
  aConference,
  aConnection,
  aNotification,
  anAttendance,
  anEvent,
  aQuest,
  aRegistration,
  people,
} from '../../support/factories.ts';
import { countQueries } from '../../support/queries.ts';
import { aParticipation } from '../../support/quests.ts';
import { expectSound } from '../../support/seats.ts';

let api: TestApi;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  [ada, grace] = await people(api.db, 2);
});

const path = ({ id }: { id: number }) => `/api/v1/admin/users/${id}`;
const get = (user: { id: number }) => api.admin().get(path(user));
const patch = (user: { id: number }, body: object) => api.admin().patch(path(user)).send(body);
const erase = (user: { id: number }) => api.admin().delete(path(user));

describe('GET /admin/users/:id', () => {
  it('shows the profile, attendances, connections and latest changes of one person', async () => {
    const [conference, event] = [await aConference(api.db), await anEvent(api.db)];
    await aRegistration(api.db, [ada, conference], { ticket_type: 'vip' });
    await anAttendance(api.db, [ada, event], 'waitlisted');
    await aConnection(api.db, [ada, grace]);
    await api
      .admin()
      .post(`${path(ada)}/block`)
      .expect(200);

    const { body } = await get(ada).expect(200);

    expect(body).toMatchObject({
      id: ada.id,
      messenger_id: ada.messenger_id,
      is_blocked: true,
      event_attendances: [{ event: { id: event.id }, status: 'waitlisted' }],
      conference_attendances: [{ conference: { id: conference.id }, ticket_type: 'vip' }],
      connection_count: 1,
      audit_log: [{ action: 'user.block', after: { is_blocked: true } }],
    });
    await get({ id: 999_999 }).expect(404);
  });

  it('shows the latest quests, feedback, messages and media with their number', async () => {
    const quest = await aQuest(api.db, { title: 'Hunt' });
    await aParticipation(api.db, [ada, quest]);
    const total = { scope: 'quest', period: 'all', period_start: '1970-01-01', is_ranked: true };
    await api
      .db('point_totals')
      .insert({ ...total, scope_id: quest.id, user_id: ada.id, points: 7 });
    for (let n = 0; n < 21; n += 1) {
      await api.db('feedback').insert({ user_id: ada.id, message: `Message ${n}` });
    }
    await aNotification(api.db, ada, {
      type: 'connection_request',
      title: 'Grace wants to connect',
    });
    const file = { mime_type: 'image/png', bytes: 7, sha256: 'a'.repeat(64), status: 'ready' };
    const stored = { ...file, kind: 'image', storage: 'local', purpose: 'proof' };
    await api.db('media').insert({ ...stored, user_id: ada.id, key: 'proof' });
    await api.db('feedback').insert({ user_id: grace.id, message: 'Of Grace' });

    const { body } = await get(ada).expect(200);

    const { quests, feedback, messages, media } = body;
    expect(quests).toMatchObject({
      count: 1,
      latest: [{ quest_id: quest.id, title: 'Hunt', status: 'in_progress', points: 7 }],
    });
    expect(feedback.count).toBe(21);
    expect(feedback.latest.map(({ message }: { message: string }) => message)).toEqual(
      Array.from({ length: 20 }, (_, n) => `Message ${20 - n}`),
    );
    const message = { type: 'connection_request', job_id: null, title: null };
    expect(messages).toMatchObject({ count: 1, latest: [{ ...message, delivery_status: null }] });
    expect(media).toMatchObject({ count: 1, latest: [{ kind: 'image', bytes: 7 }] });
    expect((await get(grace).expect(200)).body).toMatchObject({
      quests: { count: 0, latest: [] },
      feedback: { count: 1 },
    });
  });

  it.each([
    ['quests:read', 'quests'],
    ['feedback:read', 'feedback'],
    ['broadcasts:read', 'messages'],
    ['media:read', 'media'],
  ] as const)('needs %s for the %s', async (scope, field) => {
    const { secret } = await aKey(api.db, { scopes: ['people:read', scope] });
    const { body } = await api.admin(secret).get(path(ada)).expect(200);
    const activities = ['quests', 'feedback', 'messages', 'media'];
    expect(Object.keys(body).filter((name) => activities.includes(name))).toEqual([field]);
  });

  it('reads each by one statement', async () => {
    const { secret } = await aKey(api.db, { scopes: ['people:read'] });
    const without = await countQueries(api.db, () => api.admin(secret).get(path(ada)).expect(200));
    const all = await countQueries(api.db, () => get(ada).expect(200));
    expect(all - without).toBeLessThanOrEqual(4);
  });
});

describe('PATCH /admin/users/:id', () => {
  it('corrects a profile, which no later import overwrites', async () => {
    const given = { first_name: 'Augusta', company: 'Looms', interests: ['Mathematics'] };
    expect((await patch(ada, given).expect(200)).body).toMatchObject(given);
    await patch(ada, given).expect(200);

    const users = [{ messenger_id: ada.messenger_id, first_name: 'A.', company: 'Engines' }];
    await api.admin().post('/api/v1/admin/users/bulk-import').send({ users }).expect(200);
    const { body } = await get(ada).expect(200);
    expect(body).toMatchObject(given);
    expect(body.audit_log).toMatchObject([
      { action: 'user.update', before: { company: null }, after: given },
    ]);
    await patch(ada, { company: null, first_name: null }).expect(200);
    expect((await get(ada)).body).toMatchObject({ company: null, first_name: ada.first_name });
  });
});

describe('DELETE /admin/users/:id', () => {
  it('erases as the person would, frees seats, and records it without personal data', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    await anAttendance(api.db, [ada, event]);
    await anAttendance(api.db, [grace, event], 'waitlisted');
    await patch(ada, { company: 'Looms' }).expect(200);

    for (const _time of ['once', 'again']) {
      expect((await erase(ada).expect(200)).body).toEqual({ id: ada.id, deleted: true });
    }

    const { body } = await get(ada).expect(200);
    expect(body).toMatchObject({ messenger_id: null, company: null });
    expect(body.erased_at).not.toBeNull();
    expect(body.audit_log).toMatchObject([
      { action: 'user.erase', before: null, after: null },
      { action: 'user.update', before: null, after: null },
    ]);
    await api.as(ada).get('/api/v1/users/me').expect(401);
    await expectSound(api.db, 'events', event);
    expect(await api.db('event_attendances').where({ user_id: grace.id })).toMatchObject([
      { status: 'registered' },
    ]);
    await erase({ id: 999_999 }).expect(404);
    await patch(ada, { company: 'Looms' }).expect(404);
  });
});
