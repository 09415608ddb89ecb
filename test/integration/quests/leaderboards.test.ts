import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { anAward } from '../../support/awards.ts';
import { aConference, aQuest, people } from '../../support/factories.ts';
import { keysOf, pagesOf, peopleIn } from '../../support/lists.ts';
import { countQueries, statementsDuring } from '../../support/queries.ts';

const BOARD = '/api/v1/quests/leaderboard';
const ADMIN_BOARD = '/api/v1/admin/leaderboard';
const OLDER = '2026-05-13T09:00:00.000Z';
const LAST_WEEK = '2026-05-07T09:00:00.000Z';

let api: TestApi;
let conference: Conference;
let quest: Quest;
let ada: User;
let bea: User;
let cleo: User;
let dora: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  conference = await aConference(api.db);
  quest = await aQuest(api.db, { conference_id: conference.id });
  [ada, bea, cleo, dora] = await people(api.db, 4);
});

interface Entry {
  readonly rank: number | null;
  readonly points: number;
  readonly user: { readonly id: number };
}
interface Entries {
  readonly data: readonly Entry[];
}

const board = async (query: object = {}, agent = api.anonymous()) => {
  const { body } = await agent
    .get(BOARD)
    .query({ quest_id: quest.id, ...query })
    .expect(200);
  return body;
};
const entriesOf = ({ data }: Entries) =>
  data.map(({ rank, points, user }) => [rank, points, user.id]);
const entries = async (query: object = {}) => entriesOf(await board(query));
const update = ({ id }: User, columns: object) => api.db('users').where({ id }).update(columns);

describe('GET /quests/leaderboard', () => {
  it('ranks by points, 1, 2, 2, 4, and lists first who reached equal points first', async () => {
    await anAward(api, [dora, quest], 5);
    await anAward(api, [bea, quest], 20);
    await anAward(api, [cleo, quest], 20, OLDER);
    await anAward(api, [ada, quest], 30);

    const body = await board();
    expect(entriesOf(body)).toEqual([
      [1, 30, ada.id],
      [2, 20, cleo.id],
      [2, 20, bea.id],
      [4, 5, dora.id],
    ]);
    expect(keysOf(body)).toEqual(['data', 'pagination']);
    expect(body.data[0]).toEqual({
      rank: 1,
      points: 30,
      reached_at: api.now().toISOString(),
      user: {
        id: ada.id,
        first_name: ada.first_name,
        last_name: null,
        photo_url: null,
        company: null,
      },
    });
  });

  it('leaves out hidden, blocked and unranked users without a gap, and keeps their points', async () => {
    for (const [user, points] of [
      [ada, 40],
      [bea, 30],
      [cleo, 20],
      [dora, 10],
    ] as const) {
      await anAward(api, [user, quest], points);
    }
    await update(ada, { is_discoverable: false });
    await update(bea, { is_ranked: false });
    await update(cleo, { is_blocked: true });

    expect(await entries()).toEqual([[1, 10, dora.id]]);
    await update(ada, { is_discoverable: true });
    await update(bea, { is_ranked: true });
    await update(cleo, { is_blocked: false });
    expect((await entries()).map(([, points]) => points)).toEqual([40, 30, 20, 10]);
  });

  it('sums a quest, a conference or everything', async () => {
    const other = await aQuest(api.db, { conference_id: conference.id });
    const elsewhere = await aQuest(api.db);
    await anAward(api, [ada, quest], 10);
    await anAward(api, [ada, other], 20);
    await anAward(api, [ada, elsewhere], 40);

    expect(await entries()).toEqual([[1, 10, ada.id]]);
    const ofConference = { quest_id: undefined, conference_id: conference.id };
    expect(await entries(ofConference)).toEqual([[1, 30, ada.id]]);
    expect(await entries({ quest_id: elsewhere.id })).toEqual([[1, 40, ada.id]]);
    const { me } = await board({ quest_id: undefined }, api.as(ada));
    expect(me.points).toBe(70);
  });

  it('sums a day or a week from Monday, today by default', async () => {
    await anAward(api, [ada, quest], 1);
    await anAward(api, [ada, quest], 20, OLDER);
    await anAward(api, [ada, quest], 300, LAST_WEEK);

    const points = async (query: object) => (await entries(query)).map((entry) => entry[1]);
    expect(await points({})).toEqual([321]);
    expect(await points({ period: 'day' })).toEqual([1]);
    expect(await points({ period: 'day', date: '2026-05-13' })).toEqual([20]);
    expect(await points({ period: 'day', date: '2026-05-12' })).toEqual([]);
    expect(await points({ period: 'week' })).toEqual([21]);
    expect(await points({ period: 'week', date: '2026-05-17' })).toEqual([21]);
    expect(await points({ period: 'week', date: '2026-05-10' })).toEqual([300]);
  });

  it('begins the day in the time zone of the conference of the quest', async () => {
    const far = await aConference(api.db, { timezone: 'Pacific/Kiritimati' });
    const there = await aQuest(api.db, { conference_id: far.id });
    // 14 May, 09:00 UTC is 23:00 there.
    await anAward(api, [ada, there], 10, '2026-05-13T10:00:00.000Z');
    await anAward(api, [ada, there], 20, '2026-05-13T09:59:59.000Z');

    const today = { quest_id: there.id, period: 'day' };
    expect(await entries(today)).toEqual([[1, 10, ada.id]]);
    expect(await entries({ ...today, date: '2026-05-13' })).toEqual([[1, 20, ada.id]]);
  });

  it.each([
    ['an unknown quest', async () => ({ quest_id: 999_999 })],
    [
      'a quest that is switched off',
      async () => ({ quest_id: (await aQuest(api.db, { is_active: false })).id }),
    ],
    [
      'a quest that has not started',
      async () => ({ quest_id: (await aQuest(api.db, { starts_at: '2026-06-01T00:00:00Z' })).id }),
    ],
    [
      'a quest of a draft',
      async () => {
        const draft = await aConference(api.db, { status: 'draft' });
        return { quest_id: (await aQuest(api.db, { conference_id: draft.id })).id };
      },
    ],
    [
      'a draft',
      async () => ({ conference_id: (await aConference(api.db, { status: 'draft' })).id }),
    ],
    ['an unknown conference', async () => ({ conference_id: 999_999 })],
  ])('answers 404 for %s', async (_, query) => {
    await api
      .anonymous()
      .get(BOARD)
      .query(await query())
      .expect(404);
  });

  it('shows a quest that is over', async () => {
    const over = await aQuest(api.db, { ends_at: OLDER });
    await anAward(api, [ada, over], 10, LAST_WEEK);
    expect(await entries({ quest_id: over.id })).toEqual([[1, 10, ada.id]]);
  });

  it('refuses a quest together with a conference', async () => {
    const { body } = await api
      .anonymous()
      .get(BOARD)
      .query({ quest_id: quest.id, conference_id: conference.id })
      .expect(400);
    expect(body.error).toBe('quest_id: expected either quest_id or conference_id');
  });

  it('carries ranks on, by cursor and by page number, among equal points', async () => {
    const crowd = await people(api.db, 11);
    for (const [n, user] of crowd.entries()) {
      const earned_at = new Date(api.now().getTime() + (n % 3) * 1_000).toISOString();
      await anAward(api, [user, quest], 10 + Math.floor(n / 5), earned_at);
    }
    const whole = await entries({ limit: 100 });
    expect(whole.map(([rank]) => rank)).toEqual([1, 2, 2, 2, 2, 2, 7, 7, 7, 7, 7]);

    for (const limit of [1, 2, 3, 4]) {
      const byCursor: unknown[] = [];
      const byNumber: unknown[] = [];
      const first = `${BOARD}?quest_id=${quest.id}&limit=${limit}`;
      let page = 1;
      for await (const body of pagesOf<Entries>(api.anonymous(), first, peopleIn)) {
        byCursor.push(...entriesOf(body));
        byNumber.push(...(await entries({ limit, page: page++ })));
      }
      expect(byCursor).toEqual(whole);
      expect(byNumber).toEqual(whole);
    }
  });

  it('is stored by no cache, and ignores wrong credentials', async () => {
    const anonymous = await api.anonymous().get(BOARD).expect(200);
    expect(anonymous.headers['cache-control']).toBe('no-store');
    const wrong = await api.anonymous().get(BOARD).set('Authorization', 'Bearer no').expect(200);
    expect(wrong.body).not.toHaveProperty('me');
    const known = await api.as(ada).get(BOARD).expect(200);
    expect(known.headers['cache-control']).toBe('private, no-store, no-transform');
  });

  it('sends as many statements for a hundred users as for one', async () => {
    const query = () => api.as(ada).get(BOARD).query({ quest_id: quest.id, limit: 100 });
    await anAward(api, [ada, quest], 10);
    await query();
    const one = await countQueries(api.db, () => query());
    for (const user of await people(api.db, 30)) await anAward(api, [user, quest], 10);
    expect(await countQueries(api.db, () => query())).toBe(one);
  });
});

describe('me on a leaderboard', () => {
  const me = async (user: User, query: object = {}) => (await board(query, api.as(user))).me;

  it('has the rank, and the points to the next one', async () => {
    await anAward(api, [ada, quest], 30);
    await anAward(api, [bea, quest], 20);
    await anAward(api, [cleo, quest], 20);

    const reached_at = api.now().toISOString();
    const known = { reached_at, is_listed: true };
    expect(await me(ada)).toEqual({ rank: 1, points: 30, points_to_next: null, ...known });
    expect(await me(cleo)).toEqual({ rank: 2, points: 20, points_to_next: 10, ...known });
    expect(await me(cleo, { limit: 1, page: 3 })).toMatchObject({ rank: 2 });
  });

  it('has no rank without points', async () => {
    await anAward(api, [ada, quest], 30);
    const none = { rank: null, points: 0, reached_at: null, points_to_next: 30, is_listed: true };
    expect(await me(dora)).toEqual(none);
  });

  it('has the rank that a hidden user would have', async () => {
    await anAward(api, [ada, quest], 30);
    await anAward(api, [bea, quest], 30);
    await anAward(api, [cleo, quest], 10);
    await update(ada, { is_discoverable: false });

    expect(await me(ada)).toMatchObject({ rank: 1, points_to_next: null, is_listed: false });
    expect(await me(cleo)).toMatchObject({ rank: 2, points_to_next: 20, is_listed: true });
  });

  it('is exact up to rank 1,001, and read at most every 5 seconds further down', async () => {
    const crowd = await aQuest(api.db);
    const runners = await people(api.db, 1_200);
    await api.db.raw(
      `insert into point_totals (scope, scope_id, period, period_start, user_id, points, reached_at, is_ranked)
       select 'quest', ?, 'all', '1970-01-01', id, 5000 - n, now(), true
         from unnest(?::int[]) with ordinality as runner (id, n)`,
      [crowd.id, runners.map(({ id }) => id)],
    );
    const of = { quest_id: crowd.id };
    await anAward(api, [ada, crowd], 3_999);
    const exact = await me(ada, of);
    expect(exact).toMatchObject({ rank: 1_001, points_to_next: 1 });
    expect(exact).not.toHaveProperty('rank_as_of');

    await anAward(api, [bea, crowd], 3_900);
    const isCount = ({ sql }: { sql: string }) => sql.includes('group by t.points');
    const readsDuring = async (work: () => PromiseLike<unknown>) =>
      (await statementsDuring(api.db, work)).filter(isCount).length;
    const reads = await readsDuring(() =>
      Promise.all(Array.from({ length: 9 }, () => me(bea, of))),
    );
    expect(reads).toBe(1);
    const asOf = api.now().toISOString();
    expect(await me(bea, of)).toMatchObject({ rank: 1_101, points_to_next: 1, rank_as_of: asOf });

    await anAward(api, [cleo, crowd], 6_000);
    api.advance(4_999);
    expect(await me(bea, of)).toMatchObject({ rank: 1_101, rank_as_of: asOf });
    api.advance(1);
    expect(await readsDuring(() => me(bea, of))).toBe(1);
    expect(await me(bea, of)).toMatchObject({ rank: 1_102, rank_as_of: api.now().toISOString() });
  });
});

describe('GET /admin/leaderboard', () => {
  const all = async (query: object = {}) => {
    const { body } = await api
      .admin()
      .get(ADMIN_BOARD)
      .query({ quest_id: quest.id, ...query })
      .expect(200);
    return body;
  };

  it('has all users with points, without a rank for users whom the board leaves out', async () => {
    for (const [user, points] of [
      [ada, 40],
      [bea, 30],
      [cleo, 30],
      [dora, 10],
    ] as const) {
      await anAward(api, [user, quest], points);
    }
    await update(ada, { is_blocked: true });
    await update(bea, { is_ranked: false });

    const whole = await all();
    expect(entriesOf(whole)).toEqual([
      [null, 40, ada.id],
      [null, 30, bea.id],
      [1, 30, cleo.id],
      [2, 10, dora.id],
    ]);
    expect(whole.data[0]).toMatchObject({
      is_listed: false,
      is_blocked: true,
      is_ranked: true,
    });
    expect(whole.data[1]).toMatchObject({ is_listed: false, is_blocked: false, is_ranked: false });
    expect(whole.data[2]).toMatchObject({ is_listed: true, is_blocked: false, is_ranked: true });

    for (const limit of [1, 2, 3]) {
      const pages: unknown[] = [];
      const first = `${ADMIN_BOARD}?quest_id=${quest.id}&limit=${limit}`;
      let page = 1;
      for await (const body of pagesOf<Entries>(api.admin(), first, peopleIn)) {
        pages.push(...entriesOf(body));
        expect(entriesOf(await all({ limit, page: page++ }))).toEqual(entriesOf(body));
      }
      expect(pages).toEqual(entriesOf(whole));
    }
  });

  it('shows quests that are hidden or have not started', async () => {
    const hidden = await aQuest(api.db, { is_active: false });
    await anAward(api, [ada, hidden], 10);
    expect(entriesOf(await all({ quest_id: hidden.id }))).toEqual([[1, 10, ada.id]]);
    await api.admin().get(ADMIN_BOARD).query({ quest_id: 999_999 }).expect(404);
  });
});
