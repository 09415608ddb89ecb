import { createHash } from 'node:crypto';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';

const SESSION = '/api/v1/admin/session';
const UNAUTHORIZED = { error: 'Unauthorized', code: 'UNAUTHORIZED' };

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const codeOf = (id: number, key?: string) =>
  api.admin(key).post(`/api/v1/admin/api-keys/${id}/sign-in-code`);
const signIn = (body: object) => api.anonymous().post(SESSION).send(body);
const aCode = async (id: number): Promise<string> => (await codeOf(id).expect(201)).body.code;

describe('POST /admin/api-keys/:id/sign-in-code', () => {
  it('starts one session of the key, and stores only a hash of the code', async () => {
    const { id, public_id, secret } = await aKey(api.db);
    const { body } = await codeOf(id).expect(201);
    expect(body).toEqual({
      code: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: new Date(api.now().getTime() + 600_000).toISOString(),
    });
    expect(body.code).not.toContain(secret);
    const [row] = await api.db('admin_sign_in_codes').where({ key_id: id });
    expect(row.code_hash).toEqual(createHash('sha256').update(body.code).digest());

    const started = await signIn({ code: body.code }).expect(200);
    expect(started.body.key).toBe(public_id);
    expect(String(started.headers['set-cookie'])).toContain('HttpOnly');
    expect(await api.db('admin_sign_in_codes').where({ key_id: id })).toEqual([]);
    await signIn({ code: body.code }).expect(401, UNAUTHORIZED);
    const actions = await api.db('audit_log').orderBy('id').pluck('action');
    expect(actions).toEqual(
      expect.arrayContaining(['api_key.sign_in_code', 'admin_session.start', 'sign_in.fail']),
    );
  });

  it('lets one of two devices in that use a code at once', async () => {
    const { id } = await aKey(api.db);
    const code = await aCode(id);
    const answers = await Promise.all([1, 2, 3].map(() => signIn({ code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  it('ends after ten minutes, and with its key', async () => {
    const { id } = await aKey(api.db);
    const [late, dead] = [await aCode(id), await aCode(id)];
    const other = await aKey(api.db);
    const revoked = await aCode(other.id);
    await api.admin().delete(`/api/v1/admin/api-keys/${other.id}`).expect(200);
    await signIn({ code: revoked }).expect(401, UNAUTHORIZED);
    await codeOf(other.id).expect(409);
    api.advance(599_000);
    await signIn({ code: late }).expect(200);
    api.advance(1_000);
    await signIn({ code: dead }).expect(401, UNAUTHORIZED);
  });

  it('is refused for more rights than the caller has, and without keys:manage', async () => {
    const owner = await aKey(api.db, { scopes: ['*'] });
    const manager = await aKey(api.db, { scopes: ['keys:manage', 'door:read'] });
    const door = await aKey(api.db, { scopes: ['door:read'] });
    await codeOf(owner.id, manager.secret).expect(403);
    await codeOf(door.id, manager.secret).expect(201);
    await codeOf(door.id, door.secret).expect(403);
    await codeOf(999_999).expect(404);
  });

  it('names the field of a body with both credentials, or none, and refuses any other text', async () => {
    for (const body of [{}, { key: 'a', code: 'b' }]) {
      const { body: answer } = await signIn(body).expect(400);
      expect(answer.error).toBe('key: expected either key or code');
    }
    for (const code of ['a', 'x'.repeat(43), '\u0000']) await signIn({ code }).expect(401);
  });
});
