import type { User } from '../../../src/domain/people/users.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, anAttendance, anEvent, aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { aDevice, scannedCode } from '../../support/offline-attendee-lists.ts';

let api: TestApi;
let event: Event;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  const conference = await aConference(api.db);
  event = await anEvent(api.db, { conference_id: conference.id });
});

const rosterOf = (id: number, key?: string) =>
  api.admin(key).get(`/api/v1/admin/events/${id}/check-in/roster`);
const anAttendee = async (first_name: string, status: 'registered' | 'waitlisted') => {
  const user = await aUser(api.db, { first_name });
  await anAttendance(api.db, [user, event], status);
  return user;
};
const ticketOf = async (user: User): Promise<string> =>
  (await api.as(user).get(`/api/v1/events/${event.id}/ticket`).expect(200)).body.code;

describe('GET /admin/events/:id/check-in/roster', () => {
  it('has the attendees of the event with the marks of their tickets, and no guests', async () => {
    const ada = await anAttendee('Ada', 'registered');
    const grace = await anAttendee('Grace', 'waitlisted');
    const { body } = await rosterOf(event.id).expect(200);
    const code = scannedCode(await ticketOf(ada), body.key);
    expect(body).toMatchObject({
      starts_over: true,
      is_cancelled: false,
      rows: [
        { id: ada.id, name: 'Ada', ticket_type: null, status: 'expected', code },
        { id: grace.id, name: 'Grace', ticket_type: null, status: 'waitlisted', code: null },
      ],
      guests: [],
      has_more: false,
    });
  });

  it('is read as a whole again, in pages, so that a seat given up leaves the device', async () => {
    const users = [];
    for (const name of ['Ada', 'Grace', 'Mary']) users.push(await anAttendee(name, 'registered'));
    const device = aDevice(api, event, { of: 'events' });
    await device.sync(2);
    expect([...device.rows.keys()]).toEqual(users.map(({ id }) => id));
    const [ada, grace] = users as [User, User];
    await api
      .admin()
      .post(`/api/v1/admin/events/${event.id}/check-in`)
      .send({ user_id: ada.id })
      .expect(200);
    await api.as(grace).delete(`/api/v1/events/${event.id}/attend`).expect(200);
    await device.sync(2);
    expect([...device.rows.values()].map(({ name, status }) => [name, status])).toEqual([
      ['Ada', 'in'],
      ['Mary', 'expected'],
    ]);
  });

  it('says that the event, or its conference, is cancelled', async () => {
    await api.db('events').where({ id: event.id }).update({ status: 'cancelled' });
    expect((await rosterOf(event.id).expect(200)).body.is_cancelled).toBe(true);
    await api.db('events').where({ id: event.id }).update({ status: 'approved' });
    await api.db('conferences').where({ id: event.conference_id }).update({ status: 'cancelled' });
    expect((await rosterOf(event.id).expect(200)).body.is_cancelled).toBe(true);
  });

  it('answers NOT_FOUND for an unknown event, and for a key of another conference', async () => {
    const other = await aConference(api.db);
    const { body } = await api
      .admin()
      .post('/api/v1/admin/api-keys')
      .send({ name: 'Door', preset: 'door', conference_ids: [other.id] })
      .expect(201);
    expect((await rosterOf(999_999).expect(404)).body).toEqual(
      failure('NOT_FOUND', 'event not found'),
    );
    await rosterOf(event.id, body.secret).expect(404);
  });
});
