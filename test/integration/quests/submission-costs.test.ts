import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aQuest, aTask, aUser } from '../../support/factories.ts';
import { statementsDuring } from '../../support/queries.ts';
import { aCodeTask } from '../../support/quest-calls.ts';

const CODE = 'HARBOR-7';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function aHunt() {
  const conference = await aConference(api.db);
  const quest = await aQuest(api.db, { conference_id: conference.id, completion_points: 50 });
  const task = await aCodeTask(api, quest, CODE);
  await aTask(api.db, quest);
  return { quest, task };
}

/** All that one request sends to the database: the caller of the token, BEGIN and COMMIT too. */
const statementsOf = async (user: User, body: object, status = 201): Promise<string[]> => {
  const sent = await statementsDuring(api.db, () =>
    api.as(user).post('/api/v1/quests/tasks/complete').send(body).expect(status),
  );
  return sent.map(({ sql }) => sql);
};
const commitsIn = (statements: readonly string[]) =>
  statements.filter((sql) => sql.startsWith('COMMIT')).length +
  // What is sent outside the transaction commits by itself.
  statements.filter((sql, n) => {
    const begins = statements.slice(0, n).filter((one) => one.startsWith('BEGIN')).length;
    const ends = statements.slice(0, n).filter((one) => /^(COMMIT|ROLLBACK)/.test(one)).length;
    return begins === ends && /\b(insert into|update|delete from)\b/i.test(sql);
  }).length;

describe('completing a task by its code', () => {
  beforeAll(async () => {
    // The first transaction of a connection sends its settings by themselves.
    const { task } = await aHunt();
    await statementsOf(await aUser(api.db), { task_id: task.id, answer: CODE });
  });

  it('takes at most 10 statements of a newcomer, in one transaction', async () => {
    const { task } = await aHunt();
    const sent = await statementsOf(await aUser(api.db), { task_id: task.id, answer: CODE });
    expect(sent.length).toBeLessThanOrEqual(10);
    expect(commitsIn(sent)).toBe(1);
  });

  it('takes at most 9 statements of a participant, in one transaction', async () => {
    const { quest, task } = await aHunt();
    const ada = await aUser(api.db);
    await api.as(ada).post(`/api/v1/quests/${quest.id}/start`).expect(201);
    const sent = await statementsOf(ada, { task_id: task.id, answer: CODE });
    expect(sent.length).toBeLessThanOrEqual(9);
    expect(commitsIn(sent)).toBe(1);
  });

  it('takes as many statements for a quest with many tasks as for one with few', async () => {
    const { quest, task } = await aHunt();
    for (let n = 0; n < 20; n++) await aTask(api.db, quest);
    const sent = await statementsOf(await aUser(api.db), { task_id: task.id, answer: CODE });
    expect(sent.length).toBeLessThanOrEqual(10);
  });

  it('takes 6 statements with a wrong code, whose count commits', async () => {
    const { task } = await aHunt();
    const sent = await statementsOf(await aUser(api.db), { task_id: task.id, answer: 'PIER' }, 400);
    expect(sent).toHaveLength(6);
    expect(commitsIn(sent)).toBe(1);
  });
});
