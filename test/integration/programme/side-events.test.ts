import type { User } from '../../../src/domain/people/users.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import type { EventWithAttendance } from '../../../src/repositories/programme/events.read-model.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { whileDeadlocked } from '../../support/deadlocks.ts';
import { whileErasing } from '../../support/erasure.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aUser,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { keysOf } from '../../support/lists.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;
let ada: User;
let grace: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  [ada, grace] = [await aUser(api.db), await aUser(api.db)];
});

/** The test clock shows 9:00 UTC. */
const at = (time: string) => `2026-05-14T${time}:00.000Z`;

const PARTY = {
  title: 'Loom party',
  description: 'Bring a loom.',
  starts_at: at('18:00'),
  ends_at: at('22:00'),
  timezone: 'Europe/Berlin',
  venue: { name: 'Weavers’ Inn' },
};

const request = (user: User, given: object = {}) =>
  api
    .as(user)
    .post('/api/v1/events/side-event-request')
    .send({ ...PARTY, ...given });
const requestsOf = (user: User) => api.db('events').where({ submitted_by: user.id }).orderBy('id');

describe('POST /events/side-event-request', () => {
  it('creates a pending side event with all given fields', async () => {
    const conference = await aConference(api.db);

    const { body } = await request(ada, {
      conference_id: conference.id,
      title: '  Loom & Köln party ',
      starts_at: '2026-05-14T20:00:00+02:00',
      venue: { name: 'Inn', address: 'Quay 1', latitude: 53.5, longitude: 10 },
      url: 'https://x.example/',
      capacity: 40,
      image_url: 'https://x.example/i.png',
      contact: ' @ada ',
    }).expect(201);

    expect(body).toEqual({
      id: expect.any(Number),
      slug: 'loom-koln-party',
      conference_id: conference.id,
      title: 'Loom & Köln party',
      description: 'Bring a loom.',
      kind: 'side',
      status: 'pending',
      starts_at: at('18:00'),
      ends_at: at('22:00'),
      all_day: false,
      timezone: 'Europe/Berlin',
      venue: { name: 'Inn', address: 'Quay 1', latitude: 53.5, longitude: 10 },
      image_url: 'https://x.example/i.png',
      url: 'https://x.example/',
      organizer: null,
      tags: [],
      capacity: 40,
      attendee_count: 0,
      spots_left: 40,
      registration_mode: 'open',
      waitlist: 'auto',
      registration_closes_at: null,
      registration_state: 'closed',
      source: 'request',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await requestsOf(ada)).toMatchObject([{ id: body.id, contact: '@ada' }]);
  });

  it('requires only title, description, times, time zone and venue', async () => {
    const { body } = await request(ada, { capacity: null, contact: null }).expect(201);

    expect(body).toMatchObject({
      conference_id: null,
      venue: { name: 'Weavers’ Inn', address: null },
      url: null,
      capacity: null,
    });
    expect(await requestsOf(ada)).toMatchObject([{ contact: null }]);
  });

  it.each([
    ['an empty title', { title: ' ' }, 'title'],
    ['a title of 301 characters', { title: 'x'.repeat(301) }, 'title'],
    ['no description', { description: undefined }, 'description'],
    ['a null description', { description: null }, 'description'],
    ['no start', { starts_at: undefined }, 'starts_at'],
    ['a start without offset', { starts_at: '2026-05-14T18:00:00' }, 'starts_at'],
    ['a start that is not in the future', { starts_at: at('09:00') }, 'starts_at'],
    ['no end', { ends_at: undefined }, 'ends_at'],
    ['an end at the start', { ends_at: at('18:00') }, 'ends_at'],
    ['no time zone', { timezone: undefined }, 'timezone'],
    ['an unknown time zone', { timezone: 'Moon/Crater' }, 'timezone'],
    ['no venue', { venue: undefined }, 'venue'],
    ['a venue without name', { venue: { address: 'Quay 1' } }, 'venue.name'],
    ['a latitude of 91', { venue: { name: 'Inn', latitude: 91 } }, 'venue.latitude'],
    ['an ftp address', { url: 'ftp://x.example' }, 'url'],
    ['an image address without scheme', { image_url: 'i.png' }, 'image_url'],
    ['a capacity of 0', { capacity: 0 }, 'capacity'],
    ['a contact of 201 characters', { contact: 'x'.repeat(201) }, 'contact'],
    ['a conference id as text', { conference_id: '7' }, 'conference_id'],
  ])('answers 400 for %s', async (_what, given, field) => {
    const { body } = await request(ada, given).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
    expect(await requestsOf(ada)).toEqual([]);
  });

  it('ignores fields that only administrators set', async () => {
    const { body } = await request(ada, {
      status: 'approved',
      kind: 'main',
      source: 'admin',
      slug: 'mine',
      submitted_by: grace.id,
    }).expect(201);

    expect(body).toMatchObject({
      status: 'pending',
      kind: 'side',
      source: 'request',
      slug: expect.stringMatching(/^loom-party/),
    });
    expect(await requestsOf(ada)).toHaveLength(1);
  });

  it('answers 404 for a draft and for an unknown conference', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    for (const conference_id of [draft.id, 999_999]) {
      const { body } = await request(ada, { conference_id }).expect(404);
      expect(body).toEqual({ error: 'conference not found', code: 'NOT_FOUND' });
    }
    expect(await requestsOf(ada)).toEqual([]);
  });

  it('answers 200 with the pending event for a repeated request', async () => {
    const first = await request(ada).expect(201);
    const again = await request(ada, { starts_at: '2026-05-14T20:00:00+02:00' }).expect(200);
    expect(again.body).toEqual(first.body);
    expect(await requestsOf(ada)).toHaveLength(1);
  });

  it.each([{ title: 'Another party' }, { starts_at: at('17:00') }, { ends_at: at('23:00') }])(
    'creates another side event for %p',
    async (given) => {
      const first = await request(ada).expect(201);
      const second = await request(ada, given).expect(201);
      expect(second.body.id).not.toBe(first.body.id);
    },
  );

  it('creates another side event for another conference', async () => {
    const elsewhere = await aConference(api.db);
    const first = await request(ada).expect(201);
    const second = await request(ada, { conference_id: elsewhere.id }).expect(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('creates another side event for another user and after the decision on the first', async () => {
    const { body: first } = await request(ada).expect(201);
    await request(grace).expect(201);
    await api.admin().post(`/api/v1/admin/events/${first.id}/reject`).expect(200);
    const { body: second } = await request(ada).expect(201);
    expect(second.id).not.toBe(first.id);
  });

  it('answers 409 for a sixth pending request, until one is approved', async () => {
    for (let n = 1; n <= 5; n += 1) await request(ada, { title: `Party ${n}` }).expect(201);

    const { body } = await request(ada, { title: 'Party 6' }).expect(409);
    expect(body).toEqual(failure('TOO_MANY_PENDING'));
    await request(ada, { title: 'Party 5' }).expect(200);
    await request(grace, { title: 'Party 6' }).expect(201);

    const [first] = await requestsOf(ada);
    await api.admin().post(`/api/v1/admin/events/${first.id}/approve`).expect(200);
    await request(ada, { title: 'Party 6' }).expect(201);
  });

  it('creates five side events for ten concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => request(ada, { title: `Party ${n}` })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill(201),
      ...Array(5).fill(409),
    ]);
    expect(await requestsOf(ada)).toHaveLength(5);
  });

  it('creates one side event for ten equal concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => request(ada)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await requestsOf(ada)).toHaveLength(1);
  });

  it('answers 401 and stores nothing for a user who is erased concurrently', async () => {
    const { body } = await whileErasing(api, ada, () => request(ada, { contact: '@ada' }));

    expect(body).toEqual({ error: 'Unauthorized', code: 'UNAUTHORIZED' });
    expect(await requestsOf(ada)).toEqual([]);
  });

  it('retries after a deadlock', async () => {
    const { id: conference_id } = await aConference(api.db);
    const { status } = await whileDeadlocked(
      api.db,
      [
        ['conferences', { id: conference_id }],
        ['users', { id: ada.id }],
      ],
      () => request(ada, { conference_id }),
    );

    expect(status).toBe(201);
    expect(await requestsOf(ada)).toHaveLength(1);
  });

  it('answers 401 without a signed-in user', async () => {
    await api.anonymous().post('/api/v1/events/side-event-request').send(PARTY).expect(401);
    await api.admin().post('/api/v1/events/side-event-request').send(PARTY).expect(401);
  });
});

describe('a requested side event', () => {
  const aRequest = (given: object = {}) =>
    anEvent(api.db, { source: 'request', kind: 'side', submitted_by: ada.id, ...given });
  const see = (user: User, { id }: Event) => api.as(user).get(`/api/v1/events/${id}`);
  const mine = async (user: User, when?: string) => {
    const { body } = await api.as(user).get('/api/v1/events/my').query({ when }).expect(200);
    return body.data;
  };

  it.each([
    ['pending', null],
    ['rejected', 'The hall is taken.'],
    ['rejected', null],
  ])('is visible only to its requester while it is %s, with reason %p', async (status, reason) => {
    const event = await aRequest({ status, rejection_reason: reason, contact: '@ada' });

    const { body } = await see(ada, event).expect(200);

    expect(body).toMatchObject({ id: event.id, status, rejection_reason: reason });
    expect(body.attendance).toMatchObject({ status: 'none' });
    expect(keysOf(body)).not.toContain('contact');
    expect(keysOf(body)).not.toContain('submitted_by');
    // Lists have no links and no questions.
    const { share_url: _, form_questions: __, ...listed } = body;
    expect(await mine(ada)).toEqual([listed]);

    for (const agent of [api.as(grace), api.anonymous()]) {
      const hidden = await agent.get(`/api/v1/events/${event.id}`).expect(404);
      expect(hidden.body).toEqual({ error: 'event not found', code: 'NOT_FOUND' });
    }
    expect(await mine(grace)).toEqual([]);
    await api.as(ada).get(`/api/v1/events/slug/${event.slug}`).expect(404);
  });

  it.each(['approved', 'cancelled'])(
    'is shown to its requester as to others when it is %s',
    async (status) => {
      const event = await aRequest({ status });
      const own = await see(ada, event).expect(200);
      const others = await see(grace, event).expect(200);

      expect(own.body).toEqual({ ...others.body, is_host: true });
      expect(keysOf(own.body)).not.toContain('rejection_reason');
      expect((await mine(ada)).map(({ id }: Event) => id)).toEqual([event.id]);
    },
  );

  it('cannot be attended before its approval, and has an attendance for its requester', async () => {
    const event = await aRequest({ status: 'pending' });
    const attendance = `/api/v1/events/${event.id}/attendance`;

    expect((await api.as(ada).get(attendance).expect(200)).body.status).toBe('none');
    await api.as(grace).get(attendance).expect(404);
    for (const user of [ada, grace]) {
      await api.as(user).post('/api/v1/events/attend').send({ event_id: event.id }).expect(404);
    }
  });

  it('answers 404 to its requester while its conference is a draft', async () => {
    const { id: conference_id } = await aConference(api.db, { status: 'draft' });
    const event = await aRequest({ status: 'pending', conference_id });

    await see(ada, event).expect(404);
    expect(await mine(ada)).toEqual([]);
  });

  it('is listed once among the events of its requester, sorted by start', async () => {
    const hosted = await aRequest({ title: 'Hosted', starts_at: at('10:00') });
    const left = await aRequest({ title: 'Left', starts_at: at('11:00') });
    const gone = await aRequest({ title: 'Gone', status: 'cancelled', starts_at: at('12:00') });
    const talk = await anEvent(api.db, { title: 'Talk', starts_at: at('10:30') });
    const over = await aRequest({
      title: 'Over',
      status: 'rejected',
      starts_at: at('07:00'),
      ends_at: at('08:00'),
    });
    await anAttendance(api.db, [ada, hosted]);
    await anAttendance(api.db, [ada, talk]);
    await anAttendance(api.db, [ada, left], 'cancelled');

    const ids = async (when?: string) => (await mine(ada, when)).map(({ id }: Event) => id);
    expect(await ids()).toEqual([over.id, hosted.id, talk.id, left.id, gone.id]);
    expect(await ids('upcoming')).toEqual([hosted.id, talk.id, left.id, gone.id]);
    expect(await ids('past')).toEqual([over.id]);
    expect((await mine(ada)).map((event: EventWithAttendance) => event.attendance.status)).toEqual([
      'none',
      'registered',
      'registered',
      'cancelled',
      'none',
    ]);
  });

  it('is listed with as many queries for many as for one', async () => {
    await aRequest({ status: 'pending' });
    const one = await countQueries(api.db, () => mine(ada));
    for (let n = 0; n < 10; n += 1) await aRequest({ status: 'rejected' });
    const many = await countQueries(api.db, () => mine(ada));

    expect(many).toBe(one);
  });
});

describe("one's own pending request", () => {
  const path = ({ id }: { id: number }) => `/api/v1/events/side-event-request/${id}`;
  const change = (user: User, event: { id: number }, body: object) =>
    api.as(user).patch(path(event)).send(body);
  const remove = (user: User, event: { id: number }) => api.as(user).delete(path(event));

  it('is corrected, field by field', async () => {
    const { id: conference_id } = await aConference(api.db);
    const { body: event } = await request(ada, { url: 'https://x.example/' }).expect(201);
    const given = { title: 'Loom feast', url: null, conference_id, venue: { address: 'Quay 1' } };

    const { body } = await change(ada, event, { ...given, contact: '@ada' }).expect(200);

    expect(body).toEqual({
      ...event,
      title: 'Loom feast',
      url: null,
      conference_id,
      venue: { ...event.venue, address: 'Quay 1' },
      updated_at: expect.any(String),
    });
    expect(await requestsOf(ada)).toMatchObject([{ contact: '@ada', status: 'pending' }]);
  });

  it('is deleted, and makes room for another', async () => {
    const { body: event } = await request(ada).expect(201);
    expect((await remove(ada, event).expect(200)).body).toEqual({ id: event.id, deleted: true });
    expect(await requestsOf(ada)).toEqual([]);
    await remove(ada, event).expect(404);
  });

  it('is nobody else’s', async () => {
    const { body: event } = await request(ada).expect(201);
    await change(grace, event, { title: 'Mine' }).expect(404);
    await remove(grace, event).expect(404);
    expect(await requestsOf(ada)).toMatchObject([{ title: PARTY.title }]);
  });

  it.each(['approved', 'rejected', 'cancelled'])('is closed once it is %s', async (status) => {
    const event = await anEvent(api.db, { submitted_by: ada.id, status, source: 'request' });
    const error = `This event is ${status}, no longer pending`;
    expect((await change(ada, event, { title: 'New' }).expect(409)).body).toEqual(
      failure('CONFLICT', error),
    );
    expect((await remove(ada, event).expect(409)).body).toEqual(failure('CONFLICT', error));
  });

  it('keeps the rules of a request', async () => {
    const { body: event } = await request(ada).expect(201);
    await change(ada, event, { starts_at: at('08:00') }).expect(400);
    await change(ada, event, { ends_at: at('17:00') }).expect(400);
    await change(ada, event, { conference_id: 999_999 }).expect(404);
    const { id: conference_id } = await aConference(api.db, { status: 'draft' });
    await change(ada, event, { conference_id }).expect(404);
  });

  it('and its concurrent approval: one of both succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { body: event } = await request(ada, { title: `Party ${round}` }).expect(201);
      const approve = api.admin().post(`/api/v1/admin/events/${event.id}/approve`);
      const [removed, approved] = await Promise.all([remove(ada, event), approve]);
      expect([
        [200, 404],
        [409, 200],
      ]).toContainEqual([removed.status, approved.status]);
    }
  });
});

describe('the requester of a side event', () => {
  const inboxOf = async (user: User) => {
    const { body } = await api.as(user).get('/api/v1/notifications').expect(200);
    return body.data;
  };
  const path = ({ id }: { id: number }) => `/api/v1/admin/events/${id}`;
  const requested = (given: object = {}) =>
    anEvent(api.db, { title: 'Meetup', source: 'request', submitted_by: ada.id, ...given });

  it('is notified of several moves of the event with the first and the last time', async () => {
    const event = await requested({ starts_at: at('17:00'), ends_at: at('18:00') });
    for (const hour of [18, 19, 20]) {
      const body = { starts_at: at(`${hour}:00`), ends_at: at(`${hour + 1}:00`) };
      await api.admin().put(path(event)).send(body).expect(200);
    }

    expect(await inboxOf(ada)).toMatchObject([
      {
        type: 'event_updated',
        data: {
          event_id: event.id,
          changes: { starts_at: { from: at('17:00'), to: at('20:00') } },
        },
      },
    ]);
  });

  it('is notified once that it is cancelled, even if they attend and keep it', async () => {
    const conference = await aConference(api.db);
    const event = await requested({ conference_id: conference.id });
    const item = await anAgendaItem(api.db, conference, { event_id: event.id });
    await anAttendance(api.db, [grace, event]);
    for (const user of [ada, grace]) {
      await api.as(user).put(`/api/v1/agenda/${item.id}/favorite`).expect(200);
    }
    await api.admin().put(path(event)).send({ status: 'cancelled' }).expect(200);
    for (const user of [ada, grace]) {
      expect(await inboxOf(user)).toMatchObject([{ type: 'event_cancelled' }]);
    }
  });

  it.each([
    ['pending', ['event_cancelled']],
    ['approved', ['event_cancelled']],
    ['rejected', []],
    ['cancelled', []],
  ])('is notified of the deletion of a %s one: %j', async (status, types) => {
    const event = await requested({ status });
    await api.admin().delete(path(event)).expect(200);
    expect((await inboxOf(ada)).map(({ type }: { type: string }) => type)).toEqual(types);
  });

  it('is not notified of own changes, of a pending one, or with notify=false', async () => {
    const event = await requested({ status: 'pending' });
    await api
      .admin()
      .put(path(event))
      .send({ venue: { name: 'Attic' } })
      .expect(200);
    await api.admin().delete(path(event)).query({ notify: 'false' }).expect(200);
    const own = await requested({ status: 'pending', kind: 'side' });
    await api.as(ada).delete(`/api/v1/events/side-event-request/${own.id}`).expect(200);
    expect(await inboxOf(ada)).toEqual([]);
  });
});
