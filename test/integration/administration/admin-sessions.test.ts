import { hash } from 'node:crypto';
import type { StartOptions } from '../../support/api.ts';
import { ADMIN_API_KEY, ADMIN_KEY_ID, startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { countQueries } from '../../support/queries.ts';
import { until } from '../../support/until.ts';

const SESSION = '/api/v1/admin/session';
const SESSIONS = '/api/v1/admin/sessions';
const EVENTS = '/api/v1/admin/events';
const UNAUTHORIZED = { error: 'Unauthorized', code: 'UNAUTHORIZED' };
const FORBIDDEN = { error: 'Forbidden', code: 'FORBIDDEN' };
const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };
const OTHER_ORIGIN = 'https://dashboard.example.org';
const HOUR_MS = 3_600_000;

let api: TestApi;
let other: TestApi;

beforeAll(async () => {
  api = await startApi({ env: { CORS_ORIGINS: OTHER_ORIGIN } });
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(() => emptyAuditLog(api.db));

const signIn = (key: string, on = api) => on.anonymous().post(SESSION).send({ key });
const cookieIn = (res: { headers: Record<string, unknown> }): string =>
  String(res.headers['set-cookie']).split(';', 1)[0] ?? '';
/** The cookie of a new session, as a browser sends it. */
const aCookie = async (key: string = ADMIN_API_KEY, on = api) =>
  cookieIn(await signIn(key, on).expect(200));
const from = (headers: object, cookie: string, on = api) =>
  on
    .anonymous()
    .get(EVENTS)
    .set('Cookie', cookie)
    .set({ ...headers });
const own = (cookie: string, on = api) => from(OWN_PAGE, cookie, on);
const requests = (on: TestApi, cookie: string) => {
  const with_ = (method: 'get' | 'post' | 'delete', path: string) =>
    on.anonymous()[method](path).set(OWN_PAGE).set('Cookie', cookie);
  return {
    get: (path: string) => with_('get', path),
    post: (path: string) => with_('post', path),
    delete: (path: string) => with_('delete', path),
  };
};
const audited = () => api.db('audit_log').orderBy('id');
const ended = async (cookie: string) => (await own(cookie)).status === 401;

describe('POST /admin/session', () => {
  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
    ['a sibling host', { 'Sec-Fetch-Site': 'same-site' }],
    ['a typed address', { 'Sec-Fetch-Site': 'none' }],
    ['an origin that CORS allows', { Origin: OTHER_ORIGIN }],
    ['an origin beside a forged site', { 'Sec-Fetch-Site': 'same-origin', Origin: OTHER_ORIGIN }],
    ['a page without an origin', { Origin: 'null' }],
  ])('refuses %s, also with a valid key', async (_, headers) => {
    const res = await signIn(ADMIN_API_KEY).set(headers).expect(401, UNAUTHORIZED);
    expect(res.headers['set-cookie']).toBeUndefined();
  });

  it('accepts its own page, and a program without these headers', async () => {
    await signIn(ADMIN_API_KEY).set(OWN_PAGE).expect(200);
    await signIn(ADMIN_API_KEY).set('Origin', api.url).expect(200);
    await signIn(ADMIN_API_KEY).expect(200);
  });

  it('exchanges a key for a cookie, of which only a hash is stored', async () => {
    const { id: key_id, public_id, secret } = await aKey(api.db);
    const res = await signIn(secret).set('User-Agent', 'A browser').expect(200);

    expect(res.body).toEqual({
      id: expect.any(Number),
      key: public_id,
      created_at: '2026-05-14T09:00:00.000Z',
      last_seen_at: '2026-05-14T09:00:00.000Z',
      ends_at: '2026-05-14T11:00:00.000Z',
    });
    expect(res.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^hallway-admin=[\w-]{43}; Max-Age=50400; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(res.headers['cache-control']).toBe('no-store');
    const value = cookieIn(res).split('=')[1] ?? '';
    const row = await api.db('admin_sessions').where({ id: res.body.id }).first();
    expect(row).toMatchObject({ key_id, key_hex: null, user_agent: 'A browser', ip: '127.0.0.1' });
    expect(row.secret_hash.toString('hex')).toBe(hash('sha256', value, 'hex'));
    expect(await audited()).toMatchObject([
      {
        action: 'admin_session.start',
        actor: `key ${public_id}`,
        api_key_id: key_id,
        session_id: res.body.id,
        subject_id: res.body.id,
      },
    ]);
    await own(cookieIn(res)).expect(200);
  });

  it('of HTTPS sets a cookie that only this host sends and overwrites', async () => {
    await using secure = await startApi({
      on: api,
      env: { PUBLIC_URL: 'https://hallway.example' },
    });
    const res = await signIn(ADMIN_API_KEY, secure).expect(200);

    expect(res.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-hallway-admin=[\w-]{43}; Max-Age=50400; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    await own(cookieIn(res), secure).expect(200);
    await own(cookieIn(res).replace('__Host-', ''), secure).expect(401, UNAUTHORIZED);
    await from({ Origin: 'https://hallway.example' }, cookieIn(res), secure).expect(200);
    await from({ Origin: 'http://hallway.example' }, cookieIn(res), secure).expect(401);
  });

  it('refuses a wrong key, and counts it as one in X-API-Key', async () => {
    await using limited = await startApi({
      on: api,
      rateLimits: { 'admin-key-failures': 2 },
    });
    const wrong = await signIn('a wrong key', limited).expect(401, UNAUTHORIZED);
    expect(wrong.headers['set-cookie']).toBeUndefined();
    await limited.admin('another wrong key').get(EVENTS).expect(401);

    await signIn('a third wrong key', limited).expect(429);
    await limited.admin('a third wrong key').get(EVENTS).expect(429);
  });

  it('refuses a key outside of its networks', async () => {
    const { secret } = await aKey(api.db, { allowed_networks: ['192.0.2.0/24'] });
    await signIn(secret).expect(403, FORBIDDEN);
  });

  it.each([{}, { key: '' }, { key: 7 }, { key: 'x'.repeat(201) }])('answers 400 to %j', (body) =>
    api.anonymous().post(SESSION).send(body).expect(400),
  );
});

describe('a cookie', () => {
  it.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a sibling host', { 'Sec-Fetch-Site': 'same-site' }],
    ['a typed address', { 'Sec-Fetch-Site': 'none' }],
    ['another origin that CORS allows', { Origin: OTHER_ORIGIN }],
    [
      'another origin that CORS allows, and calls itself this one',
      { Origin: OTHER_ORIGIN, 'Sec-Fetch-Site': 'same-origin' },
    ],
    ['a file', { Origin: 'null' }],
    ['an unknown page', {}],
  ])('is refused from %s', async (_, headers) => {
    const cookie = await aCookie();
    const { headers: answered } = await from(headers, cookie).expect(401, UNAUTHORIZED);

    expect(answered['access-control-allow-credentials']).toBeUndefined();
    await own(cookie).expect(200);
  });

  it('is accepted by the Origin of the service, never by the Host header', async () => {
    const cookie = await aCookie();

    await from({ Origin: api.url }, cookie).expect(200);
    await from({ Origin: api.url.replace('127.0.0.1', 'localhost') }, cookie).expect(200);
    await from({ Origin: 'http://evil.example', Host: 'evil.example' }, cookie).expect(401);
  });

  it('is ignored beside another credential, which is never a way to fall back', async () => {
    const cookie = await aCookie();
    const { secret } = await aKey(api.db, { scopes: ['people:read'] });

    await own(cookie).set('X-API-Key', 'wrong').expect(401, UNAUTHORIZED);
    await own(cookie).set('X-API-Key', '').expect(401, UNAUTHORIZED);
    await own(cookie).set('Authorization', 'Bearer none').expect(401);
    await own(cookie).set('Authorization', 'Basic eDp5').expect(401);
    await own(cookie).set('X-API-Key', secret).expect(403, FORBIDDEN);
  });

  it.each([
    ['of another secret', () => `hallway-admin=${'A'.repeat(43)}`],
    ['of no secret', () => 'hallway-admin=none'],
    ['that is empty', () => 'hallway-admin='],
    ['of an API key', () => `hallway-admin=${ADMIN_API_KEY}`],
    ['with a longer name', async () => `x${await aCookie()}`],
  ])('%s is refused', async (_, cookie) => {
    await own(await cookie()).expect(401, UNAUTHORIZED);
  });

  it('is found among other cookies', async () => {
    await own(`theme=dark; ${await aCookie()}; x=hallway-admin=none`).expect(200);
  });

  it('never lets CORS send credentials', async () => {
    const preflight = await fetch(api.url + EVENTS, {
      method: 'OPTIONS',
      headers: { Origin: OTHER_ORIGIN, 'Access-Control-Request-Method': 'GET' },
    });
    const answer = await api.admin().get(EVENTS).set('Origin', OTHER_ORIGIN).expect(200);

    expect(preflight.headers.get('access-control-allow-origin')).toBe(OTHER_ORIGIN);
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });
});

describe('a session', () => {
  it('has the rights of its key, which are read at each request', async () => {
    const { id, public_id, secret } = await aKey(api.db, { scopes: ['people:read'] });
    const cookie = await aCookie(secret);
    await own(cookie).expect(403, FORBIDDEN);

    await api
      .db('api_keys')
      .where({ id })
      .update({ scopes: ['content:read'] });
    await api.db.raw('select pg_notify(?, ?)', ['hallway_api_keys', public_id]);
    await until(async () => (await own(cookie)).status === 200);
  });

  it.each([
    ['revoked', { revoked_at: '2026-05-14T08:00:00Z' }],
    ['expired', { expires_at: '2026-05-14T08:00:00Z' }],
  ])('ends with its key that is %s', async (_, columns) => {
    const { id, public_id, secret } = await aKey(api.db);
    const cookie = await aCookie(secret);
    await own(cookie).expect(200);

    await api.db('api_keys').where({ id }).update(columns);
    await api.db.raw('select pg_notify(?, ?)', ['hallway_api_keys', public_id]);
    await until(() => ended(cookie));
  });

  it('ends with its administrator', async () => {
    const [grace] = await api.db('administrators').insert({ name: 'Grace' }).returning('id');
    const { public_id, secret } = await aKey(api.db, {
      administrator_id: grace.id,
      expires_at: '2026-12-01T00:00:00Z',
    });
    const cookie = await aCookie(secret);
    await own(cookie).expect(200);

    await api.db('administrators').where(grace).update({ disabled_at: api.now() });
    await api.db.raw('select pg_notify(?, ?)', ['hallway_api_keys', public_id]);
    await until(() => ended(cookie));
  });

  it('ends with a key that leaves the settings', async () => {
    const cookie = await aCookie();
    await using without = await startApi({
      on: api,
      env: { ADMIN_API_KEY: 'another-admin-key-of-the-tests-0002' },
    });

    await own(cookie, without).expect(401, UNAUTHORIZED);
    await own(cookie).expect(200);
  });

  it('is refused outside of the networks of its key', async () => {
    const proxied: StartOptions = { on: api, env: { TRUST_PROXY: '1' } };
    await using behindProxy = await startApi(proxied);
    const { secret } = await aKey(api.db, { allowed_networks: ['192.0.2.0/24'] });
    const at = (ip: string) => ({ ...OWN_PAGE, 'X-Forwarded-For': ip });
    const res = await signIn(secret, behindProxy).set(at('192.0.2.7')).expect(200);

    await from(at('192.0.2.8'), cookieIn(res), behindProxy).expect(200);
    await from(at('198.51.100.1'), cookieIn(res), behindProxy).expect(403, FORBIDDEN);
  });

  it('issues no token', async () => {
    const session = requests(api, await aCookie());
    await session.post('/api/v1/admin/auth/token').expect(403, FORBIDDEN);
  });

  it('is named in the audit log, with the address', async () => {
    const { public_id, secret } = await aKey(api.db);
    const { body, headers } = await signIn(secret).expect(200);
    await requests(api, cookieIn({ headers })).get('/api/v1/admin/users').expect(200);

    expect((await audited()).at(-1)).toMatchObject({
      action: 'people.read',
      actor: `key ${public_id}`,
      session_id: body.id,
      ip: '127.0.0.1',
    });
  });

  it('costs no statement while its process listens, and one a minute', async () => {
    const cookie = await aCookie();
    await own(cookie).expect(200);
    await until(() => api.services.adminAuthentication.isKeeping);
    await own(cookie).expect(200);

    const withKey = await countQueries(api.db, () => api.admin().get(EVENTS).expect(200));
    expect(await countQueries(api.db, () => own(cookie).expect(200))).toBe(withKey);
  });
});

describe('the end of a session', () => {
  const sessionOf = async (on: TestApi, cookie: string) =>
    (await requests(on, cookie).get(SESSION).expect(200)).body;

  it('comes two hours after the last request, which is noted each minute', async () => {
    await using on = await startApi({ on: api });
    const cookie = await aCookie(ADMIN_API_KEY, on);
    on.advance(59_000);
    expect(await sessionOf(on, cookie)).toMatchObject({ last_seen_at: '2026-05-14T09:00:00.000Z' });
    on.advance(1_000);
    expect(await sessionOf(on, cookie)).toMatchObject({
      last_seen_at: '2026-05-14T09:01:00.000Z',
      ends_at: '2026-05-14T11:01:00.000Z',
    });

    on.advance(2 * HOUR_MS - 1_000);
    await own(cookie, on).expect(200);
    on.advance(2 * HOUR_MS);
    await own(cookie, on).expect(401, UNAUTHORIZED);
  });

  it('comes 14 hours after its start, however it is used', async () => {
    await using on = await startApi({ on: api });
    const cookie = await aCookie(ADMIN_API_KEY, on);
    for (let hour = 1; hour < 14; hour += 1) {
      on.advance(HOUR_MS);
      await own(cookie, on).expect(200);
    }
    expect(await sessionOf(on, cookie)).toMatchObject({ ends_at: '2026-05-14T23:00:00.000Z' });
    on.advance(HOUR_MS);
    await own(cookie, on).expect(401, UNAUTHORIZED);
  });

  it('is swept', async () => {
    const { sweepExpiredCounters } = await import('../../../src/jobs/operations.jobs.ts');
    await api.db('admin_sessions').delete();
    const at = (ms: number) => new Date(Date.now() + ms);
    const session = (n: number, columns: object) => ({
      secret_hash: Buffer.alloc(32, n),
      key_hex: ADMIN_KEY_ID,
      created_at: at(-HOUR_MS),
      last_seen_at: at(-HOUR_MS),
      ends_at: at(HOUR_MS),
      ...columns,
    });
    await api
      .db('admin_sessions')
      .insert([
        session(1, {}),
        session(2, { ends_at: at(-1_000) }),
        session(3, { ended_at: at(-1), ends_at: at(-1) }),
      ]);

    await sweepExpiredCounters.run(api, null, new AbortController().signal);
    const left = await api.db('admin_sessions').pluck('secret_hash');
    expect(left).toEqual([Buffer.alloc(32, 1)]);
  });
});

describe('GET and DELETE /admin/session', () => {
  it('show and end the session of the request', async () => {
    const { public_id, secret } = await aKey(api.db, { scopes: ['content:read'] });
    const [mine, another] = [await aCookie(secret), await aCookie(secret)];
    const session = requests(api, mine);
    const { body } = await session.get(SESSION).expect(200);
    expect(body).toMatchObject({ id: expect.any(Number), key: public_id });

    const res = await session.delete(SESSION).expect(200, { id: body.id, deleted: true });
    expect(res.headers['set-cookie']).toEqual([
      'hallway-admin=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ]);
    await until(() => ended(mine));
    await session.delete(SESSION).expect(401, UNAUTHORIZED);
    await own(another).expect(200);
    expect((await audited()).filter(({ action }) => action === 'admin_session.end')).toMatchObject([
      { subject_id: body.id, session_id: body.id, actor: `key ${public_id}` },
    ]);
  });

  it('answer 404 without a session', async () => {
    await api.admin().get(SESSION).expect(404);
    await api.admin().delete(SESSION).expect(404);
  });

  it('end it in another process within a second', async () => {
    const cookie = await aCookie();
    await own(cookie, other).expect(200);
    await until(() => other.services.adminAuthentication.isKeeping);
    await own(cookie, other).expect(200);

    await requests(api, cookie).delete(SESSION).expect(200);
    const begun = Date.now();
    await until(async () => (await own(cookie, other)).status === 401);
    // From memory it would be accepted for 5 s.
    expect(Date.now() - begun).toBeLessThan(4_000);
  });

  it('end it once, when asked at once', async () => {
    const cookie = await aCookie();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => requests(n % 2 ? api : other, cookie).delete(SESSION)),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const ends = (await audited()).filter(({ action }) => action === 'admin_session.end');
    expect(ends).toHaveLength(1);
  });
});

describe('DELETE /admin/sessions', () => {
  it.each([
    ['a stored key', async () => (await aKey(api.db)).secret],
    ['a key of the settings', async () => ADMIN_API_KEY],
  ])('ends all sessions of %s, and no other', async (_, keyOf) => {
    await api.db('admin_sessions').delete();
    const key = await keyOf();
    const [first, second] = [await aCookie(key), await aCookie(key)];
    const another = await aCookie((await aKey(api.db)).secret);

    await requests(api, first).delete(SESSIONS).expect(200, { ended: 2 });
    await until(() => ended(first));
    await until(() => ended(second));
    await own(another).expect(200);
    await api.admin(key).delete(SESSIONS).expect(200, { ended: 0 });
  });
});
