import { hash } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { ADMIN_API_KEY, ADMIN_KEY_ID, startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';

const OTHER_KEY = 'the-other-admin-key-of-the-tests';
const USERS = '/api/v1/admin/users';
const TOKEN = '/api/v1/admin/auth/token';
const FORBIDDEN = { error: 'Forbidden', code: 'FORBIDDEN' };
const INVALID_TOKEN = { error: 'Invalid token', code: 'INVALID_TOKEN' };
const LIMIT = 6;

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ env: { ADMIN_API_KEY: `${ADMIN_API_KEY},${OTHER_KEY}` } });
});
afterAll(() => api.close());
beforeEach(() => emptyAuditLog(api.db));

const withKey = (key: string, on = api) => on.anonymous().set('X-API-Key', key);
const withToken = (token: string, on = api) => on.anonymous().auth(token, { type: 'bearer' });

async function tokenFor(key: string, on = api): Promise<string> {
  const { body } = await withKey(key, on).post(TOKEN).expect(200);
  return body.token;
}

/** Blocks a new user and returns the actor of its audit row. */
async function actorOf(agent: ReturnType<TestApi['anonymous']>): Promise<string> {
  const { id } = await aUser(api.db);
  await agent.post(`${USERS}/${id}/block`).expect(200);
  const row = await api.db('audit_log').where({ subject_type: 'user', subject_id: id }).first();
  return row.actor;
}

describe("an administrator's token", () => {
  it('carries the role, its times and the id of its key, which is no secret', async () => {
    const claims = jwt.decode(await tokenFor(OTHER_KEY));

    const iat = Math.floor(api.now().getTime() / 1_000);
    const key = hash('sha256', OTHER_KEY, 'hex').slice(0, 8);
    expect(claims).toEqual({ role: 'admin', key, iat, exp: iat + 28_800 });
  });

  it('is issued for the API key only, so that a stolen token cannot renew itself', async () => {
    await withToken(await tokenFor(ADMIN_API_KEY))
      .post(TOKEN)
      .expect(403, FORBIDDEN);
  });

  it('is limited to the scopes and the lifetime that it claims', async () => {
    const claim = { scopes: ['content:read', 'people:read'], ttl_seconds: 60 };
    const { body } = await withKey(ADMIN_API_KEY).post(TOKEN).send(claim).expect(200);

    expect([body.expires_in, body.expires_at]).toEqual([60, '2026-05-14T09:01:00.000Z']);
    const { body: own } = await withToken(body.token).get('/api/v1/admin/me').expect(200);
    expect(own.scopes).toEqual(['content:read', 'people:read']);
    await withToken(body.token).get(USERS).expect(200);
    await withToken(body.token).get('/api/v1/admin/audit-log').expect(403, FORBIDDEN);
  });

  it('may do what its claim and its key both allow, at each request', async () => {
    const { id, public_id, secret } = await aKey(api.db, {
      scopes: ['content:read', 'people:read'],
    });
    const post = (scopes: readonly string[]) => withKey(secret).post(TOKEN).send({ scopes });
    const scopesOf = async (token: string) =>
      (await withToken(token).get('/api/v1/admin/me').expect(200)).body.scopes;

    await post(['content:read', 'audit:read']).expect(403, FORBIDDEN);
    const { body } = await post(['people:read']).expect(200);
    expect(await scopesOf(body.token)).toEqual(['people:read']);
    await api
      .db('api_keys')
      .where({ id })
      .update({ scopes: ['content:read', 'audit:read'] });
    await until(async () => (await scopesOf(body.token)).length === 0);
    const claims = jwt.decode(body.token);
    expect(claims).toMatchObject({ key: public_id, scopes: ['people:read'] });
  });

  it.each([
    ['more than the setting', { ttl_seconds: 28_801 }, 'ttl_seconds: expected at most 28800'],
    ['less than a minute', { ttl_seconds: 59 }, 'ttl_seconds: expected at least 60'],
    ['everything', { scopes: ['*'] }, /^scopes/],
    ['nothing', { scopes: [] }, /^scopes/],
  ])('is refused with 400 for %s', async (_, given, sentence) => {
    const { body } = await withKey(ADMIN_API_KEY).post(TOKEN).send(given).expect(400);

    expect(body.error).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });

  it('ends with its key', async () => {
    const [kept, gone] = [await tokenFor(ADMIN_API_KEY), await tokenFor(OTHER_KEY)];
    await using rotated = await startApi({ on: api, env: { ADMIN_API_KEY } });

    await withToken(gone).get(USERS).expect(200);
    await withToken(gone, rotated).get(USERS).expect(401, INVALID_TOKEN);
    await withToken(gone, rotated).get('/api/v1/users/me').expect(401, INVALID_TOKEN);
    await withToken(kept, rotated).get(USERS).expect(200);
  });

  it('is named in the audit log by its key, as the key itself', async () => {
    const names = [`key ${ADMIN_KEY_ID}`, `key ${hash('sha256', OTHER_KEY, 'hex').slice(0, 8)}`];

    for (const [at, key] of [ADMIN_API_KEY, OTHER_KEY].entries()) {
      expect(await actorOf(withKey(key))).toBe(names[at]);
      expect(await actorOf(withToken(await tokenFor(key)))).toBe(names[at]);
    }
  });

  it('shares the rate limit of its key, and not that of others', async () => {
    await using limited = await startApi({
      on: api,
      env: {
        ADMIN_API_KEY: `${ADMIN_API_KEY},${OTHER_KEY}`,
      },
      rateLimits: { 'admin-key': LIMIT },
    });
    const [first, second] = [
      api.tokens.issueForAdmin(ADMIN_KEY_ID).token,
      await tokenFor(ADMIN_API_KEY, limited),
    ];

    for (let n = 1; n < LIMIT; n += 1) {
      await withToken(n % 2 ? first : second, limited)
        .get(USERS)
        .expect(200);
    }
    await withToken(first, limited).get(USERS).expect(429);
    await withKey(ADMIN_API_KEY, limited).get(USERS).expect(429);
    await withKey(OTHER_KEY, limited).get(USERS).expect(200);
  });

  it('is issued with an audit row', async () => {
    const { body } = await withKey(ADMIN_API_KEY)
      .post(TOKEN)
      .set('X-Request-Id', 'the-dashboard')
      .expect(200);

    const { body: log } = await withKey(ADMIN_API_KEY).get('/api/v1/admin/audit-log').expect(200);
    expect(log.data).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(String),
        actor: `key ${ADMIN_KEY_ID}`,
        administrator: null,
        key: ADMIN_KEY_ID,
        ip: '127.0.0.1',
        action: 'admin_token.issue',
        subject_type: 'admin_token',
        subject_id: null,
        before: null,
        conference_id: null,
        subject_name: null,
        after: { expires_at: body.expires_at },
        key_name: null,
        people: [],
        request_id: 'the-dashboard',
      },
    ]);
    expect(JSON.stringify(log)).not.toContain(body.token);
  });
});
