import type { User } from '../../../src/domain/people/users.ts';
import type { PageFiles } from '../../../src/http/pages.ts';
import { ADMIN_API_KEY, startApi, type TestApi } from '../../support/api.ts';
import { startCaching } from '../../support/cached-reads.ts';
import { aConference, anEvent, aQuest, aUser, people } from '../../support/factories.ts';
import { type LaunchUser, signInitData } from '../../support/messenger.ts';
import { countQueries } from '../../support/queries.ts';

const LIMITED = {
  error: 'Too many requests; try again later',
  code: 'RATE_LIMITED',
};
/** Lowered where the default would take too many requests. */
const rateLimits = {
  'messenger-auth': 3,
  'admin-key': 5,
  'people-reads-per-person': 4,
  'people-reads-per-address': 6,
  'public-reads': 5,
  'exports-per-person': 2,
};
const env = { TRUST_PROXY: '1' };

let api: TestApi;
let nextId = 6_000_000;
let ada: LaunchUser;
let reader: User;

beforeAll(async () => {
  api = await startApi({ env, rateLimits });
});
afterAll(() => api.close());
beforeEach(async () => {
  await aMinuteLater();
  await api.db('rate_limit_counters').delete();
  ada = { id: nextId++, first_name: 'Ada' };
});

const logIn = (init_data: string, { on = api, from = '192.0.2.1' } = {}) =>
  on.anonymous().post('/api/v1/auth/login').set('X-Forwarded-For', from).send({ init_data });

const rightly = (options?: Parameters<typeof logIn>[1]) =>
  logIn(signInitData(ada, { at: api.now() }), options);
const wrongly = (options?: Parameters<typeof logIn>[1]) => logIn('forged', options);

const admin = (key: string, { on = api, from = '192.0.2.1' } = {}) =>
  on.anonymous().get('/api/v1/admin/users').set('X-API-Key', key).set('X-Forwarded-For', from);

async function times(count: number, request: () => PromiseLike<{ status: number }>) {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await request()).status);
  return statuses;
}

/** Ends the current window of all shared counters, in the database and in the process. */
async function aMinuteLater() {
  await api.db('rate_limit_counters').update({ expires_at: api.db.raw('now()') });
  api.advance(60_000);
}

describe('failed sign-ins', () => {
  it('answer 429 after ten in a minute from one address', async () => {
    expect(await times(10, wrongly)).toEqual(Array(10).fill(401));

    const res = await wrongly().expect(429, LIMITED);

    expect(Number(res.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect(Number(res.get('Retry-After'))).toBeLessThanOrEqual(60);
  });

  it('are not refused for hours when the clock of the process is set back', async () => {
    await times(11, wrongly);
    await aMinuteLater();
    api.advance(-3_600_000);
    await wrongly().expect(401);
    api.advance(3_600_000);
  });

  it('do not affect a successful sign-in from the same address', async () => {
    await times(11, wrongly);
    await rightly().expect(200);
  });

  it('do not affect other addresses', async () => {
    await times(11, wrongly);
    await wrongly({ from: '192.0.2.2' }).expect(401);
  });

  it('share a count in one IPv6 /56', async () => {
    let n = 0;
    const roaming = () => wrongly({ from: `2001:db8:0:ab${(n++).toString(16)}::1` });
    expect(await times(11, roaming)).toEqual([...Array(10).fill(401), 429]);
    await wrongly({ from: '2001:db8:0:b00::1' }).expect(401);
  });

  it('are counted from zero when the minute is over', async () => {
    await times(11, wrongly);
    await aMinuteLater();
    expect(await times(11, wrongly)).toEqual([...Array(10).fill(401), 429]);
  });

  it('are counted exactly when they are concurrent', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => wrongly()));

    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('share a count across processes', async () => {
    await using second = await startApi({ on: api, env, rateLimits });
    const alternating = [api, second, api, second, api, second, api, second, api, second];

    for (const on of alternating) await wrongly({ on }).expect(401);
    await wrongly({ on: api }).expect(429);
    await wrongly({ on: second }).expect(429);
  });

  it('have the RateLimit headers of the current draft', async () => {
    const res = await wrongly().expect(401);

    expect(res.get('RateLimit-Policy')).toMatch(/^"login-failures"; q=10; w=60(; pk=:.*:)?$/);
    expect(res.get('RateLimit')).toMatch(/^"login-failures"; r=9; t=(59|60)$/);
    expect(res.get('X-RateLimit-Limit')).toBeUndefined();
  });
});

describe('successful sign-ins', () => {
  it('answer 429 after thirty in a minute of one user', async () => {
    expect(await times(31, rightly)).toEqual([...Array(30).fill(200), 429]);

    ada = { id: nextId++, first_name: 'Another' };
    await rightly().expect(200);
  });

  it('count toward the limit of their user alone: a statement for the user, none for a counter', async () => {
    await rightly().expect(200);
    const { body } = await rightly().expect(200);
    expect(body.user.messenger_id).toBe(ada.id);
    expect(await api.db('rate_limit_counters')).toEqual([]);
  });
});

/** Ten thousand people may reach the service from the one address of their venue. */
describe('a venue with one address', () => {
  const VENUE = '192.0.2.77';
  const signInAt = (on: TestApi) => {
    const user = { id: nextId++, first_name: 'Attendee' };
    const init_data = signInitData(user, { at: on.now() });
    return logIn(init_data, { on, from: VENUE });
  };

  it('signs in 1,200 people in a minute, while 30 wrong ones are refused', async () => {
    await using open = await startApi({
      on: api,
      env: { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: '1' },
    });
    const statuses = { right: [] as number[], wrong: [] as number[] };
    const loops = Array.from({ length: 10 }, async (_, loop) => {
      for (let n = 0; n < 120; n++) {
        statuses.right.push((await signInAt(open)).status);
        if (n % 40 === loop) statuses.wrong.push((await wrongly({ on: open, from: VENUE })).status);
      }
    });
    await Promise.all(loops);

    expect(new Set(statuses.right)).toEqual(new Set([200]));
    expect(statuses.wrong.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.wrong.filter((status) => status === 429)).toHaveLength(20);
  });

  it('opens the console on 100 new phones in a minute, each with the files of its first screen', async () => {
    const page: PageFiles = new Map([['index.html', { type: 'html', body: Buffer.from('page') }]]);
    await using open = await startApi({
      on: api,
      env: { RATE_LIMIT_ENABLED: 'true', TRUST_PROXY: '1' },
      consoleFiles: async () => page,
    });
    const FILES_OF_A_SCREEN = 40;
    const get = () => open.anonymous().get('/admin/').set('X-Forwarded-For', VENUE);
    const phones = Array.from({ length: 10 }, async () => {
      for (let n = 0; n < 10 * FILES_OF_A_SCREEN; n++) await get().expect(200);
    });
    await Promise.all(phones);
  });
});

describe('a limit that is used up', () => {
  const statementsOf = (request: () => PromiseLike<{ status: number }>) =>
    countQueries(api.db, async () => expect((await request()).status).toBe(429));

  it.each<[string, number, () => PromiseLike<{ status: number }>]>([
    ['sign-ins of a user', 30, rightly],
    ['failed sign-ins', 10, wrongly],
    ['wrong API keys', 20, () => admin('a-key-that-was-guessed-0001')],
    ['requests with launch data', 3, () => api.fromMessenger(ada).get('/api/v1/users/me')],
    ['reads of people', 4, () => api.as(reader).get('/api/v1/users')],
  ])('costs no statement until its window ends: %s', async (_, limit, request) => {
    reader = await aUser(api.db);
    await times(limit, request);

    expect(await statementsOf(request)).toBe(0);
    expect(await statementsOf(request)).toBe(0);
  });

  it('is counted again in the next window', async () => {
    await times(11, wrongly);
    await aMinuteLater();

    expect(await countQueries(api.db, () => wrongly().expect(401))).toBe(1);
  });
});

describe('the address of a caller', () => {
  it('ignores X-Forwarded-For without a trusted proxy', async () => {
    await using open = await startApi({ env: { RATE_LIMIT_ENABLED: 'true' } });
    let n = 0;
    const pretending = () => wrongly({ on: open, from: `198.51.100.${n++}` });

    expect(await times(11, pretending)).toEqual([...Array(10).fill(401), 429]);
  });

  it('is the one that the trusted proxy added, not an earlier one', async () => {
    let n = 0;
    const pretending = () => wrongly({ from: `198.51.100.${n++}, 192.0.2.1` });

    expect(await times(11, pretending)).toEqual([...Array(10).fill(401), 429]);
  });
});

describe('an odd X-Forwarded-For', () => {
  it.each([
    ['long', 'x'.repeat(8_000)],
    ['long and almost an IPv6 address', `fe80::1%${'z'.repeat(8_000)}`],
    ['not an address', 'unknown'],
    ['of signs', "'; drop table users --"],
  ])('never gets a 5xx: %s', async (_, from) => {
    await wrongly({ from }).expect(401);
    await rightly({ from }).expect(200);
    await admin('wrong', { from }).expect(401);
    await api.anonymous().get('/api/v1/users').set('X-Forwarded-For', from).expect(200);
  });

  it('does not give a client several addresses for invented ones', async () => {
    let n = 0;
    const pretending = () => wrongly({ from: `made-up-${n++}` });

    expect(await times(11, pretending)).toEqual([...Array(10).fill(401), 429]);
  });

  it.each([
    ['192.0.2.7', (port: number) => `192.0.2.7:${port}`],
    ['2001:db8::7', (port: number) => `[2001:db8::7]:${port}`],
  ])('is the same client from any port: %s', async (address, withPort) => {
    let port = 1_024;
    const roaming = () => wrongly({ from: withPort(port++) });

    expect(await times(9, roaming)).toEqual(Array(9).fill(401));
    await wrongly({ from: address }).expect(401);
    await wrongly({ from: address }).expect(429);
  });
});

describe('requests of a user', () => {
  it('have one limit over all endpoints and credentials', async () => {
    await using strict = await startApi({
      on: api,
      env,
      rateLimits: { ...rateLimits, 'requests-per-person': 5 },
    });
    const user = await aUser(api.db);
    const launch = { id: Number(user.messenger_id), first_name: 'Ada' };
    const byToken = (path: string) => strict.as(user).get(`/api/v1${path}`);
    const byLaunchData = () => strict.fromMessenger(launch).get('/api/v1/users/me');

    for (const path of ['/users/me', '/agenda/my', '/events/1']) await byToken(path);
    expect(await times(2, byLaunchData)).toEqual([200, 200]);
    const refused = await byToken('/users/me').expect(429, LIMITED);
    expect(refused.get('RateLimit')).toMatch(/"requests-per-person"; r=0/);
    await byLaunchData().expect(429, LIMITED);
    await strict
      .as(await aUser(api.db))
      .get('/api/v1/users/me')
      .expect(200);
  });

  it('have a lower one of exports an hour, of all files together', async () => {
    const user = await aUser(api.db);
    const get = (path: string) => api.as(user).get(`/api/v1${path}`);

    await get('/users/me/export').expect(200);
    await get('/connections/connected?format=csv').expect(200);
    await get('/users/me/export').expect(429, LIMITED);
    await get('/connections/connected?format=vcf').expect(429, LIMITED);
    await get('/connections/connected').expect(200);
    await aMinuteLater();
    api.advance(59 * 60_000);
    await get('/users/me/export').expect(200);
  });
});

describe('reading people', () => {
  const ADDRESS = '198.51.100.7';
  let paths: string[];

  beforeEach(async () => {
    const [user] = await people(api.db, 4);
    const event = await anEvent(api.db);
    const conference = await aConference(api.db);
    paths = [
      '/users',
      // A search of words that can be misspelled counts ten times.
      '/users/paginated?q=al',
      `/users/profile/${user.id}`,
      `/events/${event.id}/attendees`,
      `/conferences/${conference.id}/attendees`,
    ];
  });

  /** Reads one path after the other. */
  const reads = (credentials: Record<string, string>) => {
    let n = 0;
    return () =>
      api
        .anonymous()
        .get(`/api/v1${paths[n++ % paths.length]}`)
        .set({ 'X-Forwarded-For': ADDRESS, ...credentials });
  };
  const tokenOf = async () => {
    const { body } = await rightly().expect(200);
    return { Authorization: `Bearer ${body.token}` };
  };

  it('has a limit per user over all endpoints and credentials', async () => {
    const byToken = await tokenOf();
    expect(await times(4, reads(byToken))).toEqual(Array(4).fill(200));
    for (const path of paths) {
      await api.anonymous().get(`/api/v1${path}`).set(byToken).expect(429, LIMITED);
    }
    const res = await api.fromMessenger(ada).get('/api/v1/users').expect(429, LIMITED);
    expect(res.get('RateLimit')).toMatch(/"messenger-auth"; r=2.*"people-reads-per-person"; r=0/);

    ada = { id: nextId++, first_name: 'Another' };
    expect(await times(4, reads(await tokenOf()))).toEqual(Array(4).fill(200));
  });

  it('has a limit per address for anonymous callers, which signed-in ones do not share', async () => {
    expect(await times(7, reads({}))).toEqual([...Array(6).fill(200), 429]);
    expect(await times(4, reads(await tokenOf()))).toEqual(Array(4).fill(200));
    const broken = { Authorization: 'Bearer broken' };
    const attendees = api.anonymous().get(`/api/v1${paths[3]}`).set(broken);
    await attendees.set('X-Forwarded-For', ADDRESS).expect(429, LIMITED);
  });

  it('count a search by its parameters: ten times with words that can be misspelled', async () => {
    const conference = await aConference(api.db);
    await using generous = await startApi({
      on: api,
      env,
      rateLimits: { ...rateLimits, 'people-reads-per-person': 20 },
    });
    const user = await aUser(api.db);
    const read = (path: string) => generous.as(user).get(`/api/v1${path}`);
    // Found or not, the same search counts the same.
    expect(user.first_name).not.toBe('Hannha');
    const res = await read('/users?q=hannha').expect(200);
    expect(res.get('RateLimit')).toMatch(/"people-reads-per-person"; r=10;/);
    await read('/users?q=zq').expect(200);
    await read(`/users?q=zq&conference_id=${conference.id}`).expect(200);
    await read('/users?q=zq&interest=looms').expect(200);
    await read('/users').expect(200);
    const last = await read('/users').expect(200);
    expect(last.get('RateLimit')).toMatch(/"people-reads-per-person"; r=1;/);
    await read(`/conferences/${conference.id}/attendees?q=zq`).expect(429, LIMITED);
  });

  it('does not limit reading your own data', async () => {
    const user = await aUser(api.db);
    const me = () => api.as(user).get('/api/v1/users/me');
    expect(await times(6, me)).toEqual(Array(6).fill(200));
  });
});

describe('reads of public data', () => {
  /** Another one for each test: the counters of a process go by the clock of the machine. */
  let address = '';
  let tests = 0;
  let paths: string[];

  beforeEach(async () => {
    address = `203.0.113.${++tests}`;
    const { id } = await anEvent(api.db);
    const quest = await aQuest(api.db);
    const conference = await aConference(api.db);
    paths = [
      '/events',
      `/events/${id}`,
      `/events/conference/${conference.slug}`,
      `/conferences/${conference.id}/agenda`,
      `/events/${id}.ics`,
      `/quests/${quest.id}`,
    ];
  });

  const read = (headers: Record<string, string>, { path = '/events', on = api } = {}) =>
    on
      .anonymous()
      .get(`/api/v1${path}`)
      .set({ 'X-Forwarded-For': address, ...headers });
  const withToken = async () => {
    const { id: user_id, messenger_id } = await aUser(api.db);
    const claims = { user_id, messenger_id: messenger_id as number };
    return { Authorization: `Bearer ${api.tokens.issueForUser(claims).token}` };
  };

  it('have a limit per address over all endpoints, and cost no statement over it', async () => {
    for (const path of paths.slice(0, 5)) await read({}, { path }).expect(200);
    for (const path of paths) {
      const statements = await countQueries(api.db, () => read({}, { path }).expect(429, LIMITED));
      expect([path, statements]).toEqual([path, 0]);
    }
    await read({ 'X-Forwarded-For': '203.0.113.99' }).expect(200);
    const broken = { Authorization: 'Bearer broken', 'X-Messenger-Auth': 'broken' };
    await read(broken).expect(429, LIMITED);
  });

  it('have a limit per user with valid credentials, whatever the address', async () => {
    const [mine, theirs] = [await withToken(), await withToken()];
    expect(await times(6, () => read(mine))).toEqual([...Array(5).fill(200), 429]);
    const elsewhere = { ...mine, 'X-Forwarded-For': '203.0.113.99' };
    for (const path of paths) {
      const request = () => read(elsewhere, { path }).expect(429, LIMITED);
      expect([path, await countQueries(api.db, request)]).toEqual([path, 0]);
    }
    expect(await times(5, () => read(theirs))).toEqual(Array(5).fill(200));
    expect(await times(5, () => read({}))).toEqual(Array(5).fill(200));

    const byLaunchData = () => read({ 'X-Messenger-Auth': signInitData(ada, { at: api.now() }) });
    expect(await times(6, byLaunchData)).toEqual([...Array(5).fill(200), 429]);
  });

  it('have no headers of the limit before a refusal, because any cache stores them', async () => {
    for (const headers of [{}, await withToken()]) {
      const [first, ...others] = [await read(headers), await read(headers), await read(headers)];
      for (const { headers: sent } of [first, ...others]) {
        expect(sent['cache-control']).toContain('public');
        expect(Object.keys(sent).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
      }
      await times(2, () => read(headers));
      const refused = await read(headers).expect(429, LIMITED);
      expect(refused.get('RateLimit-Policy')).toMatch(/^"public-reads"; q=5; w=60/);
      expect(refused.get('RateLimit')).toMatch(/^"public-reads"; r=0; t=\d+/);
      expect(Number(refused.get('Retry-After'))).toBeGreaterThanOrEqual(1);
      expect(refused.get('Cache-Control')).toBe('no-store');
    }
  });

  it('keep the headers of the limit of launch data', async () => {
    const own = { 'X-Messenger-Auth': signInitData(ada, { at: api.now() }) };
    const res = await read(own, { path: paths[1] as string }).expect(200);
    expect(res.get('RateLimit-Policy')).toMatch(/^"messenger-auth"; q=3; w=60[^,]*$/);
  });

  it('do not count while they are answered from memory', async () => {
    await using keeping = await startCaching({ on: api, env, rateLimits });
    const hit = () => read({}, { on: keeping, path: '/conferences' });
    expect(await times(20, hit)).toEqual(Array(20).fill(200));
    const miss = (n: number) => read({}, { on: keeping, path: `/conferences?limit=${n}` });
    for (const n of [11, 12, 13, 14]) await miss(n).expect(200);
    await miss(15).expect(429, LIMITED);
    expect(await times(20, hit)).toEqual(Array(20).fill(200));
    await miss(14).expect(200);
  });
});

describe('launch data', () => {
  const me = () => api.fromMessenger(ada).get('/api/v1/users/me');

  it('is limited per user over all endpoints', async () => {
    await me().expect(200);
    await api.fromMessenger(ada).get('/api/v1/users').expect(200);
    await me().expect(200);

    const res = await me().expect(429, LIMITED);
    expect(res.get('RateLimit-Policy')).toMatch(/^"messenger-auth"; q=3; w=60/);
    expect(Number(res.get('Retry-After'))).toBeGreaterThanOrEqual(1);

    ada = { id: nextId++, first_name: 'Another' };
    await me().expect(200);
  });

  it('that is forged does not count against the user it names', async () => {
    await me().expect(200);
    const forged = signInitData(ada, { at: api.now(), botToken: '7000000001:Another' });
    const forging = () => api.anonymous().get('/api/v1/users/me').set('X-Messenger-Auth', forged);
    expect(await times(5, forging)).toEqual(Array(5).fill(401));
    await me().expect(200);
  });

  it('has a limit that does not apply to tokens', async () => {
    const user = await aUser(api.db);
    const byToken = () => api.as(user).get('/api/v1/users/me');
    expect(await times(5, byToken)).toEqual(Array(5).fill(200));
  });
});

describe('API keys', () => {
  it('that are wrong answer 429 after twenty in a minute from one address; a right one still works', async () => {
    const guessing = () => admin('a-key-that-was-guessed-0001');
    expect(await times(21, guessing)).toEqual([...Array(20).fill(401), 429]);

    await admin(ADMIN_API_KEY).expect(200);
    await admin('a-key-that-was-guessed-0001', { from: '192.0.2.2' }).expect(401);
  });

  it('that are wrong share a count across processes', async () => {
    await using second = await startApi({ on: api, env, rateLimits });
    await times(20, () => admin('wrong'));
    await admin('wrong', { on: second }).expect(429, LIMITED);
  });

  it('that are right are limited per key, over all addresses', async () => {
    const ours = 'the-key-of-the-dashboard-01';
    const theirs = 'the-key-of-other-people-0002';
    await using fresh = await startApi({
      rateLimits,
      env: { ...env, ADMIN_API_KEY: `${ours},${theirs}` },
    });
    let n = 0;
    const using = (key: string) => () => admin(key, { on: fresh, from: `198.51.100.${n++}` });

    expect(await times(6, using(ours))).toEqual([...Array(5).fill(200), 429]);
    expect(await times(1, using(theirs))).toEqual([200]);
  });
});

describe('RATE_LIMIT_ENABLED=false', () => {
  it('limits nothing and sends no RateLimit headers', async () => {
    await using unlimited = await startApi({
      on: api,
      env: { ...env, RATE_LIMIT_ENABLED: 'false' },
    });
    const failing = () => wrongly({ on: unlimited });

    expect(await times(12, failing)).toEqual(Array(12).fill(401));
    const res = await failing();
    expect(res.get('RateLimit')).toBeUndefined();
    expect(await api.db('rate_limit_counters')).toEqual([]);
  });
});
