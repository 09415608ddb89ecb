import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { expectPeopleCounted } from '../../support/conference-people.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';
import { countDeadlocks } from '../../support/deadlocks.ts';
import { aConference, anAttendance, anEvent, people } from '../../support/factories.ts';
import { invitationsIn } from '../../support/invitations.ts';
import type { LaunchUser } from '../../support/messenger.ts';
import { expectSound } from '../../support/seats.ts';

const ROUNDS = 6;
const MINUTE = 60_000;
const ME = '/api/v1/users/me';

let api: TestApi;
/** Another process on the same database. */
let other: TestApi;
let db: TestApi['db'];
let database: TestDatabase;
let nextId = 7_000;

beforeAll(async () => {
  database = await createDatabase();
  db = openPool(database.url, { poolSize: 2 });
});
beforeEach(async () => {
  api = await startApi({ on: { databaseUrl: database.url } });
  other = await startApi({ on: api });
});
afterEach(async () => {
  await other.close();
  await api.close();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

interface Round {
  readonly conference: Conference;
  readonly path: string;
  /**
   * The user who claimed the invitation by username; their erasure runs with the requests of the
   * race.
   */
  readonly stranger: User;
  readonly username: string;
  /** The first one waits for a seat. */
  readonly others: readonly [User, User];
}

const launch = (username: string): LaunchUser => {
  nextId += 1;
  return { id: nextId, first_name: 'G', username };
};
const register = (on: TestApi, user: User, { id }: Conference) =>
  on.as(user).post(`/api/v1/conferences/${id}/register`);
const signIn = (on: TestApi, user: LaunchUser) => on.fromMessenger(user).get(ME);
const statusOf = async ({ id }: Conference, user: LaunchUser) => {
  const path = `/api/v1/conferences/${id}/attendance`;
  return (await api.fromMessenger(user).get(path).expect(200)).body.status;
};
const invitationOf = ({ id }: Conference) => invitationsIn(db).where({ conference_id: id }).first();

/** The conference and its event are full: each has one seat. */
async function aRound(): Promise<Round & { readonly guest: LaunchUser; readonly id: number }> {
  const conference = await aConference(db, { capacity: 1, event_access: 'registered' });
  const path = `/api/v1/admin/conferences/${conference.id}`;
  const taker = launch(`guest_${conference.id}`);
  const username = taker.username as string;
  const attendees = [{ username }];
  await api.admin().post(`${path}/bulk-upload`).send({ attendees }).expect(200);
  const { body: stranger } = await signIn(api, taker).expect(200);
  const [waiting, next] = await people(db, 2);
  await register(api, waiting, conference).expect(201);
  const event = await anEvent(db, { capacity: 1, conference_id: conference.id });
  await anAttendance(db, [stranger, event]);
  await anAttendance(db, [waiting, event], 'waitlisted');
  return {
    conference,
    path,
    stranger,
    username,
    others: [waiting, next],
    guest: launch(username),
    id: taker.id,
  };
}

type Race = (round: Round) => PromiseLike<{ status: number }>[];

const RACES: Readonly<Record<string, Race>> = {
  'a promotion and a registration': ({ conference, path, others }) => [
    other.admin().put(path).send({ capacity: 2 }),
    register(api, others[1], conference),
    other.admin().put(path).send({ capacity: 3 }),
  ],
  'claims by others, and one by the same person': ({ stranger, username }) => [
    signIn(other, launch(username)),
    signIn(api, launch(username)),
    signIn(other, { id: stranger.messenger_id as number, first_name: 'G', username }),
  ],
  'a check-in and its undoing': ({ path, stranger }) => [
    other.admin().post(`${path}/check-in`).send({ user_id: stranger.id }),
    other.admin().delete(`${path}/check-in`).send({ user_id: stranger.id }),
  ],
  "an organizer's removals": ({ path, stranger }) => [
    other.admin().delete(`${path}/attendees/${stranger.id}`),
    api.admin().delete(`${path}/attendees/${stranger.id}`).query({ reopen: 'true' }),
  ],
  'imports of the same list': ({ path, username }) => [
    other
      .admin()
      .post(`${path}/bulk-upload`)
      .send({ attendees: [{ username }] }),
    api
      .admin()
      .post(`${path}/bulk-upload`)
      .send({ attendees: [{ username: username.toUpperCase() }] }),
  ],
  'another erasure of the same account': ({ stranger }) => [other.as(stranger).delete(ME)],
};

describe('an erasure that reopens an invitation keeps all counts during', () => {
  it.each(Object.entries(RACES))('%s', async (_what, race) => {
    const before = await deadlocks();
    for (let round = 0; round < ROUNDS; round += 1) {
      const given = await aRound();
      const requests = [...race(given), api.as(given.stranger).delete(ME)];

      // The erasure is sent last, then first.
      const answers = await Promise.all(round % 2 ? requests.toReversed() : requests);

      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      await expectSound(db, 'conferences', given.conference);
      await expectPeopleCounted(db);
      expect(await db('users').where({ id: given.stranger.id }).first('messenger_id')).toEqual({
        messenger_id: null,
      });
      // They return, and never get the claimed seat.
      const { id, username, conference } = given;
      api.advance(MINUTE);
      await signIn(api, { id, first_name: 'G', username }).expect(200);
      expect(await statusOf(conference, { id, first_name: 'G', username })).toBe('none');
    }
    expect(await deadlocks()).toBe(before);
  });

  it("an organizer's withdrawal, which holds only if it is the later one", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { conference, path, stranger, others } = await aRound();
      const { id } = await invitationOf(conference);

      const withdrawing = other.admin().delete(`${path}/invitations/${id}`);
      const [withdrawal] = await Promise.all([
        withdrawing.then(({ status }) => status),
        api.as(stranger).delete(ME).expect(200),
      ]);

      const { withdrawn_at, has_seat } = await invitationOf(conference);
      const seat = await db('registrations').where({ user_id: others[0].id }).first();
      const isWithdrawn = withdrawal === 200;
      expect([withdrawn_at !== null, has_seat, seat.status]).toEqual(
        isWithdrawn ? [true, false, 'registered'] : [false, true, 'waitlisted'],
      );
      await expectSound(db, 'conferences', conference);
      await expectPeopleCounted(db);
    }
  });
});

it('a return that races with imports of the same list claims nothing', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { conference, path, stranger, username, id } = await aRound();
    await api.as(stranger).delete(ME).expect(200);
    api.advance(MINUTE);
    const person = { id, first_name: 'G', username };
    const upload = (on: TestApi) =>
      on
        .admin()
        .post(`${path}/bulk-upload`)
        .send({ attendees: [{ username }] });

    const answers = await Promise.all([
      upload(other),
      signIn(api, person),
      upload(api),
      signIn(api, person),
      upload(other),
    ]);

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await statusOf(conference, person)).toBe('none');
    expect(await invitationOf(conference)).toMatchObject({ has_seat: true, claimed_at: null });
  }
});

/** Ends the connections of both processes, which then have counted their deadlocks. */
async function deadlocks(): Promise<number> {
  for (const one of [api, other]) {
    await one.db.destroy();
    one.db.initialize();
  }
  return countDeadlocks(db);
}
