import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { aQuest, aTask, aUser, people } from '../../support/factories.ts';
import { pagesOf } from '../../support/lists.ts';
import { countQueries, untilWaiting } from '../../support/queries.ts';

const HOUR_MS = 3_600_000;

let api: TestApi;
let ada: User;
let quest: Quest;
let poem: QuestTask;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db, { first_name: 'Ada', company: 'Engines' });
  quest = await aQuest(api.db, { completion_points: 50 });
  poem = await aPoem(quest);
});

const aPoem = (of: Quest, given: object = {}) =>
  aTask(api.db, of, { type: 'text', config: { min_length: 1, max_length: 100 }, ...given });
const send = (user: User, task: QuestTask, sent: object = { text: 'A poem' }) =>
  api
    .as(user)
    .post('/api/v1/quests/tasks/complete')
    .send({ task_id: task.id, ...sent });
/** Sends a poem and returns its user_quest_task_id. */
async function sent(user = ada, task = poem): Promise<number> {
  const { body } = await send(user, task).expect(201);
  return body.user_quest_task_id;
}
const TASKS = '/api/v1/admin/quests/tasks';
const approve = (id: number) => api.admin().post(`${TASKS}/${id}/approve`);
const reject = (id: number, body: object = {}) =>
  api.admin().post(`${TASKS}/${id}/reject`).send(body);
const reopen = (id: number, reason = 'Another harbor') =>
  api.admin().post(`${TASKS}/${id}/reopen`).send({ reason });
const bulk = (body: object) => api.admin().post(`${TASKS}/bulk-review`).send(body);
const pendingOf = ({ id }: Quest) => `/api/v1/admin/quests/${id}/pending`;
const pending = (of: Quest, query = '') => api.admin().get(`${pendingOf(of)}?${query}`);

const ledgerOf = ({ id }: User) =>
  api.db('point_ledger').where({ user_id: id }).orderBy('id').select('kind', 'delta', 'reason');
const pointsOf = async ({ id }: User) => (await api.db('users').where({ id }).first()).points;
const notificationsOf = ({ id }: User) =>
  api.db('notifications').where({ user_id: id }).orderBy('id').select('type', 'body', 'data');
const participation = ({ id }: User, of = quest) =>
  api.db('user_quests').where({ user_id: id, quest_id: of.id }).first('status', 'completed_at');

/** What an unsigned call leaves waiting for a user. */
async function fromUnsignedCall(user: User, task: QuestTask): Promise<number> {
  const at = api.now();
  const of = { quest_id: task.quest_id, user_id: user.id };
  const started = { status: 'in_progress', source: 'public', started_at: at, active_at: at };
  await api.db('user_quests').insert({ ...of, ...started });
  const [row] = await api
    .db('user_quest_tasks')
    .insert({ ...of, task_id: task.id, status: 'pending', source: 'public', submitted_at: at })
    .returning('id');
  return row.id;
}

describe('the pending list', () => {
  it('shows person, task, proof, times sent and earlier rejections', async () => {
    const id = await sent();
    await reject(id).expect(200);
    await send(ada, poem, { text: 'A better poem' }).expect(201);
    const { body } = await pending(quest).expect(200);
    expect(body.data).toEqual([
      {
        user_quest_task_id: id,
        quest_id: quest.id,
        user: {
          id: ada.id,
          messenger_id: ada.messenger_id,
          first_name: 'Ada',
          last_name: null,
          username: null,
          photo_url: null,
          company: 'Engines',
          job_title: null,
          is_blocked: false,
        },
        task: { id: poem.id, title: poem.title, type: 'text', points: 10 },
        status: 'pending',
        source: 'self',
        text: 'A better poem',
        media_id: null,
        option_ids: null,
        submissions: 2,
        rejections: 1,
        submitted_at: api.now().toISOString(),
        decided_at: null,
        reason: null,
      },
    ]);
  });

  it('is oldest first, page by page, without what is decided, of deleted tasks or of other quests', async () => {
    const ids: number[] = [];
    for (const user of await people(api.db, 5)) {
      ids.push(await sent(user));
      api.advance(1_000);
    }
    const decided = ids.splice(2, 1);
    await approve(Number(decided[0])).expect(200);
    await sent(ada, await aPoem(await aQuest(api.db)));
    await sent(ada, await aPoem(quest));
    await api.db('quest_tasks').whereNot({ id: poem.id }).update({ deleted_at: api.now() });

    const idsOf = ({ data }: { data: { user_quest_task_id: number }[] }) =>
      data.map((row) => row.user_quest_task_id);
    const pages = pagesOf(api.admin(), `${pendingOf(quest)}?limit=2`, idsOf);
    const walked: number[] = [];
    for await (const page of pages) walked.push(...idsOf(page));
    expect(walked).toEqual(ids);
  });

  it('is narrowed by task and by source', async () => {
    const external = await aTask(api.db, quest, { type: 'external' });
    const own = await sent();
    const stray = await fromUnsignedCall(await aUser(api.db), external);
    const idsIn = async (query: string) => {
      const { body } = await pending(quest, query).expect(200);
      return body.data.map((row: { user_quest_task_id: number }) => row.user_quest_task_id);
    };
    expect(await idsIn(`task_id=${poem.id}`)).toEqual([own]);
    expect(await idsIn('source=public')).toEqual([stray]);
    expect(await idsIn('source=self')).toEqual([own]);
  });

  it('answers 404 for an unknown quest', async () => {
    await pending({ ...quest, id: 999_999 }).expect(404);
  });

  it('costs the same number of statements for one row and for twenty', async () => {
    await sent();
    const one = await countQueries(api.db, () => pending(quest));
    for (const user of await people(api.db, 19)) await sent(user);
    expect(await countQueries(api.db, () => pending(quest))).toBe(one);
  });
});

describe('approving a task', () => {
  it('awards its points for the time when it was sent, completes the quest and notifies', async () => {
    const at = api.now().toISOString();
    const id = await sent();
    api.advance(HOUR_MS);
    const { body } = await approve(id).expect(200);

    expect(body).toMatchObject({ status: 'approved', submitted_at: at });
    expect(body.decided_at).toBe(api.now().toISOString());
    const earned = await api.db('point_ledger').where({ user_id: ada.id }).pluck('earned_at');
    expect(earned).toEqual([at, at]);
    expect(await pointsOf(ada)).toBe(60);
    expect(await participation(ada)).toEqual({ status: 'completed', completed_at: at });
    expect(await notificationsOf(ada)).toEqual([
      expect.objectContaining({ type: 'quest_completed' }),
      {
        type: 'quest_task_approved',
        body: `${poem.title}: +10 points`,
        data: { quest_id: quest.id, task_id: poem.id, points: 10 },
      },
    ]);
  });

  it('changes nothing the second time, and is refused after a rejection', async () => {
    const id = await sent();
    await approve(id).expect(200);
    await approve(id).expect(200);
    expect(await ledgerOf(ada)).toHaveLength(2);
    expect(await notificationsOf(ada)).toHaveLength(2);
    expect((await reject(id).expect(409)).body.code).toBe('CONFLICT');

    const other = await sent(await aUser(api.db));
    await reject(other).expect(200);
    expect((await approve(other).expect(409)).body.code).toBe('CONFLICT');
  });

  it.each([
    ['over', { ends_at: '2020-01-01T00:00:00Z' }],
    ['switched off', { is_active: false }],
  ])('is possible when the quest is %s', async (_, change) => {
    const id = await sent();
    await api.db('quests').where({ id: quest.id }).update(change);
    expect((await pending(quest).expect(200)).body.data).toHaveLength(1);
    await approve(id).expect(200);
    expect(await pointsOf(ada)).toBe(60);
  });

  it('answers 404 for what does not exist, and for a task that was deleted', async () => {
    await approve(999_999).expect(404);
    const id = await sent();
    await api.db('quest_tasks').where({ id: poem.id }).update({ deleted_at: api.now() });
    await approve(id).expect(404);
  });

  it('of an erased person does not fail badly, and notifies nobody', async () => {
    const [id, other] = [await sent(), await sent(ada, await aPoem(quest))];
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    // The erasure has rejected what waited.
    await approve(id).expect(409);
    await reject(other).expect(200);
    expect(await notificationsOf(ada)).toEqual([]);
    expect(await api.db('point_totals').where({ user_id: ada.id, is_ranked: true })).toEqual([]);
  });

  it('is recorded in the audit log, without what was sent', async () => {
    const id = await sent();
    await approve(id).expect(200);
    const query = `subject_type=quest_submission&subject_id=${id}`;
    const { body } = await api.admin().get(`/api/v1/admin/audit-log?${query}`).expect(200);
    expect(body.data).toEqual([
      expect.objectContaining({
        action: 'quest_submission.approve',
        before: { status: 'pending' },
        after: { status: 'approved' },
      }),
    ]);
  });
});

describe('rejecting a task', () => {
  it('notifies of the reason, gives no points, and counts', async () => {
    const id = await sent();
    const { body } = await reject(id, { reason: 'No rhyme' }).expect(200);
    expect(body).toMatchObject({ status: 'rejected', reason: 'No rhyme', rejections: 1 });
    await reject(id, { reason: 'Again' }).expect(200);
    expect(await ledgerOf(ada)).toEqual([]);
    expect(await notificationsOf(ada)).toEqual([
      {
        type: 'quest_task_rejected',
        body: `${poem.title}: No rhyme`,
        data: { quest_id: quest.id, task_id: poem.id, reason: 'No rhyme' },
      },
    ]);
  });

  it('of what an unsigned call sent notifies nobody, and is no try of the person', async () => {
    const link = await aTask(api.db, quest);
    const id = await fromUnsignedCall(ada, link);
    const { body } = await reject(id, { reason: 'Who are you?' }).expect(200);
    expect(body).toMatchObject({ status: 'rejected', rejections: 0, submissions: 0 });
    expect(await notificationsOf(ada)).toEqual([]);
    // The person's own is approved at once, as if nothing had been rejected.
    const own = await send(ada, link, {}).expect(201);
    expect(own.body.status).toBe('approved');
  });

  it('makes whatever is sent next wait for review', async () => {
    const link = await aTask(api.db, quest);
    const { body } = await send(ada, link, {}).expect(201);
    await reopen(body.user_quest_task_id).expect(200);
    await reject(body.user_quest_task_id).expect(200);
    expect((await send(ada, link, {}).expect(201)).body.status).toBe('pending');
  });
});

describe('reopening a task', () => {
  it('takes back its points and the completion, and can be decided again', async () => {
    const id = await sent();
    await approve(id).expect(200);
    const { body } = await reopen(id).expect(200);

    expect(body).toMatchObject({ status: 'pending', decided_at: null, rejections: 0 });
    expect(await ledgerOf(ada)).toEqual([
      { kind: 'task', delta: 10, reason: null },
      { kind: 'completion', delta: 50, reason: null },
      { kind: 'reversal', delta: -10, reason: 'Another harbor' },
      { kind: 'reversal', delta: -50, reason: 'Another harbor' },
    ]);
    expect(await pointsOf(ada)).toBe(0);
    expect(await participation(ada)).toEqual({ status: 'in_progress', completed_at: null });
    await reopen(id).expect(200);
    await approve(id).expect(200);
    expect(await pointsOf(ada)).toBe(60);
  });

  it.each([
    ['a required', true, 'in_progress'],
    ['an optional', false, 'completed'],
  ])('%s task after the quest got another required one: %s, %s', async (_, is_required, status) => {
    const task = await aPoem(quest, { is_required });
    await approve(await sent()).expect(200);
    const id = await sent(ada, task);
    await approve(id).expect(200);
    await aTask(api.db, quest);
    await reopen(id).expect(200);
    expect((await participation(ada))?.status).toBe(status);
  });

  it('undoes a rejection with its count', async () => {
    const id = await sent();
    await reject(id, { reason: 'No' }).expect(200);
    const { body } = await reopen(id).expect(200);
    expect(body).toMatchObject({ status: 'pending', rejections: 0, reason: null });
    expect(await ledgerOf(ada)).toEqual([]);
  });

  it('needs a reason', async () => {
    await api.admin().post(`${TASKS}/1/reopen`).send({}).expect(400);
    await reopen(999_999).expect(404);
  });
});

describe('bulk review', () => {
  it('answers for each id, and one bad row stops no other', async () => {
    const [one, two] = [await sent(), await sent(await aUser(api.db))];
    const rejected = await sent(await aUser(api.db));
    await reject(rejected).expect(200);

    const { body } = await bulk({ ids: [one, rejected, 999_999, two], decision: 'approve' });
    expect(body.results).toEqual([
      { id: one, status: 'approved' },
      { id: rejected, error: expect.stringContaining('rejected'), code: 'CONFLICT' },
      { id: 999_999, error: 'task not found', code: 'NOT_FOUND' },
      { id: two, status: 'approved' },
    ]);
    const again = await bulk({ ids: [one], decision: 'approve' }).expect(200);
    expect(again.body.results).toEqual([{ id: one, status: 'approved' }]);
    const reasoned = await bulk({
      ids: [await sent(await aUser(api.db))],
      decision: 'reject',
      reason: 'No',
    });
    expect(reasoned.body.results[0].status).toBe('rejected');
  });

  it('takes 500 ids and no more', async () => {
    const ids = Array.from({ length: 501 }, (_, n) => 1_000_000 + n);
    await bulk({ ids, decision: 'approve' }).expect(400);
    const { body } = await bulk({ ids: ids.slice(1), decision: 'approve' }).expect(200);
    expect(body.results).toHaveLength(500);
    await bulk({ ids: [], decision: 'approve' }).expect(400);
  });
});

describe('at once', () => {
  it('25 approvals and 25 rejections of one task make one decision, and points once', async () => {
    const id = await sent();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? approve(id) : reject(id))),
    );

    const { status } = await api.db('user_quest_tasks').where({ id }).first('status');
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(25);
    expect(new Set(won.map(({ body }) => body.status))).toEqual(new Set([status]));
    expect(answers.filter(({ body }) => body.code === 'CONFLICT')).toHaveLength(25);
    expect(await ledgerOf(ada)).toHaveLength(status === 'approved' ? 2 : 0);
    const types = (await notificationsOf(ada)).map(({ type }) => type);
    expect(types.filter((type) => type === `quest_task_${status}`)).toHaveLength(1);
    expect(
      await api.db('audit_log').where({ subject_id: id, subject_type: 'quest_submission' }),
    ).toHaveLength(1);
  });

  it('an approval of what the person sends again never approves what nobody has seen', async () => {
    const id = await sent();
    await reject(id).expect(200);
    // Holds the person's lock, as a submission does, until the approval waits for it.
    await using submission = await beginTransaction(api.db);
    await submission.raw('select from users where id = ? for no key update', [ada.id]);
    const approval = approve(id).then((answer) => answer);
    await untilWaiting(api.db);
    await submission('user_quest_tasks')
      .where({ id })
      .update({ status: 'pending', decided_at: null, submissions: 2, text: 'Unseen' });
    await submission.commit();
    expect((await approval).body.code).toBe('CONFLICT');
    expect(await ledgerOf(ada)).toEqual([]);
  });

  it('approvals while the person sends again leave one award at most', async () => {
    const id = await sent();
    await reject(id).expect(200);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? approve(id) : send(ada, poem))),
    );
    const { status, submissions } = await api.db('user_quest_tasks').where({ id }).first();
    expect(submissions).toBe(2);
    expect(await pointsOf(ada)).toBe(status === 'approved' ? 60 : 0);
  });
});
