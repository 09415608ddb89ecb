import type { User } from '../../../src/domain/people/users.ts';
import { aKey } from '../../support/api-keys.ts';
import { DeliveryTest } from '../../support/deliveries.ts';

const SENDING = '/api/v1/admin/operations/sending';
const MINUTE_MS = 60_000;

let test: DeliveryTest;
let users: User[];

beforeAll(async () => {
  test = await DeliveryTest.start();
});
beforeEach(async () => {
  await test.reset();
  users = await test.reachableUsers(4);
  await put({ paused: false });
});
afterAll(() => test.close());

const put = async (body: object) =>
  (await test.api.admin().put(SENDING).send(body).expect(200)).body;
const get = async () => (await test.api.admin().get(SENDING).expect(200)).body;
const audited = async () => {
  const rows = await test.api.admin().get('/api/v1/admin/audit-log?subject_type=sending');
  return rows.body.data.map(({ action, after }: { action: string; after: object }) => [
    action,
    after,
  ]);
};
/** In real time: PostgreSQL decides whether a pause is over. */
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
/** Two messages of a broadcast, and two of their own. */
async function insertMessages(): Promise<void> {
  const { body } = await test.api
    .admin()
    .post('/api/v1/admin/notifications/bulk-send')
    .send({
      title: 'Doors',
      body: 'At nine.',
      audience: { user_ids: users.slice(0, 2).map(({ id }) => id) },
      channels: ['messenger'],
    })
    .expect(201);
  await test.api.services.broadcastFanout.run(body.id, new AbortController().signal);
  await test.insertMessages(users.slice(2));
}

describe('PUT /admin/operations/sending', () => {
  it('stops all messages, and sends them again', async () => {
    await insertMessages();
    const state = await put({ paused: true, reason: 'Wrong room' });
    expect(state).toMatchObject({
      paused: true,
      paused_at: expect.any(String),
      until: null,
      scope: 'all',
      reason: 'Wrong room',
      due: 4,
    });
    expect(await test.sendAll()).toMatchObject({ sent: 0 });
    expect(await get()).toEqual(state);

    expect(await put({ paused: false })).toMatchObject({ paused: false, scope: null, due: 4 });
    expect(await test.sendAll()).toMatchObject({ sent: 4 });
  });

  it('holds back broadcasts only, and ends without waiting for them', async () => {
    await insertMessages();
    await put({ paused: true, scope: 'broadcasts' });
    expect(await test.sendAll()).toMatchObject({ sent: 2 });
    expect(users.map((user) => test.callsTo(user))).toEqual([0, 0, 1, 1]);

    await put({ paused: false });
    expect(await test.sendAll()).toMatchObject({ sent: 2 });
  });

  it('resumes by itself', async () => {
    await insertMessages();
    await put({ paused: true, until: inMs(30 * MINUTE_MS), scope: 'all' });
    expect(await test.sendAll()).toMatchObject({ sent: 0 });
    await test.api.db('messenger_gate').update({ pause_ends_at: test.api.db.fn.now(3) });

    expect(await get()).toMatchObject({ paused: false, paused_at: null, until: null, scope: null });
    expect(await test.sendAll()).toMatchObject({ sent: 4 });
    const refused = await test.api
      .admin()
      .put(SENDING)
      .send({ paused: true, until: '2020-01-01T00:00:00Z' })
      .expect(400);
    expect(refused.body.error).toBe('until: expected a time in the future');
  });

  it('records each change once', async () => {
    const before = (await audited()).length;
    const until = inMs(30 * MINUTE_MS);
    await put({ paused: false });
    const { paused_at } = await put({ paused: true, until, reason: 'Wrong room' });
    await put({ paused: true, until, reason: 'Wrong room' });
    expect(await put({ paused: true })).toMatchObject({ paused_at, until: null, reason: null });
    await put({ paused: false });

    expect((await audited()).slice(0, -before || undefined)).toEqual([
      ['sending.resume', null],
      ['sending.pause', { scope: 'all', until: null, reason: null }],
      ['sending.pause', { scope: 'all', until, reason: 'Wrong room' }],
    ]);
  });

  it('needs operations:write', async () => {
    const { secret } = await aKey(test.api.db, { scopes: ['operations:read'] });
    await test.api.admin(secret).put(SENDING).send({ paused: true }).expect(403);
    await test.api.admin(secret).get(SENDING).expect(200);
  });
});
