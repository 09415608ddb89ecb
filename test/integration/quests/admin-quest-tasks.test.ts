import type { User } from '../../../src/domain/people/users.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, anEvent, aQuest, aUser } from '../../support/factories.ts';

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
  await emptyAuditLog(api.db);
});

const OPTIONS = [
  { id: 'a', label: 'Ada' },
  { id: 'b', label: 'Grace' },
  { id: 'c', label: 'Joan' },
];

const create = (body: object, of = quest) =>
  api
    .admin()
    .post(`/api/v1/admin/quests/${of.id}/tasks`)
    .send({ title: 'A task', points: 10, ...body });
const made = async (body: object): Promise<{ id: number }> => (await create(body).expect(201)).body;
const put = ({ id }: { id: number }, body: object) =>
  api.admin().put(`/api/v1/admin/quests/tasks/${id}`).send(body);
const codeOf = async (request: PromiseLike<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await request;
  return [status, body.code];
};
const complete = ({ id }: { id: number }, sent: object = {}, user = ada) =>
  api
    .as(user)
    .post('/api/v1/quests/tasks/complete')
    .send({ task_id: id, ...sent });
const answerOf = async ({ id }: { id: number }) =>
  (await api.services.questTasks.findAnswer(api.store, { id }))?.current;
const refusalOf = async (request: PromiseLike<{ status: number; body: { error?: string } }>) => {
  const { status, body } = await request;
  return [status, body.error?.split(':')[0]];
};

describe('POST /admin/quests/:id/tasks', () => {
  it.each([
    ['link', { url: 'https://a.example' }, { url: 'https://a.example' }, 'at_once'],
    ['text', undefined, { min_length: 1, max_length: 4_000 }, 'review'],
    ['photo', undefined, {}, 'review'],
    ['code', { code: ' harbor-7 ' }, {}, 'at_once'],
    [
      'quiz',
      { options: OPTIONS, correct_option_ids: ['b'] },
      { options: OPTIONS, multiple: false, max_tries: 3 },
      'at_once',
    ],
    ['poll', { options: OPTIONS }, { options: OPTIONS, results: 'always' }, 'at_once'],
    ['connections', { count: 3 }, { count: 3, when: 'accepted' }, 'automatic'],
    ['profile', { fields: ['bio'] }, { fields: ['bio'] }, 'automatic'],
    ['external', undefined, {}, 'partner'],
  ])(
    'stores the settings of a %s with their defaults',
    async (type, config, stored, verification) => {
      const { body } = await create({ type, config }).expect(201);
      expect(body).toMatchObject({ type, config: stored, verification, is_required: true });
      expect(body.config).toEqual(stored);
      const next = await create({ type, config }).expect(201);
      expect([body.position, next.body.position]).toEqual([0, 1]);
    },
  );

  it('stores a code encrypted and generates one where none is given', async () => {
    const given = await made({ type: 'code', config: { code: ' harbor-7 ' } });
    expect(await answerOf(given)).toBe('HARBOR-7');
    const [own, other] = [await made({ type: 'code' }), await made({ type: 'code' })];
    expect(await answerOf(own)).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(await answerOf(own)).not.toBe(await answerOf(other));
    const { text } = await api.admin().get(`/api/v1/admin/quests/${quest.id}`).expect(200);
    const rows = JSON.stringify([
      await api.db('audit_log').select('*'),
      await api.db('quest_tasks').where({ quest_id: quest.id }).select('config'),
    ]);
    for (const task of [given, own]) {
      expect(text).not.toContain(await answerOf(task));
      expect(rows).not.toContain(await answerOf(task));
    }
    await complete(given, { answer: 'harbor 7' }).expect(201);
  });

  it('of attendance is about an event or conference that exists, by default that of the quest', async () => {
    const conference = await aConference(api.db);
    const event = await anEvent(api.db);
    const there = await aQuest(api.db, { conference_id: conference.id });
    const type = 'conference_registration';
    const { body } = await create({ type }, there).expect(201);
    expect(body.config).toEqual({ conference_id: conference.id, when: 'registered' });
    const attended = {
      type: 'event_attendance',
      config: { event_id: event.id, when: 'checked_in' },
    };
    expect((await create(attended).expect(201)).body.config).toEqual(attended.config);
    expect(await refusalOf(create({ type }))).toEqual([400, 'config.conference_id']);
    for (const [type, config] of [
      ['event_attendance', { event_id: 999_999 }],
      ['conference_registration', { conference_id: 999_999 }],
    ] as const) {
      const [field] = Object.keys(config);
      expect(await refusalOf(create({ type, config }))).toEqual([400, `config.${field}`]);
    }
  });

  it.each([
    ['an unknown type', { type: 'riddle' }, 'type'],
    ['a link without a URL', { type: 'link', config: {} }, 'config.url'],
    [
      'a quiz without an answer',
      { type: 'quiz', config: { options: OPTIONS } },
      'config.correct_option_ids',
    ],
    [
      'an answer that is no option',
      { type: 'quiz', config: { options: OPTIONS, correct_option_ids: ['x'] } },
      'config.correct_option_ids',
    ],
    [
      'two answers where one is chosen',
      { type: 'quiz', config: { options: OPTIONS, correct_option_ids: ['a', 'b'] } },
      'config.correct_option_ids',
    ],
    [
      'two options with one id',
      { type: 'poll', config: { options: [...OPTIONS, { id: 'a', label: 'Ada' }] } },
      'config.options',
    ],
    ['one option', { type: 'poll', config: { options: OPTIONS.slice(1, 2) } }, 'config.options'],
    ['a code of hyphens', { type: 'code', config: { code: 'A----B' } }, 'config.code'],
    [
      'a text longer than its end',
      { type: 'text', config: { min_length: 9, max_length: 8 } },
      'config.min_length',
    ],
    ['too many points', { type: 'photo', points: 10_001 }, 'points'],
    [
      'an end before the start',
      { type: 'photo', opens_at: '2026-05-15T09:00:00Z', closes_at: '2026-05-15T08:00:00Z' },
      'closes_at',
    ],
  ])('refuses %s', async (_, body, field) => {
    expect(await refusalOf(create(body))).toEqual([400, field]);
  });

  it('is not found for a quest that is deleted', async () => {
    await create({ type: 'photo' }, await aQuest(api.db, { deleted_at: api.now() })).expect(404);
  });
});

describe('PUT /admin/quests/tasks/:id', () => {
  it('changes the given fields and settings, and does nothing the second time', async () => {
    const task = await made({
      type: 'quiz',
      config: { options: OPTIONS, correct_option_ids: ['b'] },
    });
    const change = { title: 'Who?', config: { max_tries: 5, url: 'https://ignored.example' } };
    const { body } = await put(task, change).expect(200);
    await put(task, change).expect(200);

    expect(body).toMatchObject({
      title: 'Who?',
      points: 10,
      config: { options: OPTIONS, multiple: false, max_tries: 5 },
      recalculation: null,
    });
    expect(await answerOf(task)).toBe('["b"]');
    const audited = await api.db('audit_log').where({ action: 'quest_task.update' });
    expect(audited).toMatchObject([
      { subject_id: task.id, before: { title: 'A task' }, after: { title: 'Who?' } },
    ]);
    await put({ id: 999_999 }, change).expect(404);
  });

  it('changes the type until something was sent', async () => {
    const task = await made({ type: 'code' });
    expect(await refusalOf(put(task, { type: 'quiz' }))).toEqual([400, 'config.options']);
    const config = { options: OPTIONS };
    expect(await refusalOf(put(task, { type: 'quiz', config }))).toEqual([
      400,
      'config.correct_option_ids',
    ]);
    await put(task, { type: 'quiz', config: { ...config, correct_option_ids: ['a'] } }).expect(200);
    expect(await answerOf(task)).toBe('["a"]');
    await put(task, { type: 'photo' }).expect(200);
    expect(await answerOf(task)).toBeUndefined();
    const code = await put(task, { type: 'code' }).expect(200);
    expect(code.body).toMatchObject({ type: 'code', config: {} });
    await complete(task, { answer: await answerOf(task) }).expect(201);

    expect(await codeOf(put(task, { type: 'photo' }))).toEqual([409, 'CONFLICT']);
    await put(task, { type: 'code', title: 'Still a code' }).expect(200);
  });

  it('of a quiz gives the tries back with a new answer, and takes nothing away', async () => {
    const config = { options: OPTIONS, correct_option_ids: ['b'], max_tries: 1 };
    const task = await made({ type: 'quiz', config });
    const grace = await aUser(api.db);
    await complete(task, { option_ids: ['b'] }).expect(201);
    expect(await codeOf(complete(task, { option_ids: ['a'] }, grace))).toEqual([
      400,
      'WRONG_ANSWER',
    ]);
    expect(await codeOf(complete(task, { option_ids: ['b'] }, grace))).toEqual([
      409,
      'NO_TRIES_LEFT',
    ]);

    await put(task, { config: { correct_option_ids: ['b'] } }).expect(200);
    expect(await codeOf(complete(task, { option_ids: ['b'] }, grace))).toEqual([
      409,
      'NO_TRIES_LEFT',
    ]);
    await put(task, { config: { correct_option_ids: ['a'] } }).expect(200);
    await complete(task, { option_ids: ['a'] }, grace).expect(201);
    const users = api.db('users').whereIn('id', [ada.id, grace.id]);
    expect(await users.pluck('points')).toEqual([10, 10]);
    const [audited] = await api.db('audit_log').where({ action: 'quest_task.update' });
    expect(audited).toMatchObject({ after: { answer: 'changed' } });
    const without = { config: { options: OPTIONS.slice(1) } };
    expect(await refusalOf(put(task, without))).toEqual([400, 'config.correct_option_ids']);
  });

  it('of a poll keeps the options that have votes', async () => {
    const task = await made({ type: 'poll', config: { options: OPTIONS } });
    await complete(task, { option_ids: ['a'] }).expect(201);
    const options = (all: object[]) => ({ config: { options: all } });
    expect(await codeOf(put(task, options(OPTIONS.slice(1))))).toEqual([409, 'CONFLICT']);
    const others = [
      { id: 'd', label: 'Mary' },
      { ...OPTIONS[0], label: 'Ada L.' },
    ];
    const { body } = await put(task, options(others)).expect(200);
    expect(body.config.options).toEqual(others);
  });

  it('checks its times against those that stay', async () => {
    const task = await made({ type: 'photo', opens_at: '2026-05-15T09:00:00Z' });
    const closes_at = '2026-05-15T08:00:00Z';
    expect(await refusalOf(put(task, { closes_at }))).toEqual([400, 'closes_at']);
    const { body } = await put(task, { closes_at, opens_at: null }).expect(200);
    expect(body).toMatchObject({ opens_at: null, closes_at: '2026-05-15T08:00:00.000Z' });
  });
});

describe('DELETE /admin/quests/tasks/:id', () => {
  it('takes the task out of sight, with its settings in the audit log', async () => {
    const task = await made({ type: 'code', config: { code: 'HARBOR-7' } });
    const path = `/api/v1/admin/quests/tasks/${task.id}`;
    const { body } = await api.admin().delete(path).expect(200);
    expect(body).toMatchObject({ id: task.id, deleted: true, recalculation: { status: 'done' } });
    await api.admin().delete(path).expect(404);
    await put(task, { points: 3 }).expect(404);
    await complete(task, { answer: 'HARBOR-7' }).expect(404);
    const shown = await api.admin().get(`/api/v1/admin/quests/${quest.id}`).expect(200);
    expect(shown.body).toMatchObject({ tasks: [], task_count: 0, total_points: 0 });
    const [audited] = await api.db('audit_log').where({ action: 'quest_task.delete' });
    expect(audited).toMatchObject({ subject_id: task.id, after: { points_taken_back: false } });
  });
});
