import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const PROBLEM = 'application/problem+json';
const create = (accept: string, body: object) =>
  api.admin().post('/api/v1/admin/conferences').set('Accept', accept).send(body);

describe('an error by RFC 9457', () => {
  it('names the field, a code and its limits for who asks for it, and has two keys for others', async () => {
    const problem = await create(`application/json, ${PROBLEM}`, { name: '' }).expect(400);
    expect(problem.headers['content-type']).toBe(PROBLEM);
    expect(problem.headers.vary).toContain('Accept');
    const body = JSON.parse(problem.text || JSON.stringify(problem.body));
    expect(body).toMatchObject({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'VALIDATION_ERROR',
      errors: [
        { field: 'name', code: 'required', params: {} },
        { field: 'starts_on', code: 'required', params: {} },
        { field: 'ends_on', code: 'required', params: {} },
      ],
    });

    const plain = await create('application/json', { name: '' }).expect(400);
    expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(plain.body).toEqual({ error: body.detail, code: 'VALIDATION_ERROR' });
  });

  it('names all wrong fields at once, and no field to other errors', async () => {
    const given = {
      name: 'x'.repeat(10_000),
      slug: 'Not A Slug',
      starts_on: '2031-02-30',
      ends_on: null,
    };
    const all = await create(PROBLEM, given).expect(400);
    expect(JSON.parse(all.text)).toMatchObject({
      detail: 'slug: expected a slug, as computing-by-the-sea',
      errors: [
        { field: 'slug', code: 'format', params: { format: 'slug' } },
        { field: 'name', code: 'too_long', params: { max: 200 } },
        { field: 'starts_on', code: 'format', params: { format: 'date' } },
        { field: 'ends_on', code: 'required', params: {} },
      ],
    });
    const path = '/api/v1/admin/unknown';
    const missing = await api.admin().get(path).set('Accept', PROBLEM).expect(404);
    expect(JSON.parse(missing.text)).toMatchObject({ code: 'ROUTE_NOT_FOUND', errors: [] });
  });

  it.each([
    ['conferences/99999999', 'conference', 'conference not found'],
    ['agenda/99999999', 'agenda_item', 'agenda item not found'],
    ['events/99999999', 'event', 'event not found'],
  ])('names what is missing at %s, and has two keys for others', async (path, what, error) => {
    const get = (accept: string) =>
      api.admin().get(`/api/v1/admin/${path}`).set('Accept', accept).expect(404);
    expect(JSON.parse((await get(PROBLEM)).text)).toMatchObject({
      code: 'NOT_FOUND',
      detail: error,
      errors: [{ field: null, code: 'gone', params: { what } }],
    });
    expect((await get('application/json')).body).toEqual({ error, code: 'NOT_FOUND' });
  });

  it('gives a code to what services refuse by themselves', async () => {
    const days = { starts_on: '2031-06-03', ends_on: '2031-06-01' };
    const fields = { name: 'Coded', timezone: 'Europe/Berlin', slug: 'coded' };
    const backwards = await create(PROBLEM, { ...fields, ...days }).expect(400);
    expect(JSON.parse(backwards.text).errors).toEqual([
      { field: 'ends_on', code: 'not_before', params: { field: 'starts_on' } },
    ]);
    const whole = { ...fields, ...days, ends_on: days.starts_on };
    const { body: first } = await create('application/json', whole).expect(201);
    const again = await create(PROBLEM, whole).expect(409);
    expect(JSON.parse(again.text)).toMatchObject({
      code: 'CONFLICT',
      errors: [{ field: 'slug', code: 'taken', params: {} }],
    });

    const event = { title: 'Late', conference_id: first.id, starts_at: '2031-06-03T10:00:00Z' };
    const early = { ...event, ends_at: '2031-06-03T09:00:00Z' };
    const { text } = await api
      .admin()
      .post('/api/v1/admin/events')
      .set('Accept', PROBLEM)
      .send(early)
      .expect(400);
    expect(JSON.parse(text).errors).toEqual([
      { field: 'ends_at', code: 'after', params: { field: 'starts_at' } },
    ]);
  });

  it('names each unknown field in strict handling', async () => {
    const { text } = await create(PROBLEM, { naem: 'x', lsug: 'y' })
      .set('Prefer', 'handling=strict')
      .expect(400);
    expect(JSON.parse(text).errors).toEqual([
      { field: 'naem', code: 'unknown', params: { fields: ['naem'] } },
      { field: 'lsug', code: 'unknown', params: { fields: ['lsug'] } },
    ]);
  });
});
