import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aQuest, aTask, aUser } from '../../support/factories.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import { aCodeTask } from '../../support/quest-calls.ts';

const APP = 'https://t.me/hallway_bot/app';

let api: TestApi;
let quest: Quest;
let task: QuestTask;

beforeAll(async () => {
  api = await startApi({ env: { MESSENGER_APP_URL: APP, MESSENGER_BOT_TOKEN: BOT_TOKEN } });
});
afterAll(() => api.close());
beforeEach(async () => {
  quest = await aQuest(api.db, { title: '<b>Hunt</b>' });
  task = await aCodeTask(api, quest, 'HARBOR-7', { title: 'Pier & "boat"' });
});

const codesOf = (query = '') =>
  api.admin().get(`/api/v1/admin/quests/${quest.id}/codes${query}`).expect(200);
const rotate = async (body: object = {}): Promise<string> => {
  const sent = api.admin().post(`/api/v1/admin/quests/tasks/${task.id}/rotate-code`).send(body);
  return (await sent.expect(200)).body.code;
};
const statusOf = async (answer: string) => {
  const sent = api.as(await aUser(api.db)).post('/api/v1/quests/tasks/complete');
  return (await sent.send({ task_id: task.id, answer })).status;
};

it('lists the code, link and QR code of every code task of a quest', async () => {
  await aTask(api.db, quest);
  const { body, headers } = await codesOf();
  expect(body).toEqual({
    quest_id: quest.id,
    title: '<b>Hunt</b>',
    codes: [
      {
        task_id: task.id,
        title: 'Pier & "boat"',
        code: 'HARBOR-7',
        share_url: `${APP}?startapp=t_${task.id}_HARBOR-7`,
        qr_svg: expect.stringMatching(/^<svg [^>]*>(<path [^>]*\/>)+<\/svg>\s*$/),
      },
    ],
  });
  expect(headers['cache-control']).toContain('no-store');
});

it('prints codes as a page that loads nothing and escapes titles', async () => {
  const { text, headers } = await codesOf('?format=html');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(text).toContain('&lt;b&gt;Hunt&lt;/b&gt;');
  expect(text).toContain('Pier &amp; &quot;boat&quot;');
  expect(text).toContain('HARBOR-7');
  expect(text).not.toMatch(/src=|href=|<script|<b>/);
});

it('has no link without an address of the mini app', async () => {
  await using plain = await startApi({ on: api });
  const path = `/api/v1/admin/quests/${quest.id}/codes`;
  const { body } = await plain.admin().get(path).expect(200);
  expect(body.codes[0].share_url).toBeNull();
});

describe('rotating a code', () => {
  it('ends the old code at once', async () => {
    const code = await rotate();
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(await statusOf('HARBOR-7')).toBe(400);
    expect(await statusOf(code)).toBe(201);
  });

  it('keeps the old code for the grace, and none before it', async () => {
    const first = await rotate({ grace_minutes: 10 });
    expect(await statusOf('HARBOR-7')).toBe(201);
    const second = await rotate({ grace_minutes: 10 });
    expect(await statusOf('HARBOR-7')).toBe(400);
    expect(await statusOf(first)).toBe(201);
    api.advance(10 * 60_000);
    expect(await statusOf(first)).toBe(400);
    expect(await statusOf(second)).toBe(201);
  });

  it('is refused for other tasks', async () => {
    const other = await aTask(api.db, quest);
    const path = (id: number) => `/api/v1/admin/quests/tasks/${id}/rotate-code`;
    await api.admin().post(path(other.id)).send({}).expect(409);
    await api.admin().post(path(999_999)).send({}).expect(404);
    await api.admin().post(path(task.id)).send({ grace_minutes: 1_441 }).expect(400);
  });
});

it('answers 404 for the codes and the secret of an unknown quest', async () => {
  await api.admin().get('/api/v1/admin/quests/999999/codes').expect(404);
  await api.admin().post('/api/v1/admin/quests/999999/rotate-secret').send({}).expect(404);
});

it.each([
  ['q_12', { kind: 'quest', id: 12, available: false }],
  ['t_12_harbor-7', { kind: 'task', id: 12, code: 'HARBOR-7', available: false }],
  ['x_12', null],
])('sign-in with the start parameter %s says what it opens', async (start_param, start) => {
  const data = signInitData({ id: 4_242, first_name: 'Ada' }, { at: api.now(), start_param });
  const sent = api.anonymous().post('/api/v1/auth/login').send({ init_data: data });
  const { body } = await sent.expect(200);
  expect(body.start_param).toBe(start_param);
  expect(body.start).toEqual(start);
});
