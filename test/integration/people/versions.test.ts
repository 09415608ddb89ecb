import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { aUser } from '../../support/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const USERS = '/api/v1/admin/users';
const versionOf = async ({ id }: Pick<User, 'id'>) =>
  (await api.admin().get(`${USERS}/${id}`).expect(200)).body.version;
const editOwn = (user: User, body: object) =>
  api.as(user).patch('/api/v1/users/me').send(body).expect(200);

describe('the version of a user', () => {
  it('rises once when they are blocked, and once when they are unblocked', async () => {
    const user = await aUser(api.db);
    for (const [action, version] of [
      ['block', 2],
      ['block', 2],
      ['unblock', 3],
    ] as const) {
      const { body } = await api.admin().post(`${USERS}/${user.id}/${action}`).expect(200);
      expect(body.version).toBe(version);
    }
  });

  it('rises with an edit by the user, which an administrator could overwrite', async () => {
    const user = await aUser(api.db);
    await editOwn(user, { company: 'Difference Engines' });

    const { body } = await api
      .admin()
      .patch(`${USERS}/${user.id}`)
      .set('If-Match', `"${user.id}.1"`)
      .send({ company: 'Analytical Engines' })
      .expect(412);

    expect(body.current).toMatchObject({ company: 'Difference Engines', version: 2 });
  });

  it('shows no contact in current to a key without people:contacts', async () => {
    const { id } = await aUser(api.db, { username: 'ada_k' });
    const stale = (key?: string) =>
      api.admin(key).patch(`${USERS}/${id}`).set('If-Match', '"0.9"').send({}).expect(412);
    const { secret } = await aKey(api.db, { scopes: ['people:write'] });

    expect((await stale()).body.current).toMatchObject({ id, username: 'ada_k' });
    const { current } = (await stale(secret)).body;
    expect(current).toMatchObject({ id, version: 1 });
    expect([current.username, current.messenger_id]).toEqual([undefined, undefined]);
  });

  it.each([
    { first_name: 'Ada' },
    { last_name: 'King' },
    { interests: ['Looms', 'Bernoulli'] },
    { bio: 'Wrote the first program.', is_discoverable: true },
  ])('rises once with the edit %j by the user', async (edit) => {
    const user = await aUser(api.db);
    await editOwn(user, edit);
    await editOwn(user, edit);
    expect(await versionOf(user)).toBe(2);
  });

  it('stays while the user changes what administrators do not edit, or nothing', async () => {
    const user = await aUser(api.db, { company: 'Analytical Engines', interests: ['Looms'] });
    await editOwn(user, { company: 'Analytical Engines', interests: ['Looms'] });
    await editOwn(user, { is_discoverable: false });
    await api.as(user).put('/api/v1/users/socials').send({ github: 'ada' }).expect(200);
    const onboarding = { status: 'in_progress' };
    await api.as(user).put('/api/v1/users/onboarding').send(onboarding).expect(200);
    await api.admin().patch(`${USERS}/${user.id}`).send({ bio: null }).expect(200);
    expect(await versionOf(user)).toBe(1);
  });

  it('stays while a sign-in refreshes the data of the messenger', async () => {
    const ada = { id: 4_242, first_name: 'Ada' };
    const { body } = await api.fromMessenger(ada).post('/api/v1/messenger/upsert').expect(201);
    await api
      .fromMessenger({ ...ada, last_name: 'King' })
      .post('/api/v1/messenger/upsert')
      .expect(200);
    expect(await versionOf(body)).toBe(1);
  });

  it('rises with an import that changes the user, and not with its repetition', async () => {
    const [changed, same] = [await aUser(api.db), await aUser(api.db, { company: 'Looms' })];
    const users = [changed, same].map(({ messenger_id }) => ({ messenger_id, company: 'Looms' }));
    for (const _ of ['first', 'repeated']) {
      await api.admin().post(`${USERS}/bulk-import`).send({ users }).expect(200);
    }
    expect([await versionOf(changed), await versionOf(same)]).toEqual([2, 1]);
  });

  it('is not compared for an erased user, whom a repeated erasure finds', async () => {
    const user = await aUser(api.db);
    const request = (method: 'delete' | 'patch') =>
      api.admin()[method](`${USERS}/${user.id}`).set('If-Match', `"${user.id}.1"`);
    await request('delete').expect(200);
    await request('delete').expect(200);
    await request('patch').set('If-Match', '"0.9"').send({ company: 'Looms' }).expect(404);
  });

  it('is unknown to other users, and to the user', async () => {
    const user = await aUser(api.db);
    const own = await api.as(user).get('/api/v1/users/me').expect(200);
    const profile = await api.anonymous().get(`/api/v1/users/profile/${user.id}`).expect(200);
    expect([own.body.version, profile.body.version]).toEqual([undefined, undefined]);
  });
});
