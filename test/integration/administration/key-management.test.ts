import { startApi, type TestApi } from '../../support/api.ts';
import { aKey, anAdministrator } from '../../support/api-keys.ts';
import { beginTransaction } from '../../support/database.ts';
import { aConference, aUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';

const KEYS = '/api/v1/admin/api-keys';
const ME = '/api/v1/admin/me';
const EVENTS = '/api/v1/admin/events';
const FORBIDDEN = { error: 'Forbidden', code: 'FORBIDDEN' };
const YEAR = '2027-05-14T09:00:00.000Z';

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

/** A new key by way of the API; `body` has its secret. */
async function create(given: object, by?: string) {
  const { body } = await api
    .admin(by)
    .post(KEYS)
    .send({ name: 'Main entrance', ...given })
    .expect(201);
  return body;
}

const auditRowsOf = async (id: number) => {
  const query = `subject_type=api_key&subject_id=${id}`;
  const { body } = await api.admin().get(`/api/v1/admin/audit-log?${query}`).expect(200);
  return body.data;
};

describe('POST /admin/api-keys', () => {
  it('creates a key whose secret opens what the preset names, and is shown once', async () => {
    const { id } = await aConference(api.db);
    const res = await api
      .admin()
      .post(KEYS)
      .send({ name: 'Main entrance', preset: 'door', conference_ids: [id] })
      .expect(201);

    expect(res.headers['cache-control']).toContain('no-store');
    const { secret, ...key } = res.body;
    expect(secret).toMatch(new RegExp(`^hwk_${key.public_id}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$`));
    expect(key).toEqual({
      id: expect.any(Number),
      public_id: expect.stringMatching(/^[g-z][a-z2-7]{7}$/),
      name: 'Main entrance',
      status: 'valid',
      administrator: null,
      scopes: ['door:check-in', 'door:read'],
      conference_ids: [id],
      allowed_networks: null,
      expires_at: null,
      revoked_at: null,
      created_by: null,
      created_at: expect.any(String),
      last_used_at: null,
      last_used_ip: null,
      old_secret_valid_until: null,
    });
    await api.admin(secret).get(ME).expect(200);
    await api.admin(secret).get(EVENTS).expect(403, FORBIDDEN);
    const { body } = await api.admin().get(KEYS).expect(200);
    expect(body.data[0].id).toBe(key.id);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(await auditRowsOf(key.id)).toEqual([
      expect.objectContaining({ action: 'api_key.create', after: expect.anything() }),
    ]);
    expect(JSON.stringify(await auditRowsOf(key.id))).not.toContain('hwk_');
  });

  it('takes explicit scopes before those of a preset, each once', async () => {
    const scopes = ['content:read', 'media:read', 'content:read'];
    const key = await create({ preset: 'door', scopes });

    expect(key.scopes).toEqual(['content:read', 'media:read']);
    expect((await create({ scopes: ['content:read', '*'] })).scopes).toEqual(['*']);
  });

  it('ends a key of an administrator after a year, at the latest', async () => {
    const mina = await anAdministrator(api.db, { name: 'Mina' });
    const ofMina = { preset: 'read-only', administrator_id: mina };

    const key = await create(ofMina);
    expect([key.administrator, key.expires_at]).toEqual([{ id: mina, name: 'Mina' }, YEAR]);
    expect((await create({ ...ofMina, expires_at: YEAR })).expires_at).toBe(YEAR);
    for (const expires_at of [null, '2027-05-14T09:00:00.001Z']) {
      const { body } = await api
        .admin()
        .post(KEYS)
        .send({ name: 'a', ...ofMina, expires_at })
        .expect(400);
      expect(body.error).toMatch(/^expires_at: expected a time within a year/);
    }
  });

  it('stores networks in their plain form', async () => {
    const key = await create({
      preset: 'door',
      allowed_networks: ['192.0.2.7', '198.51.100.9/24', '2001:db8::1', '2001:db8:1::/48'],
    });

    expect(key.allowed_networks).toEqual([
      '192.0.2.7/32',
      '198.51.100.0/24',
      '2001:db8::1/128',
      '2001:db8:1::/48',
    ]);
    await api.admin(key.secret).get(ME).expect(403, FORBIDDEN);
  });

  it.each([
    ['neither scopes nor a preset', {}, /^scopes: /],
    ['an unknown scope', { scopes: ['content:*'] }, /^scopes/],
    ['no scope', { scopes: [] }, /^scopes: /],
    ['an unknown preset', { preset: 'god' }, /^preset: /],
    ['no conference', { preset: 'door', conference_ids: [] }, /^conference_ids: /],
    ['a wrong network', { preset: 'door', allowed_networks: ['10.0.0.0/33'] }, /^allowed_networks/],
    ['a host name', { preset: 'door', allowed_networks: ['example.org'] }, /^allowed_networks/],
    ['a mapped address', { preset: 'door', allowed_networks: ['::ffff:1.2.3.4'] }, /^allowed_netw/],
    ['an end in the past', { preset: 'door', expires_at: '2026-05-14T09:00:00Z' }, /^expires_at: /],
  ])('refuses %s with 400, naming the field', async (_, given, sentence) => {
    const { body } = await api
      .admin()
      .post(KEYS)
      .send({ name: 'a', ...given })
      .expect(400);

    expect(body.error).toMatch(sentence);
  });

  it('refuses an unknown conference or administrator, and a disabled one', async () => {
    const disabled = await anAdministrator(api.db, { disabled_at: '2026-05-14T08:00:00Z' });
    const post = (given: object) =>
      api
        .admin()
        .post(KEYS)
        .send({ name: 'a', preset: 'door', ...given });

    await post({ conference_ids: [999_999] }).expect(404);
    await post({ administrator_id: 999_999 }).expect(404);
    await post({ administrator_id: disabled }).expect(409);
  });

  it('grants nobody more than they have', async () => {
    const manager = await aKey(api.db, { scopes: ['keys:manage', 'content:read'] });
    const post = (given: object) =>
      api
        .admin(manager.secret)
        .post(KEYS)
        .send({ name: 'a', ...given });

    await post({ scopes: ['content:read', 'keys:manage'] }).expect(201);
    const refused = await post({ scopes: ['content:read', 'people:erase'] }).expect(403, FORBIDDEN);
    expect(refused.headers['www-authenticate']).toContain('scope="people:erase"');
    await post({ scopes: ['*'] }).expect(403, FORBIDDEN);
    await post({ preset: 'owner' }).expect(403, FORBIDDEN);
  });

  it.each([
    ['was revoked', { revoked_at: '2026-05-14T08:00:00Z' }, 401],
    ['lost rights', { scopes: ['keys:manage', 'door:read'] }, 403],
  ])('is refused to a key that %s since its request began', async (_, change, status) => {
    const owner = await aKey(api.db);
    await using blocker = await beginTransaction(api.db);
    await blocker.raw(`select pg_advisory_xact_lock(hashtext('api keys'), 0)`);
    const answer = api
      .admin(owner.secret)
      .post(KEYS)
      .send({ name: 'Late', preset: 'owner' })
      .then((res) => res.status);
    await until(async () => {
      const { rows } = await api.db.raw(
        `select from pg_locks where locktype = 'advisory' and not granted`,
      );
      return rows.length > 0;
    });
    await blocker('api_keys').where({ id: owner.id }).update(change);
    await blocker.commit();

    expect(await answer).toBe(status);
    expect(await api.db('api_keys').where({ name: 'Late' })).toEqual([]);
  });
});

describe('GET /admin/api-keys', () => {
  it('lists the newest first, without the revoked ones, and filters', async () => {
    const wei = await anAdministrator(api.db, { name: 'Wei' });
    const ofWei = { administrator_id: wei, preset: 'door' };
    const ids = [];
    for (let n = 0; n < 4; n += 1) ids.unshift((await create(ofWei)).id);
    const [newest, second, third, oldest] = ids;
    await api.admin().delete(`${KEYS}/${second}`).expect(200);
    await api.db('api_keys').where({ id: third }).update({ expires_at: '2026-05-14T08:00:00Z' });
    const listed = async (query: string) => {
      const { body } = await api.admin().get(`${KEYS}?administrator_id=${wei}${query}`).expect(200);
      return body.data.map(({ id, status }: { id: number; status: string }) => [id, status]);
    };

    expect(await listed('')).toEqual([
      [newest, 'valid'],
      [third, 'expired'],
      [oldest, 'valid'],
    ]);
    expect(await listed('&limit=2&page=2')).toEqual([[oldest, 'valid']]);
    expect(await listed('&status=revoked')).toEqual([[second, 'revoked']]);
    expect(await listed('&status=expired')).toEqual([[third, 'expired']]);
    expect(await listed('&status=disabled')).toEqual([]);
  });
});

describe('PATCH /admin/api-keys/:id', () => {
  it('changes what a key may do at once, also in another process', async () => {
    const { id, secret } = await create({ scopes: ['content:read'] });
    await other.admin(secret).get(EVENTS).expect(200);
    await until(() => other.services.adminAuthentication.isKeeping);
    await other.admin(secret).get(EVENTS).expect(200);

    const { body } = await api
      .admin()
      .patch(`${KEYS}/${id}`)
      .send({ name: 'Desk', scopes: ['people:read'], expires_at: YEAR })
      .expect(200);
    expect(body).toMatchObject({ name: 'Desk', scopes: ['people:read'], expires_at: YEAR });
    await until(async () => (await other.admin(secret).get(EVENTS)).status === 403);
    const [row] = await auditRowsOf(id);
    expect(row).toMatchObject({
      action: 'api_key.update',
      before: { name: 'Main entrance', scopes: ['content:read'], expires_at: null },
      after: { name: 'Desk', scopes: ['people:read'], expires_at: YEAR },
    });
  });

  it('changes nothing and audits nothing when all fields are as they were', async () => {
    const { id, secret: _, ...key } = await create({ preset: 'door' });
    const same = { name: key.name, scopes: key.scopes, conference_ids: null };

    const { body } = await api.admin().patch(`${KEYS}/${id}`).send(same).expect(200);
    expect(body).toEqual({ id, ...key });
    expect(await auditRowsOf(id)).toHaveLength(1);
  });

  it('keeps the rules of a new key', async () => {
    const mina = await anAdministrator(api.db);
    const { id } = await create({ preset: 'door', administrator_id: mina });
    const patch = (given: object) => api.admin().patch(`${KEYS}/${id}`).send(given);

    await patch({ expires_at: null }).expect(400);
    await patch({ expires_at: '2026-05-14T08:00:00Z' }).expect(400);
    await patch({ conference_ids: [999_999] }).expect(404);
    await api.admin().patch(`${KEYS}/999999`).send({ name: 'a' }).expect(404);
  });

  it('is refused for a key that may do more than the caller, as is its rotation', async () => {
    const manager = await aKey(api.db, { scopes: ['keys:manage', 'door:read'] });
    const [mightier, weaker] = [
      await create({ preset: 'content' }),
      await create({ preset: 'door' }),
    ];
    const scopes = ['door:read'];
    const equal = await create({ scopes });
    const as = api.admin(manager.secret);

    await as.patch(`${KEYS}/${mightier.id}`).send({ scopes }).expect(403, FORBIDDEN);
    await as.patch(`${KEYS}/${weaker.id}`).send({ scopes }).expect(403, FORBIDDEN);
    await as
      .post(`${KEYS}/${mightier.id}/rotate`)
      .send({ grace_seconds: 0 })
      .expect(403, FORBIDDEN);
    await as.delete(`${KEYS}/${mightier.id}`).expect(403, FORBIDDEN);
    await as
      .patch(`${KEYS}/${equal.id}`)
      .send({ scopes: ['door:check-in'] })
      .expect(403, FORBIDDEN);
    await as.patch(`${KEYS}/${equal.id}`).send({ name: 'Desk' }).expect(200);
    await as.delete(`${KEYS}/${equal.id}`).expect(200);
  });

  it('is refused for a revoked key, as is its rotation', async () => {
    const { id } = await create({ preset: 'door' });
    await api.admin().delete(`${KEYS}/${id}`).expect(200);

    const conflict = { error: 'This key is revoked', code: 'CONFLICT' };
    await api.admin().patch(`${KEYS}/${id}`).send({ name: 'a' }).expect(409, conflict);
    const rotation = { grace_seconds: 0 };
    await api.admin().post(`${KEYS}/${id}/rotate`).send(rotation).expect(409, conflict);
  });
});

describe('DELETE /admin/api-keys/:id', () => {
  it('revokes the key in every process, once', async () => {
    const { id, secret } = await create({ scopes: ['content:read'] });
    await other.admin(secret).get(EVENTS).expect(200);
    await until(() => other.services.adminAuthentication.isKeeping);
    await other.admin(secret).get(EVENTS).expect(200);

    const { body } = await api.admin().delete(`${KEYS}/${id}`).expect(200);
    expect(body).toMatchObject({ id, status: 'revoked', revoked_at: api.now().toISOString() });
    // The clock of the test stands still: what the other process keeps ends by the NOTIFY only.
    await until(async () => (await other.admin(secret).get(EVENTS)).status === 401);
    await api.admin(secret).get(EVENTS).expect(401);
    await api.admin().delete(`${KEYS}/${id}`).expect(200, body);
    const actions = (await auditRowsOf(id)).map(({ action }: { action: string }) => action);
    expect(actions).toEqual(['api_key.revoke', 'api_key.create']);
    await api.admin().delete(`${KEYS}/999999`).expect(404);
  });
});

describe('POST /admin/api-keys/:id/rotate', () => {
  const rotate = (id: number, grace_seconds: number, on = api) =>
    on.admin().post(`${KEYS}/${id}/rotate`).send({ grace_seconds });

  it('gives a new secret, and leaves the previous one its grace', async () => {
    await using own = await startApi();
    const { body: key } = await own
      .admin()
      .post(KEYS)
      .send({ name: 'a', preset: 'content' })
      .expect(201);

    const { body } = await rotate(key.id, 60, own).expect(200);
    const { secret, old_secret_valid_until, ...same } = body;
    expect({ ...same, secret: key.secret, old_secret_valid_until: null }).toEqual(key);
    expect(old_secret_valid_until).toBe('2026-05-14T09:01:00.000Z');
    const listed = async () => (await own.admin().get(KEYS).expect(200)).body.data[0];
    expect(await listed()).toMatchObject({ id: key.id, old_secret_valid_until });
    for (const one of [key.secret, secret]) await own.admin(one).get(EVENTS).expect(200);
    own.advance(60_000);
    expect(await listed()).toMatchObject({ id: key.id, old_secret_valid_until: null });
    await own.admin(key.secret).get(EVENTS).expect(401);
    await own.admin(secret).get(EVENTS).expect(200);
  });

  it('ends the previous secret at once without grace, also in another process', async () => {
    const { id, secret } = await create({ preset: 'content' });
    await other.admin(secret).get(EVENTS).expect(200);
    await until(() => other.services.adminAuthentication.isKeeping);

    const { body } = await rotate(id, 0).expect(200);
    await until(async () => (await other.admin(secret).get(EVENTS)).status === 401);
    await other.admin(body.secret).get(EVENTS).expect(200);
  });

  it('twice at once leaves two valid secrets, the last one and one before it', async () => {
    const { id, secret } = await create({ preset: 'content' });

    const answers = await Promise.all([rotate(id, 3_600), rotate(id, 3_600, other)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await api.admin(secret).get(EVENTS).expect(401);
    for (const { body } of answers) await api.admin(body.secret).get(EVENTS).expect(200);
    expect(await api.db('api_key_secrets').where({ key_id: id })).toHaveLength(2);
  });

  it.each([[-1], [604_801], [0.5], ['60']])('refuses a grace of %j', async (grace) => {
    const { body } = await rotate(1, grace as number).expect(400);
    expect(body.error).toBe('grace_seconds: expected a whole number from 0 to 604800');
  });
});

describe('GET /admin/me', () => {
  it('tells a key of the settings that it may do everything', async () => {
    const { body } = await api.admin().get(ME).expect(200);

    expect(body).toEqual({
      name: 'ADMIN_API_KEY',
      key: expect.stringMatching(/^[0-9a-f]{8}$/),
      via: 'api_key',
      administrator: null,
      scopes: ['*'],
      conference_ids: null,
      expires_at: null,
      warnings: [],
    });
  });

  it('tells a stored key, and its token, what they may do', async () => {
    const mina = await anAdministrator(api.db, { name: 'Mina' });
    const key = await create({ preset: 'door', administrator_id: mina });
    const { body: token } = await api
      .admin(key.secret)
      .post('/api/v1/admin/auth/token')
      .expect(200);

    const { body } = await api.admin(key.secret).get(ME).expect(200);
    expect(body).toEqual({
      name: 'Main entrance',
      key: key.public_id,
      via: 'api_key',
      administrator: { id: mina, name: 'Mina' },
      scopes: ['door:check-in', 'door:read'],
      conference_ids: null,
      expires_at: YEAR,
      warnings: [],
    });
    const byToken = await api.anonymous().auth(token.token, { type: 'bearer' }).get(ME).expect(200);
    expect(byToken.body).toEqual({ ...body, via: 'token' });
  });
});

describe('the process that changes a key', () => {
  // Without them no process is notified: only what the process itself did can end what it keeps.
  const TRIGGERS = ['api_keys', 'api_key_secrets', 'administrators'];
  const setTriggers = async (state: 'enable' | 'disable') => {
    for (const table of TRIGGERS) await api.db.raw(`alter table ${table} ${state} trigger user`);
  };
  beforeAll(() => setTriggers('disable'));
  afterAll(() => setTriggers('enable'));

  it.each<[string, (id: number) => PromiseLike<unknown>]>([
    ['revoked', (id) => api.admin().delete(`${KEYS}/${id}`).expect(200)],
    [
      'rotated without grace',
      (id) => api.admin().post(`${KEYS}/${id}/rotate`).send({ grace_seconds: 0 }).expect(200),
    ],
  ])('refuses it at once where it was %s', async (_how, change) => {
    const { id, secret } = await create({ scopes: ['content:read'] });
    await api.admin(secret).get(EVENTS).expect(200);
    await until(() => api.services.adminAuthentication.isKeeping);
    await api.admin(secret).get(EVENTS).expect(200);
    await change(id);

    await api.admin(secret).get(EVENTS).expect(401);
  });

  it('is followed by another one within a second, without a notification', async () => {
    const { id, secret } = await create({ scopes: ['content:read'] });
    await other.admin(secret).get(EVENTS).expect(200);
    await until(() => other.services.adminAuthentication.isKeeping);
    await other.admin(secret).get(EVENTS).expect(200);
    await api.admin().delete(`${KEYS}/${id}`).expect(200);
    other.advance(1_000);

    await other.admin(secret).get(EVENTS).expect(401);
  });
});

describe('a key of another administrator', () => {
  it('is made, changed and rotated by an owner alone, and they are notified', async () => {
    const mina = await aUser(api.db);
    const messenger_id = Number(mina.messenger_id);
    const administrator_id = await anAdministrator(api.db, { messenger_id });
    const scopes = ['keys:manage', 'content:read'] as const;
    const own = await anAdministrator(api.db);
    const ofPerson = await aKey(api.db, { scopes, administrator_id: own, expires_at: YEAR });
    const ofMachine = await aKey(api.db, { scopes });
    const given = { name: 'Door', scopes: ['content:read'] };
    const post = (secret: string | undefined, body: object) =>
      api
        .admin(secret)
        .post(KEYS)
        .send({ ...given, ...body });
    const notices = () => api.db('notifications').where({ user_id: mina.id }).orderBy('id');

    for (const { secret } of [ofPerson, ofMachine]) {
      await post(secret, { administrator_id }).expect(403, FORBIDDEN);
      await post(secret, {}).expect(201);
    }
    await post(ofPerson.secret, { administrator_id: own }).expect(201);
    expect(await notices()).toEqual([]);

    const { body: key } = await post(undefined, { administrator_id }).expect(201);
    const [notice] = await notices();
    expect(notice.body).toContain(key.public_id);
    expect(notice.body).not.toContain(key.secret);
    const path = `${KEYS}/${key.id}`;
    for (const secret of [ofPerson.secret, ofMachine.secret]) {
      await api.admin(secret).patch(path).send({ name: 'Mine' }).expect(403, FORBIDDEN);
      await api.admin(secret).post(`${path}/rotate`).send({ grace_seconds: 0 }).expect(403);
    }
    await api.admin().patch(path).send({ name: 'Back door' }).expect(200);
    await api.admin().post(`${path}/rotate`).send({ grace_seconds: 0 }).expect(200);
    expect(await notices()).toHaveLength(3);
    await api.admin(ofMachine.secret).delete(path).expect(200);
  });
});
