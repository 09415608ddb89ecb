import { startApi, type TestApi } from '../../support/api.ts';
import { addSecret, aKey, anAdministrator } from '../../support/api-keys.ts';

const KEYS = '/api/v1/admin/api-keys';
const LAST = {
  error:
    'This is the last owner key; create another one before you revoke, limit, shorten or disable it',
  code: 'CONFLICT',
};
const END = '2026-12-01T00:00:00.000Z';

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
beforeEach(() => api.db('api_keys').update({ revoked_at: api.now() }));

async function anOwner() {
  const administrator_id = await anAdministrator(api.db);
  return { ...(await aKey(api.db, { administrator_id, expires_at: END })), administrator_id };
}

describe('the last owner key', () => {
  it.each([
    ['revoked', (id: number) => api.admin().delete(`${KEYS}/${id}`)],
    ['given fewer scopes', (id: number) => patch(id, { scopes: ['content:read'] })],
    ['given some conferences', (id: number) => patch(id, { conference_ids: [1] })],
    ['given networks', (id: number) => patch(id, { allowed_networks: ['192.0.2.7'] })],
    ['given an earlier end', (id: number) => patch(id, { expires_at: '2026-11-30T00:00:00Z' })],
  ])('cannot be %s, until there is another one', async (_, change) => {
    await api.db.raw(
      `insert into conferences (id, slug, name, starts_on, ends_on, timezone)
       overriding system value
       values (1, 'one', 'One', '2026-05-14', '2026-05-15', 'UTC') on conflict do nothing`,
    );
    const { id, secret } = await anOwner();

    await change(id).expect(409, LAST);
    await api.admin(secret).get(KEYS).expect(200);
    await anOwner();
    await change(id).expect(200);
  });

  const patch = (id: number, given: object) => api.admin().patch(`${KEYS}/${id}`).send(given);

  it('keeps its holder from being disabled, until there is another one', async () => {
    const { administrator_id } = await anOwner();
    const disable = () =>
      api
        .admin()
        .patch(`/api/v1/admin/administrators/${administrator_id}`)
        .send({ is_disabled: true });

    await disable().expect(409, LAST);
    await anOwner();
    await disable().expect(200);
  });

  it('may be renamed, prolonged and rotated', async () => {
    const { id } = await anOwner();

    await patch(id, { name: 'Owner', expires_at: '2026-12-02T00:00:00Z' }).expect(200);
    const rotation = { grace_seconds: 0 };
    const { body } = await api.admin().post(`${KEYS}/${id}/rotate`).send(rotation).expect(200);
    await api.admin(body.secret).get(KEYS).expect(200);
  });

  it.each([
    ['is limited to a network', { allowed_networks: ['192.0.2.0/24'] }],
    ['is limited to a conference', { conference_ids: [1] }],
    ['lacks a scope', { scopes: ['keys:manage'] as const }],
    ['has expired', { expires_at: '2026-05-14T08:00:00Z' }],
    ['is revoked', { revoked_at: '2026-05-14T08:00:00Z' }],
  ])('is not followed by a key that %s', async (_, columns) => {
    const { id } = await anOwner();
    await aKey(api.db, columns);

    await api.admin().delete(`${KEYS}/${id}`).expect(409, LAST);
  });

  it('is not followed by a key without a valid secret', async () => {
    const { id } = await anOwner();
    const next = await aKey(api.db);
    await api.db('api_key_secrets').where({ key_id: next.id }).delete();

    await api.admin().delete(`${KEYS}/${id}`).expect(409, LAST);
    await addSecret(api.db, next.id, 'a secret');
    await api.admin().delete(`${KEYS}/${id}`).expect(200);
  });

  it('is none of the settings: without a stored one, nothing is kept', async () => {
    const { id } = await aKey(api.db, { scopes: ['keys:manage'] });

    await api.admin().delete(`${KEYS}/${id}`).expect(200);
  });

  it.each([1, 2, 3])(
    'stays when two owners revoke each other at once in two processes (run %d)',
    async () => {
      const [one, two] = [await anOwner(), await anOwner()];

      const answers = await Promise.all([
        api.admin(one.secret).delete(`${KEYS}/${two.id}`),
        other.admin(two.secret).delete(`${KEYS}/${one.id}`),
      ]);
      // The loser's key is revoked before its turn, so it is no caller any more.
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      expect(await api.db('api_keys').whereNull('revoked_at')).toHaveLength(1);
    },
  );

  it('stays when a key of the settings revokes two owners at once in two processes', async () => {
    const [one, two] = [await anOwner(), await anOwner()];

    const answers = await Promise.all([
      api.admin().delete(`${KEYS}/${two.id}`),
      other
        .admin()
        .patch(`${KEYS}/${one.id}`)
        .send({ scopes: ['content:read'] }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const left = await api.admin().get(KEYS).expect(200);
    expect(
      left.body.data.filter((key: { scopes: string[] }) => key.scopes[0] === '*'),
    ).toHaveLength(1);
  });
});

describe('the end of the last owner key', () => {
  const warningsOf = async (secret?: string) =>
    (await api.admin(secret).get('/api/v1/admin/me').expect(200)).body.warnings;

  it('is announced to those who manage keys 30 days before, until another one follows', async () => {
    const { id, public_id } = await aKey(api.db, { expires_at: '2026-06-13T09:00:00Z' });
    const manager = await aKey(api.db, { scopes: ['keys:manage'] });
    const reader = await aKey(api.db, { scopes: ['content:read'] });
    const warnings = [
      {
        ...{ kind: 'last_owner_key_ends', ids: [id], key: public_id },
        expires_at: '2026-06-13T09:00:00.000Z',
        message: `The last owner key, ${public_id}, ends at 2026-06-13T09:00:00.000Z; create another one before`,
      },
    ];

    expect(await warningsOf()).toEqual(warnings);
    expect(await warningsOf(manager.secret)).toEqual(warnings);
    expect(await warningsOf(reader.secret)).toEqual([]);
    const next = await aKey(api.db, { expires_at: '2026-06-13T09:00:01Z' });
    expect(await warningsOf()).toEqual([]);
    await api.db('api_keys').where({ id: next.id }).update({ expires_at: null });
    expect(await warningsOf()).toEqual([]);
  });
});
