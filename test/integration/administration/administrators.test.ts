import { startApi, type TestApi } from '../../support/api.ts';
import { aKey, anAdministrator } from '../../support/api-keys.ts';
import { until } from '../../support/until.ts';

const PEOPLE = '/api/v1/admin/administrators';
const EVENTS = '/api/v1/admin/events';
const FORBIDDEN = { error: 'Forbidden', code: 'FORBIDDEN' };
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

const keyOf = (administrator_id: number, scopes: readonly ['*' | 'content:read']) =>
  aKey(api.db, { administrator_id, scopes, expires_at: END });

describe('POST /admin/administrators', () => {
  it('creates an administrator, and names who did', async () => {
    const owner = await anAdministrator(api.db);
    const { secret } = await keyOf(owner, ['*']);
    const given = { name: 'Mina', email: 'mina@example.org', messenger_id: 4_242 };

    const { body } = await api.admin(secret).post(PEOPLE).send(given).expect(201);
    expect(body).toEqual({
      ...given,
      id: expect.any(Number),
      disabled_at: null,
      created_by: owner,
      created_at: expect.any(String),
    });
    const query = `action=administrator.create&subject_id=${body.id}`;
    const log = await api.admin().get(`/api/v1/admin/audit-log?${query}`).expect(200);
    expect(log.body.data).toHaveLength(1);
    expect(JSON.stringify(log.body)).not.toContain('mina@example.org');
  });

  it.each([
    ['email', { email: 'Jonas@example.org' }, { email: 'jonas@EXAMPLE.org' }],
    ['messenger_id', { messenger_id: 77 }, { messenger_id: 77 }],
  ])('refuses an %s in use with 409, naming it', async (field, first, second) => {
    await api
      .admin()
      .post(PEOPLE)
      .send({ name: 'Jonas', ...first })
      .expect(201);
    const { body } = await api
      .admin()
      .post(PEOPLE)
      .send({ name: 'Wei', ...second })
      .expect(409);
    expect(body).toEqual({
      error: `${field}: expected one that no other administrator has`,
      code: 'CONFLICT',
    });
    const { body: wei } = await api.admin().post(PEOPLE).send({ name: 'Wei' }).expect(201);
    await api.admin().patch(`${PEOPLE}/${wei.id}`).send(second).expect(409, body);
  });
});

describe('PATCH /admin/administrators/:id', () => {
  it('ends all keys of a disabled administrator at once, in every process', async () => {
    const id = await anAdministrator(api.db, { name: 'Tomas' });
    const keys = [await keyOf(id, ['content:read']), await keyOf(id, ['content:read'])];
    for (const { secret } of keys) await other.admin(secret).get(EVENTS).expect(200);
    await until(() => other.services.adminAuthentication.isKeeping);
    for (const { secret } of keys) await other.admin(secret).get(EVENTS).expect(200);
    const disable = (is_disabled: boolean) =>
      api.admin().patch(`${PEOPLE}/${id}`).send({ is_disabled }).expect(200);

    const { body } = await disable(true);
    expect(body).toMatchObject({ id, name: 'Tomas', disabled_at: api.now().toISOString() });
    for (const { secret } of keys) {
      await until(async () => (await other.admin(secret).get(EVENTS)).status === 401);
    }
    const listed = await api.admin().get(`/api/v1/admin/api-keys?administrator_id=${id}`);
    expect(listed.body.data.map((key: { status: string }) => key.status)).toEqual([
      'disabled',
      'disabled',
    ]);
    api.advance(1_000);
    expect((await disable(true)).body).toEqual(body);
    expect((await disable(false)).body.disabled_at).toBeNull();
    for (const { secret } of keys) {
      await until(async () => (await other.admin(secret).get(EVENTS)).status === 200);
    }
  });

  it('is refused where a key of theirs may do more than the caller', async () => {
    const [owner, helper] = [await anAdministrator(api.db), await anAdministrator(api.db)];
    await keyOf(owner, ['*']);
    await keyOf(helper, ['content:read']);
    const manager = await aKey(api.db, { scopes: ['keys:manage', 'content:read'] });
    const patch = (id: number, change: object = { name: 'Renamed' }) =>
      api.admin(manager.secret).patch(`${PEOPLE}/${id}`).send(change);

    await patch(owner).expect(403, FORBIDDEN);
    await patch(helper).expect(200);
    // The owner of the messenger id signs in as the helper.
    await patch(helper, { messenger_id: 4_040 }).expect(403, FORBIDDEN);
    await patch(999_999).expect(404);
  });

  it('empties a field with null, and audits which fields changed', async () => {
    const id = await anAdministrator(api.db, { email: 'aicha@example.org', messenger_id: 55 });

    const { body } = await api.admin().patch(`${PEOPLE}/${id}`).send({ email: null }).expect(200);
    expect([body.email, body.messenger_id]).toEqual([null, 55]);
    await api.admin().patch(`${PEOPLE}/${id}`).send({ email: null }).expect(200, body);
    const query = `action=administrator.update&subject_id=${id}`;
    const log = await api.admin().get(`/api/v1/admin/audit-log?${query}`).expect(200);
    const fields = log.body.data.map((row: { after: { fields: string[] } }) => row.after.fields);
    expect(fields).toEqual([['email']]);
  });
});

describe('GET /admin/administrators', () => {
  it('lists the newest first, and filters the disabled ones', async () => {
    await using own = await startApi();
    const enabled = await anAdministrator(own.db);
    const disabled = await anAdministrator(own.db, { disabled_at: '2026-05-14T08:00:00Z' });
    const listed = async (query: string) => {
      const { body } = await own.admin().get(`${PEOPLE}?${query}`).expect(200);
      return body.data.map(({ id }: { id: number }) => id);
    };

    expect(await listed('')).toEqual([disabled, enabled]);
    expect(await listed('page=2&limit=1')).toEqual([enabled]);
    expect(await listed('is_disabled=true')).toEqual([disabled]);
    expect(await listed('is_disabled=false')).toEqual([enabled]);
  });
});
