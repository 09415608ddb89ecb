import type { User } from '../../../src/domain/people/users.ts';
import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';

let api: TestApi;
let conference: Conference;
let event: Event;
let talk: AgendaItem;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Long before any `as_of`. */
const KEPT = { updated_at: '2026-03-01T09:00:00.000Z' };

/** A conference with a talk, which Ada keeps, and an event on its agenda, which Ada attends. */
beforeEach(async () => {
  conference = await aConference(api.db);
  event = await anEvent(api.db, { title: 'Workshop', conference_id: conference.id, ...KEPT });
  talk = await anAgendaItem(api.db, conference, { title: 'Looms', ...KEPT });
  await anAgendaItem(api.db, conference, { event_id: event.id, ...KEPT });
  ada = await aUser(api.db);
  await anAttendance(api.db, [ada, event]);
  await api.as(ada).put(`/api/v1/agenda/${talk.id}/favorite`).expect(200);
});

const change = (body: object) =>
  api.admin().put(`/api/v1/admin/conferences/${conference.id}`).send(body).expect(200);
const get = async (path: string, user?: User) => {
  const caller = user ? api.as(user) : api.anonymous();
  return (await caller.get(`/api/v1${path}`).expect(200)).body;
};

describe.each([
  ['cancelled', 'cancelled', 'CONFERENCE_CANCELLED', 'The conference of this event is cancelled'],
  ['archived', 'closed', 'REGISTRATION_CLOSED', 'The conference of this event is archived'],
])('an event of a conference that is %s', (status, state, code, sentence) => {
  it(`has the registration state ${state} wherever it is shown`, async () => {
    await change({ status });

    const states = [
      await get(`/events/${event.id}`),
      await get(`/events/${event.id}`, ada),
      await get(`/events/slug/${event.slug}`),
      (await get(`/events?conference_id=${conference.id}`)).data[0],
      (await get('/events/my', ada)).data[0],
      (await get(`/events/conference/${conference.slug}`)).events[0],
      (await get(`/events/conference/${conference.slug}`, ada)).events[0],
      (await api.admin().get(`/api/v1/admin/events/${event.id}`).expect(200)).body,
    ].map(({ registration_state }) => registration_state);

    expect(states).toEqual(Array(8).fill(state));
  });

  it('accepts no attendees, and reopens with its conference', async () => {
    await change({ status });
    const grace = await aUser(api.db);
    const attend = () => api.as(grace).post('/api/v1/events/attend').send({ event_id: event.id });

    const { body } = await attend().expect(409);
    expect(body).toEqual(failure(code, sentence));
    await change({ status: 'published' });
    expect((await get(`/events/${event.id}`)).registration_state).toBe('open');
    await attend().expect(201);
  });

  it('gives a freed seat to the next in its waitlist once the conference is published again', async () => {
    const grace = await aUser(api.db);
    await api.db('events').where({ id: event.id }).update({ capacity: 1 });
    await anAttendance(api.db, [grace, event], 'waitlisted');
    const standing = async () => {
      const { status } = await get(`/events/${event.id}/attendance`, grace);
      const given = await api.db('notifications').where({ user_id: grace.id }).pluck('type');
      return [status, given.filter((type) => type === 'event_promoted').length];
    };
    await change({ status });

    await api.as(ada).delete(`/api/v1/events/${event.id}/attend`).expect(200);
    expect(await standing()).toEqual(['waitlisted', 0]);
    await change({ status: 'published' });
    expect(await standing()).toEqual(['registered', 1]);
    expect(await api.db('events').where({ id: event.id }).first('attendee_count')).toEqual({
      attendee_count: 1,
    });
  });

  it('counts as a change for clients that keep a copy', async () => {
    const list = `/events?conference_id=${conference.id}`;
    const { as_of } = await get(list);
    await change({ status });
    const { data } = await get(`${list}&updated_since=${as_of}`);
    expect(data).toMatchObject([{ id: event.id, registration_state: state }]);
  });
});

describe('while a conference is cancelled', () => {
  const entries = (text: string) =>
    text
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((entry) => ({
        title: /SUMMARY:(.*)\r/.exec(entry)?.[1],
        status: /STATUS:(.*)\r/.exec(entry)?.[1],
        sequence: Number(/SEQUENCE:(\d+)/.exec(entry)?.[1]),
      }))
      .sort((a, b) => String(a.title).localeCompare(String(b.title)));
  const calendars = async () => {
    const files = [
      await api.as(ada).get('/api/v1/events/my.ics').expect(200),
      await api.anonymous().get(`/api/v1/conferences/${conference.id}/agenda.ics`).expect(200),
      await api.anonymous().get(`/api/v1/events/${event.id}.ics`).expect(200),
    ];
    return files.flatMap(({ text }) => entries(text));
  };

  it('calendars show its events and sessions as cancelled, with a higher SEQUENCE', async () => {
    const before = await calendars();
    expect(before.map(({ status }) => status)).toEqual(Array(5).fill('CONFIRMED'));

    await change({ status: 'cancelled' });
    const cancelled = await calendars();
    await change({ status: 'published' });
    const after = await calendars();

    expect(cancelled.map(({ status }) => status)).toEqual(Array(5).fill('CANCELLED'));
    expect(after.map(({ status }) => status)).toEqual(Array(5).fill('CONFIRMED'));
    for (const [index, { sequence }] of cancelled.entries()) {
      expect(sequence).toBeGreaterThan(before[index]?.sequence ?? Infinity);
      expect(after[index]?.sequence).toBeGreaterThan(sequence);
    }
  });

  it('the SEQUENCE of calendars stays when another field of the conference changes', async () => {
    const before = await calendars();
    await change({ description: 'By the sea' });
    await change({ status: 'archived' });
    expect(await calendars()).toEqual(before);
  });

  it('no attendee can be checked in at its events', async () => {
    await change({ status: 'cancelled' });
    const checkIn = () =>
      api.admin().post(`/api/v1/admin/events/${event.id}/check-in`).send({ user_id: ada.id });

    expect((await checkIn().expect(409)).body).toEqual(
      failure('EVENT_CANCELLED', 'This event is cancelled'),
    );
    await change({ status: 'published' });
    await checkIn().expect(200);
  });

  it('its sessions are shown as cancelled, and keep their own status', async () => {
    const { as_of } = await get(`/conferences/${conference.id}/agenda`);
    await change({ status: 'cancelled' });

    const items = [
      await get(`/agenda/${talk.id}`),
      ...(await get('/agenda/my', ada)).data,
      ...(await get(`/conferences/${conference.id}/agenda?updated_since=${as_of}`)).days[0].items,
    ];
    expect(items.map(({ status }) => status)).toEqual(Array(4).fill('cancelled'));
    await change({ status: 'published' });
    expect((await get(`/agenda/${talk.id}`)).status).toBe('scheduled');
  });
});

describe('a side event', () => {
  const MEETUP = {
    title: 'Meetup',
    description: 'Looms',
    starts_at: '2026-05-15T18:00:00Z',
    ends_at: '2026-05-15T19:00:00Z',
    timezone: 'Europe/Berlin',
    venue: { name: 'Inn' },
  };
  const path = '/api/v1/events/side-event-request';

  it.each([
    ['cancelled', 'CONFERENCE_CANCELLED', 'This conference is cancelled'],
    ['archived', 'REGISTRATION_CLOSED', 'This conference is archived'],
  ])(
    'is not requested at a conference that is %s, nor moved to it',
    async (status, code, error) => {
      const { body: request } = await api.as(ada).post(path).send(MEETUP).expect(201);
      await change({ status });

      const conference_id = conference.id;
      const answers = [
        await api
          .as(ada)
          .post(path)
          .send({ ...MEETUP, title: 'Another', conference_id }),
        await api.as(ada).patch(`${path}/${request.id}`).send({ conference_id }),
      ];

      for (const { status, body } of answers) {
        expect([status, body]).toEqual([409, failure(code, error)]);
      }
    },
  );
});

describe('people who are not registered for a conference', () => {
  const typesOf = async (user: User) =>
    (await get('/notifications', user)).data.map(({ type }: { type: string }) => type);
  const remove = () =>
    api.admin().delete(`/api/v1/admin/conferences/${conference.id}`).query({ force: 'true' });
  let bob: User;

  beforeEach(async () => {
    bob = await aUser(api.db);
    await anAttendance(api.db, [bob, event]);
  });

  it('is not approved while its conference is cancelled, and is after that', async () => {
    const requested = { status: 'pending', source: 'request', submitted_by: ada.id };
    const { id } = await anEvent(api.db, { conference_id: conference.id, ...requested });
    await change({ status: 'cancelled', notify: false });
    const approve = () => api.admin().post(`/api/v1/admin/events/${id}/approve`);

    const { body } = await approve().expect(409);

    const sentence = 'The conference of this event is cancelled';
    expect(body).toEqual(failure('CONFERENCE_CANCELLED', sentence));
    expect((await get('/notifications', ada)).data).toEqual([]);
    await change({ status: 'published' });
    expect((await approve().expect(200)).body.status).toBe('approved');
  });

  it('are notified once that its events are cancelled with it, and not of its deletion', async () => {
    await aRegistration(api.db, [ada, conference]);

    await change({ status: 'cancelled' });
    await change({ name: 'Looms' });
    await remove().expect(200);

    expect(await typesOf(bob)).toEqual(['event_cancelled']);
    expect(await typesOf(ada)).toEqual(['conference_cancelled']);
  });

  it('are not notified of an event that is over, or with notify: false', async () => {
    const over = { starts_at: '2026-05-13T08:00:00Z', ends_at: '2026-05-13T09:00:00Z' };
    await api.db('events').where({ id: event.id }).update(over);
    await change({ status: 'cancelled' });
    await change({ status: 'published' });
    await api.db('events').where({ id: event.id }).update({ ends_at: '2026-05-20T09:00:00Z' });
    await change({ status: 'cancelled', notify: false });
    expect(await typesOf(bob)).toEqual([]);
  });

  it('are notified of the deletion of an archived one', async () => {
    await change({ status: 'archived' });
    expect(await typesOf(bob)).toEqual([]);
    await remove().expect(200);
    expect(await typesOf(bob)).toEqual(['event_cancelled']);
  });
});
