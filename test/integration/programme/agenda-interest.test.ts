import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { bandInterest } from '../../../src/jobs/programme.jobs.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, anAgendaItem, people } from '../../support/factories.ts';

let api: TestApi;
let conference: Conference;
let item: AgendaItem;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  conference = await aConference(api.db, {
    ...{ status: 'published', show_interest: true, starts_on: '2090-05-14', ends_on: '2090-05-16' },
  });
  item = await anAgendaItem(api.db, conference, { room: 'Great Hall' });
});

const room = (capacity: number) =>
  api
    .db('agenda_groups')
    .where({ conference_id: conference.id, name: 'Great Hall' })
    .update({ capacity });
async function keep(count: number, { id } = item) {
  const users = await people(api.db, count);
  await api
    .db('agenda_favorites')
    .insert(users.map((user) => ({ user_id: user.id, agenda_item_id: id })));
}
const run = () => bandInterest.run({ store: api.store }, null, new AbortController().signal);
const shown = async () =>
  (await api.anonymous().get(`/api/v1/agenda/${item.id}`).expect(200)).body.interest;

describe('interest', () => {
  it.each([
    [19, 20, null],
    [20, 100, 'low'],
    [30, 100, 'medium'],
    [69, 100, 'medium'],
    [70, 100, 'high'],
  ])('of %i who keep an item in a room for %i is %j', async (count, capacity, band) => {
    await room(capacity);
    await keep(count);
    await run();
    expect(await shown()).toBe(band);
  });

  it('is null without a capacity', async () => {
    await keep(40);
    await run();
    expect(await shown()).toBeNull();
  });

  it('is no edit: it changes no version, and nothing where the band stays', async () => {
    await room(100);
    await keep(25);
    expect(await run()).toEqual({ changed: 1 });
    expect(await run()).toEqual({ changed: 0 });
    expect(await api.db('agenda_items').where({ id: item.id }).first()).toMatchObject({
      ...{ version: 1, revision: 0, edited_fields: [], interest: 'low' },
    });
  });

  it('ends at once where an organizer switches it off', async () => {
    await room(100);
    await keep(25);
    await run();
    await api
      .admin()
      .put(`/api/v1/admin/conferences/${conference.id}`)
      .send({ show_interest: false })
      .expect(200);
    expect(await shown()).toBeNull();
  });
});

describe('favorites of administrators', () => {
  const list = (query: object) =>
    api.admin().get(`/api/v1/admin/conferences/${conference.id}/agenda`).query(query);

  it('are counted if they are asked for', async () => {
    const other = await anAgendaItem(api.db, conference);
    await keep(2, other);
    expect((await list({}).expect(200)).body.data[0]).not.toHaveProperty('favorites');
    const { body } = await list({ include: 'favorites', sort: '-favorites' }).expect(200);
    expect(body.data).toMatchObject([
      { id: other.id, favorites: 2 },
      { id: item.id, favorites: 0 },
    ]);
    await list({ include: 'fans' }).expect(400);
  });

  it('are a warning where the room is too small', async () => {
    await room(2);
    await keep(3);
    const { body } = await api
      .admin()
      .get(`/api/v1/admin/conferences/${conference.id}/readiness`)
      .expect(200);
    expect(body.findings).toContainEqual(
      expect.objectContaining({ code: 'agenda_items_crowded', ids: [item.id] }),
    );
  });
});
