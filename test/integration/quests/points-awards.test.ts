import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import {
  aConference,
  aConnection,
  anAttendance,
  anEvent,
  aQuest,
  aRegistration,
  aTask,
  aUser,
  people,
} from '../../support/factories.ts';
import { untilWaiting } from '../../support/queries.ts';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db);
});

const complete = (user: User, task: QuestTask, sent: object = {}) =>
  api
    .as(user)
    .post('/api/v1/quests/tasks/complete')
    .send({ task_id: task.id, ...sent });
const start = (user: User, { id }: Quest) => api.as(user).post(`/api/v1/quests/${id}/start`);
const refusalOf = async (request: PromiseLike<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await request;
  return [status, body.code];
};
const ledgerOf = ({ id }: User) =>
  api.db('point_ledger').where({ user_id: id }).orderBy('id').select('kind', 'delta', 'task_id');
const totalsOf = ({ id }: User) =>
  api.db('point_totals').where({ user_id: id }).select('scope', 'period', 'points');

async function withCode(quest: Quest, code: string, given: object = {}): Promise<QuestTask> {
  const task = await aTask(api.db, quest, { type: 'code', ...given });
  const answer_encrypted = api.services.questTasks.encryptAnswer(task.id, 'answer_encrypted', code);
  await api.db('quest_tasks').where({ id: task.id }).update({ answer_encrypted });
  return task;
}

describe('points', () => {
  it('are awarded once for a task pressed ten times at once, and once for the completion', async () => {
    const conference = await aConference(api.db);
    const quest = await aQuest(api.db, { conference_id: conference.id, completion_points: 50 });
    const task = await aTask(api.db, quest);

    const answers = await Promise.all(Array.from({ length: 10 }, () => complete(ada, task)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    const awarded = answers.map(({ body }) => body.points_awarded);
    expect(awarded.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 10]);
    expect(await ledgerOf(ada)).toEqual([
      { kind: 'task', delta: 10, task_id: task.id },
      { kind: 'completion', delta: 50, task_id: null },
    ]);
    const totals = await totalsOf(ada);
    expect(totals).toHaveLength(9);
    expect(new Set(totals.map(({ points }) => points))).toEqual(new Set([60]));
    expect(await api.db('users').where({ id: ada.id }).first('points')).toEqual({ points: 60 });
  });

  it('count for the day of the conference on which they are earned', async () => {
    const conference = await aConference(api.db, { timezone: 'Pacific/Kiritimati' });
    const quest = await aQuest(api.db, { conference_id: conference.id });
    await complete(ada, await aTask(api.db, quest));

    const { rows } = await api.db.raw(
      'select day::text, week::text from point_ledger where user_id = ?',
      [ada.id],
    );
    // 14 May 2026, 09:00 UTC is 23:00 there; the Monday before is the 11th.
    expect(rows).toEqual([{ day: '2026-05-14', week: '2026-05-11' }]);
  });
});

describe('starting a quest', () => {
  it('gives the last place to one of ten who press at once', async () => {
    const quest = await aQuest(api.db, { max_participants: 1 });
    const crowd = await people(api.db, 10);

    const answers = await Promise.all(crowd.map((user) => start(user, quest)));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'QUEST_FULL')).toHaveLength(9);
    expect(await api.db('quests').where({ id: quest.id }).first('participant_count')).toEqual({
      participant_count: 1,
    });
  });

  it('awards the automatic tasks whose facts hold already', async () => {
    const conference = await aConference(api.db);
    const quest = await aQuest(api.db, { conference_id: conference.id });
    await aTask(api.db, quest, { type: 'connections', config: { count: 1 } });
    await aTask(api.db, quest, {
      type: 'conference_registration',
      config: { conference_id: conference.id, when: 'registered' },
    });
    await aTask(api.db, quest, { type: 'profile', config: { fields: ['bio'] } });
    await aConnection(api.db, [ada, await aUser(api.db)]);
    await aRegistration(api.db, [ada, conference]);

    const { status, body } = await start(ada, quest);

    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'in_progress', completed_tasks: 2, points: 20 });
    expect((await start(ada, quest)).status).toBe(200);
  });

  it('needs the seat that the quest asks for', async () => {
    const conference = await aConference(api.db);
    const quest = await aQuest(api.db, { conference_id: conference.id, access: 'registered' });
    expect(await refusalOf(start(ada, quest))).toEqual([403, 'REGISTRATION_REQUIRED']);
    await aRegistration(api.db, [ada, conference]);
    await start(ada, quest).expect(201);
  });

  it.each([
    ['a coming quest', { starts_at: '2026-05-15T00:00:00Z' }, [409, 'QUEST_NOT_STARTED']],
    ['a quest that is over', { ends_at: '2026-05-14T08:00:00Z' }, [409, 'QUEST_ENDED']],
    ['a hidden quest', { is_active: false }, [404, 'NOT_FOUND']],
    ['a quest with approval', { registration_mode: 'approval' }, [403, 'REGISTRATION_REQUIRED']],
  ])('is refused for %s', async (_, given, refusal) => {
    expect(await refusalOf(start(ada, await aQuest(api.db, given)))).toEqual(refusal);
  });
});

describe('a code', () => {
  it('is right in any case, with spaces and without hyphens', async () => {
    const task = await withCode(await aQuest(api.db), 'HARBOR-7');
    const { body } = await complete(ada, task, { answer: ' harbor 7 ' }).expect(201);
    expect(body).toMatchObject({ status: 'approved', points_awarded: 10 });
  });

  it('is refused after ten wrong ones over two instances, the right one too', async () => {
    const task = await withCode(await aQuest(api.db), 'HARBOR-7');
    await using other = await startApi({ on: api });
    const wrong = (_: unknown, n: number) => {
      const process = n % 2 === 0 ? api : other;
      const body = { task_id: task.id, answer: 'PIER' };
      return process.as(ada).post('/api/v1/quests/tasks/complete').send(body);
    };
    const answers = await Promise.all(Array.from({ length: 11 }, wrong));

    expect(answers.filter(({ body }) => body.code === 'WRONG_ANSWER')).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const right = await complete(ada, task, { answer: 'HARBOR-7' });
    expect(right.status).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    expect(await api.db('user_quests').where({ user_id: ada.id })).toEqual([]);
  });
});

describe('a quiz', () => {
  it('has as many tries as it says', async () => {
    const options = [
      { id: 'a', label: 'Ada' },
      { id: 'b', label: 'Grace' },
    ];
    const quest = await aQuest(api.db);
    const task = await withCode(quest, '["b"]', {
      type: 'quiz',
      config: { options, multiple: false, max_tries: 2 },
    });
    const answer = (id: string) => complete(ada, task, { option_ids: [id] });

    expect(await refusalOf(answer('a'))).toEqual([400, 'WRONG_ANSWER']);
    expect(await refusalOf(answer('a'))).toEqual([400, 'WRONG_ANSWER']);
    expect(await refusalOf(answer('b'))).toEqual([409, 'NO_TRIES_LEFT']);
  });
});

it('refuses an automatic task that is not fulfilled, and starts nothing', async () => {
  const quest = await aQuest(api.db);
  const task = await aTask(api.db, quest, { type: 'connections', config: { count: 3 } });
  expect(await refusalOf(complete(ada, task))).toEqual([409, 'TASK_NOT_FULFILLED']);
  expect(await api.db('user_quests').where({ user_id: ada.id })).toEqual([]);
});

it('sends a text for review and completes the quest only when every required task is approved', async () => {
  const quest = await aQuest(api.db, { completion_points: 50 });
  const link = await aTask(api.db, quest);
  const text = await aTask(api.db, quest, {
    type: 'text',
    config: { min_length: 3, max_length: 100 },
  });
  expect(await refusalOf(complete(ada, text, { text: 'a' }))).toEqual([400, 'VALIDATION_ERROR']);
  const sent = await complete(ada, text, { text: 'A poem' }).expect(201);
  expect(sent.body).toMatchObject({ status: 'pending', points_awarded: 0 });
  const { body } = await complete(ada, link).expect(201);
  expect(body.quest).toMatchObject({ status: 'in_progress', completed_tasks: 1, points: 10 });
});

describe('settling after the facts', () => {
  const settle = () => api.services.pendingAwards.run(new AbortController().signal);
  const earned = async () => (await ledgerOf(ada)).map(({ delta }) => delta);

  it('leaves the points of a seat that is removed once the event or conference is over', async () => {
    const [event, conference] = [await anEvent(api.db), await aConference(api.db)];
    await anAttendance(api.db, [ada, event]);
    await aRegistration(api.db, [ada, conference]);
    const quest = await aQuest(api.db);
    for (const [type, fact] of [
      ['event_attendance', { event_id: event.id }],
      ['conference_registration', { conference_id: conference.id }],
    ] as const)
      await aTask(api.db, quest, { type, config: { ...fact, when: 'registered' } });
    await start(ada, quest).expect(201);
    const before = { starts_at: '2026-05-13T09:00:00Z', ends_at: api.now() };
    await api.db('events').where({ id: event.id }).update(before);
    const days = { starts_on: '2026-05-12', ends_on: '2026-05-13' };
    await api.db('conferences').where({ id: conference.id }).update(days);

    for (const place of [`events/${event.id}`, `conferences/${conference.id}`])
      await api.admin().delete(`/api/v1/admin/${place}/attendees/${ada.id}`).expect(200);
    await settle();
    expect(await earned()).toEqual([10, 10]);
  });

  it('waits for a user who is starting the quest, and awards what they miss', async () => {
    const quest = await aQuest(api.db);
    await aTask(api.db, quest, { type: 'profile', config: { fields: ['bio'] } });
    await aTask(api.db, quest, { type: 'connections', config: { count: 1 } });
    await api.db('users').where({ id: ada.id }).update({ bio: 'Weaver' });
    await settle();

    // The start has read the facts, and waits to award the profile.
    await using gate = await beginTransaction(api.db);
    await gate.raw('lock table point_ledger in exclusive mode');
    const started = Promise.resolve(start(ada, quest).expect(201));
    await untilWaiting(api.db, 1);
    await aConnection(api.db, [ada, await aUser(api.db)]);
    const settled = settle();
    await Promise.race([untilWaiting(api.db, 2), settled]);
    await gate.commit();

    await Promise.all([started, settled]);
    expect(await earned()).toEqual([10, 10]);
  });
});
