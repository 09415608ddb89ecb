import jwt from 'jsonwebtoken';
import type { User } from '../../src/domain/people/users.ts';
import type { AnyEndpoint, Auth } from '../../src/http/endpoint.ts';
import { ADMIN_API_KEY, ADMIN_KEY_ID, JWT_SECRET, startApi, type TestApi } from '../support/api.ts';
import { nameOf } from '../support/endpoints.ts';
import { aUser } from '../support/factories.ts';
import { signInitData } from '../support/messenger.ts';
import { answerOverSocket } from '../support/socket.ts';

const UNAUTHORIZED = { status: 401, error: 'Unauthorized', code: 'UNAUTHORIZED' };
const INVALID_TOKEN = { status: 401, error: 'Invalid token', code: 'INVALID_TOKEN' };
const FORBIDDEN = { status: 403, error: 'Forbidden', code: 'FORBIDDEN' };

type Headers = Record<string, string>;

let api: TestApi;
let ada: User;

beforeAll(async () => {
  // Nothing calls the partner; without one, its endpoints answer 503.
  const PARTNERA_API_KEY = 'a-key-of-these-tests';
  api = await startApi({ env: { PARTNERA_BASE_URL: 'http://127.0.0.1:9', PARTNERA_API_KEY } });
  ada = await aUser(api.db, { first_name: 'Ada' });
});
afterAll(() => api.close());

const of = (...classes: Auth[]) => api.endpoints.filter(({ auth }) => classes.includes(auth));

/** A valid path of a row that does not exist. */
const pathOf = ({ path }: AnyEndpoint) => `/api/v1${path.replace(/:\w+/g, '999999')}`;

async function ask(endpoint: AnyEndpoint, headers: Headers) {
  const method = endpoint.method.toUpperCase();
  const res = await fetch(api.url + pathOf(endpoint), { method, headers });
  const { status } = res;
  if (status === 401) {
    const keys = endpoint.path.startsWith('/admin/') ? ', HallwayKey realm="hallway"' : '';
    const challenge = new RegExp(
      `^(Bearer realm="hallway"(, error="invalid_token")?${keys}$|Hallway)`,
    );
    expect(res.headers.get('WWW-Authenticate')).toMatch(challenge);
  }
  if (status >= 400) return { status, ...((await res.json()) as object) };
  // Not read, since an event stream never ends.
  await res.body?.cancel();
  return { status };
}

/** The answer of each endpoint, by its name. */
async function answersOf(endpoints: readonly AnyEndpoint[], headers: Headers) {
  const answers = endpoints.map(async (one) => [nameOf(one), await ask(one, headers)] as const);
  return Object.fromEntries(await Promise.all(answers));
}

const eachIs = (endpoints: readonly AnyEndpoint[], answer: object) =>
  Object.fromEntries(endpoints.map((one) => [nameOf(one), answer]));

const seconds = () => Math.floor(api.now().getTime() / 1_000);
const claims = () => ({
  user_id: ada.id,
  messenger_id: ada.messenger_id,
  iat: seconds(),
  exp: seconds() + 60,
});
const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });
const signed = (payload: object, secret = JWT_SECRET, options: jwt.SignOptions = {}) =>
  bearer(jwt.sign(payload, secret, options));
const ofUser = (user: User) =>
  bearer(
    api.tokens.issueForUser({ user_id: user.id, messenger_id: Number(user.messenger_id) }).token,
  );
const ofAdmin = () => bearer(api.tokens.issueForAdmin(ADMIN_KEY_ID).token);
const launch = (id: unknown, at = api.now()): Headers => ({
  'X-Messenger-Auth': signInitData({ id: Number(id), first_name: 'Ada' }, { at }),
});
const later = (ms: number) => new Date(api.now().getTime() + ms);

const BROKEN_LAUNCHES: readonly (readonly [string, () => string])[] = [
  ['empty', () => ''],
  ['noise', () => 'hash=0'],
  ['unsigned', () => launch(ada.messenger_id)['X-Messenger-Auth']?.replace(/hash=.*/, '') ?? ''],
  ['changed after it was signed', () => `${launch(1)['X-Messenger-Auth']}&start_param=x`],
  ['signed, with a field twice', () => `auth_date=1&${launch(1)['X-Messenger-Auth']}`],
  [
    'of another bot',
    () =>
      signInitData({ id: 1, first_name: 'A' }, { at: api.now(), botToken: '7000000002:another' }),
  ],
  ['more than a day old', () => launch(1, later(-86_401_000))['X-Messenger-Auth'] ?? ''],
  ['from the future', () => launch(1, later(62_000))['X-Messenger-Auth'] ?? ''],
];

const BROKEN_TOKENS: readonly (readonly [string, () => Headers])[] = [
  ['not a JWT', () => bearer('none')],
  ['empty', () => ({ Authorization: 'Bearer' })],
  ['of another scheme', () => ({ Authorization: 'Basic YWRhOmFkYQ==' })],
  ['expired', () => signed({ ...claims(), iat: seconds() - 120, exp: seconds() - 60 })],
  [
    'without an expiry',
    () => {
      const { exp: _, ...endless } = claims();
      return signed(endless);
    },
  ],
  ['signed with another secret', () => signed(claims(), 'some-other-secret-of-some-other-service')],
  ['signed with another algorithm', () => signed(claims(), JWT_SECRET, { algorithm: 'HS512' })],
  ['unsigned', () => signed(claims(), '', { algorithm: 'none' })],
  ['without a user', () => signed({ iat: seconds(), exp: seconds() + 60 })],
  ['with an id in text', () => signed({ ...claims(), user_id: String(ada.id) })],
  [
    'that claims the role of an administrator',
    () => signed({ role: 'admin', iat: seconds(), exp: seconds() + 60 }),
  ],
];

describe('endpoints for users', () => {
  it('refuse requests without credentials', async () => {
    expect(await answersOf(of('user'), {})).toEqual(eachIs(of('user'), UNAUTHORIZED));
  });

  it('answer anonymous requests where credentials are optional', async () => {
    // Without credentials, the calendar needs a link and the stream a ticket.
    const {
      'GET /events/my.ics': calendar,
      'GET /notifications/stream': stream,
      ...others
    } = await answersOf(of('optional'), {});
    expect([calendar, stream]).toEqual([UNAUTHORIZED, UNAUTHORIZED]);
    for (const { status } of Object.values(others)) expect([200, 404]).toContain(status);
  });

  it.each(BROKEN_LAUNCHES)('refuse launch data that is %s', async (_what, data) => {
    const endpoints = of('user', 'optional');
    const headers = { 'X-Messenger-Auth': data() };
    expect(await answersOf(endpoints, headers)).toEqual(eachIs(endpoints, UNAUTHORIZED));
  });

  it.each(BROKEN_TOKENS)('refuse a token that is: %s', async (_what, headers) => {
    const endpoints = of('user', 'optional');
    expect(await answersOf(endpoints, headers())).toEqual(eachIs(endpoints, INVALID_TOKEN));
  });

  it('refuse the token of a user that does not exist', async () => {
    const endpoints = of('user', 'optional');
    const gone = signed({ ...claims(), user_id: 999_999 });
    const another = signed({ ...claims(), messenger_id: 999_999 });

    expect(await answersOf(endpoints, gone)).toEqual(eachIs(endpoints, INVALID_TOKEN));
    expect(await answersOf(endpoints, another)).toEqual(eachIs(endpoints, INVALID_TOKEN));
  });

  it('refuse administrators', async () => {
    const endpoints = of('user', 'optional');
    expect(await answersOf(endpoints, ofAdmin())).toEqual(eachIs(endpoints, FORBIDDEN));
    expect(await answersOf(of('user'), { 'X-API-Key': ADMIN_API_KEY })).toEqual(
      eachIs(of('user'), UNAUTHORIZED),
    );
  });

  it('refuse a token beside launch data of another user, or with a wrong signature', async () => {
    const endpoints = of('user', 'optional');
    const other = { ...ofUser(ada), ...launch(31_337) };
    const broken = { ...ofUser(ada), 'X-Messenger-Auth': 'hash=0' };

    expect(await answersOf(endpoints, other)).toEqual(eachIs(endpoints, UNAUTHORIZED));
    expect(await answersOf(endpoints, broken)).toEqual(eachIs(endpoints, UNAUTHORIZED));
  });

  it('refuse a broken token, also beside valid launch data', async () => {
    const endpoints = of('user', 'optional');
    const both = { ...launch(ada.messenger_id), ...bearer('none') };
    expect(await answersOf(endpoints, both)).toEqual(eachIs(endpoints, INVALID_TOKEN));
  });

  it.each([
    ['a token', () => ofUser(ada)],
    ['launch data', () => launch(ada.messenger_id)],
    [
      'launch data with the scheme that some clients send',
      () => ({ 'X-Messenger-Auth': `tma ${launch(ada.messenger_id)['X-Messenger-Auth']}` }),
    ],
    ['both', () => ({ ...ofUser(ada), ...launch(ada.messenger_id) })],
    [
      'a token beside expired launch data',
      () => ({ ...ofUser(ada), ...launch(ada.messenger_id, later(-86_401_000)) }),
    ],
  ])('accept a user with %s', async (_what, headers) => {
    const readers = of('user', 'optional').filter(({ method }) => method === 'get');

    for (const { status } of Object.values(await answersOf(readers, headers()))) {
      expect([200, 404]).toContain(status);
    }
  });

  it('refuse a blocked user, except for their own personal data', async () => {
    for (const endpoint of of('user', 'optional')) {
      const blocked = await aUser(api.db, { is_blocked: true });
      const byToken = await ask(endpoint, ofUser(blocked));
      if (endpoint.allowBlocked) expect(byToken.status).toBe(200);
      else {
        expect([nameOf(endpoint), byToken]).toEqual([nameOf(endpoint), FORBIDDEN]);
        const byMessenger = await ask(endpoint, launch(blocked.messenger_id));
        expect([nameOf(endpoint), byMessenger]).toEqual([nameOf(endpoint), FORBIDDEN]);
      }
    }
  });
});

describe('endpoints for administrators', () => {
  it.each([
    ['nothing', () => ({})],
    ['launch data', () => launch(ada.messenger_id)],
    ['a wrong key', () => ({ 'X-API-Key': 'wrong' })],
    ['an empty key', () => ({ 'X-API-Key': '' })],
    ['a prefix of the key', () => ({ 'X-API-Key': ADMIN_API_KEY.slice(0, -1) })],
    ['the key in a cookie', () => ({ Cookie: `x-api-key=${ADMIN_API_KEY}` })],
    ['a wrong key beside a valid token', () => ({ 'X-API-Key': 'wrong', ...ofAdmin() })],
  ])('refuse %s', async (_what, headers) => {
    expect(await answersOf(of('admin'), headers())).toEqual(eachIs(of('admin'), UNAUTHORIZED));
  });

  it('refuse the key in a query', async () => {
    const res = await fetch(`${api.url}/api/v1/admin/users?x-api-key=${ADMIN_API_KEY}`);
    expect(res.status).toBe(401);
  });

  it.each([...BROKEN_TOKENS, ['the API key', () => bearer(ADMIN_API_KEY)] as const])(
    'refuse a token that is: %s',
    async (_what, headers) => {
      expect(await answersOf(of('admin'), headers())).toEqual(eachIs(of('admin'), INVALID_TOKEN));
    },
  );

  it('refuse users, also with a token that claims another role', async () => {
    const escalating = signed({ ...claims(), role: 'admin' });
    expect(await answersOf(of('admin'), ofUser(ada))).toEqual(eachIs(of('admin'), FORBIDDEN));
    expect(await answersOf(of('admin'), escalating)).toEqual(eachIs(of('admin'), FORBIDDEN));
  });

  it.each([
    ['the key', () => ({ 'X-API-Key': ADMIN_API_KEY })],
    ['a token', () => ofAdmin()],
    ['the key beside a broken token', () => ({ 'X-API-Key': ADMIN_API_KEY, ...bearer('none') })],
  ])('accept an administrator with %s', async (_what, headers) => {
    const readers = of('admin').filter(({ method }) => method === 'get');

    for (const { status } of Object.values(await answersOf(readers, headers()))) {
      expect([200, 404]).toContain(status);
    }
  });
});

describe('public endpoints', () => {
  it.each([
    ['a broken token', () => bearer('none')],
    ["an administrator's token", () => ofAdmin()],
    ['a wrong key', () => ({ 'X-API-Key': 'wrong' })],
    ['broken launch data', () => ({ 'X-Messenger-Auth': 'hash=0' })],
  ])('ignore %s', async (_what, headers) => {
    // POST /auth/login reads launch data.
    const endpoints = of('public').filter(({ path }) => path !== '/auth/login');
    const statuses = async (sent: Headers) =>
      Object.entries(await answersOf(endpoints, sent)).map(([name, { status }]) => [name, status]);

    expect(await statuses(headers())).toEqual(await statuses({}));
  });
});

describe('every endpoint', () => {
  it('answers 405 with Allow to another method', async () => {
    for (const [path, declared] of Map.groupBy(api.endpoints, ({ path }) => path)) {
      const known = declared.flatMap(({ method }) =>
        method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
      );
      const [first] = declared as [AnyEndpoint];
      const other = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].find((one) => !known.includes(one));
      const res = await fetch(api.url + pathOf(first), { method: String(other) });

      expect([path, res.status]).toEqual([path, 405]);
      expect(await res.json()).toEqual({ error: 'Method not allowed', code: 'METHOD_NOT_ALLOWED' });
      expect(res.headers.get('Allow')?.split(', ').toSorted()).toEqual(known.toSorted());
    }
  });

  it('answers 401 before it reads the body', async () => {
    const closed = of('user', 'admin').filter(({ body, upload }) => body ?? upload);
    expect(closed.length).toBeGreaterThan(0);

    const check = async (endpoint: AnyEndpoint) => {
      const { status, body } = await answerOverSocket(
        api.url,
        [
          `${endpoint.method.toUpperCase()} ${pathOf(endpoint)} HTTP/1.1`,
          'Host: hallway',
          `Content-Type: ${endpoint.upload ? 'multipart/form-data; boundary=x' : 'application/json'}`,
          'Content-Length: 1000000000',
          '',
          '{',
        ].join('\r\n'),
      );
      expect({ name: nameOf(endpoint), status, ...JSON.parse(body) }).toEqual({
        name: nameOf(endpoint),
        ...UNAUTHORIZED,
      });
    };
    for (const endpoint of closed) await check(endpoint);
  });
});
