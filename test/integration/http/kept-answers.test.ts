import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { declaredEndpoints, nameOf } from '../../support/endpoints.ts';
import { aConference, anEvent, aUser } from '../../support/factories.ts';
import {
  aProgramme,
  ask,
  bodyOf,
  comparable,
  decoded,
  type Programme,
  pathIn,
  type Sent,
  startKeeping,
  statementsDuring,
} from '../../support/kept-answers.ts';
import { recordingLog } from '../../support/log.ts';

const KEPT = declaredEndpoints().filter(({ kept }) => kept);
const ORIGIN = 'https://app.example.org';

let fresh: TestApi;
let keeping: TestApi;
let programme: Programme;

beforeAll(async () => {
  fresh = await startApi();
  keeping = await startKeeping({ on: fresh });
  programme = await aProgramme(fresh);
});
afterAll(async () => {
  await keeping.close();
  await fresh.close();
});

describe('an answer from memory', () => {
  let usualWay: TestApi;
  let fromMemory: TestApi;

  beforeAll(async () => {
    const options = { env: { CORS_ORIGINS: ORIGIN }, on: fresh };
    usualWay = await startApi(options);
    fromMemory = await startKeeping(options);
  });
  afterAll(async () => {
    await fromMemory.close();
    await usualWay.close();
  });

  it.each(KEPT.map(nameOf))('of %s is the one of the usual way', async (name) => {
    const path = pathIn(programme, name.slice('GET '.length));
    const { headers } = await ask(fromMemory, path);
    const kinds = [
      {},
      { headers: { Origin: ORIGIN } },
      { headers: { Origin: 'https://evil.example' } },
      { headers: { 'If-None-Match': String(headers.etag) } },
      { headers: { 'If-None-Match': 'W/"another"' } },
      { headers: { 'Accept-Encoding': 'gzip' } },
      { headers: { 'Accept-Encoding': 'gzip;q=0.5, br' } },
      { method: 'HEAD' },
    ];
    for (const kind of kinds) {
      const usual = await ask(usualWay, path, kind);
      let kept: Sent | undefined;
      const statements = await statementsDuring(fromMemory, async () => {
        kept = await ask(fromMemory, path, kind);
      });
      expect(statements).toBe(0);
      expect({ kind, status: kept?.status, ...comparable(kept as Sent) }).toEqual({
        kind,
        status: usual.status,
        ...comparable(usual),
      });
      const withoutTime = (sent: Sent) => decoded(sent).replace(/"as_of":"[^"]+"/, '');
      expect(withoutTime(kept as Sent)).toBe(withoutTime(usual));
    }
  });

  it('allows any origin where the service does', async () => {
    const [first, kept] = [
      await ask(keeping, '/api/v1/events', { headers: { Origin: ORIGIN } }),
      await ask(keeping, '/api/v1/events', { headers: { Origin: ORIGIN } }),
    ];
    expect(kept.headers['access-control-allow-origin']).toBe('*');
    expect(comparable(kept)).toEqual(comparable(first));
  });

  it('keeps the as_of that it was made with', async () => {
    const path = '/api/v1/events?limit=3';
    const first = await ask(keeping, path);
    const second = await ask(keeping, path);
    expect(second.body).toEqual(first.body);
  });
});

it('an answer from memory has the request id of its request, and one log line as any other', async () => {
  const { log, lines } = recordingLog();
  await using logging = await startKeeping({ on: fresh, log });
  const path = `/api/v1/events/${programme.event.id}`;
  const ids = ['first.request', 'second.request'];
  for (const id of ids) {
    const { headers } = await ask(logging, `${path}?`, { headers: { 'X-Request-Id': id } });
    expect(headers['x-request-id']).toBe(id);
  }
  const [usual, kept] = lines.filter(({ request_id }) => ids.includes(String(request_id)));
  expect(kept).toMatchObject({ request_id: ids[1], route: '/events/:id', status: 200 });
  const varying = { request_id: '', ms: 0, time: 0 };
  expect({ ...kept, ...varying }).toEqual({ ...usual, ...varying });
});

it('a draining service asks for another connection in answers from memory too', async () => {
  let isDraining = false;
  await using draining = await startKeeping({ on: fresh, isDraining: () => isDraining });
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
    await ask(keeping, path);
    for (const api of [fresh, keeping]) {
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
      [pathIn(programme, '/speakers/:id'), keeping.anonymous()],
      [pathIn(programme, '/speakers/:id'), keeping.anonymous()],
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
    await ask(keeping, path);
    expect(await ask(keeping, path, { headers })).toMatchObject({ status });
  });

  it('for each caller: no caller gets the answer of another', async () => {
    const event = await anEvent(fresh.db, { capacity: 5 });
    const [ada, grace] = [await aUser(fresh.db), await aUser(fresh.db)];
    const blocked = await aUser(fresh.db, { is_blocked: true });
    const path = `/api/v1/events/${event.id}`;
    await keeping.as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);

    const standing = async (agent: ReturnType<TestApi['anonymous']>) =>
      (await agent.get(path).expect(200)).body.attendance?.status;
    for (let round = 0; round < 2; round += 1) {
      expect(await standing(keeping.as(ada))).toBe('registered');
      expect(await standing(keeping.anonymous())).toBeUndefined();
      expect(await standing(keeping.as(grace))).toBe('none');
      await keeping.as(blocked).get(path).expect(403);
    }
    const { headers } = await keeping.as(ada).get(path);
    expect(headers['cache-control']).toBe('private, no-store, no-transform');
  });

  it('with a parameter that is repeated, or a spelling of the path', async () => {
    const event = await anEvent(fresh.db);
    const made = (path: string) => statementsDuring(keeping, () => ask(keeping, path));
    const path = `/api/v1/events/${event.id}`;
    await made(path);
    expect(await made(path)).toBe(0);
    for (const other of [`${path}/`, path.replace('events', 'Events')]) {
      expect([other, await made(other)]).not.toEqual([other, 0]);
    }
    await ask(keeping, '/api/v1/events?limit=1');
    for (const wrong of [
      'limit=1&limit=2',
      'limit[]=1',
      'limit=1&limit[]=1',
      'limit=1&limit[a]=',
    ]) {
      expect(await ask(keeping, `/api/v1/events?${wrong}`)).toMatchObject({ status: 400 });
    }
    expect(await ask(keeping, '/api/v1/events?limit=%')).toMatchObject({ status: 400 });
  });

  it('but not for the same parameters in another order', async () => {
    const made = (query: string) =>
      statementsDuring(keeping, () => ask(keeping, `/api/v1/events?${query}`));
    expect(await made('kind=side&limit=7&q=a%20b')).toBeGreaterThan(0);
    expect(await made('q=a+b&limit=7&kind=side')).toBe(0);
    expect(await made('q=a+c&limit=7&kind=side')).toBeGreaterThan(0);
  });

  it('after five seconds, because a clock can change it', async () => {
    await using clocked = await startKeeping({ on: fresh });
    const starts_at = '2026-05-14T08:00:00.000Z';
    const kind = 'side';
    const { id } = await anEvent(fresh.db, {
      kind,
      starts_at,
      ends_at: '2026-05-14T09:00:04.000Z',
    });
    const path = '/api/v1/events?kind=side&upcoming=true';
    const ids = async () =>
      JSON.parse((await ask(clocked, path)).body.toString()).data.map((one: Event) => one.id);
    expect(await ids()).toContain(id);
    clocked.advance(4_999);
    expect(await ids()).toContain(id);
    clocked.advance(1);
    expect(await ids()).not.toContain(id);
  });
});

describe('a transaction', () => {
  it('that rolls back leaves the kept answer right', async () => {
    const { event } = await aProgramme(fresh);
    const path = `/api/v1/events/${event.id}`;
    const before = await bodyOf(fresh, path);
    const failing = keeping.store.transaction(async (tx) => {
      await tx.events.update(event.id, { title: 'Never' }, []);
      expect(await bodyOf(keeping, path)).toEqual(before);
      throw new Error('after the write');
    });
    await expect(failing).rejects.toThrow('after the write');
    expect(await bodyOf(keeping, path)).toEqual(before);
  });

  it('that commits is visible to the next read, whatever was read before', async () => {
    const { event } = await aProgramme(fresh);
    const path = `/api/v1/events/${event.id}`;
    await keeping.store.transaction(async (tx) => {
      await tx.events.update(event.id, { title: 'Looms' }, []);
      await bodyOf(keeping, path);
    });
    expect(await bodyOf(keeping, path)).toEqual(await bodyOf(fresh, path));
    expect(await bodyOf(keeping, path)).toMatchObject({ text: expect.stringContaining('Looms') });
  });

  it('of a dry run makes no answer again', async () => {
    const { event } = await aProgramme(fresh);
    const path = `/api/v1/events/${event.id}`;
    await bodyOf(keeping, path);
    await keeping.store.dryRun((tx) => tx.events.update(event.id, { title: 'Never' }, []));
    expect(await statementsDuring(keeping, () => bodyOf(keeping, path))).toBe(0);
  });
});

describe('a write that no public answer shows makes none again', () => {
  it('a check-in, of which a door has many in the busiest minute', async () => {
    const { conference, event } = await aProgramme(fresh);
    const user = await aUser(fresh.db);
    const paths = [
      `/api/v1/conferences/${conference.id}`,
      `/api/v1/conferences/${conference.id}/agenda`,
      `/api/v1/events/${event.id}`,
      '/api/v1/events',
    ];
    const own = keeping.as(user);
    await own.post(`/api/v1/conferences/${conference.id}/register`).expect(201);
    await own.post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    for (const path of paths) await bodyOf(keeping, path);

    for (const attendable of [`conferences/${conference.id}`, `events/${event.id}`]) {
      await keeping
        .admin()
        .post(`/api/v1/admin/${attendable}/check-in`)
        .send({ user_id: user.id })
        .expect(200);
    }
    for (const path of paths) {
      expect([path, await statementsDuring(keeping, () => bodyOf(keeping, path))]).toEqual([
        path,
        0,
      ]);
    }
  });

  it('an attendance of an event, except for the answers with its seats', async () => {
    const { conference, event } = await aProgramme(fresh);
    const agenda = `/api/v1/conferences/${conference.id}/agenda`;
    for (const path of [agenda, '/api/v1/events']) await bodyOf(keeping, path);

    const user = keeping.as(await aUser(fresh.db));
    await user.post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    expect(await statementsDuring(keeping, () => bodyOf(keeping, agenda))).toBe(0);
    for (const path of ['/api/v1/events', `/api/v1/events/${event.id}`]) {
      expect(await bodyOf(keeping, path)).toEqual(await bodyOf(fresh, path));
    }
  });
});

it('1,000 requests for an answer that is not kept yet make it once', async () => {
  await aConference(fresh.db);
  const alone = await statementsDuring(keeping, () => ask(keeping, '/api/v1/conferences?limit=98'));
  const sent: Sent[] = [];
  const together = await statementsDuring(keeping, async () => {
    const path = '/api/v1/conferences?limit=99';
    sent.push(...(await Promise.all(Array.from({ length: 1_000 }, () => ask(keeping, path)))));
  });
  expect(together).toBe(alone);
  expect(new Set(sent.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
});
