import type { User } from '../../../src/domain/people/users.ts';
import type { AgendaItem } from '../../../src/domain/programme/agenda.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  aConference,
  anAgendaItem,
  anAttendance,
  anEvent,
  aRegistration,
  aUser,
} from '../../support/factories.ts';

let api: TestApi;
let ada: User;
let grace: User;
let conference: Conference;
let event: { readonly id: number };
let item: AgendaItem;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const LATER = { starts_at: '2026-05-14T10:00:00.000Z', ends_at: '2026-05-14T11:00:00.000Z' };
const FEED = '/api/v1/admin/events/import-';

/** Ada attends a conference and its event, and keeps an agenda item. Grace attends nothing. */
beforeEach(async () => {
  for (const table of ['events', 'deleted_feed_events', 'conferences']) {
    await api.db(table).delete();
  }
  [ada, grace] = [await aUser(api.db), await aUser(api.db)];
  conference = await aConference(api.db);
  await aRegistration(api.db, [ada, conference]);
  event = await anEvent(api.db, { conference_id: conference.id });
  await anAttendance(api.db, [ada, event]);
  item = await anAgendaItem(api.db, conference, { title: 'Looms' });
  await api.db('agenda_favorites').insert({ user_id: ada.id, agenda_item_id: item.id });
});

const admin = (method: 'post' | 'put' | 'patch' | 'delete', path: string) =>
  api.admin()[method](`/api/v1/admin/${path}`);
const feed = (hour: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:a@sea.example',
    'SUMMARY:Dyes',
    `DTSTART:20260514T${hour}0000Z`,
    `DTEND:20260514T${hour}3000Z`,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
const importFeed = (name: string, hour: string, notify: object) =>
  api
    .admin()
    .post(`${FEED}${name}`)
    .query({ conference_id: conference.id, ...notify })
    .attach('file', Buffer.from(feed(hour)), 'feed.ics');
/** Moves an imported event that Ada attends. */
const moveByFeed = async (name: string, notify: object) => {
  await importFeed(name, '09', {}).expect(200);
  await anAttendance(api.db, [ada, await api.db('events').where({ title: 'Dyes' }).first('id')]);
  return importFeed(name, '11', notify);
};

/** `operationId` in the reference, and a call of it that notifies Ada or Grace. */
const CALLS: Readonly<
  Record<string, (notify: { notify?: false }) => PromiseLike<{ status: number }>>
> = {
  updateEvent: (notify) => admin('put', `events/${event.id}`).send({ ...LATER, ...notify }),
  deleteEvent: (notify) => admin('delete', `events/${event.id}`).query(notify),
  updateAgendaItem: (notify) => admin('put', `agenda/${item.id}`).send({ ...LATER, ...notify }),
  deleteAgendaItem: (notify) => admin('delete', `agenda/${item.id}`).query(notify),
  updateConference: (notify) =>
    admin('put', `conferences/${conference.id}`).send({ status: 'cancelled', ...notify }),
  deleteConference: (notify) =>
    admin('delete', `conferences/${conference.id}`).query({ force: 'true', ...notify }),
  importAgenda: (notify) =>
    admin('post', `conferences/${conference.id}/agenda/import`)
      .query(notify)
      .send({ items: [{ title: 'Looms', ...LATER }] }),
  importCalendarEvent: (notify) => moveByFeed('extcal', notify),
  importCalendar: (notify) => moveByFeed('all-extcal', notify),
  addEventAttendee: (notify) =>
    admin('post', `events/${event.id}/attendees`).send({ user_id: grace.id, ...notify }),
  updateEventAttendee: (notify) =>
    admin('patch', `events/${event.id}/attendees/${ada.id}`).send({
      status: 'waitlisted',
      ...notify,
    }),
  removeEventAttendee: (notify) =>
    admin('delete', `events/${event.id}/attendees/${ada.id}`).query(notify),
  addConferenceAttendee: (notify) =>
    admin('post', `conferences/${conference.id}/attendees`).send({ user_id: grace.id, ...notify }),
  updateConferenceAttendee: (notify) =>
    admin('patch', `conferences/${conference.id}/attendees/${ada.id}`).send({
      status: 'waitlisted',
      ...notify,
    }),
  decideRegistrationRequests: async (notify) => {
    await api.db('events').where({ id: event.id }).update({ registration_mode: 'approval' });
    const sent = api.as(grace).post('/api/v1/events/attend').send({ event_id: event.id });
    const { request_id } = (await sent.expect(202)).body;
    return admin('post', 'registration-requests/bulk').send({
      ids: [request_id],
      decision: 'approve',
      ...notify,
    });
  },
  updateEventAttendees: (notify) =>
    admin('post', `events/${event.id}/attendees/bulk`).send({
      user_ids: [ada.id],
      status: 'waitlisted',
      ...notify,
    }),
  updateConferenceAttendees: (notify) =>
    admin('post', `conferences/${conference.id}/attendees/bulk`).send({
      user_ids: [ada.id],
      status: 'waitlisted',
      ...notify,
    }),
  moveAgendaItems: (notify) =>
    admin('post', 'agenda/bulk').send({
      ids: [item.id],
      room: 'Engine room',
      force: true,
      ...notify,
    }),
  updateRoom: async (notify) => {
    const path = `conferences/${conference.id}/rooms`;
    const { body: room } = await admin('post', path).send({ name: 'Dock 1' });
    await admin('put', `agenda/${item.id}`).send({ room: 'Dock 1', notify: false });
    return admin('put', `${path}/${room.id}`).send({ name: 'Dock 2', ...notify });
  },
  removeConferenceAttendee: (notify) =>
    admin('delete', `conferences/${conference.id}/attendees/${ada.id}`).query(notify),
};

const ofBoth = () => api.db('notifications').whereIn('user_id', [ada.id, grace.id]);
const latestAudit = () => api.db('audit_log').orderBy('id', 'desc').first();

describe.each(Object.entries(CALLS))('%s', (_name, call) => {
  it('notifies one person once', async () => {
    expect([200, 201]).toContain((await call({})).status);
    expect(await ofBoth()).toHaveLength(1);
  });

  it('makes the same change without a notification by notify: false', async () => {
    const before = await latestAudit();
    expect([200, 201]).toContain((await call({ notify: false })).status);
    expect(await ofBoth()).toEqual([]);
    expect((await latestAudit()).id).toBeGreaterThan(before?.id ?? 0);
  });
});

interface Operation {
  readonly operationId: string;
}

it('the reference documents notify for these endpoints and no others', async () => {
  const { body } = await api.anonymous().get('/api/v1/openapi.json').expect(200);
  /** Replaces references by what they name. */
  const resolved = (part: unknown) =>
    JSON.stringify(part, (_key, value) => {
      const name = value?.$ref?.split('/').slice(1) as string[] | undefined;
      return name ? name.reduce((within, key) => within[key], body) : value;
    });
  const operations = Object.values<Record<string, Operation & Record<string, unknown>>>(body.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ parameters, requestBody }) =>
      /"name":"notify"|"notify":\{/.test(resolved([parameters, requestBody])),
    );
  const names = operations.map(({ operationId }) => operationId);
  // Of a source, test/integration/sources/source-runs.test.ts has both.
  expect(names.sort()).toEqual([...Object.keys(CALLS), 'applySourceRun'].sort());
});
