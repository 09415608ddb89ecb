import type { User } from '../../../src/domain/people/users.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, anAttendance, anEvent, aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { pagesOf } from '../../support/lists.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi();
  ada = await aUser(api.db);
});
afterAll(() => api.close());

interface Titled {
  readonly title: string;
}
const titles = (body: { events: Titled[] }) => body.events.map(({ title }) => title);
const idsInEvents = (body: { events: { id: number }[] }) => body.events.map(({ id }) => id);
const at = (time: string) => ({ starts_at: `2026-${time}Z`, ends_at: '2026-12-31T00:00:00Z' });

describe.each(['/api/v1/conferences/slug/:slug/events', '/api/v1/events/conference/:slug'])(
  'GET %s',
  (path) => {
    const get = (slug: string, query: object = {}) =>
      api.anonymous().get(path.replace(':slug', slug)).query(query);

    it('answers the conference and its approved events by start, each as its own endpoint does', async () => {
      const { id, slug } = await aConference(api.db);
      const late = await anEvent(api.db, { conference_id: id, ...at('05-15T18:00:00') });
      const early = await anEvent(api.db, { conference_id: id, ...at('05-15T08:00:00') });
      const same = await anEvent(api.db, { conference_id: id, ...at('05-15T18:00:00') });
      for (const status of ['pending', 'rejected', 'cancelled']) {
        await anEvent(api.db, { conference_id: id, status });
      }
      await anEvent(api.db, { conference_id: (await aConference(api.db)).id });
      await anEvent(api.db);

      const { body } = await get(slug).expect(200);

      const alone = async (what: string, lists = {}) => {
        const answer = await api.anonymous().get(`/api/v1/${what}`).expect(200);
        const { share_url, form_questions, ticket_types, ...listed } = answer.body;
        // Lists have no links, and neither questions nor ticket types.
        expect({ share_url, form_questions, ticket_types }).toEqual({
          ...{ share_url: null, form_questions: [], ...lists },
        });
        return listed;
      };
      expect(body).toEqual({
        conference: await alone(`conferences/${id}`, { ticket_types: [] }),
        events: await Promise.all([early, late, same].map((event) => alone(`events/${event.id}`))),
      });
      expect(body.conference.event_count).toBe(3);
    });

    describe('in a conference with another time zone', () => {
      // Auckland is 12 hours ahead of UTC in May, and 13 until 5 April, when its clocks go back.
      let slug: string;

      beforeAll(async () => {
        const conference = await aConference(api.db, { timezone: 'Pacific/Auckland' });
        slug = conference.slug;
        for (const [title, time, kind] of [
          ['last minute of the 13th', '05-13T11:59:59.999', 'main'],
          ['first minute of the 14th', '05-13T12:00:00', 'side'],
          ['last minute of the 14th', '05-14T11:59:59.999', 'main'],
          ['first minute of the 15th', '05-14T12:00:00', 'main'],
          ['last minute of the 4th of April', '04-04T10:59:59.999', 'main'],
          ['first minute of the 5th of April', '04-04T11:00:00', 'main'],
          ['last minute of the 5th of April', '04-05T11:59:59.999', 'main'],
        ] as const) {
          // The day is in the time zone of the conference, not of the event.
          const timezone = 'Europe/Berlin';
          await anEvent(api.db, {
            conference_id: conference.id,
            title,
            kind,
            timezone,
            ...at(time),
          });
        }
      });

      it.each([
        [{ day: '2026-05-14' }, ['first minute of the 14th', 'last minute of the 14th']],
        [{ day: '2026-05-14', kind: 'side' }, ['first minute of the 14th']],
        [{ kind: 'side' }, ['first minute of the 14th']],
        [
          { day: '2026-04-05' },
          ['first minute of the 5th of April', 'last minute of the 5th of April'],
        ],
        [{ day: '2026-05-16' }, []],
      ])('filters by %j', async (query, found) => {
        expect(titles((await get(slug, query).expect(200)).body)).toEqual(found);
      });
    });

    it('answers at most 1,000 events', async () => {
      const { id: conference_id, slug } = await aConference(api.db);
      const { id } = await anEvent(api.db, { conference_id, ...at('05-15T08:00:00') });
      await api.db.raw(
        `insert into events (slug, conference_id, title, status, starts_at, ends_at, timezone, source)
         select slug || '-' || n, conference_id, title, status, starts_at + make_interval(mins => n),
                ends_at, timezone, source
           from events, generate_series(1, 1000) n where id = ?`,
        [id],
      );

      const { body } = await get(slug).expect(200);

      expect(body.events).toHaveLength(1_000);
      expect(body.events[0].id).toBe(id);
    });

    describe('with a limit or a cursor', () => {
      let conference: { readonly slug: string };
      let events: readonly { readonly id: number }[];

      beforeAll(async () => {
        const { id: conference_id, slug } = await aConference(api.db);
        const times = ['09:00:00', '08:00:00', '09:00:00', '10:00:00', '08:00:00', '09:00:00.001'];
        for (const time of times) await anEvent(api.db, { conference_id, ...at(`05-15T${time}`) });
        conference = { slug };
        events = (await get(slug).expect(200)).body.events;
      });

      it('has no pages without both', async () => {
        const { body } = await get(conference.slug).expect(200);
        expect(Object.keys(body)).toEqual(['conference', 'events']);
        expect(body.events).toHaveLength(6);
      });

      it.each([1, 2, 5])('answers all events page by page, %d at a time', async (limit) => {
        const found: object[] = [];
        const first = `${path.replace(':slug', conference.slug)}?limit=${limit}`;
        for await (const body of pagesOf(api.anonymous(), first, idsInEvents)) {
          expect(body.events.length).toBeLessThanOrEqual(limit);
          expect(body.pagination).toEqual({ limit, next_cursor: body.pagination.next_cursor });
          found.push(...body.events);
        }
        expect(found).toEqual(events);
      });

      it('has no further page after the last event', async () => {
        const { body } = await get(conference.slug, { limit: 6 }).expect(200);
        expect(body.events).toEqual(events);
        expect(body.pagination).toEqual({ limit: 6, next_cursor: null });
      });

      it('has 20 events a page after a cursor without a limit, and keeps its filters', async () => {
        const first = await get(conference.slug, { limit: 1, kind: 'main' }).expect(200);
        const cursor = first.body.pagination.next_cursor;
        const { body } = await get(conference.slug, { cursor, day: '2026-05-15' }).expect(200);
        expect(body.events).toEqual(events.slice(1));
        expect(body.pagination).toEqual({ limit: 20, next_cursor: null });
        const none = await get(conference.slug, { cursor, kind: 'side' }).expect(200);
        expect(none.body.events).toEqual([]);
      });

      it('sends two queries', async () => {
        expect(
          await countQueries(api.db, () => get(conference.slug, { limit: 2 }).expect(200)),
        ).toBe(2);
      });
    });

    it('sends two queries for any number of events', async () => {
      const { id: conference_id, slug } = await aConference(api.db);
      const counts: number[] = [];
      for (const events of [0, 1, 20]) {
        for (let n = 0; n < events; n += 1) await anEvent(api.db, { conference_id });
        counts.push(await countQueries(api.db, () => get(slug).expect(200)));
      }
      expect(counts).toEqual([2, 2, 2]);
    });

    it.each(['published', 'archived'])('shows a conference that is %s', async (status) => {
      const { slug } = await aConference(api.db, { status });
      const { body } = await get(slug).expect(200);
      expect(body).toMatchObject({ conference: { slug, status }, events: [] });
    });

    it('answers 404 for a draft and for an unknown slug', async () => {
      const { id, slug } = await aConference(api.db, { status: 'draft' });
      await anEvent(api.db, { conference_id: id });
      for (const unknown of [slug, 'nowhere']) {
        const { body } = await get(unknown).expect(404);
        expect(body).toEqual({ error: 'conference not found', code: 'NOT_FOUND' });
      }
    });

    it.each([
      ['day=today', 'day: '],
      ['day=2026-02-30', 'day: '],
      ['day=2026-05-14T09:00:00Z', 'day: '],
      ['day=1999-12-31', 'day: expected a day from 2000 to 2100'],
      ['day=2026-05-14&day=2026-05-15', 'day: expected one value'],
      ['kind=talk', 'kind: '],
      ['limit=0', 'limit: expected at least 1'],
      ['limit=101', 'limit: expected at most 100'],
      ['cursor=x', 'cursor: expected a next_cursor of this list'],
      ['cursor=WzEsMl0', 'cursor: expected a next_cursor of this list'],
    ])('answers 400 for ?%s', async (query, error) => {
      const { slug } = await aConference(api.db);
      const { body } = await api
        .anonymous()
        .get(`${path.replace(':slug', slug)}?${query}`)
        .expect(400);
      expect(body).toEqual(failure('VALIDATION_ERROR'));
      expect(body.error).toContain(error);
    });

    it('answers 400 for an invalid slug', async () => {
      const { body } = await get('Not_a_slug').expect(400);
      expect(body).toEqual(failure('VALIDATION_ERROR'));
    });

    it('is public for caches and answers 304 until it changes', async () => {
      const { id, slug } = await aConference(api.db);
      const first = await get(slug).expect(200);
      const again = () => get(slug).set('If-None-Match', String(first.get('ETag')));
      expect(first.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
      await again().expect(304);
      await anEvent(api.db, { conference_id: id });
      await again().expect(200);
    });
  },
);

describe('GET /events/conference/:slug', () => {
  it('adds the attendance of a signed-in caller and forbids caching', async () => {
    const { id, slug } = await aConference(api.db);
    const eventAt = (time: string) => anEvent(api.db, { conference_id: id, ...at(time) });
    const [attended, waits] = [await eventAt('05-15T08:00:00'), await eventAt('05-15T09:00:00')];
    const [left, never] = [await eventAt('05-15T10:00:00'), await eventAt('05-15T11:00:00')];
    const [other, another] = [await aUser(api.db), await aUser(api.db)];
    for (const event of [attended, waits, left, never]) {
      await anAttendance(api.db, [other, event], 'waitlisted');
    }
    await anAttendance(api.db, [ada, attended], 'checked_in');
    await anAttendance(api.db, [ada, waits], 'waitlisted');
    await anAttendance(api.db, [another, waits], 'waitlisted');
    await anAttendance(api.db, [ada, left], 'cancelled');

    const answer = await api.as(ada).get(`/api/v1/events/conference/${slug}`).expect(200);

    const registered_at = '2026-05-01T12:00:00.000Z';
    const nothing = { waitlist_position: null, checked_in_at: null };
    expect(answer.body.events.map(({ attendance }: { attendance: object }) => attendance)).toEqual([
      {
        ...nothing,
        status: 'checked_in',
        registered_at,
        checked_in_at: '2026-05-14T08:00:00.000Z',
      },
      { ...nothing, status: 'waitlisted', registered_at, waitlist_position: 2 },
      { ...nothing, status: 'cancelled', registered_at },
      { ...nothing, status: 'none', registered_at: null },
    ]);
    expect(answer.get('Cache-Control')).toBe('private, no-store, no-transform');
  });

  it('sends as many queries for many attended events as for none', async () => {
    const { id: conference_id, slug } = await aConference(api.db);
    const get = () => api.as(ada).get(`/api/v1/events/conference/${slug}`).expect(200);
    const none = await countQueries(api.db, get);
    for (let n = 0; n < 10; n += 1) {
      await anAttendance(api.db, [ada, await anEvent(api.db, { conference_id })]);
    }
    expect(await countQueries(api.db, get)).toBe(none);
  });

  it('answers 401 for an invalid token', async () => {
    const { slug } = await aConference(api.db);
    const broken = api.anonymous().set('Authorization', 'Bearer broken');
    const { body } = await broken.get(`/api/v1/events/conference/${slug}`).expect(401);
    expect(body).toEqual({ error: 'Invalid token', code: 'INVALID_TOKEN' });
  });
});

describe('GET /conferences/slug/:slug/events', () => {
  it('answers signed-in callers without their attendance', async () => {
    const { id: conference_id, slug } = await aConference(api.db);
    await anAttendance(api.db, [ada, await anEvent(api.db, { conference_id })]);
    const { body } = await api.as(ada).get(`/api/v1/conferences/slug/${slug}/events`).expect(200);
    expect(body.events).toHaveLength(1);
    expect(body.events[0]).not.toHaveProperty('attendance');
  });
});
