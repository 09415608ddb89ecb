import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction, PATIENT } from '../../support/database.ts';
import { aQuest, aTask, aUser, people } from '../../support/factories.ts';
import { untilWaiting } from '../../support/queries.ts';
import { expectSoundPoints } from '../../support/sound-points.ts';

/** The limit of a wait for a lock; a request that meets none is not limited by it. */
const LOCK_WAIT_MS = 500;

let api: TestApi;
let other: TestApi;
let quest: Quest;
let task: QuestTask;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  quest = await aQuest(api.db);
  task = await aTask(api.db, quest, { points: 10 });
});

const complete = (user: User, by = api) =>
  by.as(user).post('/api/v1/quests/tasks/complete').send({ task_id: task.id });
const start = (user: User, by = api) => by.as(user).post(`/api/v1/quests/${quest.id}/start`);
const pointsOf = async ({ id }: User) =>
  (await api.db('users').where({ id }).first('points'))?.points;

describe.each([
  ['completing a task', complete],
  ['starting it', start],
])('users who enter a quest by %s', (_, enter) => {
  it('do not wait for one another before their places are counted', async () => {
    const [slow, quick] = [await aUser(api.db), await aUser(api.db)];
    await using held = await beginTransaction(api.db);
    await held('users').where({ id: slow.id }).forUpdate().first('id');
    const waiting = enter(slow).then(({ status }) => status);
    await untilWaiting(api.db);
    await using impatient = await startApi({
      on: api,
      limits: { ...PATIENT, crowdWaitMs: LOCK_WAIT_MS },
    });
    await enter(quick, impatient).expect(201);

    await held.rollback();
    expect(await waiting).toBe(201);
    await expectSoundPoints(api.db);
  });

  it('take exactly the places of the quest, 40 at once over two processes', async () => {
    await api.db('quests').where({ id: quest.id }).update({ max_participants: 7 });
    const crowd = await people(api.db, 40);
    const answers = await Promise.all(crowd.map((user, n) => enter(user, n % 2 ? api : other)));

    const entered = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([entered.length, refused.length]).toEqual([7, 33]);
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['QUEST_FULL']));
    const { participant_count } = await api.db('quests').where({ id: quest.id }).first();
    expect(participant_count).toBe(7);
    expect(await api.db('user_quests').where({ quest_id: quest.id })).toHaveLength(7);
    await expectSoundPoints(api.db);
  });
});

describe('an edit of the points', () => {
  it('waits for a newcomer who has read the old ones, and corrects their award', async () => {
    const ada = await aUser(api.db);
    await using held = await beginTransaction(api.db);
    // The notice of the completed quest comes after the award.
    await held.raw('lock table notifications in share mode');
    const completed = complete(ada).then(({ status }) => status);
    await untilWaiting(api.db);
    const edited = other
      .admin()
      .put(`/api/v1/admin/quests/tasks/${task.id}`)
      .send({ points: 25 })
      .then(({ status }) => status);
    await untilWaiting(api.db, 2);

    await held.rollback();
    expect([await completed, await edited]).toEqual([201, 200]);
    await api.services.recalculations.run(quest.id, new AbortController().signal);
    expect(await pointsOf(ada)).toBe(25);
    await expectSoundPoints(api.db);
  });
});
