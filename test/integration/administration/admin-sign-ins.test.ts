import { startApi, type TestApi } from '../../support/api.ts';
import { aKey, anAdministrator } from '../../support/api-keys.ts';
import { signInitData } from '../../support/messenger.ts';
import { until } from '../../support/until.ts';

const SIGN_IN = '/api/v1/admin/auth/messenger';
const UNAUTHORIZED = { error: 'Unauthorized', code: 'UNAUTHORIZED' };
const END = '2026-12-01T00:00:00.000Z';

let api: TestApi;
let other: TestApi;
let messengerId = 900_000;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});

/** Launch data that no earlier test used. */
const launchDataOf = (id: number, ageMs = 0) =>
  signInitData({ id, first_name: 'Mina' }, { at: new Date(api.now().getTime() - ageMs) });

async function anAdministratorWith(...keys: Parameters<typeof aKey>[1][]) {
  messengerId += 1;
  const id = await anAdministrator(api.db, { messenger_id: messengerId });
  const made = [];
  for (const key of keys) {
    made.push(await aKey(api.db, { administrator_id: id, expires_at: END, ...key }));
  }
  return { id, messenger_id: messengerId, keys: made };
}

const DOOR = { scopes: ['door:read'] } as const;
const OWNER = { scopes: ['*'] } as const;

const signIn = (init_data: string, { key, on = api }: { key?: string; on?: TestApi } = {}) =>
  on.anonymous().post(SIGN_IN).send({ init_data, key });

async function keyOf(token: string) {
  const { body } = await api
    .anonymous()
    .auth(token, { type: 'bearer' })
    .get('/api/v1/admin/me')
    .expect(200);
  return [body.key, body.scopes];
}

describe('POST /admin/auth/messenger', () => {
  it('answers a token of the newest key of the sender that is not an owner key', async () => {
    const { id, messenger_id, keys } = await anAdministratorWith(
      { scopes: ['content:read'] },
      DOOR,
      OWNER,
    );

    const { body, headers } = await signIn(launchDataOf(messenger_id)).expect(200);
    expect(headers['cache-control']).toContain('no-store');
    expect(await keyOf(body.token)).toEqual([keys[1]?.public_id, ['door:read']]);
    const log = await api.admin().get(`/api/v1/admin/audit-log?administrator_id=${id}`).expect(200);
    expect(log.body.data).toEqual([
      expect.objectContaining({
        action: 'admin_token.issue',
        actor: `key ${keys[1]?.public_id}`,
        administrator: expect.objectContaining({ id }),
        after: { expires_at: body.expires_at, by: 'launch_data' },
        ip: '127.0.0.1',
      }),
    ]);
  });

  it('answers a token that never does more than its key did, also when that is widened', async () => {
    const { messenger_id, keys } = await anAdministratorWith(DOOR);
    const { body } = await signIn(launchDataOf(messenger_id)).expect(200);
    for (const scopes of [['*'], ['door:read', 'content:read']]) {
      await api.admin().patch(`/api/v1/admin/api-keys/${keys[0]?.id}`).send({ scopes }).expect(200);
      await until(async () => (await keyOf(body.token))[1]?.join() === 'door:read');
    }
    await api
      .anonymous()
      .auth(body.token, { type: 'bearer' })
      .get('/api/v1/admin/users')
      .expect(403);
  });

  it('answers a token of the key that is named', async () => {
    const { messenger_id, keys } = await anAdministratorWith({ scopes: ['content:read'] }, DOOR);

    const key = keys[0]?.public_id ?? '';
    const { body } = await signIn(launchDataOf(messenger_id), { key }).expect(200);
    expect(await keyOf(body.token)).toEqual([key, ['content:read']]);
  });

  it('accepts the same launch data once, also written in another way', async () => {
    const { messenger_id } = await anAdministratorWith(DOOR);
    const data = launchDataOf(messenger_id);
    const turned = data.split('&').toReversed().join('&');

    await signIn(data).expect(200);
    for (const again of [data, turned, `tma ${data}`]) {
      await signIn(again).expect(401, UNAUTHORIZED);
      await signIn(again, { on: other }).expect(401, UNAUTHORIZED);
    }
  });

  it('accepts the same launch data once when two processes get it at once', async () => {
    const { messenger_id } = await anAdministratorWith(DOOR);
    const data = launchDataOf(messenger_id);

    const answers = await Promise.all(
      [api, other, api, other].map(async (on) => (await signIn(data, { on })).status),
    );
    expect(answers.toSorted()).toEqual([200, 401, 401, 401]);
  });

  it('accepts launch data of the last 5 minutes', async () => {
    const { messenger_id } = await anAdministratorWith(DOOR);

    await signIn(launchDataOf(messenger_id, 301_000)).expect(401, UNAUTHORIZED);
    await signIn(launchDataOf(messenger_id, 300_000)).expect(200);
  });

  it.each([
    ['an owner, whose only key opens everything', [OWNER]],
    ['an administrator without a key', []],
    ['an expired key', [{ ...DOOR, expires_at: '2026-05-14T08:00:00Z' }]],
    ['a revoked key', [{ ...DOOR, revoked_at: '2026-05-14T08:00:00Z' }]],
    ['a key of another network', [{ ...DOOR, allowed_networks: ['192.0.2.0/24'] }]],
  ] as const)('refuses %s', async (_, keys) => {
    const { messenger_id } = await anAdministratorWith(...keys);

    await signIn(launchDataOf(messenger_id)).expect(401, UNAUTHORIZED);
  });

  it('refuses a disabled administrator, a stranger, and the keys of others', async () => {
    const [mina, wei] = [await anAdministratorWith(DOOR), await anAdministratorWith(DOOR, OWNER)];
    const disabled = await anAdministratorWith(DOOR);
    await api.db('administrators').where({ id: disabled.id }).update({ disabled_at: api.now() });

    await signIn(launchDataOf(disabled.messenger_id)).expect(401, UNAUTHORIZED);
    await signIn(launchDataOf(1_234_567)).expect(401, UNAUTHORIZED);
    for (const [n, { public_id: key }] of wei.keys.entries()) {
      const data = launchDataOf(mina.messenger_id, 1_000 * n);
      await signIn(data, { key }).expect(401, UNAUTHORIZED);
    }
    const owner = wei.keys[1]?.public_id ?? '';
    await signIn(launchDataOf(wei.messenger_id), { key: owner }).expect(401, UNAUTHORIZED);
  });

  it('refuses wrongly signed data, and records the failure', async () => {
    const { messenger_id } = await anAdministratorWith(DOOR);
    const wrong = `${launchDataOf(messenger_id).slice(0, -1)}x`;

    const { headers } = await signIn(wrong).expect(401, UNAUTHORIZED);
    const { body } = await api.admin().get('/api/v1/admin/audit-log?action=sign_in.fail');
    expect(body.data[0]).toMatchObject({
      request_id: headers['x-request-id'],
      after: { tried: 'launch_data', reason: 'invalid' },
    });
    expect(JSON.stringify(body.data[0])).not.toContain('hash');
  });

  it('is tried 10 times a minute from an address, whatever the answers', async () => {
    await using limited = await startApi({
      on: api,
      rateLimits: { 'admin-sign-ins': 3 },
    });
    const { messenger_id } = await anAdministratorWith(DOOR);

    for (const age of [0, 0, 301_000]) {
      await signIn(launchDataOf(messenger_id, age), { on: limited });
    }
    await signIn(launchDataOf(messenger_id, 1_000), { on: limited }).expect(429);
  });
});
