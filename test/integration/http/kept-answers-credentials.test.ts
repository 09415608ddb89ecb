import type { User } from '../../../src/domain/people/users.ts';
import { ADMIN_API_KEY, type StartOptions, startApi, type TestApi } from '../../support/api.ts';
import { declaredEndpoints, nameOf } from '../../support/endpoints.ts';
import { anAttendance, aUser } from '../../support/factories.ts';
import {
  aProgramme,
  ask,
  comparable,
  decoded,
  type Programme,
  pathIn,
  type Sent,
  startKeeping,
  statementsDuring,
} from '../../support/kept-answers.ts';
import { recordingLog } from '../../support/log.ts';
import { signInitData } from '../../support/messenger.ts';
import { overSocket } from '../../support/socket.ts';
import { until } from '../../support/until.ts';

const KEPT = declaredEndpoints().filter(({ kept }) => kept);
const PUBLIC = KEPT.filter(({ auth }) => auth === 'public').map(nameOf);
const MESSENGER_ID = 4_711_000_815;
const PERSONAL = [String(MESSENGER_ID), 'Augusta', 'augusta_ada', '"attendance":'];
const OPTIONAL = KEPT.filter(({ auth }) => auth === 'optional').map(nameOf);

let usualWay: TestApi;
let keeping: TestApi;
/** Two processes, so that no test gets an answer that another test has requested. */
let fresh: readonly TestApi[];
let programme: Programme;
let ada: User;

beforeAll(async () => {
  usualWay = await startApi();
  keeping = await startKeeping({ on: usualWay });
  fresh = [await startKeeping({ on: usualWay }), await startKeeping({ on: usualWay })];
  programme = await aProgramme(usualWay);
  ada = await aUser(usualWay.db, {
    messenger_id: MESSENGER_ID,
    first_name: 'Augusta',
    username: 'augusta_ada',
  });
  await anAttendance(usualWay.db, [ada, programme.event], 'registered');
});
afterAll(async () => {
  for (const process of fresh) await process.close();
  await keeping.close();
  await usualWay.close();
});

/** Processes of one test, which end also when it fails. */
const opened: TestApi[] = [];
const open = async (options: StartOptions) => {
  const api = await startKeeping({ ...options, on: usualWay });
  opened.push(api);
  return api;
};
afterEach(async () => {
  for (const api of opened.splice(0)) await api.close();
});

type Headers = Readonly<Record<string, string>>;

const bearer = ({ id, messenger_id }: User): Headers => {
  const claims = { user_id: id, messenger_id: messenger_id as number };
  return { Authorization: `Bearer ${keeping.tokens.issueForUser(claims).token}` };
};
const launchData = (): Headers => ({
  'X-Messenger-Auth': signInitData(
    { id: MESSENGER_ID, first_name: 'Augusta' },
    { at: keeping.now() },
  ),
});

const CREDENTIALS: ReadonlyMap<string, () => Headers> = new Map([
  ['a token', () => bearer(ada)],
  ['launch data', launchData],
  ['a token and launch data', () => ({ ...bearer(ada), ...launchData() })],
  ['an API key', () => ({ 'X-API-Key': ADMIN_API_KEY })],
  [
    'an administrator’s token',
    () => ({
      Authorization: `Bearer ${keeping.tokens.issueForAdmin('0123abcd').token}`,
    }),
  ],
  ['a broken token', () => ({ Authorization: 'Bearer broken' })],
  ['another scheme', () => ({ Authorization: 'Basic YTpi' })],
  ['broken launch data', () => ({ 'X-Messenger-Auth': 'broken' })],
  ['a wrong API key', () => ({ 'X-API-Key': 'wrong' })],
  ['a cookie', () => ({ Cookie: 'session=1' })],
]);

const pathOf = (name: string) => pathIn(programme, name.slice('GET '.length));
const withHeaders = (kind: { headers?: Headers }, headers: Headers) => ({
  ...kind,
  headers: { ...kind.headers, ...headers },
});
const withoutTime = (body: string) => body.replace(/"as_of":"[^"]+"/, '');

describe.each(PUBLIC)('%s with credentials', (name) => {
  it('is the anonymous answer with all of its headers, from memory too', async () => {
    const path = pathOf(name);
    const { headers } = await ask(keeping, path);
    const kinds = [
      {},
      { method: 'HEAD' },
      { headers: { 'Accept-Encoding': 'br' } },
      { headers: { 'If-None-Match': String(headers.etag) } },
    ];
    for (const kind of kinds) {
      const expected = await ask(usualWay, path, kind);
      const answers = [await ask(usualWay, path, withHeaders(kind, bearer(ada)))];
      const statements = await statementsDuring(keeping, async () => {
        for (const make of CREDENTIALS.values()) {
          answers.push(await ask(keeping, path, withHeaders(kind, make())));
        }
      });
      expect([kind, statements]).toEqual([kind, 0]);
      for (const answer of answers) {
        expect([kind, answer.status, comparable(answer)]).toEqual([
          kind,
          expected.status,
          comparable(expected),
        ]);
        expect(withoutTime(decoded(answer))).toBe(withoutTime(decoded(expected)));
      }
    }
  });

  it('is kept for everyone in each process, and holds nothing personal', async () => {
    // The start of a process reads /events.
    const path = pathOf(name) + (name === 'GET /events' ? '?limit=19' : '');
    const expected = withoutTime(decoded(await ask(usualWay, path)));
    for (const process of fresh) {
      const made: Sent[] = [];
      const own = { ...bearer(ada), ...launchData() };
      const statements = await statementsDuring(process, async () => {
        made.push(await ask(process, path, { headers: own }));
      });
      expect(statements).toBeGreaterThan(0);
      made.push(await ask(process, path));
      for (const answer of made) {
        expect(answer.body).toEqual(made[0]?.body);
        expect(comparable(answer)).toEqual(comparable(made[0] as Sent));
        expect(withoutTime(decoded(answer))).toBe(expected);
        const whole = decoded(answer) + JSON.stringify(answer.headers);
        for (const personal of PERSONAL) expect(whole).not.toContain(personal);
      }
    }
  });
});

describe.each(OPTIONAL)('%s with credentials', (name) => {
  it('is made for its sender, and not kept', async () => {
    const path = pathOf(name);
    for (const process of fresh) {
      const anonymous = await ask(process, path);
      const own = await ask(process, path, { headers: bearer(ada) });
      expect(own.status).toBe(200);
      expect(own.headers['cache-control']).toBe('private, no-store, no-transform');
      expect(decoded(own)).toContain('"attendance":{"status":"registered"');
      const statements = await statementsDuring(process, async () => {
        expect(decoded(await ask(process, path))).toBe(decoded(anonymous));
      });
      expect(statements).toBe(0);
      expect(decoded(anonymous)).not.toContain('"attendance"');
      const broken = await ask(process, path, { headers: { Authorization: 'Bearer broken' } });
      expect(broken.status).toBe(401);
    }
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
  ])('does not go around the kept answer: %s', async (_what, query, options) => {
    const kept = await ask(keeping, path());
    const usual = await ask(usualWay, path() + query, options);
    let sent = usual;
    const statements = await statementsDuring(keeping, async () => {
      sent = await ask(keeping, path() + query, options);
    });
    expect(statements).toBe(0);
    expect(sent.body).toEqual(kept.body);
    expect([sent.status, comparable(sent)]).toEqual([usual.status, comparable(usual)]);
  });

  it('is left out of a key besides declared input', async () => {
    const asked = (query: string) => statementsDuring(keeping, () => ask(keeping, path() + query));
    expect(await asked('?kind=talk')).toBeGreaterThan(0);
    expect(await asked('?x=1&kind=talk&kinds=2')).toBe(0);
    expect(await asked('?x=1&kind=workshop')).toBeGreaterThan(0);
  });

  it('is not taken for the next request of its connection', async () => {
    const { body } = await ask(keeping, path());
    const head = `GET ${path()} HTTP/1.1\r\nHost: hallway\r\n`;
    const text = `${head}Content-Length: 3\r\n\r\nGET${head}Connection: close\r\n\r\n`;
    const answers = await overSocket(keeping.url, text);
    expect(answers.body.split('HTTP/1.1 200 OK')).toEqual([
      String(body),
      expect.stringContaining(String(body)),
    ]);
  });
});

it('1,000 requests at once with and without credentials make one answer', async () => {
  const path = '/api/v1/conferences';
  const alone = await statementsDuring(keeping, () => ask(keeping, `${path}?limit=96`));
  const headers = [{}, ...[...CREDENTIALS.values()].map((make) => make())];
  const bodies = new Set<string>();
  const together = await statementsDuring(keeping, async () => {
    const answers = Array.from({ length: 1_000 }, (_, n) =>
      ask(keeping, `${path}?limit=97`, { headers: { ...headers[n % headers.length] } }),
    );
    for (const { status, body } of await Promise.all(answers)) bodies.add(`${status} ${body}`);
  });
  expect(together).toBe(alone);
  expect(bodies.size).toBe(1);
});

it('a request with credentials has the log line that it has in the usual way, without a user', async () => {
  const { log, lines } = recordingLog();
  const logging = await open({ log });
  const path = pathIn(programme, '/speakers/:id');
  const ids = ['usual.way', 'from.memory'];
  for (const id of ids) {
    const headers = { ...bearer(ada), 'X-Request-Id': id };
    expect((await ask(logging, path, { headers })).headers['x-request-id']).toBe(id);
  }
  const logged = () => lines.filter(({ request_id }) => ids.includes(String(request_id)));
  await until(() => logged().length === 2);
  const [usual, kept] = logged();
  expect(kept).toMatchObject({ request_id: ids[1], route: '/speakers/:id', status: 200 });
  expect(kept).not.toHaveProperty('user_id');
  const varying = { request_id: '', ms: 0, time: 0 };
  expect({ ...kept, ...varying }).toEqual({ ...usual, ...varying });
});

it('an overloaded process sends kept answers, and refuses other requests, with credentials or without', async () => {
  let isOverloaded = false;
  const loaded = await open({ isOverloaded: () => isOverloaded });
  const path = pathIn(programme, '/speakers/:id');
  await ask(loaded, path);
  isOverloaded = true;
  for (const headers of [{}, bearer(ada), { Authorization: 'Bearer broken' }]) {
    expect((await ask(loaded, path, { headers })).status).toBe(200);
    const refused = await ask(loaded, '/api/v1/speakers?limit=3', { headers });
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  }
});
