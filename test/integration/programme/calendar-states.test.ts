import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { aConference, anAttendance, aUser } from '../../support/factories.ts';

let api: TestApi;
let conference: Conference;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

beforeEach(async () => {
  await emptyAuditLog(api.db);
  for (const table of ['notifications', 'events', 'conferences']) await api.db(table).delete();
  const days = { starts_on: '2026-05-10', ends_on: '2026-05-20', timezone: 'Europe/Berlin' };
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
  const path = '/api/v1/admin/events/import-all-extcal';
  const query = { conference_id: conference.id, ...options };
  const { body } = await api
    .admin()
    .post(path)
    .query(query)
    .attach('file', Buffer.from(content), 'programme.ics')
    .expect(200);
  return body;
};
const events = (): PromiseLike<Event[]> => api.db('events').orderBy(['starts_at', 'title']);

const YOGA = {
  UID: 'yoga',
  SUMMARY: 'Yoga',
  DTSTART: '20260512T070000Z',
  DTEND: '20260512T080000Z',
};
const TEA = { UID: 'tea', SUMMARY: 'Tea', DTSTART: '20260513T070000Z', DTEND: '20260513T080000Z' };

describe('a copy of a calendar that is older than the imported one', () => {
  it('changes no event, and names each', async () => {
    const newer = { ...YOGA, SEQUENCE: '3', SUMMARY: 'Yoga in the attic' };
    await upload(calendar(newer, { ...TEA, 'LAST-MODIFIED': '20260102T000000Z' }));
    const before = await events();
    const body = await upload(
      calendar(
        { ...YOGA, SEQUENCE: '2' },
        { ...TEA, SUMMARY: 'T', 'LAST-MODIFIED': '20260101T000000Z' },
      ),
      { absent: 'cancel' },
    );
    expect(body).toMatchObject({ updated: 0, cancelled: 0, absent: [] });
    expect(body.skipped).toMatchObject([
      { uid: 'yoga', title: 'Yoga', reason: 'is older than what was imported, SEQUENCE 3' },
      {
        uid: 'tea',
        title: 'T',
        reason: 'is older than what was imported, SEQUENCE 0 of 2026-01-02T00:00:00.000Z',
      },
    ]);
    expect(await events()).toEqual(before);
    expect(await upload(calendar({ ...newer, SEQUENCE: '4', SUMMARY: 'Yoga' }))).toMatchObject({
      updated: 1,
    });
  });

  it('is one also after a SEQUENCE that was raised without another change', async () => {
    await upload(calendar({ ...YOGA, SEQUENCE: '1' }));
    expect(await upload(calendar({ ...YOGA, SEQUENCE: '5' }))).toMatchObject({ unchanged: 1 });
    const old = await upload(calendar({ ...YOGA, SEQUENCE: '4', SUMMARY: 'Old' }));
    expect(old).toMatchObject({ updated: 0, skipped: [{ uid: 'yoga' }] });
  });
});

describe('an event that the calendar no longer has', () => {
  const series = { ...YOGA, UID: 's@sea.example', RRULE: 'FREQ=DAILY;COUNT=6' };
  const split = [
    { ...series, RRULE: 'FREQ=DAILY;UNTIL=20260514T215959Z' },
    {
      ...{ UID: 's_R20260515T070000@sea.example', SUMMARY: 'Yoga', RRULE: 'FREQ=DAILY;COUNT=3' },
      ...{ DTSTART: '20260515T073000Z', DTEND: '20260515T083000Z' },
    },
  ];
  const ghosts = ['15', '16', '17'].map((day) => ({
    uid: series.UID,
    title: 'Yoga',
    starts_at: `2026-05-${day}T07:00:00.000Z`,
  }));

  it('stays by default, is cancelled with absent=cancel, and revived when it is back', async () => {
    await upload(calendar(series));
    const kept = await upload(calendar(...split));
    expect(kept).toMatchObject({ created: 3, unchanged: 3, cancelled: 0, absent: ghosts });
    const dry = await upload(calendar(...split), { absent: 'cancel', dry_run: true });
    expect(dry).toMatchObject({ cancelled: 3, absent: ghosts });
    expect((await events()).filter(({ status }) => status === 'cancelled')).toEqual([]);

    const body = await upload(calendar(...split), { absent: 'cancel' });
    expect(body).toMatchObject({ unchanged: 6, cancelled: 3, absent: ghosts });
    expect(body.changed).toMatchObject(ghosts.map((ghost) => ({ ...ghost, result: 'cancelled' })));
    const approved = (await events()).filter(({ status }) => status === 'approved');
    expect(approved.map(({ starts_at }) => starts_at.slice(8, 16))).toEqual([
      '12T07:00',
      '13T07:00',
      '14T07:00',
      '15T07:30',
      '16T07:30',
      '17T07:30',
    ]);
    const audit = await api.db('audit_log').orderBy('id', 'desc').first();
    expect(audit).toMatchObject({ action: 'event.import', after: { cancelled: 3 } });
    const again = await upload(calendar(...split), { absent: 'cancel' });
    expect(again).toMatchObject({ unchanged: 6, cancelled: 0, absent: [] });

    const back = await upload(calendar(series), { absent: 'cancel' });
    expect(back).toMatchObject({ updated: 3, cancelled: 3 });
  });

  it('notifies its attendees of the cancellation once, unless notify is false', async () => {
    const yoga = { ...YOGA, DTSTART: '20260516T070000Z', DTEND: '20260516T080000Z' };
    const tea = { ...TEA, DTSTART: '20260517T070000Z', DTEND: '20260517T080000Z' };
    await upload(calendar(yoga, tea));
    const ada = await aUser(api.db);
    for (const event of await events()) await anAttendance(api.db, [ada, event]);
    await upload(calendar({ ...yoga, DTSTART: '20260516T060000Z' }), { absent: 'cancel' });
    const notices = await api.db('notifications').where({ user_id: ada.id });
    expect(notices).toMatchObject([{ type: 'programme_changed' }]);

    await api.db('notifications').delete();
    await upload(calendar(tea), { absent: 'cancel', notify: false });
    expect(await api.db('notifications')).toEqual([]);
  });

  it('is not cancelled while an event cannot be read, and not if it is pending', async () => {
    await upload(calendar(YOGA, TEA));
    const broken = { UID: 'broken', SUMMARY: 'Broken', DTSTART: 'soon' };
    const body = await upload(calendar(YOGA, broken), { absent: 'cancel' });
    expect(body).toMatchObject({
      cancelled: 0,
      absent: [{ uid: 'tea', starts_at: '2026-05-13T07:00:00.000Z' }],
      warnings: [{ reason: 'Absent events are not cancelled, because events could not be read' }],
    });
    await api.db('events').where({ title: 'Tea' }).update({ status: 'pending' });
    const pending = await upload(calendar(YOGA), { absent: 'cancel' });
    expect(pending).toMatchObject({ cancelled: 0, absent: [{ uid: 'tea' }] });
  });

  it('is one that became private, too', async () => {
    await upload(calendar(YOGA, TEA));
    const body = await upload(calendar(YOGA, { ...TEA, CLASS: 'PRIVATE' }), { absent: 'cancel' });
    expect(body).toMatchObject({ cancelled: 1, absent: [{ uid: 'tea' }] });
    expect(body.skipped).toMatchObject([
      { uid: 'tea', title: 'Tea', reason: 'CLASS is PRIVATE, so it is not imported' },
    ]);
  });

  it('is not cancelled in another conference, and absent has two values', async () => {
    await upload(calendar(YOGA, TEA));
    const other = await aConference(api.db);
    const elsewhere = await upload(calendar(YOGA), { absent: 'cancel', conference_id: other.id });
    expect(elsewhere).toMatchObject({ created: 1, cancelled: 0, absent: [] });
    const path = '/api/v1/admin/events/import-all-extcal';
    const { body } = await api.admin().post(path).query({ absent: 'delete' }).expect(400);
    expect(body.error).toMatch(/^absent/);
  });
});

describe('a room that was renamed in the calendar', () => {
  it('is named if nothing takes place there, and organizers can delete it', async () => {
    await upload(calendar({ ...YOGA, LOCATION: 'Attic' }, { ...TEA, LOCATION: 'Quay' }));
    const renamed = calendar({ ...YOGA, LOCATION: 'Loft' }, { ...TEA, LOCATION: 'Quay' });
    const { id } = await api.db('agenda_groups').where({ name: 'Attic' }).first('id');
    const unused_rooms = [{ id, name: 'Attic' }];
    expect(await upload(renamed, { dry_run: true })).toMatchObject({ unused_rooms });
    expect(await upload(renamed)).toMatchObject({ unused_rooms });
    const path = `/api/v1/admin/conferences/${conference.id}/rooms/${id}`;
    await api.admin().delete(path).expect(200);
    expect(await upload(renamed)).toMatchObject({ unused_rooms: [] });
  });
});
