import type { User } from '../../../src/domain/people/users.ts';
import { refreshRankings } from '../../../src/jobs/networking.jobs.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aConnection, aRegistration, aUser, people } from '../../support/factories.ts';
import { casesOf } from '../../support/fuzz-runs.ts';
import { statementsDuring } from '../../support/queries.ts';

const USERS = '/api/v1/users';
const RECOMMENDED = `${USERS}/recommended`;
const RUNS = casesOf({ least: 4, per: 1_000 });
const WORDS = ['rust', 'looms', 'cobol', 'tides', 'chips'];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let api: TestApi;
let second: TestApi;
let ada: User;
let others: User[];

beforeAll(async () => {
  api = await startApi();
  second = await startApi({ on: api });
});
afterAll(async () => {
  await second.close();
  await api.close();
});

beforeEach(async () => {
  for (const table of ['users', 'conferences']) await api.db(table).delete();
  for (const process of [api, second]) process.advance(60_000);
  ada = await aUser(api.db, { first_name: 'Ada' });
  others = await people(api.db, 6);
  await api.store.matchTerms.updateCounts();
});

interface Recommended {
  readonly id: number;
  readonly score: number;
  readonly reasons: readonly object[];
}

async function list(at: TestApi, query = ''): Promise<Recommended[]> {
  const { body } = await at.as(ada).get(`${RECOMMENDED}?limit=100${query}`).expect(200);
  return body.data;
}
const idsAt = async (at: TestApi, query = '') => (await list(at, query)).map(({ id }) => id);
const edit = (user: User, profile: object) => api.as(user).patch(`${USERS}/me`).send(profile);

/** How often users were ranked while `work` ran. */
const rankingsDuring = async (at: TestApi, work: () => Promise<unknown>): Promise<number> =>
  (await statementsDuring(at.db, work)).filter(({ sql }) => sql.includes('my_terms')).length;

describe('a ranking', () => {
  it('is made once for each caller and conference, also by requests at once, and lasts 6 hours', async () => {
    const conference = await aConference(api.db);
    const ask = () =>
      Promise.all([idsAt(api), idsAt(api), idsAt(api, `&conference_id=${conference.id}`)]);
    expect(await rankingsDuring(api, ask)).toBe(2);
    api.advance(6 * HOUR_MS - MINUTE_MS);
    expect(await rankingsDuring(api, ask)).toBe(0);
    api.advance(MINUTE_MS);
    expect(await rankingsDuring(api, ask)).toBe(2);
    second.advance(6 * HOUR_MS);
    expect(await rankingsDuring(second, () => idsAt(second))).toBe(0);
  });

  it('that is read after an hour is made again by the job, and is deleted after a day', async () => {
    const run = () => refreshRankings.run(api.services, null, new AbortController().signal);
    const before = await idsAt(api);
    expect(await run()).toEqual({ made: 0, deleted: 0 });
    const [newcomer] = await people(api.db, 1);
    await edit(newcomer, { interests: ['looms'] }).expect(200);
    api.advance(HOUR_MS);
    expect(await rankingsDuring(api, () => idsAt(api))).toBe(0);
    expect(await run()).toEqual({ made: 1, deleted: 0 });
    expect(await run()).toEqual({ made: 0, deleted: 0 });
    api.advance(MINUTE_MS);
    const after = await idsAt(api);
    expect(new Set(after)).toEqual(new Set([...before, newcomer.id]));
    api.advance(25 * HOUR_MS);
    expect(await run()).toEqual({ made: 0, deleted: 1 });
  });

  it('that cannot be made does not stop the others', async () => {
    const [grace] = others as [User];
    await list(api);
    api.advance(MINUTE_MS);
    await api.as(grace).get(RECOMMENDED).expect(200);
    api.advance(HOUR_MS);
    for (const user of [ada, grace]) await api.as(user).get(RECOMMENDED).expect(200);
    const made = () =>
      api.db('cached_rankings').where({ user_id: grace.id }).first('made_at', 'is_due');
    const before = await made();
    await api.db.raw(`
      create function refuse_ranking() returns trigger language plpgsql as
        $$ begin raise exception 'no ranking'; end $$;
      create trigger refused before insert or update of ranking on cached_rankings
        for each row when (new.user_id = ${ada.id}) execute function refuse_ranking()`);

    const run = () => refreshRankings.run(api.services, null, new AbortController().signal);
    await expect(run()).rejects.toThrow('rankings failed');
    expect((await made()).made_at > before.made_at).toBe(true);
    expect(await run()).toEqual({ made: 0, deleted: 0 });
    await api.db.raw('drop function refuse_ranking cascade');
  });

  it('of a conference is made again when a twentieth of its attendees is new', async () => {
    const conference = await aConference(api.db);
    const query = `&conference_id=${conference.id}`;
    const guests = await people(api.db, 41);
    const seat = async (users: readonly User[]) => {
      for (const user of users) await aRegistration(api.db, [user, conference]);
      await api
        .db('conferences')
        .where({ id: conference.id })
        .increment('attendee_count', users.length);
      api.advance(MINUTE_MS);
    };
    await seat(guests.slice(0, 38));
    expect(await rankingsDuring(api, () => idsAt(api, query))).toBe(1);
    await seat(guests.slice(38, 40));
    expect(await rankingsDuring(api, () => idsAt(api, query))).toBe(0);
    await seat(guests.slice(40));
    expect(await rankingsDuring(api, () => idsAt(api, query))).toBe(1);
    expect(await idsAt(api, query)).toHaveLength(41);
  });

  it('is made again in every process after the caller changed what they are compared by', async () => {
    const [grace] = others as [User];
    await edit(grace, { interests: ['looms'] }).expect(200);
    await Promise.all([list(api), list(second)]);

    await edit(ada, { interests: ['Looms'] }).expect(200);
    for (const at of [api, second]) {
      const [first] = await list(at);
      expect(first).toMatchObject({ id: grace.id, reasons: [{ kind: 'shared_interests' }] });
    }
  });

  it('quotes what the other wrote as it is now, and not what they deleted', async () => {
    const [grace] = others as [User];
    for (const user of [ada, grace]) await edit(user, { interests: ['looms'] }).expect(200);
    expect((await list(api))[0]?.reasons).toMatchObject([
      { label: 'Shares your interests: looms' },
    ]);

    await edit(grace, { interests: ['LOOMS'] }).expect(200);
    expect((await list(api))[0]?.reasons).toMatchObject([
      { label: 'Shares your interests: LOOMS' },
    ]);
    await edit(grace, { interests: [], headline: 'New headline' }).expect(200);
    expect((await list(api))[0]).toMatchObject({
      id: grace.id,
      headline: 'New headline',
      reasons: [{ kind: 'similar_profile' }],
    });
  });
});

type Leave = (grace: User) => PromiseLike<unknown>;
const WAYS: readonly (readonly [string, Leave])[] = [
  ['was dismissed', ({ id }) => api.as(ada).post(`${RECOMMENDED}/${id}/dismiss`).expect(200)],
  ['was asked', ({ id: recipient_id }) => connect(ada, recipient_id)],
  ['asked the caller', (grace) => connect(grace, ada.id)],
  ['hid', (grace) => edit(grace, { is_discoverable: false }).expect(200)],
  ['was blocked', ({ id }) => api.admin().post(`/api/v1/admin/users/${id}/block`).expect(200)],
  ['was erased', (grace) => api.as(grace).delete(`${USERS}/me`).expect(200)],
];
const connect = (user: User, recipient_id: number) =>
  api.as(user).post('/api/v1/connections').send({ recipient_id }).expect(201);

describe('a user who left a ranking', () => {
  it.each(WAYS)('because they %s is gone at the next request of each process', async (_, leave) => {
    const [before] = await Promise.all([idsAt(api), idsAt(second)]);
    const grace = others.find(({ id }) => id === before[2]) as User;

    await leave(grace);
    const expected = before.filter((id) => id !== grace.id);
    expect(await idsAt(second)).toEqual(expected);
    expect(await idsAt(api)).toEqual(expected);
  });

  it('because they gave up their seat is gone from those of the conference', async () => {
    const conference = await aConference(api.db);
    for (const user of others) await aRegistration(api.db, [user, conference]);
    const query = `&conference_id=${conference.id}`;
    const before = await idsAt(api, query);

    await api.db('registrations').where({ user_id: before[0] }).update('status', 'cancelled');
    expect(await idsAt(api, query)).toEqual(before.slice(1));
  });

  it('leaves the place to the next one, without a new ranking', async () => {
    const before = await idsAt(api);
    await api.as(ada).post(`${RECOMMENDED}/${before[0]}/dismiss`).expect(200);

    const page = async () => {
      const { body } = await api.as(ada).get(`${RECOMMENDED}?limit=3`).expect(200);
      expect(body.data.map(({ id }: User) => id)).toEqual(before.slice(1, 4));
      expect(body.pagination).toEqual({ page: 1, limit: 3, total: 5, pages: 2 });
    };
    expect(await rankingsDuring(api, page)).toBe(0);
  });

  it('leaves the place to others who were not ranked, if a page would be short', async () => {
    const newest = await people(api.db, 50);
    expect(new Set(await idsAt(api))).toEqual(new Set(newest.map(({ id }) => id)));

    await edit(newest[7] as User, { is_discoverable: false }).expect(200);
    let ids: number[] = [];
    const ask = async () => {
      ids = await idsAt(api);
    };
    expect(await rankingsDuring(api, ask)).toBe(1);
    expect(ids).toHaveLength(50);
    expect(ids).not.toContain(newest[7]?.id);
    expect(await rankingsDuring(api, ask)).toBe(0);
  });
});

/** Small numbers from a seed, so that a failure can be repeated. */
function dice(seed: number) {
  let state = seed * 7_919 + 1;
  return (sides: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % sides;
  };
}
type Dice = ReturnType<typeof dice>;

/** Changes that decide who is recommended, or in which order. */
const WRITES: readonly ((user: User, roll: Dice) => PromiseLike<unknown>)[] = [
  ({ id }) => api.as(ada).post(`${RECOMMENDED}/${id}/dismiss`),
  ({ id }) => second.as(ada).delete(`${RECOMMENDED}/${id}/dismiss`),
  ({ id }) => api.as(ada).post('/api/v1/connections').send({ recipient_id: id }),
  (user) => api.db('connections').where({ recipient_id: user.id }).delete(),
  (user) => aConnection(api.db, [user, ada]).catch(() => undefined),
  (user, roll) => edit(user, { is_discoverable: roll(2) === 0 }),
  (user, roll) => edit(user, { interests: WORDS.filter(() => roll(2) === 0) }),
  (user, roll) => edit(user, { offering: WORDS.filter(() => roll(2) === 0).join(' ') || null }),
  (_, roll) => edit(ada, { interests: WORDS.filter(() => roll(2) === 0) }),
  ({ id }) => api.admin().post(`/api/v1/admin/users/${id}/block`),
  ({ id }) => api.admin().post(`/api/v1/admin/users/${id}/unblock`),
];

/** Those who may be recommended to Ada now. */
async function allowed(): Promise<ReadonlySet<number>> {
  const users = await api.db('users').where({ is_listed: true }).whereNot({ id: ada.id });
  const connected = await api.db('connections').whereNot({ status: 'withdrawn' });
  const dismissed = await api.db('recommendation_dismissals').where({ user_id: ada.id });
  const left = new Set([
    ...connected.flatMap(({ requester_id, recipient_id }) => [requester_id, recipient_id]),
    ...dismissed.map(({ dismissed_id }) => dismissed_id),
  ]);
  return new Set(users.map(({ id }) => id).filter((id) => !left.has(id)));
}

/** A fresh ranking, by the terms that Ada has now. */
interface Fresh {
  readonly at: number;
  readonly scores: ReadonlyMap<number, number>;
  readonly order: readonly number[];
}

async function rankNow(): Promise<Fresh> {
  const now = api.now().toISOString();
  const ranked = await api.store.read.recommendations.rank({ userId: ada.id, now });
  return {
    at: api.now().getTime(),
    scores: new Map(ranked.map(({ id, score }) => [id, score])),
    order: ranked.map(({ id }) => id),
  };
}

const isPartOf = (shown: readonly Recommended[], { scores, order }: Fresh): boolean => {
  const ids = shown.map(({ id }) => id);
  const inOrder = order.filter((id) => ids.includes(id));
  return ids.join() === inOrder.join() && shown.every(({ id, score }) => score === scores.get(id));
};

it.each(Array.from({ length: RUNS }, (_, n) => n + 1))(
  'shows, whatever is written in between, only users who may be recommended, as a ranking of the last 6 hours has them, seed %d',
  async (seed) => {
    const roll = dice(seed);
    const rankings: Fresh[] = [await rankNow()];
    for (let step = 0; step < 25; step += 1) {
      const user = others[roll(others.length)] as User;
      await WRITES[roll(WRITES.length)]?.(user, roll);
      rankings.push(await rankNow());
      if (roll(3) === 0) for (const process of [api, second]) process.advance(roll(4 * HOUR_MS));
      const at = roll(2) ? api : second;
      const shown = await list(at);

      const may = await allowed();
      expect(shown.filter(({ id }) => !may.has(id))).toEqual([]);
      rankings.push(await rankNow());
      const recent = rankings.filter((one) => api.now().getTime() - one.at < 6 * HOUR_MS);
      expect(recent.some((one) => isPartOf(shown, one))).toBe(true);
      // Everyone whom each of these rankings has is still there.
      const always = [...may].filter((id) => recent.every(({ scores }) => scores.has(id)));
      const ids = shown.map(({ id }) => id);
      expect(always.filter((id) => !ids.includes(id))).toEqual([]);
    }
  },
);
