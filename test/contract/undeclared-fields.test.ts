import type { User } from '../../src/domain/people/users.ts';
import type { AnyEndpoint } from '../../src/http/endpoint.ts';
import { named, undeclaredIn } from '../../src/http/undeclared-fields.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { declaredEndpoints, nameOf } from '../support/endpoints.ts';
import { exampleOf } from '../support/examples.ts';
import { aUser } from '../support/factories.ts';

/** Another system defines what it sends. */
const FREE = ['receiveMessengerUpdate'];
const endpoints = declaredEndpoints()
  .filter(({ body, upload }) => body ?? upload)
  .map((endpoint) => ({ name: nameOf(endpoint), endpoint }));
const withJson = endpoints.filter(
  ({ endpoint: { name, body, upload } }) => body && !upload?.begin && !FREE.includes(name),
);
/** The object store that these need refuses each form before it is received. */
const STORED = /ToObjectStore$/;
const withForm = endpoints.filter(({ endpoint: { name, upload } }) => upload && !STORED.test(name));

let api: TestApi;
let user: User;
beforeAll(async () => {
  api = await startApi();
  user = await aUser(api.db);
});
afterAll(() => api.close());

function send({ auth, method, path }: AnyEndpoint) {
  const agent = { admin: () => api.admin(), user: () => api.as(user) }[auth as string];
  const caller = agent?.() ?? api.anonymous();
  return caller[method](`/api/v1${path.replaceAll(/:\w+/g, '1')}`).set('Prefer', 'handling=strict');
}

const REFUSED = { error: 'begins_on: unknown field', code: 'VALIDATION_ERROR' };

describe('a field that no endpoint declares', () => {
  it.each(withJson)('is named and refused by $name', async ({ endpoint }) => {
    const body = { ...(exampleOf(endpoint.body) as object), begins_on: '2026-05-14' };
    const answer = await send(endpoint).send(body).expect(400);

    expect(answer.body).toEqual(REFUSED);
    expect(answer.headers).toMatchObject({
      'x-unknown-fields': 'begins_on',
      'preference-applied': 'handling=strict',
    });
  });

  it.each(withForm)('is named and refused in the form of $name', async ({ endpoint }) => {
    const file = Buffer.from('first_name\nAda');
    const answer = await send(endpoint)
      .field('begins_on', '2026-05-14')
      .attach(endpoint.upload?.field ?? '', file, 'a.csv');

    expect([answer.status, answer.body]).toEqual([400, REFUSED]);
    expect(answer.headers['x-unknown-fields']).toBe('begins_on');
  });
});

it.each(endpoints.filter(({ endpoint }) => endpoint.body))(
  'the example of $name has no unknown field',
  ({ endpoint: { body } }) => {
    expect(named(undeclaredIn(body, exampleOf(body)))).toEqual([]);
  },
);
