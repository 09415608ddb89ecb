import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
} from '../../support/factories.ts';
import { countQueries } from '../../support/queries.ts';

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
const EMPTY = { events: {}, conferences: {}, quests: {}, favorites: [], unread_notifications: 0 };

const insertNotification = (user: User, given: object = {}) =>
  api
    .db('notifications')
    .insert({ user_id: user.id, type: 'event_approved', title: 'It', body: 'is so', ...given });

describe('GET /users/me/state', () => {
  it('is empty for a user without attendances', async () => {
    expect(await bodyOf()).toEqual(EMPTY);
  });

  it('contains the current attendances of the user, without cancelled ones', async () => {
    const [seated, waitlisted] = [await anEvent(api.db), await anEvent(api.db)];
    const [checkedIn, cancelled] = [await anEvent(api.db), await anEvent(api.db)];
    const [fair, summit] = [await aConference(api.db), await aConference(api.db)];
    const other = await aUser(api.db);
    await anAttendance(api.db, [other, waitlisted], 'waitlisted');
    await anAttendance(api.db, [ada, seated]);
    await anAttendance(api.db, [ada, waitlisted], 'waitlisted');
    await anAttendance(api.db, [ada, checkedIn], 'checked_in');
    await anAttendance(api.db, [ada, cancelled], 'cancelled');
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
    const second = { ...registered, status: 'waitlisted', waitlist_position: 2 };
    expect(await bodyOf()).toEqual({
      events: {
        [seated.id]: registered,
        [waitlisted.id]: second,
        [checkedIn.id]: { ...registered, status: 'checked_in', checked_in_at },
      },
      conferences: {
        [fair.id]: { ...registered, ticket_type: 'speaker' },
        [summit.id]: { ...second, ticket_type: null },
      },
      quests: {},
      favorites: [],
      unread_notifications: 0,
    });
  });

  it('contains cancelled events and archived conferences, but no drafts', async () => {
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
    expect(await bodyOf({ conference_id: draft.id })).toEqual(EMPTY);
  });

  it('is limited to one conference and its events by conference_id', async () => {
    const [conference, elsewhere] = [await aConference(api.db), await aConference(api.db)];
    const event = await anEvent(api.db, { conference_id: conference.id });
    for (const conference_id of [elsewhere.id, null]) {
      await anAttendance(api.db, [ada, await anEvent(api.db, { conference_id })]);
    }
    await anAttendance(api.db, [ada, event]);
    for (const one of [conference, elsewhere]) await aRegistration(api.db, [ada, one]);
    await insertNotification(ada);

    const { events, conferences, unread_notifications } = await bodyOf({
      conference_id: conference.id,
    });

    expect(Object.keys(events)).toEqual([String(event.id)]);
    expect(Object.keys(conferences)).toEqual([String(conference.id)]);
    expect(unread_notifications).toBe(1);
  });

  it('is empty for an unknown conference', async () => {
    await aRegistration(api.db, [ada, await aConference(api.db)]);
    expect(await bodyOf({ conference_id: 999_999 })).toEqual(EMPTY);
  });

  it('counts notifications that are neither clicked nor dismissed, like the profile', async () => {
    await insertNotification(ada);
    await insertNotification(ada);
    await insertNotification(ada, { clicked_at: api.now() });
    await insertNotification(ada, { dismissed_at: api.now() });
    await insertNotification(await aUser(api.db));

    const own = await api.as(ada).get('/api/v1/users/me').expect(200);
    expect((await bodyOf()).unread_notifications).toBe(2);
    expect(own.body.counts.unread_notifications).toBe(2);
  });

  it('answers 304 for a known ETag until it changes', async () => {
    const event = await anEvent(api.db, { capacity: 1 });
    const other = await aUser(api.db);
    await api.as(other).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    await api.as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    const first = await state().expect(200);
    const revalidate = () => state().set('If-None-Match', String(first.get('ETag')));

    expect(first.get('Cache-Control')).toBe('private, no-store, no-transform');
    expect(first.get('Vary')).toContain('Authorization, X-Messenger-Auth');
    const unchanged = await revalidate().expect(304);
    expect(unchanged.text).toBe('');

    // The other user cancels, which promotes Ada.
    await api.as(other).delete(`/api/v1/events/${event.id}/attend`).expect(200);
    const { body } = await revalidate().expect(200);
    expect(body.events[event.id]).toMatchObject({ status: 'registered' });
    expect(body.unread_notifications).toBe(1);
  });

  it('is never the state of another user, even with the ETag of that user', async () => {
    await anAttendance(api.db, [ada, await anEvent(api.db)]);
    const etag = String((await state().expect(200)).get('ETag'));
    const other = api.as(await aUser(api.db)).get('/api/v1/users/me/state');
    expect((await other.set('If-None-Match', etag).expect(200)).body).toEqual(EMPTY);
  });

  it('sends one query besides authentication, for any number of attendances', async () => {
    const authentication = await countQueries(api.db, () =>
      api.as(ada).get('/api/v1/events/x/attendance'),
    );
    const counts = [(await countQueries(api.db, () => state().expect(200))) - authentication];
    for (let n = 0; n < 10; n += 1) {
      const conference = await aConference(api.db);
      await aRegistration(api.db, [ada, conference]);
      await anAttendance(api.db, [ada, await anEvent(api.db, { conference_id: conference.id })]);
    }
    counts.push((await countQueries(api.db, () => state().expect(200))) - authentication);

    expect(counts).toEqual([1, 1]);
  });

  it.each(['0', 'x', ''])('answers 400 for the conference_id %j', async (conference_id) => {
    const { body } = await state({ conference_id }).expect(400);
    expect(body).toEqual({
      error: 'conference_id: expected a positive integer',
      code: 'VALIDATION_ERROR',
    });
  });

  it('requires a user who is not blocked', async () => {
    const { body } = await api.anonymous().get('/api/v1/users/me/state').expect(401);
    expect(body).toEqual({ error: 'Unauthorized', code: 'UNAUTHORIZED' });
    const blocked = await aUser(api.db, { is_blocked: true });
    await api.as(blocked).get('/api/v1/users/me/state').expect(403);
  });
});
