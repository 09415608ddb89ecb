import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, people } from '../../support/factories.ts';
import { invitationsIn } from '../../support/invitations.ts';
import { expectSound } from '../../support/seats.ts';

const ROUNDS = 5;

let api: TestApi;
/** Another process on the same database. */
let other: TestApi;
let conference: Conference;
let path: string;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('users').delete();
});

const start = async (capacity: number | null) => {
  conference = await aConference(api.db, { capacity });
  path = `/api/v1/admin/conferences/${conference.id}`;
};
const upload = (attendees: readonly object[], on = api) =>
  on.admin().post(`${path}/bulk-upload`).send({ attendees });
const registration = () => `/api/v1/conferences/${conference.id}/register`;
const register = (user: User) => api.as(user).post(registration());
const cancel = (user: User) => api.as(user).delete(registration());
const remove = ({ id }: { id: number }, query: object = {}) =>
  other.admin().delete(`${path}/attendees/${id}`).query(query);
const signIn = (id: number, username = `user_${id}`) =>
  api.fromMessenger({ id, first_name: 'G', username }).get('/api/v1/users/me').expect(200);
const attendances = () =>
  api
    .db('registrations')
    .where({ conference_id: conference.id })
    .whereNotNull('user_id')
    .orderBy('user_id');
const invitations = () =>
  invitationsIn(api.db).where({ conference_id: conference.id }).orderBy('id');
const isRefused = ({ status }: { status: number }) => status === 404 || status === 409;

it('a correction that names a user and their sign-in register them once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await start(2);
    const messenger_id = 7_000 + round;
    await upload([{ username: `guest_${round}` }]).expect(200);
    await signIn(messenger_id);
    const [{ id }] = await invitations();
    api.advance(60 * 60 * 1_000);

    const correct = other.admin().patch(`${path}/invitations/${id}`).send({ messenger_id });
    const [answer] = await Promise.all([correct, signIn(messenger_id), signIn(messenger_id)]);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ user: { messenger_id }, status: 'registered' });
    expect(await attendances()).toHaveLength(1);
    await expectSound(api.db, 'conferences', conference);
  }
});

it('a claim that is given back while its user cancels and registers again leaves one seat', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await start(1);
    const username = `guest_${round}`;
    await upload([{ username }]).expect(200);
    const { body: wrong } = await signIn(8_000 + round, username);
    const [waiting] = await people(api.db, 1);
    await register(waiting).expect(201);

    const answers = await Promise.all([
      remove(wrong, { reopen: 'true' }),
      cancel(wrong),
      register(wrong),
    ]);

    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const [{ claimed_by, barred_user_ids }] = await invitations();
    expect([claimed_by, barred_user_ids.map(Number)]).toEqual([null, [wrong.id]]);
    await expectSound(api.db, 'conferences', conference);
  }
});

it('a check-in and a removal of the same attendee leave them in or out, with the right counts', async () => {
  await start(4);
  const users = await people(api.db, 12);
  for (const user of users) await register(user).expect(201);

  const seated = users.slice(0, 4);
  const results = await Promise.all(
    seated.flatMap((user) => [
      api.admin().post(`${path}/check-in`).send({ user_id: user.id }),
      remove(user),
    ]),
  );

  expect(results.filter((result) => result.status !== 200 && !isRefused(result))).toEqual([]);
  const gone = seated.map(({ id }) => id);
  expect((await attendances()).filter(({ user_id }) => gone.includes(user_id))).toEqual([]);
  await expectSound(api.db, 'conferences', conference);
  const stats = await api.admin().get(`${path}/check-in/stats`).expect(200);
  expect(stats.body).toMatchObject({ expected: 4, checked_in: 0 });
});

it('seats over the capacity, cancellations and a new capacity keep the counts', async () => {
  await start(4);
  const users = await people(api.db, 12);
  for (const user of users) await register(user).expect(201);
  const over = { status: 'registered', over_capacity: true };

  const answers = await Promise.all([
    ...users.slice(8).map(({ id }) => other.admin().patch(`${path}/attendees/${id}`).send(over)),
    ...users.slice(0, 4).map((user) => cancel(user)),
    api.admin().put(path).send({ capacity: 6 }),
    other.admin().put(path).send({ capacity: 5 }),
  ]);

  expect(answers.filter((result) => result.status !== 200 && !isRefused(result))).toEqual([]);
  await expectSound(api.db, 'conferences', conference);
});

it('imports of one file by two processes, withdrawals and sign-ins count each person once', async () => {
  await start(8);
  const names = Array.from({ length: 12 }, (_, n) => `guest_${n}`);
  const rows = names.map((username) => ({ username }));
  await upload(rows.slice(0, 6)).expect(200);
  const known = await invitations();

  const answers = await Promise.all([
    upload(rows),
    upload(rows.toReversed(), other),
    ...known.slice(0, 3).map(({ id }) => other.admin().delete(`${path}/invitations/${id}`)),
    ...names.slice(0, 9).map((username, n) => signIn(9_000 + n, username)),
  ]);

  expect(answers.filter((result) => result.status !== 200 && !isRefused(result))).toEqual([]);
  const rowsOf = await invitations();
  expect(rowsOf.map(({ username }) => username).toSorted()).toEqual(names.toSorted());
  const claimed = rowsOf.filter(({ claimed_at }) => claimed_at !== null);
  expect(await attendances()).toHaveLength(claimed.length);
  await expectSound(api.db, 'conferences', conference);
});
