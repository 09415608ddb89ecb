import type { User } from '../../../src/domain/people/users.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aQuest, aTask, aUser, people } from '../../support/factories.ts';
import { countQueries } from '../../support/queries.ts';
import { aParticipation, aQuestRequest, aSubmission } from '../../support/quests.ts';

const [PAST, FUTURE] = ['2026-05-14T08:00:00.000Z', '2026-05-15T08:00:00.000Z'];

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db);
});

const get = async (path: string, query: object = {}, user = ada) =>
  (await api.as(user).get(`/api/v1${path}`).query(query).expect(200)).body;
interface Listed {
  readonly quest: Quest & { readonly state: string };
  readonly progress: { readonly status: string; readonly tasks: readonly object[] };
}
const mine = async (query: object = {}): Promise<Listed[]> => (await get('/quests/my', query)).data;
const idsOf = async (query: object = {}) => (await mine(query)).map(({ quest }) => quest.id);
const complete = (task: { id: number }, user = ada) =>
  api.as(user).post('/api/v1/quests/tasks/complete').send({ task_id: task.id }).expect(201);

/** One quest for each status that a user can have, and one that they have nothing to do with. */
async function oneOfEach() {
  const [asked, refused, admitted, begun, done] = [
    await aQuest(api.db),
    await aQuest(api.db),
    await aQuest(api.db),
    await aQuest(api.db),
    await aQuest(api.db),
  ];
  await aQuest(api.db);
  await aQuestRequest(api.db, [ada, asked]);
  await aQuestRequest(api.db, [ada, refused], { status: 'rejected' });
  await aQuestRequest(api.db, [ada, admitted], { status: 'approved' });
  await aParticipation(api.db, [ada, admitted], { status: 'admitted' });
  await aParticipation(api.db, [ada, begun]);
  await aParticipation(api.db, [ada, done], { status: 'completed' });
  return { asked, refused, admitted, begun, done };
}

describe('GET /quests/my', () => {
  it('has each quest with the progress that GET /quests/:id answers', async () => {
    const quest = await aQuest(api.db, { completion_points: 50 });
    await complete(await aTask(api.db, quest));
    await aTask(api.db, quest, { is_required: false });

    const [found] = await mine();

    const { tasks: _, progress, ...details } = await get(`/quests/${quest.id}`);
    expect(found).toEqual({ quest: details, progress });
    expect(progress).toMatchObject({ status: 'completed', completed_tasks: 1, points: 60 });
  });

  it('has one entry per status, and only those of a status that is asked for', async () => {
    const { asked, refused, admitted, begun, done } = await oneOfEach();
    for (const [status, quest] of [
      ['requested', asked],
      ['declined', refused],
      ['admitted', admitted],
      ['in_progress', begun],
      ['completed', done],
    ] as const) {
      const found = await mine({ status });
      expect(found.map(({ quest, progress }) => [quest.id, progress.status])).toEqual([
        [quest.id, status],
      ]);
    }
    expect((await idsOf()).toSorted((a, b) => a - b)).toEqual(
      [asked, refused, admitted, begun, done].map(({ id }) => id),
    );
    await api.as(ada).get('/api/v1/quests/my?status=none').expect(400);
  });

  it('has the latest activity first: what was sent, earned, requested or decided', async () => {
    const [first, second, third, fourth] = [
      await aQuest(api.db),
      await aQuest(api.db),
      await aQuest(api.db),
      await aQuest(api.db),
    ];
    const task = await aTask(api.db, first, { is_required: false });
    await aParticipation(api.db, [ada, first], { active_at: '2026-05-14T06:00:00Z' });
    await aParticipation(api.db, [ada, second], { active_at: '2026-05-14T06:10:00Z' });
    await aQuestRequest(api.db, [ada, third], { requested_at: '2026-05-14T06:20:00Z' });
    await aQuestRequest(api.db, [ada, fourth], {
      status: 'rejected',
      requested_at: '2026-05-14T05:00:00Z',
      decided_at: '2026-05-14T06:30:00Z',
    });
    const expected = [fourth.id, third.id, second.id, first.id];
    expect(await idsOf()).toEqual(expected);
    expect(await idsOf({ limit: 3, page: 2 })).toEqual([first.id]);
    await complete(task);
    expect(await idsOf()).toEqual([first.id, ...expected.slice(0, 3)]);
  });

  it('has ended and deactivated quests too, but no deleted ones', async () => {
    const ended = await aQuest(api.db, { ends_at: PAST });
    const hidden = await aQuest(api.db, { is_active: false });
    const deleted = await aQuest(api.db, { deleted_at: PAST });
    for (const quest of [ended, hidden, deleted]) await aParticipation(api.db, [ada, quest]);
    const states = (await mine()).map(({ quest }) => [quest.id, quest.state]);
    expect(states).toEqual([
      [hidden.id, 'hidden'],
      [ended.id, 'ended'],
    ]);
  });

  it('shows no task of a quest before its start', async () => {
    const quest = await aQuest(api.db, { starts_at: FUTURE });
    await aTask(api.db, quest);
    await aParticipation(api.db, [ada, quest], { status: 'admitted' });
    expect(await mine()).toMatchObject([{ quest: { state: 'coming' }, progress: { tasks: [] } }]);
  });

  it('does not show what an unsigned call requested', async () => {
    await aQuestRequest(api.db, [ada, await aQuest(api.db)], { source: 'public' });
    expect(await mine()).toEqual([]);
    expect((await get('/users/me/state')).quests).toEqual({});
  });

  it('has the quests of the caller only', async () => {
    await aParticipation(api.db, [await aUser(api.db), await aQuest(api.db)]);
    expect(await mine()).toEqual([]);
    await api.anonymous().get('/api/v1/quests/my').expect(401);
  });

  it('takes as many queries for many quests as for one', async () => {
    await aParticipation(api.db, [ada, await aQuest(api.db)]);
    const few = await countQueries(api.db, () => mine());
    for (let n = 0; n < 5; n += 1) {
      const quest = await aQuest(api.db);
      await aTask(api.db, quest);
      await aParticipation(api.db, [ada, quest]);
    }
    expect(await countQueries(api.db, () => mine())).toBe(few);
  });
});

describe('GET /quests/progress', () => {
  const NOTHING = {
    points: 0,
    rank: null,
    quests_started: 0,
    quests_completed: 0,
    tasks_approved: 0,
    tasks_pending: 0,
    quests: [],
  };

  it('is empty for a user without quests, who has no rank', async () => {
    expect(await get('/quests/progress')).toEqual(NOTHING);
  });

  it('sums all quests, and lists the running ones', async () => {
    const quest = await aQuest(api.db, { completion_points: 50 });
    const [first, second] = [await aTask(api.db, quest), await aTask(api.db, quest)];
    await complete(first);
    await complete(second);
    const other = await aQuest(api.db);
    const text = await aTask(api.db, other, { type: 'text', config: {} });
    await aParticipation(api.db, [ada, other], { active_at: FUTURE });
    await aSubmission(api.db, [ada, text], { status: 'pending' });
    const ended = await aQuest(api.db, { ends_at: PAST });
    await aParticipation(api.db, [ada, ended], { status: 'completed' });
    await aParticipation(api.db, [ada, await aQuest(api.db, { starts_at: FUTURE })], {
      status: 'admitted',
    });

    expect(await get('/quests/progress')).toMatchObject({
      points: 70,
      quests_started: 3,
      quests_completed: 2,
      tasks_approved: 2,
      tasks_pending: 1,
      quests: [
        {
          quest_id: other.id,
          title: other.title,
          status: 'in_progress',
          completed_tasks: 0,
          total_tasks: 1,
          points: 0,
        },
        {
          quest_id: quest.id,
          title: quest.title,
          status: 'completed',
          completed_tasks: 2,
          total_tasks: 2,
          points: 70,
        },
      ],
    });
  });

  it('ranks a user behind the listed users with more points', async () => {
    const [best, twin, hidden, staff] = await people(api.db, 4);
    const quest = await aQuest(api.db);
    const task = await aTask(api.db, quest, { points: 1_000 });
    const more = await aTask(api.db, quest, { points: 500 });
    for (const user of [ada, twin]) await complete(task, user);
    for (const user of [best, hidden, staff]) {
      await complete(task, user);
      await complete(more, user);
    }
    await api.db('users').where({ id: hidden.id }).update({ is_discoverable: false });
    await api.db('users').where({ id: staff.id }).update({ is_ranked: false });

    const rankOf = async (user: User) => (await get('/quests/progress', {}, user)).rank;
    expect(await rankOf(best)).toBe(1);
    expect(await rankOf(ada)).toBe(2);
    expect(await rankOf(twin)).toBe(2);
    // The rank that they would have.
    expect(await rankOf(hidden)).toBe(1);
  });

  it('counts nothing of deleted tasks and quests, or what unsigned calls left waiting', async () => {
    const quest = await aQuest(api.db);
    const deleted = await aQuest(api.db, { deleted_at: PAST });
    for (const one of [quest, deleted]) {
      await aParticipation(api.db, [ada, one], { status: 'completed' });
      await aSubmission(api.db, [ada, await aTask(api.db, one, { deleted_at: PAST })]);
    }
    await aSubmission(api.db, [ada, await aTask(api.db, deleted)]);
    await aSubmission(api.db, [ada, await aTask(api.db, quest, { type: 'external' })], {
      status: 'pending',
      source: 'public',
    });
    expect(await get('/quests/progress')).toMatchObject({
      ...NOTHING,
      quests_started: 1,
      quests_completed: 1,
      quests: [{ quest_id: quest.id, completed_tasks: 0, total_tasks: 1 }],
    });
  });

  it('lists at most 100 quests, with as many queries as for one', async () => {
    await aParticipation(api.db, [ada, await aQuest(api.db)]);
    const few = await countQueries(api.db, () => get('/quests/progress'));
    for (let n = 0; n < 100; n += 1) await aParticipation(api.db, [ada, await aQuest(api.db)]);
    expect(await countQueries(api.db, () => get('/quests/progress'))).toBe(few);
    const { quests, quests_started } = await get('/quests/progress');
    expect([quests.length, quests_started]).toEqual([100, 101]);
  });
});

describe('completed quests', () => {
  it('are counted in the own profile and on the profile page, without deleted ones', async () => {
    for (const given of [{}, { is_active: false }, { ends_at: PAST }, { deleted_at: PAST }]) {
      await aParticipation(api.db, [ada, await aQuest(api.db, given)], { status: 'completed' });
    }
    await aParticipation(api.db, [ada, await aQuest(api.db)]);
    expect((await get('/users/me')).counts.quests_completed).toBe(3);
    const page = await api.anonymous().get(`/api/v1/users/profile/${ada.id}`).expect(200);
    expect(page.body.quests_completed).toBe(3);
  });
});

describe('the quests of GET /users/me/state', () => {
  it('are those of the user with status and tasks, by id', async () => {
    const { asked, refused, admitted, begun, done } = await oneOfEach();
    await aSubmission(api.db, [ada, await aTask(api.db, begun)]);
    await aTask(api.db, begun);

    const none = { completed_tasks: 0, total_tasks: 0 };
    expect((await get('/users/me/state')).quests).toEqual({
      [asked.id]: { status: 'requested', ...none },
      [refused.id]: { status: 'declined', ...none },
      [admitted.id]: { status: 'admitted', ...none },
      [begun.id]: { status: 'in_progress', completed_tasks: 1, total_tasks: 2 },
      [done.id]: { status: 'completed', ...none },
    });
  });

  it('are those of one conference by conference_id, and never hidden ones', async () => {
    const [conference, draft] = [
      await aConference(api.db),
      await aConference(api.db, { status: 'draft' }),
    ];
    const quest = await aQuest(api.db, { conference_id: conference.id });
    for (const one of [
      quest,
      await aQuest(api.db, { conference_id: conference.id, is_active: false }),
      await aQuest(api.db, { conference_id: draft.id }),
    ]) {
      await aParticipation(api.db, [ada, one]);
    }
    const elsewhere = await aQuest(api.db);
    await aParticipation(api.db, [ada, elsewhere]);

    const idsOf = async (query: object) =>
      Object.keys((await get('/users/me/state', query)).quests).map(Number);
    expect(await idsOf({})).toEqual([quest.id, elsewhere.id]);
    expect(await idsOf({ conference_id: conference.id })).toEqual([quest.id]);
    expect(await idsOf({ conference_id: draft.id })).toEqual([]);
  });

  it('take as many queries for many as for none', async () => {
    const few = await countQueries(api.db, () => get('/users/me/state'));
    await oneOfEach();
    expect(await countQueries(api.db, () => get('/users/me/state'))).toBe(few);
  });
});
