import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { aConference, anAgendaItem, anEvent, aQuest, aSpeaker } from '../../support/factories.ts';
import { countQueries } from '../../support/queries.ts';

const ADMIN = '/api/v1/admin';
const notFound = (noun: string) => ({ error: `${noun} not found`, code: 'NOT_FOUND' });

let api: TestApi;
let a: Conference;
let b: Conference;
/** The secret of a key of conference A alone. */
let key: string;

beforeAll(async () => {
  api = await startApi();
  a = await aConference(api.db, { name: 'A' });
  b = await aConference(api.db, { name: 'B' });
  key = (await aKey(api.db, { conference_ids: [a.id] })).secret;
});
afterAll(() => api.close());

/** Rows of `table` by id, to see that a request changed none. */
const stored = (table: string, id: number) => api.db(table).where({ id }).first();

describe('a key of one conference', () => {
  it('gets 403 from an endpoint that needs all conferences', async () => {
    const refused = await api.admin(key).get(`${ADMIN}/users`).expect(403);

    expect(refused.body).toEqual({ error: 'Forbidden', code: 'FORBIDDEN' });
    expect(refused.headers['www-authenticate']).toBe(
      'HallwayKey error="insufficient_scope", scope="people:read"',
    );
  });

  it('finds no row of another conference, and none without a conference', async () => {
    const elsewhere = await anEvent(api.db, { conference_id: b.id });
    const alone = await anEvent(api.db);
    const item = await anAgendaItem(api.db, b);

    await api.admin(key).get(`${ADMIN}/conferences/${b.id}`).expect(404, notFound('conference'));
    for (const { id } of [elsewhere, alone]) {
      await api.admin(key).get(`${ADMIN}/events/${id}`).expect(404, notFound('event'));
      const change = { title: 'Taken over' };
      await api.admin(key).put(`${ADMIN}/events/${id}`).send(change).expect(404);
      expect(await stored('events', id)).not.toMatchObject(change);
    }
    await api.admin(key).get(`${ADMIN}/agenda/${item.id}`).expect(404, notFound('agenda item'));
  });

  it('moves no row out of its conferences', async () => {
    const event = await anEvent(api.db, { conference_id: a.id });
    const put = (conference_id: number | null) =>
      api.admin(key).put(`${ADMIN}/events/${event.id}`).send({ conference_id });

    await put(b.id).expect(404, notFound('conference'));
    await put(null).expect(403);
    await put(a.id).expect(200);
    expect(await stored('events', event.id)).toMatchObject({ conference_id: a.id });
  });

  it('creates rows in its conferences only', async () => {
    const times = { starts_at: '2026-05-15T09:00:00Z', ends_at: '2026-05-15T10:00:00Z' };
    const post = (conference_id?: number) =>
      api
        .admin(key)
        .post(`${ADMIN}/events`)
        .send({ title: 'New', ...times, conference_id });

    await post(a.id).expect(201);
    await post(b.id).expect(404, notFound('conference'));
    await post().expect(403);
  });

  it('lists the rows of its conferences, also in the total', async () => {
    await anEvent(api.db, { conference_id: a.id });
    await anEvent(api.db, { conference_id: b.id, status: 'pending' });
    await anEvent(api.db, { status: 'pending' });

    const { body: conferences } = await api.admin(key).get(`${ADMIN}/conferences`).expect(200);
    expect(conferences.data.map(({ id }: Conference) => id)).toEqual([a.id]);
    expect(conferences.pagination.total).toBe(1);
    for (const list of ['events', 'events/pending', `events?conference_id=${b.id}`]) {
      const { body } = await api.admin(key).get(`${ADMIN}/${list}`).expect(200);
      const places = body.data.map((event: { conference_id: number }) => event.conference_id);
      expect(places).toEqual(places.map(() => a.id));
      expect(body.pagination.total).toBe(places.length);
    }
  });

  it('changes a speaker only if all of their conferences are its own', async () => {
    const own = await aSpeaker(api.db, {}, [a]);
    const shared = await aSpeaker(api.db, {}, [a, b]);
    const elsewhere = await aSpeaker(api.db, {}, [b]);
    const put = ({ id }: { id: number }) =>
      api.admin(key).put(`${ADMIN}/speakers/${id}`).send({ title: 'Keynote' });

    await put(own).expect(200);
    await put(shared).expect(403);
    await put(elsewhere).expect(404, notFound('speaker'));
    expect((await stored('speakers', shared.id)).title).toBeNull();
  });

  it('finds a merged speaker where the other one is', async () => {
    const [from, into] = [await aSpeaker(api.db, {}, [a]), await aSpeaker(api.db, {}, [a])];
    const merge = () =>
      api.admin(key).post(`${ADMIN}/speakers/${from.id}/merge`).send({ into: into.id });

    await merge().expect(200);
    await merge().expect(200);
  });

  it('names a leaderboard of its conferences', async () => {
    const quest = await aQuest(api.db, { conference_id: b.id });
    const board = (query: string) => api.admin(key).get(`${ADMIN}/leaderboard${query}`);

    await board(`?conference_id=${a.id}`).expect(200);
    await board(`?quest_id=${quest.id}`).expect(404, notFound('quest'));
    await board('').expect(403);
  });

  it('gets no stored answer of another key of its administrator', async () => {
    const [person] = await api.db('administrators').insert({ name: 'Mina' }).returning('id');
    const ofPerson = { administrator_id: person.id, expires_at: '2026-12-01T00:00:00Z' };
    const wide = await aKey(api.db, ofPerson);
    const narrow = await aKey(api.db, { ...ofPerson, conference_ids: [a.id] });
    const times = { starts_at: '2026-05-15T09:00:00Z', ends_at: '2026-05-15T10:00:00Z' };
    const post = (secret: string) =>
      api
        .admin(secret)
        .post(`${ADMIN}/events`)
        .set('Idempotency-Key', 'once')
        .send({ title: 'Of B', conference_id: b.id, ...times });

    await post(wide.secret).expect(201);
    const { body } = await post(narrow.secret).expect(409);
    expect(body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    await post(wide.secret).expect(201);
  });

  it('costs one statement, and a key of all conferences none', async () => {
    const { id } = await anEvent(api.db, { conference_id: a.id });
    const wide = await aKey(api.db);
    const read = (secret: string) =>
      countQueries(api.db, () => api.admin(secret).get(`${ADMIN}/events/${id}`).expect(200));
    // The first request of a key also reads its rights.
    for (const secret of [key, wide.secret]) await read(secret);

    const [limited, unlimited] = [await read(key), await read(wide.secret)];
    expect(limited - unlimited).toBe(1);
  });
});
