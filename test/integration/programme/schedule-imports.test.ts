import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, anAgendaItem, aSpeaker, aUser } from '../../support/factories.ts';
import { fosdemXml, scheduleXml } from '../../support/schedules.ts';
import { shownNotifications } from '../../support/shown-notifications.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await emptyAuditLog(api.db);
  for (const table of ['notifications', 'agenda_items', 'conferences', 'speakers']) {
    await api.db(table).delete();
  }
  conference = await fosdem(2027);
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
    const xml = fosdemXml({ year: 2027, events: 1_079, host: 'fosdem.org' });

    const { body } = await upload(xml).expect(200);
    const counts = { total: 1_079, failed: 0, errors: [], warnings: [], ignored_columns: [] };
    expect(body).toMatchObject({ ...counts, created: 1_079, speakers_created: 901 });
    const stored = [await rows('agenda_items'), await rows('speakers')];
    expect(stored[0]?.find(({ title }) => title === 'Talk 1078 & more')).toMatchObject({
      starts_at: '2027-02-02T17:00:00.000Z',
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

  it('answers 400 for one that declares entities or ends early, and stores nothing', async () => {
    const xml = fosdemXml({ year: 2027, events: 20, host: 'fosdem.org' });
    const bomb = xml.replace('<schedule>', '<!DOCTYPE x [<!ENTITY a "b">]><schedule>');
    const { body } = await upload(bomb).expect(400);
    expect(body).toEqual({
      error: 'file: expected XML without a document type',
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
        startsAt: '2027-02-01T09:00:00',
        endsAt: '2027-02-01T09:45:00',
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
        starts_at: '2027-02-01T08:00:00.000Z',
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

describe('an item that its source no longer has', () => {
  const xml = (events: number) => fosdemXml({ year: 2027, events, host: 'fosdem.org' });
  const title = (number: number) => `Talk ${number} & more`;
  const put = (id: number, body: object) =>
    api.admin().put(`/api/v1/admin/agenda/${id}`).send(body).expect(200);
  const statusOf = async (number: number) => {
    const items = await rows('agenda_items');
    const { id, status } = items.find((item) => item.title === title(number)) ?? {};
    return { id: id ?? 0, status };
  };

  it('is reported, kept or cancelled, and revived when it is back', async () => {
    const ada = await aUser(api.db);
    expect((await upload(xml(4)).expect(200)).body).toMatchObject({ absent: [], cancelled: 0 });
    const third = await statusOf(3);
    await api.db('agenda_favorites').insert({ user_id: ada.id, agenda_item_id: third.id });

    const absent = [{ agenda_item_id: third.id, title: title(3) }];
    const kept = await upload(xml(3)).expect(200);
    expect(kept.body).toMatchObject({ unchanged: 3, updated: 0, cancelled: 0, absent });
    expect(await statusOf(3)).toMatchObject({ status: 'scheduled' });

    const dry = await upload(xml(3), { absent: 'cancel', dry_run: true }).expect(200);
    expect(dry.body).toMatchObject({ cancelled: 1, absent });
    expect(await statusOf(3)).toMatchObject({ status: 'scheduled' });

    const cancelled = await upload(xml(3), { absent: 'cancel' }).expect(200);
    expect(cancelled.body).toMatchObject({ unchanged: 3, cancelled: 1, absent });
    expect(await statusOf(3)).toMatchObject({ status: 'cancelled' });
    const notices = () => shownNotifications(api.db);
    expect(await notices()).toMatchObject([
      { type: 'programme_changed', data: { agenda_item_ids: [third.id] } },
    ]);
    const stored = await rows('agenda_items');
    const again = await upload(xml(3), { absent: 'cancel' }).expect(200);
    expect(again.body).toMatchObject({ unchanged: 3, cancelled: 0, absent: [] });
    expect(await rows('agenda_items')).toEqual(stored);

    const back = await upload(xml(4), { absent: 'cancel' }).expect(200);
    expect(back.body).toMatchObject({ updated: 1, unchanged: 3, cancelled: 0, absent: [] });
    expect(await statusOf(3)).toEqual({ id: third.id, status: 'scheduled' });
  });

  it('keeps the status that an administrator set', async () => {
    await upload(xml(3)).expect(200);
    const [first, second] = [await statusOf(1), await statusOf(2)];
    await upload(xml(1), { absent: 'cancel' }).expect(200);
    // One takes place after all, the other stays cancelled also when its source has it again.
    await put(first.id, { status: 'scheduled' });
    await put(second.id, { status: 'cancelled' });

    const { body } = await upload(xml(1), { absent: 'cancel' }).expect(200);
    expect(body).toMatchObject({ cancelled: 0, absent: [{ agenda_item_id: first.id }] });
    await upload(xml(3)).expect(200);
    expect([await statusOf(1), await statusOf(2)]).toMatchObject([
      { status: 'scheduled' },
      { status: 'cancelled' },
    ]);
  });

  it('is not one that another source brought or an administrator created', async () => {
    await anAgendaItem(api.db, conference, { title: 'By hand' });
    const sheet = 'title,starts_at,ends_at\nSheet,2027-02-01 09:00,2027-02-01 10:00';
    await upload(sheet).expect(200);
    await upload(xml(2)).expect(200);
    const one = await upload(xml(1)).expect(200);
    expect(one.body.absent).toMatchObject([{ title: title(1) }]);
    const other = await upload(sheet.replace('Sheet', 'Other').replace('09', '08')).expect(200);
    expect(other.body.absent).toMatchObject([{ title: 'Sheet' }]);
  });

  it('is not cancelled while a row fails', async () => {
    await upload(xml(3)).expect(200);
    const broken = xml(3).replace(title(2).replace('&', '&amp;'), '');
    const { body } = await upload(broken, { absent: 'cancel' }).expect(200);
    expect(body).toMatchObject({
      failed: 1,
      cancelled: 0,
      absent: [{ title: title(2) }],
      warnings: ['Absent items are not cancelled, because rows failed'],
    });
    expect(await statusOf(2)).toMatchObject({ status: 'scheduled' });
  });
});

describe('the warnings of an import', () => {
  it('name items outside the days of the conference, and two names of one speaker', async () => {
    const sheet = [
      'title,starts_at,ends_at,speakers',
      'Early,2027-01-31 23:30,2027-02-01 00:30,Ada Lovelace',
      'First,2027-02-01 00:00,2027-02-01 01:00,"Ada Lovelace, Mary Somerville"',
      'Last,2027-02-02 23:00,2027-02-03 01:00,Ada Lovelace|Mary Somerville',
      'Late,2027-02-03 00:00,2027-02-03 01:00,',
    ].join('\n');
    const { body } = await upload(sheet).expect(200);
    const outside = 'outside the days of the conference, 2027-02-01 to 2027-02-02';
    expect(body).toMatchObject({ created: 4, speakers_created: 3 });
    expect(body.warnings).toEqual([
      `Row 2: “Early” is on 2027-01-31, ${outside}`,
      'Row 3: “Ada Lovelace, Mary Somerville” is one speaker; in a sheet, | separates several',
      `Row 5: “Late” is on 2027-02-03, ${outside}`,
    ]);
  });

  it('name contradictions of a schedule.xml once, after its last row', async () => {
    const event = (hour: number) => ({
      guid: `talk-${hour}`,
      date: `2027-02-01T${hour}:30:00+01:00`,
      start: `${hour - 2}:30`,
    });
    const long = { ...event(15), start: '15:30', duration: '2:00:30' };
    const { body } = await upload(scheduleXml([event(12), event(13), long])).expect(200);
    expect(body).toMatchObject({ created: 3 });
    expect(body.warnings).toEqual([
      'Items whose `date` and `start` differ; `date` counts: 2 (for example “Looms”, 12:30 against 10:30)',
      'Row 3: “Looms” lasts 49 hours',
    ]);
    expect(await rows('agenda_items')).toMatchObject([
      { starts_at: '2027-02-01T11:30:00.000Z' },
      {},
      {},
    ]);
  });

  it('are at most 100 and a count', async () => {
    const lines = Array.from({ length: 130 }, (_, n) => `T${n},2028-02-01 09:00,2028-02-01 10:00`);
    const { body } = await upload(['title,starts_at,ends_at', ...lines].join('\n')).expect(200);
    expect(body.warnings).toHaveLength(101);
    expect(body.warnings.at(-1)).toBe('30 more warnings');
  });
});

describe('an import of 10,000 rows', () => {
  it('is written whole, and one more is refused', async () => {
    const rowsOf = (count: number) =>
      Array.from({ length: count }, (_, n) => {
        const day = (n % 2) + 1;
        return `Talk ${n},2027-02-0${day} 09:00,2027-02-0${day} 10:00,Speaker ${n % 20}`;
      });
    const sheet = (count: number) =>
      ['title,starts_at,ends_at,speakers', ...rowsOf(count)].join('\n');
    const { body } = await upload(sheet(10_000)).expect(200);
    expect(body).toMatchObject({ total: 10_000, created: 10_000, speakers_created: 20 });
    const { body: refused } = await upload(sheet(10_001)).expect(400);
    expect(refused.error).toBe('file: expected at most 10,000 rows');
  });
});

describe('a speaker', () => {
  const speakers = (): PromiseLike<{ id: number; name: string; slug: string }[]> =>
    api.db('speakers').orderBy('id').select('id', 'name', 'slug');
  const named = async (name: string) => (await speakers()).filter((one) => one.name === name);
  const lineup = ({ id }: Conference) =>
    api
      .db('conference_speakers')
      .where({ conference_id: id })
      .orderBy('speaker_id')
      .pluck('speaker_id');

  it.each([
    ['an address', 'fosdem.org'],
    ['only a title', undefined],
  ])('of four schedules with %s is one person, in four lineups', async (_what, host) => {
    for (const year of [2023, 2024, 2025, 2027]) {
      const into = await fosdem(year);
      const xml = fosdemXml({ year, events: 5, ...(host && { host }) });
      await upload(xml, {}, into).expect(200);
      expect(await lineup(into)).toEqual((await speakers()).map(({ id }) => id));
    }
    expect(await speakers()).toHaveLength(5);
    expect(await named('FOSDEM Staff')).toHaveLength(1);
  });

  it('is another person with another number, or at another source', async () => {
    await upload(fosdemXml({ year: 2025, events: 1, host: 'a.example' }), {}, await fosdem(2025));
    await upload(fosdemXml({ year: 2027, events: 1, host: 'b.example' }), {}, await fosdem(2027));
    await upload(
      fosdemXml({ year: 2028, events: 1, host: 'b.example', offset: 10 }),
      {},
      await fosdem(2028),
    );
    expect(await named('FOSDEM Staff')).toHaveLength(3);
  });

  it('whose number means another person in a schedule without an address stays separate', async () => {
    const xml = fosdemXml({ year: 2009, events: 1 });
    await upload(xml, {}, await fosdem(2009)).expect(200);
    await upload(xml.replace('FOSDEM Staff', 'Joaquim'), {}, await fosdem(2010)).expect(200);
    expect((await speakers()).map(({ name }) => name)).toEqual(['FOSDEM Staff', 'Joaquim']);
  });

  it('with a new name in the schedule or here stays the same', async () => {
    const xml = fosdemXml({ year: 2027, events: 1, host: 'fosdem.org' });
    await upload(xml).expect(200);
    const [staff] = await speakers();
    await upload(xml.replace('FOSDEM Staff', 'The Staff')).expect(200);
    expect(await speakers()).toEqual([{ ...staff, name: 'The Staff' }]);
    await api.admin().put(`/api/v1/admin/speakers/${staff?.id}`).send({ name: 'Volunteers' });
    expect((await upload(xml).expect(200)).body).toMatchObject({ speakers_created: 0, updated: 0 });
    expect(await named('Volunteers')).toHaveLength(1);
  });

  it('in the lineup without a key is found by name, and keeps the key', async () => {
    const staff = await aSpeaker(api.db, { name: 'fosdem staff', title: 'Team' });
    const into = { conference_id: conference.id, speaker_id: staff.id };
    await api.db('conference_speakers').insert(into);
    const xml = fosdemXml({ year: 2027, events: 1, host: 'fosdem.org' });
    expect((await upload(xml).expect(200)).body).toMatchObject({ speakers_created: 0 });
    const next = await fosdem(2028);
    const later = fosdemXml({ year: 2028, events: 1, host: 'fosdem.org' });
    expect((await upload(later, {}, next).expect(200)).body).toMatchObject({ speakers_created: 0 });
    expect(await lineup(next)).toEqual([staff.id]);
  });

  it('of a sheet is one person by name within the conference, also with a new name here', async () => {
    const sheet = 'title,starts_at,ends_at,speakers\nLooms,2027-02-01 09:00,2027-02-01 10:00,Ada';
    await upload(sheet).expect(200);
    await upload(sheet, {}, await fosdem(2025)).expect(200);
    const [ada, other] = await named('Ada');
    expect(other).toBeDefined();
    await api.admin().put(`/api/v1/admin/speakers/${ada?.id}`).send({ name: 'Ada Lovelace' });
    const { body } = await upload(sheet).expect(200);
    expect(body).toMatchObject({ unchanged: 1, speakers_created: 0 });
    await upload(sheet.replace(',Ada', ',Ada Lovelace')).expect(200);
    expect((await speakers()).map(({ name }) => name)).toEqual(['Ada Lovelace', 'Ada']);
  });

  it('of one source in two imports at once is created once', async () => {
    const [a, b] = [await fosdem(2025), await fosdem(2027)];
    const xml = (year: number) => fosdemXml({ year, events: 40, host: 'fosdem.org' });
    const answers = await Promise.all([upload(xml(2025), {}, a), upload(xml(2027), {}, b)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await speakers()).toHaveLength(40);
    expect(await lineup(a)).toEqual(await lineup(b));
  });
});
