import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { User } from '../../../src/domain/people/users.ts';
import { sweepExpiredCounters } from '../../../src/jobs/operations.jobs.ts';
import { ADMIN_API_KEY, JWT_SECRET, startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { deleteRows } from '../../support/empty-tables.ts';
import { aConference, aUser } from '../../support/factories.ts';
import { BOT_TOKEN } from '../../support/messenger.ts';
import { untilWaiting } from '../../support/queries.ts';
import { endServices, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const OTHER_API_KEY = 'the-other-admin-key-of-the-tests';
const SPEAKERS = '/api/v1/admin/speakers';
const IMPORT = '/api/v1/admin/users/bulk-import';
const REUSED = {
  error: 'Idempotency-Key: expected a new key, this one belongs to another request',
  code: 'IDEMPOTENCY_KEY_REUSED',
};
const IN_USE = {
  error: 'Idempotency-Key: the first request with this key is still running',
  code: 'IDEMPOTENCY_KEY_IN_USE',
};

/** Two instances that share only the database, as two processes do. */
let api: TestApi;
let other: TestApi;
let key: string;

beforeAll(async () => {
  const env = { ADMIN_API_KEY: `${ADMIN_API_KEY},${OTHER_API_KEY}`, EXTCAL_ALLOW_PRIVATE: 'true' };
  // Nothing calls the partner; without one, its endpoints answer 503, which is not stored.
  const partner = {
    PARTNERA_BASE_URL: 'http://127.0.0.1:9',
    PARTNERA_API_KEY: 'a-key-of-these-tests',
  };
  api = await startApi({ env: { ...env, ...partner } });
  other = await startApi({ on: api, env });
});
beforeEach(async () => {
  key = randomUUID();
  await deleteRows(api.db, 'idempotency_keys', 'speakers', 'events', 'conferences', 'users');
});
afterAll(async () => {
  await other.close();
  await api.close();
});

const post = (
  where: string,
  body: object | undefined,
  { on = api, by = ADMIN_API_KEY, with: sent = key } = {},
) => on.anonymous().post(where).set('X-API-Key', by).set('Idempotency-Key', sent).send(body);
const ada = { name: 'Ada Lovelace' };
const speakers = () => api.db('speakers').orderBy('id').pluck('name');
const keys = () => api.db('idempotency_keys');
const isReplay = (res: { get(name: string): string | undefined }) =>
  res.get('Idempotency-Replayed') === 'true';
const sweep = () => sweepExpiredCounters.run(api, null, new AbortController().signal);

/** Blocks every insert of a speaker until the returned transaction ends. */
async function lockSpeakers() {
  const tx = await beginTransaction(api.db);
  await tx.raw('lock table speakers in exclusive mode');
  return tx;
}

const sideEvent = (user: User, on = api) =>
  on
    .as(user)
    .post('/api/v1/events/side-event-request')
    .set('Idempotency-Key', key)
    .send({
      title: 'Loom party',
      description: 'Bring a loom.',
      starts_at: '2026-05-14T18:00:00Z',
      ends_at: '2026-05-14T22:00:00Z',
      timezone: 'Europe/Berlin',
      venue: { name: 'Weavers’ Inn' },
    });

describe('a repeated POST with an Idempotency-Key', () => {
  it('answers 409 in two processes while the first request runs', async () => {
    await using lock = await lockSpeakers();
    const requests = Array.from({ length: 10 }, (_, n) =>
      Promise.resolve(post(SPEAKERS, ada, { on: n % 2 ? other : api })),
    );
    const early: unknown[] = [];
    for (const request of requests) void request.then((res) => early.push(res.body));
    // The first request waits for the lock until the others are answered.
    await until(() => early.length === 9);
    await lock.rollback();
    const answers = await Promise.all(requests);

    expect(early.slice(0, 9)).toEqual(Array(9).fill(IN_USE));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await speakers()).toEqual(['Ada Lovelace']);
  });

  it('runs once when ten requests race in two processes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => post(SPEAKERS, ada, { on: n % 2 ? other : api })),
    );
    const [first] = answers.filter((res) => res.status === 201 && !isReplay(res));

    expect(answers.filter((res) => res.status === 201 && !isReplay(res))).toHaveLength(1);
    for (const res of answers) {
      if (res.status === 201) expect(res.text).toBe(first?.text);
      else expect([res.status, res.body]).toEqual([409, IN_USE]);
    }
    expect(await speakers()).toEqual(['Ada Lovelace']);
  });

  it('returns the first answer from another process, byte for byte', async () => {
    const first = await post(SPEAKERS, ada).expect(201);
    await api.db('speakers').update({ name: 'Changed since' });
    const again = await post(SPEAKERS, ada, { on: other }).expect(201);

    expect(first.get('Idempotency-Replayed')).toBeUndefined();
    expect(again.get('Idempotency-Replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    for (const name of ['Content-Type', 'Content-Length', 'Cache-Control', 'Vary']) {
      expect([name, again.get(name)]).toEqual([name, first.get(name)]);
    }
    expect(await api.db('audit_log').where({ subject_id: first.body.id })).toHaveLength(1);
  });

  it('is the same request with another order of keys and other spaces in its JSON', async () => {
    const raw = (body: string) =>
      post(SPEAKERS, undefined).set('Content-Type', 'application/json').send(body);
    await raw('{"name":"Ada","title":"Countess"}').expect(201);

    expect(isReplay(await raw('{ "title": "Countess",\n "name": "Ada" }').expect(201))).toBe(true);
  });

  it('runs again without a key or with another key', async () => {
    await post(SPEAKERS, ada).expect(201);
    await post(SPEAKERS, ada, { with: randomUUID() }).expect(201);
    await api.admin().post(SPEAKERS).send(ada).expect(201);

    expect(await speakers()).toHaveLength(3);
  });

  it('is refused with another body', async () => {
    await post(SPEAKERS, ada).expect(201);

    await post(SPEAKERS, { name: 'Grace' }, { on: other }).expect(409, REUSED);
    expect(await speakers()).toEqual(['Ada Lovelace']);
  });

  it('is refused with another query', async () => {
    const list = { users: [{ messenger_id: 7, first_name: 'Ada' }] };
    await post(`${IMPORT}?dry_run=true`, list).expect(200);

    await post(`${IMPORT}?dry_run=false`, list, { on: other }).expect(409, REUSED);
    expect(await api.db('users')).toEqual([]);
  });

  it('is another request for another caller', async () => {
    const [user, grace] = [await aUser(api.db), await aUser(api.db)];
    await post(SPEAKERS, ada).expect(201);
    await sideEvent(user).expect(201);

    expect(isReplay(await post(SPEAKERS, ada, { by: OTHER_API_KEY }).expect(201))).toBe(false);
    expect(isReplay(await sideEvent(grace, other).expect(201))).toBe(false);
    expect(isReplay(await sideEvent(user, other).expect(201))).toBe(true);
    expect(await api.db('events').orderBy('id').pluck('submitted_by')).toEqual([user.id, grace.id]);
  });

  it('is another request on another path, but not with a trailing slash', async () => {
    const [first, second] = [await aConference(api.db), await aConference(api.db)];
    const upload = (id: number, end = '') =>
      post(`/api/v1/admin/conferences/${id}/bulk-upload${end}`, {
        attendees: [{ messenger_id: 1, first_name: 'Ada' }],
      });
    await upload(first.id).expect(200);

    expect(isReplay(await upload(second.id).expect(200))).toBe(false);
    expect(isReplay(await upload(first.id, '/').expect(200))).toBe(true);
  });

  it.each([
    ['without characters', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['with a space', 'a b'],
    ['with a letter beyond ASCII', 'kéy'],
  ])('is refused with a key %s', async (_what, sent) => {
    await post(SPEAKERS, ada, { with: sent }).expect(400, {
      error: 'Idempotency-Key: expected 1 to 255 visible ASCII characters',
      code: 'VALIDATION_ERROR',
    });
    expect(await speakers()).toEqual([]);
  });

  it.each(['!', '~'.repeat(255), '"5c4e1f52-6f0e-4a0e"'])('accepts the key %s', async (sent) => {
    await post(SPEAKERS, ada, { with: sent }).expect(201);
    expect(isReplay(await post(SPEAKERS, ada, { with: sent }).expect(201))).toBe(true);
  });

  it('returns a stored 400 or 404', async () => {
    const missing = { title: 'Talk', conference_id: 4_242, starts_at: null };
    const invalid = await post('/api/v1/admin/agenda', missing).expect(400);
    const again = await post('/api/v1/admin/agenda', missing, { on: other }).expect(400);
    const unknown = { ...ada, conference_id: 4_242 };
    const first = await post(SPEAKERS, unknown).expect(404);
    await api.db.raw('alter sequence conferences_id_seq restart with 4242');
    await aConference(api.db);
    const later = await post(SPEAKERS, unknown).expect(404);

    expect([again.text, isReplay(again)]).toEqual([invalid.text, true]);
    expect([later.text, isReplay(later)]).toEqual([first.text, true]);
  });

  it('stores nothing for an unauthenticated caller or an unreadable body', async () => {
    await post(SPEAKERS, ada, { by: 'wrong' }).expect(401);
    await post(SPEAKERS, undefined).set('Content-Type', 'application/json').send('{').expect(400);
    await post(SPEAKERS, undefined).set('Content-Type', 'text/plain').send('Ada').expect(415);

    expect(await keys()).toEqual([]);
    await post(SPEAKERS, ada).expect(201);
  });

  it('runs again on an endpoint that does not accept a key', async () => {
    const user = await aUser(api.db);
    const link = () =>
      api.as(user).post('/api/v1/users/me/calendar-link').set('Idempotency-Key', key).expect(201);
    const [first, second] = [await link(), await link()];

    expect(second.body.url).not.toBe(first.body.url);
    expect(await keys()).toEqual([]);
  });

  /** They are refused for the id, or for the account of the partner, before or without a look at the body. */
  const WITH_EMPTY_BODY: Readonly<Record<string, number>> = {
    generateEnrichment: 404,
    importAgenda: 404,
    requestMint: 403,
    retryMint: 404,
  };

  it('is replayed by every endpoint that accepts a key', async () => {
    const user = await aUser(api.db);
    for (const one of api.endpoints.filter(({ idempotent }) => idempotent)) {
      const where = `/api/v1${one.path.replace(/:\w+/, '999999')}`;
      // Without its form, an upload is refused before its key is looked at.
      const isForm = one.upload?.begin !== undefined;
      const ask = () => {
        const request = (one.auth === 'admin' ? api.admin() : api.as(user))
          .post(where)
          .set('Idempotency-Key', key);
        return isForm ? request.attach('file', Buffer.from('no image'), 'a.png') : request.send({});
      };
      const [first, second] = [await ask(), await ask()];
      const refused = isForm ? 415 : (WITH_EMPTY_BODY[one.name] ?? 400);
      expect([one.path, first.status, isReplay(first)]).toEqual([one.path, refused, false]);
      expect([one.path, second.text, isReplay(second)]).toEqual([one.path, first.text, true]);
    }
  });

  it('works from pages of other origins', async () => {
    const preflight = await api
      .anonymous()
      .options(SPEAKERS)
      .set({ Origin: 'https://desk.example', 'Access-Control-Request-Method': 'POST' });
    const answer = await post(SPEAKERS, ada).set('Origin', 'https://desk.example');

    expect(preflight.get('Access-Control-Allow-Headers')).toContain('Idempotency-Key');
    expect(answer.get('Access-Control-Expose-Headers')).toContain('Idempotency-Replayed');
  });
});

describe('a repeated upload with an Idempotency-Key', () => {
  const CSV = 'messenger_id,first_name\n4242,Ada\n';
  const form = (boundary: string, { csv = CSV, name = 'people.csv', field = '' } = {}) =>
    [
      ...(field
        ? [`--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n1`]
        : []),
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${csv}`,
      `--${boundary}--\r\n`,
    ].join('\r\n');
  const upload = (boundary: string, given: Parameters<typeof form>[1] = {}, on = api) =>
    on
      .admin()
      .post(IMPORT)
      .set({
        'Idempotency-Key': key,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
      })
      .send(form(boundary, given));

  it('is the same request with another boundary and another file name', async () => {
    const first = await upload('one').expect(200);
    const again = await upload('two', { name: 'again.csv' }, other).expect(200);

    expect(first.body).toMatchObject({ created: 1, unchanged: 0 });
    expect([again.text, isReplay(again)]).toEqual([first.text, true]);
  });

  it.each([
    ['another byte in its file', { csv: CSV.replace('Ada', 'Eda') }],
    ['another field', { field: 'extra' }],
  ])('is another request with %s', async (_what, given) => {
    await upload('one').expect(200);
    await upload('one', given).expect(409, REUSED);

    expect(await api.db('users').pluck('messenger_first_name')).toEqual(['Ada']);
  });
});

describe('no replay', () => {
  let feed: Server;
  let failing: boolean;
  let url: string;

  beforeAll(async () => {
    feed = createServer((_req, res) => {
      if (failing) return void res.writeHead(500).end();
      res.end('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n');
    });
    await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/feed.ics`;
  });
  afterAll(() => feed.close());

  it('returns an answer with a status from 500', async () => {
    const ask = (on: TestApi) => post('/api/v1/admin/events/import-all-extcal', { url }, { on });
    failing = true;
    await ask(api).expect(502);
    failing = false;

    expect(isReplay(await ask(other).expect(200))).toBe(false);
    expect(isReplay(await ask(api).expect(200))).toBe(true);
  });

  it('returns an answer to or about an erased user', async () => {
    const [user, grace] = [await aUser(api.db), await aUser(api.db)];
    const NOTIFICATIONS = '/api/v1/admin/notifications';
    const notice = { user_id: user.id, title: 'Ada', body: 'Your badge is ready.' };
    const broadcast = { ...notice, audience: { messenger_ids: [user.messenger_id] } };
    const about: readonly [string, object][] = [
      [NOTIFICATIONS, notice],
      [`${NOTIFICATIONS}/bulk`, { notifications: [notice] }],
      [`${NOTIFICATIONS}/bulk-send`, broadcast],
      [`${NOTIFICATIONS}/bulk-send?dry_run=true`, broadcast],
    ];
    const asked = () =>
      Promise.all(about.map(([where, body], n) => post(where, body, { with: `about-${n}` })));
    const unrelated = () => post(NOTIFICATIONS, { ...notice, user_id: grace.id });
    await sideEvent(user).expect(201);
    await sideEvent(grace).expect(201);
    await unrelated().expect(201);
    expect((await asked()).map(({ status }) => status)).toEqual([201, 201, 201, 200]);

    await api.as(user).delete('/api/v1/users/me').expect(200);

    expect(await keys().whereNotNull('user_id').pluck('user_id')).toEqual([grace.id]);
    expect(await keys().whereNull('body').pluck('status')).toHaveLength(about.length);
    expect((await asked()).map(({ body }) => body.code)).toEqual(
      Array(about.length).fill('IDEMPOTENCY_KEY_REUSED'),
    );
    expect(isReplay(await unrelated())).toBe(true);
    expect(isReplay(await sideEvent(grace))).toBe(true);
  });

  it('returns an answer after 24 hours', async () => {
    await post(SPEAKERS, ada).expect(201);
    const [{ hours }] = await keys().select(
      api.db.raw('round(extract(epoch from expires_at - now()) / 3600)::int as hours'),
    );
    await keys().update({ expires_at: api.db.fn.now() });

    expect(hours).toBe(24);
    expect(isReplay(await post(SPEAKERS, { name: 'Grace' }).expect(201))).toBe(false);
    expect(isReplay(await post(SPEAKERS, { name: 'Grace' }).expect(201))).toBe(true);
    expect(await speakers()).toEqual(['Ada Lovelace', 'Grace']);
  });
});

describe('the job sweep-expired-counters', () => {
  it('deletes expired keys', async () => {
    await post(SPEAKERS, ada, { with: 'expired' }).expect(201);
    await keys().update({ expires_at: api.db.fn.now() });
    await post(SPEAKERS, ada, { with: 'live' }).expect(201);

    expect(await sweep()).toEqual({ swept: 1 });
    expect(isReplay(await post(SPEAKERS, ada, { with: 'live' }))).toBe(true);
  });

  it('deletes all but the newest 100 answers of a user, and none of an administrator', async () => {
    const user = await aUser(api.db);
    await api.db.raw(
      `insert into idempotency_keys (scope, run_id, request_hash, user_id, status, body, expires_at)
       select lpad(u || '-' || n, 64), gen_random_uuid(), repeat('0', 64), u, 400, '{}',
              now() + n * interval '1 minute'
         from unnest(array[:id, null]::bigint[]) u, generate_series(1, 120) n
        where u is not null
       union all
       select lpad('admin-' || n, 64), gen_random_uuid(), repeat('0', 64), null, 400, '{}',
              now() + n * interval '1 minute' from generate_series(1, 120) n
       union all
       select lpad('running', 64), gen_random_uuid(), repeat('0', 64), :id, null, null,
              now() + interval '1 second'`,
      { id: user.id },
    );

    expect(await sweep()).toEqual({ swept: 20 });
    const left = await keys().orderBy('expires_at').select('user_id', 'status');
    expect(left.filter(({ user_id }) => user_id === null)).toHaveLength(120);
    expect(left.filter(({ user_id }) => user_id === user.id)).toHaveLength(101);
    expect(left[0]).toEqual({ user_id: user.id, status: null });
  });
});

describe('the key of a killed process', () => {
  let cwd: string;

  beforeAll(async () => {
    cwd = await mkdtemp(path.join(tmpdir(), 'hallway-idempotency-'));
  });
  afterAll(async () => {
    await endServices();
    await rm(cwd, { recursive: true });
  });

  it('is claimed by the next request after the lease of at most a minute', async () => {
    await using service = await startService({
      cwd,
      env: {
        NODE_ENV: 'production',
        ROLE: 'api',
        DATABASE_URL: api.databaseUrl,
        JWT_SECRET,
        ADMIN_API_KEY,
        MESSENGER_BOT_TOKEN: BOT_TOKEN,
      },
    });
    await using lock = await lockSpeakers();
    const lost = fetch(service.url + SPEAKERS, {
      method: 'POST',
      headers: {
        'X-API-Key': ADMIN_API_KEY,
        'Idempotency-Key': key,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(ada),
    });
    const outcome = lost.catch(() => 'lost');
    await untilWaiting(api.db);
    service.child.kill('SIGKILL');
    await service.ended;
    await lock.rollback();

    expect(await outcome).toBe('lost');
    await post(SPEAKERS, ada).expect(409, IN_USE);
    const [{ seconds }] = await keys().select(
      api.db.raw('extract(epoch from expires_at - now())::int as seconds'),
    );
    expect(seconds).toBeLessThanOrEqual(60);
    await keys().update({ expires_at: api.db.fn.now() });
    await post(SPEAKERS, ada).expect(201);
    expect(await speakers()).toEqual(['Ada Lovelace']);
  });
});
