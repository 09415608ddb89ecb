import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { User } from '../../../src/domain/people/users.ts';
import { ADMIN_API_KEY, JWT_SECRET, startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { anEvent, aUser } from '../../support/factories.ts';
import { recordingLog } from '../../support/log.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import { untilWaiting } from '../../support/queries.ts';
import { overSocket } from '../../support/socket.ts';
import { temporaryFilesWith } from '../../support/temporary-files.ts';
import { until } from '../../support/until.ts';

/** A port without a listener. */
const NOWHERE = 'postgres://user:password@127.0.0.1:1/nowhere';

const { log, lines } = recordingLog();
let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi({ log });
  ada = await aUser(api.db, { first_name: 'Ada' });
});
afterAll(() => api.close());

const invalid = { error: expect.any(String), code: 'VALIDATION_ERROR' };
const patch = (body: string, headers: Record<string, string> = {}) =>
  api
    .as(ada)
    .patch('/api/v1/users/me')
    .set({ 'Content-Type': 'application/json', ...headers })
    .send(body);
const people = (query: string) => api.anonymous().get(`/api/v1/users?${query}`);

describe('a path', () => {
  it.each([
    '/',
    '/api',
    '/api/v1',
    '/api/v2/users',
    '/api/v1/nothing',
    '/api/v1/users/me/nothing',
    '/api/v1/users%2Fme',
    '//api/v1/users',
  ])('that does not exist answers ROUTE_NOT_FOUND, not NOT_FOUND: %s', async (path) => {
    const res = await api.anonymous().get(path).expect(404);
    expect(res.body).toEqual({ error: expect.any(String), code: 'ROUTE_NOT_FOUND' });
  });

  it.each([
    ['delete', '/api/v1/users', 'GET, HEAD'],
    ['get', '/api/v1/users/socials', 'PUT'],
    ['put', '/api/v1/auth/login', 'POST'],
    ['get', '/api/v1/events/attend', 'POST'],
    ['post', '/api/v1/openapi.json', 'GET, HEAD'],
    ['post', '/healthz', 'GET, HEAD'],
  ] as const)(
    'answers another method with 405 and its own: %s %s',
    async (method, path, allowed) => {
      const res = await api.anonymous()[method](path).expect(405);
      expect(res.body).toEqual({ error: expect.any(String), code: 'METHOD_NOT_ALLOWED' });
      expect(res.get('Allow')).toBe(allowed);
    },
  );

  it.each([
    '/api/v1/users/profile/%zz',
    '/api/v1/users/profile/%ff',
    '/api/v1/users?q=%',
    '/api/v1/users?undeclared=%c3%28',
    '/nothing/%e0%a4',
  ])('with broken percent-encoding answers 400: %s', async (path) => {
    const res = await api.anonymous().get(path).expect(400);
    expect(res.body).toEqual(invalid);
  });

  it.each([
    '0',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '01',
    '%201',
    '%2B1',
    'me',
    '1%00',
    '9007199254740993',
  ])('with an invalid id answers 400: %s', async (id) => {
    const res = await api.anonymous().get(`/api/v1/users/profile/${id}`).expect(400);
    expect(res.body).toEqual({ error: expect.stringMatching(/^id: /), code: 'VALIDATION_ERROR' });
  });

  it('answers HEAD like GET, without the body', async () => {
    const get = await api.anonymous().get('/api/v1/users').expect(200);
    const head = await api.anonymous().head('/api/v1/users').expect(200);

    expect(head.text).toBeUndefined();
    for (const name of ['Content-Type', 'Content-Length', 'Cache-Control', 'Vary']) {
      expect(head.get(name)).toBe(get.get(name));
    }
  });
});

describe('a query', () => {
  it.each(['limit=1&limit=2', 'limit[]=1', 'limit%5B%5D=1', 'limit[gt]=1', 'q=a&q=b'])(
    'with a parameter twice answers 400: %s',
    async (query) => {
      const res = await people(query).expect(400);
      expect(res.body.error).toMatch(/^(limit|q): expected one value$/);
    },
  );

  it.each([
    ...['0', '101', '-1', '1.5', '1e1', '0x10', '', '%201', '%2B1', 'all', '9'.repeat(400)].map(
      (limit) => `limit=${limit}`,
    ),
    ...['0', '-1', '10000001', 'last'].map((page) => `page=${page}`),
    'page=100001&limit=100',
    'page=1&cursor=NDI',
  ])('out of bounds answers 400: %s', async (query) => {
    const res = await people(query).expect(400);
    expect(res.body).toEqual(invalid);
  });

  it('accepts the deepest page', async () => {
    const res = await people('page=1001&limit=100').expect(200);
    expect(res.body).toMatchObject({ data: [], pagination: { page: 1_001, limit: 100 } });
  });

  it.each([
    ['empty', ''],
    ['no base64', '%F0%9F%92%A9'],
    ['no JSON', 'bm9wZQ'],
    ['a text', Buffer.from('"42"').toString('base64url')],
    ['a negative id', Buffer.from('-42').toString('base64url')],
    ['half an id', Buffer.from('1.5').toString('base64url')],
    ['an object', Buffer.from('{"id":42}').toString('base64url')],
    ['the cursor of another list', Buffer.from('["2026-05-14",42]').toString('base64url')],
  ])('with an unknown cursor answers 400: %s', async (_what, cursor) => {
    const res = await people(`cursor=${cursor}`).expect(400);
    expect(res.body).toEqual({
      error: 'cursor: expected a next_cursor of this list',
      code: 'VALIDATION_ERROR',
    });
  });

  it('may have undeclared parameters', () =>
    people('limit=1&utm=1&utm=2&x[]=1&__proto__=1&constructor=1&toString=1').expect(200));
});

describe('a body', () => {
  it.each([
    ['broken', '{"headline":'],
    ['two values', '{} {}'],
    ['a bare text', '"headline"'],
    ['a bare null', 'null'],
    ['a list', '[]'],
    ['nested 33 deep', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
    ['nested 400,000 deep', `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
    ['a NUL', String.raw`{"headline":"a\u0000b"}`],
    ['half a surrogate pair', String.raw`{"headline":"\ud83d"}`],
    ['a surrogate pair the wrong way round', String.raw`{"headline":"\udca9\ud83d"}`],
  ])('that does not fit answers 400: %s', async (_what, body) => {
    const res = await patch(body).expect(400);
    expect(res.body).toEqual(invalid);
  });

  it('may be nested 32 deep and have undeclared fields', async () => {
    await patch(`${'{"a":'.repeat(32)}1${'}'.repeat(32)}`).expect(200);
  });

  it('changes only fields of its schema', async () => {
    const res = await patch(
      '{"__proto__":{"is_blocked":true},"constructor":{"prototype":{"points":1}},"points":9}',
    ).expect(200);

    expect(res.body.points).toBe(0);
    expect({}).not.toHaveProperty('points');
    expect(await api.db('users').where({ id: ada.id }).first('points', 'is_blocked')).toEqual({
      points: 0,
      is_blocked: false,
    });
  });

  it.each([
    ['no type', {}],
    ['text', { 'Content-Type': 'text/plain' }],
    ['a web form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a form with files', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['JSON in another charset', { 'Content-Type': 'application/json; charset=latin1' }],
    ['an unknown encoding', { 'Content-Encoding': 'rot13' }],
  ])('of another type answers 415: %s', async (what, headers) => {
    const type = what === 'no type' ? '' : 'application/json';
    const res = await patch('{}', { 'Content-Type': type, ...headers }).expect(415);
    expect(res.body).toEqual({ error: expect.any(String), code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  /** Uses fetch, because supertest compresses nothing. */
  const patchCompressed = (body: Buffer | string) => {
    const { id, messenger_id } = ada;
    const { token } = api.tokens.issueForUser({ user_id: id, messenger_id: Number(messenger_id) });
    return fetch(`${api.url}/api/v1/users/me`, {
      method: 'PATCH',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      },
      body,
    });
  };

  it('that is not UTF-8 answers 400, and stores no replacement characters', async () => {
    const res = await patchCompressed(gzipSync(Buffer.from('{"headline":"caf\xe9"}', 'latin1')));
    expect([res.status, await res.json()]).toEqual([
      400,
      { error: 'body: expected UTF-8', code: 'VALIDATION_ERROR' },
    ]);
  });

  const tooLarge = JSON.stringify({ headline: 'a'.repeat(1024 * 1024) });

  it('over 1 MiB answers 413', async () => {
    const res = await patch(tooLarge).expect(413);
    expect(res.body).toEqual({ error: expect.any(String), code: 'PAYLOAD_TOO_LARGE' });
  });

  it('over 1 MiB after decompression answers 413', async () => {
    const res = await patchCompressed(gzipSync(tooLarge));
    expect(await res.json()).toEqual({ error: expect.any(String), code: 'PAYLOAD_TOO_LARGE' });
    expect(res.status).toBe(413);
  });

  it('may be compressed', async () => {
    const res = await patchCompressed(gzipSync('{"headline":"packed"}'));
    expect(await res.json()).toMatchObject({ headline: 'packed' });
  });

  it('that is not in its Content-Encoding answers 400', async () => {
    const res = await patchCompressed('{"headline":"packed"}');
    expect(await res.json()).toEqual(invalid);
    expect(res.status).toBe(400);
  });
});

describe('malformed HTTP', () => {
  const get = (path: string, ...headers: string[]) =>
    [`GET ${path} HTTP/1.1`, 'Host: hallway', 'Connection: close', ...headers, '', ''].join('\r\n');

  it.each([
    ['noise', 'noise\r\n\r\n'],
    ['headers that are too large', get('/healthz', `X-Long: ${'a'.repeat(20_000)}`)],
    ['an unknown method', 'BREW /healthz HTTP/1.1\r\nHost: hallway\r\n\r\n'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two hosts', get('/healthz', 'Host: elsewhere')],
    ['the same host twice', get('/healthz', 'host: hallway')],
    ['a list of hosts', get('/healthz').replace('Host: hallway', 'Host: hallway, elsewhere')],
    ['a host with a user name', get('/healthz').replace('Host: hallway', 'Host: a@hallway')],
    ['two credentials', get('/healthz', 'Authorization: Bearer a', 'authorization: Bearer b')],
    ['two media types', get('/healthz', 'Content-Type: a/b', 'Content-Type: application/json')],
    ['a URL without a path', get('http://[::/healthz')],
    ['a URL of another scheme', get('mailto:')],
    ['two lengths', get('/healthz', 'Content-Length: 1', 'Content-Length: 2')],
    ['a length beside chunks', get('/healthz', 'Content-Length: 1', 'Transfer-Encoding: chunked')],
    [
      'a broken chunk',
      `${get('/api/v1/auth/login', 'Transfer-Encoding: chunked').replace('GET', 'POST')}XYZ\r\n`,
    ],
    ['a header with a control character', get('/healthz', 'X-Folded: a\r\n\u0001: b')],
  ])('answers 400 in the form of every other error: %s', async (_what, text) => {
    const { status, head, body } = await overSocket(api.url, text);

    expect(status).toBe(400);
    expect(head).toMatch(/^Content-Type: application\/json; charset=utf-8$/m);
    expect(JSON.parse(body)).toEqual(invalid);
  });

  it.each([
    ['an absolute URL', get('http://elsewhere/healthz')],
    ['an unknown expectation', get('/healthz', 'Expect: tea')],
    ['an upgrade to another protocol', get('/healthz', 'Upgrade: websocket')],
    ['HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n'],
  ])('is answered where it is valid: %s', async (_what, text) => {
    const { status, body } = await overSocket(api.url, text);
    expect([status, JSON.parse(body)]).toEqual([200, { status: 'ok' }]);
  });

  it('keeps the connection open after a 404', async () => {
    const first = get('/api/v1/nothing').replace('close', 'keep-alive');
    const { head, body } = await overSocket(api.url, first + get('/healthz'));

    expect(head).toMatch(/^HTTP\/1.1 404 /);
    expect(body).toContain('{"status":"ok"}');
  });

  it('answers 100 Continue only after authentication', async () => {
    const waiting = (...headers: string[]) =>
      get('/api/v1/users/me', 'Expect: 100-continue', 'Content-Length: 2', ...headers)
        .replace('GET', 'PATCH')
        .concat('{}');
    const { id, messenger_id } = ada;
    const { token } = api.tokens.issueForUser({ user_id: id, messenger_id: Number(messenger_id) });
    const authenticated = waiting(
      `Authorization: Bearer ${token}`,
      'Content-Type: application/json',
    );

    expect((await overSocket(api.url, waiting())).status).toBe(401);
    expect((await overSocket(api.url, authenticated)).status).toBe(100);
  });

  it('keeps the connection open after refusing a body that came with its headers', async () => {
    const refused = get('/api/v1/users/me', 'Content-Length: 2').replace('close', 'keep-alive');
    const { head, body } = await overSocket(api.url, `${refused}{}${get('/healthz')}`);

    expect(head).toMatch(/^HTTP\/1.1 401 /);
    expect(body).toContain('{"status":"ok"}');
  });

  it('closes the connection after refusing an unread body', async () => {
    const unread = get('/api/v1/users/me', 'Content-Length: 1000').replace('close', 'keep-alive');
    const { status, head } = await overSocket(api.url, unread);

    expect(status).toBe(401);
    expect(head).toMatch(/^Connection: close$/m);
  });
});

describe('a response', () => {
  const asked = (id?: string) => {
    const req = api.anonymous().get('/api/v1/users/0');
    return id === undefined ? req : req.set('X-Request-Id', id);
  };

  it.each(['a', 'Trace-1_2.3', 'x'.repeat(128)])(
    'has the X-Request-Id of the request: %s',
    async (id) => {
      expect((await asked(id)).get('X-Request-Id')).toBe(id);
    },
  );

  it.each([undefined, 'x'.repeat(129), 'two words', 'a;b', 'a/b'])(
    'has a new X-Request-Id instead of: %s',
    async (id) => {
      expect((await asked(id)).get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it.each(['/healthz', '/api/v1/users', '/api/v1/users/me', '/api/v1/nothing'])(
    'has the security headers and does not name the server: %s',
    async (path) => {
      const { headers } = await api.anonymous().get(path);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringMatching(
          /default-src 'none'.*frame-ancestors 'none'/,
        ),
      });
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('server');
    },
  );

  it('of a public list may be cached and is revalidated', async () => {
    const first = await api.anonymous().get('/api/v1/conferences').expect(200);
    const tag = String(first.get('ETag'));
    const again = () => api.anonymous().get('/api/v1/conferences');

    expect(first.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
    expect(first.get('Vary')).toBe('Accept-Encoding, Origin');
    expect(tag).toMatch(/^W\/".+"$/);
    const same = await again().set('If-None-Match', `"other", ${tag}`).expect(304);
    expect(same.text).toBe('');
    expect(same.get('ETag')).toBe(tag);
    await again().set('If-None-Match', 'W/"other"').expect(200);
  });

  it('that depends on credentials varies by them, and may be cached only without', async () => {
    const { id } = await anEvent(api.db);
    const anonymous = await api.anonymous().get(`/api/v1/events/${id}`).expect(200);
    const known = await api.as(ada).get(`/api/v1/events/${id}`).expect(200);

    expect(anonymous.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
    expect(anonymous.get('Vary')).toBe('Authorization, X-Messenger-Auth, Accept-Encoding, Origin');
    expect(anonymous.get('ETag')).toMatch(/^W\//);
    expect(known.get('Cache-Control')).toBe('private, no-store, no-transform');
    expect(known.get('Vary')).toBe('Authorization, X-Messenger-Auth');
    expect(known.get('ETag')).toBeUndefined();
  });

  it('that holds profiles is never cached, even an anonymous one', async () => {
    const anonymous = await api.anonymous().get('/api/v1/users').expect(200);
    const known = await api.as(ada).get('/api/v1/users').expect(200);

    expect(anonymous.get('Cache-Control')).toBe('no-store');
    expect(known.get('Cache-Control')).toBe('private, no-store, no-transform');
    expect(anonymous.get('Vary')).toBe('Authorization, X-Messenger-Auth');
  });

  it('that is an error is never cached', async () => {
    const res = await api.anonymous().get('/api/v1/conferences/999').expect(404);

    expect(res.get('Cache-Control')).toBe('no-store');
    expect(res.get('ETag')).toBeUndefined();
  });
});

describe('a page of another origin', () => {
  const preflight = (of: TestApi, origin: string) =>
    of
      .anonymous()
      .options('/api/v1/users/me')
      .set({ Origin: origin, 'Access-Control-Request-Method': 'PATCH' });
  const list = (header: string | undefined) => header?.split(',').toSorted();

  it('may call from any origin in development, without cookies', async () => {
    const res = await preflight(api, 'https://any.example').expect(204);

    expect(res.get('Access-Control-Allow-Origin')).toBe('*');
    expect(res.get('Access-Control-Allow-Credentials')).toBeUndefined();
    expect(res.get('Access-Control-Max-Age')).toBe('7200');
    expect(list(res.get('Access-Control-Allow-Methods'))).toEqual(
      list('GET,POST,PUT,PATCH,DELETE'),
    );
    expect(list(res.get('Access-Control-Allow-Headers'))).toEqual(
      list(
        'Content-Type,Authorization,X-Messenger-Auth,X-API-Key,Idempotency-Key,If-Match,If-None-Match,X-Request-Id,Last-Event-ID,Prefer',
      ),
    );
  });

  it('may read the declared response headers', async () => {
    const res = await api.anonymous().get('/api/v1/nothing').set('Origin', 'https://any.example');

    expect(list(res.get('Access-Control-Expose-Headers'))).toEqual(
      list(
        'ETag,X-Request-Id,Retry-After,Accept-Ranges,Content-Range,Content-Disposition,RateLimit,RateLimit-Policy,Idempotency-Replayed,WWW-Authenticate,X-Unknown-Fields,Preference-Applied',
      ),
    );
  });

  it('may call from the configured origins only', async () => {
    const CORS_ORIGINS = 'https://app.example, https://desk.example';
    await using listed = await startApi({ on: api, env: { CORS_ORIGINS } });
    const desk = await preflight(listed, 'https://desk.example');
    const other = await preflight(listed, 'https://desk.example.evil');

    expect(desk.get('Access-Control-Allow-Origin')).toBe('https://desk.example');
    expect(desk.get('Vary')).toContain('Origin');
    expect(other.get('Access-Control-Allow-Origin')).toBeUndefined();
  });

  it('may not call in production without configured origins', async () => {
    await using production = await startApi({ on: api, env: { NODE_ENV: 'production' } });
    const res = await preflight(production, 'https://any.example');

    expect(res.get('Access-Control-Allow-Origin')).toBeUndefined();
  });
});

describe('the log', () => {
  const linesOf = (id: string) => lines.filter(({ request_id }) => request_id === id);

  it('has one line for a request, without its query', async () => {
    await api
      .as(ada)
      .get('/api/v1/users/profile/1?q=canary&token=canary')
      .set('X-Request-Id', 'one-line');

    expect(linesOf('one-line')).toEqual([
      expect.objectContaining({
        msg: 'request',
        level: 30,
        method: 'GET',
        path: '/api/v1/users/profile/1',
        route: '/users/profile/:id',
        user_id: ada.id,
        ms: expect.any(Number),
      }),
    ]);
  });

  it('has a good answer of /healthz at debug level only', async () => {
    await api.anonymous().get('/healthz').set('X-Request-Id', 'probe').expect(200);
    await api.anonymous().get('/nothing').set('X-Request-Id', 'no-probe').expect(404);

    expect(linesOf('probe').filter(({ level }) => level !== 20)).toEqual([]);
    expect(linesOf('no-probe')).toEqual([expect.objectContaining({ level: 30 })]);
  });

  it('has a request from LOG_SLOW_MS on at warn level, with its endpoint', async () => {
    await using slow = await startApi({ on: api, log, env: { LOG_SLOW_MS: '1' } });
    await using lock = await beginTransaction(api.db);
    await lock.raw('lock table conferences');
    const answer = slow
      .anonymous()
      .get('/api/v1/conferences')
      .set('X-Request-Id', 'slow')
      .expect(200);
    await Promise.all([answer, untilWaiting(api.db).then(() => lock.rollback())]);

    expect(linesOf('slow')).toEqual([
      expect.objectContaining({ msg: 'request', level: 40, endpoint: 'listConferences' }),
    ]);
  });

  it('has the stack of a defect, which the caller does not see', async () => {
    await api.db.raw('alter table users rename to hidden');
    const res = await api
      .anonymous()
      .get('/api/v1/users')
      .set('X-Request-Id', 'defect')
      .expect(500);
    await api.db.raw('alter table hidden rename to users');

    expect(res.body).toEqual({ error: 'Internal server error', code: 'INTERNAL_ERROR' });
    expect(linesOf('defect')).toEqual([
      expect.objectContaining({
        level: 50,
        err: expect.objectContaining({ stack: expect.stringContaining('users') }),
      }),
      expect.objectContaining({ level: 30, status: 500 }),
    ]);
  });

  it('logs a client that disconnects as aborted, not as a defect', async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      [
        'POST /api/v1/admin/users/bulk-import HTTP/1.1',
        'Host: hallway',
        'X-Request-Id: gone-away',
        `X-API-Key: ${ADMIN_API_KEY}`,
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Length: 100000',
        '',
        `--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\ngone-away${' '.repeat(9_000)}`,
      ].join('\r\n'),
    );
    await until(async () => (await temporaryFilesWith('gone-away')).length > 0);
    socket.destroy();
    await until(() => linesOf('gone-away').length > 0);

    expect(linesOf('gone-away')).toEqual([
      expect.objectContaining({ msg: 'request', level: 30, aborted: true }),
    ]);
  });

  it('contains no secret, for any outcome of a request', async () => {
    const person = { id: 77, first_name: 'Canary-Name' };
    const initData = signInitData(person, { at: api.now(), start_param: 'canary-start' });
    const stale = signInitData(person, { at: new Date(0) });
    const { body } = await api.anonymous().post('/api/v1/auth/login').send({ init_data: initData });
    await using away = await startApi({ on: { databaseUrl: NOWHERE }, log });
    const secrets = [initData, stale, String(body.token), 'canary-key-canary-key-1', BOT_TOKEN];
    const paths = ['/api/v1/users/me', '/api/v1/admin/users', '/api/v1/auth/login'];
    const json = { 'Content-Type': 'application/json', Authorization: `Bearer ${body.token}` };

    for (const { url } of [api, away]) {
      for (const [path, secret] of paths.flatMap((path) =>
        secrets.map((one) => [path, one] as const),
      )) {
        const to = `${url}${path}?q=${encodeURIComponent(secret)}`;
        await Promise.all([
          fetch(to, { headers: { 'X-Messenger-Auth': secret } }),
          fetch(to, { headers: { Authorization: `Bearer ${secret}` } }),
          fetch(to, { headers: { 'X-API-Key': secret, Cookie: `session=${secret}` } }),
          fetch(to, { method: 'POST', headers: json, body: JSON.stringify({ init_data: secret }) }),
          fetch(to, { method: 'PATCH', headers: json, body: `{"${secret}` }),
        ]);
      }
    }

    const text = JSON.stringify(lines);
    const hashes = [initData, stale].map((data) => String(new URLSearchParams(data).get('hash')));
    for (const secret of [...secrets, ...hashes, person.first_name, 'canary-start', JWT_SECRET]) {
      expect(text).not.toContain(secret);
    }
    for (const path of paths) expect(text).toContain(path);
  });
});

describe('without its database', () => {
  it('the service spreads Retry-After over several seconds', async () => {
    await using away = await startApi({ on: { databaseUrl: NOWHERE } });
    const ask = async (path: string) => (await away.anonymous().get(path)).get('Retry-After');
    const asked = Array.from({ length: 20 }, (_, n) => ask(n % 2 ? '/healthz' : '/api/v1/users'));
    const seconds = (await Promise.all(asked)).map(Number);

    expect(Math.min(...seconds)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...seconds)).toBeLessThanOrEqual(8);
    expect(new Set(seconds).size).toBeGreaterThan(1);
  });

  it('the service answers 503 with Retry-After', async () => {
    await using away = await startApi({ on: { databaseUrl: NOWHERE } });
    const answers = await Promise.all([
      away.as(ada).get('/api/v1/users/me'),
      away.anonymous().get('/api/v1/users'),
      away.admin().get('/api/v1/admin/users'),
      away.fromMessenger({ id: 1, first_name: 'Ada' }).post('/api/v1/auth/login'),
    ]);
    await away.anonymous().get('/api/v1/users/me').expect(401);
    await away.anonymous().get('/healthz?live').expect(200, { status: 'ok' });
    const health = await away.anonymous().get('/healthz').expect(503);

    for (const res of answers) {
      expect(res.status).toBe(503);
      expect(res.body).toEqual({ error: expect.any(String), code: 'SERVICE_UNAVAILABLE' });
      expect(Number(res.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect(health.body).toEqual({
      status: 'unavailable',
      error: expect.any(String),
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(Number(health.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('the service reconnects after its connections were cut', async () => {
    await Promise.all(Array.from({ length: 10 }, () => api.as(ada).get('/api/v1/users/me')));
    await api.db.raw(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => api.as(ada).get('/api/v1/users/me')),
    );
    for (const { status } of answers) expect([200, 503]).toContain(status);
    await api.as(ada).get('/api/v1/users/me').expect(200);
    await api.anonymous().get('/healthz').expect(200);
  });
});

describe('while it drains', () => {
  it('the service answers, and closes the connections', async () => {
    await using draining = await startApi({ on: api, isDraining: () => true });
    const health = await draining.anonymous().get('/healthz').expect(503);
    const list = await draining.anonymous().get('/api/v1/users').expect(200);

    expect(health.body).toMatchObject({ status: 'draining', code: 'SERVICE_UNAVAILABLE' });
    expect(list.get('Connection')).toBe('close');
  });
});
