import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { aConference, aRegistration, aUser, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { invitationsIn } from '../../support/invitations.ts';
import type { LaunchUser } from '../../support/messenger.ts';
import { countQueries, untilWaiting } from '../../support/queries.ts';
import { expectSound } from '../../support/seats.ts';

const ME = '/api/v1/users/me';
const ADA: LaunchUser = { id: 4_242, first_name: 'Ada', username: 'ada_k' };
const BY_ID = { messenger_id: ADA.id };

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
  await api.db('erased_people').delete();
  conference = await aConference(api.db, { capacity: 2 });
});
afterEach(() => expectSound(api.db, 'conferences', conference));

const pathOf = ({ id }: Pick<Conference, 'id'> = conference) => `/api/v1/conferences/${id}`;
const admin = (path = '') => `/api/v1/admin/conferences/${conference.id}${path}`;
const upload = (attendees: readonly object[]) =>
  api.admin().post(admin('/bulk-upload')).send({ attendees }).expect(200);
const change = (body: object) => api.admin().put(admin()).send(body);
const signIn = (user: LaunchUser = ADA) => api.fromMessenger(user).get(ME).expect(200);
const register = (user: User) => api.as(user).post(`${pathOf()}/register`);
const cancel = (user: User) => api.as(user).delete(`${pathOf()}/register`);
const attendanceOf = async (user: User) =>
  (await api.as(user).get(`${pathOf()}/attendance`).expect(200)).body;
const seats = async () => {
  const { body } = await api.anonymous().get(pathOf()).expect(200);
  const { attendee_count, invited_count, spots_left, registration_state } = body;
  return { attendee_count, invited_count, spots_left, registration_state };
};
const invited = async () =>
  (await invitationsIn(api.db).orderBy('queue_number')).map(
    ({ username, messenger_id, has_seat }) => [username ?? messenger_id, has_seat],
  );
const strangers = (count: number) => people(api.db, count);

describe('an open invitation', () => {
  it('holds a seat that no other user gets', async () => {
    const [stranger, second] = await strangers(2);
    await upload([BY_ID]);
    expect(await seats()).toEqual({
      attendee_count: 0,
      invited_count: 1,
      spots_left: 1,
      registration_state: 'open',
    });

    const { body } = await register(stranger).expect(201);
    expect(body).toMatchObject({ status: 'registered', attendee_count: 1, spots_left: 0 });
    await register(second).expect(201);

    expect(await attendanceOf(second)).toMatchObject({ status: 'waitlisted' });
    expect(await seats()).toMatchObject({ spots_left: 0, registration_state: 'waitlist' });
    const { body: ada } = await signIn();
    expect(await attendanceOf(ada)).toMatchObject({ status: 'registered' });
    expect(await seats()).toMatchObject({ attendee_count: 2, invited_count: 0, spots_left: 0 });
  });

  it('past the capacity waits, and moves up in one queue with the waitlist', async () => {
    const [first, second, third] = await strangers(3);
    await upload([{ username: 'grace' }]);
    await register(first).expect(201);
    await register(second).expect(201);
    const { body } = await upload([{ username: 'linus' }, { messenger_id: third.messenger_id }]);
    expect(body).toMatchObject({ created: 2, waitlisted: 2 });
    expect(await attendanceOf(third)).toMatchObject({ waitlist_position: 3 });
    const list = await api.admin().get(admin('/attendees')).query({ status: 'waitlisted' });
    expect(
      list.body.data.map((row: { waitlist_position: number }) => row.waitlist_position),
    ).toEqual([1, 3]);

    await change({ capacity: 3 }).expect(200);
    expect(await attendanceOf(second)).toMatchObject({ status: 'registered' });
    expect(await invited()).toEqual([
      ['grace', true],
      ['linus', false],
    ]);

    await cancel(first).expect(200);
    expect(await invited()).toEqual([
      ['grace', true],
      ['linus', true],
    ]);
    expect(await attendanceOf(third)).toMatchObject({ waitlist_position: 1 });
    expect(await seats()).toMatchObject({ attendee_count: 1, invited_count: 2, spots_left: 0 });
  });

  it('that waits keeps its place when its person signs in', async () => {
    await change({ capacity: 1 });
    const [first, last] = await strangers(2);
    await register(first).expect(201);
    await upload([BY_ID]);
    await register(last).expect(201);

    const { body: ada } = await signIn();

    expect(await attendanceOf(ada)).toMatchObject({ status: 'waitlisted', waitlist_position: 1 });
    expect(await attendanceOf(last)).toMatchObject({ waitlist_position: 2 });
  });

  it('gives its seat to its person who waits already, and else to the next', async () => {
    await change({ capacity: 1 });
    await upload([{ username: 'ada_k' }]);
    const ada = await aUser(api.db, { messenger_id: ADA.id, last_seen_at: null });
    const [next] = await strangers(1);
    await register(ada).expect(201);
    await register(next).expect(201);

    await signIn();
    expect(await attendanceOf(ada)).toMatchObject({ status: 'registered' });
    expect(await attendanceOf(next)).toMatchObject({ waitlist_position: 1 });

    await change({ capacity: 2 });
    await upload([{ username: 'grace' }, { messenger_id: 7 }]);
    await change({ capacity: 4 });
    await signIn({ id: 7, first_name: 'Grace', username: 'grace' });
    // Both were invitations of one person, who needs one seat.
    expect(await seats()).toMatchObject({ attendee_count: 3, invited_count: 0, spots_left: 1 });
  });

  it('of a person who has cancelled gives its seat to the next, with a notice', async () => {
    await change({ capacity: 1 });
    const ada = await aUser(api.db, { messenger_id: ADA.id, last_seen_at: null });
    await aRegistration(api.db, [ada, conference], { status: 'cancelled' });
    await upload([{ username: 'ada_k' }]);
    const [next] = await strangers(1);
    await register(next).expect(201);

    await signIn();

    expect(await attendanceOf(ada)).toMatchObject({ status: 'cancelled' });
    expect(await attendanceOf(next)).toMatchObject({ status: 'registered' });
    const inbox = await api.as(next).get('/api/v1/notifications').expect(200);
    expect(inbox.body.data).toMatchObject([{ type: 'conference_promoted' }]);
  });

  it('gives its seat to the next when its person erases their account', async () => {
    await change({ capacity: 1 });
    await signIn();
    await upload([{ messenger_id: 7, username: 'ada_k' }]);
    // As if a claim had failed while the conference was locked.
    await api.db('registrations').update({ messenger_id: ADA.id });
    const [next] = await strangers(1);
    await register(next).expect(201);

    await api.fromMessenger(ADA).delete(ME).expect(200);

    expect(await invitationsIn(api.db)).toEqual([]);
    expect(await attendanceOf(next)).toMatchObject({ status: 'registered' });
  });

  it('counts when a capacity is lowered', async () => {
    await upload([BY_ID, { username: 'grace' }]);
    const refused = await change({ capacity: 1 }).expect(409);
    expect(refused.body).toEqual(
      failure(
        'CONFLICT',
        'capacity: 0 attendees are already registered and 2 invited people have a seat',
      ),
    );
    await change({ capacity: null }).expect(200);
    expect(await seats()).toMatchObject({ invited_count: 2, spots_left: null });
  });
});

describe('registration_mode', () => {
  it.each([
    ['invited', {}, 'invited_only'],
    ['closed', {}, 'closed'],
    ['open', { registration_closes_at: '2026-05-14T09:00:00Z' }, 'closed'],
  ])('%s %o admits only invited people and the waitlist', async (mode, given, state) => {
    const [seated, waiting, stranger] = await strangers(3);
    await change({ capacity: 1 });
    await register(seated).expect(201);
    await register(waiting).expect(201);
    const { body } = await change({ registration_mode: mode, ...given, capacity: 3 }).expect(200);
    expect(body).toMatchObject({ registration_mode: mode, registration_state: state });

    const refused = await register(stranger).expect(409);
    expect(refused.body).toEqual(
      failure('REGISTRATION_CLOSED', 'Registration for this conference is closed'),
    );
    expect(await attendanceOf(waiting)).toMatchObject({ status: 'registered' });
    await register(waiting).expect(200);
    await upload([BY_ID]);
    const { body: ada } = await signIn();
    expect(await attendanceOf(ada)).toMatchObject({ status: 'registered' });
  });

  it('changes during a registration: the registration decides again', async () => {
    const [stranger] = await strangers(1);
    await using blocker = await beginTransaction(api.db);
    await blocker('conferences')
      .where({ id: conference.id })
      .update({ registration_mode: 'invited' });
    const registering = register(stranger).then((answer) => answer);
    await untilWaiting(api.db);
    await blocker.commit();
    expect((await registering).status).toBe(409);
  });

  it('costs a registration no further statement', async () => {
    const [first, second] = await strangers(2);
    const plain = await countQueries(api.db, () => register(first));
    await upload([BY_ID]);
    await change({ capacity: 5, registration_closes_at: '2026-05-14T10:00:00Z' });
    expect(await countQueries(api.db, () => register(second))).toBe(plain);
  });
});

describe('at the same time', () => {
  const guests = Array.from({ length: 12 }, (_, n) => ({ id: 5_000 + n, first_name: 'G' }));

  it('claims and a lower capacity leave each person their seat', async () => {
    await change({ capacity: 30 });
    await upload(guests.map(({ id }) => ({ messenger_id: id })));

    const lower = [12, 11, 10].map((capacity) => change({ capacity }));
    const [answers] = await Promise.all([
      Promise.all(lower),
      ...guests.map((guest) => signIn(guest)),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409]);
    const statuses = await api.db('registrations').whereNotNull('user_id').pluck('status');
    expect(statuses).toEqual(Array(12).fill('registered'));
  });

  it('an upload and registrations give each seat once', async () => {
    await change({ capacity: 15 });
    const users = await strangers(12);

    const [uploaded, ...registered] = await Promise.all([
      upload(guests.map(({ id }) => ({ messenger_id: id }))),
      ...users.map((user) => register(user)),
    ]);

    expect(uploaded.status).toBe(200);
    expect(registered.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(await seats()).toMatchObject({ spots_left: 0, registration_state: 'waitlist' });
    expect(await api.db('registrations').whereNotNull('user_id')).toHaveLength(12);
    expect(await invited()).toHaveLength(12);
  });

  it('cancellations and claims move the queue up in its order', async () => {
    await change({ capacity: 6 });
    const users = await strangers(6);
    for (const user of users) await register(user).expect(201);
    await upload(guests.map(({ id }) => ({ messenger_id: id })));

    await Promise.all([
      ...users.map((user) => cancel(user)),
      ...guests.slice(6).map((guest) => signIn(guest)),
    ]);

    expect((await invited()).slice(0, 6).map(([, has_seat]) => has_seat)).toEqual(
      Array(6).fill(true),
    );
    expect(await seats()).toMatchObject({ attendee_count: 0, invited_count: 6 });
  });
});
