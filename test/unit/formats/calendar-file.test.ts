import ICAL from 'ical.js';
import {
  type CalendarEntry,
  type CalendarEvent,
  type CalendarItem,
  entryOfEvent,
  entryOfItem,
} from '../../../src/domain/programme/calendars.ts';
import { calendarFile } from '../../../src/formats/icalendar/calendar-file.ts';

const entry = (given: Partial<CalendarEntry> = {}): CalendarEntry => ({
  calendar_uid: '3f0c3a52-7d0e-4a55-9a55-0c6a1f0f2a11',
  revision: 2,
  status: 'confirmed',
  title: 'Engines that weave',
  description: null,
  location: null,
  latitude: null,
  longitude: null,
  url: null,
  tags: [],
  starts_at: '2026-05-14T09:00:00.000Z',
  ends_at: '2026-05-14T10:00:00.000Z',
  all_day: false,
  timezone: 'Europe/Berlin',
  created_at: '2026-03-01T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.123Z',
  ...given,
});

const fileOf = (...entries: CalendarEntry[]) =>
  calendarFile({ name: 'Sea', timezone: 'Europe/Berlin', entries });

/** The lines of one entry, unfolded. */
const linesOf = (given: Partial<CalendarEntry>) =>
  fileOf(entry(given)).replaceAll('\r\n ', '').split('\r\n').slice(9, -2);
const lineOf = (name: string, given: Partial<CalendarEntry>) =>
  linesOf(given).filter((line) => line.startsWith(name));

/** The file as an independent parser reads it. */
const calendarIn = (text: string) => new ICAL.Component(ICAL.parse(text) as unknown[]);
const eventIn = (text: string) =>
  new ICAL.Event(calendarIn(text).getFirstSubcomponent('vevent') as ICAL.Component);

describe('a calendar file', () => {
  it('contains all fields of an entry and of the calendar', () => {
    const text = fileOf(
      entry({
        description: 'From the loom\nto the store.',
        location: 'Great Hall, Museum Quay 1',
        latitude: 53.5413,
        longitude: 0,
        url: 'https://sea.example/a,b;c',
        tags: ['keynote', 'looms, and more'],
      }),
    );

    expect(text.split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Hallway//Hallway//EN',
      'METHOD:PUBLISH',
      'NAME:Sea',
      'X-WR-CALNAME:Sea',
      'X-WR-TIMEZONE:Europe/Berlin',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VEVENT',
      'UID:3f0c3a52-7d0e-4a55-9a55-0c6a1f0f2a11',
      'SEQUENCE:2',
      'DTSTAMP:20260302T090000Z',
      'CREATED:20260301T090000Z',
      'LAST-MODIFIED:20260302T090000Z',
      'DTSTART:20260514T090000Z',
      'DTEND:20260514T100000Z',
      'STATUS:CONFIRMED',
      'SUMMARY:Engines that weave',
      'DESCRIPTION:From the loom\\nto the store.',
      'LOCATION:Great Hall\\, Museum Quay 1',
      'GEO:53.541300;0.000000',
      'URL:https://sea.example/a,b;c',
      'CATEGORIES:keynote,looms\\, and more',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('leaves out fields that are null', () => {
    expect(linesOf({})).toEqual([
      'BEGIN:VEVENT',
      expect.stringMatching(/^UID:/),
      'SEQUENCE:2',
      expect.stringMatching(/^DTSTAMP:/),
      expect.stringMatching(/^CREATED:/),
      expect.stringMatching(/^LAST-MODIFIED:/),
      'DTSTART:20260514T090000Z',
      'DTEND:20260514T100000Z',
      'STATUS:CONFIRMED',
      'SUMMARY:Engines that weave',
      'END:VEVENT',
    ]);
    expect(calendarFile({ name: 'Mine', timezone: null, entries: [] })).not.toContain('TIMEZONE');
  });

  it('writes no end for a point in time', () => {
    const ends_at = '2026-05-14T09:00:00.000Z';
    expect(lineOf('DT', { ends_at })).toEqual([
      'DTSTAMP:20260302T090000Z',
      'DTSTART:20260514T090000Z',
    ]);
  });

  it.each([
    ['one day', 'Europe/Berlin', '2026-05-13T22:00', '2026-05-14T22:00', '20260514', '20260515'],
    [
      'the day that has 23 hours',
      'Europe/Berlin',
      '2026-03-28T23:00',
      '2026-03-29T22:00',
      '20260329',
      '20260330',
    ],
    [
      'the day that has 25 hours',
      'Europe/Berlin',
      '2026-10-24T22:00',
      '2026-10-25T23:00',
      '20261025',
      '20261026',
    ],
    [
      'three days far in the west',
      'Pacific/Pago_Pago',
      '2026-05-14T11:00',
      '2026-05-17T11:00',
      '20260514',
      '20260517',
    ],
    [
      'a day far in the east',
      'Pacific/Kiritimati',
      '2026-05-13T10:00',
      '2026-05-14T10:00',
      '20260514',
      '20260515',
    ],
    [
      'a day before a midnight that clocks skip',
      'Africa/Cairo',
      '2026-04-22T22:00',
      '2026-04-23T22:00',
      '20260423',
      '20260424',
    ],
    [
      'a day after it',
      'Africa/Cairo',
      '2026-04-23T22:00',
      '2026-04-24T21:00',
      '20260424',
      '20260425',
    ],
    ['an entry of length 0', 'UTC', '2026-05-14T00:00', '2026-05-14T00:00', '20260514', '20260515'],
    ['some hours of a day', 'UTC', '2026-05-14T09:00', '2026-05-14T17:00', '20260514', '20260515'],
  ])('writes %s in the days of its zone', (_what, timezone, starts_at, ends_at, first, after) => {
    const given = {
      all_day: true,
      timezone,
      starts_at: `${starts_at}:00.000Z`,
      ends_at: `${ends_at}:00.000Z`,
    };
    expect(lineOf('DTSTART', given)).toEqual([`DTSTART;VALUE=DATE:${first}`]);
    expect(lineOf('DTEND', given)).toEqual([`DTEND;VALUE=DATE:${after}`]);
  });

  it.each([
    ['punctuation', 'a;b,c\\d:"e"\\n', 'a;b,c\\d:"e"\\n'],
    ['lines', 'one\ntwo\r\nthree\rfour', 'one\ntwo\nthree\nfour'],
    ['lines of other alphabets', 'a\u0085b\u2028c\u2029d', 'a\nb\nc\nd'],
    [
      'another event',
      'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:y',
      'x\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:y',
    ],
    ['control characters', 'a\0b\u0007c\u001bd\u007fe\u009bf\tg', 'abcdef\tg'],
    [
      'blanks at a fold',
      `${'x'.repeat(66)}   ${'y'.repeat(80)}`,
      `${'x'.repeat(66)}   ${'y'.repeat(80)}`,
    ],
    ['right to left', 'שלום \u202eabc', 'שלום \u202eabc'],
  ])('keeps %s in every text', (_what, written, read) => {
    const text = calendarFile({
      name: written,
      timezone: null,
      entries: [
        entry({ title: written, description: written, location: written, tags: [written] }),
      ],
    });
    const calendar = calendarIn(text);
    const event = eventIn(text);
    const categories = event.component.getFirstProperty('categories');

    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1);
    expect([event.summary, event.description, event.location, categories?.getFirstValue()]).toEqual(
      Array(4).fill(read),
    );
    expect(calendar.getAllProperties().map(({ name }) => name)).toEqual([
      'version',
      'prodid',
      'method',
      'name',
      'x-wr-calname',
      'refresh-interval',
      'x-published-ttl',
    ]);
  });

  it.each([
    ['https://x.example/\r\nBEGIN:VEVENT', 'https://x.example/BEGIN:VEVENT'],
    ['https://x.example/a b', 'https://x.example/a%20b'],
    ['https://münchen.example/ü', 'https://xn--mnchen-3ya.example/%C3%BC'],
  ])('writes the address %j on one line', (url, written) => {
    expect(lineOf('URL', { url })).toEqual([`URL:${written}`]);
  });

  it.each(['👩‍👩‍👧‍👦'.repeat(200), '€'.repeat(300), 'ä'.repeat(299), 'x'.repeat(1_000), '🚢'])(
    'folds lines after 75 octets at most, and never within a character',
    (title) => {
      const text = fileOf(entry({ title, description: `.${title}`, location: `..${title}` }));

      for (const line of Buffer.from(text).toString('latin1').split('\r\n')) {
        expect(line.length).toBeLessThanOrEqual(75);
        expect(Buffer.from(line, 'latin1').toString()).not.toContain('\ufffd');
        expect(line).not.toMatch(/[\r\n]/);
      }
      expect(eventIn(text)).toMatchObject({
        summary: title,
        description: `.${title}`,
        location: `..${title}`,
      });
    },
  );
});

describe('the reminder of an entry', () => {
  const ARABIC = `مرحبا بكم في المؤتمر، ${'حوار مفتوح '.repeat(12)}`.trim();
  const alarmsIn = (text: string) =>
    new ICAL.Component(ICAL.parse(text) as unknown[])
      .getAllSubcomponents('vevent')
      .map((vevent) => vevent.getAllSubcomponents('valarm'));
  const fileWith = (alarm: number | undefined, ...entries: CalendarEntry[]) =>
    calendarFile({ name: ARABIC, timezone: null, entries, alarm });

  it.each([0, 15, 10_080])('is a display alarm %d minutes before its start', (minutes) => {
    const text = fileWith(minutes, entry({ title: ARABIC }), entry({ all_day: true }));

    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const alarms = alarmsIn(text);
    expect(alarms.map(({ length }) => length)).toEqual([1, 1]);
    const [[alarm] = []] = alarms;
    const property = (name: string) => alarm?.getFirstPropertyValue(name);
    expect([property('action'), property('description')]).toEqual(['DISPLAY', ARABIC]);
    const trigger = property('trigger') as ICAL.Duration;
    // A duration of 0 has a sign too.
    expect(trigger.toSeconds() + 0).toBe(minutes * -60 + 0);
    expect(calendarIn(text).getFirstPropertyValue('name')).toBe(ARABIC);
  });

  it('is missing from cancelled entries, and without a time', () => {
    const all = [entry({ status: 'tentative' }), entry({ status: 'cancelled' })];
    expect(alarmsIn(fileWith(15, ...all)).map(({ length }) => length)).toEqual([1, 0]);
    expect(fileWith(undefined, ...all)).not.toContain('ALARM');
  });
});

const EVENT: CalendarEvent = {
  ...entry(),
  slug: 'engines',
  status: 'approved',
  venue_name: 'Great Hall',
  venue_address: 'Museum Quay 1',
  venue_latitude: 53.5,
  venue_longitude: 9.9,
  conference_name: null,
  conference_website: null,
};

describe('an event', () => {
  it.each([
    ['approved', undefined, 'confirmed'],
    ['approved', 'registered', 'confirmed'],
    ['approved', 'checked_in', 'confirmed'],
    ['approved', 'waitlisted', 'tentative'],
    ['cancelled', undefined, 'cancelled'],
    ['cancelled', 'waitlisted', 'cancelled'],
  ] as const)('that is %s is, for a user who is %s, %s', (status, attendance, shown) => {
    expect(entryOfEvent({ ...EVENT, status }, attendance).status).toBe(shown);
  });

  it.each([
    ['Great Hall', 'Museum Quay 1', 'Great Hall, Museum Quay 1'],
    ['Great Hall', null, 'Great Hall'],
    [null, 'Museum Quay 1', 'Museum Quay 1'],
    [null, null, null],
  ])(
    'with the venue %s and the address %s has the location %s',
    (venue_name, venue_address, location) => {
      expect(entryOfEvent({ ...EVENT, venue_name, venue_address })).toMatchObject({
        location,
        latitude: 53.5,
        longitude: 9.9,
      });
    },
  );
});

const ITEM: CalendarItem = {
  ...entry(),
  is_cancelled: false,
  track: null,
  room: 'Room 1',
  speakers: [],
  conference_name: null,
  conference_website: null,
};

const SEA = { conference_name: 'Sea', conference_website: 'https://sea.example/' };

describe.each([
  ['event', (given: object) => entryOfEvent({ ...EVENT, ...given })],
  ['agenda item', (given: object) => entryOfItem({ ...ITEM, ...given }, null)],
])('the description of an %s', (_what, entryOf) => {
  it.each([
    [
      { description: 'Looms.', ...SEA },
      'Looms.\n\nConference: Sea\nConference website: https://sea.example/',
    ],
    [{ ...SEA, conference_website: null }, 'Conference: Sea'],
    [{ description: 'Looms.' }, 'Looms.'],
    [{}, null],
  ])('of %j is %j', (given, description) => {
    expect(entryOf(given).description).toBe(description);
  });
});

describe('an agenda item', () => {
  it('has its room and the venue of the conference as its location', () => {
    expect(entryOfItem(ITEM, 'Museum Quay').location).toBe('Room 1, Museum Quay');
    expect(entryOfItem({ ...ITEM, room: null }, null).location).toBeNull();
  });

  it('names its speakers, track and conference after its description', () => {
    const speakers = ['Ada Lovelace', 'Grace Hopper'];
    expect(entryOfItem({ ...ITEM, description: 'Looms.', speakers }, null).description).toBe(
      'Looms.\n\nSpeakers: Ada Lovelace, Grace Hopper',
    );
    expect(entryOfItem({ ...ITEM, speakers }, null).description).toBe(
      'Speakers: Ada Lovelace, Grace Hopper',
    );
    expect(
      entryOfItem({ ...ITEM, ...SEA, conference_website: null, track: 'Looms', speakers }, null)
        .description,
    ).toBe('Speakers: Ada Lovelace, Grace Hopper\nTrack: Looms\nConference: Sea');
  });

  it('has its track as a category, and is cancelled with its event', () => {
    const item = { ...ITEM, track: 'Looms', is_cancelled: true };
    expect(entryOfItem(item, null)).toMatchObject({ tags: ['Looms'], status: 'cancelled' });
    expect(entryOfItem(ITEM, null)).toMatchObject({ tags: [], status: 'confirmed' });
  });
});
