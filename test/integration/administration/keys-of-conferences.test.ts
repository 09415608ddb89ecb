import type { Test } from 'supertest';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import {
  aConference,
  anAgendaItem,
  anEvent,
  aQuest,
  aSpeaker,
  aUser,
} from '../../support/factories.ts';
import { countQueries } from '../../support/queries.ts';
import { aParticipation } from '../../support/quests.ts';

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
    const once = (secret: string) =>
      countQueries(api.db, () => api.admin(secret).get(`${ADMIN}/events/${id}`).expect(200));
    // The first request of a key also reads its rights, and one after they were kept for long.
    const least = async (secret: string) =>
      Math.min(await once(secret), await once(secret), await once(secret));

    expect((await least(key)) - (await least(wide.secret))).toBe(1);
  });
});

describe('users whom a key of one conference names', () => {
  let stranger: User;
  let known: User;
  const post = (path: string, body: object) => api.admin(key).post(`${ADMIN}${path}`).send(body);

  beforeEach(async () => {
    stranger = await aUser(api.db, { username: `stranger_${Date.now()}` });
    known = await aUser(api.db, { username: `known_${Date.now()}` });
    const quest = await aQuest(api.db, { conference_id: a.id });
    await aParticipation(api.db, [known, quest]);
  });

  it('are in its conferences, wherever the body has them', async () => {
    const event = await anEvent(api.db, { conference_id: a.id });
    const speaker = await aSpeaker(api.db, {}, [a]);
    const guest = {
      conference_id: a.id,
      username: `guest_${Date.now()}`,
      first_name: 'Grace',
      status: 'waitlisted',
    };
    const [{ id }] = await api.db('registrations').insert(guest).returning('id');
    const put = (path: string, body: object) => api.admin(key).put(`${ADMIN}${path}`).send(body);
    const patch = (path: string, body: object) =>
      api.admin(key).patch(`${ADMIN}${path}`).send(body);
    const text = { title: 'Hello', body: 'Hello' };
    const requests: Record<string, (user_id: number) => Test> = {
      attendee: (user_id) => post(`/conferences/${a.id}/attendees`, { user_id }),
      'attendee of an event': (user_id) => post(`/events/${event.id}/attendees`, { user_id }),
      speaker: (user_id) => post('/speakers', { name: 'Ada', user_id, conference_id: a.id }),
      'link of a speaker': (user_id) => put(`/speakers/${speaker.id}`, { user_id }),
      points: (user_id) =>
        post('/points/adjust', { user_id, delta: 1, reason: 'Won', conference_id: a.id }),
      audience: (user_id) =>
        post('/notifications/preview', {
          ...text,
          audience: { conference_ids: [a.id], user_ids: [known.id, user_id] },
        }),
      merge: (merge_into_user_id) =>
        patch(`/conferences/${a.id}/invitations/${id}`, { merge_into_user_id }),
    };
    for (const [what, request] of Object.entries(requests)) {
      const answers = [await request(stranger.id), await request(999_999)];
      expect([what, answers.map(({ body }) => body)]).toEqual([
        what,
        [notFound('user'), notFound('user')],
      ]);
    }
    expect(await api.db('registrations').where({ user_id: stranger.id })).toEqual([]);
    for (const [what, request] of Object.entries(requests)) {
      const { status } = await request(known.id);
      expect([what, String(status)]).toEqual([what, expect.stringMatching(/^(20[01]|409)$/)]);
    }
  });

  it('are unknown by username and messenger id if they are of other conferences', async () => {
    const event = await anEvent(api.db, { conference_id: a.id });
    for (const path of [`/conferences/${a.id}/attendees`, `/events/${event.id}/attendees`]) {
      for (const person of [
        { username: stranger.username },
        { username: 'nobody_at_all' },
        { messenger_id: stranger.messenger_id },
        { messenger_id: 4_040_404 },
      ]) {
        await post(path, person).expect(404, notFound('user'));
      }
      await post(path, { username: known.username }).expect(201);
    }
  });

  it('are answered as without an attendance at the door', async () => {
    const path = `/conferences/${a.id}/check-in`;
    const answers = [
      await post(path, { user_id: stranger.id }),
      await post(path, { user_id: 999_999 }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(['NOT_REGISTERED', 'NOT_REGISTERED']);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
  });

  it('are added by username with one answer, known or not, and the known one is notified', async () => {
    const upload = (username: string | null) =>
      post(`/conferences/${a.id}/bulk-upload`, { attendees: [{ username }] }).expect(200);
    const { body: ofKnown } = await upload(stranger.username);
    const { body: ofUnknown } = await upload('nobody_yet');

    expect(ofKnown).toEqual({ ...ofUnknown, import_id: expect.any(String) });
    expect(await api.db('registrations').where({ user_id: stranger.id })).toHaveLength(1);
    expect(await api.db('notifications').where({ user_id: stranger.id })).toHaveLength(1);
  });

  it('are given an invitation by username with one answer, and notified', async () => {
    const change = async (username: string | null) => {
      const username_ = `g_${Math.random()}`.slice(0, 20);
      const guest = { conference_id: a.id, username: username_, status: 'waitlisted' };
      const [{ id }] = await api.db('registrations').insert(guest).returning('id');
      const path = `${ADMIN}/conferences/${a.id}/invitations/${id}`;
      const { body } = await api.admin(key).patch(path).send({ username }).expect(200);
      return { ...body, invitation_id: 1, invitee: { ...body.invitee, username: 'u' } };
    };
    expect(await change(stranger.username)).toEqual(await change('nobody_later'));
    expect(await api.db('notifications').where({ user_id: stranger.id })).toHaveLength(1);
  });
});
