import fc from 'fast-check';
import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import { aConference, aQuest, aTask, people } from '../../support/factories.ts';
import { casesOf } from '../../support/fuzz-runs.ts';

/** Why points are taken back. */
const BY_NOBODY = { reason: null, actor: null };
const HOUR_MS = 3_600_000;
/** A sequence takes about half a second. */
const SEQUENCES = casesOf({ least: 3, per: 2_500 });
const RACES = casesOf({ least: 2, per: 5_000 });

let api: TestApi;
let users: User[];
let quests: Quest[];
let tasks: QuestTask[];

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Two quests of conferences in distant zones and one of none, with two tasks each. */
async function reset(): Promise<void> {
  await deleteRows(api.db, 'quests', 'users', 'conferences');
  users = await people(api.db, 5);
  quests = [];
  tasks = [];
  for (const timezone of ['Pacific/Kiritimati', 'America/Los_Angeles', null]) {
    const conference = timezone && (await aConference(api.db, { timezone }));
    const conference_id = conference ? conference.id : null;
    const quest = await aQuest(api.db, { conference_id, completion_points: 7 });
    quests.push(quest);
    for (const points of [1, 10]) tasks.push(await aTask(api.db, quest, { points }));
  }
}

const one = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const awarded = (user: User, task: QuestTask) =>
  api.as(user).post('/api/v1/quests/tasks/complete').send({ task_id: task.id });
const change = (user: User, columns: object) =>
  api.db('users').where({ id: user.id, erased_at: null }).update(columns);

/** Rejects an approved task, and takes its points and the completion back. */
async function withdraw(user: User, n: number): Promise<void> {
  const approved = { user_id: user.id, status: 'approved' };
  const done = await api.db('user_quest_tasks').where(approved).orderBy('id');
  if (done.length === 0) return;
  const { id, quest_id } = one(done, n);
  await api.store.transaction(async (tx) => {
    await tx.users.lockAllowingReferences(user.id);
    await tx.submissions.updateReopened(id);
    const decided = {
      decided_at: api.now().toISOString(),
      reviewer: 'key test',
      reviewer_id: null,
    };
    await tx.submissions.updateRejected(id, { ...decided, reason: null });
    await tx.points.updateLedger(quest_id, [user.id], BY_NOBODY);
  });
  // The user can be awarded again, as if nothing had been rejected.
  await api.db('user_quest_tasks').where({ id }).update({ rejections: 0 });
}

/** Takes the user, a number that chooses what else it needs, and runs one operation. */
const OPERATIONS: Readonly<Record<string, (user: User, n: number) => PromiseLike<unknown>>> = {
  award: (user, n) => awarded(user, one(tasks, n)),
  reverse: (user, n) => withdraw(user, n),
  adjust: (user, n) =>
    api
      .admin()
      .post('/api/v1/admin/points/adjust')
      .send({
        user_id: user.id,
        delta: (n % 2 === 0 ? 1 : -1) * (1 + (n % 9)),
        reason: 'a reason',
        ...(n % 3 > 0 && { quest_id: one(quests, n).id }),
      }),
  hide: (user, n) => change(user, { is_discoverable: n % 2 === 0 }),
  block: (user, n) =>
    api.admin().post(`/api/v1/admin/users/${user.id}/${n % 2 === 0 ? 'block' : 'unblock'}`),
  unrank: (user, n) =>
    api
      .admin()
      .patch(`/api/v1/admin/users/${user.id}`)
      .send({ is_ranked: n % 2 === 0 }),
  wait: async (_, n) => api.advance((1 + (n % 30)) * HOUR_MS),
};

/** The board by plain SQL over the ledger: the days are those of the zones, computed here. */
async function leaderboardOf(
  quest: Quest | undefined,
  days: string | undefined,
): Promise<unknown[][]> {
  const { rows } = await api.db.raw(
    `with sums as (
       select l.user_id, sum(l.delta)::integer as points,
              max(l.earned_at) filter (where l.delta > 0) as reached_at
         from point_ledger l
         left join quests q on q.id = l.quest_id
         left join conferences c on c.id = q.conference_id
        where (:quest::bigint is null or l.quest_id = :quest)
          and (:day::date is null
               or (l.earned_at at time zone coalesce(c.timezone, 'UTC'))::date = :day)
        group by l.user_id
     )
     select 1 + (select count(*)::integer from sums o join users ou on ou.id = o.user_id
                  where o.points > s.points and ou.is_listed and ou.is_ranked) as rank,
            s.points, s.user_id
       from sums s join users u on u.id = s.user_id
      where s.points > 0 and u.is_listed and u.is_ranked
      order by s.points desc, s.reached_at, s.user_id`,
    { quest: quest?.id ?? null, day: days ?? null },
  );
  return rows.map(({ rank, points, user_id }: Record<string, number>) => [rank, points, user_id]);
}

async function answered(query: object): Promise<unknown[][]> {
  const { body } = await api.anonymous().get('/api/v1/quests/leaderboard').query(query).expect(200);
  return body.data.map(({ rank, points, user }: { rank: number; points: number; user: User }) => [
    rank,
    points,
    user.id,
  ]);
}

const isRight = async () => {
  const { body } = await api.admin().post('/api/v1/admin/points/check').expect(200);
  expect(body.differences).toEqual([]);
};

it('a board is what the ledger says after any sequence of operations', async () => {
  const operation = fc.tuple(
    fc.constantFrom(...Object.keys(OPERATIONS), 'award', 'award', 'award'),
    fc.nat(4),
    fc.nat(1_000),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (sequence) => {
      await reset();
      for (const [name, user, n] of sequence) await OPERATIONS[name]?.(one(users, user), n);

      expect(await answered({})).toEqual(await leaderboardOf(undefined, undefined));
      const date = api.now().toISOString().slice(0, 10);
      for (const quest of quests) {
        const quest_id = quest.id;
        expect(await answered({ quest_id })).toEqual(await leaderboardOf(quest, undefined));
        const day = await answered({ quest_id, period: 'day', date });
        expect(day).toEqual(await leaderboardOf(quest, date));
      }
      await isRight();
    }),
    { numRuns: SEQUENCES, endOnFailure: true },
  );
}, 120_000);

describe('no board has a user who, while they are awarded, is', () => {
  const LEAVE: Readonly<Record<string, (user: User) => PromiseLike<unknown>>> = {
    erased: (user) => api.as(user).delete('/api/v1/users/me'),
    hidden: (user) => api.as(user).patch('/api/v1/users/me').send({ is_discoverable: false }),
    blocked: (user) => api.admin().post(`/api/v1/admin/users/${user.id}/block`),
    unranked: (user) =>
      api.admin().patch(`/api/v1/admin/users/${user.id}`).send({ is_ranked: false }),
  };

  it.each(Object.entries(LEAVE))('%s', async (_, leave) => {
    await reset();
    for (let round = 0; round < RACES; round++) {
      const crowd = await people(api.db, 3);
      await Promise.all(crowd.map((user) => awarded(user, one(tasks, round))));
      const work = crowd.flatMap((user, n): (() => PromiseLike<unknown>)[] => {
        const before = (round + n) % tasks.length;
        const award = (task: QuestTask) => () => awarded(user, task);
        return [
          ...tasks.slice(0, before).map(award),
          () => leave(user),
          ...tasks.slice(before).map(award),
        ];
      });
      await Promise.all(work.map((start) => start()));

      const listed = await api
        .db('point_totals')
        .whereIn(
          'user_id',
          crowd.map(({ id }) => id),
        )
        .where({ is_ranked: true });
      expect(listed).toEqual([]);
    }
    await isRight();
    expect(await answered({})).toEqual([]);
  });
});
