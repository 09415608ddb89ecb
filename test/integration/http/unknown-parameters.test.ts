import { startApi, type TestApi } from '../../support/api.ts';
import { declaredEndpoints, nameOf } from '../../support/endpoints.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const endpoints = declaredEndpoints().map((endpoint) => ({
  name: nameOf(endpoint),
  endpoint,
  declared: endpoint.query ? Object.keys(endpoint.query.shape) : [],
}));
const ofAdministrators = endpoints.filter(({ endpoint }) => endpoint.path.startsWith('/admin/'));

const JOB = '0199a1b2-0000-7000-8000-000000000001';
const urlOf = (path: string) =>
  `/api/v1${path
    .replace('/operations/jobs/:id', `/operations/jobs/${JOB}`)
    .replace(':import_id', JOB)
    .replaceAll(/:\w+/g, '1')}`;

describe("an unknown query parameter on an administrators' route", () => {
  it('is looked for on every route below /admin', () => {
    // The sign-ins of administrators are public.
    const declared = endpoints.filter(({ endpoint }) => endpoint.auth === 'admin');
    expect(ofAdministrators.map(({ name }) => name)).toEqual(
      expect.arrayContaining(declared.map(({ name }) => name)),
    );
    expect(ofAdministrators.length).toBeGreaterThan(30);
  });

  it.each(ofAdministrators)('is refused by $name with the known ones', async (each) => {
    const { endpoint, declared } = each;
    const request = api.admin()[endpoint.method](`${urlOf(endpoint.path)}?onboarding=completed`);
    const { body } = await (endpoint.upload?.begin
      ? request.attach('file', Buffer.from('no image'), 'a.png')
      : request.send(endpoint.method === 'get' || !endpoint.body ? undefined : {})
    ).expect(400);

    const known = declared.length > 0 ? `only ${declared.join(', ')}` : 'none';
    expect(body).toEqual({
      error: `query: unknown parameter "onboarding", expected ${known}`,
      code: 'VALIDATION_ERROR',
    });
  });

  it.each([
    ['with brackets', 'sorting[]=id', 'sorting[]'],
    ['without a value', 'sorting', 'sorting'],
    ['that JavaScript objects inherit', 'constructor=1', 'constructor'],
    ['of any length', `${'x'.repeat(4_000)}=1`, 'x'.repeat(50)],
  ])('is refused %s', async (_how, query, shown) => {
    const { body } = await api.admin().get(`/api/v1/admin/users?limit=5&${query}`).expect(400);
    expect(body.error).toContain(`query: unknown parameter "${shown}", expected only page, `);
  });

  it('is refused only after authentication', async () => {
    await api.anonymous().get('/api/v1/admin/users?sorting=id').expect(401);
  });

  it('is ignored on public routes', async () => {
    await api.anonymous().get('/api/v1/events?utm_source=poster').expect(200);
  });
});
