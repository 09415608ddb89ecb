import type { User } from '../../../src/domain/people/users.ts';
import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aRegistration,
  aSpeaker,
  aUser,
  people,
} from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';

const HOUR_MS = 3_600_000;
/** A time so many hours from now: items are rated by the clock of the database. */
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const RUNNING = { starts_at: inHours(-1), ends_at: inHours(1) };

let api: TestApi;
let conference: Conference;
let item: AgendaItem;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db('feedback').delete();
  conference = await aConference(api.db, { status: 'published' });
  item = await anAgendaItem(api.db, conference, RUNNING);
  ada = await attendee();
});

async function attendee(of = conference, status: 'registered' | 'checked_in' = 'registered') {
  const user = await aUser(api.db);
  await aRegistration(api.db, [user, of], { status });
  return user;
}

const pathOf = (id: number) => `/api/v1/agenda/${id}/rating`;
const rate = (body: object, { as = ada, id = item.id } = {}) =>
  api.as(as).put(pathOf(id)).send(body);
const own = (as = ada) => api.as(as).get(pathOf(item.id));
const withdraw = (as = ada, id = item.id) => api.as(as).delete(pathOf(id));
const inbox = (query: object = {}) => api.admin().get('/api/v1/admin/feedback').query(query);
const table = (query: object = {}) =>
  api.admin().get(`/api/v1/admin/conferences/${conference.id}/ratings`).query(query);
const ofSpeaker = (as: User) => api.as(as).get('/api/v1/speakers/me/ratings');

async function rateAll(stars: readonly number[]): Promise<User[]> {
  const users: User[] = [];
  for (const one of stars) {
    const user = await attendee();
    await rate({ stars: one }, { as: user }).expect(200);
    users.push(user);
  }
  return users;
}

async function theSpeaker(): Promise<User> {
  const user = await aUser(api.db);
  const speaker = await aSpeaker(api.db, { user_id: user.id });
  await api.db('agenda_item_speakers').insert({
    agenda_item_id: item.id,
    speaker_id: speaker.id,
    position: 1,
  });
  return user;
}

describe('PUT /agenda/:id/rating', () => {
  it('keeps one rating of each person, which changes by field', async () => {
    expect((await rate({ stars: 2 }).expect(200)).body).toEqual({
      agenda_item_id: item.id,
      stars: 2,
      comment: null,
      updated_at: expect.any(String),
    });
    await rate({ comment: 'Clear and lively' }).expect(200);
    const { body } = await rate({ stars: 5 }).expect(200);

    expect(body).toMatchObject({ stars: 5, comment: 'Clear and lively' });
    expect((await own().expect(200)).body).toEqual(body);
    const state = await api.as(ada).get(`/api/v1/users/me/state?agenda_item_id=${item.id}`);
    expect(state.body).toMatchObject({ ratings: { [item.id]: 5 } });
    expect(await api.db('feedback').count('*')).toEqual([{ count: 1 }]);
  });

  it('withdraws a rating that has neither stars nor comment', async () => {
    await rate({ stars: 2, comment: 'Dull' }).expect(200);
    const { body } = await rate({ stars: null, comment: null }).expect(200);

    expect(body).toMatchObject({ stars: null, comment: null, updated_at: null });
    await own().expect(404);
    expect(await api.db('feedback')).toEqual([]);
  });

  it('is one rating if ten requests come at once', async () => {
    const sent = Array.from({ length: 10 }, (_, n) => rate({ stars: 1 + (n % 5) }));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await api.db('feedback').count('*')).toEqual([{ count: 1 }]);
  });

  it.each([
    [{}, 'stars'],
    [{ stars: 0 }, 'stars'],
    [{ stars: 6 }, 'stars'],
    [{ stars: 2.5 }, 'stars'],
    [{ comment: '–' }, 'comment'],
    [{ comment: 'a'.repeat(2_001) }, 'comment'],
  ])('refuses %j', async (body, field) => {
    expect((await rate(body).expect(400)).body).toEqual(refusal(field));
  });

  it.each([
    ['an item that has not begun', { starts_at: inHours(1), ends_at: inHours(2) }],
    ['one that ended 7 days ago', { starts_at: inHours(-170), ends_at: inHours(-169) }],
    ['a break', { ...RUNNING, kind: 'break' }],
    ['a cancelled one', { ...RUNNING, status: 'cancelled' }],
  ])('is closed for %s', async (_title, columns) => {
    const closed = await anAgendaItem(api.db, conference, columns);
    const answers = [await rate({ stars: 3 }, { id: closed.id }), await withdraw(ada, closed.id)];
    for (const answer of answers) {
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual(failure('RATING_CLOSED'));
    }
  });

  it('knows no item that is not public', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const hidden = await anAgendaItem(api.db, draft, RUNNING);
    const event = await anEvent(api.db, { conference_id: conference.id, status: 'pending' });
    const pending = await anAgendaItem(api.db, conference, { ...RUNNING, event_id: event.id });
    for (const id of [hidden.id, pending.id, 999_999]) {
      await rate({ stars: 3 }, { id }).expect(404);
      await withdraw(ada, id).expect(404);
    }
  });

  it('is for people with a seat at the conference or at the event of the item', async () => {
    const stranger = await aUser(api.db);
    const { body } = await rate({ stars: 1 }, { as: stranger }).expect(403);
    expect(body).toEqual(failure('REGISTRATION_REQUIRED'));
    const event = await anEvent(api.db, { conference_id: conference.id, status: 'approved' });
    const ofEvent = await anAgendaItem(api.db, conference, { ...RUNNING, event_id: event.id });
    await rate({ stars: 1 }, { as: stranger, id: ofEvent.id }).expect(403);
    await anAttendance(api.db, [stranger, event]);
    await rate({ stars: 1 }, { as: stranger, id: ofEvent.id }).expect(200);
  });

  it('is for people who are checked in, where the conference asks for it and checks in', async () => {
    await api
      .db('conferences')
      .where({ id: conference.id })
      .update({ ratings_need_check_in: true });
    await rate({ stars: 4 }).expect(200);
    const inside = await attendee(conference, 'checked_in');
    expect((await rate({ stars: 1 }).expect(403)).body).toEqual(failure('REGISTRATION_REQUIRED'));
    await rate({ stars: 5 }, { as: inside }).expect(200);
  });

  it('is not for the speakers of the item', async () => {
    const speaker = await theSpeaker();
    await aRegistration(api.db, [speaker, conference]);
    const { body } = await rate({ stars: 5 }, { as: speaker }).expect(403);
    expect(body).toEqual(failure('FORBIDDEN'));
  });

  it('does not count toward the limit of feedback, and has its own', async () => {
    await using limited = await startApi({ on: api, rateLimits: { 'ratings-per-person': 2 } });
    const put = () => limited.as(ada).put(pathOf(item.id)).send({ stars: 3 });
    await put().expect(200);
    await put().expect(200);
    expect((await put().expect(429)).body).toEqual(failure('RATE_LIMITED'));
  });
});

describe('DELETE /agenda/:id/rating', () => {
  it('withdraws the rating, twice', async () => {
    await rate({ stars: 2 }).expect(200);
    await withdraw().expect(200);
    await withdraw().expect(200);
    await own().expect(404);
  });
});

describe('what speakers see', () => {
  it('is nothing below five ratings, then the mean of each five as it filled', async () => {
    const speaker = await theSpeaker();
    const users = await rateAll([5, 5, 4, 4]);
    const seen = async () => (await ofSpeaker(speaker).expect(200)).body.data[0];
    expect(await seen()).toMatchObject({ agenda_item_id: item.id, count: null, mean: null });

    users.push(...(await rateAll([2])));
    expect(await seen()).toMatchObject({ count: 5, mean: 4 });
    // Neither a sixth rating, nor a change, nor a withdrawal shows.
    await rateAll([1, 1]);
    await rate({ stars: 1 }, { as: users[0] }).expect(200);
    await withdraw(users[1]).expect(200);
    expect(await seen()).toMatchObject({ count: 5, mean: 4 });

    // Who withdrew and rates again is not counted twice.
    await rate({ stars: 1 }, { as: users[1] }).expect(200);
    await rateAll([1, 1]);
    expect(await seen()).toMatchObject({ count: 5, mean: 4 });
    await rateAll([1]);
    expect(await seen()).toMatchObject({ count: 10, mean: 2.5 });
  });

  it('is the first five, ten, … as they stand once the item is closed', async () => {
    const speaker = await theSpeaker();
    const [first] = await rateAll([5, 5, 5, 5, 5, 1]);
    await rate({ stars: 1 }, { as: first }).expect(200);
    await api
      .db('agenda_items')
      .where({ id: item.id })
      .update({ starts_at: inHours(-171), ends_at: inHours(-170) });
    const { body } = await ofSpeaker(speaker).expect(200);
    expect(body.data).toMatchObject([{ count: 5, mean: 4.2 }]);
  });

  it('fills one group of each five that come at once', async () => {
    const speaker = await theSpeaker();
    const users = await people(api.db, 10);
    for (const user of users) await aRegistration(api.db, [user, conference]);
    const sent = await Promise.all(users.map((user) => rate({ stars: 3 }, { as: user })));
    expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await api.db('rating_groups').where({ agenda_item_id: item.id })).toHaveLength(2);
    expect((await ofSpeaker(speaker)).body.data).toMatchObject([{ count: 10, mean: 3 }]);
  });

  it('has comments that organizers shared, without name and time, and steps of ten favorites', async () => {
    const speaker = await theSpeaker();
    await rate({ comment: 'Too fast' }).expect(200);
    const fans = await people(api.db, 23);
    await api
      .db('agenda_favorites')
      .insert(fans.map(({ id }) => ({ user_id: id, agenda_item_id: item.id })));
    const [{ id }] = (await inbox({ kind: 'rating' })).body.data;
    const seen = async () => (await ofSpeaker(speaker)).body.data[0];
    expect(await seen()).toMatchObject({ comments: [], favorites: 20 });

    const patch = (body: object) => api.admin().patch(`/api/v1/admin/feedback/${id}`).send(body);
    expect((await patch({ shared: true }).expect(200)).body.shared_at).toEqual(expect.any(String));
    expect(await seen()).toMatchObject({ comments: ['Too fast'] });
    // Another text was never looked at.
    await rate({ comment: 'Too fast, Ada says' }).expect(200);
    expect(await seen()).toMatchObject({ comments: [] });
  });

  it('is empty for others', async () => {
    await theSpeaker();
    await rateAll([5, 5, 5, 5, 5]);
    expect((await ofSpeaker(ada).expect(200)).body.data).toEqual([]);
  });
});

describe('ratings in the inbox of organizers', () => {
  it('are new with a comment, read without', async () => {
    await rate({ stars: 4 }).expect(200);
    expect((await inbox()).body.data).toMatchObject([
      { is_rating: true, rating: 4, message: null, status: 'read', about: item.title },
    ]);
    await rate({ comment: 'Clear' }).expect(200);
    expect((await inbox({ kind: 'rating' })).body.data).toMatchObject([
      { rating: 4, message: 'Clear', status: 'new' },
    ]);
    expect((await inbox({ kind: 'feedback' })).body.data).toEqual([]);
    const { body } = await api.admin().get('/api/v1/admin/feedback/statistics?kind=rating');
    expect(body).toMatchObject({ total: 1, average_rating: 4 });
  });

  it('share comments in bulk, and only comments', async () => {
    await rate({ comment: 'Clear' }).expect(200);
    const silent = await attendee();
    await rate({ stars: 1 }, { as: silent }).expect(200);
    const rows = (await inbox()).body.data as { id: number; message: string | null }[];
    const ids = rows.map(({ id }) => id);
    const { body } = await api
      .admin()
      .post('/api/v1/admin/feedback/bulk')
      .send({ ids: [...ids, 999_999], shared: true })
      .expect(200);
    expect(body.results).toMatchObject(
      [...rows.map(({ message }) => message), null].map((message, n) =>
        message
          ? { id: ids[n], status: 'new' }
          : { code: n < 2 ? 'VALIDATION_ERROR' : 'NOT_FOUND' },
      ),
    );
    const stars = rows.find(({ message }) => message === null);
    const patched = api.admin().patch(`/api/v1/admin/feedback/${stars?.id}`).send({ shared: true });
    await patched.expect(400);
    const empty = api.admin().post('/api/v1/admin/feedback/bulk').send({ ids });
    await empty.expect(400);
  });

  it('follow their item to another conference, and outlive it', async () => {
    await rate({ stars: 3, comment: 'Clear' }).expect(200);
    const other = await aConference(api.db);
    await api.db('agenda_items').where({ id: item.id }).update({ conference_id: other.id });
    expect((await inbox({ conference_id: other.id })).body.data).toHaveLength(1);
    await api.db('agenda_items').where({ id: item.id }).delete();
    expect((await inbox({ conference_id: other.id })).body.data).toMatchObject([
      { is_rating: true, agenda_item_id: null },
    ]);
  });

  it('keep their stars after an erasure, without a comment and a person', async () => {
    await rate({ stars: 3, comment: 'I am Ada' }).expect(200);
    const silent = await attendee();
    await rate({ comment: 'I am Mina' }, { as: silent }).expect(200);
    for (const user of [ada, silent]) {
      await api.as(user).delete('/api/v1/users/me').expect(200);
    }
    expect((await inbox()).body.data).toMatchObject([{ rating: 3, message: null, user: null }]);
  });
});

describe('GET /admin/conferences/:id/ratings', () => {
  it('has the numbers of each item that can be rated', async () => {
    await anAgendaItem(api.db, conference, { ...RUNNING, kind: 'break', title: 'Coffee' });
    const event = await anEvent(api.db, { conference_id: conference.id, status: 'approved' });
    await anAgendaItem(api.db, conference, {
      ...{ ...RUNNING, event_id: event.id, title: 'A workshop', track: 'Looms' },
    });
    await anAttendance(api.db, [ada, event], 'checked_in');
    await rateAll([5, 2]);
    await rate({ comment: 'Clear' }).expect(200);
    await api.db('agenda_favorites').insert({ user_id: ada.id, agenda_item_id: item.id });

    const { body } = await table().expect(200);
    expect(body.data).toMatchObject([
      {
        ...{ agenda_item_id: item.id, count: 2, mean: 3.5, by_stars: [0, 1, 0, 0, 1] },
        ...{ comments: 1, favorites: 1, seats: null, arrived: null },
      },
      { title: 'A workshop', count: 0, mean: null, favorites: 0, seats: 1, arrived: 1 },
    ]);
    expect((await table({ track: 'looms' })).body.data).toHaveLength(1);
    const [first] = (await table({ sort: 'favorites' })).body.data;
    expect(first.title).toBe('A workshop');
  });

  it('is a file for those who may take one, and is recorded', async () => {
    await rateAll([4]);
    const { text } = await table({ format: 'csv' }).expect(200);
    expect(text.split('\r\n')[0]).toContain('stars_5');
    expect(text).toContain(item.title);
    expect(await api.db('audit_log').where({ action: 'feedback.export' })).toHaveLength(1);
    const { secret } = await aKey(api.db, { scopes: ['feedback:read'] });
    const path = `/api/v1/admin/conferences/${conference.id}/ratings`;
    await api.admin(secret).get(path).expect(200);
    await api.admin(secret).get(path).query({ format: 'csv' }).expect(403);
  });

  it('is 404 without the conference', async () => {
    await api.admin().get('/api/v1/admin/conferences/999999/ratings').expect(404);
  });
});
