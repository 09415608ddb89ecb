import type { AgendaItem } from '../../src/domain/programme/agenda.ts';
import type { Conference } from '../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { aConference } from '../support/factories.ts';
import { fosdemXml } from '../support/schedules.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  for (const table of ['notifications', 'agenda_items', 'conferences', 'speakers', 'audit_log']) {
    await api.db(table).delete();
  }
  conference = await fosdem(2026);
});

const fosdem = (year: number) =>
  aConference(api.db, {
    timezone: 'Europe/Brussels',
    starts_on: `${year}-02-01`,
    ends_on: `${year}-02-02`,
  });
const upload = (content: string, query: object = {}, { id }: Pick<Conference, 'id'> = conference) =>
  api
    .admin()
    .post(`/api/v1/admin/conferences/${id}/agenda/import`)
    .query(query)
    .attach('file', Buffer.from(content), 'schedule');
const rows = (table: string): PromiseLike<AgendaItem[]> => api.db(table).orderBy('id');

describe('the import of a schedule.xml', () => {
  it('keeps every item of a schedule of the size of FOSDEM, and changes nothing again', async () => {
    const xml = fosdemXml({ year: 2026, events: 1_079, host: 'fosdem.org' });

    const { body } = await upload(xml).expect(200);
    const counts = { total: 1_079, failed: 0, errors: [], warnings: [], ignored_columns: [] };
    expect(body).toMatchObject({ ...counts, created: 1_079, speakers_created: 901 });
    const stored = [await rows('agenda_items'), await rows('speakers')];
    expect(stored[0]?.find(({ title }) => title === 'Talk 1078 & more')).toMatchObject({
      starts_at: '2026-02-02T17:00:00.000Z',
      room: 'Room 23',
      language: 'en',
      url: 'https://fosdem.org/schedule/event/1078/',
      links: [{ title: 'Slides', url: 'https://fosdem.example/1078.pdf' }],
    });

    const again = await upload(xml).expect(200);
    const nothing = { created: 0, updated: 0, speakers_created: 0 };
    expect(again.body).toMatchObject({ ...counts, ...nothing, unchanged: 1_079 });
    expect([await rows('agenda_items'), await rows('speakers')]).toEqual(stored);
    expect(await api.db('notifications')).toEqual([]);
  });

  it('answers 400 and keeps nothing of one that declares entities or ends early', async () => {
    const xml = fosdemXml({ year: 2026, events: 20, host: 'fosdem.org' });
    const bomb = xml.replace('<schedule>', '<!DOCTYPE x [<!ENTITY a "b">]><schedule>');
    const { body } = await upload(bomb).expect(400);
    expect(body).toEqual({
      error: 'file: a document type is not allowed',
      code: 'VALIDATION_ERROR',
    });
    await upload(xml.slice(0, -20)).expect(400);
    expect(await rows('agenda_items')).toEqual([]);
  });
});

describe('the import of the JSON of Sessionize', () => {
  const all = {
    sessions: [
      {
        id: '101',
        title: 'Looms',
        startsAt: '2026-02-01T09:00:00',
        endsAt: '2026-02-01T09:45:00',
        speakers: ['guid-ada'],
        categoryItems: [20],
        roomId: 7,
      },
      { id: '102', title: 'Some day', startsAt: null, endsAt: null, speakers: [] },
    ],
    speakers: [{ id: 'guid-ada', fullName: 'Ada Lovelace', tagLine: 'Analyst' }],
    questions: [],
    categories: [{ id: 1, title: 'Track', items: [{ id: 20, name: 'History' }] }],
    rooms: [{ id: 7, name: 'Great Hall' }],
  };

  it('reads "All data" as a file and as a body', async () => {
    const warnings = ['Sessions without a time, which are left out: 1'];
    const { body } = await upload(JSON.stringify(all)).expect(200);
    expect(body).toMatchObject({ total: 1, created: 1, speakers_created: 1, warnings });
    const { body: agenda } = await api
      .anonymous()
      .get(`/api/v1/conferences/${conference.id}/agenda`);
    expect(agenda.days[0].items).toMatchObject([
      {
        title: 'Looms',
        starts_at: '2026-02-01T08:00:00.000Z',
        room: 'Great Hall',
        track: 'History',
        speakers: [{ name: 'Ada Lovelace', title: 'Analyst' }],
      },
    ]);
    const again = await api
      .admin()
      .post(`/api/v1/admin/conferences/${conference.id}/agenda/import`)
      .send(all)
      .expect(200);
    expect(again.body).toMatchObject({ total: 1, unchanged: 1, speakers_created: 0, warnings });
  });
});
