import type { AttendanceStatus } from '../../../src/domain/attendance/attendances.ts';
import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { ATTENDABLE_KINDS, type Attendable } from '../../support/attendables.ts';
import {
  aConference,
  aConnection,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { keysOf, walk } from '../../support/lists.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db, { first_name: 'Ada', last_name: 'Lovelace', username: 'countess' });
  grace = await aUser(api.db, { first_name: 'Grace', company: 'Navy', username: 'amazing' });
});
afterAll(() => api.close());

const names = (body: { data: { first_name: string }[] }) =>
  body.data.map(({ first_name }) => first_name);
const ofConference = ({ id }: Attendable) => `/api/v1/conferences/${id}/attendees`;
const ofEvent = ({ id }: Attendable) => `/api/v1/events/${id}/attendees`;

describe.each(ATTENDABLE_KINDS)('$endpoints.attendees', (kind) => {
  const pathOf = kind.noun === 'event' ? ofEvent : ofConference;
  const create = () => kind.create(api.db);
  const add = (user: User, attendable: Attendable, status?: AttendanceStatus) =>
    kind.addAttendance(api.db, [user, attendable], { status });
  const attend = (user: User, attendable: Attendable) => kind.attend(api.as(user), attendable);
  const cancel = (user: User, attendable: Attendable) => kind.cancel(api.as(user), attendable);
  const list = (attendable: Attendable, query: object = {}) =>
    api.anonymous().get(pathOf(attendable)).query(query).expect(200);

  async function addCrowd(attendable: Attendable, count: number): Promise<User[]> {
    const crowd: User[] = [];
    for (let n = 0; n < count; n += 1) {
      const user = await aUser(api.db);
      await add(user, attendable);
      crowd.push(user);
    }
    return crowd;
  }

  it('lists attendees with a seat, newest first, as an anonymous viewer sees them', async () => {
    const attendable = await create();
    await add(ada, attendable);
    await add(grace, attendable, 'checked_in');

    const { body } = await list(attendable);

    const profile = {
      photo_url: null,
      headline: null,
      job_title: null,
      interests: [],
      points: 0,
    };
    expect(body).toEqual({
      data: [
        {
          ...profile,
          id: grace.id,
          first_name: 'Grace',
          last_name: null,
          company: 'Navy',
          created_at: grace.created_at,
        },
        {
          ...profile,
          id: ada.id,
          first_name: 'Ada',
          last_name: 'Lovelace',
          company: null,
          created_at: ada.created_at,
        },
      ],
      pagination: { page: 1, limit: 20, total: 2, pages: 1, next_cursor: null },
    });
  });

  it('omits waitlisted and cancelled attendees, and those of other attendables', async () => {
    const attendable = await create();
    await add(ada, attendable, 'waitlisted');
    await add(grace, attendable, 'cancelled');
    await add(await aUser(api.db), await create());

    const { body } = await list(attendable);

    expect(body.data).toEqual([]);
    expect(body.pagination.total).toBe(0);
  });

  it('neither lists nor counts users who are hidden, blocked, erased or never signed in', async () => {
    const attendable = await create();
    await add(ada, attendable);
    for (const given of [
      { is_discoverable: false },
      { is_blocked: true },
      { last_seen_at: null },
      { messenger_id: null, erased_at: '2026-05-14T09:00:00Z' },
    ]) {
      await add(await aUser(api.db, given), attendable);
    }

    const { body } = await list(attendable);

    expect(names(body)).toEqual(['Ada']);
    expect(body.pagination.total).toBe(1);
  });

  it('lists a user who attends again first', async () => {
    const attendable = await create();
    for (const user of [ada, grace]) await attend(user, attendable).expect(201);
    await cancel(ada, attendable).expect(200);
    await attend(ada, attendable).expect(201);

    expect(names((await list(attendable)).body)).toEqual(['Ada', 'Grace']);
  });

  it('pages by number', async () => {
    const attendable = await create();
    await add(ada, attendable);
    await add(grace, attendable);

    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => (await list(attendable, { limit: 1, page })).body),
    );

    expect(pages.map(names)).toEqual([['Grace'], ['Ada'], []]);
    expect(pages[1].pagination).toEqual({
      page: 2,
      limit: 1,
      total: 2,
      pages: 2,
      next_cursor: null,
    });
  });

  it('neither misses nor repeats attendees between cursor pages while others attend and cancel', async () => {
    const attendable = await create();
    const crowd = await addCrowd(attendable, 9);
    const staying = crowd.filter((_, n) => n % 3 !== 0).map(({ id }) => id);
    const leaving = crowd.filter((_, n) => n % 3 === 0);

    const ids = await walk(api.anonymous(), `${pathOf(attendable)}?limit=2`, async () => {
      const user = leaving.shift();
      if (user) await cancel(user, attendable).expect(200);
      if (user) await attend(user, attendable).expect(201);
      await attend(await aUser(api.db), attendable).expect(201);
    });

    expect(ids.filter((id) => staying.includes(id))).toEqual(staying.toReversed());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('sends the same number of queries for any number of attendees, and no count for a last page or a cursor', async () => {
    const attendable = await create();
    await addCrowd(attendable, 3);
    const queriesOf = (query: object) => countQueries(api.db, () => list(attendable, query));
    const { next_cursor: cursor } = (await list(attendable, { limit: 1 })).body.pagination;
    const few = [await queriesOf({ limit: 100 }), await queriesOf({ limit: 100, cursor })];
    await addCrowd(attendable, 30);
    const many = [await queriesOf({ limit: 100 }), await queriesOf({ limit: 100, cursor })];

    expect([few, many]).toEqual([
      [2, 2],
      [2, 2],
    ]);
    expect((await list(attendable, { cursor })).body.pagination).toEqual({
      limit: 20,
      next_cursor: null,
    });
  });

  it('is never cached', async () => {
    const answer = await list(await create());
    expect(answer.get('Cache-Control')).toBe('no-store');
    expect(answer.get('ETag')).toBeUndefined();
  });

  it('answers 404 for an unknown id', async () => {
    const { body } = await api
      .anonymous()
      .get(pathOf({ id: 999_999 }))
      .expect(404);
    expect(body).toEqual(failure('NOT_FOUND'));
  });

  it.each([
    ['limit=101', 'limit: expected at most 100'],
    ['limit=1&limit=2', 'limit: expected one value'],
    ['page=0', 'page: expected at least 1'],
    ['page=5002', 'page: expected at most 100,000 rows before the page; use a cursor'],
    ['page=10000001', 'page: expected at most 10000000'],
    ['cursor=noise', 'cursor: expected a next_cursor of this list'],
    ['cursor=WyJhIiwxXQ', 'cursor: expected a next_cursor of this list'],
    ['cursor=MQ&page=1', 'cursor: expected either a cursor or a page'],
  ])('answers 400 for ?%s', async (query, error) => {
    const path = `${pathOf(await create())}?${query}`;
    const { body } = await api.anonymous().get(path).expect(400);
    expect(body).toEqual({ error, code: 'VALIDATION_ERROR' });
  });

  it.each(['0', 'x', '9007199254740992'])('answers 400 for the id %s', async (id) => {
    const path = pathOf({ id: 424_242 }).replace('424242', id);
    expect((await api.anonymous().get(path).expect(400)).body).toEqual(failure('VALIDATION_ERROR'));
  });
});

describe('GET /events/:id/attendees', () => {
  it('answers every caller the same', async () => {
    const event = await anEvent(api.db);
    await anAttendance(api.db, [grace, event]);
    const friend = await aUser(api.db);
    await aConnection(api.db, [friend, grace]);

    const anonymous = await api.anonymous().get(ofEvent(event)).expect(200);
    const signedIn = await api.as(friend).get(ofEvent(event)).expect(200);
    const invalidToken = api.anonymous().set('Authorization', 'Bearer broken');

    expect(signedIn.body).toEqual(anonymous.body);
    expect((await invalidToken.get(ofEvent(event)).expect(200)).body).toEqual(anonymous.body);
  });

  it('answers for a cancelled event and for an event of an archived conference', async () => {
    const { id: conference_id } = await aConference(api.db, { status: 'archived' });
    for (const given of [{ status: 'cancelled' }, { conference_id }]) {
      const event = await anEvent(api.db, given);
      await anAttendance(api.db, [ada, event]);
      expect(names((await api.anonymous().get(ofEvent(event)).expect(200)).body)).toEqual(['Ada']);
    }
  });

  it.each(['pending', 'rejected'])('answers 404 for an event that is %s', async (status) => {
    const event = await anEvent(api.db, { status, submitted_by: ada.id });
    const { body } = await api.as(ada).get(ofEvent(event)).expect(404);
    expect(body).toEqual({ error: 'event not found', code: 'NOT_FOUND' });
  });

  it('answers 404 for an event of a draft conference', async () => {
    const { id: conference_id } = await aConference(api.db, { status: 'draft' });
    const event = await anEvent(api.db, { conference_id });
    await api.anonymous().get(ofEvent(event)).expect(404);
  });
});

describe('GET /conferences/:conference_id/attendees', () => {
  interface Attendee {
    readonly id: number;
    readonly connection_status: string;
    readonly username?: string;
  }

  it('shows the connection status, and contact data if the attendee shows it to the caller', async () => {
    const conference = await aConference(api.db);
    const [open, friend, asked, stranger] = await Promise.all([
      aUser(api.db, { username: 'open', contact_visibility: 'everyone' }),
      aUser(api.db, { username: 'friend' }),
      aUser(api.db, { username: 'asked' }),
      aUser(api.db, { username: 'stranger' }),
    ]);
    await aConnection(api.db, [friend, ada]);
    await aConnection(api.db, [ada, asked], 'pending');
    for (const user of [open, friend, asked, stranger, ada]) {
      await aRegistration(api.db, [user, conference]);
    }

    const answer = await api.as(ada).get(ofConference(conference)).expect(200);

    const attendees = answer.body.data.map(({ id, connection_status, username }: Attendee) => ({
      id,
      connection_status,
      username,
    }));
    expect(attendees).toEqual([
      { id: ada.id, connection_status: 'none', username: 'countess' },
      { id: stranger.id, connection_status: 'none' },
      { id: asked.id, connection_status: 'pending_sent' },
      { id: friend.id, connection_status: 'accepted', username: 'friend' },
      { id: open.id, connection_status: 'none', username: 'open' },
    ]);
    expect(keysOf(answer.body.data[1])).toContain('bio');
    expect(answer.get('Cache-Control')).toBe('private, no-store, no-transform');
  });

  describe('filters', () => {
    let path: string;

    beforeAll(async () => {
      const conference = await aConference(api.db);
      path = ofConference(conference);
      const mary = await aUser(api.db, {
        first_name: 'Mary',
        company: 'Royal Society',
        username: 'msomerville',
        contact_visibility: 'everyone',
        interests: ['Astronomy'],
      });
      for (const user of [ada, grace, mary]) await aRegistration(api.db, [user, conference]);
      await aUser(api.db, { first_name: 'Mary', last_name: 'Elsewhere', interests: ['astronomy'] });
    });

    it.each([
      ['mary', ['Mary'], ['Mary']],
      ['SOCIETY royal', ['Mary'], ['Mary']],
      ['mary navy', [], []],
      ['@msomer', [], ['Mary']],
      ['amazing', [], []],
      ['countess', [], ['Ada']],
      ['%', [], []],
    ])('by the text %s', async (q, byAnonymous, byAda) => {
      const anonymous = await api.anonymous().get(path).query({ q }).expect(200);
      const signedIn = await api.as(ada).get(path).query({ q }).expect(200);
      expect([names(anonymous.body), names(signedIn.body)]).toEqual([byAnonymous, byAda]);
      expect(signedIn.body.pagination.total).toBe(byAda.length);
    });

    it('by an interest in any case, combined with a text', async () => {
      const search = async (query: object) =>
        names((await api.anonymous().get(path).query(query).expect(200)).body);
      expect(await search({ interest: 'astronomy' })).toEqual(['Mary']);
      expect(await search({ interest: 'astronomy', q: 'ada' })).toEqual([]);
      expect(await search({ interest: 'astro' })).toEqual([]);
    });

    it.each([
      ['interest=', 'interest: expected some text'],
      ['q=%00', 'q: expected text without NUL characters or broken surrogates'],
    ])('answer 400 for ?%s', async (query, error) => {
      const { body } = await api.anonymous().get(`${path}?${query}`).expect(400);
      expect(body).toEqual({ error, code: 'VALIDATION_ERROR' });
    });
  });

  it('sends the same number of queries for a signed-in caller with any number of attendees', async () => {
    const conference = await aConference(api.db);
    for (const user of [ada, await aUser(api.db)]) await aRegistration(api.db, [user, conference]);
    const list = () => api.as(ada).get(`${ofConference(conference)}?limit=100&q=person`);
    const few = await countQueries(api.db, list);
    for (let n = 0; n < 20; n += 1) {
      const user = await aUser(api.db);
      await aConnection(api.db, [ada, user], 'pending');
      await aRegistration(api.db, [user, conference]);
    }

    expect((await list().expect(200)).body.data).toHaveLength(21);
    expect(await countQueries(api.db, list)).toBe(few);
  });

  it('answers for an archived conference', async () => {
    const conference = await aConference(api.db, { status: 'archived' });
    await aRegistration(api.db, [ada, conference]);
    expect(names((await api.anonymous().get(ofConference(conference)).expect(200)).body)).toEqual([
      'Ada',
    ]);
  });

  it('answers 404 for a draft', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    await aRegistration(api.db, [ada, draft]);
    const { body } = await api.as(ada).get(ofConference(draft)).expect(404);
    expect(body).toEqual({ error: 'conference not found', code: 'NOT_FOUND' });
  });

  it('answers 401 for invalid credentials and 403 for a blocked user', async () => {
    const path = ofConference(await aConference(api.db));
    const blocked = await aUser(api.db, { is_blocked: true });
    await api.anonymous().set('Authorization', 'Bearer broken').get(path).expect(401);
    await api.as(blocked).get(path).expect(403);
  });
});
