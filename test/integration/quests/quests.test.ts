import type { User } from '../../../src/domain/people/users.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { startCaching } from '../../support/cached-reads.ts';
import { aConference, anEvent, aQuest, aTask, aUser } from '../../support/factories.ts';
import { countQueries } from '../../support/queries.ts';
import { aParticipation, aQuestRequest, aSubmission } from '../../support/quests.ts';

const [PAST, LONG_PAST, FUTURE] = [
  '2026-05-14T08:00:00.000Z',
  '2026-05-13T08:00:00.000Z',
  '2026-05-15T08:00:00.000Z',
];

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db);
  await api.db('quests').update({ is_active: false });
});

const list = async (query: object = {}, path = '') => {
  const { body } = await api.anonymous().get(`/api/v1/quests${path}`).query(query).expect(200);
  return body.data as (Quest & { state: string })[];
};
const idsOf = async (query: object = {}, path = '') =>
  (await list(query, path)).map(({ id }) => id);
const get = ({ id }: Pick<Quest, 'id'>, user?: User) =>
  (user ? api.as(user) : api.anonymous()).get(`/api/v1/quests/${id}`);
const detailsOf = async (quest: Pick<Quest, 'id'>, user?: User) =>
  (await get(quest, user).expect(200)).body;

const aComing = (given: object = {}) => aQuest(api.db, { starts_at: FUTURE, ...given });
const anEnded = (given: object = {}) => aQuest(api.db, { ends_at: PAST, ...given });
const aHidden = (given: object = {}) => aQuest(api.db, { is_active: false, ...given });
const aDrafted = async () =>
  aQuest(api.db, { conference_id: (await aConference(api.db, { status: 'draft' })).id });

describe('GET /quests', () => {
  it('answers exactly the fields of a quest', async () => {
    const conference = await aConference(api.db, { timezone: 'Asia/Seoul' });
    const quest = await aQuest(api.db, {
      conference_id: conference.id,
      completion_points: 50,
      is_featured: true,
      starts_at: PAST,
      max_participants: 9,
      secret_encrypted: Buffer.from('a secret'),
    });
    await aTask(api.db, quest, { points: 30 });
    await aTask(api.db, quest, { points: 20 });
    await aTask(api.db, quest, { points: 7, deleted_at: PAST });
    await aParticipation(api.db, [ada, quest]);

    const [found] = await list();

    expect(found).toEqual({
      id: quest.id,
      slug: quest.slug,
      title: quest.title,
      description: null,
      image_url: null,
      conference_id: conference.id,
      event_id: null,
      is_active: true,
      is_featured: true,
      state: 'running',
      starts_at: PAST,
      ends_at: null,
      timezone: 'Asia/Seoul',
      registration_mode: 'open',
      access: 'anyone',
      max_participants: 9,
      public_api_enabled: false,
      completion_points: 50,
      task_count: 2,
      total_points: 100,
      participant_count: 1,
      share_url: null,
      created_at: quest.created_at,
      updated_at: expect.any(String),
    });
  });

  it('has running quests by default, and others by state, never hidden ones', async () => {
    const running = await aQuest(api.db, { starts_at: PAST, ends_at: FUTURE });
    const [coming, ended] = [await aComing(), await anEnded()];
    for (const given of [{}, { starts_at: FUTURE }, { ends_at: PAST }]) await aHidden(given);
    await aQuest(api.db, { deleted_at: PAST });
    await aDrafted();

    expect(await idsOf()).toEqual([running.id]);
    expect(await idsOf({ state: 'running' })).toEqual([running.id]);
    expect(await idsOf({ state: 'coming' })).toEqual([coming.id]);
    expect(await idsOf({ state: 'ended' })).toEqual([ended.id]);
    const all = await list({ state: 'all' });
    expect(all.map(({ id }) => id).toSorted()).toEqual([running.id, coming.id, ended.id]);
    const states = Object.fromEntries(all.map(({ id, state }) => [id, state]));
    expect(states).toEqual({ [running.id]: 'running', [coming.id]: 'coming', [ended.id]: 'ended' });
    await api.anonymous().get('/api/v1/quests?state=hidden').expect(400);
  });

  it('changes the state at the very instants of start and end', async () => {
    const now = api.now().toISOString();
    const starting = await aQuest(api.db, { starts_at: now });
    const ending = await aQuest(api.db, { ends_at: now });
    expect(await idsOf()).toEqual([starting.id]);
    expect(await idsOf({ state: 'ended' })).toEqual([ending.id]);
    expect(await idsOf({ state: 'coming' })).toEqual([]);
  });

  it('sorts featured ones first, then the latest start or creation, then the highest id', async () => {
    const at = (starts_at: string | null, created_at: string, is_featured = false) =>
      aQuest(api.db, { starts_at, created_at, is_featured });
    const old = await at(LONG_PAST, PAST);
    const created = await at(null, '2026-05-14T07:00:00.000Z');
    const twin = await at('2026-05-14T07:00:00.000Z', LONG_PAST);
    const latest = await at(PAST, LONG_PAST);
    const featured = await at(LONG_PAST, LONG_PAST, true);

    const expected = [featured, latest, twin, created, old].map(({ id }) => id);
    expect(await idsOf()).toEqual(expected);
    expect(await idsOf({ limit: 2, page: 2 })).toEqual(expected.slice(2, 4));
  });

  it('is limited to a conference, an event, or words of the title', async () => {
    const conference = await aConference(api.db);
    const event = await anEvent(api.db, { conference_id: conference.id });
    const ofConference = await aQuest(api.db, { conference_id: conference.id });
    const ofEvent = await aQuest(api.db, { event_id: event.id });
    const named = await aQuest(api.db, { title: 'Die Jagd im Häfen' });

    expect(await idsOf({ conference_id: conference.id })).toEqual([ofConference.id]);
    expect(await idsOf({ event_id: event.id })).toEqual([ofEvent.id]);
    expect(await idsOf({ q: 'hafen jagd' })).toEqual([named.id]);
    expect(await idsOf({ q: 'hfaen' })).toEqual([named.id]);
    expect(await idsOf({ q: 'pier' })).toEqual([]);
  });

  it('takes as many queries for many quests as for one', async () => {
    await aQuest(api.db);
    const few = await countQueries(api.db, () => list());
    for (let n = 0; n < 5; n += 1) await aTask(api.db, await aQuest(api.db));
    expect(await countQueries(api.db, () => list())).toBe(few);
  });

  it('is answered from memory until a quest, task or conference changes', async () => {
    await using keeping = await startCaching({ on: api });
    const read = async () =>
      (await keeping.anonymous().get('/api/v1/quests?state=all').expect(200)).body.data;
    const conference = await aConference(api.db);
    const quest = await aQuest(api.db, { conference_id: conference.id });
    expect(await read()).toHaveLength(1);
    expect(await countQueries(keeping.db, read)).toBe(0);

    await keeping.store.questTasks.insert({ quest_id: quest.id, title: 'One', type: 'photo' });
    expect(await read()).toMatchObject([{ task_count: 1 }]);
    await keeping.as(ada).post(`/api/v1/quests/${quest.id}/start`).expect(201);
    expect(await read()).toMatchObject([{ participant_count: 1 }]);
    await keeping.store.quests.update(quest.id, { is_active: false });
    expect(await read()).toEqual([]);
    await keeping.store.quests.update(quest.id, { is_active: true });
    expect(await read()).toHaveLength(1);
    await keeping.store.conferences.update(conference.id, { status: 'draft' });
    expect(await read()).toEqual([]);
  });
});

describe('GET /quests/featured', () => {
  it('has the running quests that are featured', async () => {
    const featured = { is_featured: true };
    await aQuest(api.db);
    for (const quest of [aComing, anEnded, aHidden]) await quest(featured);
    const early = await aQuest(api.db, { ...featured, starts_at: LONG_PAST });
    const late = await aQuest(api.db, { ...featured, starts_at: PAST });
    expect(await idsOf({}, '/featured')).toEqual([late.id, early.id]);
  });
});

describe('GET /quests/:id', () => {
  it('has the tasks in their order, with state, verification and public config', async () => {
    const quest = await aQuest(api.db);
    const options = [
      { id: 'a', label: 'Ada' },
      { id: 'b', label: 'Grace' },
    ];
    const quiz = await aTask(api.db, quest, {
      type: 'quiz',
      position: 2,
      config: { options, multiple: false, max_tries: 3 },
    });
    const link = await aTask(api.db, quest, { position: 1, closes_at: PAST, is_required: false });
    const code = await aTask(api.db, quest, { type: 'code', position: 2 });

    const { tasks } = await detailsOf(quest);

    const common = { quest_id: quest.id, description: null, points: 10, opens_at: null };
    expect(tasks).toEqual([
      {
        ...common,
        id: link.id,
        title: link.title,
        type: 'link',
        position: 1,
        is_required: false,
        closes_at: PAST,
        state: 'closed',
        verification: 'at_once',
        config: { url: 'https://hallway.example.org' },
      },
      {
        ...common,
        id: quiz.id,
        title: quiz.title,
        type: 'quiz',
        position: 2,
        is_required: true,
        closes_at: null,
        state: 'open',
        verification: 'at_once',
        config: { options, multiple: false, max_tries: 3 },
      },
      {
        ...common,
        id: code.id,
        title: code.title,
        type: 'code',
        position: 2,
        is_required: true,
        closes_at: null,
        state: 'open',
        verification: 'at_once',
        config: {},
      },
    ]);
  });

  it('answers the config of every type of task', async () => {
    const quest = await aQuest(api.db);
    const options = [{ id: 'a', label: 'Ada' }];
    const configs = {
      text: { min_length: 1, max_length: 9 },
      photo: {},
      poll: { options, results: 'always' },
      connections: { count: 3 },
      event_attendance: { event_id: 5, when: 'registered' },
      conference_registration: { conference_id: 7, when: 'checked_in' },
      profile: { fields: ['bio', 'socials'] },
      external: {},
    };
    for (const [type, config] of Object.entries(configs))
      await aTask(api.db, quest, { type, config });
    const { tasks } = await detailsOf(quest);
    const found = tasks.map(({ type, config }: { type: string; config: object }) => [type, config]);
    expect(Object.fromEntries(found)).toEqual(configs);
  });

  it('never shows a code or a correct option, wherever it was stored', async () => {
    const quest = await aQuest(api.db);
    const secret = 'HARBOR-7';
    await aTask(api.db, quest, { type: 'code', config: { code: secret, answer: secret } });
    await aTask(api.db, quest, {
      type: 'quiz',
      answer_encrypted: Buffer.from(secret),
      old_answer_encrypted: Buffer.from(secret),
      config: {
        options: [
          { id: 'a', label: 'Ada', is_correct: secret },
          { id: 'b', label: 'Grace' },
        ],
        multiple: false,
        max_tries: 3,
        correct_option_ids: [secret],
      },
    });
    await aParticipation(api.db, [ada, quest]);
    for (const user of [undefined, ada]) {
      const text = JSON.stringify(await detailsOf(quest, user));
      expect(text).not.toMatch(/HARBOR|correct|encrypted|"code":"/);
    }
  });

  it('lists a task before it opens by its title, without description and config', async () => {
    const quest = await aQuest(api.db);
    const task = await aTask(api.db, quest, { opens_at: FUTURE, description: 'Look up' });
    await aParticipation(api.db, [ada, quest]);
    for (const user of [undefined, ada]) {
      const { tasks } = await detailsOf(quest, user);
      expect(tasks).toMatchObject([
        { id: task.id, title: task.title, description: null, config: null, state: 'coming' },
      ]);
    }
  });

  it.each([
    ['hidden', aHidden],
    ['of a draft conference', aDrafted],
    ['coming', aComing],
  ])('is 404 for a quest that is %s, except for those who take part', async (_, make) => {
    const quest = await make();
    const [admitted, done, asking, declined] = [
      ada,
      await aUser(api.db),
      await aUser(api.db),
      await aUser(api.db),
    ];
    await aParticipation(api.db, [admitted, quest], { status: 'admitted' });
    await aParticipation(api.db, [done, quest], { status: 'completed' });
    await aQuestRequest(api.db, [asking, quest]);
    await aQuestRequest(api.db, [declined, quest], { status: 'rejected' });

    const bodies = [];
    for (const user of [undefined, await aUser(api.db), asking, declined]) {
      bodies.push((await get(quest, user).expect(404)).body);
    }
    const unknown = (await get({ id: 999_999 }).expect(404)).body;
    expect(bodies).toEqual([unknown, unknown, unknown, unknown]);
    expect((await detailsOf(quest, admitted)).progress.status).toBe('admitted');
    expect((await detailsOf(quest, done)).progress.status).toBe('completed');
  });

  it('shows no task of a quest before its start, not even to those who take part', async () => {
    for (const quest of [await aComing(), await aHidden({ starts_at: FUTURE })]) {
      await aTask(api.db, quest);
      await aParticipation(api.db, [ada, quest], { status: 'admitted' });
      const details = await detailsOf(quest, ada);
      expect(details).toMatchObject({ tasks: [], progress: { tasks: [], total_tasks: 1 } });
    }
  });

  it('shows the tasks of a quest that was switched off to those who take part', async () => {
    const quest = await aHidden();
    await aTask(api.db, quest);
    await aParticipation(api.db, [ada, quest]);
    const details = await detailsOf(quest, ada);
    expect(details).toMatchObject({ state: 'hidden', tasks: [{ type: 'link' }] });
  });

  it('is found after its end, and never once it is deleted', async () => {
    expect((await detailsOf(await anEnded())).state).toBe('ended');
    const deleted = await aQuest(api.db, { deleted_at: PAST });
    await aParticipation(api.db, [ada, deleted]);
    await get(deleted, ada).expect(404);
  });

  it('has progress with a caller always, and without one never', async () => {
    const quest = await aQuest(api.db);
    await aTask(api.db, quest);
    expect(await detailsOf(quest)).not.toHaveProperty('progress');
    const { progress } = await detailsOf(quest, ada);
    expect(progress).toMatchObject({
      status: 'none',
      completed_tasks: 0,
      total_tasks: 1,
      points: 0,
      started_at: null,
      registration: null,
      tasks: [{ status: 'none', user_quest_task_id: null }],
    });
  });

  it.each([
    ['pending', 'requested'],
    ['rejected', 'declined'],
  ] as const)('says %s requests as %s, with what was sent', async (status, shown) => {
    const quest = await aQuest(api.db, { registration_mode: 'approval' });
    const reason = status === 'rejected' ? 'Full of friends' : null;
    await aQuestRequest(api.db, [ada, quest], { status, message: 'Please', reason });
    const { progress } = await detailsOf(quest, ada);
    expect(progress).toMatchObject({
      status: shown,
      started_at: null,
      registration: { status, message: 'Please', reason },
    });
  });

  it('shows admitted participants with the request that was approved', async () => {
    const quest = await aQuest(api.db, { registration_mode: 'approval' });
    await aQuestRequest(api.db, [ada, quest], { status: 'approved' });
    await aParticipation(api.db, [ada, quest], { status: 'admitted' });
    const { progress } = await detailsOf(quest, ada);
    expect(progress).toMatchObject({ status: 'admitted', registration: { status: 'approved' } });
  });

  it('shows a user nothing of what unsigned calls requested or left waiting', async () => {
    const quest = await aQuest(api.db, { registration_mode: 'approval' });
    const [waiting, refused, right] = [
      await aTask(api.db, quest, { type: 'external' }),
      await aTask(api.db, quest, { type: 'external' }),
      await aTask(api.db, quest, { type: 'code' }),
    ];
    await aQuestRequest(api.db, [ada, quest], { source: 'public', message: 'Not hers' });
    expect((await detailsOf(quest, ada)).progress).toMatchObject({
      status: 'none',
      registration: null,
    });
    await aParticipation(api.db, [ada, quest]);
    const source = 'public';
    await aSubmission(api.db, [ada, waiting], { source, status: 'pending', text: 'A stranger' });
    await aSubmission(api.db, [ada, refused], { source, status: 'rejected', reason: 'Fake' });
    await aSubmission(api.db, [ada, right], { source, status: 'approved' });
    const { progress } = await detailsOf(quest, ada);
    const empty = { status: 'none', text: null, reason: null, user_quest_task_id: null };
    expect(progress.completed_tasks).toBe(1);
    expect(progress.tasks).toMatchObject([empty, empty, { status: 'approved' }]);
  });

  it('takes as many queries for many tasks as for one', async () => {
    const quest = await aQuest(api.db);
    await aTask(api.db, quest);
    const few = await countQueries(api.db, () => get(quest, ada));
    for (let n = 0; n < 5; n += 1) await aTask(api.db, quest);
    expect(await countQueries(api.db, () => get(quest, ada))).toBe(few);
  });
});
