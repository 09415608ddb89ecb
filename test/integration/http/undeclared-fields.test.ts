import type { User } from '../../../src/domain/people/users.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { ask, startCaching, statementsDuring } from '../../support/cached-reads.ts';
import { anEvent, aUser } from '../../support/factories.ts';

const STRICT = { Prefer: 'handling=strict' };
let api: TestApi;
let keeping: TestApi;
let event: Event;
let ada: User;

beforeAll(async () => {
  api = await startApi({ env: { CORS_ORIGINS: 'https://app.example' } });
  keeping = await startCaching({ on: api });
  event = await anEvent(api.db);
  ada = await aUser(api.db);
});
afterAll(async () => {
  await keeping.close();
  await api.close();
});

const SPEAKERS = '/api/v1/admin/speakers';
const undeclaredIn = ({ headers }: { headers: Record<string, unknown> }) =>
  headers['x-unknown-fields'];

describe('an unknown field', () => {
  it('of a body is ignored and named, beside those of the query', async () => {
    const { headers, body } = await api
      .as(ada)
      .post('/api/v1/events/attend?upcomming=true')
      .send({ event_id: event.id, note: { text: 'x' } })
      .expect(201);
    expect(undeclaredIn({ headers })).toBe('upcomming, note');
    expect(headers['preference-applied']).toBeUndefined();
    expect(body).not.toHaveProperty('note');
  });

  it('is named in a refusal, too', async () => {
    const answer = await api.as(ada).post('/api/v1/events/attend').send({ evnet_id: 1 });
    expect([answer.status, undeclaredIn(answer)]).toEqual([400, 'evnet_id']);
  });

  it('of a row is named by the first row', async () => {
    const scans = [{ code: 'a', scanned_at: '2026-05-14T09:00:00Z' }];
    const wrong = scans.map((scan) => ({ ...scan, scaned_by: 'x' }));
    const url = `/api/v1/admin/events/${event.id}/check-in/batch`;
    const answer = await api
      .admin()
      .post(url)
      .send({ check_ins: [...scans, ...wrong, ...wrong] });
    expect([url, undeclaredIn(answer)]).toEqual([url, 'check_ins.1.scaned_by']);
  });

  it('of a form is named', async () => {
    const answer = await api
      .admin()
      .post('/api/v1/admin/users/bulk-import?dry_run=true')
      .field('conference', '1')
      .attach('file', Buffer.from('messenger_id,first_name\n1,Ada\n'), 'users.csv')
      .expect(200);
    expect(undeclaredIn(answer)).toBe('conference');
  });

  it('with strict handling is refused, and nothing is written', async () => {
    const { body, headers } = await api
      .admin()
      .post(SPEAKERS)
      .set(STRICT)
      .send({ name: 'Grace', locaton: 'x', upcomming: 'y', 'x\r\ny': 1 })
      .expect(400);
    expect(body).toEqual({
      error: 'locaton: unknown field, as are upcomming, x%0D%0Ay',
      code: 'VALIDATION_ERROR',
    });
    expect(undeclaredIn({ headers })).toBe('locaton, upcomming, x%0D%0Ay');
    expect(await api.db('speakers').where({ name: 'Grace' })).toEqual([]);
  });

  it('of an update of the messenger is of no interest', async () => {
    const update = { update_id: 1, message: { a: 1 }, more: 2 };
    for (const preference of [{}, STRICT]) {
      const answer = await api
        .anonymous()
        .post('/api/v1/messenger/webhook')
        .set(preference)
        .send(update)
        .expect(401);
      expect(undeclaredIn(answer)).toBeUndefined();
    }
  });
});

it('a request without unknown fields is answered as before, and says that it was strict', async () => {
  const { headers } = await api
    .admin()
    .post(SPEAKERS)
    .set(STRICT)
    .send({ name: 'Mary' })
    .expect(201);
  expect(headers['preference-applied']).toBe('handling=strict');
  expect(undeclaredIn({ headers })).toBeUndefined();
});

describe('an idempotent request', () => {
  const post = (key: string, headers = {}) =>
    api
      .admin()
      .post(SPEAKERS)
      .set({ 'Idempotency-Key': key, ...headers })
      .send({ name: 'Katherine', twiter: '@k' });

  it('is replayed with the header of this request', async () => {
    const [first, replay] = [await post('unknown-1'), await post('unknown-1')];
    expect([first.status, undeclaredIn(first)]).toEqual([201, 'twiter']);
    expect(replay.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'x-unknown-fields': 'twiter',
    });
  });

  it('that is refused by strict handling leaves its key free', async () => {
    await post('unknown-2', STRICT).expect(400);
    const { headers } = await post('unknown-2').expect(201);
    expect(headers['idempotency-replayed']).toBeUndefined();
  });

  it('that was answered before is refused all the same', async () => {
    await post('unknown-3').expect(201);
    await post('unknown-3', STRICT).expect(400);
  });
});

describe('an unknown parameter of a cached answer', () => {
  it('is named, and is no part of the key', async () => {
    const path = `/api/v1/events/${event.id}`;
    const first = await ask(keeping, path);
    let kept = first;
    const statements = await statementsDuring(keeping, async () => {
      kept = await ask(keeping, `${path}?x=1&utm_source=a&x=2`);
    });
    expect(statements).toBe(0);
    expect(kept.body).toEqual(first.body);
    expect([undeclaredIn(first), undeclaredIn(kept)]).toEqual([undefined, 'x, utm_source']);
    expect(undeclaredIn(await ask(keeping, path))).toBeUndefined();
  });

  it('of the request that makes the answer is not in that of the next one', async () => {
    const path = '/api/v1/events?limit=11';
    expect(undeclaredIn(await ask(keeping, `${path}&x=1`))).toBe('x');
    expect(undeclaredIn(await ask(keeping, path))).toBeUndefined();
  });

  it.each(['', '&limit=12'])(
    'with strict handling is refused, kept or not: x=1%s',
    async (rest) => {
      const path = '/api/v1/conferences?x=1';
      for (let round = 0; round < 2; round += 1) {
        const refused = await ask(keeping, path + rest, { headers: STRICT });
        expect([refused.status, undeclaredIn(refused)]).toEqual([400, 'x']);
        expect(JSON.parse(refused.body.toString()).error).toBe('x: unknown field');
        await ask(keeping, `/api/v1/conferences?${rest}`);
      }
    },
  );

  it('with strict handling and none is the cached answer, which says so', async () => {
    const path = `/api/v1/events/${event.id}`;
    const [usual, kept] = [
      await ask(api, path, { headers: STRICT }),
      await ask(keeping, path, { headers: STRICT }),
    ];
    for (const { status, headers } of [usual, kept]) {
      expect([status, headers['preference-applied']]).toEqual([200, 'handling=strict']);
    }
    expect(kept.body).toEqual(usual.body);
    const { status, headers } = await ask(keeping, `${path}?x=1`, {
      headers: { 'If-None-Match': String(kept.headers.etag) },
    });
    expect([status, headers['x-unknown-fields']]).toEqual([304, 'x']);
  });
});

it('pages of other origins may send the preference and read the names', async () => {
  const origin = 'https://app.example';
  const preflight = await api
    .anonymous()
    .options('/api/v1/events')
    .set({ Origin: origin, 'Access-Control-Request-Method': 'GET' });
  expect(preflight.headers['access-control-allow-headers']?.split(',')).toContain('Prefer');
  const { headers } = await api.anonymous().get('/api/v1/events?x=1').set('Origin', origin);
  const exposed = headers['access-control-expose-headers']?.split(',');
  expect(exposed).toEqual(expect.arrayContaining(['X-Unknown-Fields', 'Preference-Applied']));
});
