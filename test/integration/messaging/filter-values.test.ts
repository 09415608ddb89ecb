import { TEMPLATE_VARIABLES } from '../../../src/domain/messaging/templates.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAttendance,
  anEvent,
  aQuest,
  aRegistration,
  aUser,
  people,
} from '../../support/factories.ts';
import { countQueries } from '../../support/queries.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.db('conferences').delete();
  await api.db('events').delete();
  await api.db('users').delete();
});

const MAX_AGE_MS = 5_000;

const readValues = async () =>
  (await api.admin().get('/api/v1/admin/notifications/filter-values').expect(200)).body;

/** Those that no earlier test counted. */
const filterValues = async () => {
  api.advance(MAX_AGE_MS);
  return readValues();
};

/** The number of users in an audience. */
const countAudience = async (audience: object) =>
  (
    await api
      .admin()
      .post('/api/v1/admin/notifications/preview')
      .send({ title: 'x', body: 'x', audience })
      .expect(200)
  ).body.count;

describe('GET /admin/notifications/filter-values', () => {
  it('counts the users of each value, largest first', async () => {
    const [ada, grace, linus] = await people(api.db, 3);
    await api.db('users').update({ onboarding_status: 'completed' });
    await api
      .db('users')
      .where({ id: ada.id })
      .update({ language_code: 'de', interests: ['AI'] });
    await api
      .db('users')
      .where({ id: grace.id })
      .update({ interests: ['ai', 'looms'] });
    await api
      .db('users')
      .where({ id: linus.id })
      .update({ interests: ['ai'] });
    const [small, large] = [await aConference(api.db), await aConference(api.db)];
    const event = await anEvent(api.db);
    await aRegistration(api.db, [ada, small], { ticket_type: 'vip' });
    await aRegistration(api.db, [ada, large], { ticket_type: 'vip' });
    await aRegistration(api.db, [grace, large], { ticket_type: 'press' });
    await aRegistration(api.db, [linus, large], { status: 'checked_in', ticket_type: 'press' });
    await anAttendance(api.db, [ada, event]);

    expect(await filterValues()).toEqual({
      all_users: 3,
      everybody: 3,
      conferences: [
        { id: large.id, name: large.name, count: 3 },
        { id: small.id, name: small.name, count: 1 },
      ],
      events: [{ id: event.id, title: event.title, count: 1 }],
      quests: [],
      ticket_types: [
        { value: 'press', count: 2 },
        { value: 'vip', count: 1 },
      ],
      language_codes: [{ value: 'de', count: 1 }],
      onboarding_statuses: [{ value: 'completed', count: 3 }],
      interests: [
        { value: 'ai', count: 3 },
        { value: 'looms', count: 1 },
      ],
    });
  });

  it('leaves out blocked and erased users, and waitlisted and cancelled attendances', async () => {
    const [ada, grace] = await people(api.db, 2);
    const conference = await aConference(api.db);
    const event = await anEvent(api.db);
    const blocked = await aUser(api.db, { is_blocked: true, interests: ['ai'] });
    await aUser(api.db, { messenger_id: null, erased_at: api.now().toISOString() });
    await aRegistration(api.db, [blocked, conference], { ticket_type: 'vip' });
    await aRegistration(api.db, [ada, conference], { status: 'waitlisted', ticket_type: 'vip' });
    await aRegistration(api.db, [grace, conference], { status: 'cancelled', ticket_type: 'vip' });
    await anAttendance(api.db, [ada, event], 'cancelled');

    expect(await filterValues()).toEqual({
      all_users: 2,
      everybody: 2,
      conferences: [],
      events: [],
      quests: [],
      ticket_types: [],
      language_codes: [],
      onboarding_statuses: [{ value: 'not_started', count: 2 }],
      interests: [],
    });
  });

  it('has the number of all users under its old name too, which the reference calls deprecated', async () => {
    await people(api.db, 2);
    const { all_users, everybody } = await filterValues();
    expect([all_users, everybody]).toEqual([2, 2]);

    const { body } = await api.anonymous().get('/api/v1/openapi.json').expect(200);
    const { properties } = body.components.schemas.FilterValues;
    expect(properties.everybody).toMatchObject({ deprecated: true });
    expect(properties.all_users).not.toHaveProperty('deprecated');
  });

  it('is empty without users', async () => {
    const values = await filterValues();
    expect(values.all_users).toBe(0);
    expect(Object.values(values).flat()).toEqual([0, 0]);
  });

  it('counts exactly the users whom a broadcast with this filter would reach', async () => {
    const languages = ['en', 'EN-gb', 'en-GB', 'de', 'pt-br', null, 'de-AT'];
    const interests = [['AI', 'Looms'], ['ai'], ['LOOMS'], ['Ai', 'weaving'], [], ['ai'], ['x']];
    const statuses = ['completed', 'in_progress', 'not_started'];
    const conferences = [await aConference(api.db), await aConference(api.db, { status: 'draft' })];
    const events = [await anEvent(api.db), await anEvent(api.db, { status: 'cancelled' })];
    for (const [n, language_code] of languages.entries()) {
      const user = await aUser(api.db, {
        language_code,
        interests: interests[n],
        onboarding_status: statuses[n % 3],
        is_blocked: n === 5,
        last_seen_at: n === 1 ? null : api.now().toISOString(),
      });
      for (const [k, conference] of conferences.entries()) {
        const ticket_type = n % 3 === 0 ? null : n % 2 === 0 ? 'Speaker' : 'VIP';
        const status = (n + k) % 4 === 0 ? 'waitlisted' : 'registered';
        await aRegistration(api.db, [user, conference], { status, ticket_type });
      }
      const event = events[n % 2];
      if (event) await anAttendance(api.db, [user, event]);
    }

    const values = await filterValues();

    const cases: [count: number, audience: object][] = [
      [values.all_users, { all: true }],
      ...['conferences', 'events'].flatMap((filter) =>
        values[filter].map(({ id, count }: { id: number; count: number }) => [
          count,
          { [`${filter.slice(0, -1)}_ids`]: [id] },
        ]),
      ),
      ...['ticket_types', 'language_codes', 'onboarding_statuses', 'interests'].flatMap((filter) =>
        values[filter].map(({ value, count }: { value: string; count: number }) => [
          count,
          { [filter]: [value] },
        ]),
      ),
    ];
    expect(cases).toHaveLength(1 + 2 + 2 + 2 + 6 + 3 + 4);
    for (const [count, audience] of cases) {
      expect({ audience, count }).toEqual({ audience, count: await countAudience(audience) });
    }
  });

  it('returns at most 200 values per filter', async () => {
    const words = Array.from({ length: 210 }, (_, n) => `word ${n}`);
    for (let n = 0; n < words.length; n += 20) {
      await aUser(api.db, { interests: words.slice(n, n + 20) });
    }
    await aUser(api.db, { interests: ['word 209'] });

    const { interests } = await filterValues();

    expect(interests).toHaveLength(200);
    expect(interests[0]).toEqual({ value: 'word 209', count: 2 });
  });

  it('needs one statement', async () => {
    await people(api.db, 2);
    expect(await countQueries(api.db, filterValues)).toBe(1);
  });

  it('counts once for all requests of five seconds', async () => {
    await people(api.db, 2);
    await filterValues();
    await people(api.db, 1);
    api.advance(MAX_AGE_MS - 1);
    const statements = await countQueries(api.db, async () => {
      for (const values of await Promise.all([readValues(), readValues()])) {
        expect(values.everybody).toBe(2);
      }
    });
    expect(statements).toBe(0);
    api.advance(1);
    expect((await readValues()).everybody).toBe(3);
  });
});

describe('GET /admin/notifications/template-variables', () => {
  it('lists the built-in variables', async () => {
    const { body } = await api
      .admin()
      .get('/api/v1/admin/notifications/template-variables')
      .expect(200);

    const total = TEMPLATE_VARIABLES.length;
    expect(body).toEqual({
      data: TEMPLATE_VARIABLES,
      pagination: { page: 1, limit: total, total, pages: 1 },
    });
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['first_name', 'conference_name', 'event_title', 'points']),
    );
  });

  it('lists only variables that a broadcast accepts', async () => {
    const quest = await aQuest(api.db);
    const body = TEMPLATE_VARIABLES.map(({ name }) => `{{${name}}}`).join(' ');
    await api
      .admin()
      .post('/api/v1/admin/notifications/preview')
      .send({ title: 'x', body, audience: { quest_id: quest.id, quest_status: 'completed' } })
      .expect(200);
  });
});
