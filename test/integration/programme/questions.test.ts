import type { User } from '../../../src/domain/people/users.ts';
import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { deleteOldGuests } from '../../../src/jobs/attendance.jobs.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { startCaching, statementsDuring } from '../../support/cached-reads.ts';
import { beginTransaction } from '../../support/database.ts';
import { whileErasing } from '../../support/erasure.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
  people,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { untilWaiting } from '../../support/queries.ts';
import { aQuestion, votesOf } from '../../support/questions.ts';

const TEXT = 'Who wrote the first program?';
const MINUTE_MS = 60_000;

let api: TestApi;
let fair: Conference;
/** From 9:00 to 10:00, which is now. */
let item: AgendaItem;
let ada: User;
let ben: User;
let eve: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('rate_limit_counters').delete();
  fair = await aConference(api.db);
  item = await anAgendaItem(api.db, fair, { questions: 'open' });
  [ada, ben, eve] = await people(api.db, 3);
  for (const user of [ada, ben, eve]) await aRegistration(api.db, [user, fair]);
});

const path = (of = item) => `/api/v1/agenda/${of.id}/questions`;
const ask = (user: User, text = TEXT, of = item) => api.as(user).post(path(of)).send({ text });
const asked = async (user: User, text = TEXT): Promise<number> =>
  (await ask(user, text).expect(201)).body.id;
const list = async (query: object = {}, of = item) =>
  (await api.anonymous().get(path(of)).query(query).expect(200)).body;
const vote = (user: User, id: number) => api.as(user).put(`/api/v1/questions/${id}/vote`);
const unvote = (user: User, id: number) => api.as(user).delete(`/api/v1/questions/${id}/vote`);
const report = (user: User, id: number) => api.as(user).post(`/api/v1/questions/${id}/report`);
const withdraw = (user: User, id: number) => api.as(user).delete(`/api/v1/questions/${id}`);
const set = (columns: object, of = item) =>
  api.db('agenda_items').where({ id: of.id }).update(columns);
const statusOf = async (id: number) =>
  (await api.db('session_questions').where({ id }).first())?.status;
const votes = (id: number) => api.db('question_votes').where({ question_id: id });
const state = async (user: User) =>
  (await api.as(user).get('/api/v1/users/me/state').query({ agenda_item_id: item.id }).expect(200))
    .body;

describe('GET /agenda/:id/questions', () => {
  it('lists visible questions by votes, then the answered ones, and names nobody', async () => {
    const few = await aQuestion(api.db, item, { user_id: ada.id });
    const many = await aQuestion(api.db, item, { user_id: ada.id });
    const decided_at = '2026-05-14T09:05:00.000Z';
    const answered = await aQuestion(api.db, item, { status: 'answered', decided_at });
    await aQuestion(api.db, item, { status: 'waiting' });
    await aQuestion(api.db, item, { status: 'hidden' });
    await aQuestion(api.db, item, { merged_into: many });
    await votesOf(api.db, many, [ben, eve]);
    await votesOf(api.db, few, [ben]);

    const { data, ...rest } = await list();

    expect(rest).toEqual({
      mode: 'open',
      is_open: true,
      closes_at: '2026-05-14T10:30:00.000Z',
      as_of: api.now().toISOString(),
    });
    expect(data.map(({ id, votes }: { id: number; votes: number }) => [id, votes])).toEqual([
      [many, 2],
      [few, 1],
      [answered, 0],
    ]);
    expect(Object.keys(data[0]).sort()).toEqual(['created_at', 'id', 'status', 'text', 'votes']);
    const newest = (await list({ sort: 'new' })).data.map(({ id }: { id: number }) => id);
    expect(newest).toEqual([many, few, answered]);
  });

  it('has at most 200 visible questions, and the 20 that were answered last', async () => {
    const rows = (count: number, status: string) =>
      api.db.raw(
        `insert into session_questions (agenda_item_id, text, status, created_at, decided_at)
         select ?, 'Is it number ' || n || '.', ?, now(), now() + n * interval '1 second'
           from generate_series(1, ?::int) n`,
        [item.id, status, count],
      );
    await rows(205, 'visible');
    await rows(25, 'answered');
    const { data } = await list();
    expect(data).toHaveLength(220);
    expect(data[200].text).toBe('Is it number 25.');
    expect(data[219].text).toBe('Is it number 6.');
  });

  it('is empty while questions are off', async () => {
    await aQuestion(api.db, item);
    await set({ questions: 'off' });
    expect(await list()).toMatchObject({ mode: 'off', is_open: false, closes_at: null, data: [] });
  });

  it('answers 404 for an item that is not public, and 400 for another sort', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const hidden = await anAgendaItem(api.db, draft, { questions: 'open' });
    await api
      .anonymous()
      .get(path(hidden))
      .expect(404, failure('NOT_FOUND', 'agenda item not found'));
    await api.anonymous().get('/api/v1/agenda/999999/questions').expect(404);
    const { body } = await api.anonymous().get(path()).query({ sort: 'old' }).expect(400);
    expect(body.error).toMatch(/^sort: /);
  });

  it('is kept for a second: votes do not make it again, a decision does', async () => {
    await using caching = await startCaching({ on: api });
    const id = await asked(ada);
    const get = () => caching.anonymous().get(`${path()}?sort=votes`).expect(200);
    await get();
    const byOthers = await statementsDuring(caching, async () => {
      await Promise.all(Array.from({ length: 20 }, get));
    });
    expect(byOthers).toBe(0);
    await caching.as(ben).put(`/api/v1/questions/${id}/vote`).expect(200);
    const text = 'What did the engine weave?';
    await caching.as(ben).post(path()).send({ text }).expect(201);
    expect((await get()).body.data).toMatchObject([{ id, votes: 0 }]);

    await caching
      .admin()
      .patch(`/api/v1/admin/questions/${id}`)
      .send({ from: 'visible', status: 'hidden' })
      .expect(200);
    expect((await get()).body.data).toMatchObject([{ text }]);
  });
});

describe('POST /agenda/:id/questions', () => {
  it('is visible at once in an open session, and waits in a moderated one', async () => {
    const { body } = await ask(ada, `  ${TEXT} `).expect(201);
    expect(body).toEqual({
      id: expect.any(Number),
      agenda_item_id: item.id,
      text: TEXT,
      status: 'visible',
      created_at: api.now().toISOString(),
    });
    await set({ questions: 'moderated' });
    expect((await ask(ben).expect(201)).body.status).toBe('waiting');
  });

  it('is the same question for the same text of the same person', async () => {
    const id = await asked(ada);
    expect((await ask(ada).expect(200)).body).toMatchObject({ id, status: 'visible' });
    await asked(ben);
  });

  it('waits in an open session if two reports about the person were upheld', async () => {
    const about = { reported_id: ada.id, reason: 'spam', profile: '{}', created_at: api.now() };
    const insert = (outcome: string) =>
      api.db('user_reports').insert({ ...about, outcome, resolved_at: api.now() });
    await insert('warned');
    await insert('dismissed');
    expect((await ask(ada, 'The first question of it?')).body.status).toBe('visible');
    await insert('warned');
    expect((await ask(ada, 'The second question of it?')).body.status).toBe('waiting');
  });

  it.each([
    [{}, 'text: '],
    [{ text: 'Too short' }, 'text: expected at least 10 characters'],
    [{ text: '😀'.repeat(9) }, 'text: expected at least 10 characters'],
    [{ text: 'a'.repeat(301) }, 'text: expected at most 300 characters'],
    [{ text: 'Two lines\nof a question' }, 'text: expected one line'],
    [{ text: 'Turned \u202e around here' }, 'text: expected one line'],
  ])('answers 400 for %j', async (given, said) => {
    const { body } = await api.as(ada).post(path()).send(given).expect(400);
    expect(body.error).toMatch(new RegExp(`^${said}`));
  });

  it('takes 10 characters that are no letters of one unit', async () => {
    await ask(ada, '😀'.repeat(10)).expect(201);
  });

  it('needs a seat at the conference, or at the event of the session', async () => {
    const event = await anEvent(api.db, { conference_id: fair.id });
    const own = await anAgendaItem(api.db, fair, { event_id: event.id, questions: 'open' });
    const [guest, waiting] = [await aUser(api.db), await aUser(api.db)];
    await aRegistration(api.db, [waiting, fair], { status: 'waitlisted' });
    for (const user of [guest, waiting]) {
      const { body } = await ask(user, TEXT, own).expect(403);
      expect(body.code).toBe('REGISTRATION_REQUIRED');
    }
    await anAttendance(api.db, [guest, event], 'checked_in');
    await ask(guest, TEXT, own).expect(201);
    await ask(guest).expect(403);
  });

  it('answers 409 while questions are not open, and 404 for what is not public', async () => {
    const closed = () => ask(ada).expect(409);
    await set({ questions: 'off' });
    expect((await closed()).body.code).toBe('QUESTIONS_CLOSED');
    await set({ questions: 'open', starts_at: '2026-05-14T10:01Z', ends_at: '2026-05-14T11:00Z' });
    await closed();
    await set({ starts_at: '2026-05-14T08:00Z', ends_at: '2026-05-14T08:30Z' });
    await closed();
    await set({ questions_until: '2026-05-14T09:01Z' });
    await ask(ada).expect(201);
    await set({ status: 'cancelled' });
    await ask(ben).expect(409);
    await api.db('conferences').where({ id: fair.id }).update({ status: 'draft' });
    await ask(ada).expect(404);
  });

  it('takes 3 open questions of a person, of 20 at once, too', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask(ada, `Question number ${n}?`)),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(refused.map(({ body }) => body.code)).toEqual(Array(17).fill('QUESTION_LIMIT'));
    expect(await api.db('session_questions').where({ user_id: ada.id })).toHaveLength(3);

    await api.db('session_questions').where({ user_id: ada.id }).limit(1);
    const [first, second] = answers.filter(({ status }) => status === 201);
    const change = (id: number, columns: object) =>
      api.db('session_questions').where({ id }).update(columns);
    await change(first?.body.id, { status: 'answered' });
    await ask(ada, 'One more question?').expect(201);
    await change(second?.body.id, { status: 'hidden' });
    await ask(ada, 'Yet one more question?').expect(201);
    await ask(ada, 'And another question?').expect(409);
  });

  it('takes 6 new questions within a minute; the limit of open ones comes first', async () => {
    for (let n = 0; n < 6; n += 1) {
      await withdraw(ada, await asked(ada, `Question number ${n}?`)).expect(200);
    }
    const { body, headers } = await ask(ada).expect(429);
    expect(body.code).toBe('RATE_LIMITED');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    for (let n = 0; n < 3; n += 1) await aQuestion(api.db, item, { user_id: ada.id });
    expect((await ask(ada).expect(409)).body.code).toBe('QUESTION_LIMIT');
  });

  it('stores nothing of a person who is erased at the same time', async () => {
    const { status } = await whileErasing(api, ada, () => ask(ada));
    expect(status).toBe(401);
    expect(await api.db('session_questions').where({ agenda_item_id: item.id })).toEqual([]);
  });

  it('refuses a blocked person, and one who is not signed in', async () => {
    await api.db('users').where({ id: ada.id }).update({ is_blocked: true });
    await ask(ada).expect(403);
    await api.anonymous().post(path()).send({ text: TEXT }).expect(401);
  });
});

describe('PUT and DELETE /questions/:id/vote', () => {
  it('counts each person once, of many requests at once, too', async () => {
    const id = await asked(ada);
    const users = await people(api.db, 10);
    for (const user of users) await aRegistration(api.db, [user, fair]);
    const requests = [...users, ...users].map((user) => vote(user, id).expect(200));
    for (const { body } of await Promise.all(requests)) expect(body).toEqual({ id, voted: true });
    expect((await list()).data).toMatchObject([{ id, votes: 10 }]);

    const withdrawn = [ben, users[0], users[0]].map((user) => unvote(user, id).expect(200));
    for (const { body } of await Promise.all(withdrawn)) expect(body).toEqual({ id, voted: false });
    expect((await list()).data).toMatchObject([{ id, votes: 9 }]);
  });

  it('does nothing for an own question, whatever its status', async () => {
    const id = await asked(ada);
    expect((await vote(ada, id).expect(200)).body).toEqual({ id, voted: false });
    await api.db('session_questions').where({ id }).update({ status: 'waiting' });
    expect((await unvote(ada, id).expect(200)).body).toEqual({ id, voted: false });
    expect(await votes(id)).toEqual([]);
  });

  it.each([vote, unvote])('is refused where the question does not allow it (%p)', async (send) => {
    const code = async (id: number, user = ben) => (await send(user, id)).body.code;
    const id = await asked(ada);
    for (const [status, refused] of [
      ['waiting', 'QUESTIONS_CLOSED'],
      ['answered', 'QUESTIONS_CLOSED'],
      ['hidden', 'NOT_FOUND'],
    ] as const) {
      expect([status, await code(await aQuestion(api.db, item, { status }))]).toEqual([
        status,
        refused,
      ]);
    }
    expect(await code(await aQuestion(api.db, item, { merged_into: id }))).toBe('NOT_FOUND');
    expect(await code(999_999)).toBe('NOT_FOUND');
    expect(await code(id, await aUser(api.db))).toBe('REGISTRATION_REQUIRED');
    await set({ questions: 'off' });
    expect(await code(id)).toBe('QUESTIONS_CLOSED');
    await api.db('conferences').where({ id: fair.id }).update({ status: 'draft' });
    expect(await code(id)).toBe('NOT_FOUND');
  });

  it('is refused after a decision that a moderator takes at the same time', async () => {
    const id = await asked(ada);
    await using decision = await beginTransaction(api.db);
    await decision('session_questions').where({ id }).forUpdate();
    await decision('session_questions').where({ id }).update({ status: 'hidden' });
    const voting = Promise.resolve(vote(ben, id));
    await untilWaiting(api.db, 1);
    await decision.commit();
    expect((await voting).status).toBe(404);
    expect(await votes(id)).toEqual([]);
  });

  it('is none of a person who is erased at the same time', async () => {
    const id = await asked(ada);
    expect((await whileErasing(api, ben, () => vote(ben, id))).status).toBe(401);
    expect(await votes(id)).toEqual([]);
  });

  it('is limited to 60 a minute', async () => {
    await using limited = await startApi({ on: api, rateLimits: { 'question-votes': 2 } });
    const id = await asked(ada);
    const send = () => limited.as(ben).put(`/api/v1/questions/${id}/vote`);
    await send().expect(200);
    await send().expect(200);
    expect((await send().expect(429)).body.code).toBe('RATE_LIMITED');
  });
});

describe('DELETE /questions/:id', () => {
  it('withdraws an own question with its votes', async () => {
    const id = await asked(ada);
    await vote(ben, id).expect(200);
    expect((await withdraw(ada, id).expect(200)).body).toEqual({ id, deleted: true });
    expect(await votes(id)).toEqual([]);
    await withdraw(ada, id).expect(404);
  });

  it('answers 404 for that of another person, and 409 once it is answered', async () => {
    const id = await asked(ada);
    await withdraw(ben, id).expect(404);
    await api.db('session_questions').where({ id }).update({ status: 'answered' });
    const { body } = await withdraw(ada, id).expect(409);
    expect(body).toEqual(failure('CONFLICT', 'This question is answered'));
  });
});

describe('POST /questions/:id/report', () => {
  it('lets a question wait at the third person, and counts each person once', async () => {
    const id = await asked(ada);
    const users = await people(api.db, 2);
    for (const user of users.slice(0, 2)) await aRegistration(api.db, [user, fair]);
    expect((await report(ben, id).expect(201)).body).toEqual({ id, reported: true });
    await report(ben, id).expect(200);
    await report(eve, id).expect(201);
    expect(await statusOf(id)).toBe('visible');
    await report(users[0], id).expect(201);
    expect(await statusOf(id)).toBe('waiting');
    await report(users[1], id).expect(404);

    // A moderator has read it: one more report changes nothing.
    await api.db('session_questions').where({ id }).update({ status: 'visible' });
    await report(users[1], id).expect(201);
    expect(await statusOf(id)).toBe('visible');
  });

  it('counts reports that come at once', async () => {
    const id = await asked(ada);
    const users = [ben, eve, await aUser(api.db)];
    await aRegistration(api.db, [users[2] as User, fair]);
    const sent = [...users, ...users].map((user) => report(user as User, id));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(await statusOf(id)).toBe('waiting');
    expect(await api.db('session_questions').where({ id }).first()).toMatchObject({ reports: 3 });
  });

  it('takes no question off the wall of a moderated session', async () => {
    const id = await aQuestion(api.db, item);
    await set({ questions: 'moderated' });
    for (const user of [ada, ben, eve]) await report(user, id).expect(201);
    expect(await statusOf(id)).toBe('visible');
  });

  it('answers 404 for what is not shown, and 403 without a seat', async () => {
    const id = await asked(ada);
    await report(await aUser(api.db), id).expect(403);
    await report(ben, await aQuestion(api.db, item, { status: 'waiting' })).expect(404);
    await report(ben, await aQuestion(api.db, item, { status: 'hidden' })).expect(404);
    await report(ben, await aQuestion(api.db, item, { merged_into: id })).expect(404);
    await report(ben, 999_999).expect(404);
  });
});

describe('the own questions and votes', () => {
  it('are in the user state of the session', async () => {
    const id = await asked(ada);
    const merged = await aQuestion(api.db, item, { user_id: ada.id, status: 'waiting' });
    const target = await aQuestion(api.db, item);
    await api.db('session_questions').where({ id: merged }).update({ merged_into: target });
    await vote(ada, target).expect(200);
    const other = await anAgendaItem(api.db, fair, { questions: 'open' });
    await aQuestion(api.db, other, { user_id: ada.id });

    expect(await state(ada)).toMatchObject({
      questions: [
        { id, status: 'visible' },
        { id: merged, status: 'visible' },
      ],
      question_votes: [target],
    });
    expect(await state(ben)).toMatchObject({ questions: [], question_votes: [] });
  });

  it('are in the export, and gone after an erasure, which others read at once', async () => {
    const id = await asked(ada);
    const other = await asked(ben, 'What did the engine weave?');
    await vote(ada, other).expect(200);
    await report(ada, other).expect(201);
    const { body } = await api.as(ada).get('/api/v1/users/me/export').expect(200);
    expect(body).toMatchObject({
      questions: [{ id, text: TEXT }],
      question_votes: [{ question_id: other }],
      question_reports: [{ question_id: other }],
    });

    await using caching = await startCaching({ on: api });
    const shown = async () =>
      (await caching.anonymous().get(path()).expect(200)).body.data.map(
        ({ text, votes }: { text: string; votes: number }) => [text, votes],
      );
    await shown();
    await caching.as(ada).delete('/api/v1/users/me').expect(200);
    expect(await shown()).toEqual([
      ['This question was withdrawn', 0],
      ['What did the engine weave?', 0],
    ]);
    expect(await api.db('question_reports').where({ question_id: other })).toEqual([]);
  });

  it('are deleted 90 days after the conference', async () => {
    const id = await asked(ada);
    const run = async () => {
      const { guestRetention } = api.services;
      return deleteOldGuests.run({ guestRetention }, null, AbortSignal.timeout(MINUTE_MS));
    };
    await api
      .db('conferences')
      .where({ id: fair.id })
      .update({ ends_on: '2026-02-14', starts_on: '2026-02-13' });
    await run();
    expect(await statusOf(id)).toBe('visible');
    await api
      .db('conferences')
      .where({ id: fair.id })
      .update({ ends_on: '2026-02-12', starts_on: '2026-02-12' });
    expect(await run()).toMatchObject({ questions: 1 });
    expect(await statusOf(id)).toBeUndefined();
  });

  it('go with the agenda item', async () => {
    const id = await asked(ada);
    await vote(ben, id).expect(200);
    await api.admin().delete(`/api/v1/admin/agenda/${item.id}`).expect(200);
    expect(await statusOf(id)).toBeUndefined();
    expect(await votes(id)).toEqual([]);
  });
});
