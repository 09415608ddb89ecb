import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { laterOn } from '../../support/changes.ts';
import { aConference, anEvent } from '../../support/factories.ts';
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

const list = (query: object = {}) => api.anonymous().get('/api/v1/conferences').query(query);
const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

describe('GET /conferences', () => {
  it('lists published conferences sorted by start', async () => {
    await aConference(api.db, { name: 'Second', starts_on: '2026-05-14' });
    await aConference(api.db, { name: 'First', starts_on: '2025-01-01', ends_on: '2025-01-02' });
    await aConference(api.db, { name: 'Second too', starts_on: '2026-05-14' });
    for (const status of ['draft', 'archived']) await aConference(api.db, { status });

    const { body } = await list().expect(200);

    expect(names(body)).toEqual(['First', 'Second', 'Second too']);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 3, pages: 1 });
  });

  it('shows all fields of a conference and the number of its approved events', async () => {
    const given = {
      slug: 'sea-2026',
      name: 'Computing by the Sea',
      description: 'Three days.',
      starts_on: '2026-05-14',
      ends_on: '2026-05-16',
      timezone: 'Europe/Berlin',
      venue: 'Museum Quay',
      city: 'Hamburg',
      country: 'DE',
      website: 'https://sea.example',
      image_url: 'https://sea.example/i.png',
      capacity: 800,
      status: 'published',
    };
    const { id } = await aConference(api.db, given);
    for (const status of ['approved', 'approved', 'pending', 'cancelled']) {
      await anEvent(api.db, { conference_id: id, status });
    }

    const { body } = await list().expect(200);

    expect(body.data).toEqual([
      {
        id,
        ...given,
        spots_left: 800,
        registration_mode: 'open',
        waitlist: 'auto',
        guests_per_person: 0,
        transfers_until: null,
        registration_closes_at: null,
        registration_state: 'open',
        event_access: 'anyone',
        attendee_count: 0,
        invited_count: 0,
        event_count: 2,
        created_at: expect.stringMatching(/\.\d{3}Z$/),
        updated_at: expect.stringMatching(/\.\d{3}Z$/),
      },
    ]);
  });

  // The test clock shows 9:00 UTC on 14 May.
  describe.each([
    ['today', '2026-05-14', 'UTC', 'upcoming'],
    ['in the future', '2026-12-01', 'UTC', 'upcoming'],
    ['yesterday', '2026-05-13', 'UTC', 'past'],
    ['yesterday in UTC-11, where it lasts', '2026-05-13', 'Pacific/Pago_Pago', 'upcoming'],
    ['yesterday in UTC-7, where it is over', '2026-05-13', 'America/Los_Angeles', 'past'],
    ['today in UTC+14', '2026-05-14', 'Pacific/Kiritimati', 'upcoming'],
  ])('a conference that ends %s', (_what, ends_on, timezone, when) => {
    it(`is ${when}`, async () => {
      await aConference(api.db, { name: 'It', starts_on: ends_on, ends_on, timezone });

      for (const flag of ['upcoming', 'past']) {
        expect(names((await list({ [flag]: 'true' })).body)).toEqual(flag === when ? ['It'] : []);
      }
      expect(names((await list({ upcoming: 'false', past: 'false' })).body)).toEqual(['It']);
    });
  });

  it.each([
    ['sea', ['Computing by the Sea']],
    ['HAMBURG computing', ['Computing by the Sea']],
    ['quay', ['Computing by the Sea']],
    ['sea mountain', []],
    ['_', []],
  ])('searches for %s', async (q, found) => {
    await aConference(api.db, {
      name: 'Computing by the Sea',
      city: 'Hamburg',
      venue: 'Museum Quay',
    });
    await aConference(api.db, { name: 'Mountain Days' });
    expect(names((await list({ q }).expect(200)).body)).toEqual(found);
  });

  it('answers in pages', async () => {
    for (const name of ['One', 'Two', 'Three']) await aConference(api.db, { name });
    const { body } = await list({ page: 2, limit: 2 }).expect(200);
    expect(names(body)).toEqual(['Three']);
    expect(body.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
  });

  it.each(['page=0', 'limit=x', 'upcoming=1', 'past=', 'q=', 'page=9999999&limit=100'])(
    'answers 400 for %s',
    async (query) => {
      const { body } = await api.anonymous().get(`/api/v1/conferences?${query}`).expect(400);
      expect(body).toEqual(failure('VALIDATION_ERROR'));
    },
  );

  it('answers 304 for the current ETag', async () => {
    const first = await list().expect(200);
    await list()
      .set('If-None-Match', String(first.get('ETag')))
      .expect(304);
  });

  it('sends as many queries for many conferences as for one', async () => {
    await aConference(api.db);
    const one = await countQueries(api.db, () => list({ upcoming: 'true' }));
    for (let n = 0; n < 10; n += 1) {
      const { id } = await aConference(api.db);
      await anEvent(api.db, { conference_id: id });
    }
    const many = await countQueries(api.db, () => list({ upcoming: 'true' }));

    expect([one, many]).toEqual([2, 2]);
  });
});

describe('GET /conferences?updated_since', () => {
  const BEGINNING = '2000-01-01T00:00:00Z';
  const changes = async (since: string, query: object = {}) => {
    const { body } = await list({ updated_since: since, ...query }).expect(200);
    return { ids: body.data.map(({ id }: Conference) => id), gone: body.gone, as_of: body.as_of };
  };
  const change = ({ id }: Conference, body: object) =>
    api.admin().put(`/api/v1/admin/conferences/${id}`).send(body).expect(200);
  const remove = ({ id }: Conference) =>
    api.admin().delete(`/api/v1/admin/conferences/${id}`).expect(200);

  it('answers changed conferences, ids that are gone, and as_of for the next request', async () => {
    const made: Conference[] = [];
    for (let n = 0; n < 5; n += 1) made.push(await aConference(api.db));
    const [, renamed, archived, hidden, deleted] = made as Conference[] & { length: 5 };
    await laterOn();
    const first = await changes(BEGINNING);
    expect(first.ids).toEqual(made.map(({ id }) => id));

    await change(renamed as Conference, { name: 'Renamed' });
    await change(archived as Conference, { status: 'archived' });
    await change(hidden as Conference, { status: 'draft' });
    await remove(deleted as Conference);
    const after = await changes(first.as_of);

    expect(after.ids).toEqual([renamed?.id]);
    expect(after.gone.toSorted()).toEqual([archived?.id, hidden?.id, deleted?.id].toSorted());
    expect(Date.parse(after.as_of)).toBeGreaterThan(Date.parse(first.as_of));
  });

  it('reports as gone the conferences that no longer match the filter', async () => {
    const conference = await aConference(api.db);
    await laterOn();
    const { as_of } = await changes(BEGINNING);

    await change(conference, { starts_on: '2026-01-01', ends_on: '2026-01-02' });

    const changed = { ids: [conference.id], gone: [] };
    expect(await changes(as_of, { upcoming: 'true' })).toMatchObject({
      ids: [],
      gone: [conference.id],
    });
    expect(await changes(as_of, { past: 'true' })).toMatchObject(changed);
    expect(await changes(as_of)).toMatchObject(changed);
  });

  it('reports conferences that ended since, if a filter depends on it', async () => {
    await api.db('gone_rows').delete();
    const unchanged = { updated_at: '2026-05-01T09:00:00Z' };
    const ended = { starts_on: '2026-05-12', ends_on: '2026-05-13' };
    const { id } = await aConference(api.db, { ...ended, ...unchanged });
    await aConference(api.db, { starts_on: '2026-05-12', ends_on: '2026-05-14', ...unchanged });
    await aConference(api.db, { starts_on: '2026-05-11', ends_on: '2026-05-12', ...unchanged });
    await aConference(api.db, { ...ended, status: 'draft', ...unchanged });
    const since = '2026-05-13T12:00:00Z';

    expect(await changes(since, { upcoming: 'true' })).toMatchObject({ ids: [], gone: [id] });
    expect(await changes(since, { past: 'true' })).toMatchObject({ ids: [id], gone: [] });
    expect(await changes(since)).toMatchObject({ ids: [], gone: [] });
  });

  it('never reports conferences that were never public', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const deleted = await aConference(api.db, { status: 'draft' });
    const secret = await anEvent(api.db, { conference_id: deleted.id });
    await api.admin().delete(`/api/v1/admin/conferences/${deleted.id}?force=true`).expect(200);

    const { ids, gone } = await changes(BEGINNING);
    const events = await api.anonymous().get(`/api/v1/events?updated_since=${BEGINNING}`);

    expect(ids).toEqual([]);
    for (const { id } of [draft, deleted]) expect(gone).not.toContain(id);
    expect(events.body.gone).not.toContain(secret.id);
  });
});

describe.each([
  ['GET /conferences/:id', ({ id }: Conference) => `/api/v1/conferences/${id}`],
  ['GET /conferences/slug/:slug', ({ slug }: Conference) => `/api/v1/conferences/slug/${slug}`],
])('%s', (_name, pathOf) => {
  it.each(['published', 'archived'])('shows a conference that is %s', async (status) => {
    const conference = await aConference(api.db, { status });
    await anEvent(api.db, { conference_id: conference.id });
    const { body } = await api.anonymous().get(pathOf(conference)).expect(200);
    expect(body).toMatchObject({ id: conference.id, slug: conference.slug, event_count: 1 });
  });

  it('answers 404 for a draft', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const { body } = await api.anonymous().get(pathOf(draft)).expect(404);
    expect(body).toEqual({ error: 'conference not found', code: 'NOT_FOUND' });
  });

  it('answers 404 for an unknown id or slug', async () => {
    await api
      .anonymous()
      .get(pathOf({ id: 999_999, slug: 'nowhere' } as Conference))
      .expect(404);
  });

  it('answers 400 for an invalid id or slug', async () => {
    const { body } = await api.anonymous().get(pathOf({ id: 0, slug: 'A--B' } as Conference));
    expect(body).toEqual(failure('VALIDATION_ERROR'));
  });
});
