import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, anAttendance, aUser } from '../../support/factories.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  for (const table of ['notifications', 'events', 'conferences']) await api.db(table).delete();
  const days = { starts_on: '2031-06-10', ends_on: '2031-06-20', timezone: 'Europe/Lisbon' };
  conference = await aConference(api.db, days);
});

type Lines = Readonly<Record<string, string>>;
const vevent = (lines: Lines) => [
  'BEGIN:VEVENT',
  ...Object.entries(lines).map(([name, value]) => `${name}:${value}`),
  'END:VEVENT',
];
const calendar = (...events: Lines[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flatMap(vevent), 'END:VCALENDAR', ''].join('\r\n');

const upload = async (content: string, options: object = {}) => {
  const { body } = await api
    .admin()
    .post('/api/v1/admin/events/import-all-extcal')
    .query({ conference_id: conference.id, ...options })
    .attach('file', Buffer.from(content), 'harbor.ics')
    .expect(200);
  return body;
};

const KNOTS = {
  UID: 'knots@harbor',
  SUMMARY: 'Knots',
  DTSTART: '20310612T090000Z',
  DTEND: '20310612T100000Z',
  LOCATION: 'Pier 1',
};
const OARS = { ...KNOTS, UID: 'oars@harbor', SUMMARY: 'Oars' };

describe('the changes that the import of a calendar reports', () => {
  it('are from and to by field, the same in a dry run and in the run', async () => {
    await upload(calendar(KNOTS, OARS));
    const event = await api.db('events').where({ feed_uid: KNOTS.UID }).first();
    await anAttendance(api.db, [await aUser(api.db), event]);
    const next = calendar(
      {
        ...KNOTS,
        DTSTART: '20310612T100000Z',
        DTEND: '20310612T110000Z',
        LOCATION: 'Loft',
        CATEGORIES: 'Craft',
      },
      { ...OARS, STATUS: 'CANCELLED' },
      { ...OARS, UID: 'sails@harbor', SUMMARY: 'Sails' },
    );

    const tried = await upload(next, { dry_run: true });

    const venue = { address: null, latitude: null, longitude: null };
    const changed = [
      { uid: 'sails@harbor', result: 'created', changes: [] },
      {
        uid: KNOTS.UID,
        event_id: event.id,
        result: 'updated',
        changes: [
          { field: 'starts_at', from: '2031-06-12T09:00:00.000Z', to: '2031-06-12T10:00:00.000Z' },
          { field: 'ends_at', from: '2031-06-12T10:00:00.000Z', to: '2031-06-12T11:00:00.000Z' },
          { field: 'venue', from: { ...venue, name: 'Pier 1' }, to: { ...venue, name: 'Loft' } },
          { field: 'tags', from: [], to: ['Craft'] },
        ],
      },
      { uid: OARS.UID, result: 'cancelled', changes: [] },
    ];
    expect(tried).toMatchObject({ changed, would_notify: 1, dry_run: true });
    expect(await upload(next)).toMatchObject({ changed, dry_run: false });
    expect((await upload(next)).changed).toEqual([]);
  });

  it('name a revival, and no field that an organizer edited', async () => {
    await upload(calendar({ ...KNOTS, STATUS: 'CONFIRMED' }));
    await upload(calendar({ ...KNOTS, STATUS: 'CANCELLED' }));
    const event = await api.db('events').where({ feed_uid: KNOTS.UID }).first();
    await api
      .admin()
      .put(`/api/v1/admin/events/${event.id}`)
      .send({ title: 'Knots by hand' })
      .expect(200);
    const { changed } = await upload(calendar({ ...KNOTS, SUMMARY: 'Knots and bends' }));
    expect(changed).toMatchObject([
      { result: 'updated', changes: [{ field: 'status', from: 'cancelled', to: 'approved' }] },
    ]);
    const again = await upload(calendar({ ...KNOTS, SUMMARY: 'Knots for all' }));
    expect(again.changed).toMatchObject([{ result: 'updated', changes: [] }]);
  });
});

describe('what the import of a calendar leaves out or remarks', () => {
  it('has a code and parameters beside its sentence', async () => {
    const odd = {
      ...KNOTS,
      UID: 'odd@harbor',
      SUMMARY: 'Odd',
      STATUS: 'PERHAPS',
      ATTENDEE: 'mailto:a@harbor.example',
      'DTSTART;TZID=Atlantis': '20310613T090000',
    };
    const { DTSTART: _, DTEND: __, ...untimed } = { ...OARS, UID: 'untimed@harbor' };
    const { DTSTART: ___, DTEND: ____, ...late } = odd;
    const hidden = { ...OARS, UID: 'hidden@harbor', SUMMARY: 'Crew only', CLASS: 'PRIVATE' };
    const twice = { ...OARS, UID: 'twice@harbor' };
    await upload(calendar(OARS));
    const body = await upload(calendar(late, untimed, hidden, twice, twice), { absent: 'cancel' });

    expect(body.skipped).toEqual(
      expect.arrayContaining([
        {
          uid: 'untimed@harbor',
          title: 'Oars',
          reason: 'DTSTART is missing',
          code: 'property_missing',
          params: { property: 'DTSTART' },
        },
        expect.objectContaining({
          uid: 'hidden@harbor',
          code: 'not_public',
          params: { property: 'CLASS', value: 'PRIVATE' },
        }),
        expect.objectContaining({ uid: 'twice@harbor', code: 'event_repeated', params: {} }),
      ]),
    );
    expect(body.warnings).toMatchObject([
      {
        uid: 'odd@harbor',
        code: 'unknown_zone',
        params: { zone: 'Atlantis', instead: 'Europe/Lisbon' },
      },
      {
        uid: null,
        reason: 'STATUS is PERHAPS, and is imported as if it were CONFIRMED: 1 (for example “Odd”)',
        code: 'calendar_note',
        params: { note: 'event_status', value: 'PERHAPS', count: 1, item: 'Odd' },
      },
      { code: 'calendar_note', params: { note: 'unread', value: 'ATTENDEE', count: 1 } },
      { code: 'events_kept', params: {} },
    ]);
  });

  it('is coded also of a calendar of tasks, and of an event that an organizer deleted', async () => {
    await upload(calendar(KNOTS));
    const { id } = await api.db('events').where({ feed_uid: KNOTS.UID }).first();
    await api.admin().delete(`/api/v1/admin/events/${id}`).expect(200);
    expect((await upload(calendar(KNOTS))).skipped).toMatchObject([{ code: 'event_deleted' }]);
    const tasks = 'BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nEND:VTODO\r\nEND:VCALENDAR\r\n';
    expect((await upload(tasks)).warnings).toMatchObject([
      { code: 'only_tasks', params: { count: 1 } },
    ]);
  });
});
