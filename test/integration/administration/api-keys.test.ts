import { newPublicId, newSecret, publicIdIn } from '../../../src/lib/api-key-secrets.ts';
import { isWithin } from '../../../src/lib/networks.ts';
import { ADMIN_API_KEY, startApi, type TestApi } from '../../support/api.ts';
import { addSecret, aKey } from '../../support/api-keys.ts';
import { beginTransaction } from '../../support/database.ts';
import { until } from '../../support/until.ts';

const EVENTS = '/api/v1/admin/events';
const USERS = '/api/v1/admin/users';
const UNAUTHORIZED = { error: 'Unauthorized', code: 'UNAUTHORIZED' };
const FORBIDDEN = { error: 'Forbidden', code: 'FORBIDDEN' };

let api: TestApi;
let other: TestApi;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});

/** As the service changes a key: the NOTIFY is part of the transaction. */
async function change(publicId: string, columns: object): Promise<void> {
  await api.db.transaction(async (trx) => {
    await trx('api_keys').where({ public_id: publicId }).update(columns);
    await trx.raw('select pg_notify(?, ?)', ['hallway_api_keys', publicId]);
  });
}

describe('a stored API key', () => {
  it('opens what its scopes name, and nothing else', async () => {
    const { secret } = await aKey(api.db, { scopes: ['content:read'] });

    await api.admin(secret).get(EVENTS).expect(200);
    const refused = await api.admin(secret).get(USERS).expect(403, FORBIDDEN);
    expect(refused.headers['www-authenticate']).toBe(
      'HallwayKey error="insufficient_scope", scope="people:read"',
    );
  });

  it('needs the scope of exports for a file only', async () => {
    const { secret } = await aKey(api.db, { scopes: ['feedback:read'] });

    await api.admin(secret).get('/api/v1/admin/feedback?format=json').expect(200);
    await api.admin(secret).get('/api/v1/admin/feedback?format=csv').expect(403, FORBIDDEN);
  });

  it.each([
    ['expired', { expires_at: '2026-05-14T08:59:59Z' }],
    ['revoked', { revoked_at: '2026-05-14T08:00:00Z' }],
  ])('is refused when it is %s', async (_, columns) => {
    const { public_id, secret } = await aKey(api.db);
    await change(public_id, columns);

    await api.admin(secret).get(EVENTS).expect(401, UNAUTHORIZED);
  });

  it('is refused when its administrator is disabled', async () => {
    const [person] = await api
      .db('administrators')
      .insert({ name: 'Mina', disabled_at: api.now() })
      .returning('id');
    const { secret } = await aKey(api.db, {
      administrator_id: person.id,
      expires_at: '2026-12-01T00:00:00Z',
    });

    await api.admin(secret).get(EVENTS).expect(401, UNAUTHORIZED);
  });

  it('is refused from another network, and with another secret of the same form', async () => {
    const elsewhere = await aKey(api.db, { allowed_networks: ['192.0.2.0/24'] });
    const here = await aKey(api.db, { allowed_networks: ['127.0.0.0/8', '::1/128'] });

    await api.admin(elsewhere.secret).get(EVENTS).expect(403, FORBIDDEN);
    await api.admin(here.secret).get(EVENTS).expect(200);
    await api.admin(newSecret(here.public_id)).get(EVENTS).expect(401, UNAUTHORIZED);
  });

  it('has two secrets while it is rotated', async () => {
    const { id, public_id, secret } = await aKey(api.db);
    const second = newSecret(public_id);
    await addSecret(api.db, id, second);

    await api.admin(secret).get(EVENTS).expect(200);
    await api.admin(second).get(EVENTS).expect(200);
  });

  it('revoked by one process is refused by another within a second', async () => {
    const { public_id, secret } = await aKey(api.db);
    await other.admin(secret).get(EVENTS).expect(200);
    await until(() => other.services.adminAuthentication.isKeeping);
    await other.admin(secret).get(EVENTS).expect(200);

    await change(public_id, { revoked_at: api.now() });
    await until(async () => {
      const { status } = await other.admin(secret).get(EVENTS);
      return status === 401;
    });
  });

  it('notes when and from where it was last used, at most once a minute', async () => {
    const { id, secret } = await aKey(api.db, { scopes: ['content:read'] });
    const used = () => api.db('api_keys').where({ id }).first('last_used_at', 'last_used_ip');

    await api.admin(secret).get(EVENTS).expect(200);
    await until(async () => (await used()).last_used_at !== null);
    const first = await used();
    expect(first.last_used_at).toBe(api.now().toISOString());
    expect(first.last_used_ip).toMatch(/^(127\.0\.0\.1|::1)/);
    await api.db('api_keys').where({ id }).update({ last_used_at: null });
    await api.admin(secret).get(EVENTS).expect(200);
    await api.admin(secret).get(EVENTS).expect(200);
    expect((await used()).last_used_at).toBeNull();
  });

  it('opens its endpoints also where its use cannot be noted', async () => {
    const { id, secret } = await aKey(api.db, { scopes: ['content:read'] });
    await using blocker = await beginTransaction(api.db);
    await blocker('api_keys').where({ id }).forUpdate().first('id');

    await other.admin(secret).get(EVENTS).expect(200);
    await blocker.rollback();
  });

  it('issues a token with its rights, which are read at each request', async () => {
    const { public_id, secret } = await aKey(api.db, { scopes: ['content:read'] });
    const { body } = await api.admin(secret).post('/api/v1/admin/auth/token').expect(200);
    const withToken = () => api.anonymous().auth(body.token, { type: 'bearer' });

    await withToken().get(EVENTS).expect(200);
    await withToken().get(USERS).expect(403, FORBIDDEN);
    await withToken().get('/api/v1/users/me').expect(403, FORBIDDEN);
    await change(public_id, { revoked_at: api.now() });
    await until(async () => (await withToken().get(EVENTS)).status === 401);
    await withToken().get(EVENTS).expect(401, { error: 'Invalid token', code: 'INVALID_TOKEN' });
  });

  it('is nothing to a key of the settings, which opens everything', async () => {
    await api.admin(ADMIN_API_KEY).get(USERS).expect(200);
  });
});

describe('a secret', () => {
  it('names its key, and shows a typing error', () => {
    const id = newPublicId();
    const secret = newSecret(id);

    expect(secret).toMatch(/^hwk_[g-z][a-z2-7]{7}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect(publicIdIn(secret)).toBe(id);
    for (const at of [5, 15, 40, secret.length - 1]) {
      const wrong = secret[at] === 'q' ? 'r' : 'q';
      expect(publicIdIn(`${secret.slice(0, at)}${wrong}${secret.slice(at + 1)}`)).toBeUndefined();
    }
    expect(publicIdIn(`${secret} `)).toBeUndefined();
    expect(publicIdIn('hwk_')).toBeUndefined();
  });
});

describe('a network', () => {
  it.each([
    ['192.0.2.7', ['192.0.2.0/24'], true],
    ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
    ['192.0.3.7', ['192.0.2.0/24'], false],
    ['192.0.3.7', ['192.0.2.0/24', '192.0.3.7/32'], true],
    ['2001:db8::9', ['2001:db8::/32'], true],
    ['2001:db9::9', ['2001:db8::/32'], false],
    ['192.0.2.7', ['2001:db8::/32'], false],
    ['', ['0.0.0.0/0'], false],
  ])('%s is within %j: %j', (address, networks, isInside) => {
    expect(isWithin(address, networks)).toBe(isInside);
  });
});
