import type { User } from '../../../src/domain/people/users.ts';
import { ADMIN_API_KEY, startApi, type TestApi } from '../../support/api.ts';
import {
  aProgramme,
  ask,
  comparable,
  decoded,
  type Programme,
  pathIn,
  type Sent,
  startCaching,
  statementsDuring,
} from '../../support/cached-reads.ts';
import { declaredEndpoints, nameOf } from '../../support/endpoints.ts';
import { anAttendance, anEvent, aUser } from '../../support/factories.ts';
import { recordingLog } from '../../support/log.ts';
import { signInitData } from '../../support/messenger.ts';
import { overSocket } from '../../support/socket.ts';
import { until } from '../../support/until.ts';

const CACHED = declaredEndpoints().filter(({ cachedUntil }) => cachedUntil);
const ORIGIN = 'https://app.example.org';
const MESSENGER_ID = 4_711_000_815;
const PERSONAL = [String(MESSENGER_ID), 'Augusta', '"attendance":'];

let fresh: TestApi;
let caching: TestApi;
let programme: Programme;
let ada: User;

beforeAll(async () => {
  fresh = await startApi();
  caching = await startCaching({ on: fresh });
  programme = await aProgramme(fresh);
  ada = await aUser(fresh.db, { messenger_id: MESSENGER_ID, first_name: 'Augusta' });
  await anAttendance(fresh.db, [ada, programme.event], 'registered');
});
afterAll(async () => {
  await caching.close();
  await fresh.close();
});

type Headers = Readonly<Record<string, string>>;

const bearer = (): Headers => {
  const { token } = caching.tokens.issueForUser({ user_id: ada.id, messenger_id: MESSENGER_ID });
  return { Authorization: `Bearer ${token}` };
};
const launchData = (): Headers => ({
  'X-Messenger-Auth': signInitData(
    { id: MESSENGER_ID, first_name: 'Augusta' },
    { at: caching.now() },
  ),
});
const CREDENTIALS: ReadonlyMap<string, () => Headers> = new Map([
  ['none', () => ({})],
  ['a token', bearer],
  ['launch data', launchData],
  ['a token and launch data', () => ({ ...bearer(), ...launchData() })],
  ['an API key', () => ({ 'X-API-Key': ADMIN_API_KEY })],
  ['a broken token', () => ({ Authorization: 'Bearer broken' })],
  ['another scheme', () => ({ Authorization: 'Basic YTpi' })],
  ['broken launch data', () => ({ 'X-Messenger-Auth': 'broken' })],
  ['a wrong API key', () => ({ 'X-API-Key': 'wrong' })],
  ['a cookie', () => ({ Cookie: 'session=1' })],
]);
const withoutTime = (sent: Sent) => decoded(sent).replace(/"as_of":"[^"]+"/, '');

describe('an answer from memory', () => {
  let usualWay: TestApi;
  let fromMemory: TestApi;

  beforeAll(async () => {
    const options = { env: { CORS_ORIGINS: ORIGIN }, on: fresh };
    usualWay = await startApi(options);
    fromMemory = await startCaching(options);
  });
  afterAll(async () => {
    await fromMemory.close();
    await usualWay.close();
  });

  it.each(CACHED.map((one) => [nameOf(one), one] as const))(
    'of %s equals the answer without a cache, also made for a user, and holds nothing personal',
    async (name, { auth }) => {
      const path = pathIn(programme, name.slice('GET '.length));
      const isPublic = auth === 'public';
      const made = await ask(fromMemory, path, { headers: isPublic ? bearer() : {} });
      const { etag = '' } = made.headers;
      const kinds: { method?: string; headers?: Headers }[] = [
        {},
        { headers: { Origin: ORIGIN } },
        { headers: { Origin: 'https://evil.example' } },
        { headers: { 'If-None-Match': etag } },
        { headers: { 'If-None-Match': 'W/"another"' } },
        { headers: { 'Accept-Encoding': 'gzip' } },
        { headers: { 'Accept-Encoding': 'gzip;q=0.5, br' } },
        { method: 'HEAD' },
        ...[...CREDENTIALS.values()].map((headersOf) => ({ headers: isPublic ? headersOf() : {} })),
      ];
      for (const kind of kinds) {
        const usual = await ask(usualWay, path, kind);
        let cached = usual;
        const statements = await statementsDuring(fromMemory, async () => {
          cached = await ask(fromMemory, path, kind);
        });
        expect([kind, statements]).toEqual([kind, 0]);
        expect({ kind, status: cached.status, ...comparable(cached) }).toEqual({
          kind,
          status: usual.status,
          ...comparable(usual),
        });
        expect(withoutTime(cached)).toBe(withoutTime(usual));
        const whole = decoded(cached) + JSON.stringify(cached.headers);
        for (const personal of PERSONAL) expect(whole).not.toContain(personal);
      }
    },
  );

  it('keeps the as_of that it was made with, and allows any origin where the service does', async () => {
    const asked = () => ask(caching, '/api/v1/events?limit=3', { headers: { Origin: ORIGIN } });
    const [first, second] = [await asked(), await asked()];
    expect(second.body).toEqual(first.body);
    expect(second.headers['access-control-allow-origin']).toBe('*');
    expect(comparable(second)).toEqual(comparable(first));
  });

  it('has the request id of its request, and one log line as any other, without a user', async () => {
    const { log, lines } = recordingLog();
    await using logging = await startCaching({ on: fresh, log });
    const path = pathIn(programme, '/speakers/:id');
    const ids = ['usual.way', 'from.memory'];
    for (const id of ids) {
      const headers = { ...bearer(), 'X-Request-Id': id };
      expect((await ask(logging, path, { headers })).headers['x-request-id']).toBe(id);
    }
    const logged = () => lines.filter(({ request_id }) => ids.includes(String(request_id)));
    await until(() => logged().length === 2);
    const [usual, cached] = logged();
    expect(cached).toMatchObject({ request_id: ids[1], route: '/speakers/:id', status: 200 });
    expect(cached).not.toHaveProperty('user_id');
    const varying = { request_id: '', ms: 0, time: 0 };
    expect({ ...cached, ...varying }).toEqual({ ...usual, ...varying });
  });

  it('is sent by an overloaded process, which refuses other requests', async () => {
    let isOverloaded = false;
    await using loaded = await startCaching({ on: fresh, isOverloaded: () => isOverloaded });
    const path = pathIn(programme, '/speakers/:id');
    await ask(loaded, path);
    isOverloaded = true;
    for (const headers of [{}, bearer()]) {
      expect(await ask(loaded, path, { headers })).toMatchObject({ status: 200 });
      const refused = await ask(loaded, '/api/v1/speakers?limit=3', { headers });
      expect(refused.status).toBe(503);
      expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    }
  });
});

it('a draining service asks for another connection in answers from memory too', async () => {
  let isDraining = false;
  await using draining = await startCaching({ on: fresh, isDraining: () => isDraining });
  await ask(draining, '/api/v1/events');
  isDraining = true;
  const { headers } = await ask(draining, '/api/v1/events');
  expect(headers.connection).toBe('close');
});

describe('Accept-Encoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['gzip;q=0.5, identity', undefined],
    ['deflate', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
  ])('%j is answered as %s, from memory and on the fly', async (accepted, expected) => {
    const headers: Record<string, string> =
      accepted === undefined ? {} : { 'Accept-Encoding': accepted };
    const path = pathIn(programme, '/events/:id');
    const whole = await ask(fresh, path);
    await ask(caching, path);
    for (const api of [fresh, caching]) {
      const sent = await ask(api, path, { headers });
      expect(sent.headers['content-encoding']).toBe(expected);
      expect(sent.headers['content-length']).toBe(String(sent.body.length));
      expect(sent.headers.etag).toBe(whole.headers.etag);
      expect(decoded(sent)).toBe(whole.body.toString());
    }
  });

  it('compresses no answer that is for one caller, contains profiles or is short', async () => {
    const ada = await aUser(fresh.db, { bio: 'Looms. '.repeat(70) });
    for (const [path, agent] of [
      [pathIn(programme, '/events/:id'), fresh.as(ada)],
      ['/api/v1/users/me', fresh.as(ada)],
      ['/api/v1/users', fresh.anonymous()],
      [pathIn(programme, '/speakers/:id'), caching.anonymous()],
      [pathIn(programme, '/speakers/:id'), caching.anonymous()],
    ] as const) {
      const { headers } = await agent.get(path).set('Accept-Encoding', 'gzip, br').expect(200);
      expect([path, headers['content-encoding']]).toEqual([path, undefined]);
    }
  });
});

describe('an answer is made again', () => {
  it.each([
    ['with credentials that are wrong', { Authorization: 'Bearer wrong' }, 401],
    ['with launch data that is wrong', { 'X-Messenger-Auth': 'wrong' }, 401],
  ])('%s', async (_what, headers, status) => {
    const path = pathIn(programme, '/events/:id');
    await ask(caching, path);
    expect(await ask(caching, path, { headers })).toMatchObject({ status });
  });

  it('for each caller: no caller gets the answer of another', async () => {
    const event = await anEvent(fresh.db, { capacity: 5 });
    const [ada, grace] = [await aUser(fresh.db), await aUser(fresh.db)];
    const blocked = await aUser(fresh.db, { is_blocked: true });
    const path = `/api/v1/events/${event.id}`;
    await caching.as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);

    const standing = async (agent: ReturnType<TestApi['anonymous']>) =>
      (await agent.get(path).expect(200)).body.attendance?.status;
    for (let round = 0; round < 2; round += 1) {
      expect(await standing(caching.as(ada))).toBe('registered');
      expect(await standing(caching.anonymous())).toBeUndefined();
      expect(await standing(caching.as(grace))).toBe('none');
      await caching.as(blocked).get(path).expect(403);
    }
    const { headers } = await caching.as(ada).get(path);
    expect(headers['cache-control']).toBe('private, no-store, no-transform');
  });

  it('with a parameter that is repeated', async () => {
    await ask(caching, '/api/v1/events?limit=1');
    const wrong = [
      'limit=1&limit=2',
      'limit[]=1',
      'limit=1&limit[]=1',
      'limit=1&limit[a]=',
      'limit=%',
    ];
    for (const query of wrong) {
      expect(await ask(caching, `/api/v1/events?${query}`)).toMatchObject({ status: 400 });
    }
  });

  it('but not for the same parameters in another order', async () => {
    const made = (query: string) =>
      statementsDuring(caching, () => ask(caching, `/api/v1/events?${query}`));
    expect(await made('kind=side&limit=7&q=a%20b')).toBeGreaterThan(0);
    expect(await made('q=a+b&limit=7&kind=side')).toBe(0);
    expect(await made('q=a+c&limit=7&kind=side')).toBeGreaterThan(0);
  });
});

describe('input that an endpoint does not read', () => {
  const path = () => pathIn(programme, '/conferences/:conference_id/agenda');

  it.each([
    ['an undeclared parameter', '?x=1', {}],
    ['one that is repeated', '?x=1&x=2&y[]=3&z[a]=b', {}],
    ['one that is too long for a key', `?x=${'y'.repeat(4_000)}`, {}],
    ['an empty query', '?&&', {}],
    ['an empty body', '', { headers: { 'Content-Length': '0' } }],
    ['a body', '', { headers: { 'Content-Length': '3' }, body: 'abc' }],
    ['a body in chunks', '', { headers: { 'Transfer-Encoding': 'chunked' }, body: 'abc' }],
    ['an expectation', '', { headers: { Expect: '100-continue', 'Content-Length': '0' } }],
  ])('does not go around the cached answer: %s', async (_what, query, options) => {
    const cached = await ask(caching, path());
    const usual = await ask(fresh, path() + query, options);
    let sent = usual;
    const statements = await statementsDuring(caching, async () => {
      sent = await ask(caching, path() + query, options);
    });
    expect(statements).toBe(0);
    expect(sent.body).toEqual(cached.body);
    expect([sent.status, comparable(sent)]).toEqual([usual.status, comparable(usual)]);
  });

  it('is left out of a key besides declared input', async () => {
    const asked = (query: string) => statementsDuring(caching, () => ask(caching, path() + query));
    expect(await asked('?kind=talk')).toBeGreaterThan(0);
    expect(await asked('?x=1&kind=talk&kinds=2')).toBe(0);
    expect(await asked('?x=1&kind=workshop')).toBeGreaterThan(0);
  });

  it('is not taken for the next request of its connection', async () => {
    const { body } = await ask(caching, path());
    const head = `GET ${path()} HTTP/1.1\r\nHost: hallway\r\n`;
    const text = `${head}Content-Length: 3\r\n\r\nGET${head}Connection: close\r\n\r\n`;
    const answers = await overSocket(caching.url, text);
    expect(answers.body.split('HTTP/1.1 200 OK')).toEqual([
      String(body),
      expect.stringContaining(String(body)),
    ]);
  });
});
