import fc from 'fast-check';
import type { User } from '../../../src/domain/people/users.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import { aConference, anEvent, aQuest, aTask, people } from '../../support/factories.ts';
import { casesOf } from '../../support/fuzz-runs.ts';
import { expectSoundPoints } from '../../support/sound-points.ts';

/** A sequence takes about a second. */
const SEQUENCES = casesOf({ least: 2, per: 4_000 });
const STEPS = 25;
const HOUR_MS = 3_600_000;
const OPTIONS = ['a', 'b'].map((id) => ({ id, label: id }));

let api: TestApi;
/** A second process of the service, as far as connections, caches and keys go. */
let other: TestApi;
let users: User[];
let quests: Quest[];
let tasks: QuestTask[];
let event: Event;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});

/** Two quests, one of a conference, with a task of each way to be approved. */
async function reset(): Promise<void> {
  await deleteRows(api.db, 'quests', 'users', 'conferences', 'events');
  users = await people(api.db, 4);
  const conference = await aConference(api.db, { timezone: 'Pacific/Kiritimati' });
  event = await anEvent(api.db, {
    starts_at: new Date(api.now().getTime() + 1_000 * HOUR_MS).toISOString(),
    ends_at: new Date(api.now().getTime() + 1_001 * HOUR_MS).toISOString(),
  });
  quests = [
    await aQuest(api.db, { conference_id: conference.id, completion_points: 7 }),
    await aQuest(api.db),
  ];
  tasks = [];
  for (const quest of quests) {
    tasks.push(
      await aTask(api.db, quest, { points: 10 }),
      await aTask(api.db, quest, {
        type: 'text',
        points: 3,
        config: { min_length: 0, max_length: 100 },
      }),
      await aTask(api.db, quest, {
        type: 'poll',
        points: 0,
        is_required: false,
        config: { options: OPTIONS, results: 'always' },
      }),
      await aTask(api.db, quest, {
        type: 'event_attendance',
        points: 5,
        config: { event_id: event.id, when: 'registered' },
      }),
    );
  }
}

const one = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
const by = (n: number): TestApi => (n % 3 === 0 ? other : api);
/** Alternates between the two. */
let requests = 0;
const admin = (method: 'post' | 'put' | 'patch' | 'delete', path: string, body?: object) =>
  by(requests++).admin()[method](`/api/v1/admin${path}`).send(body);

const PROOFS: Readonly<Record<string, object>> = {
  text: { text: 'A poem' },
  poll: { option_ids: ['a'] },
};

async function decide(user: User, n: number, decision: string): Promise<unknown> {
  const sent = await api.db('user_quest_tasks').where({ user_id: user.id }).orderBy('id');
  if (sent.length === 0) return undefined;
  return admin('post', `/quests/tasks/${one(sent, n).id}/${decision}`, { reason: 'a reason' });
}

/** Each takes a user and a number that chooses what else it needs. Refusals are fine. */
const OPERATIONS: Readonly<Record<string, (user: User, n: number) => PromiseLike<unknown>>> = {
  complete: (user, n) => {
    const task = one(tasks, n);
    const body = { task_id: task.id, ...PROOFS[task.type] };
    return by(n).as(user).post('/api/v1/quests/tasks/complete').send(body);
  },
  start: (user, n) =>
    by(n)
      .as(user)
      .post(`/api/v1/quests/${one(quests, n).id}/start`),
  approve: (user, n) => decide(user, n, 'approve'),
  reject: (user, n) => decide(user, n, 'reject'),
  reopen: (user, n) => decide(user, n, 'reopen'),
  editPoints: (_, n) => admin('put', `/quests/tasks/${one(tasks, n).id}`, { points: n % 12 }),
  editCompletion: (_, n) =>
    admin('put', `/quests/${one(quests, n).id}`, { completion_points: n % 20 }),
  require: (_, n) =>
    admin('put', `/quests/tasks/${one(tasks, n).id}`, { is_required: n % 2 === 0 }),
  addTask: async (_, n) => {
    tasks.push(await aTask(api.db, one(quests, n), { points: n % 5, is_required: n % 2 === 0 }));
  },
  deleteTask: (_, n) =>
    n % 4 > 0
      ? Promise.resolve()
      : admin('delete', `/quests/tasks/${one(tasks, n).id}${n % 8 ? '' : '?points=take_back'}`),
  toggle: (_, n) => admin('patch', `/quests/${one(quests, n).id}/toggle-active`),
  adjust: (user, n) =>
    admin('post', '/points/adjust', {
      user_id: user.id,
      delta: (n % 2 === 0 ? 1 : -1) * (1 + (n % 9)),
      reason: 'a reason',
      ...(n % 3 > 0 && { quest_id: one(quests, n).id }),
    }),
  attend: (user) => api.as(user).post('/api/v1/events/attend').send({ event_id: event.id }),
  giveUp: (user) => api.as(user).delete(`/api/v1/events/${event.id}/attend`),
  settle: (_, n) => by(n).services.pendingAwards.run(new AbortController().signal),
  recalculate: (_, n) => recalculate(by(n)),
  hide: (user, n) =>
    api
      .as(user)
      .patch('/api/v1/users/me')
      .send({ is_discoverable: n % 2 === 0 }),
  block: (user, n) => admin('post', `/users/${user.id}/${n % 2 === 0 ? 'block' : 'unblock'}`),
  unrank: (user, n) => admin('patch', `/users/${user.id}`, { is_ranked: n % 2 === 0 }),
  erase: (user, n) => (n % 8 > 0 ? Promise.resolve() : api.as(user).delete('/api/v1/users/me')),
  wait: async (_, n) => {
    for (const process of [api, other]) process.advance((1 + (n % 30)) * HOUR_MS);
  },
};

/** What the worker does after an edit. */
async function recalculate(process = api): Promise<void> {
  for (const { id } of quests) {
    await process.services.recalculations.run(id, new AbortController().signal);
  }
}

async function expectBoardOfLedger(): Promise<void> {
  const { rows } = await api.db.raw(
    `select u.id, sum(l.delta)::integer as points
       from point_ledger l join users u on u.id = l.user_id
      where u.is_listed and u.is_ranked group by u.id having sum(l.delta) > 0`,
  );
  const { body } = await api.anonymous().get('/api/v1/quests/leaderboard').expect(200);
  const board = body.data.map(({ points, user }: { points: number; user: User }) => ({
    id: user.id,
    points,
  }));
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
  expect(board.toSorted(byId)).toEqual(rows.toSorted(byId));
}

async function expectRightCheck(): Promise<void> {
  const { body } = await api.admin().post('/api/v1/admin/points/check').expect(200);
  expect(body).toMatchObject({ differences: [], recalculating: [], ok: true });
}

const OPERATION = fc.record({
  name: fc.constantFrom(...Object.keys(OPERATIONS), 'complete', 'complete', 'approve'),
  user: fc.nat({ max: 3 }),
  n: fc.nat({ max: 1_000 }),
});

it('ledger, totals, points, awards and board agree after each of any operations', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(OPERATION, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      await reset();
      for (const { name, user, n } of steps) {
        await OPERATIONS[name]?.(one(users, user), n);
        await recalculate();
        await expectSoundPoints(api.db);
      }
      await expectBoardOfLedger();
      await expectRightCheck();
    }),
    { numRuns: SEQUENCES, endOnFailure: true },
  );
});

it('agree after operations of all kinds at once over two processes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(OPERATION, { minLength: 60, maxLength: 60 }), async (steps) => {
      await reset();
      await Promise.all(steps.map(({ name, user, n }) => OPERATIONS[name]?.(one(users, user), n)));
      await OPERATIONS.settle?.(one(users, 0), 0);
      await recalculate();
      await expectSoundPoints(api.db);
      await expectBoardOfLedger();
      await expectRightCheck();
    }),
    { numRuns: SEQUENCES, endOnFailure: true },
  );
});
