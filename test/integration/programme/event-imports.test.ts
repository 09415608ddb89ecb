import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import type { Response } from 'supertest';
import type { Conference } from '../../../src/domain/programme/conferences.ts';
import type { Event } from '../../../src/domain/programme/events.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { aKey } from '../../support/api-keys.ts';
import { emptyAuditLog } from '../../support/audit-log.ts';
import { beginTransaction } from '../../support/database.ts';
import { aConference, anAttendance, aUser } from '../../support/factories.ts';
import { failure, refusal } from '../../support/failures.ts';
import { countQueries, untilWaiting } from '../../support/queries.ts';
import { shownNotifications } from '../../support/shown-notifications.ts';
import { remainingFilesWith } from '../../support/temporary-files.ts';

const ALL = '/api/v1/admin/events/import-all-extcal';
const ONE = '/api/v1/admin/events/import-extcal';

let api: TestApi;
/** The same service without EXTCAL_ALLOW_PRIVATE. */
let closed: TestApi;
let outside: Outside;
/** Sent first, since it takes the whole timeout of a calendar fetch. */
let silent: Promise<Response>;

beforeAll(async () => {
  outside = await startOutside();
  api = await startApi({ env: { EXTCAL_ALLOW_PRIVATE: 'true' } });
  closed = await startApi({ on: api, env: { EXTCAL_FEED_URL: outside.url('/default.ics') } });
  const url = outside.answer('/silent.ics', () => {});
  silent = Promise.resolve(api.admin().post(ALL).send({ url }));
});
afterAll(async () => {
  await outside.close();
  await closed.close();
  await api.close();
});

beforeEach(async () => {
  await emptyAuditLog(api.db);
  for (const table of ['events', 'deleted_feed_events', 'conferences']) {
    await api.db(table).delete();
  }
});

/** An external server. */
interface Outside {
  url(path: string): string;
  /** The paths of all requests. */
  readonly requested: string[];
  /** Serves a text or runs a listener at a path. Returns its address. */
  answer(path: string, what: string | RequestListener): string;
  close(): Promise<void>;
}

async function startOutside(): Promise<Outside> {
  const listeners = new Map<string, RequestListener>();
  const requested: string[] = [];
  const server: Server = createServer((req, res) => {
    requested.push(req.url ?? '');
    const { pathname } = new URL(req.url ?? '', 'http://localhost');
    const missing: RequestListener = () => res.writeHead(404).end();
    (listeners.get(pathname) ?? missing)(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = (where: string) => `http://127.0.0.1:${port}${where}`;
  return {
    url,
    requested,
    answer(where, what) {
      const text: RequestListener = (_req, res) => res.end(what as string);
      listeners.set(where, typeof what === 'string' ? text : what);
      return url(where);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Lines = Readonly<Record<string, string>>;

/** The lines of a VEVENT, by default a day after the test clock. */
const vevent = (lines: Lines = {}) => [
  'BEGIN:VEVENT',
  ...Object.entries({
    ...('RECURRENCE-ID' in lines || Object.keys(lines).some((line) => line.startsWith('DTSTART'))
      ? {}
      : { DTSTART: '20260515T090000Z', DTEND: '20260515T100000Z' }),
    ...lines,
  }).map(([name, value]) => `${name}:${value}`),
  'END:VEVENT',
];

const calendar = (...parts: readonly (string | readonly string[])[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts.flat(), 'END:VCALENDAR', ''].join('\r\n');

const DELETED = 'was deleted by an administrator';
const LUNCH = { UID: 'lunch@sea.example', SUMMARY: 'Lunch' };
const DINNER = { UID: 'dinner@sea.example', SUMMARY: 'Dinner' };

const sendFile = (where: string, content: string | Uint8Array, fields: Lines = {}) => {
  const request = api.admin().post(where).attach('file', Buffer.from(content), 'programme.ics');
  for (const [name, value] of Object.entries(fields)) request.field(name, value);
  return request;
};
const importAll = (content: string | Uint8Array, fields: Lines = {}) =>
  sendFile(ALL, content, fields);
const importOne = (content: string | Uint8Array, fields: Lines = {}) =>
  sendFile(ONE, content, fields);

const noted = (notes: readonly object[] = []) => notes.map((note) => expect.objectContaining(note));
/** Each skipped event and warning also has a code and parameters. */
const report = ({ skipped, warnings, ...given }: Notes = {}) => ({
  created: 0,
  updated: 0,
  unchanged: 0,
  cancelled: 0,
  changed: expect.any(Array),
  skipped: noted(skipped),
  warnings: noted(warnings),
  absent: [],
  unused_rooms: [],
  dry_run: false,
  ...given,
});
interface Notes {
  readonly skipped?: readonly object[];
  readonly warnings?: readonly object[];
  readonly [count: string]: unknown;
}

const events = () => api.db<Event & { feed_uid: string }>('events').orderBy(['starts_at', 'title']);
const titles = async () => (await events()).map(({ title }) => title);
const theEvent = async () => (await events())[0] as Event;
const change = (id: number, changes: object) =>
  api.admin().put(`/api/v1/admin/events/${id}`).send(changes);
const versions = () => api.db('events').orderBy('id').select('id', api.db.raw('xmin::text'));

describe('POST /admin/events/import-all-extcal', () => {
  it('imports all properties of an event', async () => {
    const { id } = await aConference(api.db, { timezone: 'Europe/Lisbon' });
    const ics = calendar(
      vevent({
        UID: 'talk-1@sea.example',
        SUMMARY: 'Engines that weave\\, and looms',
        DESCRIPTION: '<p>From the <b>loom</b></p><script>alert(1)</script>\\nto the store.',
        'DTSTART;TZID=Europe/Berlin': '20260515T110000',
        'DTEND;TZID=Europe/Berlin': '20260515T120000',
        LOCATION: 'Great Hall\\nMuseum Quay 1',
        GEO: '53.5413;9.9841',
        URL: 'https://sea.example/talks/1',
        'ATTACH;FMTTYPE=image/png': 'https://sea.example/talks/1.png',
        'ORGANIZER;CN=Analytical Engines': 'mailto:office@sea.example',
        CATEGORIES: 'Looms,history,Looms',
      }),
    );

    const { body } = await importAll(ics, { conference_id: String(id) }).expect(200);

    expect(body).toEqual(report({ created: 1 }));
    const event = await theEvent();
    const { body: shown } = await api.anonymous().get(`/api/v1/events/${event.id}`).expect(200);
    expect(shown).toMatchObject({
      slug: 'engines-that-weave-and-looms',
      conference_id: id,
      title: 'Engines that weave, and looms',
      description: expect.stringMatching(/^From the loom\s+to the store\.$/),
      kind: 'main',
      status: 'approved',
      starts_at: '2026-05-15T09:00:00.000Z',
      ends_at: '2026-05-15T10:00:00.000Z',
      all_day: false,
      timezone: 'Europe/Berlin',
      venue: {
        name: 'Great Hall, Museum Quay 1',
        address: null,
        latitude: 53.5413,
        longitude: 9.9841,
      },
      image_url: 'https://sea.example/talks/1.png',
      url: 'https://sea.example/talks/1',
      organizer: 'Analytical Engines',
      tags: ['Looms', 'history'],
      capacity: null,
      source: 'extcal',
    });
  });

  it('changes nothing if it is repeated', async () => {
    const many = Array.from({ length: 20 }, (_, n) =>
      vevent({ UID: `u${n}`, SUMMARY: `Talk ${n}` }),
    );
    const ics = calendar(...many);
    expect((await importAll(ics).expect(200)).body).toEqual(report({ created: 20 }));
    const before = await versions();

    const again = (await importAll(ics).expect(200)).body;
    expect(again).toEqual(report({ unchanged: 20, changed: [] }));

    expect(await versions()).toEqual(before);
  });

  it('reports the outcome of each event', async () => {
    const moving = { UID: 'm', SUMMARY: 'Moving' };
    const ending = { UID: 'e', SUMMARY: 'Ending' };
    await importAll(calendar(vevent(LUNCH), vevent(moving), vevent(ending))).expect(200);

    const { body } = await importAll(
      calendar(
        vevent(LUNCH),
        vevent(DINNER),
        vevent({ ...moving, LOCATION: 'Elsewhere' }),
        vevent({ ...ending, STATUS: 'CANCELLED' }),
        vevent({ UID: 'no', SUMMARY: 'Never was', STATUS: 'CANCELLED' }),
        vevent({ UID: 'bad', DTSTART: 'soon' }),
      ),
    ).expect(200);

    expect(body).toEqual(
      report({
        created: 1,
        updated: 1,
        unchanged: 1,
        cancelled: 1,
        changed: [
          {
            uid: DINNER.UID,
            event_id: expect.any(Number),
            title: 'Dinner',
            starts_at: expect.any(String),
            result: 'created',
            changes: [],
          },
          expect.objectContaining({ uid: 'm', title: 'Moving', result: 'updated' }),
          expect.objectContaining({ uid: 'e', title: 'Ending', result: 'cancelled' }),
        ],
        skipped: [
          { uid: 'bad', reason: 'DTSTART is not understood' },
          { uid: 'no', title: 'Never was', reason: 'was cancelled before its first import' },
        ],
      }),
    );
  });

  it('imports the valid events of a typical feed and reports the others', async () => {
    const ics = calendar(
      'X-WR-CALNAME:Computing by the Sea',
      vevent({
        UID: 'same',
        SUMMARY: 'Opening',
        DTSTART: '20260515T080000Z',
        DTEND: '20260515T090000Z',
      }),
      vevent({
        UID: 'same',
        SUMMARY: 'Keynote',
        DTSTART: '20260515T090000Z',
        DTEND: '20260515T100000Z',
      }),
      vevent({
        UID: 'same',
        SUMMARY: 'Workshop',
        DTSTART: '20260515T090000Z',
        DTEND: '20260515T120000Z',
      }),
      vevent({ UID: 'broken', SUMMARY: 'Broken', DTSTART: '20260231T090000Z' }),
      vevent({
        UID: 'windows',
        SUMMARY: 'Office hour',
        'DTSTART;TZID=W. Europe Standard Time': '20260516T090000',
        'DTEND;TZID=W. Europe Standard Time': '20260516T100000',
      }),
      vevent({
        UID: 'weekly',
        SUMMARY: 'Stand-up',
        'DTSTART;TZID=Europe/Berlin': '20261012T090000',
        DURATION: 'PT15M',
        RRULE: 'FREQ=WEEKLY;COUNT=5',
        'EXDATE;TZID=Europe/Berlin': '20261109T090000',
      }),
      vevent({
        UID: 'weekly',
        SUMMARY: 'Stand-up, later',
        'RECURRENCE-ID;TZID=Europe/Berlin': '20261102T090000',
        'DTSTART;TZID=Europe/Berlin': '20261102T110000',
        DURATION: 'PT15M',
      }),
      vevent({ SUMMARY: 'Nameless', 'DTSTART;VALUE=DATE': '20260517' }),
      ['BEGIN:VEVENT', 'UID:cut', 'SUMMARY:Cut short', 'DTSTART:20260515T090000Z'],
    );
    const rest = {
      skipped: [
        { uid: 'broken', title: 'Broken', reason: 'DTSTART is not understood' },
        { uid: 'cut', title: 'Cut short', reason: expect.stringMatching(/END:VEVENT/) },
      ],
    };

    expect((await importAll(ics).expect(200)).body).toEqual(report({ ...rest, created: 9 }));

    const shown = (await events()).map(({ title, starts_at, timezone }) => [
      title,
      starts_at.replace(':00.000Z', 'Z'),
      timezone,
    ]);
    expect(shown).toEqual([
      ['Opening', '2026-05-15T08:00Z', 'UTC'],
      ['Keynote', '2026-05-15T09:00Z', 'UTC'],
      ['Workshop', '2026-05-15T09:00Z', 'UTC'],
      ['Office hour', '2026-05-16T07:00Z', 'Europe/Berlin'],
      ['Nameless', '2026-05-17T00:00Z', 'UTC'],
      // Clocks go back on 25 October: it stays at 9:00 local time.
      ['Stand-up', '2026-10-12T07:00Z', 'Europe/Berlin'],
      ['Stand-up', '2026-10-19T07:00Z', 'Europe/Berlin'],
      ['Stand-up', '2026-10-26T08:00Z', 'Europe/Berlin'],
      ['Stand-up, later', '2026-11-02T10:00Z', 'Europe/Berlin'],
    ]);
    expect((await importAll(ics).expect(200)).body).toEqual(report({ ...rest, unchanged: 9 }));
    const slugs = (await events()).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(9);
  });

  it.each([
    ['with a TZID', 'DTSTART;TZID=Asia/Tokyo', '20260515T090000', 'Asia/Tokyo', '00:00'],
    ['in UTC', 'DTSTART', '20260515T090000Z', 'America/New_York', '09:00'],
    ['without a zone', 'DTSTART', '20260515T090000', 'America/New_York', '13:00'],
  ])('resolves the time zone of an event %s', async (_what, name, value, timezone, time) => {
    const ics = calendar('X-WR-TIMEZONE:America/New_York', vevent({ ...LUNCH, [name]: value }));
    await importAll(ics, { timezone: 'Europe/Berlin' }).expect(200);
    expect(await theEvent()).toMatchObject({ timezone, starts_at: `2026-05-15T${time}:00.000Z` });
  });

  it.each([
    ['the option', { timezone: 'America/New_York' }, 'America/New_York', '13:00'],
    ['the conference', {}, 'Europe/Lisbon', '08:00'],
  ])('uses the time zone of %s if a calendar has none', async (_what, fields, timezone, time) => {
    const { id } = await aConference(api.db, { timezone: 'Europe/Lisbon' });
    const ics = calendar(vevent({ ...LUNCH, DTSTART: '20260515T090000' }));
    await importAll(ics, { conference_id: String(id), ...fields }).expect(200);
    expect(await theEvent()).toMatchObject({ timezone, starts_at: `2026-05-15T${time}:00.000Z` });
  });

  it('imports new events as pending on request', async () => {
    const ics = calendar(vevent(LUNCH));
    await importAll(ics, { status: 'pending' }).expect(200);
    const { id } = await theEvent();
    await api.anonymous().get(`/api/v1/events/${id}`).expect(404);

    // The option is for new events only: a later import approves nothing.
    await importAll(ics, { status: 'approved' }).expect(200);
    await importAll(calendar(vevent({ ...LUNCH, LOCATION: 'Hall' }))).expect(200);
    expect(await theEvent()).toMatchObject({ status: 'pending', venue_name: 'Hall' });
  });

  it('imports one feed separately for each conference and for none', async () => {
    const ics = calendar(vevent(LUNCH), vevent({ ...DINNER, UID: LUNCH.UID }));
    const ids = [await aConference(api.db), await aConference(api.db)].map(({ id }) => String(id));
    for (const fields of [{}, ...ids.map((conference_id) => ({ conference_id }))]) {
      expect((await importAll(ics, fields).expect(200)).body).toEqual(report({ created: 2 }));
      expect((await importAll(ics, fields).expect(200)).body).toEqual(report({ unchanged: 2 }));
    }
    expect((await events()).map(({ slug }) => slug).toSorted()).toEqual([
      'dinner',
      'dinner-2',
      'dinner-3',
      'lunch',
      'lunch-2',
      'lunch-3',
    ]);
  });

  it('generates unique slugs for equal titles', async () => {
    const same = Array.from({ length: 30 }, (_, n) =>
      vevent({ UID: `u${n}`, SUMMARY: 'Stand-up' }),
    );
    await importAll(calendar(...same, vevent({ UID: 'x', SUMMARY: '🎉' }))).expect(200);
    const slugs = (await events()).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(31);
    expect(slugs).toEqual(expect.arrayContaining(['stand-up', 'stand-up-30', 'event']));
  });

  it('writes an audit entry if it changed anything', async () => {
    const { id } = await aConference(api.db);
    const twice = calendar(vevent(LUNCH), vevent(LUNCH));
    for (const agenda of ['false', 'false', 'true', 'true']) {
      await importAll(twice, { conference_id: String(id), agenda }).expect(200);
    }

    const entry = { action: 'event.import', subject_type: 'conference', subject_id: id };
    const counts = { created: 0, updated: 0, unchanged: 0, cancelled: 0 };
    expect(await api.db('audit_log').orderBy('id')).toMatchObject([
      { ...entry, after: { ...counts, created: 1, put_on_agenda: 0, skipped: 1 } },
      { ...entry, after: { ...counts, unchanged: 1, put_on_agenda: 1, skipped: 1 } },
    ]);
  });

  it('sends as many queries for many events as for few', async () => {
    const feed = (count: number, lines: Lines = {}) =>
      calendar(
        ...Array.from({ length: count }, (_, n) =>
          vevent({ UID: `of ${count}: ${n}`, SUMMARY: `Talk ${n}`, ...lines }),
        ),
      );
    for (const lines of [{}, {}, { LOCATION: 'Hall' }, { STATUS: 'CANCELLED' }, {}]) {
      const [few, many] = [
        await countQueries(api.db, () => importAll(feed(10, lines)).expect(200)),
        await countQueries(api.db, () => importAll(feed(300, lines)).expect(200)),
      ];
      expect(many).toBe(few);
    }
  });
});

describe('a calendar at an address', () => {
  const ics = calendar(vevent(LUNCH), vevent(DINNER));

  it('is imported by JSON and by form, like an uploaded file', async () => {
    const url = outside.answer('/programme.ics', ics);

    expect((await api.admin().post(ALL).send({ url }).expect(200)).body).toEqual(
      report({ created: 2 }),
    );
    expect((await api.admin().post(ALL).field('url', url).expect(200)).body).toEqual(
      report({ unchanged: 2 }),
    );
    expect((await importAll(ics).expect(200)).body).toEqual(report({ unchanged: 2 }));
  });

  it.each([ALL, ONE])('is rejected in a private network by default: %s', async (where) => {
    const url = outside.answer('/secret.ics', ics);
    const { body } = await closed.admin().post(where).send({ url }).expect(400);
    expect(body).toEqual(refusal('url'));
    expect(outside.requested).not.toContain('/secret.ics');
    expect(await titles()).toEqual([]);
  });

  it('defaults to EXTCAL_FEED_URL', async () => {
    outside.answer('/default.ics', ics);
    await using allowed = await startApi({
      on: api,
      env: { EXTCAL_FEED_URL: outside.url('/default.ics'), EXTCAL_ALLOW_PRIVATE: 'true' },
    });
    const send = () => allowed.admin().post(ALL);
    expect((await send().expect(200)).body).toEqual(report({ created: 2 }));
    expect((await send().send({ status: 'pending' })).body).toEqual(report({ unchanged: 2 }));
    expect((await send().field('url', '')).body).toEqual(report({ unchanged: 2 }));
    // The default is for imports of all events only.
    expect((await allowed.admin().post(ONE).expect(400)).body).toEqual(refusal('url'));
    // The setting allows no private addresses.
    expect((await closed.admin().post(ALL).expect(400)).body).toEqual(refusal('url'));
  });

  it('defaults to the first calendar that is a source, before EXTCAL_FEED_URL', async () => {
    await using both = await startApi({
      on: api,
      env: { EXTCAL_FEED_URL: outside.url('/default.ics'), EXTCAL_ALLOW_PRIVATE: 'true' },
    });
    const conferences = [await aConference(api.db), await aConference(api.db)] as const;
    const [first, second] = conferences.map(({ id }) => id);
    const source = (conference_id: number | undefined, path: string, given: object = {}) => ({
      ...{ conference_id, kind: 'ical', name: path, url: outside.answer(path, ics) },
      ...{ interval_minutes: 15, publish: 'review', absent: 'keep', off_reason: null, ...given },
    });
    await api
      .db('sources')
      .insert([
        source(first, '/off.ics', { off_reason: 'by_hand' }),
        source(first, '/programme.json', { kind: 'schedule_json' }),
        source(first, '/first.ics'),
        source(second, '/second.ics'),
      ]);
    const { secret } = await aKey(api.db, { conference_ids: [second ?? 0] });
    const read = async (body: object = {}, key?: string) => {
      await both.admin(key).post(ALL).send(body).expect(200);
      return outside.requested.at(-1);
    };
    expect(await read()).toBe('/first.ics');
    expect(await read({ conference_id: second })).toBe('/second.ics');
    expect(await read({ conference_id: second }, secret)).toBe('/second.ics');
    expect(await read({ url: outside.answer('/given.ics', ics) })).toBe('/given.ics');
    await api.db('sources').delete();
    outside.answer('/default.ics', ics);
    expect(await read()).toBe('/default.ics');
  });

  it('is fetched over TLS for webcal', async () => {
    const firstBytes: number[] = [];
    const server = createTcpServer((socket) => {
      socket.once('data', (data) => {
        firstBytes.push(data[0] ?? 0);
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;

    const { body } = await api
      .admin()
      .post(ALL)
      .send({ url: `webcal://127.0.0.1:${port}/a.ics` })
      .expect(502);
    await new Promise((resolve) => server.close(resolve));

    expect(body).toEqual(failure('UPSTREAM_ERROR'));
    const tlsHandshake = 0x16;
    expect(firstBytes).toEqual([tlsHandshake]);
  });

  it.each([
    ['an error', (_req, res) => void res.writeHead(500).end('boom')],
    ['404', (_req, res) => void res.writeHead(404).end()],
    ['a closed connection', (req) => void req.socket.destroy()],
    ['21 MiB', (_req, res) => void res.end(Buffer.alloc(21 * 1024 * 1024, 'a'))],
  ] satisfies [string, RequestListener][])(
    'that answers %s leads to 502',
    async (_what, listener) => {
      const url = outside.answer('/faulty.ics', listener);
      const { body } = await api.admin().post(ALL).send({ url }).expect(502);
      expect(body).toEqual(failure('UPSTREAM_ERROR'));
    },
  );

  it('may answer JSON pages like the Luma API', async () => {
    const entry = (id: string, name: string, more: object = {}) => ({
      event: {
        id,
        name,
        start_at: '2026-05-15T18:00:00.000Z',
        end_at: '2026-05-15T20:00:00.000Z',
        timezone: 'Europe/Berlin',
        url: `https://lu.example/${id}`,
        ...more,
      },
    });
    const pages: Record<string, object> = {
      '': { entries: [entry('evt-1', 'Looms')], has_more: true, next_cursor: 'second' },
      second: {
        entries: [entry('evt-2', 'Music', { start_at: 'soon' }), entry('evt-3', 'Cards')],
        has_more: true,
        next_cursor: 'third',
      },
      third: { entries: [entry('evt-4', 'Steam')], has_more: false, next_cursor: 'fourth' },
    };
    const url = outside.answer('/luma', (req, res) => {
      const cursor = new URL(req.url ?? '', 'http://localhost').searchParams.get(
        'pagination_cursor',
      );
      res.end(JSON.stringify(pages[cursor ?? '']));
    });
    const skipped = [{ uid: 'evt-2', title: 'Music', reason: 'event.start_at is not understood' }];

    for (const counts of [{ created: 3 }, { unchanged: 3 }]) {
      const { body } = await api.admin().post(ALL).send({ url }).expect(200);
      expect(body).toEqual(report({ ...counts, skipped }));
    }
    expect(await titles()).toEqual(['Cards', 'Looms', 'Steam']);
    expect(await theEvent()).toMatchObject({
      url: 'https://lu.example/evt-3',
      timezone: 'Europe/Berlin',
    });
  });
});

describe('the warnings of an import', () => {
  it('name an unknown zone, an older revision and a series out of reach', async () => {
    const { body } = await importAll(
      calendar(
        vevent({ UID: 'z', 'DTSTART;TZID=Atlantis': '20260515T090000' }),
        vevent({ ...LUNCH, SEQUENCE: '1' }),
        vevent({ ...LUNCH, DTSTART: '20260516T090000Z', SUMMARY: 'Late lunch', SEQUENCE: '2' }),
        vevent({ UID: 's', DTSTART: '20100101T090000Z', RRULE: 'FREQ=DAILY;COUNT=3' }),
      ),
      { timezone: 'Asia/Tokyo' },
    ).expect(200);

    expect(body).toEqual(
      report({
        created: 2,
        warnings: [
          { uid: 'z', reason: 'The time zone “Atlantis” is not known; Asia/Tokyo is used instead' },
          {
            uid: LUNCH.UID,
            title: 'Lunch',
            reason: 'SEQUENCE 1 is left out: the calendar has a later one',
          },
          {
            uid: 's',
            reason: 'No time of this series is from 2026-04-14 to 2027-05-14, so none is imported',
          },
        ],
      }),
    );
    expect(await titles()).toEqual(['Untitled event', 'Late lunch']);
  });

  it('report an empty calendar, also to an import of one event', async () => {
    const reason = 'The calendar has no events';
    const { body } = await importAll(calendar()).expect(200);
    expect(body).toEqual(report({ warnings: [{ uid: null, reason }] }));
    const { error } = (await importOne(calendar()).expect(400)).body;
    expect(error).toBe(`uid: expected the UID of an event in the calendar. ${reason}`);
  });

  it('report a file with tasks only, also to an import of one event', async () => {
    const tasks = calendar(['BEGIN:VTODO', 'UID:t', 'SUMMARY:Buy milk', 'END:VTODO']);
    const reason = 'The calendar has only tasks, 1 of them, and no events';
    const { body } = await importAll(tasks).expect(200);
    expect(body).toEqual(report({ warnings: [{ uid: null, reason }] }));
    expect((await importOne(tasks).expect(400)).body.error).toBe(
      `file: expected an event to import: ${reason}`,
    );
  });
});

describe('a series of a conference far ahead or long past', () => {
  it.each(['2029', '2023'])('is imported around the conference of %s', async (year) => {
    const day = (n: number) => `${year}-05-${14 + n}`;
    const conference = await aConference(api.db, { starts_on: day(0), ends_on: day(2) });
    const into = { conference_id: String(conference.id) };
    const daily = (count: number) =>
      calendar(
        vevent({ UID: 's', DTSTART: `${year}0514T090000Z`, RRULE: `FREQ=DAILY;COUNT=${count}` }),
      );

    const counts = report({ created: 3 });
    expect((await importAll(daily(3), into).expect(200)).body).toEqual(counts);
    expect((await importAll(daily(3), into).expect(200)).body).toEqual(report({ unchanged: 3 }));
    const shorter = await importAll(daily(2), into).expect(200);
    expect(shorter.body).toMatchObject({ unchanged: 2, absent: [{ uid: 's' }] });
    const elsewhere = await importAll(daily(3)).expect(200);
    expect(elsewhere.body).toMatchObject({ created: 0, warnings: [{ uid: 's' }] });
  });
});

describe('an event that an import no longer brings', () => {
  const BOTH = calendar(vevent(LUNCH), vevent(DINNER));
  const ONLY_LUNCH = calendar(vevent(LUNCH));
  const importUrl = async (content: string, path = '/absent.ics', given: object = {}) => {
    const url = outside.answer(path, content);
    return (
      await api
        .admin()
        .post(ALL)
        .send({ url, ...given })
        .expect(200)
    ).body;
  };
  const dinner = async () => {
    const { id } = await api.db('events').where({ title: DINNER.SUMMARY }).first('id');
    const starts_at = '2026-05-15T09:00:00.000Z';
    return { uid: DINNER.UID, event_id: id, title: DINNER.SUMMARY, starts_at };
  };

  it('is absent if an earlier import from the same address brought it', async () => {
    expect((await importUrl(BOTH)).absent).toEqual([]);
    expect(await importUrl(ONLY_LUNCH)).toEqual(report({ unchanged: 1, absent: [await dinner()] }));
    // Nothing is cancelled, and the next import reports it again.
    expect((await importUrl(ONLY_LUNCH)).absent).toEqual([await dinner()]);
    expect((await importUrl(BOTH)).absent).toEqual([]);
    expect(await titles()).toEqual(['Dinner', 'Lunch']);
  });

  it('is not absent for an import from another address or into another conference', async () => {
    const conference = await aConference(api.db);
    await importUrl(BOTH);
    expect((await importUrl(ONLY_LUNCH, '/other.ics')).absent).toEqual([]);
    const given = { conference_id: conference.id };
    expect((await importUrl(ONLY_LUNCH, '/absent.ics', given)).absent).toEqual([]);
  });

  it('is absent whatever the scheme and fragment of the address', async () => {
    await importUrl(BOTH);
    const url = outside.url('/absent.ics#today');
    outside.answer('/absent.ics', ONLY_LUNCH);
    const { body } = await api.admin().post(ALL).send({ url }).expect(200);
    expect(body.absent).toEqual([await dinner()]);
  });

  it('is absent for a file if an earlier file brought it into the same conference', async () => {
    const [here, there] = [await aConference(api.db), await aConference(api.db)];
    const into = ({ id }: Conference) => ({ conference_id: String(id) });
    await importAll(BOTH, into(here)).expect(200);
    const elsewhere = await importAll(ONLY_LUNCH, into(there)).expect(200);
    expect(elsewhere.body.absent).toEqual([]);
    const again = await importAll(ONLY_LUNCH, into(here)).expect(200);
    expect(again.body.absent).toEqual([await dinner()]);
  });

  it('is never absent for a file without a conference', async () => {
    await importAll(BOTH).expect(200);
    expect((await importAll(ONLY_LUNCH).expect(200)).body.absent).toEqual([]);
  });

  it('belongs to an address once an import from there brought it', async () => {
    const { id: conference_id } = await aConference(api.db);
    const fields = { conference_id: String(conference_id) };
    await importAll(BOTH, fields).expect(200);
    const before = await versions();
    await importUrl(BOTH, '/absent.ics', { conference_id });
    const moved = await versions();
    expect(moved).not.toEqual(before);
    await importUrl(BOTH, '/absent.ics', { conference_id });
    expect(await versions()).toEqual(moved);

    expect((await importAll(ONLY_LUNCH, fields).expect(200)).body.absent).toEqual([]);
    const { absent } = await importUrl(ONLY_LUNCH, '/absent.ics', { conference_id });
    expect(absent).toEqual([await dinner()]);
  });

  it('is not absent if an administrator cancelled or deleted it', async () => {
    await importUrl(calendar(vevent(LUNCH), vevent(DINNER), vevent({ UID: 'tea' })));
    const [first, second] = await events();
    await change(first?.id ?? 0, { status: 'cancelled' }).expect(200);
    await api.admin().delete(`/api/v1/admin/events/${second?.id}`).expect(200);
    expect((await importUrl(calendar())).absent).toHaveLength(1);
  });

  it('is not absent while the calendar has it but it cannot be read', async () => {
    await importUrl(BOTH);
    const broken = calendar(vevent(LUNCH), vevent({ ...DINNER, RRULE: 'FREQ=SOMETIMES' }));
    expect(await importUrl(broken)).toMatchObject({ skipped: [{ uid: DINNER.UID }], absent: [] });
  });

  it('is absent if it was an instance of a series that was removed, not one that is in the past', async () => {
    const daily = (more: Lines) =>
      calendar(
        vevent({ UID: 's', DTSTART: '20260501T090000Z', RRULE: 'FREQ=DAILY;COUNT=4', ...more }),
      );
    await importUrl(daily({}));
    const { absent } = await importUrl(daily({ EXDATE: '20260502T090000Z' }));
    expect(absent).toEqual([
      {
        uid: 's',
        event_id: (await events())[1]?.id,
        title: 'Untitled event',
        starts_at: '2026-05-02T09:00:00.000Z',
      },
    ]);

    api.advance(31 * 24 * 60 * 60 * 1000);
    try {
      expect((await importUrl(daily({}))).absent).toEqual([]);
      api.advance(31 * 24 * 60 * 60 * 1000);
      expect((await importUrl(daily({}))).absent).toEqual([]);
      expect((await importUrl(calendar())).absent).toHaveLength(4);
    } finally {
      api.advance(-62 * 24 * 60 * 60 * 1000);
    }
  });
});

describe('a dry run of an import', () => {
  const everything = async () => {
    const rows = [];
    for (const table of ['events', 'agenda_items', 'audit_log', 'notifications', 'gone_rows']) {
      rows.push(await api.db(table).orderBy('id').select('*', api.db.raw('xmin::text')));
    }
    return rows;
  };
  /** How a request says that it is a dry run. */
  const WAYS: readonly [string, (url: string, given: Lines) => ReturnType<typeof importAll>][] = [
    [
      'the query',
      (url, given) =>
        api
          .admin()
          .post(ALL)
          .query({ ...given, url, dry_run: 'true' }),
    ],
    [
      'the query of JSON',
      (url, given) =>
        api
          .admin()
          .post(ALL)
          .query({ dry_run: true })
          .send({ url, ...given }),
    ],
    [
      'JSON',
      (url, given) =>
        api
          .admin()
          .post(ALL)
          .send({ url, ...given, dry_run: true }),
    ],
    [
      'JSON as text',
      (url, given) =>
        api
          .admin()
          .post(ALL)
          .send({ url, ...given, dry_run: 'true' }),
    ],
    ['a form', (url, given) => form({ url, ...given, dry_run: 'true' })],
  ];
  const form = (fields: Lines) => {
    const request = api.admin().post(ALL);
    for (const [name, value] of Object.entries(fields)) request.field(name, value);
    return request;
  };

  it.each(WAYS)('by %s tells all of it and changes nothing', async (_way, send) => {
    const conference = await aConference(api.db);
    const given = {
      conference_id: String(conference.id),
      status: 'pending',
      timezone: 'Asia/Tokyo',
    };
    const url = outside.answer(
      '/dry.ics',
      calendar(vevent(LUNCH), vevent(DINNER), vevent({ UID: 'tea', SUMMARY: 'Tea' })),
    );
    const { conference_id, timezone } = given;
    await api.admin().post(ALL).send({ url, conference_id, timezone }).expect(200);
    const stored = async (title: string) =>
      (await api.db('events').where({ title }).first('id')).id;
    const absent = await stored('Tea');
    await anAttendance(api.db, [await aUser(api.db), { id: await stored('Dinner') }]);
    outside.answer(
      '/dry.ics',
      calendar(
        vevent(LUNCH),
        vevent({ ...DINNER, STATUS: 'CANCELLED' }),
        vevent({ UID: 'new', 'DTSTART;TZID=Atlantis': '20260515T090000' }),
        vevent({ UID: 'bad', DTSTART: 'soon' }),
      ),
    );
    const before = await everything();

    const { body } = await send(url, given).expect(200);

    const expected = {
      created: 1,
      unchanged: 1,
      cancelled: 1,
      skipped: [{ uid: 'bad', reason: 'DTSTART is not understood' }],
      warnings: [{ uid: 'new', reason: expect.stringContaining('Asia/Tokyo is used instead') }],
      absent: [{ uid: 'tea', event_id: absent, title: 'Tea', starts_at: expect.any(String) }],
    };
    // The attendee of the dinner that the calendar cancels.
    expect(body).toEqual(report({ ...expected, dry_run: true, would_notify: 1 }));
    expect(await everything()).toEqual(before);
    // A real import does what the dry run reported.
    const { body: real } = await api.admin().post(ALL).query(given).send({ url }).expect(200);
    expect(real).toEqual(report(expected));
    expect(await api.db('events').where({ feed_uid: 'new' }).first()).toMatchObject({
      conference_id: conference.id,
      status: 'pending',
      timezone: 'Asia/Tokyo',
    });
  });

  it('of one event answers the event as it would be', async () => {
    const { body } = await importOne(calendar(vevent(LUNCH)), { dry_run: 'true' }).expect(200);
    expect(body).toMatchObject({ result: 'created', dry_run: true, event: { title: 'Lunch' } });
    expect(await titles()).toEqual([]);

    await importOne(calendar(vevent(LUNCH))).expect(200);
    const later = { ...LUNCH, SUMMARY: 'Late lunch' };
    const again = await importOne(calendar(vevent(later)), { dry_run: 'true' }).expect(200);
    expect(again.body).toMatchObject({ result: 'updated', event: { title: 'Late lunch' } });
    expect(await titles()).toEqual(['Lunch']);
  });

  it.each([
    ['maybe', 'dry_run'],
    ['1', 'dry_run'],
  ])('is refused for dry_run=%s', async (dry_run, field) => {
    for (const request of [
      api.admin().post(ALL).query({ dry_run }),
      importAll(calendar(vevent(LUNCH)), { dry_run }),
    ]) {
      expect((await request.expect(400)).body.error).toBe(`${field}: expected true or false`);
    }
    expect(await titles()).toEqual([]);
  });
});

describe('an option of an import', () => {
  it('counts in the body before the query', async () => {
    const url = outside.answer('/option.ics', calendar(vevent(LUNCH), vevent(DINNER)));
    const query = { dry_run: 'true', status: 'pending', uid: LUNCH.UID };
    const body = { url, dry_run: false, uid: DINNER.UID };
    await api.admin().post(ONE).query(query).send(body).expect(200);
    expect(await events()).toMatchObject([{ title: 'Dinner', status: 'pending' }]);
  });

  it.each([
    ['conference_id', '0'],
    ['status', 'cancelled'],
    ['timezone', 'Moon/Crater'],
    ['agenda', 'maybe'],
    ['url', 'file:///etc/passwd'],
  ])('answers 400 for an invalid %s in the query', async (name, value) => {
    const { body } = await api
      .admin()
      .post(ALL)
      .query({ [name]: value })
      .expect(400);
    expect(body).toEqual(refusal(name));
  });
});

describe('an event that changed in its calendar', () => {
  const first = {
    ...LUNCH,
    DTSTART: '20260515T100000Z',
    DTEND: '20260515T110000Z',
    DESCRIPTION: 'Bread',
  };
  const next = {
    ...LUNCH,
    SUMMARY: 'Late lunch',
    DTSTART: '20260515T130000Z',
    DTEND: '20260515T140000Z',
    LOCATION: 'Terrace',
    GEO: '1;2',
    DESCRIPTION: 'Soup',
  };

  it('keeps its id when a recurring event moves by an hour', async () => {
    const daily = (hour: string) =>
      calendar(vevent({ ...LUNCH, DTSTART: `20260515T${hour}0000Z`, RRULE: 'FREQ=DAILY;COUNT=3' }));
    await importAll(daily('09')).expect(200);
    const [, second] = await events();
    const ada = await aUser(api.db);
    await anAttendance(api.db, [ada, second as Event]);

    expect((await importAll(daily('10')).expect(200)).body).toEqual(report({ updated: 3 }));

    expect((await events()).map(({ starts_at }) => starts_at)).toEqual([
      '2026-05-15T10:00:00.000Z',
      '2026-05-16T10:00:00.000Z',
      '2026-05-17T10:00:00.000Z',
    ]);
    expect((await events())[1]).toMatchObject({ id: second?.id, attendee_count: 1 });
    expect((await importAll(daily('10')).expect(200)).body).toEqual(report({ unchanged: 3 }));
  });

  it('keeps its id and attendees', async () => {
    await importAll(calendar(vevent(first))).expect(200);
    const before = await theEvent();
    const ada = await aUser(api.db);
    await anAttendance(api.db, [ada, before]);

    const { body } = await importAll(calendar(vevent(next))).expect(200);

    expect(body).toEqual(report({ updated: 1 }));
    expect(await events()).toMatchObject([
      {
        id: before.id,
        slug: 'lunch',
        title: 'Late lunch',
        starts_at: '2026-05-15T13:00:00.000Z',
        venue_name: 'Terrace',
        attendee_count: 1,
      },
    ]);
    const { body: attendance } = await api.as(ada).get(`/api/v1/events/${before.id}/attendance`);
    expect(attendance.status).toBe('registered');
    expect((await importAll(calendar(vevent(next)))).body).toEqual(report({ unchanged: 1 }));
  });

  it.each([
    ['title', { title: 'Feast' }, { title: 'Feast', venue_name: 'Terrace' }],
    ['description', { description: null }, { description: null, title: 'Late lunch' }],
    [
      'venue',
      { venue: { name: 'Hall' } },
      { venue_name: 'Hall', venue_latitude: null, title: 'Late lunch' },
    ],
    ['capacity', { capacity: 7 }, { capacity: 7, title: 'Late lunch' }],
    [
      'start',
      { starts_at: '2026-05-15T09:30:00Z' },
      { starts_at: '2026-05-15T09:30:00.000Z', ends_at: '2026-05-15T11:00:00.000Z' },
    ],
    [
      'end',
      { ends_at: '2026-05-15T12:00:00Z' },
      { starts_at: '2026-05-15T10:00:00.000Z', ends_at: '2026-05-15T12:00:00.000Z' },
    ],
  ])('keeps the %s that an administrator edited', async (_field, edit, kept) => {
    await importAll(calendar(vevent(first))).expect(200);
    const { id } = await theEvent();
    await change(id, edit).expect(200);

    const { body } = await importAll(calendar(vevent(next))).expect(200);

    expect(body).toEqual(report({ updated: 1 }));
    expect(await events()).toMatchObject([{ id, ...kept }]);
    expect((await importAll(calendar(vevent(next)))).body).toEqual(report({ unchanged: 1 }));
  });

  it('notifies each attendee once of all events that an import moved and cancelled', async () => {
    await importAll(calendar(vevent(first), vevent(DINNER), vevent({ UID: 'x', SUMMARY: 'Walk' })));
    const [walk, dinner, lunch] = (await events()).toSorted((a, b) => b.id - a.id);
    const [ada, grace] = [await aUser(api.db), await aUser(api.db)];
    for (const event of [walk, dinner, lunch]) await anAttendance(api.db, [ada, event as Event]);
    await anAttendance(api.db, [grace, lunch as Event], 'cancelled');
    const feed = calendar(
      vevent(next),
      vevent({ ...DINNER, STATUS: 'CANCELLED' }),
      vevent({ UID: 'x', SUMMARY: 'Long walk', DESCRIPTION: 'Boots' }),
    );

    await importAll(feed).expect(200);
    await importAll(feed).expect(200);

    const notificationsOf = (user: { id: number }) => shownNotifications(api.db, user.id);
    expect(await notificationsOf(ada)).toMatchObject([
      {
        type: 'programme_changed',
        body: expect.stringMatching(/^Cancelled: Dinner\nLate lunch: .+ 13:00–14:00 \(UTC\), .+$/),
        data: { conference_id: null, event_ids: [dinner?.id, lunch?.id] },
      },
    ]);
    expect(await notificationsOf(grace)).toEqual([]);
  });

  it('names five changed events in the text and all in the data, and notifies no one with notify=false', async () => {
    const feed = (hour: string) =>
      calendar(
        ...Array.from({ length: 7 }, (_, n) =>
          vevent({
            UID: `talk-${n}`,
            SUMMARY: `Talk ${n}`,
            DTSTART: `20260515T${hour}0000Z`,
            DTEND: `20260515T${hour}3000Z`,
          }),
        ),
      );
    await importAll(feed('10')).expect(200);
    const ada = await aUser(api.db);
    const all = await events();
    for (const event of all) await anAttendance(api.db, [ada, event as Event]);

    await importAll(feed('11'), { notify: 'false' }).expect(200);
    expect(await api.db('notifications').where({ user_id: ada.id })).toEqual([]);
    await importAll(feed('12')).expect(200);

    const [notice, ...others] = await shownNotifications(api.db, ada.id);
    expect(others).toEqual([]);
    expect(notice?.body.split('\n')).toHaveLength(6);
    expect(notice?.body).toMatch(/\nand 2 more$/);
    expect(notice?.data.event_ids).toHaveLength(7);
  });

  it('sends no notification for changes of edited fields', async () => {
    await importAll(calendar(vevent(first))).expect(200);
    const { id, starts_at } = await theEvent();
    const edit = { starts_at: '2026-05-15T09:30:00Z', venue: { name: 'Hall' } };
    await change(id, edit).expect(200);
    await change(id, { starts_at }).expect(200);
    const ada = await aUser(api.db);
    await anAttendance(api.db, [ada, { id }]);

    expect((await importAll(calendar(vevent(next)))).body).toEqual(report({ updated: 1 }));

    expect(await api.db('notifications').where({ user_id: ada.id })).toEqual([]);
  });

  it('stays approved when it is missing from its calendar', async () => {
    await importAll(calendar(vevent(LUNCH), vevent(DINNER))).expect(200);
    expect((await importAll(calendar(vevent(LUNCH)))).body).toEqual(report({ unchanged: 1 }));
    expect((await events()).map(({ status }) => status)).toEqual(['approved', 'approved']);
  });

  it('is cancelled and revived by its calendar', async () => {
    await importAll(calendar(vevent(LUNCH))).expect(200);
    const gone = calendar(vevent({ ...LUNCH, STATUS: 'CANCELLED' }));
    const { id } = await theEvent();

    expect((await importAll(gone)).body).toEqual(report({ cancelled: 1 }));
    expect(await theEvent()).toMatchObject({ id, status: 'cancelled' });
    expect((await importAll(gone)).body).toEqual(report({ unchanged: 1 }));

    expect((await importAll(calendar(vevent(LUNCH)))).body).toEqual(report({ updated: 1 }));
    expect(await theEvent()).toMatchObject({ id, status: 'approved' });
  });

  it('promotes waitlisted attendees into free seats when it is revived', async () => {
    const ics = calendar(vevent(LUNCH));
    await importAll(ics).expect(200);
    const { id } = await theEvent();
    await change(id, { capacity: 1 }).expect(200);
    const [ada, grace] = [await aUser(api.db), await aUser(api.db)];
    await anAttendance(api.db, [ada, { id }]);
    await anAttendance(api.db, [grace, { id }], 'waitlisted');
    await importAll(calendar(vevent({ ...LUNCH, STATUS: 'CANCELLED' }))).expect(200);
    await api.as(ada).delete(`/api/v1/events/${id}/attend`).expect(200);

    expect((await importAll(ics)).body).toEqual(report({ updated: 1 }));

    const { body } = await api.as(grace).get(`/api/v1/events/${id}/attendance`).expect(200);
    expect(body.status).toBe('registered');
    expect(await theEvent()).toMatchObject({ status: 'approved', attendee_count: 1 });
    const sent = api.db('notifications').where({ user_id: grace.id }).orderBy('id');
    expect(await sent.pluck('type')).toEqual([
      'programme_changed',
      'programme_changed',
      'event_promoted',
    ]);
  });

  it('keeps a concurrent change of an administrator', async () => {
    await importAll(calendar(vevent(first))).expect(200);
    const { id } = await theEvent();
    await using administrator = await beginTransaction(api.db);
    await administrator('events').where({ id }).update({ status: 'cancelled' });

    const importing = Promise.resolve(importAll(calendar(vevent(next))));
    await untilWaiting(api.db);
    await administrator.commit();

    expect((await importing).body).toEqual(report({ updated: 1 }));
    expect(await events()).toMatchObject([{ id, status: 'cancelled', title: 'Late lunch' }]);
  });

  it('stays cancelled if an administrator cancelled it', async () => {
    await importAll(calendar(vevent(LUNCH))).expect(200);
    const { id } = await theEvent();
    await change(id, { status: 'cancelled' }).expect(200);
    for (const lines of [{ LOCATION: 'Hall' }, { STATUS: 'CANCELLED' }, {}]) {
      expect((await importAll(calendar(vevent({ ...LUNCH, ...lines })))).body).toEqual(
        report({ updated: 1 }),
      );
      expect(await theEvent()).toMatchObject({ id, status: 'cancelled' });
    }
  });
});

describe('an event that an administrator deleted', () => {
  const remove = (id: number) => api.admin().delete(`/api/v1/admin/events/${id}`).expect(200);

  it('is skipped and reported', async () => {
    await importAll(calendar(vevent(LUNCH), vevent(DINNER))).expect(200);
    const [dinner] = await events();
    await remove(dinner?.id as number);

    for (const lines of [{}, { SUMMARY: 'Supper', DTSTART: '20260515T190000Z' }]) {
      const again = { ...DINNER, ...lines };
      const skipped = [{ uid: DINNER.UID, title: again.SUMMARY, reason: DELETED }];
      expect((await importAll(calendar(vevent(LUNCH), vevent(again)))).body).toEqual(
        report({ unchanged: 1, skipped }),
      );
    }
    expect(await titles()).toEqual(['Lunch']);
  });

  it('is skipped for its conference only', async () => {
    const { id } = await aConference(api.db);
    await importAll(calendar(vevent(LUNCH))).expect(200);
    await remove((await theEvent()).id);
    const { body } = await importAll(calendar(vevent(LUNCH)), { conference_id: String(id) });
    expect(body).toEqual(report({ created: 1 }));
  });

  it('is skipped among other events with its UID', async () => {
    const ics = calendar(vevent(LUNCH), vevent({ ...DINNER, UID: LUNCH.UID }));
    await importAll(ics).expect(200);
    const [dinner] = await events();
    await remove(dinner?.id as number);
    expect((await importAll(ics)).body).toEqual(
      report({ unchanged: 1, skipped: [{ uid: LUNCH.UID, title: 'Dinner', reason: DELETED }] }),
    );
    expect(await titles()).toEqual(['Lunch']);
  });

  it('may be one instance of a recurring event', async () => {
    const ics = calendar(vevent({ ...LUNCH, RRULE: 'FREQ=DAILY;COUNT=3' }));
    await importAll(ics).expect(200);
    const [, second] = await events();
    await remove(second?.id as number);
    expect((await importAll(ics)).body).toEqual(
      report({ unchanged: 2, skipped: [{ uid: LUNCH.UID, title: 'Lunch', reason: DELETED }] }),
    );
  });
});

describe('events that share one UID', () => {
  const together = ['One', 'Two', 'Three'].map((SUMMARY) => vevent({ UID: 'same', SUMMARY }));
  const ics = calendar(...together);

  it('match also after an administrator renamed and moved them', async () => {
    await importAll(ics).expect(200);
    for (const [n, { id }] of (await events()).entries()) {
      await change(id, { title: `Renamed ${n}`, starts_at: '2026-05-15T08:00:00Z' }).expect(200);
    }
    expect((await importAll(ics)).body).toEqual(report({ unchanged: 3 }));
    expect(await titles()).toEqual(['Renamed 0', 'Renamed 1', 'Renamed 2']);
  });

  it('are skipped also if they were renamed before their deletion', async () => {
    await importAll(ics).expect(200);
    const [one] = await events();
    await change(one?.id as number, { title: 'Uno', starts_at: '2026-05-15T08:00:00Z' });
    await api.admin().delete(`/api/v1/admin/events/${one?.id}`).expect(200);
    expect((await importAll(ics)).body).toEqual(
      report({ unchanged: 2, skipped: [{ uid: 'same', title: 'One', reason: DELETED }] }),
    );
  });

  it('keep their attendees when others appear and disappear', async () => {
    await importAll(calendar(together[0] ?? '')).expect(200);
    const ada = await aUser(api.db);
    const one = await theEvent();
    await anAttendance(api.db, [ada, one]);

    expect((await importAll(ics)).body).toEqual(report({ created: 2, unchanged: 1 }));
    expect((await importAll(calendar(together[0] ?? ''))).body).toEqual(report({ unchanged: 1 }));
    expect((await importAll(ics)).body).toEqual(report({ unchanged: 3 }));

    expect(await titles()).toEqual(['One', 'Three', 'Two']);
    expect(await events()).toContainEqual(
      expect.objectContaining({ id: one.id, attendee_count: 1 }),
    );
  });
});

it('three concurrent imports of a feed create each event once', async () => {
  const ics = calendar(
    ...Array.from({ length: 60 }, (_, n) => vevent({ UID: `u${n % 30}`, SUMMARY: `Talk ${n}` })),
  );
  const { id } = await aConference(api.db);
  for (const fields of [{}, { conference_id: String(id) }]) {
    const answers = await Promise.all([1, 2, 3].map(() => importAll(ics, fields)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.created).toSorted()).toEqual([0, 0, 60]);
  }
  expect(await events()).toHaveLength(120);
});

describe('POST /admin/events/import-extcal', () => {
  const two = calendar(vevent(LUNCH), vevent(DINNER));

  it('imports the only event of a calendar', async () => {
    const { id } = await aConference(api.db);
    const fields = { conference_id: String(id) };

    const { body } = await importOne(calendar(vevent(LUNCH)), fields).expect(200);

    const event = await theEvent();
    expect(body).toEqual({
      result: 'created',
      event: expect.objectContaining({ id: event.id, title: 'Lunch', conference_id: id }),
      dry_run: false,
    });
    expect((await importOne(calendar(vevent(LUNCH)), fields)).body.result).toBe('unchanged');
    const changed = await importOne(calendar(vevent({ ...LUNCH, SUMMARY: 'Soup' })), fields);
    expect(changed.body).toMatchObject({
      result: 'updated',
      event: { id: event.id, title: 'Soup' },
    });
    const gone = await importOne(calendar(vevent({ ...LUNCH, STATUS: 'CANCELLED' })), fields);
    expect(gone.body).toMatchObject({ result: 'updated', event: { status: 'cancelled' } });
  });

  it('imports the event with the given uid', async () => {
    const url = outside.answer('/two.ics', two);
    const { body } = await api.admin().post(ONE).send({ url, uid: DINNER.UID }).expect(200);
    expect(body).toMatchObject({ result: 'created', event: { title: 'Dinner' } });
    expect(await titles()).toEqual(['Dinner']);
  });

  it('finds an event by a UID of 900 characters', async () => {
    const UID = 'x'.repeat(900);
    const { body } = await importOne(calendar(vevent(LUNCH), vevent({ ...DINNER, UID })), {
      uid: UID,
    });
    expect(body).toMatchObject({ result: 'created', event: { title: 'Dinner' } });
  });

  it('imports all instances of a recurring event and answers the next one', async () => {
    const daily = (count: number) =>
      calendar(
        vevent({
          ...LUNCH,
          DTSTART: '20260510T090000Z',
          DTEND: '20260510T093000Z',
          RRULE: `FREQ=DAILY;COUNT=${count}`,
        }),
      );
    // The test clock shows 9:00 UTC on 14 May.
    const next = { starts_at: '2026-05-14T09:00:00.000Z' };

    const { body } = await importOne(daily(8)).expect(200);

    expect(body).toMatchObject({ result: 'created', event: next });
    expect(await events()).toHaveLength(8);
    const longer = await importOne(daily(9)).expect(200);
    expect(longer.body).toMatchObject({ result: 'unchanged', event: next });
    expect(await events()).toHaveLength(9);
  });

  it.each([
    ['several events without uid', 'uid', two, {}],
    [
      'several events with one UID',
      'uid',
      calendar(vevent(LUNCH), vevent({ ...DINNER, UID: LUNCH.UID })),
      {},
    ],
    ['an unknown uid', 'uid', two, { uid: 'other' }],
    ['an empty calendar', 'uid', calendar(), {}],
    ['an invalid event', 'file', calendar(vevent({ UID: 'a', DTSTART: 'x' })), {}],
  ])('answers 400 for %s', async (_what, field, ics, fields) => {
    const { body } = await importOne(ics, fields).expect(400);
    expect(body).toEqual(refusal(field));
    expect(await titles()).toEqual([]);
  });

  it('names the field url for an invalid event at an address', async () => {
    const url = outside.answer('/bad.ics', calendar(vevent({ UID: 'a', DTSTART: 'x' })));
    const { body } = await api.admin().post(ONE).send({ url }).expect(400);
    expect(body).toEqual(
      failure('VALIDATION_ERROR', 'url: expected a valid event: DTSTART is not understood'),
    );
  });

  it('answers 409 for a deleted event and for one cancelled before its first import', async () => {
    await importOne(calendar(vevent(LUNCH))).expect(200);
    await api
      .admin()
      .delete(`/api/v1/admin/events/${(await theEvent()).id}`)
      .expect(200);

    const deleted = await importOne(calendar(vevent(LUNCH))).expect(409);
    expect(deleted.body).toEqual(failure('CONFLICT', `This event ${DELETED}`));
    await importOne(calendar(vevent({ ...DINNER, STATUS: 'CANCELLED' }))).expect(409);
  });
});

describe.each([ALL, ONE])('POST %s', (where) => {
  const ics = calendar(vevent(LUNCH));
  const send = (body: object) => api.admin().post(where).send(body);

  it.each([
    ['no body', 'url', () => api.admin().post(where)],
    ['an empty object', 'url', () => send({})],
    ['an address without scheme', 'url', () => send({ url: 'programme.ics' })],
    ['a file address', 'url', () => send({ url: 'file:///etc/passwd' })],
    ['an address with a password', 'url', () => send({ url: 'http://a:b@127.0.0.1/' })],
    ['an unknown time zone', 'timezone', () => sendFile(where, ics, { timezone: 'Mars/Olympus' })],
    ['a disallowed status', 'status', () => sendFile(where, ics, { status: 'rejected' })],
    [
      'an invalid conference id',
      'conference_id',
      () => sendFile(where, ics, { conference_id: 'x' }),
    ],
    ['a CSV file', 'file', () => sendFile(where, 'messenger_id\n7\n')],
    ['an empty file', 'file', () => sendFile(where, '')],
    ['unknown JSON', 'file', () => sendFile(where, '{"entries":7}')],
    ['the address of a web page', 'url', () => send({ url: outside.answer('/page', '<html>') })],
  ])('answers 400 for %s', async (_what, field, request) => {
    const { body } = await request().expect(400);
    expect(body).toEqual(refusal(field));
    expect(await titles()).toEqual([]);
  });

  it('answers 404 for an unknown conference', async () => {
    const { body } = await sendFile(where, ics, { conference_id: '999999' }).expect(404);
    expect(body).toEqual(failure('NOT_FOUND', 'conference not found'));
  });

  it('answers 413 for a file over 20 MiB', async () => {
    const { body } = await sendFile(where, Buffer.alloc(20 * 1024 * 1024 + 1, 'a')).expect(413);
    expect(body).toEqual(failure('PAYLOAD_TOO_LARGE'));
  });
});

describe('an unusual calendar', () => {
  const long = (length: number) => 'x'.repeat(length);

  it.each<[string, Lines]>([
    ['a UID of 2,000 characters', { UID: long(2_000) }],
    ['a UID of 1,500 bytes', { UID: '語'.repeat(500) }],
    ['a UID with NUL and other control characters', { UID: 'a\0b\x07c' }],
    ['a title of 1,000 characters', { SUMMARY: long(1_000) }],
    ['a title of 1,000 emoji', { SUMMARY: '😀'.repeat(1_000) }],
    ['a title with NUL', { SUMMARY: 'a\0b' }],
    ['a title of spaces', { SUMMARY: '  \\n ' }],
    ['a title of HTML tags', { SUMMARY: '<b></b>' }],
    ['a description of 100,000 characters', { DESCRIPTION: long(100_000) }],
    ['a location of 1,000 characters', { LOCATION: long(1_000) }],
    ['an organizer of 250 characters', { [`ORGANIZER;CN=${long(250)}`]: 'mailto:a@b.example' }],
    ['an organizer of 1,000 characters', { [`ORGANIZER;CN=${long(1_000)}`]: 'mailto:a@b.example' }],
    ['100 tags', { CATEGORIES: Array.from({ length: 100 }, (_, n) => `tag ${n}`).join(',') }],
    ['a tag of 1,000 characters', { CATEGORIES: long(1_000) }],
    ['a URL of 5,000 characters', { URL: `https://a.example/${long(5_000)}` }],
    [
      'a URL that grows when it is percent-encoded',
      { URL: `https://a.example/${'ä'.repeat(900)}` },
    ],
    ['a javascript URL', { URL: 'javascript:alert(1)' }],
    ['coordinates out of range', { GEO: '91;181' }],
    ['coordinates that are not numbers', { GEO: 'NaN;Infinity' }],
    ['no duration', { DTSTART: '20260515T090000Z', DTEND: '20260515T090000Z' }],
    ['a huge sequence', { SEQUENCE: '1e400' }],
    ['an unknown time zone', { 'DTSTART;TZID=Mars/Olympus': '20260515T090000' }],
    ['a rule for every second', { RRULE: 'FREQ=SECONDLY' }],
    ['a rule with a huge count', { RRULE: 'FREQ=DAILY;COUNT=99999999999999;INTERVAL=1' }],
    ['a yearly rule from the year 1', { DTSTART: '00010101T000000Z', RRULE: 'FREQ=YEARLY' }],
    ['an instance of year 1', { 'RECURRENCE-ID': '00010101T000000Z', DTSTART: '20260515T090000Z' }],
  ])('is imported with %s', async (_what, lines) => {
    const ics = calendar(vevent({ UID: 'odd', SUMMARY: 'Odd', ...lines }), vevent(LUNCH));

    const { status, body } = await importAll(ics);

    expect([status, body.skipped]).toEqual([200, []]);
    expect(body.created).toBeGreaterThan(1);
    const { created, warnings } = body;
    expect((await importAll(ics)).body).toEqual(report({ unchanged: created, warnings }));
    // The stored event can also be shown.
    await api.anonymous().get('/api/v1/events?limit=100').expect(200);
  });

  it.each<[string, Lines]>([
    ['a start in the year 1', { DTSTART: '00010101T000000Z' }],
    ['a start in the year 9999', { DTSTART: '99991231T235959Z' }],
    ['an end in the year 9999', { DTSTART: '20260515T090000Z', DTEND: '99991231T235959Z' }],
    ['a duration of a million years', { DTSTART: '20260515T090000Z', DURATION: 'P365000000D' }],
    ['an end before its start', { DTSTART: '20260515T090000Z', DTEND: '20260515T080000Z' }],
    ['the hour 25', { DTSTART: '20260515T250000Z' }],
    ['an invalid rule', { RRULE: 'FREQ=NEVER' }],
  ])('is reported as skipped with %s', async (_what, lines) => {
    const ics = calendar(vevent({ UID: 'odd', SUMMARY: 'Odd', ...lines }), vevent(LUNCH));
    const { body } = await importAll(ics).expect(200);
    expect(body).toEqual(
      report({ created: 1, skipped: [{ uid: 'odd', title: 'Odd', reason: expect.any(String) }] }),
    );
  });

  it('is imported with bytes that are not UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from(
        'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:odd\r\nDTSTART:20260515T090000Z\r\nSUMMARY:',
      ),
      // An encoded surrogate, and bytes that are invalid in UTF-8.
      Buffer.from([0xed, 0xa0, 0x80, 0xff, 0xfe, 0x00, 0x41]),
      Buffer.from('\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'),
    ]);
    expect((await importAll(bytes).expect(200)).body).toEqual(report({ created: 1 }));
    expect((await importAll(bytes).expect(200)).body).toEqual(report({ unchanged: 1 }));
  });

  it.each<[string, object]>([
    ['NUL in an id', { id: 'a\0b' }],
    ['a lone surrogate in an id', { id: 'a\ud800b' }],
    ['an id of 2,000 characters', { id: long(2_000) }],
    ['an id of spaces', { id: '  ' }],
    ['a number as id', { id: 7 }],
    ['NUL and a lone surrogate in a name', { name: 'a\0b\udfff' }],
    ['a name of 1,000 characters', { name: long(1_000) }],
    ['a calendar name of 250 characters', {}],
    ['numbers instead of texts', { url: 7, description: 7, timezone: 7, cover_url: {} }],
    ['coordinates out of range', { geo_latitude: '91', geo_longitude: 1e308 }],
  ])('is imported from JSON with %s', async (_what, fields) => {
    const entry = (event: object) => ({
      event: { name: 'Odd', start_at: '2026-05-15T09:00:00Z', ...event },
    });
    const text = JSON.stringify({
      entries: [
        { ...entry({ id: 'odd', ...fields }), calendar: { name: long(250) } },
        entry({ id: 'lunch' }),
      ],
    });
    expect((await importAll(text).expect(200)).body).toEqual(report({ created: 2 }));
    expect((await importAll(text).expect(200)).body).toEqual(report({ unchanged: 2 }));
  });
});

it('an import leaves no temporary file behind', async () => {
  const words = randomUUID();
  await importAll(calendar(vevent({ UID: words }))).expect(200);
  await importAll(words).expect(400);

  expect(await remainingFilesWith(words)).toEqual([]);
});

it('an import answers 502 for an address that does not answer in time', async () => {
  const { status, body } = await silent;
  expect([status, body]).toEqual([
    502,
    failure('UPSTREAM_ERROR', 'The address does not answer in time'),
  ]);
});
