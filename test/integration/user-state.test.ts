import type { User } from '../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aConference, anAttendance, anEvent, aRegistration, aUser } from '../support/factories.ts';
import { countQueries } from '../support/queries.ts';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ada = await aUser(api.db);
});

const state = (query: object = {}) => api.as(ada).get('/api/v1/users/me/state').query(query);
const bodyOf = async (query: object = {}) => (await state(query).expect(200)).body;
const NOTHING = { events: {}, conferences: {}, unread_notifications: 0 };

/** A notice, and what became of it. */
const aNotice = (user: User, given: object = {}) =>
  api
    .db('notifications')
    .insert({ user_id: user.id, type: 'event_approved', title: 'It', body: 'is so', ...given });

describe('GET /users/me/state', () => {
  it('is empty for who goes nowhere', async () => {
    expect(await bodyOf()).toEqual(NOTHING);
  });

  it('has what somebody goes to or waits for, and nothing of others or of what they left', async () => {
    const [seat, queue] = [await anEvent(api.db), await anEvent(api.db)];
    const [inside, left] = [await anEvent(api.db), await anEvent(api.db)];
    const [fair, summit] = [await aConference(api.db), await aConference(api.db)];
    const other = await aUser(api.db);
    await anAttendance(api.db, [other, queue], 'waitlisted');
    await anAttendance(api.db, [ada, seat]);
    await anAttendance(api.db, [ada, queue], 'waitlisted');
    await anAttendance(api.db, [ada, inside], 'checked_in');
    await anAttendance(api.db, [ada, left], 'cancelled');
    await aRegistration(api.db, [other, summit], { status: 'waitlisted' });
    await aRegistration(api.db, [ada, fair], { ticket_type: 'speaker' });
    await aRegistration(api.db, [ada, summit], { status: 'waitlisted' });
    await aRegistration(api.db, [ada, await aConference(api.db)], { status: 'cancelled' });

    const registered_at = '2026-05-01T12:00:00.000Z';
    const checked_in_at = '2026-05-14T08:00:00.000Z';
    const registered = {
      status: 'registered',
      registered_at,
      waitlist_position: null,
      checked_in_at: null,
    };
    const waiting = { ...registered, status: 'waitlisted', waitlist_position: 2 };
    expect(await bodyOf()).toEqual({
      events: {
        [seat.id]: registered,
        [queue.id]: waiting,
        [inside.id]: { ...registered, status: 'checked_in', checked_in_at },
      },
      conferences: {
        [fair.id]: { ...registered, ticket_type: 'speaker' },
        [summit.id]: { ...waiting, ticket_type: null },
      },
      unread_notifications: 0,
    });
  });

  it('has cancelled events and archived conferences, as their pages do, and nothing of drafts', async () => {
    const archived = await aConference(api.db, { status: 'archived' });
    const draft = await aConference(api.db, { status: 'draft' });
    const cancelled = await anEvent(api.db, {
      status: 'cancelled',
      conference_id: archived.id,
    });
    for (const event of [
      cancelled,
      await anEvent(api.db, { conference_id: draft.id }),
      await anEvent(api.db, { status: 'pending' }),
      await anEvent(api.db, { status: 'rejected' }),
    ]) {
      await anAttendance(api.db, [ada, event]);
    }
    for (const conference of [archived, draft]) await aRegistration(api.db, [ada, conference]);

    const { events, conferences } = await bodyOf();

    expect(Object.keys(events)).toEqual([String(cancelled.id)]);
    expect(Object.keys(conferences)).toEqual([String(archived.id)]);
    expect(await bodyOf({ conference_id: draft.id })).toEqual(NOTHING);
  });

  it('has one conference and its events, where one is named', async () => {
    const [conference, elsewhere] = [await aConference(api.db), await aConference(api.db)];
    const event = await anEvent(api.db, { conference_id: conference.id });
    for (const conference_id of [elsewhere.id, null]) {
      await anAttendance(api.db, [ada, await anEvent(api.db, { conference_id })]);
    }
    await anAttendance(api.db, [ada, event]);
    for (const one of [conference, elsewhere]) await aRegistration(api.db, [ada, one]);
    await aNotice(ada);

    const { events, conferences, unread_notifications } = await bodyOf({
      conference_id: conference.id,
    });

    expect(Object.keys(events)).toEqual([String(event.id)]);
    expect(Object.keys(conferences)).toEqual([String(conference.id)]);
    expect(unread_notifications).toBe(1);
  });

  it('is empty for a conference that is not there', async () => {
    await aRegistration(api.db, [ada, await aConference(api.db)]);
    expect(await bodyOf({ conference_id: 999_999 })).toEqual(NOTHING);
  });

  it('counts the notices that somebody neither opened nor dismissed, as their profile does', async () => {
    await aNotice(ada);
    await aNotice(ada);
    await aNotice(ada, { clicked_at: api.now() });
    await aNotice(ada, { dismissed_at: api.now() });
    await aNotice(await aUser(api.db));

    const own = await api.as(ada).get('/api/v1/users/me').expect(200);
    expect((await bodyOf()).unread_notifications).toBe(2);
    expect(own.body.counts.unread_notifications).toBe(2);
  });

  it('need not be sent again until it changes', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    const other = await aUser(api.db);
    await api.as(other).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    await api.as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    const first = await state().expect(200);
    const again = () => state().set('If-None-Match', String(first.get('ETag')));

    expect(first.get('Cache-Control')).toBe('private, no-store');
    expect(first.get('Vary')).toContain('Authorization, X-Messenger-Auth');
    const same = await again().expect(304);
    expect(same.text).toBe('');

    // Somebody else leaves, and that moves her up.
    await api.as(other).delete(`/api/v1/events/${event.id}/attend`).expect(200);
    const { body } = await again().expect(200);
    expect(body.events[event.id]).toMatchObject({ status: 'registered' });
    expect(body.unread_notifications).toBe(1);
  });

  it("is never another one's, whatever ETag is sent", async () => {
    await anAttendance(api.db, [ada, await anEvent(api.db)]);
    const etag = String((await state().expect(200)).get('ETag'));
    const other = api.as(await aUser(api.db)).get('/api/v1/users/me/state');
    expect((await other.set('If-None-Match', etag).expect(200)).body).toEqual(NOTHING);
  });

  it('asks the database once beside the caller, however much there is', async () => {
    const who = await countQueries(api.db, () => api.as(ada).get('/api/v1/events/x/attendance'));
    const counts = [(await countQueries(api.db, () => state().expect(200))) - who];
    for (let n = 0; n < 10; n += 1) {
      const conference = await aConference(api.db);
      await aRegistration(api.db, [ada, conference]);
      await anAttendance(api.db, [ada, await anEvent(api.db, { conference_id: conference.id })]);
    }
    counts.push((await countQueries(api.db, () => state().expect(200))) - who);

    expect(counts).toEqual([1, 1]);
  });

  it.each(['0', 'x', ''])('refuses %j as a conference', async (conference_id) => {
    const { body } = await state({ conference_id }).expect(400);
    expect(body).toEqual({
      error: 'conference_id: expected a positive integer',
      code: 'VALIDATION_ERROR',
    });
  });

  it('needs a person', async () => {
    const { body } = await api.anonymous().get('/api/v1/users/me/state').expect(401);
    expect(body).toEqual({ error: 'Unauthorized', code: 'UNAUTHORIZED' });
    const blocked = await aUser(api.db, { is_blocked: true });
    await api.as(blocked).get('/api/v1/users/me/state').expect(403);
  });
});
