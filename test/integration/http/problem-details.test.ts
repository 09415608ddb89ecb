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
      errors: [{ field: 'name', code: 'required', params: {} }],
    });

    const plain = await create('application/json', { name: '' }).expect(400);
    expect(plain.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(plain.body).toEqual({ error: body.detail, code: 'VALIDATION_ERROR' });
  });

  it('gives the limit of a text and of a list of values, and no field to other errors', async () => {
    const long = await create(PROBLEM, { name: 'x'.repeat(10_000) }).expect(400);
    expect(JSON.parse(long.text)).toMatchObject({
      errors: [{ field: 'name', code: 'too_big', params: { of: 'string' } }],
    });
    const path = '/api/v1/admin/conferences/99999999';
    const missing = await api.admin().get(path).set('Accept', PROBLEM).expect(404);
    expect(JSON.parse(missing.text)).toMatchObject({ code: 'NOT_FOUND', errors: [] });
  });
});
