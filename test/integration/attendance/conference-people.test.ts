import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { recountConferencePeople } from '../../../src/jobs/attendance.jobs.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { expectPeopleCounted } from '../../support/conference-people.ts';
import { beginTransaction } from '../../support/database.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
  people,
} from '../../support/factories.ts';

let api: TestApi;
let conference: Conference;
let other: Conference;
let event: Event;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const table of ['events', 'conferences', 'users']) await api.db(table).delete();
  expect(await api.db('conference_people')).toEqual([]);
  [conference, other] = [await aConference(api.db), await aConference(api.db)];
  event = await anEvent(api.db, { conference_id: conference.id, capacity: 1 });
  [ada, grace] = await people(api.db, 2);
});
afterEach(() => expectPeopleCounted(api.db));

/** The number of seats of each of the people of a conference. */
const seatsAt = async ({ id }: Pick<Conference, 'id'>): Promise<Record<number, number>> => {
  const rows = await api.db('conference_people').where({ conference_id: id });
  return Object.fromEntries(rows.map(({ user_id, seats }) => [user_id, seats]));
};
const attend = (user: User, { id } = event) =>
  api.as(user).post('/api/v1/events/attend').send({ event_id: id }).expect(201);
const leave = (user: User, { id } = event) =>
  api.as(user).delete(`/api/v1/events/${id}/attend`).expect(200);
const register = (user: User, { id } = conference) =>
  api.as(user).post(`/api/v1/conferences/${id}/register`).expect(201);
const edit = (changes: object, { id } = event) =>
  api.admin().put(`/api/v1/admin/events/${id}`).send(changes).expect(200);
const admin = (path: string) => `/api/v1/admin/${path}`;

describe('the people of a conference', () => {
  it('have a seat at it, at its events, or both', async () => {
    await attend(ada);
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 1 });
    await register(ada);
    await register(grace);
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 2, [grace.id]: 1 });
    await leave(ada);
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 1, [grace.id]: 1 });
    await attend(ada);
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 2, [grace.id]: 1 });
    expect(await seatsAt(other)).toEqual({});
  });

  it('do not wait: a promotion makes one of them, and takes the place of another', async () => {
    await attend(ada);
    await attend(grace);
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 1 });
    await leave(ada);
    expect(await seatsAt(conference)).toEqual({ [grace.id]: 1 });
  });

  it('are the same after check-ins, and users whom the desk seats or removes', async () => {
    await attend(ada);
    const path = admin(`events/${event.id}`);
    await api.admin().post(`${path}/check-in`).send({ user_id: ada.id }).expect(200);
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 1 });
    await api.admin().delete(`${path}/check-in`).send({ user_id: ada.id }).expect(200);
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 1 });
    const over = { user_id: grace.id, status: 'registered', over_capacity: true };
    await api.admin().post(`${path}/attendees`).send(over).expect(201);
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 1, [grace.id]: 1 });
    await api.admin().delete(`${path}/attendees/${ada.id}`).expect(200);
    expect(await seatsAt(conference)).toEqual({ [grace.id]: 1 });
  });

  it('move with their event, leave with a cancelled one, and return', async () => {
    await attend(ada);
    await register(ada);
    await edit({ conference_id: other.id });
    expect([await seatsAt(conference), await seatsAt(other)]).toEqual([
      { [ada.id]: 1 },
      { [ada.id]: 1 },
    ]);
    await edit({ conference_id: null });
    expect(await seatsAt(other)).toEqual({});
    await attend(grace);
    await edit({ conference_id: other.id, capacity: 2 });
    expect(await seatsAt(other)).toEqual({ [ada.id]: 1, [grace.id]: 1 });
    await edit({ status: 'cancelled' });
    expect(await seatsAt(other)).toEqual({});
    // Revives the event, as a feed that contains it again does.
    await api.db('events').where({ id: event.id }).update({ status: 'approved' });
    expect(await seatsAt(other)).toEqual({ [ada.id]: 1, [grace.id]: 1 });
  });

  it('leave with a deleted event, also in one statement with it, and with a conference', async () => {
    const second = await anEvent(api.db, { conference_id: conference.id });
    for (const one of [event, second]) await attend(ada, one);
    await register(grace);
    await api
      .admin()
      .delete(admin(`events/${event.id}`))
      .expect(200);
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 1, [grace.id]: 1 });
    await api.db('events').where({ id: second.id }).delete();
    expect(await seatsAt(conference)).toEqual({ [grace.id]: 1 });
    await api.db('conferences').where({ id: conference.id }).delete();
    expect(await seatsAt(conference)).toEqual({});
  });

  it('lose their coming seats with their account, and keep past ones', async () => {
    const past = await anEvent(api.db, {
      conference_id: other.id,
      starts_at: '2026-05-01T09:00:00Z',
      ends_at: '2026-05-01T10:00:00Z',
    });
    await anAttendance(api.db, [ada, past]);
    await attend(ada);
    await attend(grace);
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    expect([await seatsAt(conference), await seatsAt(other)]).toEqual([
      { [grace.id]: 1 },
      { [ada.id]: 1 },
    ]);
    for (const list of ['users', 'admin/users']) {
      const { body } = await api
        .admin()
        .get(`/api/v1/${list}?conference_id=${other.id}`)
        .expect(200);
      expect(body).toMatchObject({ data: [], pagination: { total: 0 } });
    }
  });

  it('come with an import and with the sign-in of an invited one', async () => {
    const attendees = [{ messenger_id: ada.messenger_id }, { username: 'invited' }];
    const path = admin(`conferences/${conference.id}/bulk-upload`);
    await api.admin().post(path).send({ attendees }).expect(200);
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 1 });
    const launch = { id: 5_001, first_name: 'G', username: 'invited' };
    const { body } = await api.fromMessenger(launch).get('/api/v1/users/me').expect(200);
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 1, [body.id]: 1 });
  });

  it('are unchanged by a transaction that is rolled back, also to a savepoint', async () => {
    await attend(ada);
    const cancel = (db: TestApi['db']) => db('event_attendances').update({ status: 'cancelled' });
    await api.db.transaction(async (outer) => {
      await aRegistration(outer, [grace, conference]);
      await using inner = await beginTransaction(outer);
      await cancel(inner);
      await inner.rollback();
    });
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 1, [grace.id]: 1 });
    await using trx = await beginTransaction(api.db);
    await cancel(trx);
    await trx.rollback();
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 1, [grace.id]: 1 });
  });
});

describe('transactions over the same people', () => {
  it('in opposite orders do not wait for each other', async () => {
    const events = [event];
    for (let n = 0; n < 3; n += 1) {
      events.push(await anEvent(api.db, { conference_id: conference.id }));
    }
    const [one, two] = [await api.db.transaction(), await api.db.transaction()];
    const seat = (trx: typeof one, user: User, at: number) =>
      anAttendance(trx, [user, events[at] as Event]);

    await seat(one, ada, 0);
    await seat(two, grace, 1);
    await seat(one, grace, 2);
    await seat(two, ada, 3);
    await Promise.all([one.commit(), two.commit()]);

    expect(await seatsAt(conference)).toEqual({ [ada.id]: 2, [grace.id]: 2 });
  });

  it('do not wait for one that moves an event of all of them', async () => {
    const second = await anEvent(api.db, { conference_id: conference.id });
    await attend(ada);
    await using move = await beginTransaction(api.db);
    await move('events').where({ id: event.id }).update({ conference_id: other.id });
    // These answer while the move is not committed.
    for (const user of [ada, grace]) await attend(user, second);
    await move.commit();
    expect(await seatsAt(conference)).toEqual({ [ada.id]: 1, [grace.id]: 1 });
    expect(await seatsAt(other)).toEqual({ [ada.id]: 1 });
  });
});

describe('the job recount-conference-people', () => {
  const recount = () => recountConferencePeople.run(api, null, new AbortController().signal);

  it('corrects missing, wrong and extra rows, once', async () => {
    const [late, gone] = [await aUser(api.db), await aUser(api.db)];
    for (const user of [ada, grace, late]) await aRegistration(api.db, [user, conference]);
    const rows = api.db('conference_people').where({ conference_id: conference.id });
    await rows.clone().where({ user_id: ada.id }).delete();
    await rows.clone().where({ user_id: grace.id }).update({ seats: 7 });
    await rows.clone().where({ user_id: late.id }).update({ seats: -1 });
    await api
      .db('conference_people')
      .insert({ conference_id: other.id, user_id: gone.id, seats: 1 });

    expect(await recount()).toEqual({ corrected: 4 });
    await expectPeopleCounted(api.db);
    expect(await recount()).toEqual({ corrected: 0 });
  });

  it('is exact beside an open transaction and beside another run', async () => {
    await aRegistration(api.db, [ada, conference]);
    await aRegistration(api.db, [grace, conference]);
    await api.db('conference_people').delete();
    await using open = await beginTransaction(api.db);
    await open('registrations').where({ user_id: ada.id }).delete();

    const runs = await Promise.all([recount(), recount()]);
    expect(runs).toEqual(expect.arrayContaining([{ corrected: 0 }, { corrected: 2 }]));
    await open.commit();

    expect(await seatsAt(conference)).toEqual({ [grace.id]: 1 });
  });
});
