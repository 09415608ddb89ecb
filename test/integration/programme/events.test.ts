import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { laterOn } from '../../support/changes.ts';
import { aConference, anEvent, aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('events').delete();
  await api.db('conferences').delete();
});

const list = (query: object = {}) => api.anonymous().get('/api/v1/events').query(query);
const titles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title);
const auditOf = (id: number) =>
  api.db('audit_log').where({ subject_type: 'event', subject_id: id }).orderBy('id');

/** The test clock shows 9:00 UTC. */
const at = (time: string) => `2026-05-14T${time}:00.000Z`;
const from = (start: string, end: string) => ({ starts_at: at(start), ends_at: at(end) });

describe('GET /events', () => {
  it('lists approved events sorted by start, ended ones included', async () => {
    await anEvent(api.db, { title: 'Evening', ...from('18:00', '20:00') });
    await anEvent(api.db, { title: 'Breakfast', ...from('07:00', '08:00') });
    await anEvent(api.db, { title: 'Noon', ...from('12:00', '13:00') });
    await anEvent(api.db, { title: 'Noon too', ...from('12:00', '13:00') });
    for (const status of ['pending', 'rejected', 'cancelled']) await anEvent(api.db, { status });

    const { body } = await list().expect(200);

    expect(titles(body)).toEqual(['Breakfast', 'Noon', 'Noon too', 'Evening']);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 4, pages: 1 });
  });

  it('shows all public fields of an event and no fields of its feed', async () => {
    const conference = await aConference(api.db);
    const event = await anEvent(api.db, {
      slug: 'engines-that-weave',
      conference_id: conference.id,
      title: 'Engines that weave',
      description: 'From the loom to the store.',
      kind: 'side',
      ...from('10:00', '11:00'),
      timezone: 'Europe/Lisbon',
      venue_name: 'Great Hall',
      venue_address: 'Museum Quay 1',
      venue_latitude: 53.5,
      venue_longitude: -9.25,
      image_url: 'https://x.example/i.png',
      url: 'https://x.example',
      organizer: 'Analytical Engines',
      tags: ['Looms', 'history'],
      capacity: 3,
      attendee_count: 1,
      registration_closes_at: at('09:30'),
      source: 'extcal',
      feed_uid: 'uid-1',
    });

    const { body } = await list().expect(200);

    expect(body.data).toEqual([
      {
        id: event.id,
        slug: 'engines-that-weave',
        conference_id: conference.id,
        title: 'Engines that weave',
        description: 'From the loom to the store.',
        kind: 'side',
        status: 'approved',
        starts_at: at('10:00'),
        ends_at: at('11:00'),
        all_day: false,
        timezone: 'Europe/Lisbon',
        venue: {
          name: 'Great Hall',
          address: 'Museum Quay 1',
          latitude: 53.5,
          longitude: -9.25,
        },
        image_url: 'https://x.example/i.png',
        url: 'https://x.example',
        organizer: 'Analytical Engines',
        tags: ['Looms', 'history'],
        capacity: 3,
        attendee_count: 1,
        spots_left: 2,
        registration_mode: 'open',
        waitlist: 'auto',
        registration_closes_at: at('09:30'),
        registration_state: 'open',
        source: 'extcal',
        created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        updated_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      },
    ]);
  });

  it('omits events of a draft and includes those of an archived conference', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const archived = await aConference(api.db, { status: 'archived' });
    await anEvent(api.db, { title: 'Secret', conference_id: draft.id });
    await anEvent(api.db, { title: 'Old', conference_id: archived.id });

    expect(titles((await list()).body)).toEqual(['Old']);
    expect((await list({ conference_id: draft.id })).body.data).toEqual([]);
  });

  describe('filters the list', () => {
    let conference: Conference;

    beforeEach(async () => {
      conference = await aConference(api.db);
      await anEvent(api.db, {
        title: 'Talk on 50% less yarn',
        conference_id: conference.id,
        tags: ['Looms'],
        ...from('06:00', '08:00'),
      });
      await anEvent(api.db, {
        title: 'Workshop',
        venue_name: 'Great Hall',
        ...from('08:00', '10:00'),
      });
      await anEvent(api.db, {
        title: 'Dinner',
        kind: 'side',
        organizer: 'The Weavers',
        ...from('18:00', '20:00'),
      });
      await anEvent(api.db, { title: 'A point in time', ...from('12:00', '12:00') });
    });

    it.each([
      ['kind', { kind: 'side' }, ['Dinner']],
      ['tag in any case', { tag: 'looms' }, ['Talk on 50% less yarn']],
      ['tag, not by a part of it', { tag: 'loom' }, []],
      ['title words in any order and case', { q: 'YARN talk' }, ['Talk on 50% less yarn']],
      ['part of a venue name', { q: 'great h' }, ['Workshop']],
      ['part of an organizer', { q: 'weaver' }, ['Dinner']],
      ['a literal percent sign', { q: '50%' }, ['Talk on 50% less yarn']],
      ['upcoming', { upcoming: 'true' }, ['Workshop', 'A point in time', 'Dinner']],
      ['other fields if upcoming is false', { upcoming: 'false', kind: 'side' }, ['Dinner']],
      [
        'from, without an event that ends then',
        { from: at('10:00') },
        ['A point in time', 'Dinner'],
      ],
      [
        'from, with an event that is running then',
        { from: at('09:59') },
        ['Workshop', 'A point in time', 'Dinner'],
      ],
      [
        'from, with an event that starts and ends then',
        { from: at('12:00') },
        ['A point in time', 'Dinner'],
      ],
      ['from, a minute after that event', { from: at('12:01') }, ['Dinner']],
      ['to', { to: at('08:00') }, ['Talk on 50% less yarn']],
      ['from and to', { from: at('09:00'), to: at('12:30') }, ['Workshop', 'A point in time']],
      ['a time with an offset', { from: '2026-05-14T20:01:00+02:00' }, ['Dinner']],
    ])('by %s', async (_how, query, found) => {
      const { body } = await list(query).expect(200);
      expect(titles(body)).toEqual(found);
      expect(body.pagination.total).toBe(found.length);
    });

    it('by conference', async () => {
      const { body } = await list({ conference_id: conference.id }).expect(200);
      expect(titles(body)).toEqual(['Talk on 50% less yarn']);
    });

    it('and answers in pages', async () => {
      const { body } = await list({ page: 2, limit: 3 }).expect(200);
      expect(titles(body)).toEqual(['Dinner']);
      expect(body.pagination).toEqual({ page: 2, limit: 3, total: 4, pages: 2 });
    });
  });

  it.each([
    ['page=0', 'page'],
    ['limit=101', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['page=1000000&limit=100', 'page'],
    ['kind=other', 'kind'],
    ['conference_id=x', 'conference_id'],
    ['from=yesterday', 'from'],
    ['to=2026-05', 'to'],
    ['upcoming=yes', 'upcoming'],
    ['tag=', 'tag'],
    ['q=%00', 'q'],
  ])('answers 400 for %s', async (query, field) => {
    const { body } = await api.anonymous().get(`/api/v1/events?${query}`).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
  });

  it('is public for caches and answers 304 until it changes', async () => {
    const first = await list().expect(200);
    const again = await list().set('If-None-Match', String(first.get('ETag')));
    expect(first.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
    expect(again.status).toBe(304);

    await anEvent(api.db);
    await list()
      .set('If-None-Match', String(first.get('ETag')))
      .expect(200);
  });

  it('sends as many queries for many events as for one', async () => {
    await anEvent(api.db);
    const one = await countQueries(api.db, () => list({ upcoming: 'true', q: 'event' }));
    for (let n = 0; n < 20; n += 1) await anEvent(api.db);
    const many = await countQueries(api.db, () => list({ upcoming: 'true', q: 'event' }));

    expect([one, many]).toEqual([8, 8]);
  });
});

describe.each([
  ['GET /events/:id', (event: Event) => `/api/v1/events/${event.id}`],
  ['GET /events/slug/:slug', (event: Event) => `/api/v1/events/slug/${event.slug}`],
])('%s', (_name, pathOf) => {
  it.each(['approved', 'cancelled'])('shows an event that is %s', async (status) => {
    const event = await anEvent(api.db, { status });
    const { body } = await api.anonymous().get(pathOf(event)).expect(200);

    expect(body).toMatchObject({ id: event.id, slug: event.slug, status });
    expect(body).not.toHaveProperty('attendance');
  });

  it.each(['pending', 'rejected'])('answers 404 for an event that is %s', async (status) => {
    const event = await anEvent(api.db, { status });
    const { body } = await api.anonymous().get(pathOf(event)).expect(404);
    expect(body).toEqual({ error: 'event not found', code: 'NOT_FOUND' });
  });

  it('answers 404 for an event of a draft', async () => {
    const { id } = await aConference(api.db, { status: 'draft' });
    await api
      .anonymous()
      .get(pathOf(await anEvent(api.db, { conference_id: id })))
      .expect(404);
  });

  it('answers 404 for an unknown id or slug', async () => {
    await api
      .anonymous()
      .get(pathOf({ id: 999_999, slug: 'nowhere' } as Event))
      .expect(404);
  });

  it.each([
    ['open', {}],
    ['waitlist', { capacity: 1, attendee_count: 1 }],
    ['closed', { registration_closes_at: at('09:00') }],
    ['ended', from('07:00', '08:00')],
    ['cancelled', { status: 'cancelled' }],
  ])('answers the registration state %s', async (registration_state, given) => {
    const { body } = await api.anonymous().get(pathOf(await anEvent(api.db, given)));
    expect(body.registration_state).toBe(registration_state);
  });
});

describe('GET /events/:id', () => {
  it('adds the attendance of a signed-in caller and forbids caching', async () => {
    const ada = await aUser(api.db);
    const event = await anEvent(api.db);
    const before = await api.as(ada).get(`/api/v1/events/${event.id}`).expect(200);
    await api.as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    const after = await api.as(ada).get(`/api/v1/events/${event.id}`).expect(200);

    expect(before.body.attendance).toEqual({
      status: 'none',
      registered_at: null,
      waitlist_position: null,
      checked_in_at: null,
    });
    expect(after.body.attendance).toEqual({
      status: 'registered',
      registered_at: at('09:00'),
      waitlist_position: null,
      checked_in_at: null,
    });
    expect(after.body.attendee_count).toBe(1);
    expect(after.get('Cache-Control')).toBe('private, no-store, no-transform');
  });

  it('answers 404 to signed-in callers for a pending event', async () => {
    const event = await anEvent(api.db, { status: 'pending' });
    await api
      .as(await aUser(api.db))
      .get(`/api/v1/events/${event.id}`)
      .expect(404);
  });

  it.each(['0', '-1', '1.5', 'x', '9007199254740992'])('answers 400 for id %s', async (id) => {
    const { body } = await api.anonymous().get(`/api/v1/events/${id}`).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
  });

  it('answers 400 for an invalid slug', async () => {
    const { body } = await api.anonymous().get('/api/v1/events/slug/Not_a_slug').expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
  });
});

describe('GET /events?updated_since', () => {
  const BEGINNING = '2000-01-01T00:00:00Z';
  const changes = async (since: string, query = '') => {
    const path = `/api/v1/events?updated_since=${since}&limit=100${query}`;
    const { body } = await api.anonymous().get(path).expect(200);
    return { ids: body.data.map(({ id }: Event) => id), gone: body.gone, as_of: body.as_of };
  };
  const touch = (event: Event, change: object) =>
    api
      .db('events')
      .where({ id: event.id })
      .update({ ...change, updated_at: api.db.fn.now(3) });

  it('answers changed events, ids that are gone, and as_of for the next request', async () => {
    const [kept, changed, cancelled, deleted] = await Promise.all(
      [1, 2, 3, 4].map(() => anEvent(api.db)),
    );
    await laterOn();
    const { as_of, ids } = await changes(BEGINNING);
    expect(ids).toEqual(
      expect.arrayContaining([kept, changed, cancelled, deleted].map((e) => e?.id)),
    );

    await touch(changed as Event, { title: 'Engines that sing' });
    await touch(cancelled as Event, { status: 'cancelled' });
    await api.db('events').where({ id: deleted?.id }).delete();
    const after = await changes(as_of);

    expect(after.ids).toEqual(expect.arrayContaining([changed?.id]));
    expect(after.gone.toSorted()).toEqual([cancelled?.id, deleted?.id].toSorted());
    expect(Date.parse(after.as_of)).toBeGreaterThan(Date.parse(as_of));
  });

  it('reports as gone the events that no longer match the filter', async () => {
    const [from, to] = [await aConference(api.db), await aConference(api.db)];
    const moved = await anEvent(api.db, { conference_id: from.id });
    await laterOn();
    const { as_of } = await changes(BEGINNING, `&conference_id=${from.id}`);

    await touch(moved, { conference_id: to.id });

    expect(await changes(as_of, `&conference_id=${from.id}`)).toMatchObject({
      ids: [],
      gone: [moved.id],
    });
    expect(await changes(as_of, `&conference_id=${to.id}`)).toMatchObject({ ids: [moved.id] });
  });

  it('reports as gone an event that moved to a draft', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const [moved, alone] = [
      await anEvent(api.db, { conference_id: (await aConference(api.db)).id }),
      await anEvent(api.db),
    ];
    await laterOn();
    const { as_of } = await changes(BEGINNING);

    for (const event of [moved, alone]) await touch(event, { conference_id: draft.id });

    const { ids, gone } = await changes(as_of);
    expect([ids, gone.toSorted()]).toEqual([[], [moved.id, alone.id].toSorted()]);
  });

  it('does not report as gone a moved event that still matches', async () => {
    const { id } = await aConference(api.db);
    const event = await anEvent(api.db);
    await laterOn();
    const { as_of } = await changes(BEGINNING);

    await touch(event, { conference_id: id });

    expect(await changes(as_of)).toMatchObject({ ids: [event.id], gone: [] });
  });

  it('with upcoming=true reports as gone an event that a change ended', async () => {
    const event = await anEvent(api.db);
    await laterOn();
    const { as_of } = await changes(BEGINNING, '&upcoming=true');

    await touch(event, from('07:00', '08:00'));

    expect(await changes(as_of, '&upcoming=true')).toMatchObject({ ids: [], gone: [event.id] });
  });

  it('with upcoming=true reports as gone an event that ended since', async () => {
    await api.db('gone_rows').delete();
    const unchanged = { updated_at: '2026-05-01T09:00:00Z' };
    const ended = await anEvent(api.db, { ...from('08:00', '08:50'), ...unchanged });
    await anEvent(api.db, { ...from('07:00', '08:00'), ...unchanged });
    await anEvent(api.db, { ...from('08:00', '09:50'), ...unchanged });

    expect(await changes(at('08:30'), '&upcoming=true')).toMatchObject({
      ids: [],
      gone: [ended.id],
    });
    expect(await changes(at('08:30'), '&upcoming=true&q=elsewhere')).toMatchObject({ gone: [] });
    expect(await changes(at('08:30'))).toMatchObject({ ids: [], gone: [] });
  });

  it('never reports events that were never public', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const secret = await anEvent(api.db, { conference_id: draft.id });
    const pending = await anEvent(api.db, { status: 'pending' });
    const first = await changes(BEGINNING);
    await api.db('events').where({ id: pending.id }).delete();

    expect([...first.ids, ...first.gone, ...(await changes(BEGINNING)).gone]).not.toEqual(
      expect.arrayContaining([secret.id]),
    );
    expect((await changes(BEGINNING)).gone).not.toContain(pending.id);
  });
});

describe('GET /events/my', () => {
  let ada: User;

  beforeEach(async () => {
    ada = await aUser(api.db);
  });

  const mine = (query: object = {}) => api.as(ada).get('/api/v1/events/my').query(query);
  const attend = (user: User, event: Event) =>
    api.as(user).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);

  it('lists events the caller attends or is waitlisted for, with the attendance', async () => {
    const grace = await aUser(api.db);
    const talk = await anEvent(api.db, { title: 'Talk', ...from('10:00', '11:00') });
    const full = await anEvent(api.db, { title: 'Full', capacity: 1, ...from('12:00', '13:00') });
    const left = await anEvent(api.db, { title: 'Left', ...from('14:00', '15:00') });
    await anEvent(api.db, { title: 'Of others' });
    await attend(grace, full);
    for (const event of [left, full, talk]) await attend(ada, event);
    await api.as(ada).delete(`/api/v1/events/${left.id}/attend`).expect(200);

    const { body } = await mine().expect(200);

    expect(titles(body)).toEqual(['Talk', 'Full']);
    expect(body.data.map((event: { attendance: object }) => event.attendance)).toEqual([
      {
        status: 'registered',
        registered_at: at('09:00'),
        waitlist_position: null,
        checked_in_at: null,
      },
      {
        status: 'waitlisted',
        registered_at: at('09:00'),
        waitlist_position: 1,
        checked_in_at: null,
      },
    ]);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 2, pages: 1 });
  });

  it('separates upcoming from past events and sorts past ones latest first', async () => {
    for (const [title, start, end] of [
      ['Breakfast', '06:00', '07:00'],
      ['Run', '07:00', '09:00'],
      ['Now', '08:00', '10:00'],
      ['Noon', '12:00', '13:00'],
    ] as const) {
      const event = await anEvent(api.db, { title, attendee_count: 1, ...from(start, end) });
      await api.db('event_attendances').insert({
        event_id: event.id,
        user_id: ada.id,
        status: 'registered',
        registered_at: at('05:00'),
      });
    }

    expect(titles((await mine()).body)).toEqual(['Breakfast', 'Run', 'Now', 'Noon']);
    expect(titles((await mine({ when: 'upcoming' })).body)).toEqual(['Now', 'Noon']);
    expect(titles((await mine({ when: 'past' })).body)).toEqual(['Run', 'Breakfast']);
    expect(titles((await mine({ limit: 1, page: 2 })).body)).toEqual(['Run']);
  });

  it('includes cancelled events and omits those of a conference that is a draft again', async () => {
    const conference = await aConference(api.db);
    const cancelled = await anEvent(api.db, { title: 'Cancelled' });
    const hidden = await anEvent(api.db, { title: 'Hidden', conference_id: conference.id });
    for (const event of [cancelled, hidden]) await attend(ada, event);
    await api.db('events').where({ id: cancelled.id }).update({ status: 'cancelled' });
    await api.db('conferences').update({ status: 'draft' });

    expect(titles((await mine()).body)).toEqual(['Cancelled']);
  });

  it('sends as many queries for many events as for one', async () => {
    await attend(ada, await anEvent(api.db));
    const one = await countQueries(api.db, () => mine());
    for (let n = 0; n < 10; n += 1) await attend(ada, await anEvent(api.db));
    const many = await countQueries(api.db, () => mine());

    expect(many).toBe(one);
  });

  it('answers 400 for an unknown value of when', async () => {
    const { body } = await mine({ when: 'now' }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
  });

  it('answers 401 without sign-in', async () => {
    await api.anonymous().get('/api/v1/events/my').expect(401);
  });
});

const create = (body: object) => api.admin().post('/api/v1/admin/events').send(body);
const change = (id: number, body: object) =>
  api.admin().put(`/api/v1/admin/events/${id}`).send(body);
const anHour = from('10:00', '11:00');

describe('POST /admin/events', () => {
  it('creates an event with all given fields and writes an audit entry', async () => {
    const conference = await aConference(api.db);
    const given = {
      conference_id: conference.id,
      title: '  Köln: Engines & Looms ',
      description: 'Line one\nline two',
      kind: 'side',
      status: 'pending',
      starts_at: '2026-05-14T12:00:00+02:00',
      ends_at: '2026-05-14T11:00:00Z',
      all_day: true,
      timezone: 'Asia/Tokyo',
      venue: { name: 'Hall', address: 'Quay 1', latitude: 0, longitude: -180 },
      image_url: 'https://x.example/i.png',
      url: 'http://x.example/',
      organizer: 'Weavers',
      tags: ['Looms', 'history', 'looms'],
      capacity: 7,
      registration_closes_at: '2026-05-14T09:30:00Z',
    };

    const { body } = await create(given).expect(201);

    expect(body).toMatchObject({
      ...given,
      slug: 'koln-engines-looms',
      title: 'Köln: Engines & Looms',
      starts_at: at('10:00'),
      ends_at: at('11:00'),
      registration_closes_at: at('09:30'),
      tags: ['looms', 'history'],
      attendee_count: 0,
      spots_left: 7,
      registration_state: 'closed',
      source: 'admin',
    });
    expect(await auditOf(body.id)).toMatchObject([
      {
        actor: expect.stringMatching(/^key /),
        action: 'event.create',
        before: null,
        after: { title: 'Köln: Engines & Looms', venue_name: 'Hall' },
      },
    ]);
  });

  it('fills in defaults', async () => {
    const { body } = await create({ title: 'Engines', ...anHour }).expect(201);

    expect(body).toMatchObject({
      slug: 'engines',
      conference_id: null,
      description: null,
      kind: 'main',
      status: 'approved',
      all_day: false,
      timezone: 'UTC',
      venue: { name: null, address: null, latitude: null, longitude: null },
      tags: [],
      capacity: null,
      spots_left: null,
      registration_state: 'open',
    });
    expect(titles((await list()).body)).toEqual(['Engines']);
  });

  it('defaults to the time zone of its conference', async () => {
    const { id } = await aConference(api.db, { timezone: 'America/Lima', status: 'draft' });
    const { body } = await create({ title: 'Engines', conference_id: id, ...anHour }).expect(201);
    expect(body.timezone).toBe('America/Lima');
  });

  it('accepts null for optional fields', async () => {
    const { body } = await create({
      title: 'Engines',
      ...anHour,
      conference_id: null,
      description: null,
      venue: null,
      tags: null,
      capacity: null,
    }).expect(201);
    expect(body).toMatchObject({ venue: { name: null }, tags: [], capacity: null });
  });

  it.each([
    ['no title', { title: undefined }, 'title'],
    ['an empty title', { title: '  ' }, 'title'],
    ['a title of 301 characters', { title: 'x'.repeat(301) }, 'title'],
    ['no start', { starts_at: undefined }, 'starts_at'],
    ['a start without time', { starts_at: '2026-05-14' }, 'starts_at'],
    ['an end at the start', { ends_at: at('10:00') }, 'ends_at'],
    ['an unknown time zone', { timezone: 'Moon/Crater' }, 'timezone'],
    ['an unknown kind', { kind: 'keynote' }, 'kind'],
    ['an unknown status', { status: 'draft' }, 'status'],
    ['a capacity of 0', { capacity: 0 }, 'capacity'],
    ['a fractional capacity', { capacity: 1.5 }, 'capacity'],
    ['a javascript URL', { url: 'javascript:alert(1)' }, 'url'],
    ['a latitude of 91', { venue: { latitude: 91 } }, 'venue.latitude'],
    ['21 tags', { tags: Array(21).fill('x') }, 'tags'],
    ['a conference id as text', { conference_id: '1' }, 'conference_id'],
    ['an invalid slug', { slug: 'Not a slug' }, 'slug'],
  ])('answers 400 for %s', async (_what, given, field) => {
    const { body } = await create({ title: 'Engines', ...anHour, ...given }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
    expect(await api.db('events')).toEqual([]);
  });

  it('answers 404 for an unknown conference', async () => {
    const { body } = await create({ title: 'E', conference_id: 999_999, ...anHour }).expect(404);
    expect(body).toEqual({ error: 'conference not found', code: 'NOT_FOUND' });
  });

  it('answers 401 and 403 to other callers than administrators', async () => {
    const body = { title: 'Engines', ...anHour };
    const user = await aUser(api.db);
    await api.anonymous().post('/api/v1/admin/events').send(body).expect(401);
    await api.as(user).post('/api/v1/admin/events').send(body).expect(403);
  });
});

describe('slugs', () => {
  const slugs = () => api.db('events').orderBy('id').pluck('slug');

  it('get a number if the slug of a title is taken', async () => {
    await anEvent(api.db, { slug: 'day-2' });
    await anEvent(api.db, { slug: 'days' });
    for (const title of ['Day', 'Day!', 'Day 2', '🎉', '🎊']) {
      await create({ title, ...anHour }).expect(201);
    }
    expect(await slugs()).toEqual(['day-2', 'days', 'day', 'day-3', 'day-2-2', 'event', 'event-2']);
  });

  it('are unique for concurrent requests with one title', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => create({ title: 'Standup', ...anHour })),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect((await slugs()).toSorted()).toEqual(
      ['standup', ...Array.from({ length: 11 }, (_, n) => `standup-${n + 2}`)].toSorted(),
    );
  });

  it('are cut for long titles and stay unique', async () => {
    const title = 'a'.repeat(300);
    await create({ title, ...anHour }).expect(201);
    await create({ title, ...anHour }).expect(201);
    expect(await slugs()).toEqual(['a'.repeat(112), `${'a'.repeat(112)}-2`]);
  });

  it('can be given, and lead to 409 if they are taken', async () => {
    await create({ title: 'One', slug: 'mine', ...anHour }).expect(201);
    const { body } = await create({ title: 'Two', slug: 'mine', ...anHour }).expect(409);
    expect(body).toEqual({ error: 'slug: expected one that is not in use', code: 'CONFLICT' });
    expect(await slugs()).toEqual(['mine']);
  });

  it('stay when the title changes, and can be updated', async () => {
    const { body } = await create({ title: 'One', ...anHour });
    expect((await change(body.id, { title: 'Two' })).body).toMatchObject({
      title: 'Two',
      slug: 'one',
    });
    expect((await change(body.id, { slug: 'two' })).body).toMatchObject({ slug: 'two' });

    await anEvent(api.db, { slug: 'three' });
    const taken = await change(body.id, { slug: 'three' }).expect(409);
    expect(taken.body).toEqual(failure('CONFLICT'));
  });
});

describe('PUT /admin/events/:id', () => {
  it('updates the given fields only and writes an audit entry', async () => {
    const event = await anEvent(api.db, { title: 'Looms', description: 'Old', tags: ['a'] });

    const { body } = await change(event.id, {
      title: 'Engines',
      description: null,
      kind: 'main',
      tags: ['a', 'b'],
    }).expect(200);

    expect(body).toMatchObject({
      title: 'Engines',
      description: null,
      tags: ['a', 'b'],
      starts_at: event.starts_at,
      slug: event.slug,
    });
    expect(body.updated_at > event.updated_at).toBe(true);
    expect(await auditOf(event.id)).toMatchObject([
      {
        action: 'event.update',
        before: { title: 'Looms', description: 'Old', tags: ['a'] },
        after: { title: 'Engines', description: null, tags: ['a', 'b'] },
      },
    ]);
  });

  it('writes nothing if nothing changes', async () => {
    const event = await anEvent(api.db, { title: 'Looms', venue_name: 'Hall' });
    const same = { title: 'Looms', status: 'approved', venue: { name: 'Hall' } };
    const { body } = await change(event.id, same).expect(200);

    expect(body.updated_at).toBe(event.updated_at);
    expect(await auditOf(event.id)).toEqual([]);
    await change(event.id, {}).expect(200);
  });

  it('merges the venue field by field, and clears it for null', async () => {
    const { id } = await anEvent(api.db, {
      venue_name: 'Hall',
      venue_address: 'Quay 1',
      venue_latitude: 53.5,
      venue_longitude: 10,
    });
    const venue = async (given: object | null) => (await change(id, { venue: given })).body.venue;

    const merged = { name: 'Tent', address: 'Quay 1', latitude: 53.5, longitude: 10 };
    expect(await venue({ name: 'Tent' })).toEqual(merged);
    expect(await venue({})).toEqual(merged);
    expect(await venue({ address: null })).toEqual({ ...merged, address: null });
    expect(await venue(null)).toEqual({
      name: null,
      address: null,
      latitude: null,
      longitude: null,
    });
  });

  it('records which fields of an imported event later imports must not overwrite', async () => {
    const imported = await anEvent(api.db, { source: 'extcal', feed_uid: 'uid-1', title: 'Looms' });
    const own = await anEvent(api.db);
    const edited = async (id: number) =>
      (await api.db('events').where({ id }).first('edited_fields')).edited_fields;

    await change(imported.id, { title: 'Looms', organizer: 'Weavers' }).expect(200);
    expect(await edited(imported.id)).toEqual(['organizer']);
    await change(imported.id, { venue: { name: 'Tent', address: 'Quay' }, title: 'Engines' });
    expect(await edited(imported.id)).toEqual(['organizer', 'title', 'venue']);
    await change(own.id, { title: 'Engines' }).expect(200);
    expect(await edited(own.id)).toEqual([]);
  });

  it.each([
    ['approved', 'cancelled', 200],
    ['approved', 'pending', 409],
    ['approved', 'rejected', 409],
    ['pending', 'cancelled', 409],
    ['pending', 'approved', 409],
    ['rejected', 'approved', 409],
    ['rejected', 'cancelled', 409],
    ['cancelled', 'approved', 409],
    ['cancelled', 'cancelled', 200],
  ])('answers a change of status from %s to %s with %i', async (before, status, answer) => {
    const { id } = await anEvent(api.db, { status: before });
    const { body } = await change(id, { status }).expect(answer);
    if (answer === 409) {
      const error = `status: this event is ${before}; this endpoint cannot make it ${status}`;
      expect(body).toEqual({ error, code: 'CONFLICT' });
    } else expect(body.status).toBe(status);
  });

  it.each([
    ['an end before the stored start', { ends_at: '2026-05-15T08:59:00Z' }],
    ['a start at the stored end', { starts_at: '2026-05-15T10:00:00Z' }],
    [
      'an end before the start',
      { starts_at: '2026-05-17T10:00:00Z', ends_at: '2026-05-16T10:00:00Z' },
    ],
  ])('answers 400 for %s', async (_what, given) => {
    const { id } = await anEvent(api.db);
    const { body } = await change(id, given).expect(400);
    expect(body).toEqual({
      error: 'ends_at: expected a time after starts_at',
      code: 'VALIDATION_ERROR',
    });
  });

  it('accepts other changes of an event that ends when it starts, as in some feeds', async () => {
    const { id } = await anEvent(api.db, { ...from('10:00', '10:00') });
    await change(id, { title: 'Looms' }).expect(200);
    const { body } = await change(id, from('12:00', '13:00')).expect(200);
    expect(body).toMatchObject(from('12:00', '13:00'));
  });

  it.each([
    ['title', { title: null }],
    ['starts_at', { starts_at: null }],
    ['timezone', { timezone: null }],
    ['kind', { kind: null }],
    ['status', { status: null }],
    ['slug', { slug: null }],
  ])('answers 400 for null as %s', async (field, given) => {
    const { id } = await anEvent(api.db);
    const { body } = await change(id, given).expect(400);
    expect(body.error).toContain(`${field}: `);
  });

  it('moves an event to a conference, and answers 404 for an unknown one', async () => {
    const { id } = await anEvent(api.db);
    const conference = await aConference(api.db);
    const { body } = await change(id, { conference_id: conference.id }).expect(200);
    expect(body.conference_id).toBe(conference.id);

    const missing = await change(id, { conference_id: 999_999 }).expect(404);
    expect(missing.body).toEqual({ error: 'conference not found', code: 'NOT_FOUND' });
    expect((await change(id, { conference_id: null })).body.conference_id).toBe(null);
  });

  it('answers 404 for an unknown id, and 401 and 403 to other callers', async () => {
    await change(999_999, { title: 'x' }).expect(404);
    await api.anonymous().put('/api/v1/admin/events/1').send({}).expect(401);
    await api
      .as(await aUser(api.db))
      .put('/api/v1/admin/events/1')
      .send({})
      .expect(403);
  });

  it('keeps both of two concurrent updates', async () => {
    const { id } = await anEvent(api.db);
    await Promise.all([change(id, { title: 'Looms' }), change(id, { organizer: 'Weavers' })]);
    const { body } = await change(id, {});

    expect(body).toMatchObject({ title: 'Looms', organizer: 'Weavers' });
    expect(await auditOf(id)).toHaveLength(2);
  });
});

describe('DELETE /admin/events/:id', () => {
  const remove = (id: number) => api.admin().delete(`/api/v1/admin/events/${id}`);

  it('deletes an event with its attendances and writes an audit entry', async () => {
    const ada = await aUser(api.db);
    const event = await anEvent(api.db, { title: 'Looms' });
    await api.as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);

    const { body } = await remove(event.id).expect(200);

    expect(body).toEqual({ id: event.id, deleted: true });
    expect(await api.db('event_attendances').where({ user_id: ada.id })).toEqual([]);
    expect(await auditOf(event.id)).toMatchObject([
      { action: 'event.delete', before: { title: 'Looms', slug: event.slug }, after: null },
    ]);
    await remove(event.id).expect(404);
    await api.anonymous().get(`/api/v1/events/${event.id}`).expect(404);
  });

  it('records an imported event, so that later imports skip it', async () => {
    const { id: conference_id } = await aConference(api.db);
    const own = await anEvent(api.db);
    const imported = await anEvent(api.db, {
      title: 'Looms',
      source: 'extcal',
      feed_uid: 'uid-1',
      feed_recurrence_id: '20260514',
      feed_title: 'Title in the feed',
      feed_starts_at: '2026-05-14T08:00:00.000Z',
      feed_conference_id: conference_id,
    });
    for (const { id } of [own, imported]) await remove(id).expect(200);

    expect(await api.db('deleted_feed_events')).toEqual([
      {
        feed_conference_id: conference_id,
        feed_uid: 'uid-1',
        feed_recurrence_id: '20260514',
        feed_title: 'Title in the feed',
        feed_starts_at: '2026-05-14T08:00:00.000Z',
      },
    ]);
  });

  it('takes effect once for concurrent requests', async () => {
    const { id } = await anEvent(api.db);
    const answers = await Promise.all([remove(id), remove(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it('answers 401 and 403 to other callers than administrators', async () => {
    const { id } = await anEvent(api.db);
    await api.anonymous().delete(`/api/v1/admin/events/${id}`).expect(401);
    await api
      .as(await aUser(api.db))
      .delete(`/api/v1/admin/events/${id}`)
      .expect(403);
  });
});
