import type { AttendanceStatus } from '../../src/domain/attendance/attendances.ts';
import type { User } from '../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../support/api.ts';
import {
  aConference,
  aConnection,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
} from '../support/factories.ts';
import { failure } from '../support/failures.ts';
import { keysOf, walk } from '../support/lists.ts';
import { countQueries } from '../support/queries.ts';

interface Attendable {
  readonly id: number;
}

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

describe.each([
  {
    name: 'GET /events/:id/attendees',
    pathOf: ofEvent,
    attendable: (): Promise<Attendable> => anEvent(api.db),
    comes: (user: User, event: Attendable, status?: AttendanceStatus) =>
      anAttendance(api.db, [user, event], status),
    attend: (user: User, { id }: Attendable) =>
      api.as(user).post('/api/v1/events/attend').send({ event_id: id }),
    cancel: (user: User, { id }: Attendable) => api.as(user).delete(`/api/v1/events/${id}/attend`),
  },
  {
    name: 'GET /conferences/:conference_id/attendees',
    pathOf: ofConference,
    attendable: (): Promise<Attendable> => aConference(api.db),
    comes: (user: User, conference: Attendable, status?: AttendanceStatus) =>
      aRegistration(api.db, [user, conference], { status }),
    attend: (user: User, { id }: Attendable) =>
      api.as(user).post(`/api/v1/conferences/${id}/register`),
    cancel: (user: User, { id }: Attendable) =>
      api.as(user).delete(`/api/v1/conferences/${id}/register`),
  },
])('$name', ({ pathOf, attendable, comes, attend, cancel }) => {
  const list = (of: Attendable, query: object = {}) =>
    api.anonymous().get(pathOf(of)).query(query).expect(200);

  async function crowdAt(of: Attendable, count: number): Promise<User[]> {
    const crowd: User[] = [];
    for (let n = 0; n < count; n += 1) {
      const user = await aUser(api.db);
      await comes(user, of);
      crowd.push(user);
    }
    return crowd;
  }

  it('lists who comes, newest first, as anybody may see them', async () => {
    const of = await attendable();
    await comes(ada, of);
    await comes(grace, of, 'checked_in');

    const { body } = await list(of);

    const seen = {
      photo_url: null,
      headline: null,
      job_title: null,
      interests: [],
      points: 0,
    };
    expect(body).toEqual({
      data: [
        {
          ...seen,
          id: grace.id,
          first_name: 'Grace',
          last_name: null,
          company: 'Navy',
          created_at: grace.created_at,
        },
        {
          ...seen,
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

  it('leaves out who waits or has left, and who goes elsewhere', async () => {
    const of = await attendable();
    await comes(ada, of, 'waitlisted');
    await comes(grace, of, 'cancelled');
    await comes(await aUser(api.db), await attendable());

    const { body } = await list(of);

    expect(body.data).toEqual([]);
    expect(body.pagination.total).toBe(0);
  });

  it('leaves out people who hide, are blocked, erased or never signed in, and counts them nowhere', async () => {
    const of = await attendable();
    await comes(ada, of);
    for (const given of [
      { is_discoverable: false },
      { is_blocked: true },
      { last_seen_at: null },
      { messenger_id: null, erased_at: '2026-05-14T09:00:00Z' },
    ]) {
      await comes(await aUser(api.db, given), of);
    }

    const { body } = await list(of);

    expect(names(body)).toEqual(['Ada']);
    expect(body.pagination.total).toBe(1);
  });

  it('puts who comes back first', async () => {
    const of = await attendable();
    for (const user of [ada, grace]) await attend(user, of).expect(201);
    await cancel(ada, of).expect(200);
    await attend(ada, of).expect(201);

    expect(names((await list(of)).body)).toEqual(['Ada', 'Grace']);
  });

  it('takes pages by number', async () => {
    const of = await attendable();
    await comes(ada, of);
    await comes(grace, of);

    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => (await list(of, { limit: 1, page })).body),
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

  it('goes on from a cursor, and misses or repeats nobody while people come and go', async () => {
    const of = await attendable();
    const crowd = await crowdAt(of, 9);
    const stay = crowd.filter((_, n) => n % 3 !== 0).map(({ id }) => id);
    const restless = crowd.filter((_, n) => n % 3 === 0);

    const ids = await walk(api.anonymous(), `${pathOf(of)}?limit=2`, async () => {
      const leaver = restless.shift();
      if (leaver) await cancel(leaver, of).expect(200);
      if (leaver) await attend(leaver, of).expect(201);
      await attend(await aUser(api.db), of).expect(201);
    });

    expect(ids.filter((id) => stay.includes(id))).toEqual(stay.toReversed());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('asks the database equally often, however many come, and counts nobody for a cursor', async () => {
    const of = await attendable();
    await crowdAt(of, 3);
    const queriesOf = (query: object) => countQueries(api.db, () => list(of, query));
    const { next_cursor: cursor } = (await list(of, { limit: 1 })).body.pagination;
    const few = [await queriesOf({ limit: 100 }), await queriesOf({ limit: 100, cursor })];
    await crowdAt(of, 30);
    const many = [await queriesOf({ limit: 100 }), await queriesOf({ limit: 100, cursor })];

    expect([few, many]).toEqual([
      [3, 2],
      [3, 2],
    ]);
    expect((await list(of, { cursor })).body.pagination).toEqual({ limit: 20, next_cursor: null });
  });

  it('is kept by nobody on the way', async () => {
    const answer = await list(await attendable());
    expect(answer.get('Cache-Control')).toBe('no-store');
    expect(answer.get('ETag')).toBeUndefined();
  });

  it('knows nothing of what is not there', async () => {
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
    ['page=500001', 'page: expected page × limit of at most 10,000,000; use a cursor'],
    ['cursor=noise', 'cursor: expected a next_cursor of this list'],
    ['cursor=WyJhIiwxXQ', 'cursor: expected a next_cursor of this list'],
    ['cursor=MQ&page=1', 'cursor: expected either a cursor or a page'],
  ])('refuses ?%s', async (query, error) => {
    const path = `${pathOf(await attendable())}?${query}`;
    const { body } = await api.anonymous().get(path).expect(400);
    expect(body).toEqual({ error, code: 'VALIDATION_ERROR' });
  });

  it.each(['0', 'x', '9007199254740992'])('refuses %s as an id', async (id) => {
    const path = pathOf({ id: 424_242 }).replace('424242', id);
    expect((await api.anonymous().get(path).expect(400)).body).toEqual(failure('VALIDATION_ERROR'));
  });
});

describe('GET /events/:id/attendees', () => {
  it('shows everybody the same, whoever they are', async () => {
    const event = await anEvent(api.db);
    await anAttendance(api.db, [grace, event]);
    const friend = await aUser(api.db);
    await aConnection(api.db, [friend, grace]);

    const anonymous = await api.anonymous().get(ofEvent(event)).expect(200);
    const signedIn = await api.as(friend).get(ofEvent(event)).expect(200);
    const broken = api.anonymous().set('Authorization', 'Bearer broken');

    expect(signedIn.body).toEqual(anonymous.body);
    expect((await broken.get(ofEvent(event)).expect(200)).body).toEqual(anonymous.body);
  });

  it('can be read of an event that is cancelled, or of an archived conference', async () => {
    const { id: conference_id } = await aConference(api.db, { status: 'archived' });
    for (const given of [{ status: 'cancelled' }, { conference_id }]) {
      const event = await anEvent(api.db, given);
      await anAttendance(api.db, [ada, event]);
      expect(names((await api.anonymous().get(ofEvent(event)).expect(200)).body)).toEqual(['Ada']);
    }
  });

  it.each(['pending', 'rejected'])('knows nothing of an event that is %s', async (status) => {
    const event = await anEvent(api.db, { status, submitted_by: ada.id });
    const { body } = await api.as(ada).get(ofEvent(event)).expect(404);
    expect(body).toEqual({ error: 'event not found', code: 'NOT_FOUND' });
  });

  it('knows nothing of an event of a draft conference', async () => {
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

  it('tells callers how they stand to each, and shows contacts as each lets them', async () => {
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

    const seen = answer.body.data.map(({ id, connection_status, username }: Attendee) => ({
      id,
      connection_status,
      username,
    }));
    expect(seen).toEqual([
      { id: ada.id, connection_status: 'none', username: 'countess' },
      { id: stranger.id, connection_status: 'none' },
      { id: asked.id, connection_status: 'pending_sent' },
      { id: friend.id, connection_status: 'accepted', username: 'friend' },
      { id: open.id, connection_status: 'none', username: 'open' },
    ]);
    expect(keysOf(answer.body.data[1])).toContain('bio');
    expect(answer.get('Cache-Control')).toBe('private, no-store');
  });

  describe('narrowed', () => {
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
    ])('to %s', async (q, byAnybody, byAda) => {
      const anonymous = await api.anonymous().get(path).query({ q }).expect(200);
      const signedIn = await api.as(ada).get(path).query({ q }).expect(200);
      expect([names(anonymous.body), names(signedIn.body)]).toEqual([byAnybody, byAda]);
      expect(signedIn.body.pagination.total).toBe(byAda.length);
    });

    it('to an interest, in any case, with what else is asked', async () => {
      const of = async (query: object) =>
        names((await api.anonymous().get(path).query(query).expect(200)).body);
      expect(await of({ interest: 'astronomy' })).toEqual(['Mary']);
      expect(await of({ interest: 'astronomy', q: 'ada' })).toEqual([]);
      expect(await of({ interest: 'astro' })).toEqual([]);
    });

    it.each([
      ['interest=', 'interest: expected some text'],
      ['q=%00', 'q: expected text without NUL characters or broken surrogates'],
    ])('by nothing that cannot be, as ?%s', async (query, error) => {
      const { body } = await api.anonymous().get(`${path}?${query}`).expect(400);
      expect(body).toEqual({ error, code: 'VALIDATION_ERROR' });
    });
  });

  it('asks the database equally often for callers too', async () => {
    const conference = await aConference(api.db);
    await aRegistration(api.db, [ada, conference]);
    const list = () => api.as(ada).get(`${ofConference(conference)}?limit=100&q=person`);
    const few = await countQueries(api.db, list);
    for (let n = 0; n < 20; n += 1) {
      const user = await aUser(api.db);
      await aConnection(api.db, [ada, user], 'pending');
      await aRegistration(api.db, [user, conference]);
    }

    expect((await list().expect(200)).body.data).toHaveLength(20);
    expect(await countQueries(api.db, list)).toBe(few);
  });

  it('can be read of an archived conference', async () => {
    const conference = await aConference(api.db, { status: 'archived' });
    await aRegistration(api.db, [ada, conference]);
    expect(names((await api.anonymous().get(ofConference(conference)).expect(200)).body)).toEqual([
      'Ada',
    ]);
  });

  it('knows nothing of a draft', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    await aRegistration(api.db, [ada, draft]);
    const { body } = await api.as(ada).get(ofConference(draft)).expect(404);
    expect(body).toEqual({ error: 'conference not found', code: 'NOT_FOUND' });
  });

  it('refuses broken credentials, and blocked people', async () => {
    const path = ofConference(await aConference(api.db));
    const blocked = await aUser(api.db, { is_blocked: true });
    await api.anonymous().set('Authorization', 'Bearer broken').get(path).expect(401);
    await api.as(blocked).get(path).expect(403);
  });
});
