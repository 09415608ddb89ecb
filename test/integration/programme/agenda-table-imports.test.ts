import type { User } from '../../../src/domain/people/users.ts';
import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, anAgendaItem, anEvent, aSpeaker, aUser } from '../../support/factories.ts';
import { failure } from '../../support/failures.ts';
import { countQueries } from '../../support/queries.ts';
import { shownNotifications } from '../../support/shown-notifications.ts';
import { aWorkbook } from '../../support/workbooks.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  const tables = ['notifications', 'agenda_items', 'events', 'conferences', 'speakers'];
  await emptyAuditLog(api.db);
  for (const table of tables) await api.db(table).delete();
  conference = await aConference(api.db, { timezone: 'Europe/Berlin' });
});

const post = (query: object = {}, { id }: Pick<Conference, 'id'> = conference) =>
  api.admin().post(`/api/v1/admin/conferences/${id}/agenda/import`).query(query);
const upload = (content: string, query: object = {}, name = 'agenda.csv') =>
  post(query).attach('file', Buffer.from(content), name);
const send = async (items: readonly object[], query: object = {}) =>
  (await post(query).send({ items }).expect(200)).body;
interface Shown extends AgendaItem {
  readonly speakers: readonly { name: string; title: string | null; company: string | null }[];
}
const agenda = async (): Promise<Shown[]> => {
  const { body } = await api.anonymous().get(`/api/v1/conferences/${conference.id}/agenda`);
  return body.days.flatMap(({ items }: { items: Shown[] }) => items);
};
const at = (day: number, hour: number) => ({
  starts_at: `2026-05-${day} ${hour}:00`,
  ends_at: `2026-05-${day} ${hour}:45`,
});

const sheet = [
  'Title,Starts_At,Ends_At,Room,Track,Kind,Description,Speakers,speaker_titles,speaker_companies,Notes',
  'Engines that weave,2026-05-14 09:00,2026-05-14 10:00,Great Hall,History,Keynote,From the loom.,Ada Lovelace|Mary Somerville,Analyst|,|Engines,x',
  'Lunch,2026-05-14T12:00,2026-05-14T13:00,Foyer,,,,,,,',
  'Dyes,14.05.2026 14:00,2026-05-14T14:30:00+02:00,Attic,crafts,,,Ada Lovelace,,,',
].join('\r\n');

describe('POST /admin/conferences/:conference_id/agenda/import', () => {
  it('creates the items and speakers of a sheet, with local times, and changes nothing again', async () => {
    const { body } = await upload(sheet).expect(200);

    const counts = { total: 3, failed: 0, errors: [], dry_run: false, ignored_columns: ['notes'] };
    expect(body).toMatchObject({ ...counts, created: 3, updated: 0, speakers_created: 2 });
    const items = await agenda();
    expect(items).toMatchObject([
      {
        title: 'Engines that weave',
        starts_at: '2026-05-14T07:00:00.000Z',
        ends_at: '2026-05-14T08:00:00.000Z',
        room: 'Great Hall',
        track: 'History',
        kind: 'keynote',
        description: 'From the loom.',
        speakers: [
          { name: 'Ada Lovelace', title: 'Analyst', company: null },
          { name: 'Mary Somerville', title: null, company: 'Engines' },
        ],
      },
      { title: 'Lunch', kind: 'break', starts_at: '2026-05-14T10:00:00.000Z', speakers: [] },
      { title: 'Dyes', ends_at: '2026-05-14T12:30:00.000Z', speakers: [{ name: 'Ada Lovelace' }] },
    ]);

    const again = await upload(sheet).expect(200);
    expect(again.body).toMatchObject({ ...counts, unchanged: 3, created: 0, speakers_created: 0 });
    expect(await agenda()).toEqual(items);
  });

  it('reads language, url and links of a sheet and of a list', async () => {
    const csv = [
      'title,starts_at,ends_at,language,url,links',
      'Looms,2026-05-14 09:00,2026-05-14 10:00,en,https://sea.example/l,https://sea.example/a | https://sea.example/b',
    ].join('\n');
    const first = { language: 'en', url: 'https://sea.example/l' };
    const [a, b] = ['https://sea.example/a', 'https://sea.example/b'];
    await upload(csv).expect(200);
    expect(await agenda()).toMatchObject([
      {
        ...first,
        links: [
          { title: null, url: a },
          { title: null, url: b },
        ],
      },
    ]);
    expect((await upload(csv).expect(200)).body).toMatchObject({ unchanged: 1, updated: 0 });

    const links = [{ title: 'Slides', url: b }];
    expect(await send([{ title: 'Looms', ...at(14, 9), links }])).toMatchObject({ updated: 1 });
    expect(await agenda()).toMatchObject([{ ...first, links }]);
    const { errors } = await send([
      { title: 'Looms', ...at(14, 9), language: 'Plattdeutsch!' },
      { title: 'Looms', ...at(14, 9), url: 'ftp://sea.example' },
      { title: 'Looms', ...at(14, 9), links: 'sea.example' },
    ]);
    expect(errors).toMatchObject([
      { field: 'language' },
      { field: 'url' },
      { field: 'links.0.url' },
    ]);
  });

  it('reports the same in a dry run and stores nothing', async () => {
    const { body } = await upload(sheet, { dry_run: true }).expect(200);
    expect(body).toMatchObject({ created: 3, speakers_created: 2, dry_run: true });
    expect(await agenda()).toEqual([]);
    expect(await api.db('speakers')).toEqual([]);
    expect(await api.db('audit_log')).toEqual([]);
  });

  it('writes one audit entry', async () => {
    await upload(sheet).expect(200);
    expect(await api.db('audit_log').select('action', 'subject_id', 'after')).toMatchObject([
      { action: 'agenda.import', subject_id: conference.id, after: { created: 3 } },
    ]);
  });

  it('keeps valid rows and names each other row with its reason', async () => {
    const body = await send([
      { title: 'Looms', ...at(14, 9), room: 'Attic' },
      { title: 'No end', starts_at: '2026-05-14 09:00' },
      { title: 'Backwards', starts_at: '2026-05-14 09:00', ends_at: '2026-05-14 09:00' },
      { title: 'No day', starts_at: '2026-02-31 09:00', ends_at: '2026-05-14 09:00' },
      { title: 'Party', ...at(14, 20), kind: 'party' },
      { title: ' LOOMS', ...at(14, 9), room: 'attic' },
    ]);
    expect(body).toMatchObject({ total: 6, created: 1, failed: 5 });
    expect(
      body.errors.map(({ row, field }: { row: number; field: string }) => [row, field]),
    ).toEqual([
      [2, 'ends_at'],
      [3, 'ends_at'],
      [4, 'starts_at'],
      [5, 'kind'],
      [6, null],
    ]);
    expect(body.errors[4].error).toBe('the same agenda item as row 1');
  });

  it('moves a known item, keeps fields that a row leaves empty, and keeps items without a row', async () => {
    const speaker = await aSpeaker(api.db);
    await api
      .db('conference_speakers')
      .insert({ conference_id: conference.id, speaker_id: speaker.id });
    await send([
      { title: 'Looms', ...at(14, 9), room: 'Attic', track: 'Crafts', speakers: speaker.name },
      { title: 'Lunch', ...at(14, 12) },
      { title: 'Stays', ...at(14, 18) },
    ]);
    const before = await agenda();

    const body = await send([
      { title: 'Looms', ...at(15, 11) },
      { title: 'Lunch', ...at(15, 12) },
    ]);

    expect(body).toMatchObject({ created: 1, updated: 1, unchanged: 0, speakers_created: 0 });
    const after = await agenda();
    expect(after.map(({ title }) => title)).toEqual(['Lunch', 'Stays', 'Looms', 'Lunch']);
    expect(after[2]).toMatchObject({
      id: before[0]?.id,
      room: 'Attic',
      track: 'Crafts',
      starts_at: '2026-05-15T09:00:00.000Z',
      speakers: [{ name: speaker.name }],
    });
  });

  it('keeps the fields that an administrator edited, and changes the others', async () => {
    const grace = await aSpeaker(api.db, { name: 'Grace' });
    const rows = (hour: number, track: string) => [
      { title: 'Looms', import_key: 'l', ...at(14, hour), room: 'Attic', track, speakers: 'Ada' },
      { title: 'Dyes', import_key: 'd', ...at(14, hour), room: 'Attic', track, speakers: 'Ada' },
    ];
    await send(rows(9, 'Crafts'));
    const [looms] = await agenda();
    const edit = { title: 'Old looms', room: 'Great Hall', speaker_ids: [grace.id] };
    const put = (body: object) =>
      api.admin().put(`/api/v1/admin/agenda/${looms?.id}`).send(body).expect(200);
    await put(edit);
    const edited = await agenda();

    expect(await send(rows(9, 'Crafts'))).toMatchObject({ updated: 0, unchanged: 2 });
    expect(await agenda()).toEqual(edited);

    expect(await send(rows(11, 'Chemistry'))).toMatchObject({ updated: 2, created: 0 });
    const moved = { starts_at: '2026-05-14T09:00:00.000Z', track: 'Chemistry' };
    expect(await agenda()).toMatchObject([
      { ...moved, title: 'Old looms', room: 'Great Hall', speakers: [{ name: 'Grace' }] },
      { ...moved, title: 'Dyes', room: 'Attic', speakers: [{ name: 'Ada' }] },
    ]);

    // One edited time keeps both: with only one of them, the item could end before it starts.
    await put({ ends_at: '2026-05-14T10:00:00.000Z' });
    expect(await send(rows(15, 'Chemistry'))).toMatchObject({ updated: 1, unchanged: 1 });
    expect((await agenda()).map(({ title, starts_at }) => [title, starts_at])).toEqual([
      ['Old looms', moved.starts_at],
      ['Dyes', '2026-05-14T13:00:00.000Z'],
    ]);
  });

  it('finds speakers by name in the lineup and fills their empty fields only', async () => {
    const elsewhere = await aSpeaker(api.db, { name: 'José María' });
    const stored = await aSpeaker(api.db, { name: 'Ada Lovelace', title: 'Countess' });
    await api
      .db('conference_speakers')
      .insert({ conference_id: conference.id, speaker_id: stored.id });
    const speakers = [
      { name: 'ada  lovelace', title: 'Analyst', company: 'Engines' },
      { name: 'José María' },
    ];
    expect(await send([{ title: 'Looms', ...at(14, 9), speakers }])).toMatchObject({
      speakers_created: 1,
    });
    const [item] = await agenda();
    expect(item?.speakers).toMatchObject([
      { id: stored.id, name: 'Ada Lovelace', title: 'Countess', company: 'Engines' },
      { name: 'José María', slug: 'jose-maria' },
    ]);
    expect(item?.speakers).not.toContainEqual(expect.objectContaining({ id: elsewhere.id }));
  });

  it('creates draft speakers for a draft conference', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    const items = [{ title: 'Looms', ...at(14, 9), speakers: 'Ada' }];
    await post({}, draft).send({ items }).expect(200);
    expect(await api.db('speakers').pluck('status')).toEqual(['draft']);
  });

  it('keeps an item with its event, whose changes it no longer follows in imported fields', async () => {
    const event = await anEvent(api.db, { conference_id: conference.id, title: 'Looms' });
    const item = await anAgendaItem(api.db, conference, { title: 'Looms', event_id: event.id });
    await send([{ title: 'Looms', ...at(14, 9), room: 'Attic' }]);
    await api
      .admin()
      .put(`/api/v1/admin/events/${event.id}`)
      .send({ venue: { name: 'Foyer' } });
    expect(await agenda()).toMatchObject([{ id: item.id, event_id: event.id, room: 'Attic' }]);
  });

  it('notifies each person once of all moved items, and no one with notify=false', async () => {
    const [ada, bob]: User[] = [await aUser(api.db), await aUser(api.db)];
    const rows = (hour: number) =>
      ['A', 'B', 'C'].map((title) => ({ title, ...at(14, hour), track: `T${hour}` }));
    await send(rows(9));
    const items = await agenda();
    for (const { id } of items) {
      await api.db('agenda_favorites').insert({ user_id: ada?.id, agenda_item_id: id });
    }
    await api.db('agenda_favorites').insert({ user_id: bob?.id, agenda_item_id: items[0]?.id });

    await send(rows(11));
    await send(rows(11));
    await send(rows(12), { notify: false });

    const ids = items.map(({ id }) => id);
    const data = (agenda_item_ids: unknown[]) => ({
      conference_id: conference.id,
      event_ids: [],
      agenda_item_ids,
    });
    expect(await shownNotifications(api.db)).toMatchObject([
      { user_id: ada?.id, type: 'programme_changed', data: data(ids) },
      { user_id: bob?.id, type: 'programme_changed', data: data(ids.slice(0, 1)) },
    ]);
  });

  it('sends the same number of statements for 3 rows and for 300', async () => {
    const cost = (from: number, count: number) =>
      countQueries(api.db, () =>
        send(
          Array.from({ length: count }, (_, n) => ({
            title: `Talk ${from + n}`,
            ...at(14, 9),
            speakers: `Speaker ${from + n}`,
          })),
        ),
      );
    expect(await cost(1_000, 300)).toBe(await cost(0, 3));
  });

  it('answers 404 for an unknown conference, 400 without rows, 400 for other JSON', async () => {
    const { body } = await post({}, { id: 999_999 }).send({ items: [] }).expect(404);
    expect(body).toEqual(failure('NOT_FOUND', 'conference not found'));
    await post().send({}).expect(400);
    await upload('{"a": 1}', {}, 'schedule.json').expect(400);
    const days = [{ date: '2026-05-14', rooms: [{ name: 'Hall', events: [{ title: 'Looms' }] }] }];
    const other = JSON.stringify({ schedule: { conference: { days } } });
    expect((await upload(other, {}, 'schedule.json').expect(400)).body).toEqual({
      error: 'file: expected items in schedule.conference.days[].rooms',
      code: 'VALIDATION_ERROR',
    });
    await upload('{"a": ', {}, 'schedule.json').expect(400);
    await upload('name,day\r\na,b').expect(400);
  });

  it('answers one 400 that names the columns found when a required one is missing', async () => {
    const refused = async (csv: string) => (await upload(csv).expect(400)).body;
    const expected = 'file: expected the columns title, starts_at, and ends_at, found';
    const code = 'VALIDATION_ERROR';
    const rows = '\r\nLooms,2026-05-14 09:00,Attic'.repeat(300);
    expect(await refused(`Title,Start,Room${rows}`)).toEqual({
      error: `${expected} "Title", "Start", "Room"`,
      code,
    });
    expect(await refused(`name,Starts at,Ends at${rows}`)).toEqual({
      error: `${expected} "name", "Starts at", "Ends at"`,
      code,
    });
    expect(await refused('a,b')).toEqual({ error: `${expected} "a", "b"`, code });
    expect(await agenda()).toEqual([]);
  });
});

describe('the import of a workbook', () => {
  const HEADER = ['Title', 'Starts at', 'Ends at', 'Room', 'Speakers', 'Speaker Titles'];
  const workbook = (rows: readonly (readonly (string | Date | null)[])[]) =>
    aWorkbook({ Talks: [HEADER, ...rows] });
  const send = async (bytes: Buffer) =>
    (await post().attach('file', bytes, 'talks.xlsx').expect(200)).body;
  const timesOf = async () =>
    (await agenda()).map(({ title, starts_at, ends_at }) => [title, starts_at, ends_at]);

  it('reads date cells and texts as local times, and speakers separated by |', async () => {
    const day = (hour: number, minute = 0) => new Date(Date.UTC(2026, 4, 14, hour, minute));
    const bytes = workbook([
      ['Looms', day(9), day(9, 45), 'Attic', 'Ada Lovelace | Mary Somerville', 'Analyst|'],
      ['Dyes', '2026-05-14 11:00', '14.05.2026 11:45', 'Attic', null, null],
      ['Mixed', day(12), '2026-05-14T12:30:00+02:00', null, 'Ada Lovelace', null],
    ]);

    const counts = { total: 3, failed: 0, errors: [], ignored_columns: [], warnings: [] };
    expect(await send(bytes)).toMatchObject({ ...counts, created: 3, speakers_created: 2 });
    expect(await timesOf()).toEqual([
      ['Looms', '2026-05-14T07:00:00.000Z', '2026-05-14T07:45:00.000Z'],
      ['Dyes', '2026-05-14T09:00:00.000Z', '2026-05-14T09:45:00.000Z'],
      ['Mixed', '2026-05-14T10:00:00.000Z', '2026-05-14T10:30:00.000Z'],
    ]);
    expect((await agenda())[0]).toMatchObject({
      room: 'Attic',
      speakers: [
        { name: 'Ada Lovelace', title: 'Analyst' },
        { name: 'Mary Somerville', title: null },
      ],
    });

    const before = await agenda();
    expect(await send(bytes)).toMatchObject({ ...counts, unchanged: 3, speakers_created: 0 });
    expect(await agenda()).toEqual(before);
  });

  it('moves a time that clocks skip forward, and takes the first of two', async () => {
    const march = (hour: number) => new Date(Date.UTC(2026, 2, 29, hour, 30));
    const october = (hour: number) => new Date(Date.UTC(2026, 9, 25, hour, 30));
    const bytes = workbook([
      ['Skipped', march(2), march(4), null, null, null],
      ['Skipped text', '2026-03-29 02:30', '2026-03-29 04:30', null, null, null],
      ['Twice', october(2), october(3), null, null, null],
    ]);

    expect(await send(bytes)).toMatchObject({ created: 3, failed: 0 });
    expect(await timesOf()).toEqual([
      ['Skipped', '2026-03-29T01:30:00.000Z', '2026-03-29T02:30:00.000Z'],
      ['Skipped text', '2026-03-29T01:30:00.000Z', '2026-03-29T02:30:00.000Z'],
      ['Twice', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00.000Z'],
    ]);
  });
});

/** In the form in which pretalx and frab export a schedule. */
const schedule = (start: string) => ({
  schedule: {
    version: '1.0',
    conference: {
      acronym: 'sea',
      title: 'Engines at Sea',
      time_zone_name: 'Europe/Berlin',
      days: [
        {
          index: 1,
          date: '2026-05-14',
          day_start: '2026-05-14T09:00:00+02:00',
          day_end: '2026-05-15T04:00:00+02:00',
          rooms: {
            'Great Hall': [
              {
                id: 7,
                guid: 'a0a0fcfe-b7fb-46e3-84b6-97a5406016b4',
                date: `2026-05-14T${start}:00+02:00`,
                start,
                duration: '00:45',
                room: 'Great Hall',
                title: 'Engines that weave',
                subtitle: 'And looms',
                track: { en: 'History' },
                type: 'Workshop 45 min',
                language: 'de_AT',
                url: 'https://sea.example/talks/7',
                links: [
                  { title: 'Slides', url: 'https://sea.example/slides.pdf' },
                  { title: 'Next door', url: '../slides.pdf' },
                  { url: 'https://sea.example/more' },
                ],
                abstract: '<p>From the <b>loom</b>.</p>',
                description: '',
                persons: [
                  { id: 1, code: 'ABC', public_name: 'Ada Lovelace', biography: 'Wrote notes.' },
                  { id: 2, name: 'Mary Somerville', avatar: 'https://sea.example/mary.png' },
                ],
              },
            ],
            Bar: [{ id: 8, start: '01:30', duration: '1:00', title: 'Night cap', persons: [] }],
          },
        },
      ],
    },
  },
});

describe('the import of a schedule.json', () => {
  it('creates its items with their rooms, tracks, times after midnight and speakers', async () => {
    const { body } = await upload(JSON.stringify(schedule('11:00')), {}, 'schedule.json').expect(
      200,
    );
    expect(body).toMatchObject({ created: 2, failed: 0, speakers_created: 2, errors: [] });
    expect(await agenda()).toMatchObject([
      {
        title: 'Engines that weave',
        kind: 'workshop',
        track: 'History',
        room: 'Great Hall',
        description: 'And looms\n\nFrom the loom.',
        language: 'de-AT',
        url: 'https://sea.example/talks/7',
        links: [
          { title: 'Slides', url: 'https://sea.example/slides.pdf' },
          { title: null, url: 'https://sea.example/more' },
        ],
        starts_at: '2026-05-14T09:00:00.000Z',
        ends_at: '2026-05-14T09:45:00.000Z',
        speakers: [{ name: 'Ada Lovelace' }, { photo_url: 'https://sea.example/mary.png' }],
      },
      {
        title: 'Night cap',
        room: 'Bar',
        language: null,
        url: null,
        links: [],
        starts_at: '2026-05-14T23:30:00.000Z',
        ends_at: '2026-05-15T00:30:00.000Z',
      },
    ]);
    const again = await post().send(schedule('11:00')).expect(200);
    expect(again.body).toMatchObject({ unchanged: 2, created: 0, updated: 0 });
  });

  it('recognizes an item by its guid when its title and time change', async () => {
    await post().send(schedule('11:00')).expect(200);
    const [before] = await agenda();
    const changed = JSON.stringify(schedule('15:00')).replace('Engines that weave', 'Looms');
    const { body } = await upload(changed, {}, 'schedule.json').expect(200);
    expect(body).toMatchObject({ updated: 1, unchanged: 1, created: 0 });
    expect(await agenda()).toMatchObject([
      { id: before?.id, title: 'Looms', starts_at: '2026-05-14T13:00:00.000Z' },
      { title: 'Night cap' },
    ]);
  });
});

describe('the report of an agenda import', () => {
  const talk = { title: 'Ropes', room: 'Pier', import_key: 'r1' };

  it('names what is created, changed from and to, and cancelled, and counts whom it would notify', async () => {
    const gone = { title: 'Sails', ...at(15, 12), import_key: 's1' };
    await send([{ ...talk, ...at(14, 10) }, gone]);
    const [item] = await agenda();
    const user = await aUser(api.db);
    await api.db('conferences').where({ id: conference.id }).update({ status: 'published' });
    await api.db('agenda_favorites').insert({ user_id: user.id, agenda_item_id: item?.id });
    const next = [
      { ...talk, room: 'Attic', ...at(14, 11) },
      { title: 'Knots', ...at(14, 15), import_key: 'k1' },
    ];

    const tried = await send(next, { dry_run: true, absent: 'cancel' });

    const changed = [
      { title: 'Knots', result: 'created', changes: [] },
      {
        agenda_item_id: item?.id,
        title: 'Ropes',
        result: 'updated',
        changes: [
          { field: 'starts_at', from: '2026-05-14T08:00:00.000Z', to: '2026-05-14T09:00:00.000Z' },
          { field: 'ends_at', from: '2026-05-14T08:45:00.000Z', to: '2026-05-14T09:45:00.000Z' },
          { field: 'room', from: 'Pier', to: 'Attic' },
        ],
      },
      { title: 'Sails', result: 'cancelled', changes: [] },
    ];
    expect(tried).toMatchObject({ changed, would_notify: 1, absent: [{ title: 'Sails' }] });
    const quiet = await send(next, { dry_run: true, notify: false });
    expect(quiet).toMatchObject({ would_notify: 0, cancelled: 0 });
    const applied = await send(next, { absent: 'cancel' });
    expect(applied).toMatchObject({ changed });
    expect(applied).not.toHaveProperty('would_notify');
    expect((await send(next, { absent: 'cancel' })).changed).toEqual([]);
  });
});
