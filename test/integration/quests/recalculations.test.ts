import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { aConference, aQuest, aTask, aUser, people } from '../../support/factories.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { untilWaiting } from '../../support/queries.ts';
import { ENCRYPTION_KEY, endServices, spawnService } from '../../support/service.ts';
import { expectSoundPoints } from '../../support/sound-points.ts';
import { until } from '../../support/until.ts';

/** More than one batch. */
const CROWD = 600;

let api: TestApi;
let other: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  ada = await aUser(api.db);
  await api.db.raw('delete from pgboss.job');
});
afterEach(endServices);

const run = ({ id }: Quest, by = api) =>
  by.services.recalculations.run(id, new AbortController().signal);
const complete = async (user: User, task: QuestTask) =>
  api.as(user).post('/api/v1/quests/tasks/complete').send({ task_id: task.id });
const putTask = ({ id }: QuestTask, body: object, by = api) =>
  by.admin().put(`/api/v1/admin/quests/tasks/${id}`).send(body);
const putQuest = ({ id }: Quest, body: object) =>
  api.admin().put(`/api/v1/admin/quests/${id}`).send(body);
const pointsOf = async ({ id }: User) =>
  (await api.db('users').where({ id }).first('points'))?.points;
const ledgerOf = ({ id }: User) =>
  api.db('point_ledger').where({ user_id: id }).orderBy('id').select('kind', 'delta', 'day');
const notificationsOf = ({ id }: User) =>
  api.db('notifications').where({ user_id: id }).pluck('type');
const jobs = () => api.db('pgboss.job').where({ name: 'recalculate-quest' }).select('data');
const recalculationOf = ({ id }: Quest) =>
  api.db('quest_recalculations').where({ quest_id: id }).first();
const statusOf = async (quest: Quest, { id }: User) =>
  (await api.db('user_quests').where({ quest_id: quest.id, user_id: id }).first('status'))?.status;

/** A quest with one task, which many people have completed for 10 points. */
async function aCrowdedQuest(size = CROWD): Promise<{ quest: Quest; task: QuestTask }> {
  const quest = await aQuest(api.db, { completion_points: 5 });
  const task = await aTask(api.db, quest);
  const crowd = (await people(api.db, size)).map(({ id }) => id);
  await api.db.raw(
    `with crowd as (
       select unnest(:crowd::int[]) as id
     ), started as (
       insert into user_quests (quest_id, user_id, status, source, started_at, completed_at, active_at)
       select :quest, id, 'completed', 'self', now(), now(), now() from crowd
     ), counted as (
       update quests set participant_count = :size where id = :quest
     )
     insert into user_quest_tasks (task_id, user_id, quest_id, status, source, submitted_at, decided_at)
     select :task, id, :quest, 'approved', 'self', now(), now() from crowd`,
    { quest: quest.id, task: task.id, size, crowd },
  );
  // Their points were never given: the first recalculation does.
  await putQuest(quest, { completion_points: 6 }).expect(200);
  await run(quest);
  return { quest, task };
}
const sumOf = async (quest: Quest) =>
  (await api.db('point_ledger').where({ quest_id: quest.id }).sum('delta').first())?.sum;

describe('an edit of points', () => {
  it('holds for those who have them already, on the day of their award', async () => {
    const conference = await aConference(api.db, { timezone: 'Pacific/Kiritimati' });
    const quest = await aQuest(api.db, { conference_id: conference.id, completion_points: 50 });
    const task = await aTask(api.db, quest);
    await complete(ada, task);
    const { body } = await putTask(task, { points: 4 }).expect(200);

    expect(body).toMatchObject({ points: 4, recalculation: { people: 1, status: 'running' } });
    expect(await jobs()).toEqual([{ data: { quest_id: quest.id } }]);
    await putQuest(quest, { completion_points: 0 }).expect(200);
    await run(quest);

    const day = expect.stringContaining('2026-05-14');
    const rows = await ledgerOf(ada);
    expect(rows.map(({ kind, delta }) => [kind, delta])).toEqual([
      ['task', 10],
      ['completion', 50],
      ['correction', -6],
      ['correction', -50],
    ]);
    expect(new Set(rows.map(({ day }) => String(day))).size).toBe(1);
    expect(String(rows[0]?.day)).toEqual(day);
    expect(await pointsOf(ada)).toBe(4);
    await expectSoundPoints(api.db);
    const { body: seen } = await api.admin().get(`/api/v1/admin/quests/${quest.id}`);
    expect(seen.recalculation).toMatchObject({ people: 1, status: 'done' });
  });

  it('gives points for a task that had none, and corrects the same award ever after', async () => {
    const quest = await aQuest(api.db);
    const task = await aTask(api.db, quest, { points: 0 });
    await complete(ada, task);
    for (const points of [10, 0, 25]) {
      await putTask(task, { points }).expect(200);
      await run(quest);
      expect(await pointsOf(ada)).toBe(points);
    }
    const rows = await ledgerOf(ada);
    expect(rows.map(({ kind, delta }) => [kind, delta])).toEqual([
      ['task', 10],
      ['correction', -10],
      ['correction', 25],
    ]);
    await expectSoundPoints(api.db);
  });

  it('of a quest without participants needs no worker', async () => {
    const quest = await aQuest(api.db);
    const task = await aTask(api.db, quest);
    const { body } = await putTask(task, { points: 7 }).expect(200);
    expect(body.recalculation).toMatchObject({ people: 0, status: 'done' });
    expect(await jobs()).toEqual([]);
  });

  it('reaches each of many people once, also when two workers recalculate at once', async () => {
    const { quest, task } = await aCrowdedQuest();
    await putTask(task, { points: 12 }).expect(200);

    await Promise.all([run(quest), run(quest, other), run(quest)]);

    expect(await sumOf(quest)).toBe(CROWD * 18);
    await expectSoundPoints(api.db);
    expect(await recalculationOf(quest)).toMatchObject({ status: 'done', people: CROWD });
  });

  it('starts over when another edit comes during it', async () => {
    const { quest, task } = await aCrowdedQuest();
    await putTask(task, { points: 12 }).expect(200);
    const first = new AbortController();
    const batchEnd = ({ sql }: { sql: string }) => {
      if (sql.includes('"after_user_id" = ')) first.abort();
    };
    api.db.on('query', batchEnd);
    const aborted = api.services.recalculations.run(quest.id, first.signal);
    await expect(aborted).rejects.toThrow('aborted');
    api.db.removeListener('query', batchEnd);
    expect((await recalculationOf(quest)).after_user_id).toBeGreaterThan(0);

    await putTask(task, { points: 3 }).expect(200);
    expect(await recalculationOf(quest)).toMatchObject({ status: 'running', after_user_id: 0 });
    await run(quest);

    expect(await sumOf(quest)).toBe(CROWD * 9);
    await expectSoundPoints(api.db);
  });

  it('of two editors at once leaves the points of the last', async () => {
    const { quest, task } = await aCrowdedQuest(3);
    const edits = [11, 12, 13, 14].map((points, n) =>
      putTask(task, { points }, n % 2 ? other : api).expect(200),
    );
    await Promise.all(edits);
    await Promise.all([run(quest), run(quest, other)]);

    const { points } = await api.db('quest_tasks').where({ id: task.id }).first('points');
    expect(await sumOf(quest)).toBe(3 * (points + 6));
    await expectSoundPoints(api.db);
  });

  it('is continued after the worker was killed in the middle', async () => {
    const { quest, task } = await aCrowdedQuest();
    await putTask(task, { points: 12 }).expect(200);
    const cwd = await mkdtemp(path.join(tmpdir(), 'hallway-recalculation-'));
    // Held, the last person stops the last batch.
    await using gate = await beginTransaction(api.db);
    await gate.raw(
      'select from users where id = (select max(user_id) from user_quests where quest_id = ?) for update',
      [quest.id],
    );
    const worker = spawnService({
      cwd,
      env: {
        NODE_ENV: 'production',
        ROLE: 'worker',
        PORT: '0',
        DATABASE_URL: api.databaseUrl,
        JWT_SECRET: 'the-token-secret-of-a-worker-of-the-tests',
        ADMIN_API_KEY: 'the-admin-key-of-a-worker-of-the-tests',
        ENCRYPTION_KEY,
        MESSENGER_BOT_TOKEN: BOT_TOKEN,
      },
    });
    await untilWaiting(api.db, 1);
    worker.child.kill('SIGKILL');
    await worker.ended;
    await gate.rollback();
    await until(async () => {
      const { rows } = await api.db.raw(
        `select from pg_locks l join pg_class c on c.oid = l.relation
          where c.relname = 'quest_recalculations' and l.pid <> pg_backend_pid()`,
      );
      return rows.length === 0;
    });
    expect((await recalculationOf(quest)).after_user_id).toBeGreaterThan(0);

    api.advance(61_000);
    await other.services.recalculations.runOverdue(new AbortController().signal);
    expect(await recalculationOf(quest)).toMatchObject({ status: 'running' });
    await api.services.recalculations.runOverdue(new AbortController().signal);

    expect(await sumOf(quest)).toBe(CROWD * 18);
    await expectSoundPoints(api.db);
    await rm(cwd, { recursive: true });
  });

  it('while people complete the task gives everyone the new points', async () => {
    const quest = await aQuest(api.db, { completion_points: 5 });
    const [first, second] = [await aTask(api.db, quest), await aTask(api.db, quest)];
    const crowd = await people(api.db, 12);
    await Promise.all(crowd.slice(0, 6).map((user) => complete(user, first)));

    await Promise.all([
      ...crowd.map((user) => complete(user, first)),
      putTask(first, { points: 33 }).then(() => run(quest)),
      ...crowd.map((user) => complete(user, second)),
      putTask(second, { points: 1 }).then(() => run(quest)),
      putQuest(quest, { completion_points: 9, slug: `renamed-${quest.id}` }).then(() => run(quest)),
    ]);
    await run(quest);

    const points = await Promise.all(crowd.map(pointsOf));
    expect(new Set(points)).toEqual(new Set([33 + 1 + 9]));
    await expectSoundPoints(api.db);
  });
});

describe('what completes a quest', () => {
  it('a task that is not required any more completes it for those who have the others', async () => {
    const quest = await aQuest(api.db, { completion_points: 50 });
    const [done, missing] = [await aTask(api.db, quest), await aTask(api.db, quest)];
    await complete(ada, done);
    await putTask(missing, { is_required: false }).expect(200);
    await run(quest);
    await run(quest);

    expect(await statusOf(quest, ada)).toBe('completed');
    expect(await pointsOf(ada)).toBe(60);
    expect(await notificationsOf(ada)).toEqual(['quest_completed']);

    // And never takes it away.
    await putTask(missing, { is_required: true }).expect(200);
    await api
      .admin()
      .post(`/api/v1/admin/quests/${quest.id}/tasks`)
      .send({ title: 'One more', type: 'photo' })
      .expect(201);
    await run(quest);
    expect(await statusOf(quest, ada)).toBe('completed');
    await expectSoundPoints(api.db);
  });

  it('the deletion of a task does, and its points stay with those who have them', async () => {
    const quest = await aQuest(api.db, { completion_points: 50 });
    const [done, missing] = [await aTask(api.db, quest), await aTask(api.db, quest)];
    const [bob] = await people(api.db, 1);
    await complete(ada, done);
    await complete(bob, missing);
    const { body } = await api
      .admin()
      .delete(`/api/v1/admin/quests/tasks/${missing.id}`)
      .expect(200);
    expect(body).toMatchObject({ id: missing.id, deleted: true, recalculation: { people: 2 } });
    await run(quest);

    expect(await notificationsOf(ada)).toEqual(['quest_completed']);
    expect([await pointsOf(ada), await pointsOf(bob)]).toEqual([60, 10]);
    await expectSoundPoints(api.db);
  });
});

describe('points=take_back', () => {
  it('reverses the points of a deleted task, corrections included', async () => {
    const quest = await aQuest(api.db);
    const [kept, gone] = [await aTask(api.db, quest), await aTask(api.db, quest)];
    await complete(ada, kept);
    await complete(ada, gone);
    await putTask(gone, { points: 15 }).expect(200);
    await run(quest);
    const path = `/api/v1/admin/quests/tasks/${gone.id}?points=take_back`;
    await api.admin().delete(path).expect(200);
    await api.admin().delete(path).expect(404);
    await run(quest);
    await run(quest);

    expect((await ledgerOf(ada)).map(({ kind, delta }) => [kind, delta])).toEqual([
      ['task', 10],
      ['task', 10],
      ['correction', 5],
      ['reversal', -15],
    ]);
    expect(await statusOf(quest, ada)).toBe('completed');
    await expectSoundPoints(api.db);
  });

  it('reverses all points of a deleted quest, of everyone', async () => {
    const { quest } = await aCrowdedQuest();
    const path = `/api/v1/admin/quests/${quest.id}?points=take_back`;
    const { body } = await api.admin().delete(path).expect(200);
    expect(body.recalculation).toMatchObject({ people: CROWD, status: 'running' });
    await run(quest);

    expect(await sumOf(quest)).toBe(0);
    await expectSoundPoints(api.db);
  });

  it('awards nothing for what is deleted while someone completes it', async () => {
    const quest = await aQuest(api.db);
    const [started, task] = [await aTask(api.db, quest), await aTask(api.db, quest)];
    await complete(ada, started);
    await using gate = await beginTransaction(api.db);
    await gate('users').where({ id: ada.id }).forUpdate();
    const completed = complete(ada, task);
    await untilWaiting(api.db, 1);
    await api.admin().delete(`/api/v1/admin/quests/${quest.id}?points=take_back`).expect(200);
    const recalculated = run(quest);
    await untilWaiting(api.db, 2);
    await gate.commit();
    await Promise.all([completed, recalculated]);

    expect(await pointsOf(ada)).toBe(0);
    await expectSoundPoints(api.db);
  });
});

describe('any edits, awards and deletions', () => {
  const task = fc.nat(2);
  const change = fc.oneof(
    fc.record({ change: fc.constant('edit'), task, body: fc.record({ points: fc.nat(3) }) }),
    fc.record({
      change: fc.constant('edit'),
      task,
      body: fc.record({ is_required: fc.boolean() }),
    }),
    fc.record({ change: fc.constant('complete'), task, user: fc.nat(2) }),
    fc.record({ change: fc.constant('complete'), task, user: fc.nat(2) }),
    fc.record({ change: fc.constant('completion'), points: fc.nat(2) }),
    fc.record({ change: fc.constant('recalculate') }),
    fc.record({ change: fc.constant('toggle') }),
    fc.record({
      change: fc.constant('delete'),
      task,
      points: fc.constantFrom('keep', 'take_back'),
    }),
  );
  type Change = Partial<{ task: number; user: number; body: object; points: number | string }> & {
    readonly change: string;
  };

  async function make(quest: Quest, tasks: QuestTask[], crowd: User[], one: Change) {
    const task = tasks[one.task ?? 0] as QuestTask;
    const path = `/api/v1/admin/quests`;
    switch (one.change) {
      case 'edit':
        return putTask(task, one.body ?? {});
      case 'complete':
        return complete(crowd[one.user ?? 0] as User, task);
      case 'completion':
        return putQuest(quest, { completion_points: one.points });
      case 'toggle':
        return api.admin().patch(`${path}/${quest.id}/toggle-active`);
      case 'delete':
        return api.admin().delete(`${path}/tasks/${task.id}?points=${one.points}`);
      default:
        return run(quest);
    }
  }

  it('leave ledger, totals and points of users in agreement', async () => {
    const property = fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const conference = await aConference(api.db);
      const quest = await aQuest(api.db, { conference_id: conference.id, completion_points: 1 });
      const tasks: QuestTask[] = [];
      for (const points of [0, 1, 2]) tasks.push(await aTask(api.db, quest, { points }));
      const crowd = await people(api.db, 3);
      for (const one of changes) await make(quest, tasks, crowd, one);
      await run(quest);
      await expectSoundPoints(api.db);
    });
    await fc.assert(property, { numRuns: 20, endOnFailure: true });
  });
});
