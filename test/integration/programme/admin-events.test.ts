import type { AttendanceStatus } from '../../../src/domain/attendance/attendances.ts';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aUser,
  people,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';
import { said } from '../../support/said.ts';
import { expectSound } from '../../support/seats.ts';
import { shownNotifications } from '../../support/shown-notifications.ts';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('events').delete();
  await api.db('conferences').delete();
  ada = await aUser(api.db);
});

/** The test clock shows 9:00 UTC. */
const at = (time: string) => `2026-05-14T${time}:00.000Z`;
const from = (start: string, end: string) => ({ starts_at: at(start), ends_at: at(end) });

const get = (path = '', query: object = {}) =>
  api.admin().get(`/api/v1/admin/events${path}`).query(query);
const change = (id: number, body: object) =>
  api.admin().put(`/api/v1/admin/events/${id}`).send(body);
const remove = (id: number) => api.admin().delete(`/api/v1/admin/events/${id}`);
const approve = (id: number) => api.admin().post(`/api/v1/admin/events/${id}/approve`);
const reject = (id: number, body: object = {}) =>
  api.admin().post(`/api/v1/admin/events/${id}/reject`).send(body);

const aRequest = (given: object = {}) =>
  anEvent(api.db, { status: 'pending', source: 'request', submitted_by: ada.id, ...given });
const titles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title);
const inbox = async (user: User) =>
  (await shownNotifications(api.db, user.id)).map(({ type, title, body, data }) => {
    return { type, title, body, data };
  });
const typesOf = async (user: User) => (await inbox(user)).map(({ type }) => type);
const auditOf = (id: number) =>
  api.db('audit_log').where({ subject_type: 'event', subject_id: id }).orderBy('id');

/** Makes every insert of a notification fail while `work` runs. */
async function withoutNotifications(work: () => Promise<void>): Promise<void> {
  await api.db.raw(`
    create function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'no notifications'; end $$;
    create trigger refuse before insert on notifications execute function refuse();`);
  try {
    await work();
  } finally {
    await api.db.raw('drop function refuse cascade');
  }
}

describe('GET /admin/events', () => {
  it('lists events of every status, the latest start first', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    await anEvent(api.db, { title: 'Noon', ...from('12:00', '13:00') });
    await anEvent(api.db, { title: 'Noon too', status: 'pending', ...from('12:00', '13:00') });
    await anEvent(api.db, { title: 'Run', status: 'cancelled', ...from('06:00', '07:00') });
    await anEvent(api.db, { title: 'Secret', conference_id: draft.id, ...from('18:00', '20:00') });
    await anEvent(api.db, { title: 'No', status: 'rejected', ...from('15:00', '16:00') });

    const { body } = await get().expect(200);

    expect(titles(body)).toEqual(['Secret', 'No', 'Noon too', 'Noon', 'Run']);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 5, pages: 1 });
    expect(titles((await get('', { page: 2, limit: 2 })).body)).toEqual(['Noon too', 'Noon']);
  });

  it('shows the fields for administrators, as GET by id does', async () => {
    const event = await aRequest({
      status: 'rejected',
      rejection_reason: 'No room',
      contact: '@ada',
    });

    const { body } = await get().expect(200);

    expect(body.data).toEqual([
      {
        id: event.id,
        slug: event.slug,
        conference_id: null,
        title: event.title,
        description: null,
        kind: 'main',
        status: 'rejected',
        starts_at: event.starts_at,
        ends_at: event.ends_at,
        all_day: false,
        timezone: 'Europe/Berlin',
        venue: { name: null, address: null, latitude: null, longitude: null },
        image_url: null,
        url: null,
        organizer: null,
        tags: [],
        capacity: null,
        attendee_count: 0,
        spots_left: null,
        registration_mode: 'open',
        waitlist: 'auto',
        over_capacity_count: 0,
        registration_closes_at: null,
        registration_state: 'closed',
        source: 'request',
        version: 1,
        created_at: event.created_at,
        updated_at: event.updated_at,
        submitted_by: ada.id,
        submitter: {
          id: ada.id,
          first_name: ada.first_name,
          last_name: ada.last_name,
          username: ada.username,
        },
        contact: '@ada',
        rejection_reason: 'No room',
      },
    ]);
    expect((await get(`/${event.id}`).expect(200)).body).toEqual(body.data[0]);
  });

  it.each([
    ['a status', { status: 'pending' }, ['Party']],
    ['a kind', { kind: 'side' }, ['Party']],
    ['a source', { source: 'request' }, ['Party']],
    ['words', { q: 'loom' }, ['Looms']],
    ['a tag', { tag: 'LOOMS' }, ['Looms']],
    ['from', { from: at('12:00') }, ['Party']],
    ['to', { to: at('12:00') }, ['Looms', 'Run']],
    ['upcoming', { upcoming: 'true' }, ['Party', 'Looms']],
    ['several filters', { status: 'approved', upcoming: 'true' }, ['Looms']],
  ])('filters by %s', async (_what, query, found) => {
    await anEvent(api.db, { title: 'Run', ...from('06:00', '07:00') });
    await anEvent(api.db, { title: 'Looms', tags: ['Looms'], ...from('10:00', '11:00') });
    await aRequest({ title: 'Party', kind: 'side', ...from('18:00', '20:00') });

    const { body } = await get('', query).expect(200);

    expect(titles(body)).toEqual(found);
    expect(body.pagination.total).toBe(found.length);
  });

  it('filters by a conference, also a draft', async () => {
    const { id: conference_id } = await aConference(api.db, { status: 'draft' });
    await anEvent(api.db, { title: 'Secret', conference_id });
    await anEvent(api.db);
    expect(titles((await get('', { conference_id })).body)).toEqual(['Secret']);
  });

  it('sorts by creation', async () => {
    const created = (hour: number) => ({ created_at: at(`0${hour}:00`) });
    await anEvent(api.db, { title: 'Second', ...created(2) });
    await anEvent(api.db, { title: 'First', ...created(1) });
    await anEvent(api.db, { title: 'Third', ...created(3) });
    const sorted = async (sort: string) => titles((await get('', { sort }).expect(200)).body);
    expect(await sorted('created_at')).toEqual(['First', 'Second', 'Third']);
    expect(await sorted('-created_at')).toEqual(['Third', 'Second', 'First']);
  });

  it('filters by free seats, which a seat and a capacity change', async () => {
    const small = await anEvent(api.db, { title: 'Small', capacity: 1, ...from('12:00', '13:00') });
    await anEvent(api.db, { title: 'Any', capacity: null, ...from('10:00', '11:00') });
    const filtered = async (has_seats: boolean) => titles((await get('', { has_seats })).body);
    expect([await filtered(true), await filtered(false)]).toEqual([['Small', 'Any'], []]);

    await api.as(ada).post('/api/v1/events/attend').send({ event_id: small.id }).expect(201);
    expect([await filtered(true), await filtered(false)]).toEqual([['Any'], ['Small']]);
    await change(small.id, { capacity: 2 }).expect(200);
    expect([await filtered(true), await filtered(false)]).toEqual([['Small', 'Any'], []]);
  });

  it('filters by the requester', async () => {
    await aRequest({ title: 'Of Ada' });
    await aRequest({ title: 'Of another', submitted_by: (await aUser(api.db)).id });
    await anEvent(api.db);
    expect(titles((await get('', { submitted_by: ada.id })).body)).toEqual(['Of Ada']);
  });

  it.each([
    ['has_seats=some', 'has_seats'],
    ['submitted_by=ada', 'submitted_by'],
    ['status=open', 'status'],
    ['source=feed', 'source'],
    ['kind=other', 'kind'],
    ['conference_id=x', 'conference_id'],
    ['from=today', 'from'],
    ['limit=0', 'limit'],
    ['page=1000000&limit=100', 'page'],
  ])('answers 400 for %s', async (query, field) => {
    const { body } = await get(`?${query}`).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
  });
});

describe('GET /admin/events/pending', () => {
  it('lists pending events, the oldest request first', async () => {
    await aRequest({ title: 'First', ...from('18:00', '20:00') });
    await anEvent(api.db);
    await aRequest({ title: 'Second', ...from('12:00', '13:00') });
    const imported = { source: 'extcal', feed_uid: 'uid-1', submitted_by: null };
    await aRequest({ title: 'Third', ...imported, ...from('06:00', '07:00') });
    await aRequest({ status: 'rejected' });

    const { body } = await get('/pending').expect(200);

    expect(titles(body)).toEqual(['First', 'Second', 'Third']);
    expect(body.data[0]).toMatchObject({ submitted_by: ada.id, contact: null });
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 3, pages: 1 });
    expect(titles((await get('/pending', { page: 2, limit: 2 })).body)).toEqual(['Third']);
    await get('/pending', { limit: 101 }).expect(400);
  });
});

it.each(['', '/pending'])(
  'GET /admin/events%s sends one query for any length of a last page',
  async (path) => {
    await aRequest();
    const one = await countQueries(api.db, () => get(path).expect(200));
    for (let n = 0; n < 10; n += 1) await aRequest();
    const many = await countQueries(api.db, () => get(path).expect(200));
    expect([one, many]).toEqual([1, 1]);
  },
);

describe('GET /admin/events/:id', () => {
  it('answers 404 for an unknown id and 400 for an invalid one', async () => {
    expect((await get('/999999').expect(404)).body).toEqual({
      error: 'event not found',
      code: 'NOT_FOUND',
    });
    await get('/x').expect(400);
  });
});

describe('POST /admin/events/:id/approve', () => {
  it.each([
    ['pending', null],
    ['rejected', 'No room'],
  ])('approves a %s event and notifies the requester', async (status, reason) => {
    const event = await aRequest({ title: 'Party', status, rejection_reason: reason });

    const { body } = await approve(event.id).expect(200);

    expect(body).toMatchObject({
      id: event.id,
      status: 'approved',
      registration_state: 'open',
      submitted_by: ada.id,
      rejection_reason: null,
    });
    expect(body.updated_at > event.updated_at).toBe(true);
    await api.anonymous().get(`/api/v1/events/slug/${event.slug}`).expect(200);
    expect(await inbox(ada)).toEqual([
      {
        type: 'event_approved',
        title: 'Your event is approved',
        body: 'It is in the programme now: Party',
        data: { event_id: event.id },
      },
    ]);
    expect(await auditOf(event.id)).toMatchObject([
      {
        actor: expect.stringMatching(/^key /),
        action: 'event.approve',
        before: reason ? { status, rejection_reason: reason } : { status },
        after: reason ? { status: 'approved', rejection_reason: null } : { status: 'approved' },
      },
    ]);
  });

  it.each(['approved', 'cancelled'])('answers 409 for an event that is %s', async (status) => {
    const event = await aRequest({ status });
    const { body } = await approve(event.id).expect(409);
    expect(body).toEqual({
      error: `This event is ${status}; it cannot be approved`,
      code: 'CONFLICT',
    });
    expect([await inbox(ada), await auditOf(event.id)]).toEqual([[], []]);
  });
});

describe('POST /admin/events/:id/reject', () => {
  it('rejects an event and notifies the requester of the reason', async () => {
    const event = await aRequest({ title: 'Party' });

    const { body } = await reject(event.id, { reason: ' The hall is taken. ' }).expect(200);

    expect(body).toMatchObject({ status: 'rejected', rejection_reason: 'The hall is taken.' });
    expect(await inbox(ada)).toEqual([
      {
        type: 'event_rejected',
        title: 'Your event is not approved',
        body: 'Party: The hall is taken.',
        data: { event_id: event.id, reason: 'The hall is taken.' },
      },
    ]);
    expect(await auditOf(event.id)).toMatchObject([
      {
        action: 'event.reject',
        before: { status: 'pending', rejection_reason: null },
        after: { status: 'rejected', rejection_reason: 'The hall is taken.' },
      },
    ]);
  });

  it.each([{}, { reason: null }])('rejects without a reason for %p', async (given) => {
    const event = await aRequest({ title: 'Party' });
    const { body } = await reject(event.id, given).expect(200);
    expect(body.rejection_reason).toBe(null);
    expect(await inbox(ada)).toMatchObject([
      { body: 'Party', data: { event_id: event.id, reason: null } },
    ]);
  });

  it.each(['approved', 'rejected', 'cancelled'])('answers 409 if it is %s', async (status) => {
    const event = await aRequest({ status });
    const { body } = await reject(event.id).expect(409);
    expect(body).toEqual({
      error: `This event is ${status}; it cannot be rejected`,
      code: 'CONFLICT',
    });
    expect(await inbox(ada)).toEqual([]);
  });

  it('answers 400 for an empty or too long reason', async () => {
    const { id } = await aRequest();
    for (const reason of ['', 'x'.repeat(1_001), 7]) {
      const { body } = await reject(id, { reason }).expect(400);
      expect(body.error).toContain('reason: ');
    }
    await reject(id, { reason: 'x'.repeat(1_000) }).expect(200);
  });
});

describe.each([
  ['approve', approve],
  ['reject', reject],
] as const)('POST /admin/events/:id/%s', (what, decide) => {
  it('sends no notification without a requester, and finds no request of an erased one', async () => {
    const imported = await aRequest({ source: 'extcal', feed_uid: 'uid-1', submitted_by: null });
    const left = await aRequest();
    await api.as(ada).delete('/api/v1/users/me').expect(200);

    await decide(imported.id).expect(200);
    await decide(left.id).expect(404);

    const about = [imported, left].map(({ id }) => id);
    expect(
      await api.db('notifications').whereRaw(`(data->>'event_id')::int = any(?)`, [about]),
    ).toEqual([]);
  });

  it('changes nothing if the notification cannot be inserted', async () => {
    const event = await aRequest();
    await withoutNotifications(async () => {
      await decide(event.id).expect(500);
    });
    expect((await get(`/${event.id}`)).body.status).toBe('pending');
    expect(await auditOf(event.id)).toEqual([]);
  });

  it('takes effect once for concurrent requests', async () => {
    const event = await aRequest();
    const answers = await Promise.all([decide(event.id), decide(event.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await inbox(ada)).toHaveLength(1);
    expect(await auditOf(event.id)).toHaveLength(1);
  });

  it('keeps the contact out of the audit log', async () => {
    const event = await aRequest({ contact: 'ada@secret.example' });
    await decide(event.id).expect(200);
    await change(event.id, { title: 'Another' }).expect(200);
    await remove(event.id).expect(200);

    const entries = await auditOf(event.id);
    expect(entries).toHaveLength(3);
    expect(JSON.stringify(entries)).not.toContain('secret');
  });

  it('answers 401 and 403 to other callers, and 404 for an unknown id', async () => {
    const { id } = await aRequest();
    const path = `/api/v1/admin/events/${id}/${what}`;
    await api.anonymous().post(path).expect(401);
    await api.as(ada).post(path).expect(403);
    expect((await decide(999_999).expect(404)).body.code).toBe('NOT_FOUND');
  });
});

it('concurrent approval and rejection end approved, with notifications in the order of effect', async () => {
  const ends = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const host = await aUser(api.db);
      const event = await aRequest({ submitted_by: host.id });
      const both = [() => approve(event.id), () => reject(event.id, { reason: 'No room' })];
      const answers = await Promise.all((n % 2 ? both.toReversed() : both).map((send) => send()));
      const [approved, rejected] = n % 2 ? answers.toReversed() : answers;

      expect(approved?.status).toBe(200);
      const { body } = await get(`/${event.id}`);
      expect(body).toMatchObject({ status: 'approved', rejection_reason: null });
      expect(await typesOf(host)).toEqual(
        rejected?.status === 200 ? ['event_rejected', 'event_approved'] : ['event_approved'],
      );
      expect((await auditOf(event.id)).map(({ action }) => action)).toEqual(
        rejected?.status === 200 ? ['event.reject', 'event.approve'] : ['event.approve'],
      );
      return rejected?.status;
    }),
  );
  for (const status of ends) expect([200, 409]).toContain(status);
});

describe('POST /admin/events/bulk-review', () => {
  const review = (body: object, key?: string) =>
    api.admin(key).post('/api/v1/admin/events/bulk-review').send(body);
  const rowsOf = async (body: object) => (await review(body).expect(200)).body.results;

  it('decides on each event by itself, with a row for each id in their order', async () => {
    const cancelled = await aConference(api.db, { status: 'cancelled' });
    const [first, last] = [await aRequest({ title: 'Tea' }), await aRequest({ title: 'Coffee' })];
    const refused = await aRequest({ status: 'rejected' });
    const off = await aRequest({ conference_id: cancelled.id });
    const ids = [first.id, 999_999, refused.id, off.id, last.id];

    expect(await rowsOf({ ids, decision: 'approve' })).toEqual([
      { id: first.id, status: 'approved' },
      { id: 999_999, error: 'event not found', code: 'NOT_FOUND' },
      {
        id: refused.id,
        error: 'This event is rejected, no longer pending; decide on it by itself',
        code: 'CONFLICT',
      },
      {
        id: off.id,
        error: 'The conference of this event is cancelled',
        code: 'CONFERENCE_CANCELLED',
      },
      { id: last.id, status: 'approved' },
    ]);
    expect((await get(`/${off.id}`)).body.status).toBe('pending');
    expect(await inbox(ada)).toEqual([
      expect.objectContaining({ type: 'event_approved', body: expect.stringContaining('Tea') }),
      expect.objectContaining({ type: 'event_approved', body: expect.stringContaining('Coffee') }),
    ]);
    expect(await auditOf(first.id)).toEqual([
      expect.objectContaining({
        action: 'event.approve',
        before: { status: 'pending' },
        after: { status: 'approved' },
      }),
    ]);
  });

  it('sends the reason to the requester, and changes nothing when repeated', async () => {
    const { id } = await aRequest();
    const rejection = { ids: [id], decision: 'reject', reason: 'No room' };
    expect(await rowsOf(rejection)).toEqual([{ id, status: 'rejected' }]);
    const after = (await get(`/${id}`)).body;
    expect(after.rejection_reason).toBe('No room');

    const again = { ...rejection, ids: [id, id], reason: 'Another reason' };
    expect(await rowsOf(again)).toEqual([
      { id, status: 'rejected' },
      { id, status: 'rejected' },
    ]);
    expect((await get(`/${id}`)).body).toEqual(after);
    expect(await inbox(ada)).toEqual([
      expect.objectContaining({ type: 'event_rejected', body: expect.stringContaining('No room') }),
    ]);
    expect(await auditOf(id)).toHaveLength(1);
  });

  it('decides each event once for ten concurrent requests, whichever decision is first', async () => {
    const ids = (await Promise.all(Array.from({ length: 5 }, () => aRequest()))).map((e) => e.id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        review({
          ids: n % 3 ? ids : ids.toReversed(),
          decision: n % 2 ? 'approve' : 'reject',
        }).expect(200),
      ),
    );
    const rows = answers.flatMap(({ body }) => body.results);
    for (const id of ids) {
      const [entry, ...others] = await auditOf(id);
      expect(others).toEqual([]);
      const { status } = entry.after;
      const ofEvent = rows.filter((row) => row.id === id);
      expect(ofEvent.filter((row) => row.status === status)).toHaveLength(5);
      expect(ofEvent.filter((row) => row.code === 'CONFLICT')).toHaveLength(5);
    }
    expect(await inbox(ada)).toHaveLength(ids.length);
  });

  it('counts events of other conferences than those of the key as missing', async () => {
    const [own, other] = [await aConference(api.db), await aConference(api.db)];
    const inside = await aRequest({ conference_id: own.id });
    const outside = await aRequest({ conference_id: other.id });
    const ids = [outside.id, (await aRequest()).id, inside.id];
    const { secret } = await aKey(api.db, {
      conference_ids: [own.id],
      scopes: ['content:write'],
    });
    const { body } = await review({ ids, decision: 'approve' }, secret).expect(200);
    const missing = { error: 'event not found', code: 'NOT_FOUND' };
    expect(body.results).toEqual([
      { id: ids[0], ...missing },
      { id: ids[1], ...missing },
      { id: inside.id, status: 'approved' },
    ]);
    expect(await api.db('events').whereIn('id', ids).orderBy('id').pluck('status')).toEqual(
      expect.arrayContaining(['pending', 'pending', 'approved']),
    );
  });

  it.each([
    [{ ids: [], decision: 'approve' }, 'ids: expected 1 to 100 ids'],
    [{ ids: Array.from({ length: 101 }, (_, n) => n + 1), decision: 'approve' }, '1 to 100 ids'],
    [{ ids: [1], decision: 'cancel' }, 'decision: '],
    [{ ids: [1], decision: 'reject', reason: 'x'.repeat(1_001) }, 'reason: '],
  ])('answers 400 for %j', async (body, error) => {
    const answer = await review(body).expect(400);
    expect(answer.body).toEqual(failure('VALIDATION_ERROR'));
    expect(answer.body.error).toContain(error);
  });
});

describe('the warnings of an event that is created or updated', () => {
  const create = (body: object) => api.admin().post('/api/v1/admin/events').send(body);
  let conference: Conference;

  beforeEach(async () => {
    // 14 to 16 May in Berlin.
    conference = await aConference(api.db);
  });

  const inConference = (given: object = {}) => ({
    title: 'Looms',
    conference_id: conference.id,
    venue: { name: 'Great Hall' },
    ...from('10:00', '11:00'),
    ...given,
  });
  /** The warnings of the answers to POST and to a PUT that changes nothing. */
  const warnings = async (given: object = {}) => {
    const { body: created } = await create(inConference(given)).expect(201);
    const { body: updated } = await change(created.id, {}).expect(200);
    expect(updated.warnings).toEqual(created.warnings);
    return created.warnings;
  };

  it('are empty for an event in a free room on a day of its conference', async () => {
    await anEvent(api.db, { conference_id: conference.id, venue_name: 'Attic' });
    expect(await warnings()).toEqual([]);
  });

  it.each([
    ['24 hours', { ends_at: '2026-05-15T10:00:00Z' }, []],
    [
      'more than 24 hours',
      { ends_at: '2026-05-15T16:00:00Z' },
      [{ kind: 'length', message: 'The event lasts 30 hours' }],
    ],
    [
      'a whole day of 25 hours',
      {
        conference_id: null,
        all_day: true,
        starts_at: '2026-10-25T00:00:00+02:00',
        ends_at: '2026-10-26T00:00:00+01:00',
      },
      [],
    ],
  ])('tell of an event that lasts %s', async (_what, given, expected) => {
    expect(await warnings(given)).toEqual(said(...expected));
  });

  it.each([
    ['starts in the first minute of the first day', '2026-05-14T00:00:00+02:00', false],
    ['starts the minute before', '2026-05-13T23:59:00+02:00', true],
    ['ends with the last day', '2026-05-16T23:00:00+02:00', false],
    ['ends the minute after', '2026-05-16T23:01:00+02:00', true],
  ])('tell of an event that %s of its conference: %s', async (_what, starts_at, isOutside) => {
    const ends_at = new Date(Date.parse(starts_at) + 3_600_000).toISOString();
    const message = 'The event is outside the days of its conference, 2026-05-14 to 2026-05-16';
    expect(await warnings({ starts_at, ends_at })).toEqual(
      isOutside ? said({ kind: 'days', message }) : [],
    );
  });

  it('tell of other events and agenda items in the same room at the same time', async () => {
    const hall = { conference_id: conference.id, venue_name: 'Great Hall' };
    const other = await anEvent(api.db, { title: 'Dyes', ...hall, ...from('10:30', '12:00') });
    await anEvent(api.db, { ...hall, ...from('11:00', '12:00') });
    await anEvent(api.db, { ...hall, ...from('10:00', '11:00'), status: 'cancelled' });
    await anEvent(api.db, { venue_name: 'Great Hall', ...from('10:00', '11:00') });
    const item = await anAgendaItem(api.db, conference, {
      title: 'Opening',
      room: 'Great Hall',
      ...from('09:00', '10:30'),
    });

    const booked = (title: string) => `Great Hall is booked for “${title}” at the same time`;
    expect(await warnings()).toEqual(
      said(
        { kind: 'room', event_id: other.id, message: booked('Dyes') },
        { kind: 'room', agenda_item_id: item.id, message: booked('Opening') },
      ),
    );
  });

  it('do not tell of the agenda item of the event', async () => {
    const event = await anEvent(api.db, {
      conference_id: conference.id,
      venue_name: 'Great Hall',
      ...from('10:00', '11:00'),
    });
    await anAgendaItem(api.db, conference, {
      event_id: event.id,
      room: 'Great Hall',
      ...from('10:00', '11:00'),
    });
    const { body } = await change(event.id, { title: 'Engines' }).expect(200);
    expect(body.warnings).toEqual([]);
  });
});

describe('an attendee of an event, waitlisted or not,', () => {
  const TOMORROW = { starts_at: '2026-05-15T09:00:00.000Z', ends_at: '2026-05-15T10:00:00.000Z' };
  const OVER = from('07:00', '08:00');

  /** An event that Ada attends. */
  const attendedEvent = async (given: object = {}) => {
    const event = await anEvent(api.db, { title: 'Looms', venue_name: 'Hall', ...given });
    await anAttendance(api.db, [ada, event]);
    return event;
  };

  const STARTS_AT = '2026-05-15T08:00:00.000Z';
  const ENDS_AT = '2026-05-15T11:00:00.000Z';
  const venue = (name: string | null, address: string | null = null) => ({
    name,
    address,
    latitude: null,
    longitude: null,
  });
  const toVenue = (to: object) => ({ venue: { from: venue('Hall'), to } });

  it.each([
    [
      'starts at another time',
      { starts_at: STARTS_AT },
      '10:00–12:00 (Europe/Berlin), Hall',
      { starts_at: { from: TOMORROW.starts_at, to: STARTS_AT } },
    ],
    [
      'ends at another time',
      { ends_at: ENDS_AT },
      '11:00–13:00 (Europe/Berlin), Hall',
      { ends_at: { from: TOMORROW.ends_at, to: ENDS_AT } },
    ],
    [
      'gets another room',
      { venue: { name: 'Tent' } },
      '11:00–12:00 (Europe/Berlin), Tent',
      toVenue(venue('Tent')),
    ],
    [
      'gets an address',
      { venue: { address: 'Quay 2' } },
      '11:00–12:00 (Europe/Berlin), Hall',
      toVenue(venue('Hall', 'Quay 2')),
    ],
    ['loses its venue', { venue: null }, '11:00–12:00 (Europe/Berlin)', toVenue(venue(null))],
    [
      'gets another time and place',
      { starts_at: STARTS_AT, venue: { name: null, address: 'Quay 2' } },
      '10:00–12:00 (Europe/Berlin), Quay 2',
      {
        starts_at: { from: TOMORROW.starts_at, to: STARTS_AT },
        ...toVenue(venue(null, 'Quay 2')),
      },
    ],
  ])('is notified of the new time and place when it %s', async (_what, given, where, changes) => {
    const event = await attendedEvent();
    await change(event.id, given).expect(200);
    await change(event.id, given).expect(200);

    expect(await inbox(ada)).toEqual([
      {
        type: 'event_updated',
        title: 'An event has changed',
        body: `Looms: Fri, 15 May 2026, ${where}`,
        data: { event_id: event.id, changes },
      },
    ]);
  });

  it.each([
    [
      'cancelled',
      (id: number) => change(id, { status: 'cancelled', venue: null }),
      toVenue(venue(null)),
    ],
    ['deleted', (id: number) => remove(id), {}],
  ])('is notified when it is %s', async (_how, end, others) => {
    const event = await attendedEvent();
    await end(event.id).expect(200);

    const changes = { status: { from: 'approved', to: 'cancelled' }, ...others };
    expect(await inbox(ada)).toEqual([
      {
        type: 'event_cancelled',
        title: 'An event is cancelled',
        body: 'This event does not take place: Looms',
        data: { event_id: event.id, changes },
      },
    ]);
  });

  it.each([
    ['new texts and capacity', {}, { title: 'Engines', description: 'New', capacity: 40 }],
    ['the same time and place', {}, { ...TOMORROW, venue: { name: 'Hall' } }],
    ['a new place of an ended event', OVER, { venue: { name: 'Tent' } }],
    ['a new time in the past of an ended event', OVER, from('05:00', '06:00')],
    ['a new place of a cancelled event', { status: 'cancelled' }, { venue: null }],
    ['the cancellation of an ended event', OVER, { status: 'cancelled' }],
  ])('is not notified of %s', async (_what, given, changed) => {
    const event = await attendedEvent(given);
    await change(event.id, changed).expect(200);
    expect(await inbox(ada)).toEqual([]);
  });

  it.each([
    ['has ended', OVER],
    ['was cancelled', { status: 'cancelled' }],
  ])('is not notified when an event that %s is deleted', async (_what, given) => {
    const event = await attendedEvent(given);
    await remove(event.id).expect(200);
    expect(await inbox(ada)).toEqual([]);
  });

  it('is notified when an ended event moves to the future, and the reverse', async () => {
    const event = await attendedEvent(OVER);
    await change(event.id, TOMORROW).expect(200);
    expect(await typesOf(ada)).toEqual(['event_updated']);
    await api.db('notifications').delete();
    await change(event.id, OVER).expect(200);
    expect(await typesOf(ada)).toEqual(['event_updated']);
  });

  it('is not notified while its conference is a draft, which attendees cannot see', async () => {
    const { id: conference_id } = await aConference(api.db, { status: 'draft' });
    const event = await attendedEvent({ conference_id });
    await change(event.id, { venue: null }).expect(200);
    await remove(event.id).expect(200);
    expect(await inbox(ada)).toEqual([]);
  });

  it('is registered, waitlisted or checked in, and not erased', async () => {
    const event = await anEvent(api.db, { capacity: 10 });
    const users = new Map<string, User>();
    for (const name of ['registered', 'waitlisted', 'checked_in', 'cancelled', 'erased']) {
      const user = await aUser(api.db);
      const status = name === 'erased' ? 'registered' : (name as AttendanceStatus);
      await anAttendance(api.db, [user, event], status);
      users.set(name, user);
    }
    users.set('elsewhere', await aUser(api.db));
    await anAttendance(api.db, [users.get('elsewhere') as User, await anEvent(api.db)]);
    await api
      .db('users')
      .where({ id: users.get('erased')?.id })
      .update({ messenger_id: null, erased_at: api.now() });

    await change(event.id, { status: 'cancelled' }).expect(200);

    const notified: string[] = [];
    for (const [name, user] of users) {
      if ((await typesOf(user)).includes('event_cancelled')) notified.push(name);
    }
    expect(notified).toEqual(['registered', 'waitlisted', 'checked_in']);
  });

  it('costs no more statements than a single attendee', async () => {
    const few = await attendedEvent();
    const many = await attendedEvent();
    for (let n = 0; n < 20; n += 1) await anAttendance(api.db, [await aUser(api.db), many]);

    const count = (event: Event) =>
      countQueries(api.db, () => change(event.id, { venue: null }).expect(200));
    expect(await count(many)).toBe(await count(few));
  });

  it('is never left with a changed event but no notification', async () => {
    const event = await attendedEvent();
    await withoutNotifications(async () => {
      await change(event.id, { status: 'cancelled' }).expect(500);
      await remove(event.id).expect(500);
    });
    expect((await get(`/${event.id}`)).body.status).toBe('approved');
  });
});

describe('a capacity that is lowered during registrations', () => {
  it.each([1, 5, 12, 20])('to %i is never exceeded', async (capacity) => {
    const event = await anEvent(api.db, { capacity: 30 });
    const crowd = await people(api.db, 20);
    const attend = (user: User) =>
      api.as(user).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);

    const [lowered] = (
      await Promise.all([
        ...crowd.slice(0, 10).map(attend),
        change(event.id, { capacity }),
        ...crowd.slice(10).map(attend),
      ])
    ).slice(10);

    const row = await api.db('events').where({ id: event.id }).first('capacity', 'attendee_count');
    expect([200, 409]).toContain(lowered?.status);
    expect(row.capacity).toBe(lowered?.status === 200 ? capacity : 30);
    expect(row.attendee_count).toBe(Math.min(20, row.capacity));
    await expectSound(api.db, 'events', event);
  });
});
