import supertest from 'supertest';
import type { User } from '../../src/domain/people/users.ts';
import { ADMIN_API_KEY, startApi, type TestApi } from '../support/api.ts';
import { aUser } from '../support/factories.ts';
import { type LaunchUser, signInitData } from '../support/messenger.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const UNAUTHORIZED = { error: 'Unauthorized', code: 'UNAUTHORIZED' };
const INVALID_TOKEN = { error: 'Invalid token', code: 'INVALID_TOKEN' };
const FORBIDDEN = { error: 'Forbidden', code: 'FORBIDDEN' };

let api: TestApi;
let nextId = 5_000_000;
/** Somebody nobody knows yet. */
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

/** A request with these credentials and no others. */
function asking(credentials: { messenger?: string; bearer?: string; key?: string }) {
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
    ['in the header', (raw: string) => asking({ messenger: raw }).post('/api/v1/auth/login')],
    [
      'in the header, after the word tma',
      (raw: string) => asking({ messenger: `tma ${raw}` }).post('/api/v1/auth/login'),
    ],
  ])('trades launch data %s for a token', async (_, post) => {
    const res = await post(launch(ada)).expect(200);

    expect(res.body).toEqual({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 3_600,
      expires_at: new Date(api.now().getTime() + HOUR).toISOString(),
      user: expect.objectContaining({
        messenger_id: ada.id,
        first_name: 'Ada',
        last_name: 'Lovelace',
        username: 'ada',
        onboarding_status: 'not_started',
      }),
    });
    expect(res.get('Cache-Control')).toBe('no-store');
    const me = await asking({ bearer: res.body.token }).get('/api/v1/users/me').expect(200);
    expect(me.body).toEqual(res.body.user);
  });

  it('tells what the mini app was opened with', async () => {
    const res = await logIn(launch(ada, { start_param: 'e_42' })).expect(200);
    expect(res.body.start_param).toBe('e_42');
  });

  it('leads the same person to the same account', async () => {
    const first = await logIn(launch(ada)).expect(200);
    const again = await logIn(launch(ada)).expect(200);

    expect(again.body.user.id).toBe(first.body.user.id);
    expect(await rowsOf(ada)).toHaveLength(1);
  });

  it('asks for launch data where there is none', async () => {
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
  ])('refuses launch data that is %s, and makes nobody known', async (_, raw) => {
    const res = await logIn(raw()).expect(401);

    expect(res.body).toEqual(UNAUTHORIZED);
    expect(await rowsOf(ada)).toEqual([]);
  });

  it('takes launch data up to a day old, since real clients send it', async () => {
    await logIn(launch(ada, { at: new Date(api.now().getTime() - 24 * HOUR) })).expect(200);
  });

  it('gives a blocked person no token', async () => {
    await aUser(api.db, { messenger_id: ada.id, is_blocked: true });
    const res = await logIn(launch(ada)).expect(403);
    expect(res.body).toEqual(FORBIDDEN);
  });

  it('does not mind broken credentials beside, being public', async () => {
    await asking({ bearer: 'broken' })
      .post('/api/v1/auth/login')
      .send({ init_data: launch(ada) })
      .expect(200);
  });
});

describe('POST /auth/refresh', () => {
  it('gives a fresh token for one that is still valid', async () => {
    const old = await tokenOf(ada);
    api.advance(59 * MINUTE);

    const res = await asking({ bearer: old }).post('/api/v1/auth/refresh').expect(200);

    expect(res.body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3_600,
      expires_at: new Date(api.now().getTime() + HOUR).toISOString(),
      user: { messenger_id: ada.id },
    });
    api.advance(2 * MINUTE);
    await asking({ bearer: old }).get('/api/v1/users/me').expect(401, INVALID_TOKEN);
    await asking({ bearer: res.body.token }).get('/api/v1/users/me').expect(200);
  });

  it('is not for messenger data, which signs in anew', async () => {
    const res = await api.fromMessenger(ada).post('/api/v1/auth/refresh').expect(400);
    expect(res.body.code).toBe('VALIDATION_ERROR');
  });

  it.each([
    ['no token', {}, UNAUTHORIZED],
    ['noise', { bearer: 'noise' }, INVALID_TOKEN],
  ])('refuses %s', async (_, credentials, answer) => {
    await asking(credentials).post('/api/v1/auth/refresh').expect(401, answer);
  });
});

describe('an administrator', () => {
  const people = '/api/v1/admin/users';

  it('trades the API key for a token that opens what the key opens', async () => {
    const res = await api.admin().post('/api/v1/admin/auth/token').expect(200);

    expect(res.body).toEqual({
      token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 28_800,
      expires_at: new Date(api.now().getTime() + 8 * HOUR).toISOString(),
    });
    await asking({ bearer: res.body.token }).get(people).expect(200);
    api.advance(8 * HOUR);
    await asking({ bearer: res.body.token }).get(people).expect(401, INVALID_TOKEN);
  });

  it.each([
    ['no credentials', {}],
    ['a wrong key', { key: `${ADMIN_API_KEY}x` }],
    ['an empty key', { key: '' }],
  ])('is refused with %s', async (_, credentials) => {
    await asking(credentials).get(people).expect(401, UNAUTHORIZED);
    await asking(credentials).post('/api/v1/admin/auth/token').expect(401, UNAUTHORIZED);
  });

  it('is refused with messenger data alone', async () => {
    await api.fromMessenger(ada).get(people).expect(401, UNAUTHORIZED);
  });

  it('is refused with a broken token', async () => {
    await asking({ bearer: 'broken' }).get(people).expect(401, INVALID_TOKEN);
  });

  it('is refused with a wrong key, also beside a token that is right', async () => {
    await asking({ key: 'wrong', bearer: await adminToken() })
      .get(people)
      .expect(401, UNAUTHORIZED);
  });

  it('is let in by a right key, whatever stands beside it', async () => {
    await asking({ key: ADMIN_API_KEY, bearer: 'broken' }).get(people).expect(200);
  });

  it('cannot put the key into the address, a cookie or the body', async () => {
    const askingOutOfPlace = api
      .anonymous()
      .post(`/api/v1/admin/auth/token?api_key=${ADMIN_API_KEY}&X-API-Key=${ADMIN_API_KEY}`)
      .set('Cookie', `X-API-Key=${ADMIN_API_KEY}`)
      .send({ api_key: ADMIN_API_KEY });
    await askingOutOfPlace.expect(401, UNAUTHORIZED);
  });

  it('is no user, and a user is no administrator', async () => {
    await asking({ bearer: await adminToken() })
      .get('/api/v1/users/me')
      .expect(403, FORBIDDEN);
    await asking({ bearer: await adminToken() })
      .get('/api/v1/users')
      .expect(403, FORBIDDEN);
    await asking({ bearer: await tokenOf(ada) })
      .get(people)
      .expect(403, FORBIDDEN);
  });

  it('may use each of several keys, so that they can be changed one by one', async () => {
    const keys = ['the-first-key-of-two-keys-1', 'the-second-key-of-two-keys-2'];
    const rotating = await startApi({ on: api, env: { ADMIN_API_KEY: keys.join(', ') } });
    for (const key of keys) {
      await rotating.anonymous().get(people).set('X-API-Key', key).expect(200);
    }
    await rotating.anonymous().get(people).set('X-API-Key', keys.join(', ')).expect(401);
    await rotating.close();
  });
});

describe('messenger data', () => {
  const get = (person: LaunchUser, at?: Date) =>
    asking({ messenger: launch(person, at && { at }) })
      .get('/api/v1/users/me')
      .expect(200);

  it('makes a person known at their first request, whatever it asks for', async () => {
    const { body } = await get(ada);

    expect(body).toMatchObject({ messenger_id: ada.id, first_name: 'Ada', is_discoverable: true });
    expect(await rowsOf(ada)).toMatchObject([
      { id: body.id, last_seen_at: api.now().toISOString(), is_listed: true },
    ]);
  });

  it('writes nothing while it says nothing new', async () => {
    await get(ada);
    const before = await versionOf(ada);

    await get(ada);
    api.advance(59 * MINUTE);
    await get(ada);

    expect(await versionOf(ada)).toBe(before);
  });

  it('notes once an hour that the person is here', async () => {
    await get(ada);
    api.advance(HOUR);
    await get(ada);

    const [row] = await rowsOf(ada);
    expect(row.last_seen_at).toBe(api.now().toISOString());
  });

  it.each([
    ['the first name', { first_name: 'Augusta' }],
    ['the last name', { last_name: 'King' }],
    ['the username', { username: 'countess' }],
    ['the photo', { photo_url: 'https://t.me/i/userpic/320/new.svg' }],
    ['the language', { language_code: 'fr' }],
    ['the premium flag', { is_premium: true }],
  ])('refreshes %s when it changed', async (_, change) => {
    await get(ada);
    const before = await versionOf(ada);

    const { body } = await get({ ...ada, ...change });

    expect(body).toMatchObject(change);
    expect(await versionOf(ada)).not.toBe(before);
  });

  it('empties what the messenger no longer says, save photo and permission to write', async () => {
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

  it('does not go back to the older words of an app left open on another device', async () => {
    const morning = api.now();
    await get(ada);
    api.advance(10 * MINUTE);
    await get({ ...ada, last_name: 'King' });
    const before = await versionOf(ada);

    const { body } = await get(ada, morning);

    expect(body.last_name).toBe('King');
    expect(await versionOf(ada)).toBe(before);
  });

  it('that is older still shows that the person is here', async () => {
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
  ])('is refused when it is %s', async (_, raw) => {
    await asking({ messenger: raw() }).get('/api/v1/users/me').expect(401, UNAUTHORIZED);
  });
});

describe('POST /messenger/upsert', () => {
  const upsert = (credentials: Parameters<typeof asking>[0]) =>
    asking(credentials).post('/api/v1/messenger/upsert');

  it('answers 201 to somebody new and 200 to somebody known', async () => {
    const created = await upsert({ messenger: launch(ada) }).expect(201);
    const refreshed = await upsert({ messenger: launch({ ...ada, last_name: 'King' }) }).expect(
      200,
    );

    expect(created.body).toMatchObject({ messenger_id: ada.id, last_name: 'Lovelace' });
    expect(refreshed.body).toMatchObject({ id: created.body.id, last_name: 'King' });
  });

  it('makes one person of ten first requests at once, and answers 201 once', async () => {
    const messenger = launch(ada);

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => upsert({ messenger }).then((res) => res)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await rowsOf(ada)).toHaveLength(1);
  });

  it('needs the messenger: a token alone is not enough', async () => {
    const res = await upsert({ bearer: await tokenOf(ada) }).expect(400);

    expect(res.body).toEqual({
      error: 'X-Messenger-Auth: expected launch data',
      code: 'VALIDATION_ERROR',
    });
  });

  it('takes over messenger data beside a token, whatever its age', async () => {
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

  it('is refused without credentials', () => upsert({}).expect(401, UNAUTHORIZED));
});

describe('a token with messenger data beside it', () => {
  const get = (bearer: string, messenger: string) =>
    asking({ bearer, messenger }).get('/api/v1/users/me');

  it('counts when both name the same person, however old the data is', async () => {
    const bearer = await tokenOf(ada);
    const old = launch(ada, { at: new Date(api.now().getTime() - 400 * 24 * HOUR) });

    await get(bearer, launch(ada)).expect(200);
    await get(bearer, old).expect(200);
  });

  it('is refused when the data names somebody else, who is not made known', async () => {
    const other = { id: nextId++, first_name: 'Charles' };

    await get(await tokenOf(ada), launch(other)).expect(401, UNAUTHORIZED);

    expect(await rowsOf(other)).toEqual([]);
  });

  it.each([
    ['wrongly signed', () => forged(ada)],
    ['noise', () => 'noise'],
    ['empty', () => ''],
  ])('is refused when the data is %s', async (_, messenger) => {
    await get(await tokenOf(ada), messenger()).expect(401, UNAUTHORIZED);
  });

  it('is not saved by the data when it is broken itself', async () => {
    await get('broken', launch(ada)).expect(401, INVALID_TOKEN);
  });
});

describe('a token', () => {
  const get = (authorization: string) =>
    api.anonymous().get('/api/v1/users/me').set('Authorization', authorization);

  it('ends after an hour', async () => {
    const token = await tokenOf(ada);
    api.advance(HOUR - 1_000);
    await get(`Bearer ${token}`).expect(200);
    api.advance(1_000);
    await get(`Bearer ${token}`).expect(401, INVALID_TOKEN);
  });

  it('may follow the word in any letters', async () => {
    await get(`bearer ${await tokenOf(ada)}`).expect(200);
  });

  it.each(['Bearer', 'Bearer ', 'Bearer a b', 'Basic YWRhOmFkYQ==', 'a.b.c'])(
    'is not %j',
    async (authorization) => {
      await get(authorization).expect(401, INVALID_TOKEN);
    },
  );

  it('does not outlive its user', async () => {
    const token = await tokenOf(ada);
    await rowsOf(ada).delete();
    await get(`Bearer ${token}`).expect(401, INVALID_TOKEN);
  });
});

describe.each(['/api/v1/users', '/api/v1/users/paginated', '/api/v1/users/profile/:id'])(
  'optional sign-in on %s',
  (template) => {
    let path: string;
    let person: User;

    beforeEach(async () => {
      person = await aUser(api.db);
      path = template.replace(':id', String(person.id));
    });

    it('lets strangers and people in', async () => {
      await api.anonymous().get(path).expect(200);
      await api.as(person).get(path).expect(200);
      await api.fromMessenger(ada).get(path).expect(200);
    });

    it('never takes somebody with broken credentials for a stranger', async () => {
      await asking({ messenger: forged(ada) })
        .get(path)
        .expect(401, UNAUTHORIZED);
      await asking({ messenger: '' }).get(path).expect(401, UNAUTHORIZED);
      await asking({ bearer: 'broken' }).get(path).expect(401, INVALID_TOKEN);
      await api.anonymous().get(path).set('Authorization', 'Basic x').expect(401, INVALID_TOKEN);
      await asking({ bearer: await adminToken() })
        .get(path)
        .expect(403, FORBIDDEN);
    });

    it('keeps blocked people out', async () => {
      const blocked = await aUser(api.db, { is_blocked: true });
      await api.as(blocked).get(path).expect(403, FORBIDDEN);
    });
  },
);

describe('a blocked person', () => {
  it('is out at once, whatever they hold, and in again at once', async () => {
    const bearer = await tokenOf(ada);
    const messenger = launch(ada);
    const [{ id }] = await rowsOf(ada);

    await api.admin().post(`/api/v1/admin/users/${id}/block`).expect(200);
    await asking({ bearer }).get('/api/v1/users/me').expect(403, FORBIDDEN);
    await asking({ messenger }).get('/api/v1/users/me').expect(403, FORBIDDEN);
    await asking({ messenger }).post('/api/v1/messenger/upsert').expect(403, FORBIDDEN);
    await asking({ bearer }).post('/api/v1/auth/refresh').expect(403, FORBIDDEN);

    await api.admin().post(`/api/v1/admin/users/${id}/unblock`).expect(200);
    await asking({ bearer }).get('/api/v1/users/me').expect(200);
  });

  it('may still take their data along and have themselves erased', async () => {
    const blocked = await aUser(api.db, { is_blocked: true });

    const { body } = await api.as(blocked).get('/api/v1/users/me/export').expect(200);
    expect(body.profile).toMatchObject({ id: blocked.id, is_blocked: true });
    await api.as(blocked).delete('/api/v1/users/me').expect(200);
  });
});
