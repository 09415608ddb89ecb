import type { User } from '../../../src/domain/people/users.ts';
import { recountConferencePeople } from '../../../src/jobs/attendance.jobs.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { expectPeopleCounted } from '../../support/conference-people.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { countDeadlocks } from '../../support/deadlocks.ts';
import { aConference, anAttendance, anEvent, people } from '../../support/factories.ts';
import { expectSound } from '../../support/seats.ts';

const ROUNDS = 6;
const GUEST = { id: 6_001, first_name: 'Guest', username: 'guest' };

let api: TestApi;
/** Another process on the same database. */
let other: TestApi;
let db: TestApi['db'];
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  db = openPool(database.url, { poolSize: 2 });
  api = await startApi({ on: { databaseUrl: database.url } });
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
  await db.destroy();
  await database.drop();
});

const attend = (on: TestApi, user: User, event_id: number) =>
  on.as(user).post('/api/v1/events/attend').send({ event_id });
const leave = (on: TestApi, user: User, id: number) =>
  on.as(user).delete(`/api/v1/events/${id}/attend`);
const registration = (id: number) => `/api/v1/conferences/${id}/register`;
const edit = (on: TestApi, id: number, changes: object) =>
  on.admin().put(`/api/v1/admin/events/${id}`).send(changes);

/** Two seats and a waitlist at each event, in opposite orders at neighboring ones. */
const seatAll = async ({ users, events }: Round): Promise<void> => {
  for (const [n, event] of events.entries()) {
    const order = n % 2 === 0 ? users : users.toReversed();
    for (const [place, user] of order.slice(0, 6).entries()) {
      await anAttendance(db, [user, { id: event }], place < 2 ? 'registered' : 'waitlisted');
    }
  }
};

interface Round {
  readonly conferences: readonly [number, number];
  readonly events: readonly number[];
  readonly users: readonly User[];
}

async function aRound(): Promise<Round> {
  const [one, two] = [await aConference(db, { event_access: 'registered' }), await aConference(db)];
  const users = await people(db, 8);
  const events: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    const conference_id = n % 3 === 2 ? two.id : one.id;
    events.push((await anEvent(db, { conference_id, capacity: 2 })).id);
  }
  for (const user of users) {
    await api.as(user).post(registration(one.id)).expect(201);
  }
  // Claims their invitations with the first sign-in.
  await db('users').where({ messenger_id: GUEST.id }).delete();
  for (const { id: conference_id } of [two, one]) {
    await db('registrations').insert({
      conference_id,
      username: GUEST.username,
      status: 'waitlisted',
    });
  }
  const round = { conferences: [one.id, two.id], events, users } as const;
  await seatAll(round);
  return round;
}

/** Concurrent requests that change seats of the same people, in all ways. */
function requestsOf({ conferences: [one, two], events, users }: Round) {
  const [e1, e2, e3, e4, e5, e6] = events as [number, number, number, number, number, number];
  const [u1, u2, u3, u4, u5, u6, u7, u8] = users as Round['users'] &
    [User, User, User, User, User, User, User, User];
  return [
    // Each cancellation promotes another user, at another event of the same conference.
    leave(api, u1, e1),
    leave(other, u8, e2),
    leave(api, u2, e3),
    leave(other, u7, e4),
    attend(other, u1, e5),
    attend(api, u8, e6),
    attend(other, u5, e1),
    // Cancels their events, too, with a promotion at each.
    api.as(u2).delete(registration(one)),
    other.as(u7).delete(registration(one)),
    other.as(u3).post(registration(two)),
    // Claims invitations of both.
    other.fromMessenger(GUEST).post('/api/v1/messenger/upsert'),
    // Moves all seats.
    edit(api, e5, { conference_id: two, capacity: 5 }),
    edit(other, e6, { conference_id: one, capacity: 4 }),
    edit(other, e2, { capacity: 6 }),
    edit(api, e4, { status: 'cancelled' }),
    other.admin().delete(`/api/v1/admin/events/${e3}`),
    // The desk.
    api.admin().post(`/api/v1/admin/events/${e1}/check-in`).send({ user_id: u4.id }),
    other
      .admin()
      .post(`/api/v1/admin/events/${e5}/attendees`)
      .send({ user_id: u6.id, status: 'registered', over_capacity: true }),
    api.admin().delete(`/api/v1/admin/events/${e1}/attendees/${u3.id}`),
    other
      .admin()
      .post(`/api/v1/admin/conferences/${two}/bulk-upload`)
      .send({ attendees: users.map(({ messenger_id }) => ({ messenger_id })) }),
    api.as(u4).delete('/api/v1/users/me'),
    other.as(u5).delete('/api/v1/users/me'),
  ];
}

it('seats that are taken, given up, promoted, moved, erased and recounted at once are counted', async () => {
  const before = await deadlocks();
  const statuses = new Set<number>();
  for (let n = 0; n < ROUNDS; n += 1) {
    const round = await aRound();

    const [recounted, ...answers] = await Promise.all([
      recountConferencePeople.run(api, null, new AbortController().signal),
      ...requestsOf(round),
    ]);

    expect(recounted).toEqual({ corrected: 0 });
    for (const { status } of answers) statuses.add(status);
    await expectPeopleCounted(db);
    for (const id of await db('events').whereIn('id', round.events).pluck('id')) {
      const { status } = await db('events').where({ id }).first();
      if (status === 'approved') await expectSound(db, 'events', { id });
    }
  }

  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect(await db('conference_people')).not.toEqual([]);
  expect(await deadlocks()).toBe(before);
});

it('a conference that is deleted while people come to it leaves no row', async () => {
  for (let n = 0; n < ROUNDS; n += 1) {
    const { conferences, events, users } = await aRound();
    const [one, two] = conferences;

    const answers = await Promise.all([
      ...users.flatMap((user) => events.slice(0, 3).map((id) => attend(api, user, id))),
      other.admin().delete(`/api/v1/admin/conferences/${one}?force=true`),
      ...users.map((user) => other.as(user).post(registration(two))),
    ]);

    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    await expectPeopleCounted(db);
    expect(await db('conferences').where({ id: one })).toEqual([]);
    expect(await db('conference_people').where({ conference_id: one })).toEqual([]);
  }
});

/** Ends the connections of both processes, which then have counted their deadlocks. */
async function deadlocks(): Promise<number> {
  for (const one of [api, other]) {
    await one.db.destroy();
    one.db.initialize();
  }
  await db.destroy();
  db.initialize();
  return countDeadlocks(db);
}
