import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  aConnection,
  anAttendance,
  anEvent,
  aRegistration,
  people,
} from '../../support/factories.ts';
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
