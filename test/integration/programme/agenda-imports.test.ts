import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, anAgendaItem } from '../../support/factories.ts';
import { countQueries } from '../../support/queries.ts';

const ALL = '/api/v1/admin/events/import-all-extcal';
const ONE = '/api/v1/admin/events/import-extcal';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  for (const table of ['events', 'deleted_feed_events', 'conferences']) {
    await api.db(table).delete();
  }
  conference = await aConference(api.db, { timezone: 'America/New_York' });
});

type Lines = Readonly<Record<string, string>>;

const vevent = (lines: Lines) => [
  'BEGIN:VEVENT',
  ...Object.entries({ DTSTART: '20260515T090000Z', DTEND: '20260515T100000Z', ...lines }).map(
    ([name, value]) => `${name}:${value}`,
  ),
  'END:VEVENT',
];
const calendar = (...events: readonly Lines[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flatMap(vevent), 'END:VCALENDAR', ''].join('\r\n');

const LOOMS = {
  UID: 'looms@sea.example',
  SUMMARY: 'Looms',
  DESCRIPTION: 'Of old',
  LOCATION: 'Great Hall',
  CATEGORIES: 'Tutorial,History',
};
const DINNER = { UID: 'dinner@sea.example', SUMMARY: 'Dinner', CATEGORIES: 'party' };

const send = (path: string, events: readonly Lines[], fields: Lines = {}) => {
  const request = api
    .admin()
    .post(path)
    .attach('file', Buffer.from(calendar(...events)), 'programme.ics');
  for (const [name, value] of Object.entries(fields)) request.field(name, value);
  return request;
};
/** Imports all events into the conference. */
const importAll = (events: readonly Lines[], fields: Lines = {}) =>
  send(ALL, events, { conference_id: String(conference.id), ...fields }).expect(200);

const items = (): PromiseLike<(AgendaItem & { edited_fields: string[] })[]> =>
  api.db('agenda_items').orderBy(['starts_at', 'title']);
const theItem = async () => (await items())[0] as AgendaItem;
const titles = async () => (await items()).map(({ title }) => title);
const versions = () =>
  api.db('agenda_items').orderBy('id').select('id', 'updated_at', api.db.raw('xmin::text'));
const change = ({ id }: AgendaItem, body: object) =>
  api.admin().put(`/api/v1/admin/agenda/${id}`).send(body).expect(200);
const remove = ({ id }: AgendaItem) => api.admin().delete(`/api/v1/admin/agenda/${id}`).expect(200);

describe('an import into a conference', () => {
  it('adds its events to the agenda', async () => {
    await importAll([LOOMS, DINNER]);

    const { body } = await api
      .anonymous()
      .get(`/api/v1/conferences/${conference.id}/agenda`)
      .expect(200);
    expect(body).toMatchObject({
      days: [{ date: '2026-05-15', items: [{}, { title: 'Dinner', kind: 'social', room: null }] }],
      rooms: ['Great Hall'],
    });
    expect(body.days[0].items[0]).toMatchObject({
      event_id: expect.any(Number),
      title: 'Looms',
      description: 'Of old',
      kind: 'workshop',
      track: 'History',
      room: 'Great Hall',
      starts_at: '2026-05-15T09:00:00.000Z',
      ends_at: '2026-05-15T10:00:00.000Z',
      speakers: [],
    });
  });

  it('takes the track of an item from the first category that names no kind', async () => {
    await anAgendaItem(api.db, conference, { title: 'By hand', track: 'HISTORY' });
    await importAll([
      LOOMS,
      { UID: 'a', SUMMARY: 'Dyes', CATEGORIES: 'chemistry,Talk' },
      { UID: 'b', SUMMARY: 'Mordants', CATEGORIES: 'Chemistry' },
      { ...DINNER, CATEGORIES: 'party' },
      { UID: 'c', SUMMARY: 'Open end' },
    ]);

    const tracks = Object.fromEntries((await items()).map(({ title, track }) => [title, track]));
    expect(tracks).toEqual({
      'By hand': 'HISTORY',
      Looms: 'HISTORY',
      Dyes: 'chemistry',
      Mordants: 'chemistry',
      Dinner: 'party',
      'Open end': null,
    });
    const { tags } = await api.db('events').where({ title: 'Looms' }).first('tags');
    expect(tags).toEqual(['Tutorial', 'History']);
  });

  it('changes nothing if it is repeated', async () => {
    await importAll([LOOMS, DINNER]);
    const before = await versions();
    await importAll([LOOMS, DINNER]);
    expect(await versions()).toEqual(before);
  });

  it('updates the items of changed events and no others', async () => {
    await importAll([LOOMS, DINNER]);
    const [dinner] = await items();
    await importAll([
      { ...LOOMS, SUMMARY: 'Old looms', LOCATION: 'Attic', DTSTART: '20260515T093000Z' },
      DINNER,
    ]);
    const [same, looms] = await items();
    expect(looms).toMatchObject({
      title: 'Old looms',
      room: 'Attic',
      starts_at: '2026-05-15T09:30:00.000Z',
    });
    expect(same).toEqual(dinner);
  });

  it('keeps edited fields, and both times if one was edited', async () => {
    await importAll([LOOMS]);
    const edits = { title: 'Mine', ends_at: '2026-05-15T11:00:00.000Z', track: 'History' };
    await change(await theItem(), edits);
    const later = { DTSTART: '20260516T120000Z', DTEND: '20260516T130000Z' };
    await importAll([{ ...LOOMS, ...later, SUMMARY: 'Theirs', LOCATION: 'Attic' }]);
    expect(await theItem()).toMatchObject({
      ...edits,
      starts_at: '2026-05-15T09:00:00.000Z',
      room: 'Attic',
      edited_fields: ['title', 'ends_at'],
    });
  });

  it('adds no item again after its deletion, until an administrator adds it', async () => {
    await importAll([LOOMS]);
    const { event_id } = await theItem();
    await remove(await theItem());
    await importAll([{ ...LOOMS, SUMMARY: 'Changed' }]);
    expect(await items()).toEqual([]);

    const body = { conference_id: conference.id, event_id };
    await api.admin().post('/api/v1/admin/agenda').send(body).expect(201);
    await api.db('agenda_items').delete();
    await importAll([LOOMS]);
    expect(await titles()).toEqual(['Looms']);
  });

  it('adds no second item for an event that was unlinked from its item', async () => {
    await importAll([LOOMS]);
    const item = await theItem();
    await change(item, { event_id: null });
    await importAll([{ ...LOOMS, SUMMARY: 'Changed' }]);
    expect(await titles()).toEqual(['Looms']);

    await change(item, { event_id: item.event_id });
    expect(await titles()).toEqual(['Changed']);
  });

  it('keeps items of events missing from the calendar and items without an event', async () => {
    await importAll([LOOMS]);
    await anAgendaItem(api.db, conference, { title: 'No event' });
    await importAll([DINNER]);
    expect((await titles()).toSorted()).toEqual(['Dinner', 'Looms', 'No event']);
  });

  it('with agenda=false adds no items but updates existing ones', async () => {
    await importAll([LOOMS], { agenda: 'false' });
    expect(await titles()).toEqual([]);
    await importAll([LOOMS], { agenda: '' });
    expect(await titles()).toEqual(['Looms']);
    await importAll([{ ...LOOMS, SUMMARY: 'Changed' }, DINNER], { agenda: 'false' });
    expect(await titles()).toEqual(['Changed']);
  });

  it.each([
    [{ agenda: false }, 'url'],
    [{ agenda: 'maybe' }, 'agenda'],
    [{ agenda: 1 }, 'agenda'],
  ])('answers 400 for the JSON %j', async (body, field) => {
    const answer = await api.admin().post(ALL).send(body).expect(400);
    expect(answer.body).toEqual({
      error: expect.stringMatching(`^${field}: `),
      code: 'VALIDATION_ERROR',
    });
  });

  it('of one event adds it to the agenda', async () => {
    const fields = { conference_id: String(conference.id) };
    await send(ONE, [LOOMS, DINNER], { ...fields, uid: LOOMS.UID }).expect(200);
    expect(await titles()).toEqual(['Looms']);
    await send(ONE, [DINNER], { ...fields, agenda: 'false' }).expect(200);
    expect(await titles()).toEqual(['Looms']);
  });

  it('without a conference adds no items', async () => {
    await send(ALL, [LOOMS]).expect(200);
    expect(await titles()).toEqual([]);
  });

  it('keeps an event in the conference that an administrator moved it to', async () => {
    await importAll([LOOMS, DINNER]);
    const elsewhere = await aConference(api.db);
    const [dinner, looms] = await items();
    const move = (item: AgendaItem | undefined, conference_id: number | null) =>
      api.admin().put(`/api/v1/admin/events/${item?.event_id}`).send({ conference_id }).expect(200);
    await move(dinner, null);
    await move(looms, elsewhere.id);

    await importAll([{ ...LOOMS, SUMMARY: 'Changed' }, DINNER]);

    expect(await items()).toMatchObject([{ title: 'Changed', conference_id: elsewhere.id }]);
  });

  describe('shows an item', () => {
    const shown = async () => {
      const path = `/api/v1/conferences/${conference.id}/agenda`;
      const { days } = (await api.anonymous().get(path).expect(200)).body;
      return days.flatMap(({ items: ofDay }: { items: AgendaItem[] }) =>
        ofDay.map(({ status }) => status),
      );
    };

    it('as cancelled while the calendar cancels its event', async () => {
      await importAll([LOOMS]);
      await importAll([{ ...LOOMS, STATUS: 'CANCELLED' }]);
      expect(await shown()).toEqual(['cancelled']);
      await importAll([LOOMS]);
      expect(await shown()).toEqual(['scheduled']);
    });

    it('once its event is approved', async () => {
      await importAll([LOOMS], { status: 'pending' });
      expect(await shown()).toEqual([]);
      const { event_id } = await theItem();
      await api.admin().post(`/api/v1/admin/events/${event_id}/approve`).send({}).expect(200);
      expect(await shown()).toEqual(['scheduled']);
    });
  });

  it('sends as many queries for many events as for one', async () => {
    const many = Array.from({ length: 40 }, (_, n) => ({ ...LOOMS, UID: `u${n}` }));
    await importAll([DINNER]);
    const one = await countQueries(api.db, () => importAll([LOOMS]));
    expect(await countQueries(api.db, () => importAll(many))).toBe(one);
    const again = (events: readonly Lines[]) =>
      countQueries(api.db, () => importAll(events.map((lines) => ({ ...lines, LOCATION: 'x' }))));
    expect(await again(many)).toBe(await again([LOOMS]));
    expect(await items()).toHaveLength(42);
  });
});
