import { newSecret } from '../../../src/lib/api-key-secrets.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';

const EVENTS = '/api/v1/admin/events';
const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' };

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await emptyAuditLog(api.db);
  await api.db('rate_limit_counters').delete();
});

const failures = () => api.db('audit_log').where({ action: 'sign_in.fail' }).orderBy('id');

describe('a failed sign-in of an administrator', () => {
  it('is recorded with the address and what was tried, never with the secret', async () => {
    const { public_id } = await aKey(api.db);
    const secret = newSecret(public_id);
    const cookie = 'A'.repeat(43);
    await api.admin(secret).get(EVENTS).set('X-Request-Id', 'the-try').expect(401);
    await api.admin('no-key-of-ours').get(EVENTS).expect(401);
    await api.anonymous().post('/api/v1/admin/session').send({ key: secret }).expect(401);
    await api
      .anonymous()
      .get(EVENTS)
      .set({ ...OWN_PAGE, Cookie: `hallway-admin=${cookie}` })
      .expect(401);

    const unknown = {
      actor: 'unknown',
      subject_type: 'sign_in',
      ip: '127.0.0.1',
      api_key_id: null,
    };
    const rows = await failures();
    expect(rows).toMatchObject([
      {
        ...unknown,
        request_id: 'the-try',
        after: { tried: 'api_key', key: public_id, reason: 'invalid' },
      },
      { ...unknown, after: { tried: 'api_key', reason: 'invalid' } },
      { ...unknown, after: { tried: 'api_key', key: public_id, reason: 'invalid' } },
      { ...unknown, after: { tried: 'session', reason: 'invalid' } },
    ]);
    const recorded = JSON.stringify(rows);
    for (const tried of [secret, 'no-key-of-ours', cookie]) expect(recorded).not.toContain(tried);
    const { body } = await api.admin().get('/api/v1/admin/audit-log?action=sign_in.fail');
    expect(body.data[0]).toMatchObject({ key: null, administrator: null, ip: '127.0.0.1' });
  });

  it('is one from outside of the networks of a key', async () => {
    const { public_id, secret } = await aKey(api.db, { allowed_networks: ['192.0.2.0/24'] });
    await api.admin(secret).get(EVENTS).expect(403);

    expect(await failures()).toMatchObject([
      { after: { tried: 'api_key', key: public_id, reason: 'foreign_network' } },
    ]);
  });

  it('is not one without credentials, or without a scope', async () => {
    const { secret } = await aKey(api.db, { scopes: ['people:read'] });
    await api.anonymous().get(EVENTS).expect(401);
    await api.admin(secret).get(EVENTS).expect(403);

    expect(await failures()).toEqual([]);
  });

  it('is recorded at most 60 times a minute by all processes, at once', async () => {
    await using first = await startApi({ on: api });
    await using second = await startApi({ on: api });
    await Promise.all(
      [first, second].flatMap((one) =>
        Array.from({ length: 40 }, () => one.admin('wrong').get(EVENTS).expect(401)),
      ),
    );

    expect(await failures()).toHaveLength(60);
  });

  it('that cannot be recorded is answered as others', async () => {
    await using cut = await startApi({ on: api, env: { RATE_LIMIT_ENABLED: 'true' } });
    await cut.admin('wrong').get(EVENTS).expect(401);
    await api.db.raw('alter table rate_limit_counters rename to away');
    try {
      await cut.admin('wrong').get(EVENTS).expect(401);
    } finally {
      await api.db.raw('alter table away rename to rate_limit_counters');
    }
  });
});
