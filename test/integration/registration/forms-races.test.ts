import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aRegistration, people } from '../../support/factories.ts';

const ROUNDS = 8;
const LOOM = { kind: 'text', label: 'Your loom?', is_required: true };

let api: TestApi;
/** Another process on the same database. */
let other: TestApi;
let id: number;
let asked: { id: number; options: object[]; label: string };
let version: number;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});

const put = (form_questions: readonly object[], on = api) =>
  on.admin().put(`/api/v1/admin/conferences/${id}/form-questions`).send({ form_questions });
const questions = () => api.db('form_questions').where({ conference_id: id }).orderBy('id');
const start = async (question: object = LOOM) => {
  id = (await aConference(api.db, { starts_on: '2026-05-15' })).id;
  const { body } = await put([question]).expect(200);
  version = body.version;
  const { replaces: _, answer_count: __, ...first } = body.form_questions[0];
  asked = first;
};
const statuses = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted();

it('of two organizers who save at once, one is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await start();
    const tag = `"${id}.${version}"`;
    const saved = await Promise.all([
      put([{ ...asked, label: 'Which loom?' }]).set('If-Match', tag),
      put([asked, { ...LOOM, label: 'Your tide?' }], other).set('If-Match', tag),
    ]);
    expect(statuses(saved)).toEqual([200, 412]);
    const [won, refused] = saved.toSorted((a, b) => a.status - b.status);
    expect(refused?.body.current).toEqual(won?.body);
    const labels = won?.body.form_questions.map(({ label }: { label: string }) => label);
    expect(await questions().whereNull('retired_at').pluck('label')).toEqual(labels);
  }
});

it('an answer is never beside other words than it answered, while the form is replaced', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await start();
    const users = await people(api.db, 4);
    for (const user of users) await aRegistration(api.db, [user, { id }]);
    const answers = [{ question_id: asked.id, value: 'Dobby' }];
    const path = `/api/v1/conferences/${id}/answers`;
    const replaced = put([{ ...asked, label: 'Which loom?' }], other);
    const sent = await Promise.all([
      ...users.map((user) => api.as(user).put(path).send({ answers })),
      replaced,
    ]);
    const stored = await api.db('form_answers').where({ question_id: asked.id });
    const accepted = sent.slice(0, -1).filter(({ status }) => status === 200);
    expect(stored).toHaveLength(accepted.length);
    expect(sent.at(-1)?.status).toBe(200);
    const [first, second] = await questions();
    const one = { label: 'Which loom?', retired_at: null, replaces: null };
    if (accepted.length === 0) expect(first).toMatchObject(one);
    else {
      expect(first).toMatchObject({ id: asked.id, label: 'Your loom?' });
      expect(first.retired_at).not.toBeNull();
      expect(second).toMatchObject({ ...one, replaces: asked.id });
    }
    outcomes.add(accepted.length === 0 ? 'none' : accepted.length === 4 ? 'all' : 'some');
  }
  expect(outcomes.size).toBeGreaterThan(0);
});

it('who registers while a required question is added is asked, or was first', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    id = (await aConference(api.db, { starts_on: '2026-05-15' })).id;
    const [user] = await people(api.db, 4);
    const [registered] = await Promise.all([
      api.as(user).post(`/api/v1/conferences/${id}/register`),
      put([LOOM], other).expect(200),
    ]);
    const own = await api.as(user).get(`/api/v1/conferences/${id}/attendance`).expect(200);
    expect([201, 400]).toContain(registered.status);
    const status = registered.status === 201 ? 'registered' : 'none';
    expect(own.body).toMatchObject({ status, answers: [] });
    expect(own.body.answers_missing).toHaveLength(status === 'registered' ? 1 : 0);
  }
});

it('an answer of a person who is erased does not stay', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await start();
    const [user] = await people(api.db, 4);
    await aRegistration(api.db, [user, { id }]);
    const answers = [{ question_id: asked.id, value: 'Dobby' }];
    await Promise.all([
      api.as(user).put(`/api/v1/conferences/${id}/answers`).send({ answers }),
      other.as(user).delete('/api/v1/users/me'),
    ]);
    expect(await api.db('form_answers').where({ user_id: user.id })).toEqual([]);
  }
});
