import type { User } from '../../../src/domain/people/users.ts';
import type { QuestTask } from '../../../src/domain/quests/quest-tasks.ts';
import type { Quest } from '../../../src/domain/quests/quests.ts';
import { applyQuestCall } from '../../../src/jobs/quests.jobs.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { anAttendance, anEvent, aQuest, aTask, aUser } from '../../support/factories.ts';
import { untilWaiting } from '../../support/queries.ts';
import {
  aCodeTask,
  COMPLETE,
  JOIN,
  named,
  rawAnswer,
  runCalls,
} from '../../support/quest-calls.ts';
import { aSubmission } from '../../support/quests.ts';

const CODE = 'HARBOR-7';
const UNKNOWN = { messenger_id: 999_999_999 };

let api: TestApi;
let ada: User;
let quest: Quest;
let task: QuestTask;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  // Wrong codes of this address do not count from one test to the next.
  await api.db('rate_limit_counters').delete();
  ada = await aUser(api.db);
  quest = await aQuest(api.db, { public_api_enabled: true });
  task = await aCodeTask(api, quest, CODE);
});

const post = (path: string, body: object) => api.anonymous().post(path).send(body);
const complete = (body: object = {}) => post(COMPLETE, { task_id: task.id, proof: CODE, ...body });
const ticketOf = async (user: User) => {
  const event = await anEvent(api.db);
  await anAttendance(api.db, [user, event]);
  const { body } = await api.as(user).get(`/api/v1/events/${event.id}/ticket`).expect(200);
  return { event, code: String(body.code) };
};
const giveUp = (user: User, eventId: number | undefined) =>
  api.as(user).delete(`/api/v1/events/${eventId}/attend`).expect(200);
const refusalOf = async (request: PromiseLike<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await request;
  return [status, body.code];
};
const submissionOf = (user: User, { id }: QuestTask = task) =>
  api
    .db('user_quest_tasks')
    .where({ user_id: user.id, task_id: id })
    .first('status', 'source', 'submissions');
const participationOf = (user: User) =>
  api.db('user_quests').where({ user_id: user.id, quest_id: quest.id }).first('status', 'source');
const requestOf = (user: User) =>
  api
    .db('registration_requests')
    .where({ user_id: user.id, quest_id: quest.id })
    .first('status', 'source');

describe('the answer to an unsigned call', () => {
  it('has the same bytes, headers and limits for every person', async () => {
    await using limited = await startApi({
      on: api,
      env: { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: '1' },
    });
    const external = await aTask(api.db, quest, { type: 'external' });
    const full = await aQuest(api.db, { public_api_enabled: true, max_participants: 1 });
    await api
      .as(await aUser(api.db))
      .post(`/api/v1/quests/${full.id}/start`)
      .expect(201);

    const [fresh, done, blocked, erased, givenUp] = (await Promise.all(
      Array.from({ length: 5 }, () => aUser(api.db)),
    )) as [User, User, User, User, User];
    await complete(named(done)).expect(202);
    await runCalls(api);
    const tickets = await Promise.all([fresh, done, blocked, givenUp, erased].map(ticketOf));
    await api.db('users').where({ id: blocked.id }).update({ is_blocked: true });
    await api.as(erased).delete('/api/v1/users/me').expect(200);
    await giveUp(givenUp, tickets[3]?.event.id);

    const persons = [
      UNKNOWN,
      ...[fresh, done, blocked, erased].map(named),
      ...tickets.map(({ code }) => ({ ticket: code })),
    ];
    const calls = [
      [JOIN, { quest_id: quest.id }, 202],
      [JOIN, { quest_id: full.id }, 202],
      [COMPLETE, { task_id: task.id, proof: CODE }, 202],
      [COMPLETE, { task_id: task.id, proof: 'WRONG-CODE' }, 400],
      [COMPLETE, { task_id: external.id }, 202],
    ] as const;
    for (const [index, [path, fields, status]] of calls.entries()) {
      const answers = await Promise.all(
        persons.map((person, n) =>
          rawAnswer(limited, path, {
            body: { ...fields, ...person },
            // An address of its own, so that each call is the first of its limits.
            headers: { 'X-Forwarded-For': `203.0.113.${index * persons.length + n + 1}` },
          }),
        ),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]?.status).toBe(status);
      expect(answers[0]?.headers.join()).toContain('quest-calls-per-person');
    }
  });

  it('is the same once the quest is over, and nothing is given then', async () => {
    const before = await complete(named(ada)).expect(202);
    await api.db('pgboss.job').delete();
    await api.db('quests').where({ id: quest.id }).update({ ends_at: '2026-05-14T08:00:00Z' });
    expect((await complete(named(ada)).expect(202)).body).toEqual(before.body);
    await runCalls(api);
    expect(await submissionOf(ada)).toBeUndefined();
  });

  it('ignores an Authorization header beside it', async () => {
    await complete(named(ada)).set('Authorization', 'Bearer nonsense').expect(202);
  });

  it.each([
    ['hidden', { is_active: false }, [404, 'NOT_FOUND']],
    ['coming', { starts_at: '2026-06-01T00:00:00Z' }, [404, 'NOT_FOUND']],
    ['without calls', { public_api_enabled: false }, [403, 'FORBIDDEN']],
  ] as const)('refuses a quest that is %s', async (_state, columns, refusal) => {
    await api.db('quests').where({ id: quest.id }).update(columns);
    for (const request of [complete(named(ada)), post(JOIN, { quest_id: quest.id, ...UNKNOWN })]) {
      expect(await refusalOf(request)).toEqual(refusal);
    }
  });

  it('refuses an unknown quest and task', async () => {
    for (const request of [
      post(JOIN, { quest_id: 999_999, ...UNKNOWN }),
      post(COMPLETE, { task_id: 999_999, ...UNKNOWN }),
    ])
      expect(await refusalOf(request)).toEqual([404, 'NOT_FOUND']);
  });

  it.each(['link', 'text', 'photo', 'quiz', 'poll', 'connections', 'profile'])(
    'refuses a task of type %s',
    async (type) => {
      const { id } = await aTask(api.db, quest, { type });
      const { body } = await post(COMPLETE, { task_id: id, ...named(ada) }).expect(400);
      expect(body.code).toBe('VALIDATION_ERROR');
    },
  );

  it('needs exactly one name of the person, and the code of a code task', async () => {
    for (const fields of [{}, { ...UNKNOWN, ticket: 'E-1-1-00000000000000' }, { ...UNKNOWN }]) {
      const { body } = await post(COMPLETE, { task_id: task.id, ...fields }).expect(400);
      expect(body.code).toBe('VALIDATION_ERROR');
    }
  });

  it('refuses a ticket that is not ours', async () => {
    const { code } = await ticketOf(ada);
    const forged = code.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const ticket of ['no ticket', forged, code.replace(/^EB-\d+/, 'EB-999999')]) {
      expect(await refusalOf(complete({ ticket }))).toEqual([400, 'TICKET_INVALID']);
    }
  });
});

describe('an unsigned call', () => {
  it('gives the points of a right code, and marks where they came from', async () => {
    await complete({ ...named(ada), proof: 'harbor 7' }).expect(202, {
      task_id: task.id,
      status: 'approved',
    });
    await runCalls(api);
    expect(await submissionOf(ada)).toEqual({
      status: 'approved',
      source: 'public',
      submissions: 0,
    });
    expect(await participationOf(ada)).toMatchObject({ source: 'public' });
    expect(await api.db('users').where({ id: ada.id }).first('points')).toEqual({ points: 10 });
  });

  it('names the person by the ticket on their badge', async () => {
    await complete({ ticket: (await ticketOf(ada)).code.toLowerCase() }).expect(202);
    await runCalls(api);
    expect(await submissionOf(ada)).toMatchObject({ status: 'approved' });
  });

  it('does nothing for the holder of a seat that was given up, or a blocked person', async () => {
    const { code, event } = await ticketOf(ada);
    await giveUp(ada, event.id);
    const blocked = await aUser(api.db, { is_blocked: true });
    await complete({ ticket: code }).expect(202);
    await complete(named(blocked)).expect(202);
    await runCalls(api);
    for (const user of [ada, blocked]) expect(await participationOf(user)).toBeUndefined();
  });

  it('never stands in the way of what the person or a signed call sends', async () => {
    const external = await aTask(api.db, quest, { type: 'external' });
    const proof = 'Seen at the booth';
    await complete({ task_id: external.id, ...named(ada), proof }).expect(202, {
      task_id: external.id,
      status: 'pending',
    });
    await runCalls(api);
    expect(await submissionOf(ada, external)).toEqual({
      status: 'pending',
      source: 'public',
      submissions: 0,
    });

    // What the public left at a code task counts as nothing, even once it was rejected.
    await api.db('user_quest_tasks').insert({
      task_id: task.id,
      user_id: ada.id,
      quest_id: quest.id,
      status: 'rejected',
      source: 'public',
      submitted_at: api.now(),
      decided_at: api.now(),
    });
    const own = api.as(ada).post('/api/v1/quests/tasks/complete');
    const { body } = await own.send({ task_id: task.id, answer: CODE }).expect(201);
    expect(body).toMatchObject({ status: 'approved', points_awarded: 10 });
  });

  it('changes nothing where the person sent something', async () => {
    await api.as(ada).post(`/api/v1/quests/${quest.id}/start`).expect(201);
    await api.db('user_quest_tasks').insert({
      task_id: task.id,
      user_id: ada.id,
      quest_id: quest.id,
      status: 'rejected',
      source: 'self',
      submissions: 1,
      reason: 'not there',
      submitted_at: api.now(),
      decided_at: api.now(),
    });
    await complete(named(ada)).expect(202);
    await runCalls(api);
    expect(await submissionOf(ada)).toEqual({
      status: 'rejected',
      source: 'self',
      submissions: 1,
    });
  });

  it('changes nothing once what an earlier one sent is approved', async () => {
    const external = await aTask(api.db, quest, { type: 'external' });
    const send = async (proof: string) => {
      await complete({ task_id: external.id, ...named(ada), proof }).expect(202);
      await runCalls(api);
    };
    const stored = () => api.db('user_quest_tasks').where({ task_id: external.id }).first();
    await send('Seen at the booth');
    const { id } = await stored();
    await api.admin().post(`/api/v1/admin/quests/tasks/${id}/approve`).expect(200);
    const approved = await stored();

    await send('Seen by another device');
    expect(await stored()).toEqual(approved);
    expect(approved).toMatchObject({ status: 'approved', text: 'Seen at the booth' });
  });

  it('changes nothing that the person is sending at this moment', async () => {
    await api.as(ada).post(`/api/v1/quests/${quest.id}/start`).expect(201);
    await complete(named(ada)).expect(202);
    // A submission locks the row of its user.
    await using own = await beginTransaction(api.db);
    await own.raw('select from users where id = ? for no key update', [ada.id]);
    await aSubmission(own, [ada, task]);
    const called = runCalls(api);
    await untilWaiting(api.db);
    await own.commit();
    await called;
    expect(await submissionOf(ada)).toMatchObject({ status: 'approved', source: 'self' });
  });

  it.each([{ registration_mode: 'approval' }, { max_participants: 5 }])(
    'only asks for registration where the quest has %o',
    async (columns) => {
      await api.db('quests').where({ id: quest.id }).update(columns);
      const grace = await aUser(api.db);
      await post(JOIN, { quest_id: quest.id, ...named(ada) }).expect(202, {
        quest_id: quest.id,
        status: 'accepted',
      });
      await complete(named(grace)).expect(202);
      await runCalls(api);
      for (const user of [ada, grace]) {
        expect(await participationOf(user)).toBeUndefined();
        expect(await requestOf(user)).toEqual({ status: 'pending', source: 'public' });
      }
      expect(await submissionOf(grace)).toBeUndefined();
    },
  );

  it('makes a participant where the quest is open, once', async () => {
    for (let call = 0; call < 2; call++)
      await post(JOIN, { quest_id: quest.id, ...named(ada) }).expect(202);
    await runCalls(api);
    expect(await participationOf(ada)).toEqual({ status: 'in_progress', source: 'public' });
    const { participant_count } = await api.db('quests').where({ id: quest.id }).first();
    expect(participant_count).toBe(1);
  });

  it('counts when it was sent, also for a quest that ended before a worker applied it', async () => {
    const grace = await aUser(api.db);
    await complete(named(ada)).expect(202);
    await post(JOIN, { quest_id: quest.id, ...named(grace) }).expect(202);
    const started_at = api.now().toISOString();
    api.advance(60_000);
    await api.db('quests').where({ id: quest.id }).update({ ends_at: api.now() });
    await runCalls(api);
    expect(await submissionOf(ada)).toMatchObject({ status: 'approved' });
    for (const { id: user_id } of [ada, grace])
      expect(await api.db('user_quests').where({ user_id }).first('started_at')).toEqual({
        started_at,
      });
  });

  it('does not start the quest of who was admitted, until it brings the code', async () => {
    await api.db('quests').where({ id: quest.id }).update({ registration_mode: 'approval' });
    await api.db('user_quests').insert({
      quest_id: quest.id,
      user_id: ada.id,
      status: 'admitted',
      source: 'admin',
      active_at: api.now(),
    });
    await post(JOIN, { quest_id: quest.id, ...named(ada) }).expect(202);
    await runCalls(api);
    expect(await participationOf(ada)).toEqual({ status: 'admitted', source: 'admin' });
    await complete(named(ada)).expect(202);
    await runCalls(api);
    expect(await participationOf(ada)).toEqual({ status: 'completed', source: 'admin' });
  });
});

describe('the job of an unsigned call', () => {
  const SAID = 'Said by a stranger';
  const queued = async () =>
    JSON.stringify(await api.db('pgboss.job').where('name', 'like', 'apply-%').pluck('data'));
  const kept = () => api.db('unsigned_calls').where({ user_id: ada.id }).pluck('text');
  let external: QuestTask;
  beforeEach(async () => {
    await api.db('pgboss.job').delete();
    external = await aTask(api.db, quest, { type: 'external' });
  });
  const say = () => complete({ task_id: external.id, ...named(ada), proof: SAID }).expect(202);

  it('names a row only, which an erasure deletes', async () => {
    await say();
    const { id } = await api.db('unsigned_calls').where({ user_id: ada.id }).first('id');
    expect(await queued()).toBe(JSON.stringify([{ call_id: id }]));
    expect(await kept()).toEqual([SAID]);

    await api.as(ada).delete('/api/v1/users/me').expect(200);
    expect(await kept()).toEqual([]);
    await runCalls(api);
    expect(await submissionOf(ada, external)).toBeUndefined();
  });

  it('deletes the row once the call is applied, and does nothing when it runs again', async () => {
    await say();
    const { id } = await api.db('unsigned_calls').where({ user_id: ada.id }).first('id');
    await runCalls(api);
    expect(await kept()).toEqual([]);
    const stored = await submissionOf(ada, external);
    expect(stored).toMatchObject({ status: 'pending' });

    expect(await api.services.unsignedCalls.applyKept(id)).toBe(false);
    expect(await submissionOf(ada, external)).toEqual(stored);
  });

  it('deletes the row of a call that a rule refuses, or that came while the person was erased', async () => {
    await say();
    await api.db('quests').where({ id: quest.id }).update({ public_api_enabled: false });
    await runCalls(api);
    expect(await kept()).toEqual([]);

    await api.db('quests').where({ id: quest.id }).update({ public_api_enabled: true });
    await say();
    await api.db('pgboss.job').delete();
    await api
      .db('users')
      .where({ id: ada.id })
      .update({ messenger_id: null, erased_at: api.now() });
    await api.store.unsignedCalls.deleteOld();
    expect(await kept()).toEqual([]);
  });

  it('deletes the row of a call whose job is gone after 14 days', async () => {
    for (const [days, left] of [
      [13, [SAID]],
      // The column has milliseconds: a time of right now is rounded, and can be later than the next statement.
      [14.001, []],
    ] as const) {
      await say();
      const created_at = api.db.raw(`now() - ? * interval '1 day'`, [days]);
      await api.db('unsigned_calls').where({ user_id: ada.id }).update({ created_at });
      await api.store.unsignedCalls.deleteOld();
      expect(await kept()).toEqual(left);
      await api.db('unsigned_calls').delete();
    }
  });

  it('is not waited for by a call while the row of the person is locked', async () => {
    await using lock = await beginTransaction(api.db);
    await lock('users').where({ id: ada.id }).forUpdate();
    await lock('quests').where({ id: quest.id }).forUpdate();
    await say();
  });

  it('that the previous version enqueued is worked off', async () => {
    const payload = {
      quest_id: quest.id,
      task_id: external.id,
      user_id: ada.id,
      text: SAID,
      sent_at: api.now().toISOString(),
    };
    const run = applyQuestCall.run(api.services, payload, new AbortController().signal);
    expect(await run).toEqual({ applied: true });
    expect(await submissionOf(ada, external)).toMatchObject({ status: 'pending' });
  });
});

describe('wrong codes of unsigned calls', () => {
  const wrong = { ...UNKNOWN, proof: 'WRONG-CODE' };

  it('are counted by address, never against the person, also without rate limits', async () => {
    for (let n = 0; n < 30; n++)
      expect(await refusalOf(complete(wrong))).toEqual([400, 'WRONG_ANSWER']);
    const { headers, body } = await complete(named(ada)).expect(429);
    expect(body.code).toBe('RATE_LIMITED');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);

    const own = api.as(ada).post('/api/v1/quests/tasks/complete');
    await own.send({ task_id: task.id, answer: CODE }).expect(201);
  });

  it('let the codes of a task rest after 100,000 in an hour, and right ones do not count', async () => {
    await complete(named(ada)).expect(202);
    const key = `unsigned-codes-of-task:${task.id}`;
    const hits = () => api.db('rate_limit_counters').where({ key }).first('hits');
    expect(await hits()).toEqual({ hits: 0 });

    // The addresses of one stranger must not lock a booth for all others.
    await api.db('rate_limit_counters').where({ key }).update({ hits: 99_999 });
    await complete(named(ada)).expect(202);
    await api.db('rate_limit_counters').where({ key }).update({ hits: 100_000 });
    await complete(named(ada)).expect(429);
    const other = await aCodeTask(api, quest, CODE);
    await complete({ task_id: other.id, ...named(ada) }).expect(202);
  });
});

it('rate limits of unsigned calls count an address with a person, known or not', async () => {
  await using limited = await startApi({ on: api, env: { RATE_LIMIT_ENABLED: 'true' } });
  const call = (body: object) =>
    limited
      .anonymous()
      .post(COMPLETE)
      .send({ task_id: task.id, proof: CODE, ...body });
  for (const person of [named(ada), UNKNOWN]) {
    for (let n = 0; n < 10; n++) await call(person).expect(202);
    await call(person).expect(429);
  }
  await call(named(await aUser(api.db))).expect(202);
});
