import { POOL_LIMITS } from '../../../src/db/knex.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { TicketType } from '../../../src/domain/registration/ticket-types.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, people } from '../../support/factories.ts';
import { aTicketType, expectSoundTypes } from '../../support/ticket-types.ts';

const ROUNDS = 3;

let api: TestApi;
/** Another process on the same database. */
let other: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  conference = await aConference(api.db);
});

const register = (on: TestApi, user: User, { id }: TicketType) =>
  on.as(user).post(`/api/v1/conferences/${conference.id}/register`).send({ ticket_type_id: id });
const cancel = (on: TestApi, user: User) =>
  on.as(user).delete(`/api/v1/conferences/${conference.id}/register`);
const admin = (rest: string) => `/api/v1/admin/conferences/${conference.id}/${rest}`;
const statuses = async (type: TicketType) => {
  const rows = await api
    .db('registrations')
    .where({ conference_id: conference.id, ticket_type: type.name })
    .groupBy('status')
    .select('status')
    .count('* as count');
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
};

it('100 users at once get the 20 seats of each of two types, over two processes', async () => {
  const types = [
    await aTicketType(api.db, conference, { capacity: 20 }),
    await aTicketType(api.db, conference, { capacity: 20 }),
  ] as [TicketType, TicketType];
  const users = await people(api.db, 100);
  const answers = await Promise.all(
    users.map((user, n) => register(n % 3 ? api : other, user, types[n % 2 ? 1 : 0])),
  );
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  for (const type of types)
    expect(await statuses(type)).toEqual({ registered: 20, waitlisted: 30 });
  await expectSoundTypes(api.db, conference);
});

it('the seats of the conference are given once, whatever the types', async () => {
  await api.db('conferences').where({ id: conference.id }).update({ capacity: 25 });
  const types = [
    await aTicketType(api.db, conference, { capacity: 20 }),
    await aTicketType(api.db, conference, { capacity: 20 }),
  ] as [TicketType, TicketType];
  const users = await people(api.db, 60);
  await Promise.all(
    users.map((user, n) => register(n % 3 ? api : other, user, types[n % 2 ? 1 : 0])),
  );
  const { attendee_count } = await api.db('conferences').where({ id: conference.id }).first();
  expect(attendee_count).toBe(25);
  await expectSoundTypes(api.db, conference);
});

it('a change of type beside registrations, cancellations and check-ins keeps both counts', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    conference = await aConference(api.db);
    const first = await aTicketType(api.db, conference, { capacity: 8 });
    const second = await aTicketType(api.db, conference, { capacity: 8 });
    const users = await people(api.db, 24);
    const [seated, coming] = [users.slice(0, 10), users.slice(10)];
    for (const [n, user] of seated.entries()) await register(api, user, n % 2 ? first : second);
    const change = ({ id }: User, type: TicketType) =>
      other
        .admin()
        .patch(admin(`attendees/${id}`))
        .send({ ticket_type: type.name });
    const answers = await Promise.all([
      ...coming.map((user, n) => register(n % 2 ? api : other, user, n % 2 ? second : first)),
      ...seated.slice(0, 6).map((user, n) => change(user, n % 2 ? second : first)),
      ...seated.slice(4, 8).map((user) => cancel(api, user)),
      ...seated.map(({ id: user_id }) => api.admin().post(admin('check-in')).send({ user_id })),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await expectSoundTypes(api.db, conference);
  }
});

it('a quota that is raised and lowered beside cancellations leaves no seat free', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    conference = await aConference(api.db);
    const type = await aTicketType(api.db, conference, { capacity: 5 });
    const users = await people(api.db, 20);
    for (const user of users) await register(api, user, type).expect(201);
    const raise = (capacity: number) =>
      other
        .admin()
        .put(admin(`ticket-types/${type.id}`))
        .send({ capacity });
    const answers = await Promise.all([
      raise(8),
      ...users.slice(0, 5).map((user) => cancel(api, user)),
      raise(6),
      ...users.slice(12, 16).map((user) => cancel(other, user)),
      raise(10),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await expectSoundTypes(api.db, conference);
  }
});

it('the last seat of a type is given once, to a registration, the desk or an import', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    conference = await aConference(api.db);
    const type = await aTicketType(api.db, conference, { name: 'Last', capacity: 1 });
    const [ada, bob] = await people(api.db, 2);
    const attendees = [{ username: `guest_${round}`, ticket_type: 'Last' }];
    const wish = { user_id: bob.id, status: 'registered', ticket_type: 'last' };
    const answers = await Promise.all([
      register(api, ada, type),
      other.admin().post(admin('attendees')).send(wish),
      api.admin().post(admin('bulk-upload')).send({ attendees }),
      other.admin().post(admin('attendees')).send({ first_name: 'Wei', ticket_type: 'Last' }),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect((await statuses(type)).registered).toBe(1);
    await expectSoundTypes(api.db, conference);
  }
});

it('two registrations that bring a new name make one type', async () => {
  const row = (ticket_type: string) => ({ attendees: [{ username: ticket_type, ticket_type }] });
  const upload = (on: TestApi, name: string) =>
    on.admin().post(admin('bulk-upload')).send(row(name)).expect(200);
  await Promise.all([upload(api, 'VIPs'), upload(other, 'vips'), upload(api, 'Vips')]);
  const types = await api.db('ticket_types').where({ conference_id: conference.id });
  expect(types).toMatchObject([{ seat_count: 1 }]);
});

it('the types of a conference are set up while people register', async () => {
  const users = await people(api.db, 30);
  const path = `/api/v1/conferences/${conference.id}/register`;
  const answers = await Promise.all([
    ...users.slice(0, 15).map((user) => api.as(user).post(path)),
    other
      .admin()
      .post(admin('ticket-types'))
      .send({ name: 'A', registration: 'open', capacity: 3 }),
    ...users.slice(15).map((user) => other.as(user).post(path)),
  ]);
  expect(answers.filter(({ status }) => status !== 201)).toEqual([]);
  await expectSoundTypes(api.db, conference);
});

it('a process with the limits of production refuses nobody for a type', async () => {
  await using busy = await startApi({ on: api, limits: POOL_LIMITS });
  const type = await aTicketType(api.db, conference, { capacity: 5 });
  const users = await people(api.db, 20);
  const answers = await Promise.all(users.map((user) => register(busy, user, type)));
  expect(answers.filter(({ status }) => ![201, 503].includes(status))).toEqual([]);
  await expectSoundTypes(api.db, conference);
});
