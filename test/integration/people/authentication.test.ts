import supertest from 'supertest';
import type { User } from '../../../src/domain/people/users.ts';
import { UsersRepository } from '../../../src/repositories/people/users.repository.ts';
import { ADMIN_API_KEY, startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction, createDatabase, openPool } from '../../support/database.ts';
import { aUser } from '../../support/factories.ts';
import { type LaunchUser, signInitData } from '../../support/messenger.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const UNAUTHORIZED = { error: 'Unauthorized', code: 'UNAUTHORIZED' };
const INVALID_TOKEN = { error: 'Invalid token', code: 'INVALID_TOKEN' };
const FORBIDDEN = { error: 'Forbidden', code: 'FORBIDDEN' };

let api: TestApi;
let nextId = 5_000_000;
/** A messenger user without an account. */
let ada: LaunchUser;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(() => {
  ada = { id: nextId++, first_name: 'Ada', last_name: 'Lovelace', username: 'ada' };
});

const launch = (person: LaunchUser, options: { at?: Date; start_param?: string } = {}) =>
  signInitData(person, { at: api.now(), ...options });

const forged = (person: LaunchUser) =>
  signInitData(person, { at: api.now(), botToken: '7000000001:AnotherTokenAnotherTokenAnother' });

/** A client that sends these credentials and no others. */
function client(credentials: { messenger?: string; bearer?: string; key?: string }) {
  const agent = supertest.agent(api.url);
  if (credentials.messenger !== undefined) agent.set('X-Messenger-Auth', credentials.messenger);
  if (credentials.bearer !== undefined) agent.set('Authorization', `Bearer ${credentials.bearer}`);
  if (credentials.key !== undefined) agent.set('X-API-Key', credentials.key);
  return agent;
}

const logIn = (init_data: string) => api.anonymous().post('/api/v1/auth/login').send({ init_data });

async function tokenOf(person: LaunchUser): Promise<string> {
  const { body } = await logIn(launch(person)).expect(200);
  return body.token;
}

async function adminToken(): Promise<string> {
  const { body } = await api.admin().post('/api/v1/admin/auth/token').expect(200);
  return body.token;
}

const rowsOf = ({ id }: LaunchUser) => api.db('users').where({ messenger_id: id });

/** Changes with every write to the row. */
const versionOf = async (person: LaunchUser) =>
  (await rowsOf(person).first(api.db.raw('xmin::text')))?.xmin;

describe('POST /auth/login', () => {
  it.each([
    [
      'as init_data',
      (raw: string) => api.anonymous().post('/api/v1/auth/login').send({ init_data: raw }),
    ],
    [
      'as auth_data',
      (raw: string) => api.anonymous().post('/api/v1/auth/login').send({ auth_data: raw }),
    ],
    ['in the header', (raw: string) => client({ messenger: raw }).post('/api/v1/auth/login')],
    [
      'in the header, after the word tma',
      (raw: string) => client({ messenger: `tma ${raw}` }).post('/api/v1/auth/login'),
    ],
  ])('exchanges launch data %s for a token', async (_, post) => {
    const res = await post(launch(ada)).expect(200);

    expect(res.body).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 3_600,
      expires_at: new Date(api.now().getTime() + HOUR).toISOString(),
      start: null,
      user: expect.objectContaining({
        messenger_id: ada.id,
        first_name: 'Ada',
        last_name: 'Lovelace',
        username: 'ada',
        onboarding_status: 'not_started',
      }),
    });
    expect(res.get('Cache-Control')).toBe('no-store');
    const me = await client({ bearer: res.body.token }).get('/api/v1/users/me').expect(200);
    expect(me.body).toEqual(res.body.user);
  });

  it('answers with the start parameter of the mini app', async () => {
    const res = await logIn(launch(ada, { start_param: 'e_42' })).expect(200);
    expect(res.body.start_param).toBe('e_42');
  });

  it('signs in the same user to the same account', async () => {
    const first = await logIn(launch(ada)).expect(200);
    const repeated = await logIn(launch(ada)).expect(200);

    expect(repeated.body.user.id).toBe(first.body.user.id);
    expect(await rowsOf(ada)).toHaveLength(1);
  });

  it('answers 400 without launch data', async () => {
    const res = await api.anonymous().post('/api/v1/auth/login').expect(400);
    expect(res.body).toEqual({
      error: 'init_data: expected the launch data of the mini app',
      code: 'VALIDATION_ERROR',
    });
  });

  it.each([
    ['wrongly signed', () => forged(ada)],
    [
      'older than a day',
      () => launch(ada, { at: new Date(api.now().getTime() - 24 * HOUR - 1_000) }),
    ],
    ['more than a minute ahead', () => launch(ada, { at: new Date(api.now().getTime() + 61_000) })],
    ['noise', () => 'noise'],
  ])('answers 401 for launch data that is %s, and creates no user', async (_, raw) => {
    const res = await logIn(raw()).expect(401);

    expect(res.body).toEqual(UNAUTHORIZED);
    expect(await rowsOf(ada)).toEqual([]);
  });

  it('accepts launch data that is a day old, as real clients send it', async () => {
    await logIn(launch(ada, { at: new Date(api.now().getTime() - 24 * HOUR) })).expect(200);
  });

  it('answers 403 for a blocked user', async () => {
    await aUser(api.db, { messenger_id: ada.id, is_blocked: true });
    const res = await logIn(launch(ada)).expect(403);
    expect(res.body).toEqual(FORBIDDEN);
  });

  it('ignores invalid credentials in headers, because it is public', async () => {
    await client({ bearer: 'broken' })
      .post('/api/v1/auth/login')
      .send({ init_data: launch(ada) })
      .expect(200);
  });
});

describe('a body of a sign-in', () => {
  const LIMIT = 16 * 1_024;
  /** JSON of exactly this number of bytes. */
  const bodyOf = (bytes: number) =>
    JSON.stringify({ any: 'x'.repeat(bytes - '{"any":""}'.length) });
  const inChunks = (text: string) => new Blob([text]).stream();

  it.each(['/auth/login', '/auth/refresh', '/messenger/upsert'])(
    'has at most 16 KiB: POST %s',
    async (path) => {
      const token = await tokenOf(ada);
      const send = async (body: string | ReadableStream) => {
        const res = await fetch(`${api.url}/api/v1${path}`, {
          method: 'POST',
          body,
          duplex: 'half',
          headers: {
            'Content-Type': 'application/json',
            'X-Messenger-Auth': launch(ada),
            ...(path === '/auth/refresh' && { Authorization: `Bearer ${token}` }),
          },
        });
        return [res.status, ((await res.json()) as { code?: string }).code];
      };

      expect(await send(bodyOf(LIMIT))).toEqual([200, undefined]);
      expect(await send(inChunks(bodyOf(LIMIT)))).toEqual([200, undefined]);
      expect(await send(bodyOf(LIMIT + 1))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      expect(await send(inChunks(bodyOf(LIMIT + 1)))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    },
  );
});

describe('POST /auth/refresh', () => {
  it('exchanges a valid token for a new one', async () => {
    const old = await tokenOf(ada);
    api.advance(59 * MINUTE);

    const res = await client({ bearer: old }).post('/api/v1/auth/refresh').expect(200);

    expect(res.body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3_600,
      expires_at: new Date(api.now().getTime() + HOUR).toISOString(),
      user: { messenger_id: ada.id },
    });
    api.advance(2 * MINUTE);
    await client({ bearer: old }).get('/api/v1/users/me').expect(401, INVALID_TOKEN);
    await client({ bearer: res.body.token }).get('/api/v1/users/me').expect(200);
  });

  it('answers 400 for messenger data', async () => {
    const res = await api.fromMessenger(ada).post('/api/v1/auth/refresh').expect(400);
    expect(res.body.code).toBe('VALIDATION_ERROR');
  });

  it.each([
    ['no token', {}, UNAUTHORIZED],
    ['noise', { bearer: 'noise' }, INVALID_TOKEN],
  ])('answers 401 for %s', async (_, credentials, answer) => {
    await client(credentials).post('/api/v1/auth/refresh').expect(401, answer);
  });
});

describe('an administrator', () => {
  const users = '/api/v1/admin/users';

  it('exchanges the API key for a token with the same access', async () => {
    const res = await api.admin().post('/api/v1/admin/auth/token').expect(200);

    expect(res.body).toEqual({
      token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 28_800,
      expires_at: new Date(api.now().getTime() + 8 * HOUR).toISOString(),
    });
    await client({ bearer: res.body.token }).get(users).expect(200);
    api.advance(8 * HOUR);
    await client({ bearer: res.body.token }).get(users).expect(401, INVALID_TOKEN);
  });

  it.each([
    ['no credentials', {}],
    ['a wrong key', { key: `${ADMIN_API_KEY}x` }],
    ['an empty key', { key: '' }],
  ])('gets 401 with %s', async (_, credentials) => {
    await client(credentials).get(users).expect(401, UNAUTHORIZED);
    await client(credentials).post('/api/v1/admin/auth/token').expect(401, UNAUTHORIZED);
  });

  it('gets 401 with messenger data only', async () => {
    await api.fromMessenger(ada).get(users).expect(401, UNAUTHORIZED);
  });

  it('gets 401 with an invalid token', async () => {
    await client({ bearer: 'broken' }).get(users).expect(401, INVALID_TOKEN);
  });

  it('gets 401 with a wrong key, even beside a valid token', async () => {
    await client({ key: 'wrong', bearer: await adminToken() })
      .get(users)
      .expect(401, UNAUTHORIZED);
  });

  it('gets access with a valid key, even beside an invalid token', async () => {
    await client({ key: ADMIN_API_KEY, bearer: 'broken' }).get(users).expect(200);
  });

  it('cannot send the key in the query, a cookie or the body', async () => {
    const request = api
      .anonymous()
      .post(`/api/v1/admin/auth/token?api_key=${ADMIN_API_KEY}&X-API-Key=${ADMIN_API_KEY}`)
      .set('Cookie', `X-API-Key=${ADMIN_API_KEY}`)
      .send({ api_key: ADMIN_API_KEY });
    await request.expect(401, UNAUTHORIZED);
  });

  it('is not a user, and a user is not an administrator', async () => {
    await client({ bearer: await adminToken() })
      .get('/api/v1/users/me')
      .expect(403, FORBIDDEN);
    await client({ bearer: await adminToken() })
      .get('/api/v1/users')
      .expect(403, FORBIDDEN);
    await client({ bearer: await tokenOf(ada) })
      .get(users)
      .expect(403, FORBIDDEN);
  });

  it('can use each of several keys, so that keys can be rotated', async () => {
    const keys = ['the-first-key-of-two-keys-1', 'the-second-key-of-two-keys-2'];
    await using rotating = await startApi({ on: api, env: { ADMIN_API_KEY: keys.join(', ') } });
    for (const key of keys) {
      await rotating.anonymous().get(users).set('X-API-Key', key).expect(200);
    }
    await rotating.anonymous().get(users).set('X-API-Key', keys.join(', ')).expect(401);
  });
});

describe('messenger data', () => {
  const get = (person: LaunchUser, at?: Date) =>
    client({ messenger: launch(person, at && { at }) })
      .get('/api/v1/users/me')
      .expect(200);

  it('creates the user at their first request to any endpoint', async () => {
    const { body } = await get(ada);

    expect(body).toMatchObject({ messenger_id: ada.id, first_name: 'Ada', is_discoverable: true });
    expect(await rowsOf(ada)).toMatchObject([
      { id: body.id, last_seen_at: api.now().toISOString(), is_listed: true },
    ]);
  });

  it('writes nothing while it is unchanged', async () => {
    await get(ada);
    const before = await versionOf(ada);

    await get(ada);
    api.advance(59 * MINUTE);
    await get(ada);

    expect(await versionOf(ada)).toBe(before);
  });

  it('updates last_seen_at once an hour', async () => {
    await get(ada);
    api.advance(HOUR);
    await get(ada);

    const [row] = await rowsOf(ada);
    expect(row.last_seen_at).toBe(api.now().toISOString());
  });

  it('updates last_seen_at without an entry in any index of users', async () => {
    // Alone on its page, so that there is room for the next version of the row.
    await using database = await createDatabase();
    await using db = openPool(database.url);
    const user = await aUser(db, { username: 'ada', company: 'Engines', interests: ['looms'] });
    await using trx = await beginTransaction(db);

    await new UsersRepository(trx).updateSeen(user.id, {
      messenger_first_name: user.first_name,
      username: 'ada',
      messenger_signed_at: '2026-05-14T10:00:00Z',
      last_seen_at: '2026-05-14T10:00:00Z',
    });

    const counts = await trx('pg_stat_xact_user_tables').where({ relname: 'users' });
    expect(counts).toMatchObject([{ n_tup_upd: 1, n_tup_hot_upd: 1 }]);
  });

  it.each([
    ['the first name', { first_name: 'Augusta' }],
    ['the last name', { last_name: 'King' }],
    ['the username', { username: 'countess' }],
    ['the photo', { photo_url: 'https://t.me/i/userpic/320/new.svg' }],
    ['the language', { language_code: 'fr' }],
    ['the premium flag', { is_premium: true }],
  ])('updates %s when it changes', async (_, change) => {
    await get(ada);
    const before = await versionOf(ada);

    const { body } = await get({ ...ada, ...change });

    expect(body).toMatchObject(change);
    expect(await versionOf(ada)).not.toBe(before);
  });

  it('empties fields that it no longer contains, except the photo and the permission to write', async () => {
    const photo_url = 'https://t.me/i/userpic/320/ada.svg';
    await get({ ...ada, photo_url, is_premium: true, allows_write_to_pm: true });

    const { body } = await get({ id: ada.id, first_name: 'Ada' });

    expect(body).toMatchObject({
      last_name: null,
      username: null,
      is_premium: false,
      photo_url,
      messenger_reachable: true,
    });
  });

  it('is ignored when it is older than the stored data', async () => {
    const morning = api.now();
    await get(ada);
    api.advance(10 * MINUTE);
    await get({ ...ada, last_name: 'King' });
    const before = await versionOf(ada);

    const { body } = await get(ada, morning);

    expect(body.last_name).toBe('King');
    expect(await versionOf(ada)).toBe(before);
  });

  it('updates last_seen_at even when it is older than the stored data', async () => {
    const morning = api.now();
    await get(ada);
    api.advance(10 * MINUTE);
    await get({ ...ada, last_name: 'King' });
    api.advance(HOUR);

    const { body } = await get(ada, morning);

    expect(body.last_name).toBe('King');
    expect((await rowsOf(ada))[0].last_seen_at).toBe(api.now().toISOString());
  });

  it.each([
    ['wrongly signed', () => forged(ada)],
    ['too old', () => launch(ada, { at: new Date(api.now().getTime() - 25 * HOUR) })],
    ['empty', () => ''],
  ])('gets 401 when it is %s', async (_, raw) => {
    await client({ messenger: raw() }).get('/api/v1/users/me').expect(401, UNAUTHORIZED);
  });
});

describe('POST /messenger/upsert', () => {
  const upsert = (credentials: Parameters<typeof client>[0]) =>
    client(credentials).post('/api/v1/messenger/upsert');

  it('answers 201 for a new user and 200 for an existing one', async () => {
    const created = await upsert({ messenger: launch(ada) }).expect(201);
    const refreshed = await upsert({ messenger: launch({ ...ada, last_name: 'King' }) }).expect(
      200,
    );

    expect(created.body).toMatchObject({ messenger_id: ada.id, last_name: 'Lovelace' });
    expect(refreshed.body).toMatchObject({ id: created.body.id, last_name: 'King' });
  });

  it('creates one user for ten concurrent first requests, and answers 201 once', async () => {
    const messenger = launch(ada);

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => upsert({ messenger }).then((res) => res)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await rowsOf(ada)).toHaveLength(1);
  });

  it('answers 400 for a token without messenger data', async () => {
    const res = await upsert({ bearer: await tokenOf(ada) }).expect(400);

    expect(res.body).toEqual({
      error: 'X-Messenger-Auth: expected launch data',
      code: 'VALIDATION_ERROR',
    });
  });

  it('accepts messenger data of any age beside a token, and stores it if it is newer', async () => {
    const bearer = await tokenOf(ada);
    const before = await versionOf(ada);
    const old = launch(
      { ...ada, last_name: 'Byron' },
      { at: new Date(api.now().getTime() - 25 * HOUR) },
    );

    const kept = await upsert({ bearer, messenger: old }).expect(200);
    expect(kept.body.last_name).toBe('Lovelace');
    expect(await versionOf(ada)).toBe(before);

    const messenger = launch({ ...ada, last_name: 'King' });
    const refreshed = await upsert({ bearer, messenger }).expect(200);
    expect(refreshed.body.last_name).toBe('King');
  });

  it('answers 401 without credentials', () => upsert({}).expect(401, UNAUTHORIZED));
});

describe('a token with messenger data beside it', () => {
  const get = (bearer: string, messenger: string) =>
    client({ bearer, messenger }).get('/api/v1/users/me');

  it('is accepted when both belong to the same user, even if the data is old', async () => {
    const bearer = await tokenOf(ada);
    const old = launch(ada, { at: new Date(api.now().getTime() - 400 * 24 * HOUR) });

    await get(bearer, launch(ada)).expect(200);
    await get(bearer, old).expect(200);
  });

  it('gets 401 when the data belongs to another user, who is not created', async () => {
    const other = { id: nextId++, first_name: 'Charles' };

    await get(await tokenOf(ada), launch(other)).expect(401, UNAUTHORIZED);

    expect(await rowsOf(other)).toEqual([]);
  });

  it.each([
    ['wrongly signed', () => forged(ada)],
    ['noise', () => 'noise'],
    ['empty', () => ''],
  ])('gets 401 when the data is %s', async (_, messenger) => {
    await get(await tokenOf(ada), messenger()).expect(401, UNAUTHORIZED);
  });

  it('gets 401 when it is invalid, even beside valid data', async () => {
    await get('broken', launch(ada)).expect(401, INVALID_TOKEN);
  });
});

describe('a token', () => {
  const get = (authorization: string) =>
    api.anonymous().get('/api/v1/users/me').set('Authorization', authorization);

  it('expires after an hour', async () => {
    const token = await tokenOf(ada);
    api.advance(HOUR - 1_000);
    await get(`Bearer ${token}`).expect(200);
    api.advance(1_000);
    await get(`Bearer ${token}`).expect(401, INVALID_TOKEN);
  });

  it('is accepted after "bearer" in lower case', async () => {
    await get(`bearer ${await tokenOf(ada)}`).expect(200);
  });

  it.each(['Bearer', 'Bearer ', 'Bearer a b', 'Basic YWRhOmFkYQ==', 'a.b.c'])(
    'gets 401 as %j',
    async (authorization) => {
      await get(authorization).expect(401, INVALID_TOKEN);
    },
  );

  it('gets 401 after its user is deleted', async () => {
    const token = await tokenOf(ada);
    await rowsOf(ada).delete();
    await get(`Bearer ${token}`).expect(401, INVALID_TOKEN);
  });
});

describe.each(['/api/v1/users', '/api/v1/users/paginated', '/api/v1/users/profile/:id'])(
  'optional sign-in on %s',
  (template) => {
    let path: string;
    let user: User;

    beforeEach(async () => {
      user = await aUser(api.db);
      path = template.replace(':id', String(user.id));
    });

    it('accepts anonymous and signed-in callers', async () => {
      await api.anonymous().get(path).expect(200);
      await api.as(user).get(path).expect(200);
      await api.fromMessenger(ada).get(path).expect(200);
    });

    it('never treats a caller with invalid credentials as anonymous', async () => {
      await client({ messenger: forged(ada) })
        .get(path)
        .expect(401, UNAUTHORIZED);
      await client({ messenger: '' }).get(path).expect(401, UNAUTHORIZED);
      await client({ bearer: 'broken' }).get(path).expect(401, INVALID_TOKEN);
      await api.anonymous().get(path).set('Authorization', 'Basic x').expect(401, INVALID_TOKEN);
      await client({ bearer: await adminToken() })
        .get(path)
        .expect(403, FORBIDDEN);
    });

    it('answers 403 for a blocked user', async () => {
      const blocked = await aUser(api.db, { is_blocked: true });
      await api.as(blocked).get(path).expect(403, FORBIDDEN);
    });
  },
);

describe('a blocked user', () => {
  it('loses access with any credentials at once, and regains it at once when unblocked', async () => {
    const bearer = await tokenOf(ada);
    const messenger = launch(ada);
    const [{ id }] = await rowsOf(ada);

    await api.admin().post(`/api/v1/admin/users/${id}/block`).expect(200);
    await client({ bearer }).get('/api/v1/users/me').expect(403, FORBIDDEN);
    await client({ messenger }).get('/api/v1/users/me').expect(403, FORBIDDEN);
    await client({ messenger }).post('/api/v1/messenger/upsert').expect(403, FORBIDDEN);
    await client({ bearer }).post('/api/v1/auth/refresh').expect(403, FORBIDDEN);

    await api.admin().post(`/api/v1/admin/users/${id}/unblock`).expect(200);
    await client({ bearer }).get('/api/v1/users/me').expect(200);
  });

  it('can still export their data and delete their account', async () => {
    const blocked = await aUser(api.db, { is_blocked: true });

    const { body } = await api.as(blocked).get('/api/v1/users/me/export').expect(200);
    expect(body.profile).toMatchObject({ id: blocked.id, is_blocked: true });
    await api.as(blocked).delete('/api/v1/users/me').expect(200);
  });
});
