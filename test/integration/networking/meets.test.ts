import { POOL_LIMITS } from '../../../src/db/knex.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, aConnection, people } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';

const MINUTE_MS = 60_000;

let api: TestApi;
/** Another process on the same database, with the limits of production. */
let other: TestApi;
let ada: User;
let bea: User;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api, limits: POOL_LIMITS });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  await api.db('users').delete();
  await api.db('rate_limit_counters').delete();
  [ada, bea] = await people(api.db, 2);
});

const codeOf = async (user: User): Promise<string> =>
  (await api.as(user).post('/api/v1/users/me/meet-code').expect(200)).body.code;
const meet = (user: User, code: string, fields: object = {}, on = api) =>
  on
    .as(user)
    .post('/api/v1/connections/meet')
    .send({ code, ...fields });
const rows = () => api.db('connections').orderBy('id');
const notificationsOf = (user: User) =>
  api.db('notifications').where({ user_id: user.id, type: 'connection_accepted' });
const isInvalid = ({ body }: { body: unknown }) => expect(body).toEqual(failure('CODE_INVALID'));

describe('POST /connections/meet', () => {
  it('connects at once, tells both, and keeps the first meeting', async () => {
    const { id: conference_id } = await aConference(api.db);
    const code = await codeOf(ada);
    const { body } = await meet(bea, code, { conference_id }).expect(200);
    expect(body).toMatchObject({ status: 'accepted', met_conference_id: conference_id });
    expect(body.met_at).not.toBeNull();

    await meet(bea, `k_${code}`).expect(200, body);
    await meet(ada, await codeOf(bea)).expect(200);
    expect(await rows()).toHaveLength(1);
    expect(await notificationsOf(ada)).toHaveLength(1);
    expect(await notificationsOf(bea)).toHaveLength(1);
    const { body: inbox } = await api.as(ada).get('/api/v1/notifications').expect(200);
    expect(inbox.data[0].title).toMatch(/^You met/);
  });

  it.each(['pending', 'rejected', 'accepted'] as const)(
    'makes a connection that is %s one of people who met',
    async (status) => {
      await aConnection(api.db, [ada, bea], status);
      await meet(bea, await codeOf(ada)).expect(200);
      const [row, ...others] = await rows();
      expect(row).toMatchObject({ status: 'accepted', met_at: expect.anything() });
      expect(others).toEqual([]);
      expect(await notificationsOf(ada)).toHaveLength(status === 'accepted' ? 0 : 1);
    },
  );

  it('answers every code that does not fit alike', async () => {
    const [cleo] = await people(api.db, 1);
    const code = await codeOf(ada);
    const old = await codeOf(bea);
    await api.as(ada).put(`/api/v1/users/${bea.id}/block`).expect(200);
    await meet(bea, code).expect(400).expect(isInvalid);
    await meet(ada, await codeOf(bea))
      .expect(400)
      .expect(isInvalid);
    await meet(ada, code).expect(400).expect(isInvalid);
    await meet(cleo, `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`)
      .expect(400)
      .expect(isInvalid);
    await meet(cleo, 'no code').expect(400).expect(isInvalid);
    await api.db('users').where({ id: ada.id }).update({ is_blocked: true });
    await meet(cleo, code).expect(400).expect(isInvalid);
    for (const one of [api, other]) one.advance(10 * MINUTE_MS);
    await meet(cleo, old).expect(400).expect(isInvalid);
    expect(await rows()).toEqual([]);
  });

  it('names a conference that is not visible, and counts no try', async () => {
    const { id } = await aConference(api.db, { status: 'draft' });
    const { body } = await meet(bea, await codeOf(ada), { conference_id: id }).expect(400);
    expect(body).toEqual(refusal('conference_id'));
    expect(await api.db('rate_limit_counters').where('key', 'like', 'meet%')).toEqual([]);
  });

  it('refuses after 20 wrong codes, at once over two processes, and counts no right one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => meet(bea, `wrong ${n}`, {}, n % 2 ? api : other)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(20).fill(400), ...Array(5).fill(429)]);
    await meet(bea, await codeOf(ada)).expect(429);
    const [cleo] = await people(api.db, 1);
    for (let n = 0; n < 22; n += 1) await meet(cleo, await codeOf(ada)).expect(200);
  });

  it('connects 20 of 25 who scan one code at once', async () => {
    const users = await people(api.db, 25);
    const code = await codeOf(ada);
    const answers = await Promise.all(
      users.map((user, n) => meet(user, code, {}, n % 2 ? api : other)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(await rows()).toHaveLength(20);
    expect(await notificationsOf(ada)).toHaveLength(20);
  });

  it('makes one row of two who scan each other at once, and none beside a block', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one, two] = await people(api.db, 2);
      const [codeOfOne, codeOfTwo] = [await codeOf(one), await codeOf(two)];
      const both = await Promise.all([meet(one, codeOfTwo), meet(two, codeOfOne, {}, other)]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      const pair = await api.db('connections').whereIn('requester_id', [one.id, two.id]);
      expect(pair).toHaveLength(1);
      expect(await notificationsOf(one)).toHaveLength(1);
      expect(await notificationsOf(two)).toHaveLength(1);

      const [three] = await people(api.db, 1);
      await Promise.all([
        meet(three, codeOfOne, {}, other),
        api.as(one).put(`/api/v1/users/${three.id}/block`),
        api.as(three).post('/api/v1/connections').send({ recipient_id: one.id }),
      ]);
      expect(await api.db('connections').where({ requester_id: three.id })).toEqual([]);
    }
  });

  it('is shown to no one else, and opens from a link', async () => {
    const { body } = await api.as(ada).post('/api/v1/users/me/meet-code').expect(200);
    expect(Date.parse(body.expires_at)).toBeGreaterThan(api.now().getTime() + 5 * MINUTE_MS - 1);
    expect(body.qr_svg).toMatch(/^<svg/);
    const start = async (user: User) =>
      (await api.as(user).get(`/api/v1/start/k_${body.code}`).expect(200)).body.start;
    expect(await start(bea)).toMatchObject({ kind: 'meet', id: ada.id, available: true });
    await api.as(ada).put(`/api/v1/users/${bea.id}/block`).expect(200);
    expect(await start(bea)).toMatchObject({ kind: 'meet', available: false });
  });
});
