import type { Conference } from '../../src/domain/conferences.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aConference, anEvent, aUser } from '../support/factories.ts';
import { countQueries } from '../support/queries.ts';

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
const failure = (code: string) => ({ error: expect.any(String), code });

describe('GET /conferences', () => {
  it('lists published conferences by start', async () => {
    await aConference(api.db, { name: 'Second', starts_on: '2026-05-14' });
    await aConference(api.db, { name: 'First', starts_on: '2025-01-01', ends_on: '2025-01-02' });
    await aConference(api.db, { name: 'Second too', starts_on: '2026-05-14' });
    for (const status of ['draft', 'archived']) await aConference(api.db, { status });

    const { body } = await list().expect(200);

    expect(names(body)).toEqual(['First', 'Second', 'Second too']);
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 3, pages: 1 });
  });

  it('shows all of a conference, with the number of its approved events', async () => {
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
        attendee_count: 0,
        event_count: 2,
        created_at: expect.stringMatching(/\.\d{3}Z$/),
        updated_at: expect.stringMatching(/\.\d{3}Z$/),
      },
    ]);
  });

  // The clock of the tests stands at 9:00 UTC on 14 May.
  describe.each([
    ['what runs today', '2026-05-14', 'UTC', 'upcoming'],
    ['what is to come', '2026-12-01', 'UTC', 'upcoming'],
    ['what ended yesterday', '2026-05-13', 'UTC', 'past'],
    ['a yesterday that still lasts in the west', '2026-05-13', 'Pacific/Pago_Pago', 'upcoming'],
    ['a yesterday that ended a little further east', '2026-05-13', 'America/Los_Angeles', 'past'],
    ['a today in the east', '2026-05-14', 'Pacific/Kiritimati', 'upcoming'],
  ])('counts %s', (_what, ends_on, timezone, when) => {
    it(`as ${when}`, async () => {
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
  ])('finds %s', async (q, found) => {
    await aConference(api.db, {
      name: 'Computing by the Sea',
      city: 'Hamburg',
      venue: 'Museum Quay',
    });
    await aConference(api.db, { name: 'Mountain Days' });
    expect(names((await list({ q }).expect(200)).body)).toEqual(found);
  });

  it('is read page by page', async () => {
    for (const name of ['One', 'Two', 'Three']) await aConference(api.db, { name });
    const { body } = await list({ page: 2, limit: 2 }).expect(200);
    expect(names(body)).toEqual(['Three']);
    expect(body.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
  });

  it.each(['page=0', 'limit=x', 'upcoming=1', 'past=', 'q=', 'page=9999999&limit=100'])(
    'refuses %s',
    async (query) => {
      const { body } = await api.anonymous().get(`/api/v1/conferences?${query}`).expect(400);
      expect(body).toEqual(failure('VALIDATION_ERROR'));
    },
  );

  it('may be kept by anybody who asks whether it changed', async () => {
    const first = await list().expect(200);
    await list()
      .set('If-None-Match', String(first.get('ETag')))
      .expect(304);
  });

  it('asks the database as often for many conferences as for one', async () => {
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

describe.each([
  ['GET /conferences/:id', ({ id }: Conference) => `/api/v1/conferences/${id}`],
  ['GET /conferences/slug/:slug', ({ slug }: Conference) => `/api/v1/conferences/slug/${slug}`],
])('%s', (_name, pathOf) => {
  it.each(['published', 'archived'])('shows one that is %s', async (status) => {
    const conference = await aConference(api.db, { status });
    await anEvent(api.db, { conference_id: conference.id });
    const { body } = await api.anonymous().get(pathOf(conference)).expect(200);
    expect(body).toMatchObject({ id: conference.id, slug: conference.slug, event_count: 1 });
  });

  it('knows nothing of a draft', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const { body } = await api.anonymous().get(pathOf(draft)).expect(404);
    expect(body).toEqual({ error: 'conference not found', code: 'NOT_FOUND' });
  });

  it('knows nothing of one that is not there', async () => {
    await api
      .anonymous()
      .get(pathOf({ id: 999_999, slug: 'nowhere' } as Conference))
      .expect(404);
  });

  it('refuses what is neither an id nor a slug', async () => {
    const { body } = await api.anonymous().get(pathOf({ id: 0, slug: 'A--B' } as Conference));
    expect(body).toEqual(failure('VALIDATION_ERROR'));
  });
});

describe('POST /admin/conferences', () => {
  const create = (body: object) => api.admin().post('/api/v1/admin/conferences').send(body);
  const days = { starts_on: '2026-05-14', ends_on: '2026-05-16' };

  it('creates a conference with all that is said of it, and notes who did', async () => {
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
      status: 'published',
    };

    const { body } = await create(given).expect(201);

    expect(body).toMatchObject({
      ...given,
      slug: 'koln-rechnet',
      attendee_count: 0,
      event_count: 0,
    });
    expect(names((await list()).body)).toEqual(['Köln rechnet']);
    const audit = await api.db('audit_log').where({ subject_id: body.id });
    expect(audit).toMatchObject([
      { action: 'conference.create', subject_type: 'conference', after: { slug: 'koln-rechnet' } },
    ]);
  });

  it('makes a draft in UTC unless said otherwise', async () => {
    const { body } = await create({ name: 'Sea', venue: null, capacity: null, ...days }).expect(
      201,
    );
    expect(body).toMatchObject({ status: 'draft', timezone: 'UTC', venue: null, capacity: null });
    await api.anonymous().get(`/api/v1/conferences/${body.id}`).expect(404);
  });

  it('makes slugs for everybody when many are created under one name at once', async () => {
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

  it('takes a slug that is free, and a day as a whole conference', async () => {
    const oneDay = { name: 'Sea', slug: 'sea', starts_on: '2026-05-14', ends_on: '2026-05-14' };
    await create(oneDay).expect(201);
    const { body } = await create(oneDay).expect(409);
    expect(body).toEqual({ error: 'slug: it is taken', code: 'CONFLICT' });
  });

  it.each([
    ['a name', { name: ' ' }, 'name'],
    ['a first day', { starts_on: undefined }, 'starts_on'],
    ['a first day of the calendar', { starts_on: '2026-02-30' }, 'starts_on'],
    ['a last day not before it', { ends_on: '2026-05-13' }, 'ends_on'],
    ['a last day of our time', { ends_on: '2101-01-01' }, 'ends_on'],
    ['a zone of this world', { timezone: '+02:00' }, 'timezone'],
    ['a country by two letters', { country: 'Germany' }, 'country'],
    ['a status', { status: 'open' }, 'status'],
    ['room for somebody', { capacity: 0 }, 'capacity'],
    ['an address on the web', { website: 'sea.example' }, 'website'],
  ])('needs %s', async (_what, given, field) => {
    const { body } = await create({ name: 'Sea', ...days, ...given }).expect(400);
    expect(body).toEqual(failure('VALIDATION_ERROR'));
    expect(body.error).toContain(`${field}: `);
  });

  it('refuses a zone that only JavaScript knows, before it breaks the lists', async () => {
    await create({ name: 'Sea', timezone: 'PNT', ...days }).expect(400);
    await list({ upcoming: 'true' }).expect(200);
  });

  it('is for administrators', async () => {
    await api.anonymous().post('/api/v1/admin/conferences').send({}).expect(401);
    await api
      .as(await aUser(api.db))
      .post('/api/v1/admin/conferences')
      .send({})
      .expect(403);
  });
});
