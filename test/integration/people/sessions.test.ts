import { startApi, type TestApi } from '../../support/api.ts';
import { beginTransaction } from '../../support/database.ts';
import { type LaunchUser, signInitData } from '../../support/messenger.ts';
import { untilWaiting } from '../../support/queries.ts';

const INVALID_TOKEN = { error: 'Invalid token', code: 'INVALID_TOKEN' };
const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;
const LOGOUT = '/api/v1/auth/logout';
const REFRESH = '/api/v1/auth/refresh';
const ME = '/api/v1/users/me';

let api: TestApi;
let nextId = 8_000_000;
let ada: LaunchUser;

beforeAll(async () => {
  api = await startApi({ env: { JWT_TTL: '86400' } });
});
afterAll(() => api.close());
beforeEach(() => {
  ada = { id: nextId++, first_name: 'Ada' };
  // Moves the clock to the beginning of a second.
  api.advance(SECOND - (api.now().getTime() % SECOND));
});

const withToken = (token: string) => api.anonymous().auth(token, { type: 'bearer' });

async function signIn(at = api.now()): Promise<string> {
  const init_data = signInitData(ada, { at });
  const { body } = await api.anonymous().post('/api/v1/auth/login').send({ init_data }).expect(200);
  return body.token;
}

const statusesOf = async (...tokens: string[]) =>
  Promise.all(tokens.map(async (token) => (await withToken(token).get(ME)).status));

describe('POST /auth/logout', () => {
  it('ends all tokens of the user issued so far, and no others', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const bystander = ada;
    ada = { id: nextId++, first_name: 'Grace' };
    const others = await signIn();
    ada = bystander;
    api.advance(10 * SECOND);

    const { body } = await withToken(first).post(LOGOUT).expect(200);

    expect(body).toEqual({ signed_out_at: api.now().toISOString() });
    expect(await statusesOf(first, second, others)).toEqual([401, 401, 200]);
    await withToken(second).get(ME).expect(401, INVALID_TOKEN);
    await withToken(second).post(REFRESH).expect(401, INVALID_TOKEN);
    await withToken(first).post(LOGOUT).expect(401, INVALID_TOKEN);
    await withToken(first).get('/api/v1/users').expect(401, INVALID_TOKEN);
  });

  it('accepts launch data, which stays valid', async () => {
    const token = await signIn();

    await api.fromMessenger(ada).post(LOGOUT).expect(200);
    await api.fromMessenger(ada).post(LOGOUT).expect(200);

    expect(await statusesOf(token)).toEqual([401]);
    await api.fromMessenger(ada).get(ME).expect(200);
  });

  it('tells tokens of the same second apart, however often it happens in one', async () => {
    const ended: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      const token = await signIn();
      expect(await statusesOf(token, ...ended)).toEqual([200, ...ended.map(() => 401)]);
      await withToken(token).post(LOGOUT).expect(200);
      ended.push(token);
      api.advance(100);
    }
    const last = await signIn();
    expect(await statusesOf(last, ...ended)).toEqual([200, 401, 401, 401]);
    api.advance(5 * SECOND);
    expect(await statusesOf(last, await signIn())).toEqual([200, 200]);
  });

  it('invalidates a token that is refreshed at that moment', async () => {
    const token = await signIn();
    const [{ id }] = await api.db('users').where({ messenger_id: ada.id });
    await using signingOut = await beginTransaction(api.db);
    await signingOut.raw('select from users where id = ? for no key update', [id]);
    const refreshing = withToken(token)
      .post(REFRESH)
      .then((res) => res);
    await untilWaiting(api.db);
    await signingOut('users').where({ id }).update({ signed_out_at: api.now().toISOString() });
    await signingOut.commit();

    expect((await refreshing).body).toEqual(INVALID_TOKEN);
  });

  it('answers 401 without credentials', async () => {
    await api.anonymous().post(LOGOUT).expect(401);
  });
});

describe('POST /auth/refresh', () => {
  async function refreshDaily(token: string, days: number): Promise<string> {
    let last = token;
    for (let day = 0; day < days; day += 1) {
      api.advance(DAY - SECOND);
      const { body } = await withToken(last).post(REFRESH).expect(200);
      last = body.token;
    }
    return last;
  }

  it('ends 30 days after the last sign-in, so that no chain of tokens lives forever', async () => {
    const last = await refreshDaily(await signIn(), 30);
    api.advance(31 * SECOND);

    await withToken(last).post(REFRESH).expect(401, INVALID_TOKEN);
    await withToken(last).get(ME).expect(200);
  });

  it('starts again with each sign-in', async () => {
    const last = await refreshDaily(await signIn(), 20);
    await signIn();

    await refreshDaily(last, 20);
  });

  it('is not prolonged by old launch data beside the token', async () => {
    const old = signInitData(ada, { at: api.now() });
    const last = await refreshDaily(await signIn(), 30);
    const upsert = withToken(last).post('/api/v1/messenger/upsert').set('X-Messenger-Auth', old);
    await upsert.expect(200);
    api.advance(31 * SECOND);

    await withToken(last).post(REFRESH).expect(401, INVALID_TOKEN);
  });
});
