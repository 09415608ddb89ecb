import jwt from 'jsonwebtoken';
import type { User } from '../../src/domain/people/users.ts';
import type { AnyEndpoint, Auth } from '../../src/http/endpoint.ts';
import { ADMIN_API_KEY, JWT_SECRET, startApi, type TestApi } from '../support/api.ts';
import { nameOf } from '../support/endpoints.ts';
import { aUser } from '../support/factories.ts';
import { signInitData } from '../support/messenger.ts';
import { overSocket } from '../support/socket.ts';

const UNAUTHORIZED = { status: 401, error: 'Unauthorized', code: 'UNAUTHORIZED' };
const INVALID_TOKEN = { status: 401, error: 'Invalid token', code: 'INVALID_TOKEN' };
const FORBIDDEN = { status: 403, error: 'Forbidden', code: 'FORBIDDEN' };

type Headers = Record<string, string>;

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db, { first_name: 'Ada' });
});
afterAll(() => api.close());

const of = (...classes: Auth[]) => api.endpoints.filter(({ auth }) => classes.includes(auth));

/** A path that fits its schema, of something that hardly exists. */
const pathOf = ({ path }: AnyEndpoint) => `/api/v1${path.replace(/:\w+/g, '999999')}`;

async function ask(endpoint: AnyEndpoint, headers: Headers) {
  const method = endpoint.method.toUpperCase();
  const res = await fetch(api.url + pathOf(endpoint), { method, headers });
  const { status } = res;
  if (status >= 400) return { status, ...((await res.json()) as object) };
  // Not read: a stream of events never ends.
  await res.body?.cancel();
  return { status };
}

/** What each of these endpoints answers, by its name. */
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
const ofAdmin = () => bearer(api.tokens.issueForAdmin().token);
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
  ['no token', () => bearer('none')],
  ['nothing', () => ({ Authorization: 'Bearer' })],
  ['another scheme', () => ({ Authorization: 'Basic YWRhOmFkYQ==' })],
  ['an expired one', () => signed({ ...claims(), iat: seconds() - 120, exp: seconds() - 60 })],
  [
    'one that never expires',
    () => {
      const { exp: _, ...endless } = claims();
      return signed(endless);
    },
  ],
  ['one of another secret', () => signed(claims(), 'some-other-secret-of-some-other-service')],
  ['one of another algorithm', () => signed(claims(), JWT_SECRET, { algorithm: 'HS512' })],
  ['an unsigned one', () => signed(claims(), '', { algorithm: 'none' })],
  ['one without a person', () => signed({ iat: seconds(), exp: seconds() + 60 })],
  ['one whose id is a text', () => signed({ ...claims(), user_id: String(ada.id) })],
  [
    'one that says it is an administrator',
    () => signed({ role: 'admin', iat: seconds(), exp: seconds() + 60 }),
  ],
];

describe('endpoints for people', () => {
  it('refuse strangers', async () => {
    expect(await answersOf(of('user'), {})).toEqual(eachIs(of('user'), UNAUTHORIZED));
  });

  it('take strangers for strangers where credentials are optional', async () => {
    // The calendar and the stream of nobody in particular ask for a link or ticket of somebody's.
    const {
      'GET /events/my.ics': calendar,
      'GET /notifications/stream': stream,
      ...others
    } = await answersOf(of('optional'), {});
    expect([calendar, stream]).toEqual([UNAUTHORIZED, UNAUTHORIZED]);
    for (const { status } of Object.values(others)) expect([200, 404]).toContain(status);
  });

  it.each(BROKEN_LAUNCHES)('refuse messenger data that is %s', async (_what, data) => {
    const endpoints = of('user', 'optional');
    const headers = { 'X-Messenger-Auth': data() };
    expect(await answersOf(endpoints, headers)).toEqual(eachIs(endpoints, UNAUTHORIZED));
  });

  it.each(BROKEN_TOKENS)('refuse for a token: %s', async (_what, headers) => {
    const endpoints = of('user', 'optional');
    expect(await answersOf(endpoints, headers())).toEqual(eachIs(endpoints, INVALID_TOKEN));
  });

  it('refuse the token of somebody who is not there', async () => {
    const endpoints = of('user', 'optional');
    const gone = signed({ ...claims(), user_id: 999_999 });
    const another = signed({ ...claims(), messenger_id: 999_999 });

    expect(await answersOf(endpoints, gone)).toEqual(eachIs(endpoints, INVALID_TOKEN));
    expect(await answersOf(endpoints, another)).toEqual(eachIs(endpoints, INVALID_TOKEN));
  });

  it('refuse administrators, who are nobody in particular', async () => {
    const endpoints = of('user', 'optional');
    expect(await answersOf(endpoints, ofAdmin())).toEqual(eachIs(endpoints, FORBIDDEN));
    expect(await answersOf(of('user'), { 'X-API-Key': ADMIN_API_KEY })).toEqual(
      eachIs(of('user'), UNAUTHORIZED),
    );
  });

  it('refuse a token beside messenger data of somebody else, or that is wrongly signed', async () => {
    const endpoints = of('user', 'optional');
    const other = { ...ofUser(ada), ...launch(31_337) };
    const broken = { ...ofUser(ada), 'X-Messenger-Auth': 'hash=0' };

    expect(await answersOf(endpoints, other)).toEqual(eachIs(endpoints, UNAUTHORIZED));
    expect(await answersOf(endpoints, broken)).toEqual(eachIs(endpoints, UNAUTHORIZED));
  });

  it('refuse a broken token, whatever stands beside it', async () => {
    const endpoints = of('user', 'optional');
    const both = { ...launch(ada.messenger_id), ...bearer('none') };
    expect(await answersOf(endpoints, both)).toEqual(eachIs(endpoints, INVALID_TOKEN));
  });

  it.each([
    ['a token', () => ofUser(ada)],
    ['messenger data', () => launch(ada.messenger_id)],
    [
      'messenger data as some clients send it',
      () => ({ 'X-Messenger-Auth': `tma ${launch(ada.messenger_id)['X-Messenger-Auth']}` }),
    ],
    ['both', () => ({ ...ofUser(ada), ...launch(ada.messenger_id) })],
    [
      'a token beside old messenger data',
      () => ({ ...ofUser(ada), ...launch(ada.messenger_id, later(-86_401_000)) }),
    ],
  ])('let a person in by %s', async (_what, headers) => {
    const readers = of('user', 'optional').filter(({ method }) => method === 'get');

    for (const { status } of Object.values(await answersOf(readers, headers()))) {
      expect([200, 404]).toContain(status);
    }
  });

  it('keep a blocked person out, save from what is their own', async () => {
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
    ['messenger data', () => launch(ada.messenger_id)],
    ['a wrong key', () => ({ 'X-API-Key': 'wrong' })],
    ['an empty key', () => ({ 'X-API-Key': '' })],
    ['the beginning of the key', () => ({ 'X-API-Key': ADMIN_API_KEY.slice(0, -1) })],
    ['the key in a cookie', () => ({ Cookie: `x-api-key=${ADMIN_API_KEY}` })],
    ['a wrong key beside a right token', () => ({ 'X-API-Key': 'wrong', ...ofAdmin() })],
  ])('refuse %s', async (_what, headers) => {
    expect(await answersOf(of('admin'), headers())).toEqual(eachIs(of('admin'), UNAUTHORIZED));
  });

  it('refuse the key in a query', async () => {
    const res = await fetch(`${api.url}/api/v1/admin/users?x-api-key=${ADMIN_API_KEY}`);
    expect(res.status).toBe(401);
  });

  it.each([...BROKEN_TOKENS, ['the key', () => bearer(ADMIN_API_KEY)] as const])(
    'refuse for a token: %s',
    async (_what, headers) => {
      expect(await answersOf(of('admin'), headers())).toEqual(eachIs(of('admin'), INVALID_TOKEN));
    },
  );

  it('refuse people, whatever their token says of them', async () => {
    const boasting = signed({ ...claims(), role: 'admin' });
    expect(await answersOf(of('admin'), ofUser(ada))).toEqual(eachIs(of('admin'), FORBIDDEN));
    expect(await answersOf(of('admin'), boasting)).toEqual(eachIs(of('admin'), FORBIDDEN));
  });

  it.each([
    ['the key', () => ({ 'X-API-Key': ADMIN_API_KEY })],
    ['a token', () => ofAdmin()],
    ['the key beside a broken token', () => ({ 'X-API-Key': ADMIN_API_KEY, ...bearer('none') })],
  ])('let an administrator in by %s', async (_what, headers) => {
    const readers = of('admin').filter(({ method }) => method === 'get');

    for (const { status } of Object.values(await answersOf(readers, headers()))) {
      expect([200, 404]).toContain(status);
    }
  });
});

describe('endpoints for everybody', () => {
  it.each([
    ['a broken token', () => bearer('none')],
    ["an administrator's token", () => ofAdmin()],
    ['a wrong key', () => ({ 'X-API-Key': 'wrong' })],
    ['broken messenger data', () => ({ 'X-Messenger-Auth': 'hash=0' })],
  ])('never refuse because of %s', async (_what, headers) => {
    // Messenger data is what POST /auth/login is about.
    const endpoints = of('public').filter(({ path }) => path !== '/auth/login');
    const statuses = async (sent: Headers) =>
      Object.entries(await answersOf(endpoints, sent)).map(([name, { status }]) => [name, status]);

    expect(await statuses(headers())).toEqual(await statuses({}));
  });
});

describe('every endpoint', () => {
  it('answers a method it does not know with those it knows', async () => {
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

  it('tells a stranger so before it reads what they send', async () => {
    const closed = of('user', 'admin').filter(({ body, upload }) => body ?? upload);
    expect(closed.length).toBeGreaterThan(0);

    for (const endpoint of closed) {
      const { status, body } = await overSocket(
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
    }
  });
});
