import type { User } from '../../src/domain/people/users.ts';
import type { Event } from '../../src/domain/programme/events.ts';
import type { EventWithAttendance } from '../../src/repositories/programme/events.read-model.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { whileDeadlocked } from '../support/deadlocks.ts';
import { whileErasing } from '../support/erasure.ts';
import { aConference, anAttendance, anEvent, aUser } from '../support/factories.ts';
import { failure } from '../support/failures.ts';
import { keysOf } from '../support/lists.ts';
import { countQueries } from '../support/queries.ts';

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

/** The clock of the tests stands at 9:00 UTC. */
const at = (time: string) => `2026-05-14T${time}:00.000Z`;

const PARTY = {
  title: 'Loom party',
  description: 'Bring a loom.',
  starts_at: at('18:00'),
  ends_at: at('22:00'),
  timezone: 'Europe/Berlin',
  venue: { name: 'Weavers’ Inn' },
};

const ask = (user: User, given: object = {}) =>
  api
    .as(user)
    .post('/api/v1/events/side-event-request')
    .send({ ...PARTY, ...given });
const requestsOf = (user: User) => api.db('events').where({ submitted_by: user.id }).orderBy('id');

describe('POST /events/side-event-request', () => {
  it('keeps what is asked for until somebody decides', async () => {
    const conference = await aConference(api.db);

    const { body } = await ask(ada, {
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
      registration_closes_at: null,
      registration_state: 'closed',
      source: 'request',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await requestsOf(ada)).toMatchObject([{ id: body.id, contact: '@ada' }]);
  });

  it('needs no more than what, when and where', async () => {
    const { body } = await ask(ada, { capacity: null, contact: null }).expect(201);

    expect(body).toMatchObject({
      conference_id: null,
      venue: { name: 'Weavers’ Inn', address: null },
      url: null,
      capacity: null,
    });
    expect(await requestsOf(ada)).toMatchObject([{ contact: null }]);
  });

  it.each([
    ['a title', { title: ' ' }, 'title'],
    ['a title that fits', { title: 'x'.repeat(301) }, 'title'],
    ['a description', { description: undefined }, 'description'],
    ['a description of words', { description: null }, 'description'],
    ['a start', { starts_at: undefined }, 'starts_at'],
    ['a start with its offset', { starts_at: '2026-05-14T18:00:00' }, 'starts_at'],
    ['a start to come', { starts_at: at('09:00') }, 'starts_at'],
    ['an end', { ends_at: undefined }, 'ends_at'],
    ['an end after its start', { ends_at: at('18:00') }, 'ends_at'],
    ['a zone', { timezone: undefined }, 'timezone'],
    ['a zone of this world', { timezone: 'Moon/Crater' }, 'timezone'],
    ['a venue', { venue: undefined }, 'venue'],
    ['a venue with a name', { venue: { address: 'Quay 1' } }, 'venue.name'],
    ['a place on earth', { venue: { name: 'Inn', latitude: 91 } }, 'venue.latitude'],
    ['an address on the web', { url: 'ftp://x.example' }, 'url'],
    ['a picture on the web', { image_url: 'i.png' }, 'image_url'],
    ['room for somebody', { capacity: 0 }, 'capacity'],
    ['a contact that fits', { contact: 'x'.repeat(201) }, 'contact'],
    ['a conference by its id', { conference_id: '7' }, 'conference_id'],
  ])('needs %s', async (_what, given, field) => {
    const { body } = await ask(ada, given).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
    expect(await requestsOf(ada)).toEqual([]);
  });

  it('lets nobody decide for the organisers', async () => {
    const { body } = await ask(ada, {
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

  it('knows nothing of a conference that is a draft or not there', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    for (const conference_id of [draft.id, 999_999]) {
      const { body } = await ask(ada, { conference_id }).expect(404);
      expect(body).toEqual({ error: 'conference not found', code: 'NOT_FOUND' });
    }
    expect(await requestsOf(ada)).toEqual([]);
  });

  it('answers the same again with what waits already', async () => {
    const first = await ask(ada).expect(201);
    const again = await ask(ada, { starts_at: '2026-05-14T20:00:00+02:00' }).expect(200);
    expect(again.body).toEqual(first.body);
    expect(await requestsOf(ada)).toHaveLength(1);
  });

  it.each([{ title: 'Another party' }, { starts_at: at('17:00') }, { ends_at: at('23:00') }])(
    'takes %p for another request',
    async (given) => {
      const first = await ask(ada).expect(201);
      const second = await ask(ada, given).expect(201);
      expect(second.body.id).not.toBe(first.body.id);
    },
  );

  it('takes the same at another conference for another request', async () => {
    const elsewhere = await aConference(api.db);
    const first = await ask(ada).expect(201);
    const second = await ask(ada, { conference_id: elsewhere.id }).expect(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('takes the same for another request from somebody else, or once the first is decided', async () => {
    const { body: first } = await ask(ada).expect(201);
    await ask(grace).expect(201);
    await api.admin().post(`/api/v1/admin/events/${first.id}/reject`).expect(200);
    const { body: second } = await ask(ada).expect(201);
    expect(second.id).not.toBe(first.id);
  });

  it('lets five wait, and the next only when one of them is decided', async () => {
    for (let n = 1; n <= 5; n += 1) await ask(ada, { title: `Party ${n}` }).expect(201);

    const { body } = await ask(ada, { title: 'Party 6' }).expect(409);
    expect(body).toEqual(failure('TOO_MANY_PENDING'));
    await ask(ada, { title: 'Party 5' }).expect(200);
    await ask(grace, { title: 'Party 6' }).expect(201);

    const [first] = await requestsOf(ada);
    await api.admin().post(`/api/v1/admin/events/${first.id}/approve`).expect(200);
    await ask(ada, { title: 'Party 6' }).expect(201);
  });

  it('lets five wait also when ten are sent at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ask(ada, { title: `Party ${n}` })),
    );

    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill(201),
      ...Array(5).fill(409),
    ]);
    expect(await requestsOf(ada)).toHaveLength(5);
  });

  it('makes one of the same that is sent ten times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(ada)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await requestsOf(ada)).toHaveLength(1);
  });

  it('takes nothing of somebody who is erased while they ask', async () => {
    const { body } = await whileErasing(api, ada, () => ask(ada, { contact: '@ada' }));

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
      () => ask(ada, { conference_id }),
    );

    expect(status).toBe(201);
    expect(await requestsOf(ada)).toHaveLength(1);
  });

  it('needs a person', async () => {
    await api.anonymous().post('/api/v1/events/side-event-request').send(PARTY).expect(401);
    await api.admin().post('/api/v1/events/side-event-request').send(PARTY).expect(401);
  });
});

describe('an event that somebody asked for', () => {
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
  ])('is seen only by who asked while it is %s, with the reason %p', async (status, reason) => {
    const event = await aRequest({ status, rejection_reason: reason, contact: '@ada' });

    const { body } = await see(ada, event).expect(200);

    expect(body).toMatchObject({ id: event.id, status, rejection_reason: reason });
    expect(body.attendance).toMatchObject({ status: 'none' });
    expect(keysOf(body)).not.toContain('contact');
    expect(keysOf(body)).not.toContain('submitted_by');
    expect(await mine(ada)).toEqual([body]);

    for (const agent of [api.as(grace), api.anonymous()]) {
      const hidden = await agent.get(`/api/v1/events/${event.id}`).expect(404);
      expect(hidden.body).toEqual({ error: 'event not found', code: 'NOT_FOUND' });
    }
    expect(await mine(grace)).toEqual([]);
    await api.as(ada).get(`/api/v1/events/slug/${event.slug}`).expect(404);
  });

  it.each(['approved', 'cancelled'])(
    'is shown to who asked as to everybody when it is %s',
    async (status) => {
      const event = await aRequest({ status });
      const own = await see(ada, event).expect(200);
      const others = await see(grace, event).expect(200);

      expect(own.body).toEqual(others.body);
      expect(keysOf(own.body)).not.toContain('rejection_reason');
      expect((await mine(ada)).map(({ id }: Event) => id)).toEqual([event.id]);
    },
  );

  it('cannot be attended before it is approved, and tells who asked that they do not', async () => {
    const event = await aRequest({ status: 'pending' });
    const attendance = `/api/v1/events/${event.id}/attendance`;

    expect((await api.as(ada).get(attendance).expect(200)).body.status).toBe('none');
    await api.as(grace).get(attendance).expect(404);
    for (const user of [ada, grace]) {
      await api.as(user).post('/api/v1/events/attend').send({ event_id: event.id }).expect(404);
    }
  });

  it('is known to nobody while its conference is a draft', async () => {
    const { id: conference_id } = await aConference(api.db, { status: 'draft' });
    const event = await aRequest({ status: 'pending', conference_id });

    await see(ada, event).expect(404);
    expect(await mine(ada)).toEqual([]);
  });

  it('stands once among my events, with the others by start', async () => {
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

  it('costs the database no more where there are many', async () => {
    await aRequest({ status: 'pending' });
    const one = await countQueries(api.db, () => mine(ada));
    for (let n = 0; n < 10; n += 1) await aRequest({ status: 'rejected' });
    const many = await countQueries(api.db, () => mine(ada));

    expect(many).toBe(one);
  });
});
