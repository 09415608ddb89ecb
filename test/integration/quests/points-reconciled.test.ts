import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { ADMIN_KEY_ID, startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  aConnection,
  anEvent,
  aQuest,
  aRegistration,
  aTask,
  aUser,
  people,
} from '../../support/factories.ts';
import { statementsDuring } from '../../support/queries.ts';
import { expectSoundPoints } from '../../support/sound-points.ts';

const EDITOR = `key ${ADMIN_KEY_ID}`;
const HOUR_MS = 3_600_000;

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db);
});
afterEach(() => expectSoundPoints(api.db));

const signal = new AbortController().signal;
const recalculate = ({ id }: Quest) => api.services.recalculations.run(id, signal);
const settle = () => api.services.pendingAwards.run(signal);
const complete = (user: User, task: QuestTask, sent: object = {}) =>
  api
    .as(user)
    .post('/api/v1/quests/tasks/complete')
    .send({ task_id: task.id, ...sent })
    .expect(201);
const TASKS = '/api/v1/admin/quests/tasks';
const putTask = ({ id }: QuestTask, body: object) =>
  api.admin().put(`${TASKS}/${id}`).send(body).expect(200);
const deleteTask = ({ id }: QuestTask, query = '') =>
  api.admin().delete(`${TASKS}/${id}${query}`).expect(200);
const reopen = (id: number) =>
  api.admin().post(`${TASKS}/${id}/reopen`).send({ reason: 'A mistake' });
const ledgerOf = async ({ id }: User) => {
  const rows = await api.db('point_ledger').where({ user_id: id }).orderBy('id').select('*');
  return rows.map(({ kind, delta, reason, actor }) => [kind, delta, reason, actor]);
};
const anotherTask = async (task: QuestTask, given: object = {}) =>
  aTask(api.db, { id: task.quest_id }, { points: 3, is_required: false, ...given });
const submissionOf = async (user: User, task: QuestTask) =>
  (await api.db('user_quest_tasks').where({ user_id: user.id, task_id: task.id }).first()).id;

describe('what an edit owes, when the own action of a user brings it', () => {
  let quest: Quest;
  let task: QuestTask;
  beforeEach(async () => {
    quest = await aQuest(api.db);
    task = await aTask(api.db, quest);
    // Not required then, so that the quest is not completed.
    await aTask(api.db, quest);
    await complete(ada, task);
  });

  it('is a correction that names the administrator, and is not answered as points of the task', async () => {
    const next = await anotherTask(task);
    await putTask(task, { points: 15 });
    const { body } = await complete(ada, next);

    expect(body).toMatchObject({ points_awarded: 3, quest: { points: 18 } });
    const rows = [
      ['task', 10, null, null],
      ['correction', 5, null, EDITOR],
      ['task', 3, null, null],
    ];
    expect(await ledgerOf(ada)).toEqual(rows);
    await recalculate(quest);
    expect(await ledgerOf(ada)).toEqual(rows);
  });

  it('is an award without administrator, for what was worth nothing', async () => {
    const [free, next] = [await anotherTask(task, { points: 0 }), await anotherTask(task)];
    await complete(ada, free);
    await putTask(free, { points: 4 });
    await complete(ada, next);
    const awards = [10, 4, 3].map((delta) => ['task', delta, null, null]);
    expect(await ledgerOf(ada)).toEqual(awards);
    await recalculate(quest);
    expect(await ledgerOf(ada)).toEqual(awards);
  });

  it('is the reversal of a deleted task, for that reason, beside what is reopened for another', async () => {
    const [gone, next] = [await anotherTask(task), await anotherTask(task, { points: 4 })];
    await complete(ada, gone);
    await complete(ada, next);
    await deleteTask(gone, '?points=take_back');
    await reopen(await submissionOf(ada, next)).expect(200);

    expect((await ledgerOf(ada)).slice(3)).toEqual([
      ['reversal', -3, 'The task was deleted', EDITOR],
      ['reversal', -4, 'A mistake', EDITOR],
    ]);
    await recalculate(quest);
    expect(await ledgerOf(ada)).toHaveLength(5);
  });
});

describe('what was deleted', () => {
  it('keeps its points, and its submission cannot be reopened', async () => {
    const quest = await aQuest(api.db, { completion_points: 5 });
    const [task, gone] = [await aTask(api.db, quest), await aTask(api.db, quest)];
    await complete(ada, task);
    await complete(ada, gone);
    await deleteTask(gone);
    await recalculate(quest);
    const submission = await submissionOf(ada, gone);
    await reopen(submission).expect(404);
    expect((await ledgerOf(ada)).map(([kind]) => kind)).toEqual(['task', 'task', 'completion']);
    const { status } = await api.db('user_quests').where({ user_id: ada.id }).first();
    expect(status).toBe('completed');
    const kept = await api.db('user_quest_tasks').where({ id: submission }).first('status');
    expect(kept).toEqual({ status: 'approved' });
  });

  it('keeps its points when the fact of a task ends', async () => {
    const event = await anEvent(api.db);
    const quest = await aQuest(api.db);
    await aTask(api.db, quest, {
      type: 'event_attendance',
      config: { event_id: event.id, when: 'registered' },
    });
    await api.as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    await api.as(ada).post(`/api/v1/quests/${quest.id}/start`).expect(201);
    await api.admin().delete(`/api/v1/admin/quests/${quest.id}`).expect(200);
    await api.as(ada).delete(`/api/v1/events/${event.id}/attend`).expect(200);
    await api.db('due_settlements').insert({ user_id: ada.id });
    await settle();
    expect(await ledgerOf(ada)).toEqual([['task', 10, null, null]]);
  });

  it('is in the check until its deletion has taken its points back', async () => {
    const quest = await aQuest(api.db);
    const task = await aTask(api.db, quest);
    await complete(ada, task);
    const check = async () => (await api.admin().post('/api/v1/admin/points/check')).body;
    await deleteTask(task, '?points=take_back');
    expect(await check()).toMatchObject({ differences: [], recalculating: [quest.id] });
    const done = { status: 'done', finished_at: api.now() };
    await api.db('quest_recalculations').where({ quest_id: quest.id }).update(done);
    expect((await check()).differences).toMatchObject([
      { kind: 'task_award', user_id: ada.id, task_id: task.id, expected: 0, found: 10 },
    ]);
    await api.db('quest_recalculations').update({ status: 'running', finished_at: null });
    await recalculate(quest);
    expect(await check()).toMatchObject({ differences: [], ok: true });
  });
});

it('reconciles twice without a second row, also of several users', async () => {
  const quest = await aQuest(api.db, { completion_points: 5 });
  const task = await aTask(api.db, quest);
  const crowd = await people(api.db, 3);
  for (const user of crowd) await complete(user, task);
  await api.db('quest_tasks').where({ id: task.id }).update({ points: 11 });
  await putTask(task, { points: 12 });
  const ids = crowd.map(({ id }) => id);
  const note = { reason: null, actor: null };
  const reconcile = () =>
    api.store.transaction(async (tx) => {
      await tx.users.lockMany(ids);
      return tx.points.updateLedger(quest.id, ids, note);
    });
  const correction = { task_id: task.id, kind: 'correction', delta: 2 };
  expect(await reconcile()).toEqual(ids.map((user_id) => ({ user_id, ...correction })));
  expect(await reconcile()).toEqual([]);
});

describe('settling', () => {
  /** Facts hold for `count` users, who started two quests before them. */
  async function aCrowd(count: number): Promise<User[]> {
    const [conference, event] = [await aConference(api.db), await anEvent(api.db)];
    const crowd = await people(api.db, count);
    for (const conference_id of [conference.id, null]) {
      const quest = await aQuest(api.db, { conference_id, completion_points: 5 });
      const config = { conference_id: conference.id, when: 'registered' };
      await aTask(api.db, quest, { type: 'conference_registration', config });
      await aTask(api.db, quest, {
        type: 'event_attendance',
        is_required: false,
        config: { event_id: event.id, when: 'registered' },
      });
      for (const user of crowd)
        await api.as(user).post(`/api/v1/quests/${quest.id}/start`).expect(201);
    }
    for (const user of crowd) {
      await aRegistration(api.db, [user, conference]);
      await api.as(user).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    }
    return crowd;
  }

  it('awards all users at once, with one notice of the tasks and one of each quest', async () => {
    const crowd = await aCrowd(3);
    expect(await settle()).toEqual({ awarded: 12, taken_back: 0 });
    for (const user of crowd) {
      expect((await ledgerOf(user)).map(([kind, delta]) => [kind, delta])).toEqual([
        ['task', 10],
        ['task', 10],
        ['completion', 5],
        ['task', 10],
        ['task', 10],
        ['completion', 5],
      ]);
      const notices = await api.db('notifications').where({ user_id: user.id }).orderBy('id');
      const ofQuests = notices.filter(({ type }) => type.startsWith('quest'));
      expect(ofQuests.map(({ title }) => title)).toEqual([
        'You completed a quest',
        'You completed a quest',
        '4 tasks are done',
      ]);
      expect(ofQuests.at(-1).data).toMatchObject({ points: 40 });
    }
  });

  it('sends as many statements for many users as for few, but for their notices', async () => {
    const statementsFor = async (count: number) => {
      await aCrowd(count);
      const sent = await statementsDuring(api.db, settle);
      return sent.filter(({ sql }) => !sql.includes('notifications')).length;
    };
    const few = await statementsFor(1);
    expect(await statementsFor(8)).toBe(few);
  });

  it('completes a quest at the fact that it needs, not at a later one that it does not', async () => {
    const [event, quest] = [await anEvent(api.db), await aQuest(api.db)];
    const config = { event_id: event.id, when: 'registered' };
    await aTask(api.db, quest, { type: 'event_attendance', config });
    const given = { is_required: false, config: { count: 1 } };
    await aTask(api.db, quest, { type: 'connections', ...given });
    await api.as(ada).post(`/api/v1/quests/${quest.id}/start`).expect(201);
    api.advance(HOUR_MS);
    const needed = api.now();
    await api.as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    api.advance(HOUR_MS);
    await aConnection(api.db, [ada, await aUser(api.db)]);
    await api.db('connections').where({ requester_id: ada.id }).update({ responded_at: api.now() });

    expect(await settle()).toMatchObject({ awarded: 2 });
    const { completed_at, active_at } = await api
      .db('user_quests')
      .where({ user_id: ada.id })
      .first();
    expect([completed_at, active_at]).toEqual([needed.toISOString(), api.now().toISOString()]);
  });
});
