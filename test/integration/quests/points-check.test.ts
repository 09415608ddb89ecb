import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import { aConference, aQuest, aTask, people } from '../../support/factories.ts';

let api: TestApi;
let ada: User;
let bea: User;
let quest: Quest;
let task: QuestTask;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await deleteRows(api.db, 'quests', 'users', 'conferences');
  [ada, bea] = await people(api.db, 2);
  const conference = await aConference(api.db);
  quest = await aQuest(api.db, { conference_id: conference.id, completion_points: 50 });
  task = await aTask(api.db, quest, { points: 10 });
  for (const user of [ada, bea]) {
    await api.as(user).post('/api/v1/quests/tasks/complete').send({ task_id: task.id }).expect(201);
  }
});

const check = async (query = {}) => {
  const { body } = await api.admin().post('/api/v1/admin/points/check').query(query).expect(200);
  return body;
};
/** Changes rows of the ledger, which refuses that otherwise. */
const pastTheLedger = (sql: string, values: unknown[]) =>
  api.db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await trx.raw(sql, values as string[]);
  });

describe('POST /admin/points/check', () => {
  it('finds nothing where everything follows from the ledger', async () => {
    const nothing = { differences: [], recalculating: [], ok: true };
    expect(await check()).toEqual({ people: 2, ledger_rows: 4, ...nothing });
  });

  it('reports a total whose points, time or rank differ', async () => {
    const total = { scope: 'quest', period: 'day', user_id: ada.id };
    await api.db('point_totals').where(total).update({ points: 61 });
    await api.db('point_totals').where({ scope: 'all', period: 'all', user_id: bea.id }).update({
      is_ranked: false,
      reached_at: null,
    });

    const { ok, differences } = await check();
    expect(ok).toBe(false);
    const of = { kind: 'total', quest_id: null, task_id: null };
    expect(differences).toHaveLength(3);
    expect(differences).toContainEqual({
      ...of,
      user_id: ada.id,
      total: { scope: 'quest', scope_id: quest.id, period: 'day', period_start: '2026-05-14' },
      field: 'points',
      expected: 60,
      found: 61,
    });
    const all = { scope: 'all', scope_id: 0, period: 'all', period_start: '1970-01-01' };
    const ofBea = { ...of, user_id: bea.id, total: all };
    const expected = expect.stringContaining('2026-05-14');
    expect(differences).toContainEqual({ ...ofBea, field: 'reached_at', expected, found: null });
    expect(differences).toContainEqual({
      ...ofBea,
      field: 'is_ranked',
      expected: true,
      found: false,
    });
  });

  it('reports totals that are missing or too many, and the points of users', async () => {
    await api.db('point_totals').where({ scope: 'quest', user_id: ada.id }).delete();
    await api
      .db('point_totals')
      .where({ scope: 'conference', user_id: bea.id })
      .update({ scope_id: 0 });
    await api.db('users').where({ id: bea.id }).update({ points: 1 });

    const { differences } = await check();
    const seen = differences.map(({ kind, user_id, found }: Record<string, unknown>) =>
      [kind, user_id === ada.id ? 'ada' : 'bea', found === null].join(),
    );
    expect(seen.filter((one: string) => one === 'total,ada,true')).toHaveLength(9);
    expect(seen.filter((one: string) => one === 'total,bea,true')).toHaveLength(9);
    // Their rank is right.
    expect(seen.filter((one: string) => one === 'total,bea,false')).toHaveLength(6);
    expect(differences).toContainEqual(
      expect.objectContaining({ kind: 'user', user_id: bea.id, expected: 60, found: 1 }),
    );
  });

  it('reports awards that do not follow from tasks and completions, and wrong counts', async () => {
    await api.db('user_quest_tasks').where({ user_id: ada.id }).update({ status: 'rejected' });
    await api.db('user_quests').where({ user_id: bea.id }).update({
      status: 'in_progress',
      completed_at: null,
    });
    await api.db('quests').where({ id: quest.id }).update({ participant_count: 3 });

    const { differences } = await check();
    const nothing = { total: null, field: 'points' };
    expect(differences).toEqual([
      {
        ...nothing,
        kind: 'task_award',
        user_id: ada.id,
        quest_id: quest.id,
        task_id: task.id,
        expected: 0,
        found: 10,
      },
      {
        ...nothing,
        kind: 'completion_award',
        user_id: bea.id,
        quest_id: quest.id,
        task_id: null,
        expected: 0,
        found: 50,
      },
      {
        ...nothing,
        kind: 'participant_count',
        user_id: null,
        quest_id: quest.id,
        task_id: null,
        field: 'participant_count',
        expected: 2,
        found: 3,
      },
    ]);
  });

  it('expects the current points, except of deleted tasks and of a recalculation', async () => {
    await api.db('quest_tasks').where({ id: task.id }).update({ points: 20 });
    expect((await check()).differences).toMatchObject([
      { kind: 'task_award', user_id: ada.id, expected: 20, found: 10 },
      { kind: 'task_award', user_id: bea.id, expected: 20, found: 10 },
    ]);

    const running = { status: 'running', people: 2, actor: 'key 1', requested_at: api.now() };
    await api.db('quest_recalculations').insert({ quest_id: quest.id, ...running });
    expect(await check()).toMatchObject({ ok: true, recalculating: [quest.id] });

    await api.db('quest_recalculations').delete();
    const deleted_at = api.now().toISOString();
    await api.db('quest_tasks').where({ id: task.id }).update({ deleted_at });
    expect(await check()).toMatchObject({ ok: true, recalculating: [] });
  });

  it('returns the first 100 of many differences', async () => {
    await api.db.raw(
      `insert into point_totals (scope, scope_id, period, period_start, user_id, points, is_ranked)
       select 'quest', 1000000 + n, 'all', '1970-01-01', ?, 1, true from generate_series(1, 150) n`,
      [ada.id],
    );
    const { ok, differences } = await check();
    expect(ok).toBe(false);
    expect(differences).toHaveLength(100);
  });
});

describe('POST /admin/points/check?repair=true', () => {
  it('recomputes totals and points from the ledger, and records it', async () => {
    const kept = () => api.db('point_totals').orderBy(['user_id', 'scope', 'period']).select('*');
    const before = await kept();
    await api.db('point_totals').where({ scope: 'quest' }).delete();
    await api.db('point_totals').where({ user_id: ada.id }).increment('points', 5);
    await api.db('users').where({ id: bea.id }).update({ points: -3 });

    expect(await check({ repair: true })).toMatchObject({ ok: true, differences: [], repaired: 2 });
    expect(await kept()).toEqual(before);
    const log = await api.db('audit_log').where({ action: 'user.repair_points' });
    expect(log).toMatchObject([{ subject_id: null, after: { user_ids: [ada.id, bea.id] } }]);

    expect(await check({ repair: true })).toMatchObject({ ok: true, repaired: 0 });
    expect(await api.db('audit_log').where({ action: 'user.repair_points' })).toHaveLength(1);
  });

  it('takes the ledger as it is, and leaves awards to people', async () => {
    await pastTheLedger(`update point_ledger set delta = 11 where user_id = ? and kind = 'task'`, [
      ada.id,
    ]);
    const { differences, repaired } = await check({ repair: true });
    expect(repaired).toBe(1);
    expect(differences).toMatchObject([{ kind: 'task_award', expected: 10, found: 11 }]);
    const { points } = await api.db('users').where({ id: ada.id }).first('points');
    expect(points).toBe(61);
  });
});

describe('a snapshot', () => {
  it('sees nothing that is committed after its first statement, and writes nothing', async () => {
    await api.store.snapshot(async (tx) => {
      const before = await tx.users.find(ada.id);
      await api.admin().post(`/api/v1/admin/users/${ada.id}/block`).expect(200);
      expect((await tx.users.find(ada.id))?.is_blocked).toBe(before?.is_blocked);
    });
    expect((await api.store.users.find(ada.id))?.is_blocked).toBe(true);
    const write = api.store.snapshot((tx) => tx.users.update(ada.id, { is_blocked: false }));
    await expect(write).rejects.toThrow('read-only');
    await api.store.transaction((tx) => tx.users.update(ada.id, { is_blocked: false }));
    expect((await api.store.users.find(ada.id))?.is_blocked).toBe(false);
  });
});
