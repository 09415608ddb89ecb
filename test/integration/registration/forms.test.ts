import type { User } from '../../../src/domain/people/users.ts';
import type { Form, ReadAnswer } from '../../../src/domain/registration/forms.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { ATTENDABLE_KINDS, type Attendable } from '../../support/attendables.ts';
import { aConference, aRegistration, aUser } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';

const LOOM = { kind: 'text', label: 'Your loom?', is_required: true };
const FOOD = {
  kind: 'choice',
  label: 'What do you eat?',
  help: 'At noon',
  options: [{ label: 'Everything' }, { label: 'No meat' }],
  translations: { de: { label: 'Was essen Sie?', options: ['Alles', 'Kein Fleisch'] } },
};

let api: TestApi;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db, { first_name: 'Ada' });
  grace = await aUser(api.db, { first_name: 'Grace' });
});

describe.each(ATTENDABLE_KINDS)('the form of a $noun', (kind) => {
  const { noun, table } = kind;
  const create = (given = {}) =>
    kind.create(api.db, noun === 'conference' ? { starts_on: '2026-05-15', ...given } : given);
  const path = ({ id }: Attendable) => `/api/v1/admin/${table}/${id}/form-questions`;
  const put = (of: Attendable, form_questions: readonly object[], agent = api.admin()) =>
    agent.put(path(of)).send({ form_questions });
  const set = async (of: Attendable, ...form_questions: object[]): Promise<Form> =>
    (await put(of, form_questions).expect(200)).body;
  const inputsOf = ({ form_questions }: Form) =>
    form_questions.map(({ replaces: _, answer_count: __, ...question }) => question);
  const attend = (user: User, of: Attendable, answers?: readonly object[]) =>
    noun === 'event'
      ? api.as(user).post('/api/v1/events/attend').send({ event_id: of.id, answers })
      : api.as(user).post(`/api/v1/conferences/${of.id}/register`).send({ answers });
  const answer = (user: User, of: Attendable, answers: readonly object[]) =>
    api.as(user).put(`/api/v1/${table}/${of.id}/answers`).send({ answers });
  const own = async (user: User, of: Attendable) =>
    (await api.as(user).get(`/api/v1/${table}/${of.id}/attendance`).expect(200)).body;
  const shown = async (of: Attendable) =>
    (await api.anonymous().get(`/api/v1/${table}/${of.id}`).expect(200)).body.form_questions;
  const list = async (of: Attendable, query: object, agent = api.admin()) =>
    (await agent.get(`/api/v1/admin/${table}/${of.id}/attendees`).query(query).expect(200)).body
      .data as { user: { id: number }; answers?: ReadAnswer[] }[];
  const idOf = (form: Form, place = 0) => form.form_questions[place]?.id ?? 0;

  it('is empty at first, and is shown in its order, to visitors without its counts', async () => {
    const of = await create();
    expect((await api.admin().get(path(of)).expect(200)).body).toMatchObject({
      form_questions: [],
    });
    expect(await shown(of)).toEqual([]);

    const form = await set(of, LOOM, FOOD);
    expect(form.form_questions).toMatchObject([
      { kind: 'text', options: [], help: null, is_sensitive: false, answer_count: 0 },
      {
        ...{ is_required: false, replaces: null, help: 'At noon' },
        options: [
          { id: 1, label: 'Everything' },
          { id: 2, label: 'No meat' },
        ],
      },
    ]);
    expect((await api.admin().get(path(of)).expect(200)).body).toEqual(form);
    expect(await shown(of)).toEqual(inputsOf(form));
    const { slug } = await api.db(table).where({ id: of.id }).first('slug');
    const bySlug = await api.anonymous().get(`/api/v1/${table}/slug/${slug}`).expect(200);
    expect(bySlug.body.form_questions).toEqual(inputsOf(form));

    const turned = await set(of, ...inputsOf(form).toReversed());
    expect(inputsOf(turned)).toEqual(inputsOf(form).toReversed());
    expect(await shown(of)).toEqual(inputsOf(turned));
    expect((await set(of, ...inputsOf(turned))).version).toBe(turned.version);
    const audited = await api.db('audit_log').where({ action: `${noun}.update_form` });
    expect(audited.filter(({ subject_id }) => subject_id === of.id)).toHaveLength(2);
  });

  it('has at most 10 questions, of known kinds and with words', async () => {
    const of = await create();
    await set(of, ...Array.from({ length: 10 }, (_, n) => ({ ...LOOM, label: `Loom ${n}?` })));
    for (const [given, field] of [
      [Array.from({ length: 11 }, () => LOOM), 'form_questions'],
      [[{ ...LOOM, kind: 'file' }], 'form_questions.0.kind'],
      [[{ ...LOOM, label: ' ' }], 'form_questions.0.label'],
      [[{ ...LOOM, label: 'a'.repeat(301) }], 'form_questions.0.label'],
      [[{ ...LOOM, help: 'a'.repeat(501) }], 'form_questions.0.help'],
      [[{ ...FOOD, options: [] }], 'form_questions.0.options'],
      [
        [{ ...FOOD, options: Array.from({ length: 31 }, () => ({ label: 'A' })) }],
        'form_questions.0.options',
      ],
      [[{ ...LOOM, translations: { 'x y': { label: 'A' } } }], 'form_questions.0.translations'],
    ] as const) {
      expect((await put(of, given).expect(400)).body).toEqual(refusal(field));
    }
    await put({ id: 999_999 }, []).expect(404);
    await api
      .admin()
      .get(path({ id: 999_999 }))
      .expect(404);
  });

  it('is answered with the seat, which without a required answer is not given', async () => {
    const of = await create();
    const form = await set(of, LOOM, FOOD);
    const [loom, food] = [idOf(form), idOf(form, 1)];

    const refused = await attend(ada, of).expect(400);
    expect(refused.body).toEqual(failure('ANSWERS_REQUIRED', 'Please answer "Your loom?"'));
    const problem = await attend(ada, of, [{ question_id: food, value: 1 }])
      .set('Accept', 'application/problem+json')
      .expect(400);
    expect(problem.body.errors).toEqual([
      {
        field: 'answers',
        code: 'unanswered',
        params: { question_id: loom, label: 'Your loom?' },
      },
    ]);
    for (const [value, place] of [
      [[{ question_id: loom, value: 7 }], '0.value'],
      [[{ question_id: loom, value: [1] }], '0.value'],
      [[{ question_id: loom, value: ['a'] }], '0.value.0'],
      [[{ question_id: loom, value: 'a'.repeat(2_001) }], '0.value'],
      [[{ question_id: loom, value: '  ' }], '0.value'],
      [
        [
          { question_id: loom, value: 'Jacquard' },
          { question_id: food, value: 3 },
        ],
        '1.value',
      ],
      [[{ question_id: 999_999, value: 'a' }], '0.question_id'],
    ] as const) {
      expect((await attend(ada, of, value).expect(400)).body).toEqual(refusal(`answers.${place}`));
    }
    expect((await own(ada, of)).status).toBe('none');

    const answers = [
      { question_id: loom, value: 'Jacquard' },
      { question_id: food, value: 2 },
    ];
    await attend(ada, of, answers).expect(201);
    expect(await own(ada, of)).toMatchObject({
      status: 'registered',
      answers,
      answers_missing: [],
    });
    // A repeated request changes nothing, and asks nothing.
    await attend(ada, of).expect(200);
    await attend(ada, of, [{ question_id: loom, value: 'Dobby' }]).expect(200);
    expect((await own(ada, of)).answers).toEqual(answers);
    expect((await api.admin().get(path(of)).expect(200)).body.form_questions).toMatchObject([
      { answer_count: 1 },
      { answer_count: 1 },
    ]);
  });

  it('takes every kind of answer', async () => {
    const of = await create();
    const aQuestion = (kind: string, more = {}) => ({ kind, label: `A ${kind}?`, ...more });
    const { options } = FOOD;
    const form = await set(
      of,
      ...['text', 'long_text', 'yes_no', 'url'].map((one) => aQuestion(one)),
      ...['choice', 'choices'].map((one) => aQuestion(one, { options })),
    );
    const values = ['Tea', 'Tea\nand rusks', false, 'https://looms.example/a', 2, [2, 1]];
    const answers = values.map((value, place) => ({ question_id: idOf(form, place), value }));
    await attend(ada, of, answers).expect(201);
    expect((await own(ada, of)).answers).toEqual(answers);
    const read = [
      'Tea',
      'Tea\nand rusks',
      false,
      'https://looms.example/a',
      'No meat',
      ['Everything', 'No meat'],
    ];
    const [row] = await list(of, { include: 'answers' });
    expect(row?.answers).toEqual(
      read.map((value, place) => ({
        ...{ question_id: idOf(form, place), label: form.form_questions[place]?.label },
        value,
      })),
    );
  });

  it('is answered again as a whole until the start, with a seat or on the waitlist', async () => {
    const of = await create();
    const form = await set(of, { ...LOOM, is_required: false }, FOOD);
    const [loom, food] = [idOf(form), idOf(form, 1)];
    expect((await answer(ada, of, []).expect(403)).body.code).toBe('REGISTRATION_REQUIRED');
    await kind.addAttendance(api.db, [ada, of]);
    await kind.addAttendance(api.db, [grace, of], { status: 'waitlisted' });
    const mallory = await aUser(api.db);
    await kind.addAttendance(api.db, [mallory, of], { status: 'cancelled' });
    await answer(mallory, of, []).expect(403);

    for (const user of [ada, grace]) {
      const answers = [{ question_id: loom, value: 'Dobby' }];
      const { body } = await answer(user, of, answers).expect(200);
      expect(body).toEqual({ answers, answers_missing: [] });
      await answer(user, of, answers).expect(200);
      await answer(user, of, [{ question_id: food, value: 2 }]).expect(200);
      expect((await own(user, of)).answers).toEqual([{ question_id: food, value: 2 }]);
      await answer(user, of, []).expect(200);
    }
    expect((await answer(ada, of, [{ question_id: loom, value: 1 }]).expect(400)).body).toEqual(
      refusal('answers.0.value'),
    );
    await answer(ada, { id: 999_999 }, []).expect(404);
    await answer(ada, await kind.createDraft(api.db), []).expect(404);

    const begun = await create(
      noun === 'conference'
        ? { starts_on: '2026-05-14' }
        : { starts_at: '2026-05-14T09:00:00Z', ends_at: '2026-05-14T10:00:00Z' },
    );
    await kind.addAttendance(api.db, [ada, begun]);
    expect((await answer(ada, begun, []).expect(409)).body.code).toBe('REGISTRATION_CLOSED');
  });

  it('is asked of those who came by another way, and is no barrier', async () => {
    const of = await create();
    const form = await set(of, LOOM, FOOD, { ...LOOM, label: 'Your tide?' });
    await kind.addAttendance(api.db, [ada, of], { status: 'checked_in' });
    await kind.addAttendance(api.db, [grace, of], { status: 'waitlisted' });
    const mallory = await aUser(api.db);
    await kind.addAttendance(api.db, [mallory, of], { status: 'cancelled' });

    const missing = [idOf(form), idOf(form, 2)];
    expect(await own(ada, of)).toMatchObject({ answers: [], answers_missing: missing });
    expect(await own(mallory, of)).toMatchObject({ answers_missing: [] });
    const lacking = async () => (await list(of, { answers: 'missing' })).map(({ user }) => user.id);
    expect(await lacking()).toEqual([ada.id, grace.id]);
    const answers = missing.map((question_id) => ({ question_id, value: 'Dobby' }));
    await answer(grace, of, answers).expect(200);
    expect(await lacking()).toEqual([ada.id]);
  });

  it('keeps what was answered beside the words that it answered', async () => {
    const of = await create();
    const first = await set(of, LOOM, FOOD);
    const [loom, food] = [idOf(first), idOf(first, 1)];
    await attend(ada, of, [
      { question_id: loom, value: 'Jacquard' },
      { question_id: food, value: 2 },
    ]).expect(201);

    const [asked, eaten] = inputsOf(first);
    const second = await set(of, { ...asked, label: 'Which loom?' }, { ...eaten, help: 'At one' });
    expect(second.form_questions).toMatchObject([
      { replaces: loom, label: 'Which loom?', answer_count: 0 },
      { id: food, help: 'At one', answer_count: 1 },
    ]);
    expect(await own(ada, of)).toMatchObject({
      answers: [{ question_id: food, value: 2 }],
      answers_missing: [idOf(second)],
    });
    // An id of before is neither changed nor answered.
    expect((await put(of, [{ ...asked }]).expect(409)).body.code).toBe('CONFLICT');
    expect(
      (await attend(grace, of, [{ question_id: loom, value: 'Dobby' }]).expect(400)).body,
    ).toEqual(refusal('answers.0.question_id'));

    // Without answers, a question in other words leaves no retired one.
    const third = await set(of, { ...inputsOf(second)[0], label: 'What loom?' });
    expect(third.form_questions).toMatchObject([{ replaces: loom }]);
    const key = { [`${noun}_id`]: of.id };
    const stored = new Set(await api.db('form_questions').where(key).pluck('id'));
    expect(stored).toEqual(new Set([loom, food, idOf(third)]));
    const [row] = await list(of, { include: 'answers' });
    expect(row?.answers).toEqual([
      { question_id: loom, label: 'Your loom?', value: 'Jacquard' },
      { question_id: food, label: 'What do you eat?', value: 'No meat' },
    ]);
    await set(of);
    await attend(grace, of).expect(201);
  });

  it('shows sensitive answers, in lists and files, with people:contacts only', async () => {
    const of = await create();
    const form = await set(of, { ...FOOD, is_sensitive: true }, LOOM);
    const [food, loom] = [idOf(form), idOf(form, 1)];
    await attend(ada, of, [
      { question_id: loom, value: '=1+1' },
      { question_id: food, value: 2 },
    ]).expect(201);
    await set(of, ...inputsOf(form).slice(0, 1));
    const scopes = ['attendees:read', 'attendees:export'] as const;
    const one = await aKey(api.db, { scopes });
    const all = await aKey(api.db, { scopes: [...scopes, 'people:contacts'] });

    const seen = async (key: { secret: string }) =>
      (await list(of, { include: 'answers' }, api.admin(key.secret)))[0]?.answers;
    expect(await seen(one)).toEqual([{ question_id: loom, label: 'Your loom?', value: '=1+1' }]);
    expect(await seen(all)).toEqual([
      { question_id: food, label: 'What do you eat?', value: 'No meat' },
      { question_id: loom, label: 'Your loom?', value: '=1+1' },
    ]);
    const file = async (key: { secret: string }, include = 'answers') => {
      const path = `/api/v1/admin/${table}/${of.id}/attendees`;
      const query = { format: 'csv', ...(include && { include }) };
      const asked = api.admin(key.secret).get(path).query(query).responseType('blob');
      const [head = '', row = ''] = String((await asked.expect(200)).body).split('\r\n');
      return { head, row };
    };
    const columns = [`What do you eat? (${food})`, `Your loom? (${loom})`];
    expect((await file(all)).head.endsWith(columns.join())).toBe(true);
    expect((await file(all)).row.endsWith(`No meat,'=1+1`)).toBe(true);
    expect((await file(one)).head.endsWith(`${columns[1]}`)).toBe(true);
    expect((await file(one)).head).not.toContain('What do you eat');
    expect((await file(one)).row).not.toContain('No meat');
    expect((await file(all, '')).head).not.toContain('Your loom');
  });

  it('loses sensitive answers 30 days after the end, and others not', async () => {
    const of = await create();
    const form = await set(of, { ...FOOD, is_sensitive: true }, LOOM);
    await attend(ada, of, [
      { question_id: idOf(form), value: 2 },
      { question_id: idOf(form, 1), value: 'Dobby' },
    ]).expect(201);
    const run = () => api.services.guestRetention.run(new AbortController().signal);
    await run();
    expect(await own(ada, of)).toMatchObject({ answers: [{}, {}] });
    const ends =
      noun === 'conference'
        ? { starts_on: '2026-04-01', ends_on: '2026-04-10' }
        : {
            starts_at: '2026-04-01T09:00:00Z',
            ends_at: '2026-04-10T09:00:00Z',
          };
    await api.db(table).where({ id: of.id }).update(ends);
    expect(await run()).toMatchObject({ answers: 1 });
    expect(await own(ada, of)).toMatchObject({
      answers: [{ question_id: idOf(form, 1), value: 'Dobby' }],
    });
  });

  it('chooses the people of a broadcast by an answer, unless it is sensitive', async () => {
    const of = await create();
    const options = { kind: 'choices', label: 'Which days?', options: FOOD.options };
    const form = await set(
      of,
      options,
      { kind: 'yes_no', label: 'Boat?' },
      {
        ...FOOD,
        is_sensitive: true,
      },
    );
    const [days, boat, food] = [idOf(form), idOf(form, 1), idOf(form, 2)];
    await attend(ada, of, [
      { question_id: days, value: [1, 2] },
      { question_id: boat, value: true },
      { question_id: food, value: 1 },
    ]).expect(201);
    await attend(grace, of, [
      { question_id: days, value: [2] },
      { question_id: boat, value: false },
    ]).expect(201);
    const reach = async (answer: object, agent = api.admin()) => {
      const body = { title: 'Lunch', body: 'At noon', channels: ['in_app'], audience: { answer } };
      return agent.post('/api/v1/admin/notifications/preview').send(body);
    };
    const count = async (question_id: number, value: number | boolean) =>
      (await reach({ question_id, value })).body.count;
    expect(await count(days, 1)).toBe(1);
    expect(await count(days, 2)).toBe(2);
    expect(await count(boat, true)).toBe(1);
    expect(await count(boat, false)).toBe(1);
    expect(await count(food, 1)).toBe(0);
    // Question ids of other conferences are not found by a limited key.
    const { id } = await aConference(api.db);
    const limited = await aKey(api.db, { conference_ids: [id] });
    const answered = await reach({ question_id: days, value: 1 }, api.admin(limited.secret));
    expect(answered.status).toBe(404);
  });
});

it.each(ATTENDABLE_KINDS)(
  'a request for a seat at the $noun has answers, until it is decided',
  async (kind) => {
    const { noun, table } = kind;
    const of = await kind.create(api.db, { registration_mode: 'approval' });
    const path = `/api/v1/admin/${table}/${of.id}/form-questions`;
    const questions = [LOOM, { ...FOOD, is_sensitive: true }];
    const { body: form } = await api
      .admin()
      .put(path)
      .send({ form_questions: questions })
      .expect(200);
    const [loom, food] = form.form_questions.map(({ id }: { id: number }) => id);
    const attend = (answers?: object[]) =>
      noun === 'event'
        ? api.as(ada).post('/api/v1/events/attend').send({ event_id: of.id, answers })
        : api.as(ada).post(`/api/v1/conferences/${of.id}/register`).send({ answers });
    const change = (...answers: object[]) =>
      api.as(ada).put(`/api/v1/${table}/${of.id}/answers`).send({ answers });

    expect((await attend().expect(400)).body.code).toBe('ANSWERS_REQUIRED');
    await attend([{ question_id: loom, value: 'Dobby' }]).expect(202);
    // A request that waits takes what a repeated one says.
    await attend([{ question_id: loom, value: 'Jacquard' }]).expect(200);
    await attend().expect(200);
    const own = await api.as(ada).get(`/api/v1/${table}/${of.id}/attendance`).expect(200);
    expect(own.body).toMatchObject({
      ...{ status: 'requested', answers_missing: [] },
      answers: [{ question_id: loom, value: 'Jacquard' }],
    });
    const sent = [
      { question_id: loom, value: 'Dobby' },
      { question_id: food, value: 1 },
    ];
    await change(...sent).expect(200);
    await change().expect(400);

    const review = async (secret: string, query: object = { include: 'answers' }) => {
      const asked = api.admin(secret).get('/api/v1/admin/registration-requests').query(query);
      const { data } = (await asked.expect(200)).body;
      return data.find(({ user }: { user: { id: number } }) => user.id === ada.id).answers;
    };
    const one = await aKey(api.db, { scopes: ['attendees:read'] });
    const all = await aKey(api.db, { scopes: ['attendees:read', 'people:contacts'] });
    const read = [
      { question_id: loom, label: 'Your loom?', value: 'Dobby' },
      { question_id: food, label: 'What do you eat?', value: 'Everything' },
    ];
    expect(await review(one.secret)).toEqual(read.slice(0, 1));
    expect(await review(all.secret)).toEqual(read);
    expect(await review(all.secret, {})).toBeUndefined();

    const place = noun === 'event' ? `events/${of.id}/attend` : `conferences/${of.id}/register`;
    await api.as(ada).delete(`/api/v1/${place}`).expect(200);
    expect((await change(...sent).expect(403)).body.code).toBe('REGISTRATION_REQUIRED');
  },
);

it('an attendee exports their answers with the labels, and an erasure deletes them', async () => {
  const conference = await aConference(api.db, { starts_on: '2026-05-15' });
  await aRegistration(api.db, [ada, conference]);
  const path = `/api/v1/admin/conferences/${conference.id}/form-questions`;
  const { body } = await api
    .admin()
    .put(path)
    .send({ form_questions: [FOOD] })
    .expect(200);
  const answers = [{ question_id: body.form_questions[0].id, value: 2 }];
  const own = `/api/v1/conferences/${conference.id}/answers`;
  await api.as(ada).put(own).send({ answers }).expect(200);

  const exported = await api.as(ada).get('/api/v1/users/me/export').expect(200);
  expect(exported.body.form_answers).toEqual([
    {
      conference: { id: conference.id, name: conference.name },
      event: null,
      answers: [{ ...answers[0], label: 'What do you eat?', value: 'No meat' }],
    },
  ]);
  await api.as(ada).delete('/api/v1/users/me').expect(200);
  expect(await api.db('form_answers').where({ user_id: ada.id })).toEqual([]);
});

it('a copy of a conference asks the same, without answers', async () => {
  const conference = await aConference(api.db, { starts_on: '2026-05-15' });
  const path = (id: number) => `/api/v1/admin/conferences/${id}/form-questions`;
  await api
    .admin()
    .put(path(conference.id))
    .send({ form_questions: [LOOM, FOOD] })
    .expect(200);
  const copy = { name: 'Again', starts_on: '2027-05-14', parts: ['form_questions'] };
  const { body } = await api
    .admin()
    .post(`/api/v1/admin/conferences/${conference.id}/duplicate`)
    .send(copy)
    .expect(201);
  expect(body.copied.form_questions).toBe(2);
  const form = (await api.admin().get(path(body.id)).expect(200)).body;
  expect(form.form_questions).toMatchObject([LOOM, { label: FOOD.label, help: FOOD.help }]);
  await api.db('conferences').where({ id: body.id }).update({ status: 'published' });
  const register = `/api/v1/conferences/${body.id}/register`;
  expect((await api.as(ada).post(register).expect(400)).body.code).toBe('ANSWERS_REQUIRED');
});
