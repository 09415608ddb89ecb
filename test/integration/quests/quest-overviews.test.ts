import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { connectTo } from '../../support/database.ts';
import { aConference, anEvent, aQuest, aTask, people } from '../../support/factories.ts';
import { nodesOf, plansOf, rowsReadBy } from '../../support/plans.ts';
import { countQueries, statementsDuring } from '../../support/queries.ts';
import { aParticipation, aSubmission, oneCrowdedQuest } from '../../support/quests.ts';

const QUESTS = '/api/v1/admin/quests';

let api: TestApi;
let quest: Quest;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  quest = await aQuest(api.db);
});

const get = async (path: string) => (await api.admin().get(`${QUESTS}${path}`).expect(200)).body;
const duplicate = (id: number, body: object) =>
  api.admin().post(`${QUESTS}/${id}/duplicate`).send(body);
const order = (id: number, ids: readonly number[]) =>
  api.admin().put(`${QUESTS}/${id}/tasks/order`).send({ ids });

/** Two participants, one of whom has done all, and what they sent for the first task and others. */
async function aCrowd(of: Quest, tasks: readonly QuestTask[]) {
  const [first, second, third] = await people(api.db, 3);
  if (!first || !second || !third) throw new Error('too few people');
  await aParticipation(api.db, [first, of], { status: 'completed' });
  await aParticipation(api.db, [second, of]);
  await aParticipation(api.db, [third, of], { status: 'admitted' });
  for (const task of tasks) await aSubmission(api.db, [first, task]);
  const [one, two] = tasks;
  if (one) await aSubmission(api.db, [second, one], { status: 'pending' });
  if (two) await aSubmission(api.db, [second, two], { status: 'rejected' });
}

describe('the list of quests', () => {
  it('counts participants, pending submissions and completions, in as many statements as without', async () => {
    const conference = await aConference(api.db);
    const path = `?conference_id=${conference.id}`;
    const of = { conference_id: conference.id };
    const hunt = await aQuest(api.db, of);
    const read = () => get(path);
    await read();
    const before = await countQueries(api.db, read);
    await aCrowd(hunt, [await aTask(api.db, hunt), await aTask(api.db, hunt)]);
    await aCrowd(hunt, [await aTask(api.db, hunt)]);
    await aQuest(api.db, of);

    expect(await countQueries(api.db, read)).toBe(before);
    expect((await read()).data).toMatchObject([
      { participant_count: 0, pending_count: 0, completed_count: 0 },
      { id: hunt.id, participant_count: 6, pending_count: 2, completed_count: 2 },
    ]);
    const [deleted] = await api.db('quest_tasks').where({ quest_id: hunt.id }).orderBy('id');
    await api.db('quest_tasks').where({ id: deleted.id }).update({ deleted_at: api.now() });
    expect((await read()).data[1].pending_count).toBe(1);
  });

  it('counts the submissions and participants of the one quest that has them once, from indexes alone', async () => {
    const CROWD = 3_000;
    await people(api.db, CROWD);
    await using client = await connectTo(api.databaseUrl);
    const { id } = await aConference(api.db);
    await oneCrowdedQuest(client, { id });
    await client.query('vacuum analyze');
    const of = { sort: 'id', conference_id: id } as const;
    const [statement] = await statementsDuring(api.db, () =>
      api.store.read.adminQuests.list(of, api.now().toISOString(), { page: 1, limit: 100 }),
    );
    if (!statement) throw new Error('no statement');

    const { rows } = await client.query('select count(*) from user_quest_tasks');
    for (const plan of await plansOf(client, statement)) {
      const read = nodesOf(plan).filter((node) => /^user_quest/.test(node['Relation Name'] ?? ''));
      expect(read.map((node) => node['Node Type'])).toEqual(Array(2).fill('Index Only Scan'));
      for (const node of read) expect(rowsReadBy(node)).toBeLessThanOrEqual(Number(rows[0].count));
    }
  });
});

describe('the funnel of a quest', () => {
  it('counts participants and, by task, what they sent', async () => {
    const tasks = [await aTask(api.db, quest), await aTask(api.db, quest, { position: 1 })];
    await aTask(api.db, quest, { position: 2 });
    await aCrowd(quest, tasks);

    const funnel = await get(`/${quest.id}/funnel`);
    expect(funnel).toMatchObject({
      quest_id: quest.id,
      as_of: api.now().toISOString(),
      participants: { admitted: 1, in_progress: 1, completed: 1 },
      tasks: [
        { task_id: tasks[0]?.id, submitted: 2, pending: 1, approved: 1, rejected: 0 },
        { task_id: tasks[1]?.id, submitted: 2, pending: 0, approved: 1, rejected: 1 },
        { position: 2, submitted: 0, pending: 0, approved: 0, rejected: 0 },
      ],
    });
    await aCrowd(quest, tasks);
    expect(await get(`/${quest.id}/funnel`)).toEqual(funnel);
    api.advance(5_000);
    expect((await get(`/${quest.id}/funnel`)).tasks[0].submitted).toBe(4);
  });

  it('is that of a quest which exists', async () => {
    await api.admin().get(`${QUESTS}/999999/funnel`).expect(404);
  });
});

describe('the order of tasks', () => {
  it('is changed as a whole, raises the versions of those that move, and is audited once', async () => {
    const [a, b, c] = [
      (await aTask(api.db, quest, { position: 0 })).id,
      (await aTask(api.db, quest, { position: 4 })).id,
      (await aTask(api.db, quest, { position: 2 })).id,
    ];
    for (const _ of ['first', 'repeated']) {
      const { body } = await order(quest.id, [a, b, c]).expect(200);
      expect(body.tasks).toMatchObject([
        { id: a, position: 0, version: 1 },
        { id: b, position: 1, version: 2 },
        { id: c, position: 2, version: 1 },
      ]);
    }
    const { tasks, version } = await get(`/${quest.id}`);
    expect([tasks.map(({ id }: QuestTask) => id), version]).toEqual([[a, b, c], 1]);
    const recorded = api.db('audit_log').where({ action: 'quest.order_tasks' });
    expect(await recorded.select('subject_id', 'before', 'after')).toEqual([
      { subject_id: quest.id, before: { task_ids: [a, c, b] }, after: { task_ids: [a, b, c] } },
    ]);
  });

  it('is refused unless it has each task exactly once', async () => {
    const [a, b] = [(await aTask(api.db, quest)).id, (await aTask(api.db, quest)).id];
    const other = (await aTask(api.db, await aQuest(api.db))).id;
    for (const ids of [[a], [a, a], [a, b, b], [a, other], [a, b, other]]) {
      const { body } = await order(quest.id, ids).expect(409);
      expect(body).toEqual({
        code: 'CONFLICT',
        error: expect.stringContaining('ids: expected each of the 2 tasks of the quest once; '),
      });
    }
    await order(999_999, [a]).expect(404);
  });

  it('of ten edits at once is one of them', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push((await aTask(api.db, quest, { position: n })).id);
    const orders = ids.flatMap((_, n) => [
      [...ids.slice(n), ...ids.slice(0, n)],
      [...ids.slice(n), ...ids.slice(0, n)].toReversed(),
    ]);
    await Promise.all(orders.map((one) => order(quest.id, one).expect(200)));
    const { tasks } = await get(`/${quest.id}`);
    expect(orders).toContainEqual(tasks.map(({ id }: QuestTask) => id));
    expect(tasks.map(({ position }: QuestTask) => position)).toEqual([0, 1, 2, 3]);
  });
});

describe('a copy of a quest', () => {
  it('is inactive, with its tasks, new codes, answers and templates, and without its people', async () => {
    const fields = {
      completion_points: 50,
      public_api_enabled: true,
      description: 'Along the pier',
    };
    const { body: source } = await api
      .admin()
      .post(QUESTS)
      .send({ title: 'Harbor hunt', is_active: true, ...fields })
      .expect(201);
    const add = (task: object) =>
      api.admin().post(`${QUESTS}/${source.id}/tasks`).send(task).expect(201);
    await add({ title: 'The door', type: 'code', config: { code: 'HARBOR-7' }, points: 10 });
    const options = ['a', 'b'].map((id) => ({ id, label: id }));
    const quiz = { options, multiple: false, correct_option_ids: ['b'] };
    await add({ title: 'The quiz', type: 'quiz', config: quiz, is_required: false });
    for (const name of ['First', 'Second']) {
      const template = { name, body: 'It ends tonight.' };
      await api
        .admin()
        .post(`${QUESTS}/${source.id}/reminder-templates`)
        .send(template)
        .expect(201);
    }
    await api.admin().post(`${QUESTS}/${source.id}/rotate-secret`).send({}).expect(200);
    await aCrowd(source, source.tasks);

    const { body: copy } = await duplicate(source.id, { title: 'Harbor hunt 2' }).expect(201);
    expect(copy).toMatchObject({
      ...fields,
      title: 'Harbor hunt 2',
      slug: 'harbor-hunt-2',
      is_active: false,
      participant_count: 0,
      version: 1,
    });
    const before = await get(`/${source.id}`);
    const kept = ({ title, type, points, position, is_required, config }: QuestTask) => ({
      ...{ title, type, points, position, is_required, config },
    });
    expect(copy.tasks.map(kept)).toEqual(before.tasks.map(kept));
    const codeOf = async (id: number) => (await get(`/${id}/codes`)).codes[0].code;
    expect(await codeOf(copy.id)).toMatch(/^[A-Z0-9]{8}$/);
    expect(await codeOf(source.id)).toBe('HARBOR-7');
    const { templates } = await get(`/${copy.id}/reminder-templates`);
    expect(templates).toMatchObject([
      { name: 'First', is_default: true },
      { name: 'Second', is_default: false },
    ]);
    const stored = await api.db('quests').where({ id: copy.id }).first('secret_encrypted');
    expect(stored.secret_encrypted).toBeNull();

    await api.admin().put(`${QUESTS}/${copy.id}`).send({ is_active: true }).expect(200);
    const [user] = await people(api.db, 1);
    const answer = { task_id: copy.tasks[1].id, option_ids: ['b'] };
    const complete = api
      .as(user as never)
      .post('/api/v1/quests/tasks/complete')
      .send(answer);
    expect((await complete.expect(201)).body.status).toBe('approved');
  });

  it('in another conference moves its times and its places, and leaves the event', async () => {
    const [from, to] = [await aConference(api.db), await aConference(api.db)];
    const event = await anEvent(api.db, { conference_id: from.id });
    const source = await aQuest(api.db, {
      ...{ conference_id: from.id, event_id: event.id },
      ...{ starts_at: '2026-05-14T08:00:00Z', ends_at: '2026-05-15T18:00:00Z' },
    });
    const seat = { when: 'registered', conference_id: from.id };
    await aTask(api.db, source, {
      ...{ type: 'conference_registration', config: seat },
      opens_at: '2026-05-14T09:00:00Z',
    });
    const there = { conference_id: to.id, starts_at: '2027-05-14T08:00:00Z' };
    const { body } = await duplicate(source.id, { title: 'Again', ...there }).expect(201);
    expect(body).toMatchObject({
      conference_id: to.id,
      event_id: null,
      starts_at: '2027-05-14T08:00:00.000Z',
      ends_at: '2027-05-15T18:00:00.000Z',
      tasks: [
        {
          config: { conference_id: to.id, when: 'registered' },
          opens_at: '2027-05-14T09:00:00.000Z',
          closes_at: null,
        },
      ],
    });
    const same = await duplicate(source.id, { title: 'Here' }).expect(201);
    expect(same.body).toMatchObject({ conference_id: from.id, event_id: event.id });
    await duplicate(source.id, { title: 'Nowhere', conference_id: 999_999 }).expect(404);
    await duplicate(source.id, { title: 'Taken', slug: same.body.slug }).expect(409);
    await duplicate(999_999, { title: 'Nothing' }).expect(404);
  });

  it('is made once for one Idempotency-Key', async () => {
    const ids = new Set<number>();
    for (const _ of ['first', 'repeated']) {
      const { body } = await duplicate(quest.id, { title: 'Once' })
        .set('Idempotency-Key', `duplicate-${quest.id}`)
        .expect(201);
      ids.add(body.id);
    }
    expect(ids.size).toBe(1);
  });
});
