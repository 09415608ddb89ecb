import fc from 'fast-check';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aNotification, aRegistration, people } from '../../support/factories.ts';
import { casesOf } from '../../support/fuzz-runs.ts';
import { statementsDuring } from '../../support/queries.ts';

let api: TestApi;
let keeping: TestApi;
let conference: Conference;
let users: Awaited<ReturnType<typeof people>>;

beforeAll(async () => {
  api = await startApi();
  keeping = await startApi({ on: api, keepsTotals: true });
});
/** Four attendees, so that a page of one of them does not show the total. */
async function registerFour(): Promise<void> {
  conference = await aConference(api.db);
  users = await people(api.db, 6);
  for (const user of users.slice(0, 4)) await aRegistration(api.db, [user, conference]);
}

beforeEach(registerFour);
afterAll(async () => {
  await keeping.close();
  await api.close();
});

const attendees = () => `/api/v1/conferences/${conference.id}/attendees?limit=1`;
const totalOf = async (path: string, { on = keeping, user = users[0] as User } = {}) =>
  (await on.as(user).get(path).expect(200)).body.pagination.total as number;
const register = (on: TestApi, user: User) =>
  on.as(user).post(`/api/v1/conferences/${conference.id}/register`);

/** The counts among the statements while `work` ran. */
const countsDuring = async (work: () => PromiseLike<unknown>, on = keeping) => {
  const sent = await statementsDuring(on.db, work);
  return sent.filter(({ sql }) => sql.startsWith('select count(*) as "total"')).length;
};

describe('the total of a list', () => {
  it('is counted once a second for all pages, limits and viewers who see the same', async () => {
    const counts = await countsDuring(async () => {
      expect(await totalOf(attendees())).toBe(4);
      expect(await totalOf(`${attendees()}&page=2`)).toBe(4);
      expect(await totalOf(attendees().replace('limit=1', 'limit=2'), { user: users[1] })).toBe(4);
    });
    expect(counts).toBe(1);
    await aRegistration(api.db, [users[4] as User, conference]);
    expect(await totalOf(attendees())).toBe(4);
    keeping.advance(1_000);
    expect(await totalOf(attendees())).toBe(5);
  });

  it('is counted again after a write of this process', async () => {
    expect(await totalOf(attendees())).toBe(4);
    await register(keeping, users[4] as User).expect(201);
    expect(await totalOf(attendees())).toBe(5);
    await keeping.admin().post(`/api/v1/admin/users/${users[0].id}/block`).expect(200);
    expect(await totalOf(attendees(), { user: users[1] })).toBe(4);
  });

  it('outlives the sign-ins of users who have signed in before, and no first one', async () => {
    const imported = await people(api.db, 1, { last_seen_at: null });
    await aRegistration(api.db, [imported[0], conference]);
    const signIn = (user: User) =>
      keeping
        .fromMessenger({ id: user.messenger_id as number, first_name: 'Grace' })
        .get('/api/v1/users/me')
        .expect(200);
    expect(await totalOf(attendees())).toBe(4);
    expect(await countsDuring(() => signIn(users[5] as User))).toBe(0);
    expect(await countsDuring(() => totalOf(attendees()))).toBe(0);
    await signIn(imported[0]);
    expect(await totalOf(attendees())).toBe(5);
  });

  it('differs by filters and, where they are left out, by viewers', async () => {
    const list = `/api/v1/users?limit=1&conference_id=${conference.id}`;
    expect(await totalOf(list)).toBe(3);
    expect(await totalOf(list, { user: users[5] })).toBe(4);
    expect(await totalOf(`${list}&interest=looms`)).toBe(0);
  });

  it('is shown by a last page, which counts nothing', async () => {
    for (let n = 0; n < 3; n++) await aNotification(api.db, users[0]);
    const counts = await countsDuring(async () => {
      expect(await totalOf('/api/v1/notifications')).toBe(3);
      expect(await totalOf('/api/v1/notifications?limit=2&page=2')).toBe(3);
    });
    expect(counts).toBe(0);
    expect(await countsDuring(() => totalOf('/api/v1/notifications?limit=3&page=2'))).toBe(1);
  });

  it('is counted for each page of an administrator', async () => {
    const list = `/api/v1/admin/conferences/${conference.id}/attendees?limit=1`;
    const read = () => keeping.admin().get(list).expect(200);
    expect(await countsDuring(async () => void (await read()))).toBe(1);
    expect(await countsDuring(async () => void (await read()))).toBe(1);
  });

  it('is neither counted nor sent with a cursor', async () => {
    const first = await keeping.as(users[0]).get(attendees()).expect(200);
    keeping.advance(1_000);
    const { next_cursor } = first.body.pagination;
    const counts = await countsDuring(async () => {
      const { body } = await keeping.as(users[0]).get(`${attendees()}&cursor=${next_cursor}`);
      expect(body.pagination).not.toHaveProperty('total');
    });
    expect(counts).toBe(0);
  });

  it('is counted once for requests that arrive together', async () => {
    const counts = await countsDuring(() =>
      Promise.all(users.map((user) => totalOf(attendees(), { user }))),
    );
    expect(counts).toBe(1);
  });
});

const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('register', 'withdraw', 'block', 'unblock'), who: fc.nat(5) }),
  fc.record({ kind: fc.constant('wait'), who: fc.constantFrom(1_000, 2_500, 4_999, 1_000) }),
);
const steps = fc.array(fc.record({ step, isOther: fc.boolean() }), { minLength: 1, maxLength: 10 });

/** Performs a step on one process. */
async function perform(on: TestApi, { kind, who }: { kind: string; who: number }): Promise<void> {
  const user = users[who] as User;
  if (kind === 'register') await register(on, user);
  else if (kind === 'withdraw') {
    await on.as(user).delete(`/api/v1/conferences/${conference.id}/register`);
  } else await on.admin().post(`/api/v1/admin/users/${user.id}/${kind}`).expect(200);
}

it('a total is at most one second old, and never older than a write of its process', async () => {
  await using other = await startApi({ on: api, keepsTotals: true });
  const truth = async () => {
    const { body } = await api.anonymous().get(attendees()).expect(200);
    return body.pagination.total as number;
  };
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      await registerFour();
      keeping.advance(1_000);
      /** The right totals, and since when; the clock is that of the keeping process. */
      let totals = [{ since: keeping.now().getTime(), total: await truth() }];
      for (const { step, isOther } of all) {
        if (step.kind === 'wait') keeping.advance(step.who);
        else {
          // Reads overlap the write; what they keep must not outlive it.
          const read = keeping.anonymous().get(attendees());
          await Promise.all([perform(isOther ? other : keeping, step), read]);
          const current = { since: keeping.now().getTime(), total: await truth() };
          // A step that changes nothing, such as the second block of a user, is no write.
          const isOwnWrite = !isOther && current.total !== totals.at(-1)?.total;
          totals = isOwnWrite ? [current] : [...totals, current];
        }
        const oldest = keeping.now().getTime() - 1_000;
        // A total holds until the next one begins.
        totals = totals.filter((_, index) => (totals[index + 1]?.since ?? Infinity) > oldest);
        const { body } = await keeping.anonymous().get(attendees()).expect(200);
        expect(totals.map(({ total }) => total)).toContain(body.pagination.total);
      }
    }),
    { numRuns: casesOf({ least: 15, per: 130 }), endOnFailure: true },
  );
});
