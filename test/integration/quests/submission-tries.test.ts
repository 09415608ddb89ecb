import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { messengerHash } from '../../../src/domain/people/messenger-hashes.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { TokensService } from '../../../src/services/people/tokens.service.ts';
import { ADMIN_API_KEY, JWT_SECRET, startApi, type TestApi } from '../../support/api.ts';
import { aQuest, aUser } from '../../support/factories.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { aCodeTask, COMPLETE } from '../../support/quest-calls.ts';
import { ENCRYPTION_KEY, endServices, type Service, startService } from '../../support/service.ts';
import { expectSoundPoints } from '../../support/sound-points.ts';

const CODE = 'HARBOR-7';
const OPTIONS = ['a', 'b'].map((id) => ({ id, label: id }));

let api: TestApi;
let ada: User;
let quest: Quest;

beforeAll(async () => {
  api = await startApi({ env: { ENCRYPTION_KEY, MESSENGER_BOT_TOKEN: BOT_TOKEN } });
});
afterAll(async () => {
  await endServices();
  await api.close();
});
beforeEach(async () => {
  await api.db('rate_limit_counters').delete();
  ada = await aUser(api.db);
  quest = await aQuest(api.db, { public_api_enabled: true });
});

const aQuiz = (max_tries: number) =>
  aCodeTask(api, quest, '["b"]', {
    type: 'quiz',
    config: { options: OPTIONS, multiple: false, max_tries },
  });
const send = (task: QuestTask, body: object, user = ada) =>
  api
    .as(user)
    .post('/api/v1/quests/tasks/complete')
    .send({ task_id: task.id, ...body });
const refusalOf = async (request: PromiseLike<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await request;
  return [status, body.code];
};
const triesOf = (task: QuestTask) => api.db('task_tries').where({ task_id: task.id });
const hitsOf = async (key: string) =>
  (await api.db('rate_limit_counters').whereLike('key', `${key}%`).pluck('hits')) as number[];

describe('50 wrong answers at once over two processes', () => {
  let cwd: string;
  let services: Service[];
  beforeAll(async () => {
    cwd = await mkdtemp(path.join(tmpdir(), 'hallway-tries-'));
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: api.databaseUrl,
      JWT_SECRET,
      ENCRYPTION_KEY,
      ADMIN_API_KEY,
      MESSENGER_BOT_TOKEN: BOT_TOKEN,
      RATE_LIMIT_ENABLED: 'false',
      MIGRATE_ON_START: 'false',
      ROLE: 'api',
    };
    services = await Promise.all([startService({ env, cwd }), startService({ env, cwd })]);
  });
  afterAll(async () => {
    await endServices();
    await rm(cwd, { recursive: true });
  });

  /** The processes have the time of the machine, not that of the test. */
  const tokens = new TokensService({
    secrets: [JWT_SECRET],
    ttlSeconds: 3_600,
    adminTtlSeconds: 3_600,
    now: () => new Date(),
  });

  /** The codes of the answers to one request at the process of that number, again after a 503. */
  async function codeAt(n: number, { id: task_id }: QuestTask, body: object): Promise<string> {
    const { token } = tokens.issueForUser({
      user_id: ada.id,
      messenger_id: ada.messenger_id as number,
    });
    for (;;) {
      const res = await fetch(`${services[n % 2]?.url}/api/v1/quests/tasks/complete`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ task_id, ...body }),
      });
      const { code = 'SENT' } = (await res.json()) as { code?: string };
      if (res.status !== 503) return code;
    }
  }
  const codesOf = async (task: QuestTask, body: object) => {
    const codes = await Promise.all(Array.from({ length: 50 }, (_, n) => codeAt(n, task, body)));
    const grouped = [...Map.groupBy(codes, (code) => code)];
    return Object.fromEntries(grouped.map(([code, { length }]) => [code, length]));
  };

  it('leave exactly the tries of a quiz, and refuse the right one after them', async () => {
    const task = await aQuiz(7);
    expect(await codesOf(task, { option_ids: ['a'] })).toEqual({
      WRONG_ANSWER: 7,
      NO_TRIES_LEFT: 43,
    });
    expect(await triesOf(task)).toEqual([expect.objectContaining({ tries: 7 })]);
    expect(await codeAt(0, task, { option_ids: ['b'] })).toBe('NO_TRIES_LEFT');
  });

  it('leave exactly ten wrong codes, and refuse the right one after them', async () => {
    const task = await aCodeTask(api, quest, CODE);
    expect(await codesOf(task, { answer: 'PIER' })).toEqual({ WRONG_ANSWER: 10, RATE_LIMITED: 40 });
    expect(await hitsOf('quest-code')).toEqual([10, 10]);
    expect(await codeAt(0, task, { answer: CODE })).toBe('RATE_LIMITED');
    expect(await api.db('user_quests').where({ user_id: ada.id })).toEqual([]);
  });

  it('among which the right one comes complete the task once, or never', async () => {
    const task = await aCodeTask(api, quest, CODE);
    const [codes] = await Promise.all([
      codesOf(task, { answer: 'PIER' }),
      codeAt(0, task, { answer: CODE }),
      codeAt(1, task, { answer: CODE }),
    ]);
    expect(codes.WRONG_ANSWER ?? 0).toBeLessThanOrEqual(10);
    const approved = await api.db('user_quest_tasks').where({ task_id: task.id });
    const points = approved.length * 10;
    expect(approved.length).toBeLessThanOrEqual(1);
    expect(await api.db('users').where({ id: ada.id }).first('points')).toEqual({ points });
    await expectSoundPoints(api.db);
  });
});

describe('a try', () => {
  it('is a wrong answer only: neither a right one nor one that the task does not take', async () => {
    const task = await aQuiz(2);
    expect(await refusalOf(send(task, { option_ids: ['z'] }))).toEqual([400, 'VALIDATION_ERROR']);
    expect(await refusalOf(send(task, {}))).toEqual([400, 'VALIDATION_ERROR']);
    expect(await triesOf(task)).toEqual([]);
    expect(await refusalOf(send(task, { option_ids: ['a'] }))).toEqual([400, 'WRONG_ANSWER']);
    const { body } = await send(task, { option_ids: ['b'] }).expect(201);
    expect(body.quest.tasks).toEqual([expect.objectContaining({ tries_left: 1 })]);

    const code = await aCodeTask(api, quest, CODE);
    await send(code, { answer: CODE }).expect(201);
    expect(await hitsOf('quest-code')).toEqual([]);
  });

  it('is counted for one task, and for all of them', async () => {
    for (let n = 0; n < 6; n++) {
      const task = await aCodeTask(api, quest, CODE);
      for (let tried = 0; tried < 10; tried++) await send(task, { answer: 'PIER' }).expect(400);
    }
    const [fresh, other] = [await aCodeTask(api, quest, CODE), await aUser(api.db)];
    const { headers } = await send(fresh, { answer: CODE }).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_000);
    await send(fresh, { answer: CODE }, other).expect(201);

    await api.db('rate_limit_counters').update({ expires_at: api.db.raw('now()') });
    await send(fresh, { answer: CODE }).expect(201);
  });

  it('counts for the person, also after an erasure and a new account', async () => {
    const [code, quiz] = [await aCodeTask(api, quest, CODE), await aQuiz(1)];
    for (let tried = 0; tried < 10; tried++) await send(code, { answer: 'PIER' }).expect(400);
    await send(quiz, { option_ids: ['a'] }).expect(400);
    const { messenger_id } = ada;
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    const again = await aUser(api.db, { messenger_id });
    await send(code, { answer: CODE }, again).expect(429);
    expect(await refusalOf(send(quiz, { option_ids: ['b'] }, again))).toEqual([
      409,
      'NO_TRIES_LEFT',
    ]);
  });

  it('counts under a secret that was replaced since', async () => {
    const code = await aCodeTask(api, quest, CODE);
    const { all } = messengerHash(api.configWith({}).hashSecrets)(ada.messenger_id as number);
    expect(all.length).toBeGreaterThan(1);
    const key = `quest-code:${code.id}:${all.at(-1)}`;
    const expires_at = api.db.raw(`now() + interval '1 hour'`);
    await api.db('rate_limit_counters').insert({ key, hits: 10, expires_at });
    await send(code, { answer: CODE }).expect(429);
  });

  it('is not taken from who may not enter the quest', async () => {
    await api.db('quests').where({ id: quest.id }).update({ registration_mode: 'approval' });
    const code = await aCodeTask(api, quest, CODE);
    for (const answer of ['PIER', CODE])
      expect(await refusalOf(send(code, { answer }))).toEqual([403, 'REGISTRATION_REQUIRED']);
    expect(await hitsOf('quest-code')).toEqual([]);
  });
});

describe('wrong codes of unsigned calls', () => {
  it('40 at once of an address count 30, for the task no more than for the address', async () => {
    const task = await aCodeTask(api, quest, CODE);
    const call = () =>
      api
        .anonymous()
        .post(COMPLETE)
        .send({ task_id: task.id, messenger_id: 999_999_999, proof: 'PIER' });
    const answers = await Promise.all(Array.from({ length: 40 }, call));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(await hitsOf('unsigned-codes-of-task')).toEqual([30]);
  });
});

it('ten newcomers who bring the code at once share the last two places of a quest', async () => {
  await api.db('quests').where({ id: quest.id }).update({ max_participants: 2 });
  const task = await aCodeTask(api, quest, CODE);
  const crowd = await Promise.all(Array.from({ length: 10 }, () => aUser(api.db)));
  const answers = await Promise.all(crowd.map((user) => send(task, { answer: CODE }, user)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ body }) => body.code === 'QUEST_FULL')).toHaveLength(8);
  expect(await api.db('user_quests').where({ quest_id: quest.id })).toHaveLength(2);
  await expectSoundPoints(api.db);
});
