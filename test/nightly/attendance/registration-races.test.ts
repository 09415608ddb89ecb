import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { ClaimCodesService } from '../../../src/services/attendance/seat-codes.service.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { expectPeopleCounted } from '../../support/conference-people.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { countDeadlocks } from '../../support/deadlocks.ts';
import { aConference, people } from '../../support/factories.ts';
import { expectSound } from '../../support/seats.ts';

const ROUNDS = 3;

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
  await db.destroy();
  await database.drop();
});

interface Round {
  readonly conference: Conference;
  readonly path: string;
  /** Registered, or cancelled, or without a registration, by the number of the round. */
  readonly user: User;
  /** The invitation that everything is about, with a seat, and its code. */
  readonly guest: number;
  readonly code: string;
  readonly username: string;
}

/** A conference with two seats: one of the guest, one of another user, and two who wait. */
async function aRound(n: number): Promise<Round> {
  const conference = await aConference(db, { capacity: 2 });
  const { id } = conference;
  const path = `/api/v1/admin/conferences/${id}`;
  const [user, ...others] = await people(db, 4);
  const username = `guest_${id}`;
  const [row] = await db('registrations')
    .insert({ conference_id: id, username, first_name: 'Grace', status: 'registered' })
    .returning('id');
  await db('conferences').where({ id }).update({ invited_count: 1 });
  if (n % ROUNDS > 0) await register(api, user, id).expect(201);
  if (n % ROUNDS > 1) await api.as(user).delete(`/api/v1/conferences/${id}/register`).expect(200);
  for (const one of others) await register(api, one, id).expect(201);
  const codes = new ClaimCodesService({ secrets: api.configWith({}).ticketSecrets });
  const code = codes.codeOf({ invitation_id: row.id, epoch: 0 });
  return { conference, path, user, guest: row.id, code, username };
}

const register = (on: TestApi, user: User, id: number) =>
  on.as(user).post(`/api/v1/conferences/${id}/register`);

type Act = (on: TestApi, round: Round) => PromiseLike<{ readonly status: number }>;

const ACTS: Readonly<Record<string, Act>> = {
  register: (on, { user, conference }) => register(on, user, conference.id),
  cancel: (on, { user, conference }) =>
    on.as(user).delete(`/api/v1/conferences/${conference.id}/register`),
  claim: (on, { user, conference, code }) =>
    on
      .as(user)
      .post(`/api/v1/conferences/${conference.id}/claim`)
      .send({ code: `i_${code}` }),
  import: (on, { path, username }) =>
    on
      .admin()
      .post(`${path}/bulk-upload`)
      .send({ attendees: [{ username, ticket_type: 'vip' }, { username: `${username}_2` }] }),
  'check in': (on, { path, guest }) =>
    on.admin().post(`${path}/check-in`).send({ invitation_id: guest, nonce: 'n1' }),
  erase: (on, { user }) => on.as(user).delete('/api/v1/users/me'),
  block: (on, { user }) => on.admin().post(`/api/v1/admin/users/${user.id}/block`).send({}),
  withdraw: (on, { path, guest }) => on.admin().delete(`${path}/invitations/${guest}`),
  remove: (on, { path, user }) =>
    on.admin().delete(`${path}/attendees/${user.id}`).query({ reopen: 'true' }),
  promote: (on, { path }) => on.admin().put(path).send({ capacity: 3 }),
};
const NAMES = Object.keys(ACTS);
const PAIRS = NAMES.flatMap((one, n) => NAMES.slice(n).map((second) => [one, second] as const));

/** One row of each user and each code, and at most one arrival of the guest. */
async function expectOneEach({ conference, guest, user }: Round): Promise<void> {
  const rows = await db('registrations').where({ conference_id: conference.id });
  const ofUser = rows.filter(({ user_id }) => user_id === user.id);
  expect(ofUser.length).toBeLessThanOrEqual(1);
  const arrived = rows.filter(({ status }) => status === 'checked_in');
  expect(arrived.length).toBeLessThanOrEqual(1);
  expect(rows.filter(({ id }) => id === guest).length).toBeLessThanOrEqual(1);
  // What is claimed has the person, or says that its code is another one of them, or was withdrawn.
  for (const row of rows.filter(({ claimed_at, user_id }) => claimed_at && user_id === null)) {
    expect(row.status).toBe('cancelled');
  }
}

it.each(NAMES)('%s changes something by itself', async (name) => {
  const round = await aRound(name === 'cancel' || name === 'remove' ? 1 : 0);
  if (name === 'remove') await (ACTS.claim as Act)(api, round);
  const { status } = await (ACTS[name] as Act)(api, round);
  expect(status).toBeLessThan(300);
});

it.each(PAIRS)(
  '%s and %s at once, from two processes, keep every seat and person once',
  async (...pair) => {
    const [one, second] = pair.map((name) => ACTS[name] as Act) as [Act, Act];
    for (let n = 0; n < ROUNDS; n += 1) {
      const round = await aRound(n);
      const started = [one(api, round), second(other, round), one(other, round)];

      const answers = await Promise.all(n % 2 ? started.toReversed() : started);

      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      await expectSound(db, 'conferences', round.conference);
      await expectOneEach(round);
    }
    await expectPeopleCounted(db);
  },
);

it('none of these locks in another order', async () => {
  await other.close();
  await api.close();
  expect(await countDeadlocks(db)).toBe(0);
});
