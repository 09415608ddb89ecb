import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConnection, people } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';

const CONNECTIONS = '/api/v1/connections';
const RESPONDED_AT = '2026-05-14T09:00:00.000Z';
const LISTS = ['', '/connected'] as const;

let api: TestApi;
let other: TestApi;
let ada: User;
let bea: User;
let cleo: User;
let id: number;

beforeAll(async () => {
  api = await startApi();
  other = await startApi({ on: api });
});
afterAll(async () => {
  await other.close();
  await api.close();
});
beforeEach(async () => {
  await api.db('users').delete();
  [ada, bea, cleo] = await people(api.db, 3);
  await aConnection(api.db, [ada, bea]);
  id = await idOf();
});

const idOf = async (): Promise<number> => (await api.db('connections').first('id')).id;
const write = (user: User, note: unknown, on = api) =>
  on.as(user).put(`${CONNECTIONS}/${id}/note`).send({ note });
const listed = async (user: User, list: string) =>
  (await api.as(user).get(`${CONNECTIONS}${list}`).expect(200)).body.data;
const notes = () => api.db('connection_notes').orderBy('writer_id');

describe('PUT /connections/:id/note', () => {
  it('shows each user their own note only', async () => {
    const { body } = await write(ada, ' Looms,\ntomorrow ').expect(200);
    expect(body).toMatchObject({ id, direction: 'sent', note: 'Looms,\ntomorrow' });
    for (const list of LISTS) {
      expect(await listed(ada, list)).toMatchObject([{ id, note: 'Looms,\ntomorrow' }]);
      expect(await listed(bea, list)).toMatchObject([{ id, note: null }]);
    }
    const pairOf = async (user: User, of: User) =>
      (await api.as(user).get(`${CONNECTIONS}/check/${of.id}`).expect(200)).body;
    expect(await pairOf(ada, bea)).toMatchObject({ note: 'Looms,\ntomorrow' });
    expect(await pairOf(bea, ada)).toMatchObject({ note: null });
    await write(bea, 'Call her').expect(200);
    for (const list of LISTS) {
      expect(await listed(ada, list)).toMatchObject([{ note: 'Looms,\ntomorrow' }]);
      expect(await listed(bea, list)).toMatchObject([{ note: 'Call her' }]);
    }
    const answer = { status: 'accepted' };
    const again = await api.as(bea).put(`${CONNECTIONS}/${id}`).send(answer).expect(200);
    expect(again.body).toMatchObject({ note: 'Call her' });
  });

  it('replaces and deletes a note; both are safe to repeat', async () => {
    for (const note of ['one', 'two', 'two']) await write(ada, note).expect(200);
    expect(await notes()).toMatchObject([{ writer_id: ada.id, note: 'two' }]);
    for (const _ of [1, 2]) {
      const { body } = await write(ada, null).expect(200);
      expect(body.note).toBeNull();
    }
    expect(await notes()).toEqual([]);
    expect(await listed(ada, '')).toMatchObject([{ note: null }]);
  });

  it('changes the ETag of the list of its writer', async () => {
    const before = await api.as(ada).get(CONNECTIONS).expect(200);
    await write(ada, 'Looms').expect(200);
    const after = await api
      .as(ada)
      .get(CONNECTIONS)
      .set('If-None-Match', before.headers.etag ?? '"none"')
      .expect(200);
    expect(after.body.data).toMatchObject([{ note: 'Looms' }]);
  });

  it('answers 404 for the connection of others, and for a request', async () => {
    await write(cleo, 'Hers').expect(404).expect(isMissing);
    for (const status of ['pending', 'rejected', 'withdrawn']) {
      await api
        .db('connections')
        .update({ status, responded_at: status === 'pending' ? null : RESPONDED_AT });
      await write(ada, 'Looms').expect(404).expect(isMissing);
      await write(bea, 'Looms').expect(404).expect(isMissing);
    }
    expect(await notes()).toEqual([]);
  });

  it('refuses an empty or too long note', async () => {
    for (const note of ['', '  ', 'x'.repeat(1_001), undefined, 7]) {
      const { body } = await write(ada, note).expect(400);
      expect(body).toMatchObject({
        code: 'VALIDATION_ERROR',
        error: expect.stringMatching(/^note: /),
      });
    }
    await write(ada, 'é'.repeat(1_000)).expect(200);
  });

  it('is deleted with the connection, by a block and by an erasure of either', async () => {
    const ends = [
      () => api.as(bea).delete(`${CONNECTIONS}/${id}`),
      () => api.as(bea).put(`/api/v1/users/${ada.id}/block`),
      () => api.as(bea).delete('/api/v1/users/me'),
    ];
    for (const end of ends) {
      await api.db('connections').delete();
      await api.db('blocks').delete();
      await aConnection(api.db, [ada, bea]);
      id = await idOf();
      await write(ada, 'About Bea').expect(200);
      await write(bea, 'About Ada').expect(200);
      await end().expect(200);
      expect(await notes()).toEqual([]);
      await write(ada, 'Again').expect(404);
    }
  });

  it('is in the export of its writer only', async () => {
    await write(ada, 'About Bea').expect(200);
    const exported = async (user: User) =>
      (await api.as(user).get('/api/v1/users/me/export').expect(200)).body.connections;
    expect(await exported(ada)).toMatchObject([{ id, note: 'About Bea' }]);
    expect(await exported(bea)).toMatchObject([{ id, note: null }]);
  });

  it('keeps one note of each when both write at once on two processes', async () => {
    const writes = [1, 2, 3, 4, 5].flatMap((n) => [
      write(ada, `a${n}`, n % 2 ? api : other),
      write(bea, `b${n}`, n % 2 ? other : api),
    ]);
    for (const { status } of await Promise.all(writes)) expect(status).toBe(200);
    expect(await notes()).toMatchObject([
      { writer_id: ada.id, note: expect.stringMatching(/^a/) },
      { writer_id: bea.id, note: expect.stringMatching(/^b/) },
    ]);
  });

  it('neither survives an erasure nor deadlocks with it, on two processes', async () => {
    const [erased, ...written] = await Promise.all([
      api.as(bea).delete('/api/v1/users/me'),
      ...[1, 2, 3, 4].map((n) => write(n % 2 ? bea : ada, `n${n}`, other)),
    ]);
    expect(erased?.status).toBe(200);
    for (const { status } of written) expect([200, 401, 404]).toContain(status);
    expect(await notes()).toEqual([]);
  });
});

describe('POST /connections/meet with a note', () => {
  it('writes the note of the caller only; without one, it stays', async () => {
    const { body } = await api.as(ada).post('/api/v1/users/me/meet-code').expect(200);
    const meet = (fields: object) =>
      api
        .as(bea)
        .post(`${CONNECTIONS}/meet`)
        .send({ code: body.code, ...fields })
        .expect(200);
    expect((await meet({ note: 'By the coffee' })).body.note).toBe('By the coffee');
    expect((await meet({})).body.note).toBe('By the coffee');
    expect((await meet({ note: 'By the door' })).body.note).toBe('By the door');
    expect(await listed(ada, '')).toMatchObject([{ note: null }]);
    expect(await notes()).toMatchObject([{ writer_id: bea.id, note: 'By the door' }]);
  });
});

const isMissing = ({ body }: { body: unknown }) => expect(body).toEqual(failure('NOT_FOUND'));
