import type { User } from '../../../src/domain/people/users.ts';
import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
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

let api: TestApi;
let conference: Conference;
let ada: User;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  for (const table of ['agenda_items', 'events', 'conferences']) await api.db(table).delete();
  conference = await aConference(api.db, { venue: 'Harbor House' });
  ada = await aUser(api.db);
});

type Id = Pick<AgendaItem, 'id'>;
const keep = ({ id }: Id, user = ada) => api.as(user).put(`/api/v1/agenda/${id}/favorite`);
const drop = ({ id }: Id, user = ada) => api.as(user).delete(`/api/v1/agenda/${id}/favorite`);
const mine = async (query: object = {}, user = ada) => {
  const { body } = await api.as(user).get('/api/v1/agenda/my').query(query).expect(200);
  return body.data;
};
const titles = async (query: object = {}) =>
  (await mine(query)).map(({ title }: AgendaItem) => title);
const state = async (query: object = {}) =>
  (await api.as(ada).get('/api/v1/users/me/state').query(query).expect(200)).body.favorites;
const rows = () => api.db('agenda_favorites').select('user_id', 'agenda_item_id');

const at = (hour: number, minutes = 60) => {
  const starts = Date.UTC(2026, 4, 15, hour);
  return {
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(starts + minutes * 60_000).toISOString(),
  };
};
const anItem = (title: string, given: object = {}) =>
  anAgendaItem(api.db, conference, { title, ...at(9), ...given });

describe('an agenda item that a user keeps', () => {
  it('is in their agenda by start and in their state, once however often they keep it', async () => {
    const [late, early] = [await anItem('Late', at(15)), await anItem('Early', at(8))];
    const { body } = await keep(late).expect(200);
    expect(body).toMatchObject({ id: late.id, title: 'Late', status: 'scheduled', warnings: [] });
    await keep(late).expect(200);
    await keep(early).expect(200);

    expect(await titles()).toEqual(['Early', 'Late']);
    expect(await state()).toEqual([late.id, early.id].sort((a, b) => a - b));
    expect(await mine({}, await aUser(api.db))).toEqual([]);
  });

  it('leaves both when they remove it, also twice', async () => {
    const item = await anItem('Looms');
    await keep(item).expect(200);
    await drop(item).expect(200, { id: item.id, deleted: true });
    await drop(item).expect(200, { id: item.id, deleted: true });
    expect([await mine(), await state()]).toEqual([[], []]);
  });

  it('is filtered by conference and time', async () => {
    const elsewhere = await aConference(api.db);
    const past = { starts_at: '2026-05-01T09:00:00Z', ends_at: '2026-05-01T10:00:00Z' };
    await keep(await anItem('Coming'));
    await keep(await anItem('Past', past));
    await keep(await anAgendaItem(api.db, elsewhere, { title: 'Elsewhere', ...at(18) }));
    expect(await titles({ conference_id: elsewhere.id })).toEqual(['Elsewhere']);
    expect(await titles({ when: 'past' })).toEqual(['Past']);
    expect(await titles({ when: 'upcoming' })).toEqual(['Coming', 'Elsewhere']);
    expect(await state({ conference_id: elsewhere.id })).toHaveLength(1);
  });

  it('stays as cancelled when it or its event is cancelled, and goes when it is deleted', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id });
    const [own, its, deleted] = [
      await anItem('Own'),
      await anItem('Its', { event_id: event.id }),
      await anItem('Deleted'),
    ];
    for (const item of [own, its, deleted]) await keep(item).expect(200);
    await api.db('agenda_items').where({ id: own.id }).update({ status: 'cancelled' });
    await api.db('events').where({ id: event.id }).update({ status: 'cancelled' });
    await api.admin().delete(`/api/v1/admin/agenda/${deleted.id}`).expect(200);
    expect(await mine()).toMatchObject([
      { title: 'Own', status: 'cancelled', warnings: [] },
      { title: 'Its', status: 'cancelled', warnings: [] },
    ]);
  });

  it('answers 404 while it is not public, and leaves the lists', async () => {
    const item = await anItem('Looms');
    await keep(item).expect(200);
    await api.db('conferences').where({ id: conference.id }).update({ status: 'draft' });
    const { body } = await keep(item).expect(404);
    expect(body).toEqual(failure('NOT_FOUND', 'agenda item not found'));
    expect([await mine(), await state()]).toEqual([[], []]);
    await keep({ id: 999_999 }).expect(404);
  });

  it('is kept once by concurrent requests, and by no one after its deletion', async () => {
    const item = await anItem('Looms');
    await Promise.all(Array.from({ length: 10 }, () => keep(item).expect(200)));
    expect(await rows()).toEqual([{ user_id: ada.id, agenda_item_id: item.id }]);

    const keepers = await people(api.db, 10);
    const [removed, ...kept] = await Promise.all([
      api.admin().delete(`/api/v1/admin/agenda/${item.id}`),
      ...keepers.map((user) => keep(item, user)),
    ]);
    expect(removed?.status).toBe(200);
    for (const { status } of kept) expect([200, 404]).toContain(status);
    expect(await rows()).toEqual([]);
  });
});

describe('a clash warning', () => {
  it('names other kept items and attended events at the same time', async () => {
    const event = await anEvent(api.db, { title: 'Dinner', ...at(9, 90) });
    await anAttendance(api.db, [ada, event], 'waitlisted');
    const [looms, dyes, next] = [
      await anItem('Looms'),
      await anItem('Dyes', at(9, 30)),
      await anItem('Next', at(10, 15)),
    ];
    await keep(looms);
    await keep(next);
    const { body } = await keep(dyes).expect(200);

    const warnings = [
      { kind: 'agenda_item', agenda_item_id: looms.id, message: 'At the same time as “Looms”' },
      { kind: 'event', event_id: event.id, message: 'At the same time as “Dinner”' },
    ];
    expect(body.warnings).toEqual(warnings);
    expect(await mine()).toMatchObject([
      { title: 'Looms', warnings: [{ agenda_item_id: dyes.id }, { event_id: event.id }] },
      { title: 'Dyes', warnings },
      { title: 'Next', warnings: [{ event_id: event.id }] },
    ]);
  });

  it('names neither the event of the item nor cancelled items and attendances', async () => {
    const [own, cancelled, left] = [
      await anEvent(api.db, { conference_id: conference.id, ...at(9) }),
      await anEvent(api.db, { status: 'cancelled', ...at(9) }),
      await anEvent(api.db, at(9)),
    ];
    await anAttendance(api.db, [ada, own]);
    await anAttendance(api.db, [ada, cancelled]);
    await anAttendance(api.db, [ada, left], 'cancelled');
    await keep(await anItem('Cancelled', { status: 'cancelled' }));
    await keep(await anItem('Looms', { event_id: own.id }));
    expect((await mine()).map(({ warnings }: { warnings: unknown[] }) => warnings)).toEqual([
      [],
      [],
    ]);
  });

  it('costs the same number of statements for one item and for fifty', async () => {
    for (let n = 0; n < 51; n++) await keep(await anItem(`Talk ${n}`)).expect(200);
    const cost = (limit: number) => countQueries(api.db, () => mine({ limit }));
    expect(await cost(50)).toBe(await cost(1));
  });
});

describe('the calendar of a user', () => {
  it('includes kept items, cancelled ones too, but no attended event twice', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id, title: 'Attended' });
    await anAttendance(api.db, [ada, event]);
    await keep(await anItem('Looms', { room: 'Attic' }));
    await keep(await anItem('Cancelled', { status: 'cancelled' }));
    await keep(await anItem('Its item', { event_id: event.id }));

    const { text } = await api.as(ada).get('/api/v1/events/my.ics').expect(200);

    const summaries = [...text.matchAll(/SUMMARY:(.*)\r\n/g)].map(([, summary]) => summary);
    expect(summaries).toEqual(['Attended', 'Looms', 'Cancelled']);
    expect(text).toContain('LOCATION:Attic\\, Harbor House');
    expect(text).toMatch(/STATUS:CANCELLED\r\nSUMMARY:Cancelled/);
  });
});

describe('the personal data of a user', () => {
  it('contain the items they keep, and an erasure deletes them', async () => {
    const item = await anItem('Looms');
    await keep(item).expect(200);
    const { body } = await api.as(ada).get('/api/v1/users/me/export').expect(200);
    expect(body.favorites).toEqual([
      {
        agenda_item: { id: item.id, title: 'Looms', ...at(9) },
        created_at: expect.any(String),
      },
    ]);
    await api.as(ada).delete('/api/v1/users/me').expect(200);
    expect(await rows()).toEqual([]);
  });
});
