import { PRESETS } from '../../../src/domain/administration/grants.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey, anAdministrator } from '../../support/api-keys.ts';
import { EventStreamReader } from '../../support/event-stream.ts';
import { aConference, anAgendaItem, aRegistration, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { walk } from '../../support/lists.ts';
import { aQuestion, votesOf } from '../../support/questions.ts';

let api: TestApi;
let fair: Conference;
let item: AgendaItem;
let ada: User;
let ben: User;
let eve: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  fair = await aConference(api.db);
  item = await anAgendaItem(api.db, fair, { questions: 'moderated' });
  [ada, ben, eve] = await people(api.db, 3, { first_name: 'Ada', username: null });
});

const path = () => `/api/v1/admin/agenda/${item.id}/questions`;
const list = async (query: object = {}, key?: string) =>
  (await api.admin(key).get(path()).query(query).expect(200)).body;
const idsOf = ({ data }: { data: readonly { id: number }[] }) => data.map(({ id }) => id);
const patch = (id: number, body: object, key?: string) =>
  api.admin(key).patch(`/api/v1/admin/questions/${id}`).send(body);
const bulk = (body: object, key?: string) =>
  api.admin(key).post('/api/v1/admin/questions/bulk').send(body);
const row = (id: number) => api.db('session_questions').where({ id }).first();
const votes = async (id: number) =>
  (await api.db('question_votes').where({ question_id: id }).orderBy('user_id')).map(
    ({ user_id }) => user_id,
  );

describe('GET /admin/agenda/:id/questions', () => {
  it('lists all questions with person and votes, answered ones last', async () => {
    const answered = await aQuestion(api.db, item, { status: 'answered' });
    const waiting = await aQuestion(api.db, item, { user_id: ada.id, status: 'waiting' });
    const visible = await aQuestion(api.db, item);
    const merged = await aQuestion(api.db, item, { merged_into: visible });
    await votesOf(api.db, visible, [ada, ben]);

    const body = await list();

    expect(idsOf(body)).toEqual([waiting, visible, merged, answered]);
    expect(body.data[0]).toEqual({
      id: waiting,
      agenda_item_id: item.id,
      text: expect.any(String),
      status: 'waiting',
      votes: 0,
      reports: 0,
      merged_into: null,
      user: { id: ada.id, first_name: 'Ada', last_name: null, username: null },
      created_at: '2026-05-14T09:00:00.000Z',
      decided_at: null,
      decided_by: null,
    });
    expect(body.data[1]).toMatchObject({ votes: 2, user: null });
    expect(idsOf(await list({ status: 'visible' }))).toEqual([visible]);
    expect(idsOf(await list({ sort: '-votes' }))[0]).toBe(visible);
  });

  it.each(['answered', '-votes'])('has pages by cursor, sorted by %s', async (sort) => {
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await aQuestion(api.db, item));
    await votesOf(api.db, ids[3] as number, [ada]);
    const found = await walk(api.admin(), `${path()}?sort=${sort}&limit=2`);
    expect(found.sort()).toEqual(ids);
  });

  it('is a file, whose export the audit log records', async () => {
    await aQuestion(api.db, item, { user_id: ada.id, text: '=1+1, is it safe?' });
    const { text } = await api.admin().get(path()).query({ format: 'csv' }).expect(200);
    const [header, first] = text.replace('\ufeff', '').split('\r\n');
    expect(header).toBe(
      'id,created_at,status,votes,text,user_id,first_name,last_name,username,reports,merged_into,decided_at,decided_by',
    );
    expect(first).toContain(`"'=1+1, is it safe?",${ada.id},Ada,`);
    const recorded = await api.db('audit_log').where({ action: 'agenda_item.export_questions' });
    expect(recorded).toMatchObject([{ subject_id: item.id, conference_id: fair.id }]);
  });

  it('needs its scope; the preset of the stage has it, and the agenda', async () => {
    const stage = await aKey(api.db, { scopes: PRESETS.stage, conference_ids: [fair.id] });
    await list({}, stage.secret);
    await api.admin(stage.secret).get(`/api/v1/admin/agenda/${item.id}`).expect(200);
    const content = await aKey(api.db, { scopes: ['content:read'] });
    await api.admin(content.secret).get(path()).expect(403);
    const other = await aConference(api.db);
    const limited = await aKey(api.db, { scopes: PRESETS.stage, conference_ids: [other.id] });
    await api.admin(limited.secret).get(path()).expect(404);
    const reader = await aKey(api.db, { scopes: ['questions:read'] });
    await patch(
      await aQuestion(api.db, item),
      { from: 'visible', status: 'hidden' },
      reader.secret,
    ).expect(403);
  });

  it('answers 404 for an unknown item, as JSON and as a file', async () => {
    for (const format of ['json', 'csv']) {
      await api.admin().get('/api/v1/admin/agenda/999999/questions').query({ format }).expect(404);
    }
  });
});

describe('PATCH /admin/questions/:id', () => {
  it('shows, answers and hides, and records who decided', async () => {
    const administrator_id = await anAdministrator(api.db, { name: 'Mina' });
    const key = await aKey(api.db, {
      scopes: PRESETS.stage,
      administrator_id,
      expires_at: '2026-06-14T09:00:00Z',
    });
    const id = await aQuestion(api.db, item, { status: 'waiting', user_id: ada.id });
    for (const [from, status] of [
      ['waiting', 'visible'],
      ['visible', 'answered'],
      ['answered', 'hidden'],
      ['hidden', 'visible'],
    ] as const) {
      const { body } = await patch(id, { from, status }, key.secret).expect(200);
      const decided_at = api.now().toISOString();
      expect(body).toMatchObject({ id, status, decided_by: 'Mina', decided_at });
    }
    const recorded = await api
      .db('audit_log')
      .where({ action: 'agenda_item.decide_questions', subject_id: item.id })
      .orderBy('id');
    expect(recorded).toHaveLength(4);
    expect(recorded[0]).toMatchObject({
      before: { status: 'waiting' },
      after: { status: 'visible', questions: [id] },
    });
    // What already holds is no decision.
    await patch(id, { from: 'visible', status: 'visible' }).expect(200);
    expect(await row(id)).toMatchObject({ decided_by_administrator_id: administrator_id });
  });

  it('says what the question is now to the second of two moderators', async () => {
    const id = await aQuestion(api.db, item, { status: 'waiting' });
    const answers = await Promise.all([
      patch(id, { from: 'waiting', status: 'visible' }),
      patch(id, { from: 'waiting', status: 'visible' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toEqual(failure('CONFLICT', 'This question is visible now'));
  });

  it.each([
    [{ from: 'waiting' }, 'status: expected either status or merge_into'],
    [{ from: 'waiting', status: 'visible', merge_into: 7 }, 'status: expected either'],
    [{ from: 'waiting', status: 'waiting' }, 'status: '],
    [{ status: 'visible' }, 'from: '],
    [{ from: 'waiting', merge_into: 'x' }, 'merge_into: '],
  ])('answers 400 for %j', async (body, said) => {
    const id = await aQuestion(api.db, item, { status: 'waiting' });
    const answer = await patch(id, body).expect(400);
    expect(answer.body.error).toMatch(new RegExp(`^${said}`));
  });

  it('answers 404 for a question that does not exist, and of another conference', async () => {
    const decision = { from: 'waiting', status: 'visible' };
    await patch(999_999, decision).expect(404, failure('NOT_FOUND', 'question not found'));
    const key = await aKey(api.db, { conference_ids: [(await aConference(api.db)).id] });
    const id = await aQuestion(api.db, item, { status: 'waiting' });
    await patch(id, decision, key.secret).expect(404);
    expect(await row(id)).toMatchObject({ status: 'waiting' });
  });
});

describe('PATCH /admin/questions/:id with merge_into', () => {
  it('moves the votes, once for each person and none for the one who asked', async () => {
    const id = await aQuestion(api.db, item, { user_id: ada.id });
    const into = await aQuestion(api.db, item, { user_id: eve.id });
    const earlier = await aQuestion(api.db, item, { merged_into: id });
    await votesOf(api.db, id, [ben, eve]);
    await votesOf(api.db, into, [ada, ben]);

    const { body } = await patch(id, { from: 'visible', merge_into: into }).expect(200);

    expect(body).toMatchObject({ id, status: 'visible', merged_into: into, votes: 0 });
    expect(await votes(into)).toEqual([ada.id, ben.id]);
    expect(await row(earlier)).toMatchObject({ merged_into: into });
    const second = await patch(id, { from: 'visible', status: 'hidden' }).expect(409);
    expect(second.body.error).toBe(`This question was merged into question ${into}`);
    const recorded = await api.db('audit_log').where({ action: 'agenda_item.merge_questions' });
    expect(recorded).toMatchObject([{ after: { question: id, merged_into: into } }]);
  });

  it('loses no vote that comes at the same time, and counts each person once', async () => {
    const voters = await people(api.db, 20);
    for (const user of voters) await aRegistration(api.db, [user, fair]);
    const id = await aQuestion(api.db, item, { user_id: ada.id });
    const into = await aQuestion(api.db, item, { user_id: ben.id });
    await votesOf(api.db, into, voters.slice(0, 5));
    const voting = voters.map((user) => api.as(user).put(`/api/v1/questions/${id}/vote`));
    const [merged, ...answers] = await Promise.all([
      patch(id, { from: 'visible', merge_into: into }),
      ...voting,
    ]);
    expect(merged.status).toBe(200);
    const counted = voters.filter((_, n) => n < 5 || answers[n]?.status === 200);
    expect(await votes(into)).toEqual(counted.map((user) => user.id));
    expect(await votes(id)).toEqual([]);
  });

  it('of two merges into each other, one is refused', async () => {
    const [one, other] = [await aQuestion(api.db, item), await aQuestion(api.db, item)];
    const answers = await Promise.all([
      patch(one, { from: 'visible', merge_into: other }),
      patch(other, { from: 'visible', merge_into: one }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('needs another question of the same session that is shown', async () => {
    const id = await aQuestion(api.db, item);
    const elsewhere = await aQuestion(api.db, await anAgendaItem(api.db, fair));
    const hidden = await aQuestion(api.db, item, { status: 'hidden' });
    const merged = await aQuestion(api.db, item, { merged_into: hidden });
    const refused = async (merge_into: number) => {
      const { status, body } = await patch(id, { from: 'visible', merge_into });
      return [status, body.error];
    };
    const other = [400, 'merge_into: expected a question of the same session'];
    expect(await refused(elsewhere)).toEqual(other);
    expect(await refused(999_999)).toEqual(other);
    expect(await refused(id)).toEqual([400, 'merge_into: expected another question']);
    expect(await refused(hidden)).toEqual([409, 'merge_into: this question is hidden now']);
    expect(await refused(merged)).toEqual([409, 'merge_into: this question is merged now']);
    const { body } = await patch(id, { from: 'waiting', merge_into: hidden }).expect(409);
    expect(body.error).toBe('This question is visible now');
  });

  it('lets a question return if the other one is withdrawn', async () => {
    const id = await aQuestion(api.db, item);
    const into = await aQuestion(api.db, item, { user_id: ada.id });
    await patch(id, { from: 'visible', merge_into: into }).expect(200);
    await api.as(ada).delete(`/api/v1/questions/${into}`).expect(200);
    expect(await row(id)).toMatchObject({ status: 'visible', merged_into: null });
  });
});

describe('POST /admin/questions/bulk', () => {
  it('decides on each by itself, and records the decision once', async () => {
    const [one, two] = [
      await aQuestion(api.db, item, { status: 'waiting' }),
      await aQuestion(api.db, item, { status: 'waiting' }),
    ];
    const answered = await aQuestion(api.db, item, { status: 'answered' });
    const ids = [two, answered, 999_999, one];

    const { body } = await bulk({ ids, from: 'waiting', status: 'visible' }).expect(200);

    expect(body.results).toEqual([
      { id: two, status: 'visible' },
      { id: answered, error: 'This question is answered now', code: 'CONFLICT' },
      { id: 999_999, error: 'question not found', code: 'NOT_FOUND' },
      { id: one, status: 'visible' },
    ]);
    expect(await row(answered)).toMatchObject({ status: 'answered', decided_at: null });
    const recorded = await api
      .db('audit_log')
      .where({ action: 'agenda_item.decide_questions', subject_id: item.id });
    expect(recorded).toHaveLength(1);
  });

  it('leaves out questions of other conferences than those of the key', async () => {
    const id = await aQuestion(api.db, item, { status: 'waiting' });
    const key = await aKey(api.db, { conference_ids: [(await aConference(api.db)).id] });
    const { body } = await bulk({ ids: [id], from: 'waiting', status: 'visible' }, key.secret);
    expect(body.results).toMatchObject([{ id, code: 'NOT_FOUND' }]);
    expect(await row(id)).toMatchObject({ status: 'waiting' });
  });

  it.each([
    [{ ids: [], from: 'waiting', status: 'visible' }, 'ids: '],
    [
      { ids: Array.from({ length: 101 }, (_, n) => n + 1), from: 'waiting', status: 'visible' },
      'ids: ',
    ],
    [{ ids: [1, 1], from: 'waiting', status: 'visible' }, 'ids: '],
    [{ ids: [1], status: 'visible' }, 'from: '],
  ])('answers 400 for %j', async (body, said) => {
    expect((await bulk(body).expect(400)).body.error).toMatch(new RegExp(`^${said}`));
  });
});

it('the live stream reports questions, votes and decisions, with ids and no text', async () => {
  for (const user of [ada, ben]) await aRegistration(api.db, [user, fair]);
  const key = await aKey(api.db, { scopes: PRESETS.stage });
  const stream = await EventStreamReader.open(
    `${api.url}/api/v1/admin/stream?topics=question&conference_id=${fair.id}`,
    { 'X-API-Key': key.secret },
  );
  const last = () =>
    stream.events.filter(({ event }) => event === 'question').at(-1)?.data as unknown;
  const count = () => stream.events.filter(({ event }) => event === 'question').length;
  const next = async (work: () => PromiseLike<{ body: { id: number } }>) => {
    const before = count();
    const { body } = await work();
    await stream.until(() => count() > before);
    expect(last()).toEqual({ conference_id: fair.id, ids: [body.id], count: 1 });
    return body.id;
  };
  await api.db('agenda_items').where({ id: item.id }).update({ questions: 'open' });
  const text = 'Who wrote the first program?';
  const id = await next(() =>
    api.as(ada).post(`/api/v1/agenda/${item.id}/questions`).send({ text }),
  );
  await next(() => api.as(ben).put(`/api/v1/questions/${id}/vote`));
  await next(() => patch(id, { from: 'visible', status: 'answered' }));
  stream.close();
});

describe('the questions of an agenda item', () => {
  const put = (body: object) => api.admin().put(`/api/v1/admin/agenda/${item.id}`).send(body);
  const bulkItems = (body: object) => api.admin().post('/api/v1/admin/agenda/bulk').send(body);

  it('are off by default, and set with the item', async () => {
    const { body } = await api
      .admin()
      .post('/api/v1/admin/agenda')
      .send({
        conference_id: fair.id,
        title: 'Engines',
        starts_at: '2026-05-14T09:00:00Z',
        ends_at: '2026-05-14T10:00:00Z',
      })
      .expect(201);
    expect(body).toMatchObject({ questions: 'off', questions_until: null });
    const questions_until = '2026-05-21T10:00:00.000Z';
    const changed = await put({ questions: 'open', questions_until }).expect(200);
    expect(changed.body).toMatchObject({ questions: 'open', questions_until });
    expect((await api.db('agenda_items').where({ id: item.id }).first()).edited_fields).toEqual([]);
  });

  it('are open until 7 days after the end at most', async () => {
    const late = { questions_until: '2026-05-21T10:00:01Z' };
    const { body } = await put(late).expect(400);
    expect(body.error).toBe('questions_until: expected at most 7 days after the end');
    await put({ ...late, ends_at: '2026-05-14T10:30:00Z' }).expect(200);
    await put({ questions: 'maybe' }).expect(400);
    const title = { conference_id: fair.id, title: 'Engines' };
    const times = { starts_at: '2026-05-14T09:00:00Z', ends_at: '2026-05-14T10:00:00Z' };
    await api
      .admin()
      .post('/api/v1/admin/agenda')
      .send({ ...title, ...times, ...late })
      .expect(400);
  });

  it('move with the item, one by one and in bulk', async () => {
    await put({ questions_until: '2026-05-15T10:00:00Z' }).expect(200);
    const until = async () =>
      (await api.db('agenda_items').where({ id: item.id }).first()).questions_until;
    await put({ ends_at: '2026-05-14T10:30:00Z' }).expect(200);
    expect(await until()).toBe('2026-05-15T10:30:00.000Z');
    await bulkItems({ ids: [item.id], shift_days: 1 }).expect(200);
    // It is running, so that only its end moves.
    expect(await until()).toBe('2026-05-16T10:30:00.000Z');
    await put({ ends_at: '2026-05-15T11:00:00Z', questions_until: null }).expect(200);
    expect(await until()).toBeNull();
  });

  it('are opened and closed for many items at once, as often as needed', async () => {
    const ended = await anAgendaItem(api.db, fair, {
      starts_at: '2026-05-14T07:00:00Z',
      ends_at: '2026-05-14T08:00:00Z',
    });
    for (const questions of ['open', 'off', 'open'] as const) {
      const ids = [item.id, ended.id];
      const { body } = await bulkItems({ ids, questions }).expect(200);
      expect(body).toEqual({ moved: 2, events_moved: 0, left_out: 0, warnings: [] });
    }
    const rows = await api.db('agenda_items').where({ conference_id: fair.id });
    expect(rows.map(({ questions }) => questions)).toEqual(['open', 'open']);
    expect(rows.map(({ version }) => version)).toEqual([4, 4]);
    expect(await api.db('agenda_moves').where({ conference_id: fair.id })).toEqual([]);
    await bulkItems({ filter: { conference_id: fair.id }, questions: 'off', dry_run: true });
    await bulkItems({
      filter: { conference_id: fair.id, to: '2026-05-14T08:00:00Z' },
      questions: 'off',
    });
    const after = await api.db('agenda_items').where({ conference_id: fair.id }).orderBy('id');
    expect(after.map(({ questions }) => questions)).toEqual(['open', 'off']);
    const { body } = await bulkItems({ ids: [item.id], questions: 'off', shift_days: 1 }).expect(
      400,
    );
    expect(body.error).toMatch(/^shift_minutes: expected one of/);
  });

  it('are not copied to another conference', async () => {
    await put({ questions: 'open' }).expect(200);
    const { body } = await api
      .admin()
      .post(`/api/v1/admin/conferences/${fair.id}/duplicate`)
      .send({ name: 'The next fair', starts_on: '2027-05-14', parts: ['agenda'] })
      .expect(201);
    const [copy] = await api
      .db('agenda_items')
      .where({ conference_id: body.conference?.id ?? body.id });
    expect(copy).toMatchObject({ title: item.title, questions: 'off', questions_until: null });
  });
});
