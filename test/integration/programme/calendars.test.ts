import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ICAL from 'ical.js';
import type { User } from '../../../src/domain/people/users.ts';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aConference, anAttendance, anEvent, aSpeaker, aUser } from '../../support/factories.ts';
import { recordingLog } from '../../support/log.ts';
import { BOT_TOKEN, signInitData } from '../../support/messenger.ts';
import { countQueries } from '../../support/queries.ts';
import { endServices, startService } from '../../support/service.ts';

const UNAUTHORIZED = { error: 'Unauthorized', code: 'UNAUTHORIZED' };
const FORBIDDEN = { error: 'Forbidden', code: 'FORBIDDEN' };
const NOT_FOUND = { error: expect.any(String), code: 'NOT_FOUND' };

const { log, lines: logged } = recordingLog();
let api: TestApi;
let ada: User;

beforeAll(async () => {
  api = await startApi({ log, env: { PUBLIC_URL: 'https://hallway.example/' } });
});
afterAll(() => api.close());

beforeEach(async () => {
  for (const table of ['events', 'conferences', 'speakers', 'users']) await api.db(table).delete();
  ada = await aUser(api.db, { first_name: 'Ada' });
});

const get = (path: string) => api.anonymous().get(`/api/v1${path}`);
const eventFile = ({ id }: Pick<Event, 'id'>) => get(`/events/${id}.ics`);
const agendaFile = ({ id }: Pick<Conference, 'id'>) => get(`/conferences/${id}/agenda.ics`);
const myFile = (user: User) => api.as(user).get('/api/v1/events/my.ics');

/** Parses with another library than the one that writes. */
const calendarIn = (text: string) => new ICAL.Component(ICAL.parse(text) as unknown[]);
const eventsIn = (text: string) =>
  calendarIn(text)
    .getAllSubcomponents('vevent')
    .map((vevent) => new ICAL.Event(vevent));
const titlesIn = (text: string) => eventsIn(text).map(({ summary }) => summary);
const instants = ({ startDate, endDate }: ICAL.Event) =>
  [startDate, endDate].map((time) => time.toJSDate().toISOString());
/** The properties of the only event in a file. */
const linesOf = (text: string): Readonly<Record<string, string>> => {
  const [, begun = ''] = text.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n');
  const [lines = ''] = begun.split('\r\nEND:VEVENT');
  return Object.fromEntries(lines.split('\r\n').map((line) => line.split(/:(.*)/)));
};

/** An agenda item with speakers of these names. */
async function anItem(
  { id }: Pick<Conference, 'id'>,
  { speakers = [], ...given }: Record<string, unknown> & { speakers?: readonly string[] } = {},
): Promise<{ id: number; calendar_uid: string }> {
  const [item] = await api
    .db('agenda_items')
    .insert({
      conference_id: id,
      title: 'An item',
      starts_at: '2026-05-14T09:00:00.000Z',
      ends_at: '2026-05-14T10:00:00.000Z',
      ...given,
    })
    .returning('*');
  for (const [position, name] of speakers.entries()) {
    const speaker = await aSpeaker(api.db, { name });
    await api
      .db('agenda_item_speakers')
      .insert({ agenda_item_id: item.id, speaker_id: speaker.id, position });
  }
  return item;
}

/** Both clock changes in Berlin: the hour that is skipped and the one that is repeated. */
const EDGES: readonly (readonly [string, string])[] = [
  ['2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z'],
  ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
  ['2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000Z'],
];

describe('GET /events/:id.ics', () => {
  it('answers an iCalendar file with all fields of the event', async () => {
    const event = await anEvent(api.db, {
      slug: 'engines-that-weave',
      title: 'Engines that weave',
      description: 'From the loom to the store.',
      venue_name: 'Great Hall',
      venue_address: 'Museum Quay 1',
      venue_latitude: 53.5413,
      venue_longitude: 9.9841,
      url: 'https://sea.example/e?a=1,2',
      tags: ['keynote', 'looms'],
      organizer: 'Analytical Engines',
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-02T09:00:00.000Z',
    });
    const { calendar_uid } = await api.db('events').first('calendar_uid');

    const res = await eventFile(event).expect(200);

    expect(res.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(res.get('Content-Disposition')).toBe('attachment; filename="engines-that-weave.ics"');
    expect(res.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
    expect(linesOf(res.text)).toEqual({
      UID: calendar_uid,
      SEQUENCE: '0',
      DTSTAMP: '20260302T090000Z',
      CREATED: '20260301T090000Z',
      'LAST-MODIFIED': '20260302T090000Z',
      DTSTART: '20260515T090000Z',
      DTEND: '20260515T100000Z',
      STATUS: 'CONFIRMED',
      SUMMARY: 'Engines that weave',
      DESCRIPTION: 'From the loom to the store.',
      LOCATION: 'Great Hall\\, Museum Quay 1',
      GEO: '53.541300;9.984100',
      URL: 'https://sea.example/e?a=1,2',
      CATEGORIES: 'keynote,looms',
    });
    expect(res.text).toContain('X-WR-TIMEZONE:Europe/Berlin\r\n');
  });

  it.each(EDGES)('keeps the exact times around clock changes: %s', async (starts_at, ends_at) => {
    const event = await anEvent(api.db, { starts_at, ends_at });
    const { text } = await eventFile(event).expect(200);
    expect(eventsIn(text).map(instants)).toEqual([[starts_at, ends_at]]);
  });

  it('writes an all-day event as dates in its own time zone', async () => {
    const event = await anEvent(api.db, {
      all_day: true,
      starts_at: '2026-10-23T22:00:00.000Z',
      ends_at: '2026-10-25T23:00:00.000Z',
    });
    const lines = linesOf((await eventFile(event)).text);
    expect(lines).toMatchObject({
      'DTSTART;VALUE=DATE': '20261024',
      'DTEND;VALUE=DATE': '20261026',
    });
  });

  it('escapes line breaks, so that a title cannot add properties', async () => {
    const title = 'a\r\nEND:VEVENT\r\nBEGIN:VEVENT;,\\n';
    const event = await anEvent(api.db, { title, url: 'https://x.example/\r\nSTATUS:CANCELLED' });

    const [shown, ...others] = eventsIn((await eventFile(event)).text);

    expect(others).toEqual([]);
    expect(shown?.summary).toBe('a\nEND:VEVENT\nBEGIN:VEVENT;,\\n');
    expect(shown?.component.getAllProperties('status')).toHaveLength(1);
  });

  it('keeps the UID and raises SEQUENCE for changes of the event, not for attendance', async () => {
    const event = await anEvent(api.db);
    const before = linesOf((await eventFile(event)).text);

    await api.as(ada).post('/api/v1/events/attend').send({ event_id: event.id }).expect(201);
    expect(linesOf((await eventFile(event)).text)).toEqual(before);

    const change = (fields: object) =>
      api.admin().put(`/api/v1/admin/events/${event.id}`).send(fields).expect(200);
    await change({ title: 'Another title' });
    await change({ capacity: 50 });
    await change({ status: 'cancelled' });

    expect(linesOf((await eventFile(event)).text)).toMatchObject({
      UID: before.UID,
      SEQUENCE: '2',
      STATUS: 'CANCELLED',
      SUMMARY: 'Another title',
    });
  });

  it('answers 304 until the event changes', async () => {
    const event = await anEvent(api.db);
    const etag = String((await eventFile(event)).get('ETag'));

    api.advance(60_000);
    await eventFile(event).set('If-None-Match', etag).expect(304, '');
    await api.db('events').update({ title: 'Another title' });
    await eventFile(event).set('If-None-Match', etag).expect(200);
  });

  it.each([
    ['pending', { status: 'pending' }],
    ['rejected', { status: 'rejected' }],
  ])('answers 404 for an event that is %s', async (_what, given) => {
    const { body } = await eventFile(await anEvent(api.db, given)).expect(404);
    expect(body).toEqual(NOT_FOUND);
  });

  it('answers 404 for an event of a draft and for an unknown id', async () => {
    const { id } = await aConference(api.db, { status: 'draft' });
    await eventFile(await anEvent(api.db, { conference_id: id })).expect(404);
    await eventFile({ id: 999_999 }).expect(404);
  });

  it.each(['0', 'x', '1.5', '%20'])('answers 400 for the id %s', async (id) => {
    const { body } = await get(`/events/${id}.ics`).expect(400);
    expect(body).toEqual({ error: 'id: expected a positive integer', code: 'VALIDATION_ERROR' });
  });
});

describe.each([
  ['/conferences/:conference_id/agenda.ics', agendaFile],
  [
    '/conferences/slug/:slug/agenda.ics',
    ({ slug }: Conference) => get(`/conferences/slug/${slug}/agenda.ics`),
  ],
])('GET %s', (_path, fileOf) => {
  it.each(['published', 'archived'])('answers the agenda of a %s conference', async (status) => {
    const conference = await aConference(api.db, {
      slug: 'sea',
      name: 'Computing, by the Sea',
      venue: 'Museum Quay',
      website: 'https://sea.example/',
      status,
    });
    const { calendar_uid } = await anItem(conference, {
      title: 'Looms',
      description: 'Of old.',
      track: 'History',
      room: 'Room 1',
      speakers: ['Grace Hopper', 'Ada Lovelace'],
      created_at: '2026-03-01T09:00:00.000Z',
      updated_at: '2026-03-02T09:00:00.000Z',
    });
    await anItem(await aConference(api.db), { title: 'Of another conference' });

    const res = await fileOf(conference).expect(200);

    expect(res.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(res.get('Content-Disposition')).toBe('attachment; filename="sea-agenda.ics"');
    expect(res.text).toContain(
      'NAME:Computing\\, by the Sea\r\nX-WR-CALNAME:Computing\\, by the Sea\r\n',
    );
    expect(res.text).toContain('X-WR-TIMEZONE:Europe/Berlin\r\n');
    expect(titlesIn(res.text)).toEqual(['Looms']);
    expect(linesOf(res.text)).toEqual({
      UID: calendar_uid,
      SEQUENCE: '0',
      DTSTAMP: '20260302T090000Z',
      CREATED: '20260301T090000Z',
      'LAST-MODIFIED': '20260302T090000Z',
      DTSTART: '20260514T090000Z',
      DTEND: '20260514T100000Z',
      STATUS: 'CONFIRMED',
      SUMMARY: 'Looms',
      DESCRIPTION: [
        'Of old.\\n\\nSpeakers: Grace Hopper\\, Ada Lovelace\\nTrack: History',
        'Conference: Computing\\, by the Sea\\nConference website: https://sea.example/',
      ].join('\\n'),
      LOCATION: 'Room 1\\, Museum Quay',
      CATEGORIES: 'History',
    });
    await fileOf(conference)
      .set('If-None-Match', String(res.get('ETag')))
      .expect(304);
  });

  it('answers 404 for a draft and for an unknown id or slug', async () => {
    const draft = await aConference(api.db, { status: 'draft' });
    await anItem(draft);
    const { body } = await fileOf(draft).expect(404);
    expect(body).toEqual(NOT_FOUND);
    await fileOf({ ...draft, id: 999_999, slug: 'nowhere' }).expect(404);
  });

  it('answers 400 for an invalid id or slug', async () => {
    const { body } = await fileOf({ id: 0, slug: 'A--B' } as Conference).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('answers an empty calendar for an empty agenda', async () => {
    const { text } = await fileOf(await aConference(api.db)).expect(200);
    expect(eventsIn(text)).toEqual([]);
  });
});

describe('the calendar of an agenda', () => {
  let conference: Conference;

  beforeEach(async () => {
    conference = await aConference(api.db);
  });

  const ofEvent = (given: object = {}) =>
    anEvent(api.db, { conference_id: conference.id, ...given });

  it('is sorted by start, then position', async () => {
    const at = (time: string) => ({ starts_at: `2026-05-14T${time}:00Z`, ends_at: '2026-05-15' });
    await anItem(conference, { title: 'Third', ...at('11:00') });
    await anItem(conference, { title: 'Second', ...at('10:00'), position: 2 });
    await anItem(conference, { title: 'First', ...at('10:00'), position: 1 });

    expect(titlesIn((await agendaFile(conference)).text)).toEqual(['First', 'Second', 'Third']);
  });

  it('includes cancelled events but not pending and rejected ones', async () => {
    for (const status of ['approved', 'pending', 'rejected', 'cancelled']) {
      const { id } = await ofEvent({ status });
      await anItem(conference, { title: status, event_id: id });
    }

    const { text } = await agendaFile(conference).expect(200);

    expect(
      eventsIn(text).map(({ summary, component }) => [
        summary,
        component.getFirstPropertyValue('status'),
      ]),
    ).toEqual([
      ['approved', 'CONFIRMED'],
      ['cancelled', 'CANCELLED'],
    ]);
  });

  it('raises SEQUENCE for changes of an item and of its event', async () => {
    const event = await ofEvent({ url: 'https://x.example/', updated_at: '2026-03-05T09:00:00Z' });
    const { id } = await anItem(conference, {
      event_id: event.id,
      updated_at: '2026-03-02T09:00:00Z',
    });
    const before = linesOf((await agendaFile(conference)).text);
    await api.db('agenda_items').where({ id }).update({ room: 'Room 2' });
    await api.db('events').where({ id: event.id }).update({ status: 'cancelled' });
    const after = linesOf((await agendaFile(conference)).text);

    expect(before).toMatchObject({
      SEQUENCE: '0',
      'LAST-MODIFIED': '20260305T090000Z',
      URL: 'https://x.example/',
    });
    expect(after).toMatchObject({ UID: before.UID, SEQUENCE: '2', LOCATION: 'Room 2' });
  });

  it('never lowers SEQUENCE when an item gets another event', async () => {
    const [one, other] = [await ofEvent(), await ofEvent()];
    for (const title of ['A', 'B', 'C'])
      await api.db('events').where({ id: one.id }).update({ title });
    const { id } = await anItem(conference, { event_id: one.id });
    const sequenceFor = async (event_id: number | null) => {
      await api.db('agenda_items').where({ id }).update({ event_id });
      return Number(linesOf((await agendaFile(conference)).text).SEQUENCE);
    };

    const sequences = [];
    for (const event_id of [one.id, other.id, null, one.id])
      sequences.push(await sequenceFor(event_id));
    expect(sequences).toEqual([3, 4, 5, 9]);
  });

  it('writes items with the times of an all-day event as dates in its time zone', async () => {
    const day = { starts_at: '2026-05-13T23:00:00.000Z', ends_at: '2026-05-14T23:00:00.000Z' };
    const event = await ofEvent({ all_day: true, timezone: 'Europe/Lisbon', ...day });
    await anItem(conference, { event_id: event.id, ...day });

    expect(linesOf((await agendaFile(conference)).text)).toMatchObject({
      'DTSTART;VALUE=DATE': '20260514',
      'DTEND;VALUE=DATE': '20260515',
    });
    await api.db('agenda_items').update({ starts_at: '2026-05-14T09:00:00Z' });
    expect(linesOf((await agendaFile(conference)).text)).toMatchObject({
      DTSTART: '20260514T090000Z',
      DTEND: '20260514T230000Z',
    });
  });

  it('takes as many queries for 400 items as for one', async () => {
    await anItem(conference, { speakers: ['Ada'] });
    const one = await countQueries(api.db, () => agendaFile(conference));
    const starts = (n: number) => new Date(Date.parse('2026-05-14T09:00:00Z') + n * 60_000);
    await api.db('agenda_items').insert(
      Array.from({ length: 399 }, (_, n) => ({
        conference_id: conference.id,
        title: `Item ${n}`,
        description: 'Über Webstühle. '.repeat(40),
        starts_at: starts(n),
        ends_at: starts(n + 30),
      })),
    );

    const many = await countQueries(api.db, async () => {
      const { text } = await agendaFile(conference).expect(200);
      expect(new Set(eventsIn(text).map(({ uid }) => uid)).size).toBe(400);
    });

    expect([one, many]).toEqual([2, 2]);
  });

  it('can be imported with the same instants and UIDs', async () => {
    for (const [n, [starts_at, ends_at]] of EDGES.entries()) {
      const title = `Edge ${n}; "${'🚢'.repeat(60)}", \\n`;
      await anItem(conference, { title, description: 'One\nTwo', starts_at, ends_at });
    }
    const day = { starts_at: '2026-03-28T23:00:00.000Z', ends_at: '2026-03-29T22:00:00.000Z' };
    const { id } = await ofEvent({ title: 'A day', all_day: true, ...day });
    await anItem(conference, { title: 'A day', event_id: id, ...day });
    const { text } = await agendaFile(conference);

    const { body } = await api
      .admin()
      .post('/api/v1/admin/events/import-all-extcal')
      .attach('file', Buffer.from(text), 'agenda.ics')
      .expect(200);

    expect(body).toMatchObject({ created: EDGES.length + 1, skipped: [] });
    const items = await api
      .db('agenda_items')
      .where({ conference_id: conference.id })
      .select('title', 'starts_at', 'ends_at', 'calendar_uid');
    const imported = await api
      .db('events')
      .where({ source: 'extcal' })
      .select('title', 'starts_at', 'ends_at', 'feed_uid as calendar_uid');
    const byUid = (a: { calendar_uid: string }, b: { calendar_uid: string }) =>
      a.calendar_uid < b.calendar_uid ? -1 : 1;
    expect(imported.toSorted(byUid)).toEqual(items.toSorted(byUid));
    expect(await api.db('events').where({ source: 'extcal', all_day: true })).toHaveLength(1);
  });
});

describe('GET /events/my.ics', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;

  it('answers the events the user attends or is waitlisted for', async () => {
    const grace = await aUser(api.db);
    for (const status of ['registered', 'waitlisted', 'checked_in', 'cancelled'] as const) {
      await anAttendance(api.db, [ada, await anEvent(api.db, { title: status })], status);
    }
    const cancelled = await anEvent(api.db, { title: 'cancelled event', status: 'cancelled' });
    await anAttendance(api.db, [ada, cancelled], 'waitlisted');
    await anAttendance(api.db, [grace, await anEvent(api.db, { title: 'of Grace' })]);
    await anEvent(api.db, { title: 'without attendees' });

    const res = await myFile(ada).expect(200);

    expect(res.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(res.get('Content-Disposition')).toBe('attachment; filename="hallway.ics"');
    expect(res.text).toContain('X-WR-CALNAME:Hallway\r\n');
    expect(res.text).not.toContain('X-WR-TIMEZONE');
    expect(
      eventsIn(res.text).map(({ summary, component }) => [
        summary,
        component.getFirstPropertyValue('status'),
      ]),
    ).toEqual([
      ['registered', 'CONFIRMED'],
      ['waitlisted', 'TENTATIVE'],
      ['checked_in', 'CONFIRMED'],
      ['cancelled event', 'CANCELLED'],
    ]);
  });

  it('is sorted by start and goes back 90 days', async () => {
    const start = api.now().getTime();
    const ended = async (title: string, ms: number) => {
      const ends_at = new Date(start + ms);
      const event = await anEvent(api.db, { title, starts_at: new Date(start + ms - 1), ends_at });
      await anAttendance(api.db, [ada, event]);
    };
    await ended('in a year', 365 * DAY_MS);
    await ended('90 days ago', -90 * DAY_MS);
    await ended('a little later', -90 * DAY_MS + 1);

    expect(titlesIn((await myFile(ada)).text)).toEqual(['a little later', 'in a year']);
  });

  it('omits events that are not public', async () => {
    const { id } = await aConference(api.db, { status: 'draft' });
    for (const given of [{ conference_id: id }, { status: 'pending' }, { status: 'rejected' }]) {
      await anAttendance(api.db, [ada, await anEvent(api.db, given)]);
    }
    expect(eventsIn((await myFile(ada)).text)).toEqual([]);
  });

  it('writes an event exactly as its own file does', async () => {
    const event = await anEvent(api.db);
    await anAttendance(api.db, [ada, event]);
    expect(linesOf((await myFile(ada)).text)).toEqual(linesOf((await eventFile(event)).text));
  });

  it('forbids caching but answers 304 for the current ETag', async () => {
    await anAttendance(api.db, [ada, await anEvent(api.db)]);
    const res = await myFile(ada).expect(200);

    expect(res.get('Cache-Control')).toBe('private, no-store, no-transform');
    expect(res.get('Vary')).toContain('Authorization');
    const etag = String(res.get('ETag'));
    await myFile(ada).set('If-None-Match', etag).expect(304, '');
    await anAttendance(api.db, [ada, await anEvent(api.db)]);
    await myFile(ada).set('If-None-Match', etag).expect(200);
  });

  it('accepts the messenger header, and answers 401 without valid credentials', async () => {
    const launch = { id: Number(ada.messenger_id), first_name: 'Ada' };
    await api.fromMessenger(launch).get('/api/v1/events/my.ics').expect(200);
    for (const query of ['', '?token=', '?token=wrong', '?token=%00']) {
      const { body } = await get(`/events/my.ics${query}`).expect(401);
      expect(body).toEqual(UNAUTHORIZED);
    }
  });

  it.each(['token=a&token=b', 'token[]=a', `token=${'x'.repeat(201)}`])(
    'answers 400 for the query %s',
    async (query) => {
      const { body } = await get(`/events/my.ics?${query}`).expect(400);
      expect(body).toEqual({
        error: expect.stringMatching(/^token: /),
        code: 'VALIDATION_ERROR',
      });
    },
  );

  it('sends as many queries for many events as for one', async () => {
    await anAttendance(api.db, [ada, await anEvent(api.db)]);
    const one = await countQueries(api.db, () => myFile(ada));
    for (let n = 0; n < 10; n += 1) await anAttendance(api.db, [ada, await anEvent(api.db)]);
    const many = await countQueries(api.db, () => myFile(ada));

    // The caller, their events and the agenda items that they keep.
    expect([one, many]).toEqual([3, 3]);
  });
});

describe('a calendar link', () => {
  const PATH = '/api/v1/users/me/calendar-link';
  const make = (user: User) => api.as(user).post(PATH);
  const state = async (user: User) => (await api.as(user).get(PATH).expect(200)).body;
  const linkOf = async (user: User): Promise<string> => (await make(user).expect(201)).body.url;
  /** Opens a link like a calendar app, without other credentials. */
  const open = (link: string) => {
    const { pathname, search } = new URL(link);
    return api.anonymous().get(`${pathname}${search}`);
  };

  it('opens the calendar of its user without sign-in', async () => {
    await anAttendance(api.db, [ada, await anEvent(api.db, { title: 'of Ada' })]);
    const grace = await aUser(api.db);
    await anAttendance(api.db, [grace, await anEvent(api.db, { title: 'of Grace' })]);

    const { body, headers } = await make(ada).expect(201);

    expect(body).toEqual({
      url: expect.stringMatching(
        /^https:\/\/hallway\.example\/api\/v1\/events\/my\.ics\?token=[\w-]{43}$/,
      ),
      created_at: api.now().toISOString(),
    });
    expect(headers['cache-control']).toBe('private, no-store, no-transform');
    expect(titlesIn((await open(body.url).expect(200)).text)).toEqual(['of Ada']);
    expect(titlesIn((await open(await linkOf(grace)).expect(200)).text)).toEqual(['of Grace']);
    expect(titlesIn((await open(body.url)).text)).toEqual(['of Ada']);
  });

  it('forbids caching but answers 304 for the current ETag', async () => {
    const link = await linkOf(ada);
    const res = await open(link).expect(200);

    expect(res.get('Cache-Control')).toBe('no-store');
    await open(link)
      .set('If-None-Match', String(res.get('ETag')))
      .expect(304, '');
  });

  it('stops working when a new one is created', async () => {
    const first = await linkOf(ada);
    const second = await linkOf(ada);

    expect((await open(first).expect(401)).body).toEqual(UNAUTHORIZED);
    await open(second).expect(200);
  });

  it('is unique per user after concurrent requests', async () => {
    const links = await Promise.all(Array.from({ length: 8 }, () => linkOf(ada)));
    const answers = await Promise.all(links.map(open));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
  });

  it('stops working after its deletion, which can be repeated', async () => {
    const link = await linkOf(ada);
    const others = await linkOf(await aUser(api.db));

    for (let time = 0; time < 2; time += 1) {
      await api.as(ada).delete(PATH).expect(200, { deleted: true });
    }

    expect((await open(link).expect(401)).body).toEqual(UNAUTHORIZED);
    await open(others).expect(200);
  });

  it('is shown once; later answers have only its creation time', async () => {
    expect(await state(ada)).toEqual({ created_at: null });
    const { body } = await make(ada);
    expect(await state(ada)).toEqual({ created_at: body.created_at });
    await api.as(ada).delete(PATH);
    expect(await state(ada)).toEqual({ created_at: null });
  });

  it('answers 403 for a blocked user and 401 after an erasure', async () => {
    const link = await linkOf(ada);
    await api.admin().post(`/api/v1/admin/users/${ada.id}/block`).expect(200);
    expect((await open(link).expect(403)).body).toEqual(FORBIDDEN);
    await api.admin().post(`/api/v1/admin/users/${ada.id}/unblock`).expect(200);
    await open(link).expect(200);

    await api.as(ada).delete('/api/v1/users/me').expect(200);

    expect((await open(link).expect(401)).body).toEqual(UNAUTHORIZED);
    expect(await api.db('calendar_links')).toEqual([]);
  });

  it('is not left behind by a concurrent erasure', async () => {
    for (let time = 0; time < 5; time += 1) {
      const user = await aUser(api.db);
      await Promise.all([make(user), api.as(user).delete('/api/v1/users/me').expect(200)]);
    }
    expect(await api.db('calendar_links')).toEqual([]);
  });

  it('keeps its token out of the database and the log', async () => {
    const link = await linkOf(ada);
    const token = String(new URL(link).searchParams.get('token'));
    await open(link).expect(200);
    await open(`${link}x`).expect(401);

    const [row] = await api.db('calendar_links');
    expect(row.token_hash).toBe(createHash('sha256').update(token).digest('hex'));
    const lines = logged.filter(({ path }) => path === '/api/v1/events/my.ics');
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(logged)).not.toContain(token);
  });

  it('starts with the listening address in development without PUBLIC_URL', async () => {
    await using other = await startApi({ on: api });
    const { body } = await other.as(ada).post(PATH).set('Host', 'evil.example').expect(201);
    const { origin, pathname } = new URL(body.url);
    expect([origin, pathname]).toEqual([other.url, '/api/v1/events/my.ics']);
    await fetch(body.url).then(({ status }) => expect(status).toBe(200));
  });

  it('starts with the listening address of a development process', async () => {
    await aConference(api.db);
    const cwd = await mkdtemp(path.join(tmpdir(), 'hallway-calendars-'));
    const env = { DATABASE_URL: api.databaseUrl, MESSENGER_BOT_TOKEN: BOT_TOKEN };
    try {
      await using service = await startService({ env, cwd });
      const initData = signInitData({ id: 7, first_name: 'Ada' }, { at: new Date() });
      const headers = { 'X-Messenger-Auth': initData };
      const answer = await fetch(service.url + PATH, { method: 'POST', headers });
      const { url } = (await answer.json()) as { url: string };
      expect(new URL(url).origin).toBe(service.url);
    } finally {
      await endServices();
      await rm(cwd, { recursive: true });
    }
  });

  it('is a path in production without PUBLIC_URL', async () => {
    await using other = await startApi({ on: api, env: { NODE_ENV: 'production' } });
    const { body } = await other.as(ada).post(PATH).expect(201);
    expect(body.url).toMatch(/^\/api\/v1\/events\/my\.ics\?token=/);
  });

  it.each(['get', 'post', 'delete'] as const)('answers 401 without sign-in: %s', async (method) => {
    expect((await api.anonymous()[method](PATH).expect(401)).body).toEqual(UNAUTHORIZED);
  });
});
