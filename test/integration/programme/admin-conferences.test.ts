import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aQuest,
  aRegistration,
  aSpeaker,
  aTask,
  aUser,
} from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';
import { expectSound } from '../../support/seats.ts';
import { shownNotifications } from '../../support/shown-notifications.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('events').delete();
  await api.db('conferences').delete();
  await api.db('deleted_feed_events').delete();
  await api.db('notifications').delete();
  await emptyAuditLog(api.db);
});

const PATH = '/api/v1/admin/conferences';
const list = (query: object = {}) => api.admin().get(PATH).query(query);
const publicList = () => api.anonymous().get('/api/v1/conferences');
const create = (body: object) => api.admin().post(PATH).send(body);
const change = ({ id }: Pick<Conference, 'id'>, body: object) =>
  api.admin().put(`${PATH}/${id}`).send(body);
const remove = ({ id }: Pick<Conference, 'id'>, query: object = {}) =>
  api.admin().delete(`${PATH}/${id}`).query(query);
const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);
const NOT_FOUND = { error: 'conference not found', code: 'NOT_FOUND' };
const days = { starts_on: '2026-05-14', ends_on: '2026-05-16' };
const audit = () => api.db('audit_log').orderBy('id');
const statuses = ({ id }: Pick<Conference, 'id'>) =>
  api.db('registrations').where({ conference_id: id }).orderBy('queue_number').pluck('status');

describe('GET /admin/conferences', () => {
  it('lists conferences of every status, the latest first', async () => {
    await aConference(api.db, { name: 'Past', starts_on: '2025-01-01', ends_on: '2025-01-02' });
    await aConference(api.db, { name: 'Draft', status: 'draft' });
    await aConference(api.db, { name: 'Archived', status: 'archived' });
    await aConference(api.db, { name: 'Next', starts_on: '2027-01-01', ends_on: '2027-01-02' });

    const { body } = await list().expect(200);

    expect(names(body)).toEqual(['Next', 'Archived', 'Draft', 'Past']);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 4, pages: 1 });
    expect(names((await list({ status: 'draft' })).body)).toEqual(['Draft']);
    expect(names((await list({ past: 'true' })).body)).toEqual(['Past']);
    expect(names((await list({ upcoming: 'true', q: 'nex' })).body)).toEqual(['Next']);
    expect(names((await list({ page: 2, limit: 3 })).body)).toEqual(['Past']);
  });

  it.each(['status=open', 'past=1', 'q=', 'limit=101'])('answers 400 for %s', async (query) => {
    const { body } = await api.admin().get(`${PATH}?${query}`).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toMatch(new RegExp(`^${query.split('=')[0]}: `));
  });

  it('sends as many queries for many conferences as for one', async () => {
    await aConference(api.db);
    const one = await countQueries(api.db, () => list());
    for (let n = 0; n < 10; n += 1) await aConference(api.db);
    expect([one, await countQueries(api.db, () => list())]).toEqual([1, 1]);
  });
});

describe('GET /admin/conferences/:id', () => {
  it.each(['draft', 'published', 'archived'])('shows a conference that is %s', async (status) => {
    const conference = await aConference(api.db, { status });
    await anEvent(api.db, { conference_id: conference.id });
    const { body } = await api.admin().get(`${PATH}/${conference.id}`).expect(200);
    const {
      published_at: _,
      ratings_asked_on: ____,
      ends_at: __,
      search_text: ___,
      has_form: _____,
      has_ticket_types: ______,
      ...shown
    } = conference as Conference & {
      published_at: string;
      search_text: string;
      ratings_asked_on: null;
    };
    expect(body).toEqual({
      ...shown,
      spots_left: null,
      registration_state: status === 'published' ? 'open' : 'closed',
      event_count: 1,
    });
  });

  it('answers 404 for an unknown id', async () => {
    expect((await api.admin().get(`${PATH}/999999`).expect(404)).body).toEqual(NOT_FOUND);
  });
});

describe('POST /admin/conferences', () => {
  it('creates a conference with all given fields and writes an audit entry', async () => {
    const given = {
      name: 'Köln rechnet',
      description: 'Three days.',
      ...days,
      timezone: 'Europe/Berlin',
      venue: 'Messe',
      city: 'Köln',
      country: 'DE',
      website: 'https://koeln.example/',
      image_url: 'https://koeln.example/i.png',
      capacity: 10,
      registration_mode: 'invited',
      registration_closes_at: '2026-05-10T08:00:00.000Z',
      status: 'published',
    };

    const { body } = await create(given).expect(201);

    expect(body).toMatchObject({
      ...given,
      slug: 'koln-rechnet',
      attendee_count: 0,
      event_count: 0,
    });
    expect(names((await publicList()).body)).toEqual(['Köln rechnet']);
    expect(await api.db('audit_log').where({ subject_id: body.id })).toMatchObject([
      { action: 'conference.create', subject_type: 'conference', after: { slug: 'koln-rechnet' } },
    ]);
  });

  it('creates a draft in UTC by default', async () => {
    const { body } = await create({ name: 'Sea', venue: null, capacity: null, ...days }).expect(
      201,
    );
    expect(body).toMatchObject({ status: 'draft', timezone: 'UTC', venue: null, capacity: null });
    await api.anonymous().get(`/api/v1/conferences/${body.id}`).expect(404);
  });

  it('generates unique slugs for concurrent requests with one name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => create({ name: '海', ...days })),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(answers.map(({ body }) => body.slug).toSorted()).toEqual([
      'hai',
      'hai-2',
      'hai-3',
      'hai-4',
      'hai-5',
      'hai-6',
    ]);
  });

  it('accepts a free slug and a conference of one day, and answers 409 for a taken slug', async () => {
    const oneDay = { name: 'Sea', slug: 'sea', starts_on: '2026-05-14', ends_on: '2026-05-14' };
    await create(oneDay).expect(201);
    const { body } = await create(oneDay).expect(409);
    expect(body).toEqual({ error: 'slug: expected one that is not in use', code: 'CONFLICT' });
  });

  it.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['a missing first day', { starts_on: undefined }, 'starts_on'],
    ['a first day that does not exist', { starts_on: '2026-02-30' }, 'starts_on'],
    ['a last day before the first', { ends_on: '2026-05-13' }, 'ends_on'],
    ['a last day after 2100', { ends_on: '2101-01-01' }, 'ends_on'],
    ['an offset as time zone', { timezone: '+02:00' }, 'timezone'],
    ['a country name', { country: 'Germany' }, 'country'],
    ['an unknown status', { status: 'open' }, 'status'],
    ['a capacity of 0', { capacity: 0 }, 'capacity'],
    ['a website without scheme', { website: 'sea.example' }, 'website'],
  ])('answers 400 for %s', async (_what, given, field) => {
    const { body } = await create({ name: 'Sea', ...days, ...given }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
  });

  it('answers 400 for a time zone that PostgreSQL does not know, which would break lists', async () => {
    await create({ name: 'Sea', timezone: 'PNT', ...days }).expect(400);
    await publicList().query({ upcoming: 'true' }).expect(200);
  });

  it('answers 401 and 403 to other callers than administrators', async () => {
    await api.anonymous().post('/api/v1/admin/conferences').send({}).expect(401);
    await api
      .as(await aUser(api.db))
      .post('/api/v1/admin/conferences')
      .send({})
      .expect(403);
  });
});

describe('PUT /admin/conferences/:id', () => {
  it('updates the given fields, clears null ones and writes an audit entry', async () => {
    const conference = await aConference(api.db, { name: 'Sea', city: 'Hamburg', capacity: 10 });
    const given = {
      slug: 'sea-2027',
      name: 'Computing by the Sea',
      description: 'Three days.',
      starts_on: '2027-05-14',
      ends_on: '2027-05-15',
      timezone: 'Asia/Tokyo',
      venue: 'Quay',
      country: 'JP',
      website: 'https://sea.example/',
      image_url: 'https://sea.example/i.png',
    };

    const answer = await change(conference, { ...given, city: null, capacity: null }).expect(200);

    const { warnings, ...body } = answer.body;
    expect(warnings).toEqual([]);
    expect(body).toEqual({
      ...given,
      id: conference.id,
      city: null,
      capacity: null,
      spots_left: null,
      registration_mode: 'open',
      waitlist: 'auto',
      guests_per_person: 0,
      guest_claim_by: null,
      transfers_until: null,
      registration_closes_at: null,
      registration_state: 'open',
      event_access: 'anyone',
      rating_ask: 'evening',
      ratings_need_check_in: false,
      show_interest: false,
      broadcast_gap_minutes: 0,
      status: 'published',
      attendee_count: 0,
      invited_count: 0,
      over_capacity_count: 0,
      event_count: 0,
      version: 2,
      created_at: conference.created_at,
      updated_at: expect.not.stringContaining(conference.updated_at),
    });
    expect((await api.admin().get(`${PATH}/${conference.id}`)).body).toEqual(body);
    expect(await audit()).toMatchObject([
      {
        action: 'conference.update',
        subject_type: 'conference',
        subject_id: conference.id,
        before: { name: 'Sea', city: 'Hamburg', capacity: 10, venue: null },
        after: { ...given, city: null, capacity: null },
      },
    ]);
  });

  it('writes nothing if nothing changes', async () => {
    const conference = await aConference(api.db, { city: 'Hamburg' });
    const { body } = await change(conference, { city: 'Hamburg', capacity: null }).expect(200);
    expect(body.updated_at).toBe(conference.updated_at);
    expect(await audit()).toEqual([]);
  });

  it('changes any status to any other', async () => {
    const conference = await aConference(api.db, { status: 'draft' });
    for (const status of ['archived', 'published', 'draft', 'published', 'archived', 'draft']) {
      expect((await change(conference, { status }).expect(200)).body.status).toBe(status);
    }
  });

  it.each([
    ['no name', { name: null }, 'name'],
    ['a last day before the stored first day', { ends_on: '2026-05-13' }, 'ends_on'],
    ['a first day after the stored last day', { starts_on: '2026-05-17' }, 'ends_on'],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['no status', { status: null }, 'status'],
    ['a capacity of 0', { capacity: 0 }, 'capacity'],
    ['an invalid slug', { slug: 'A B' }, 'slug'],
  ])('answers 400 for %s', async (_what, given, field) => {
    const conference = await aConference(api.db);
    const { body } = await change(conference, given).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
  });

  it('answers 409 for a taken slug', async () => {
    const [one, other] = [await aConference(api.db), await aConference(api.db)];
    const { body } = await change(one, { slug: other.slug }).expect(409);
    expect(body).toEqual({ error: 'slug: expected one that is not in use', code: 'CONFLICT' });
  });

  it('answers 404 for an unknown id', async () => {
    expect((await change({ id: 999_999 }, {}).expect(404)).body).toEqual(NOT_FOUND);
  });

  describe('with a new capacity', () => {
    let conference: Conference;
    let people: readonly User[];

    beforeEach(async () => {
      conference = await aConference(api.db, { capacity: 2 });
      people = [];
      for (let n = 0; n < 5; n += 1) {
        const user = await aUser(api.db);
        people = [...people, user];
        const status = n < 2 ? 'registered' : 'waitlisted';
        await aRegistration(api.db, [user, conference], { status });
      }
    });

    it.each([
      [4, ['registered', 'registered', 'registered', 'registered', 'waitlisted']],
      [null, Array(5).fill('registered')],
    ])('of %p promotes the longest-waiting and notifies them', async (capacity, expected) => {
      const { body } = await change(conference, { capacity }).expect(200);

      const seated = expected.filter((status) => status === 'registered').length;
      expect(body).toMatchObject({ capacity, attendee_count: seated });
      expect(await statuses(conference)).toEqual(expected);
      expect(await api.db('notifications').orderBy('user_id')).toMatchObject(
        people.slice(2, seated).map(({ id }) => ({
          user_id: id,
          type: 'conference_promoted',
          data: { conference_id: conference.id },
        })),
      );
    });

    it('answers 409 if it is below the number of registered attendees', async () => {
      const { body } = await change(conference, { capacity: 1 }).expect(409);
      expect(body).toEqual({
        error: 'capacity: 2 attendees are already registered',
        code: 'CONFLICT',
      });
    });

    it('promotes waitlisted attendees only once the conference is published', async () => {
      await change(conference, { status: 'draft', capacity: 5 }).expect(200);
      expect(await statuses(conference)).toContain('waitlisted');
      await change(conference, { status: 'published' }).expect(200);
      expect(await statuses(conference)).not.toContain('waitlisted');
    });
  });

  it('keeps to the capacity when it is lowered during registrations', async () => {
    const conference = await aConference(api.db, { capacity: 30 });
    const people = await Promise.all(Array.from({ length: 30 }, () => aUser(api.db)));
    const path = `/api/v1/conferences/${conference.id}/register`;

    const [registered, lowered] = await Promise.all([
      Promise.all(people.map((user) => api.as(user).post(path))),
      Promise.all([20, 15, 10].map((capacity) => change(conference, { capacity }))),
    ]);

    expect(registered.map(({ status }) => status)).toEqual(Array(30).fill(201));
    expect(lowered.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    await expectSound(api.db, 'conferences', conference);
  });

  it.each([
    ['draft', 'published', true],
    ['published', 'draft', true],
    ['draft', 'archived', true],
    ['published', 'archived', true],
    ['published', 'cancelled', true],
  ])('from %s to %s bumps updated_at of the contained rows: %p', async (from, to, changes) => {
    const conference = await aConference(api.db, { status: from });
    const other = await aConference(api.db);
    const inside = await contentOf(conference);
    const outside = await contentOf(other);
    const before = await changedAt([...inside, ...outside]);

    await change(conference, { status: to }).expect(200);

    const moved = (await changedAt([...inside, ...outside])).map((at, n) => at !== before[n]);
    expect(moved).toEqual([...Array(3).fill(changes), ...Array(3).fill(false)]);
  });

  type Row = readonly [table: string, id: number];

  async function contentOf(conference: Conference): Promise<Row[]> {
    const event = await anEvent(api.db, { conference_id: conference.id });
    const speaker = await aSpeaker(api.db, {}, [conference]);
    const [item] = await api
      .db('agenda_items')
      .insert({
        conference_id: conference.id,
        title: 'Talk',
        starts_at: '2026-05-14T09:00:00Z',
        ends_at: '2026-05-14T10:00:00Z',
      })
      .returning('id');
    return [
      ['events', event.id],
      ['agenda_items', item.id],
      ['speakers', speaker.id],
    ];
  }

  const changedAt = (rows: readonly Row[]) =>
    Promise.all(
      rows.map(async ([table, id]) => (await api.db(table).where({ id }).first()).updated_at),
    );
});

describe('DELETE /admin/conferences/:id', () => {
  it('deletes an empty conference and writes an audit entry', async () => {
    const conference = await aConference(api.db, { name: 'Sea' });
    const left = await aUser(api.db);
    await aRegistration(api.db, [left, conference], { status: 'cancelled' });

    const { body } = await remove(conference).expect(200);

    expect(body).toEqual({ id: conference.id, deleted: true });
    expect((await remove(conference).expect(404)).body).toEqual(NOT_FOUND);
    await api.anonymous().get(`/api/v1/conferences/${conference.id}`).expect(404);
    expect(await audit()).toMatchObject([
      { action: 'conference.delete', subject_id: conference.id, before: { name: 'Sea' } },
    ]);
  });

  it.each<[string, (conference: Conference) => Promise<unknown>]>([
    ['an event', ({ id }) => anEvent(api.db, { conference_id: id, status: 'rejected' })],
    ['an attendee', async (one) => aRegistration(api.db, [await aUser(api.db), one])],
    [
      'a waitlisted attendee',
      async (one) => aRegistration(api.db, [await aUser(api.db), one], { status: 'waitlisted' }),
    ],
    [
      'an open invitation',
      ({ id }) =>
        api
          .db('registrations')
          .insert({ conference_id: id, messenger_id: 7, status: 'waitlisted' }),
    ],
    ['a quest', ({ id }) => aQuest(api.db, { conference_id: id, is_active: false })],
  ])('answers 409 for a conference with %s, unless force is true', async (_what, fill) => {
    const conference = await aConference(api.db);
    await fill(conference);

    for (const query of [{}, { force: 'false' }]) {
      const { body } = await remove(conference, query).expect(409);
      expect(body).toEqual({ error: expect.stringMatching(/force=true/), code: 'CONFLICT' });
    }
    await remove(conference, { force: 'true' }).expect(200);
    expect(await api.db('conferences')).toEqual([]);
  });

  it('with force deletes its quests, whose points stay, and no quest of another', async () => {
    const conference = await aConference(api.db);
    const event = await anEvent(api.db, { conference_id: conference.id });
    const quest = await aQuest(api.db, { conference_id: conference.id, event_id: event.id });
    const deleted = await aQuest(api.db, { conference_id: conference.id, deleted_at: api.now() });
    await remove(conference).expect(409);
    const other = await aQuest(api.db);
    const ada = await aUser(api.db);
    const task = await aTask(api.db, quest);
    await api.as(ada).post('/api/v1/quests/tasks/complete').send({ task_id: task.id }).expect(201);

    await remove(conference, { force: 'true' }).expect(200);

    const rows = api.db('quests').whereNull('deleted_at').pluck('id');
    expect(await rows).toEqual([other.id]);
    const entries = api.db('point_ledger').where({ user_id: ada.id });
    expect(await entries).toMatchObject([
      { quest_id: quest.id, conference_id: conference.id, delta: 10 },
    ]);
    expect(await api.db('users').where({ id: ada.id }).first('points')).toEqual({ points: 10 });
    const audited = (await audit()).filter(({ action }) => action === 'quest.delete');
    expect(audited.map(({ subject_id }) => subject_id)).toEqual([quest.id]);
    expect(deleted.id).not.toBe(quest.id);
  });

  it('with force deletes all contents and notifies the attendees of coming events', async () => {
    const conference = await aConference(api.db);
    const other = await anEvent(api.db);
    const [ada, grace, linus] = await Promise.all([1, 2, 3].map(() => aUser(api.db)));
    const of = { conference_id: conference.id };
    const [talk, lunch] = [await anEvent(api.db, of), await anEvent(api.db, of)];
    const over = await anEvent(api.db, {
      ...of,
      starts_at: '2026-05-14T07:00:00Z',
      ends_at: '2026-05-14T08:00:00Z',
    });
    const cancelled = await anEvent(api.db, { ...of, status: 'cancelled' });
    for (const event of [talk, over, cancelled, other]) {
      await anAttendance(api.db, [ada as User, event]);
    }
    await anAttendance(api.db, [grace as User, talk], 'waitlisted');
    await anAttendance(api.db, [grace as User, lunch]);
    await anAttendance(api.db, [linus as User, talk], 'cancelled');
    await aRegistration(api.db, [ada as User, conference]);

    await remove(conference, { force: 'true' }).expect(200);

    expect(await api.db('events').pluck('id')).toEqual([other.id]);
    expect(await api.db('registrations')).toEqual([]);
    const notices = await shownNotifications(api.db);
    const seen = notices.map(({ type, user_id, data }) => [
      type,
      user_id,
      data.event_id ?? data.reason,
    ]);
    expect(seen).toHaveLength(3);
    expect(seen).toEqual(
      expect.arrayContaining([
        ['conference_cancelled', ada?.id, 'deleted'],
        ['event_cancelled', grace?.id, talk.id],
        ['event_cancelled', grace?.id, lunch.id],
      ]),
    );
    expect(await audit()).toMatchObject([{ before: { events: 4, attendees: 1, invitations: 0 } }]);
  });

  it('makes later imports skip imported events that were moved here', async () => {
    const [from, to] = [await aConference(api.db), await aConference(api.db)];
    const feed = { source: 'extcal', feed_title: 'T', feed_starts_at: '2026-05-15T09:00:00Z' };
    const ofFeed = (feed_conference_id: number | null, feed_uid: string) =>
      anEvent(api.db, { ...feed, conference_id: to.id, feed_conference_id, feed_uid });
    await ofFeed(from.id, 'moved');
    await ofFeed(null, 'of no conference');
    await ofFeed(to.id, 'its own');
    await ofFeed(999_999, 'of one that is gone');

    await remove(to, { force: 'true' }).expect(200);

    expect((await api.db('deleted_feed_events').pluck('feed_uid')).toSorted()).toEqual([
      'moved',
      'of no conference',
    ]);
  });

  it('is atomic with concurrent registrations', async () => {
    const conference = await aConference(api.db);
    const people = await Promise.all(Array.from({ length: 8 }, () => aUser(api.db)));
    const path = `/api/v1/conferences/${conference.id}/register`;

    const [registered, removed] = await Promise.all([
      Promise.all(people.map((user) => api.as(user).post(path))),
      remove(conference),
    ]);

    const taken = registered.filter(({ status }) => status === 201).length;
    expect([removed.status, taken]).toEqual(taken ? [409, 8] : [200, 0]);
    expect(await api.db('registrations')).toHaveLength(taken);
  });

  it.each(['force=1', 'force='])('answers 400 for %s', async (query) => {
    const { id } = await aConference(api.db);
    const { body } = await api.admin().delete(`${PATH}/${id}?${query}`).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
  });
});
