import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, anAttendance, anEvent, aUser, people } from '../../support/factories.ts';
import { said } from '../../support/said.ts';

const OLD_KEY = Buffer.from('the older encryption key of them').toString('base64');
const NEW_KEY = Buffer.from('the newer encryption key of them').toString('base64');
const OLD_JWT_SECRET = 'the-older-jwt-secret-of-these-tests-0001';
const NEW_JWT_SECRET = 'the-newer-jwt-secret-of-these-tests-0001';
const DAY = 24 * 60 * 60 * 1_000;
const ERASED = 'this user has erased their account';
const CONNECTIONS = '/api/v1/connections';

/** A change of the secrets that keeps values of the older ones. */
const ROTATIONS: readonly [string, NodeJS.ProcessEnv, NodeJS.ProcessEnv][] = [
  [
    'from one ENCRYPTION_KEY to the next',
    { ENCRYPTION_KEY: OLD_KEY },
    { ENCRYPTION_KEY: `${NEW_KEY},${OLD_KEY}` },
  ],
  ['from the bot token to ENCRYPTION_KEY', { ENCRYPTION_KEY: '' }, { ENCRYPTION_KEY: NEW_KEY }],
  [
    'from JWT_SECRET to ENCRYPTION_KEY',
    {
      ENCRYPTION_KEY: '',
      MESSENGER_BOT_TOKEN: '',
      MESSENGER_BOT_ID: '7000000001',
      JWT_SECRET: OLD_JWT_SECRET,
    },
    { ENCRYPTION_KEY: NEW_KEY, JWT_SECRET: `${NEW_JWT_SECRET},${OLD_JWT_SECRET}` },
  ],
];

describe.each(ROTATIONS)('after a rotation %s', (_, oldSecrets, newSecrets) => {
  let before: TestApi;
  let after: TestApi;
  let ada: User;
  let grace: User;

  beforeAll(async () => {
    before = await startApi({ env: oldSecrets });
    after = await startApi({ env: newSecrets, on: before });
  });
  afterAll(async () => {
    await after.close();
    await before.close();
  });
  beforeEach(async () => {
    await before.db('erased_people').delete();
    [ada, grace] = await people(before.db, 2);
  });

  const erase = (api: TestApi, user: User) => api.as(user).delete('/api/v1/users/me').expect(200);
  const signIn = ({ messenger_id }: User) =>
    after.fromMessenger({ id: Number(messenger_id), first_name: 'Ada' }).get('/api/v1/users/me');

  it('an erased user is recognized at a sign-in and in imports', async () => {
    await erase(before, ada);
    const conference = await aConference(before.db);

    await signIn(ada).expect(401);
    const { messenger_id } = ada;
    const users = await after
      .admin()
      .post('/api/v1/admin/users/bulk-import')
      .send({ users: [{ messenger_id, first_name: 'Ada' }] })
      .expect(200);
    const attendees = await after
      .admin()
      .post(`/api/v1/admin/conferences/${conference.id}/bulk-upload`)
      .send({ attendees: [{ messenger_id }] })
      .expect(200);
    for (const { body } of [users, attendees]) {
      expect(body.errors).toEqual(said({ row: 1, field: 'messenger_id', error: ERASED }));
    }
  });

  it('a block outlives the erasure, and the latest erasure counts', async () => {
    await erase(before, ada);
    const returned = await aUser(before.db, { messenger_id: ada.messenger_id, is_blocked: true });
    for (const api of [before, after]) api.advance(DAY);
    await erase(after, returned);
    const keys = await before.db('erased_people').pluck('key_id');
    expect(new Set(keys).size).toBe(2);

    await signIn(ada).expect(401);
    for (const api of [before, after]) api.advance(DAY);
    await signIn(ada).expect(403);
  });

  it('a rejection and the request limits still hold', async () => {
    const request = { recipient_id: grace.id };
    const { body } = await before.as(ada).post(CONNECTIONS).send(request).expect(201);
    const rejection = { status: 'rejected' };
    await after.as(grace).put(`${CONNECTIONS}/${body.id}`).send(rejection).expect(200);

    const again = await after.as(ada).post(CONNECTIONS).send(request).expect(409);
    expect(again.body.code).toBe('CONNECTION_REJECTED');
    await after.as(grace).post(CONNECTIONS).send({ recipient_id: ada.id }).expect(201);
    expect(await before.db('connection_requests').whereNotNull('rejected_at')).toEqual([]);
  });

  it('a ticket is still valid', async () => {
    const event = await anEvent(before.db);
    const path = `/api/v1/events/${event.id}`;
    await anAttendance(before.db, [ada, event]);
    const { code } = (await before.as(ada).get(`${path}/ticket`).expect(200)).body;
    const fresh = (await after.as(ada).get(`${path}/ticket`).expect(200)).body;

    expect(fresh.code).not.toBe(code);
    for (const ticket of [code, fresh.code]) {
      const checkIn = after.admin().post(`/api/v1/admin/events/${event.id}/check-in`);
      await checkIn.send({ code: ticket }).expect(200);
    }
  });
});
