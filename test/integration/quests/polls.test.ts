import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aQuest, aTask, aUser, people } from '../../support/factories.ts';
import { statementsDuring } from '../../support/queries.ts';
import { aParticipation } from '../../support/quests.ts';

const [PAST, FUTURE] = ['2026-05-14T08:00:00.000Z', '2026-05-15T08:00:00.000Z'];

let api: TestApi;
let ada: User;
let quest: Quest;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db);
  quest = await aQuest(api.db);
});

const OPTIONS = [
  { id: 'tea', label: 'Tea' },
  { id: 'coffee', label: 'Coffee' },
  { id: 'water', label: 'Water' },
];
const aPoll = (
  of = quest,
  {
    results = 'always',
    ...given
  }: Partial<Record<keyof QuestTask | 'results' | 'deleted_at', string>> = {},
) => aTask(api.db, of, { type: 'poll', config: { options: OPTIONS, results }, ...given });
const get = ({ id }: Pick<QuestTask, 'id'>, user?: User) =>
  (user ? api.as(user) : api.anonymous()).get(`/api/v1/quests/tasks/${id}/poll-results`);
const resultsOf = async (task: QuestTask, user?: User) => (await get(task, user).expect(200)).body;
const vote = (user: User, task: QuestTask, option: string) =>
  api
    .as(user)
    .post('/api/v1/quests/tasks/complete')
    .send({ task_id: task.id, option_ids: [option] })
    .expect(201);
const later = () => api.advance(1_000);

it('has every option in the order of the poll, with percentages to one decimal', async () => {
  const poll = await aPoll();
  const [first, second, third] = await people(api.db, 3);
  for (const user of [first, second]) await vote(user, poll, 'tea');
  await vote(third, poll, 'water');

  expect(await resultsOf(poll)).toEqual({
    task_id: poll.id,
    total_votes: 3,
    options: [
      { id: 'tea', label: 'Tea', votes: 2, percent: 66.7 },
      { id: 'coffee', label: 'Coffee', votes: 0, percent: 0 },
      { id: 'water', label: 'Water', votes: 1, percent: 33.3 },
    ],
  });
});

it('is 0 percent everywhere with no votes', async () => {
  const { total_votes, options } = await resultsOf(await aPoll());
  expect([total_votes, ...options.map(({ percent }: { percent: number }) => percent)]).toEqual([
    0, 0, 0, 0,
  ]);
});

it('has my_vote for callers: their option, or null', async () => {
  const poll = await aPoll();
  expect((await resultsOf(poll, ada)).my_vote).toBeNull();
  await vote(ada, poll, 'coffee');
  expect((await resultsOf(poll, ada)).my_vote).toBe('coffee');
  expect((await resultsOf(poll, await aUser(api.db))).my_vote).toBeNull();
  expect(await resultsOf(poll)).not.toHaveProperty('my_vote');
});

it('shows results with after_vote to those who voted', async () => {
  const poll = await aPoll(quest, { results: 'after_vote' });
  const refusal = { error: 'Forbidden', code: 'FORBIDDEN' };
  expect((await get(poll).expect(403)).body).toEqual(refusal);
  expect((await get(poll, ada).expect(403)).body).toEqual(refusal);
  await vote(ada, poll, 'tea');
  expect((await resultsOf(poll, ada)).total_votes).toBe(1);
  await get(poll).expect(403);
});

it('shows results with after_end to all once the task or the quest has ended', async () => {
  const running = await aPoll(quest, { results: 'after_end', closes_at: FUTURE });
  await vote(ada, running, 'tea');
  for (const user of [undefined, ada]) await get(running, user).expect(403);
  const closed = await aPoll(quest, { results: 'after_end', closes_at: PAST });
  const ended = await aPoll(await aQuest(api.db, { ends_at: PAST }), { results: 'after_end' });
  for (const poll of [closed, ended]) {
    for (const user of [undefined, ada]) await get(poll, user).expect(200);
  }
});

it('is 404 for what is no poll, is deleted, or has not opened', async () => {
  const deletedQuest = await aQuest(api.db, { deleted_at: PAST });
  const unknown = (await get({ id: 999_999 }).expect(404)).body;
  for (const task of [
    await aTask(api.db, quest),
    await aPoll(quest, { deleted_at: PAST }),
    await aPoll(quest, { opens_at: FUTURE }),
    await aPoll(deletedQuest),
  ]) {
    expect((await get(task, ada).expect(404)).body).toEqual(unknown);
  }
});

it('is 404 for a poll of a hidden or coming quest, and never reveals the options', async () => {
  const hidden = await aQuest(api.db, { is_active: false });
  const coming = await aQuest(api.db, { starts_at: FUTURE });
  for (const one of [hidden, coming]) {
    const poll = await aPoll(one);
    for (const user of [undefined, ada]) await get(poll, user).expect(404);
    await aParticipation(api.db, [ada, one]);
    // Those who take part saw the tasks of a quest that was switched off; of a coming one, nobody.
    await get(poll, ada).expect(one === hidden ? 200 : 404);
  }
});

it('keeps the votes of erased users in the counts', async () => {
  const poll = await aPoll();
  for (const user of [ada, await aUser(api.db)]) await vote(user, poll, 'tea');
  await api.as(ada).delete('/api/v1/users/me').send({ confirm: 'DELETE' }).expect(200);
  const { total_votes, options } = await resultsOf(poll);
  expect(total_votes).toBe(2);
  expect(options[0]).toMatchObject({ votes: 2, percent: 100 });
});

it('counts once for a crowd that asks at once, and again after a second', async () => {
  const poll = await aPoll();
  const counts = async () => {
    const statements = await statementsDuring(api.db, () =>
      Promise.all(Array.from({ length: 20 }, () => get(poll).expect(200))),
    );
    return statements.filter(({ sql }) => sql.includes('group by option_id')).length;
  };
  expect(await counts()).toBe(1);
  await vote(ada, poll, 'tea');
  expect((await resultsOf(poll, ada)).my_vote).toBe('tea');
  later();
  expect(await counts()).toBe(1);
  expect((await resultsOf(poll)).total_votes).toBe(1);
});

it('counts from the index alone', async () => {
  const poll = await aPoll();
  const [count] = (await statementsDuring(api.db, () => resultsOf(poll))).filter(({ sql }) =>
    sql.includes('group by option_id'),
  );
  const others = await people(api.db, 30);
  const plan = await api.db.transaction(async (trx) => {
    await trx('poll_votes').insert(
      others.map(({ id }, n) => ({ task_id: poll.id, user_id: id, option_id: `${n % 3}` })),
    );
    await trx.raw('set local enable_seqscan = off');
    const sql = `explain (format json) ${count?.sql.replace('$1', String(poll.id))}`;
    return JSON.stringify((await trx.raw<{ rows: object[] }>(sql)).rows);
  });
  expect(plan).toContain('"Index Name":"poll_votes_option_idx"');
});
