import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import type { FeedEvent, SkippedFeedEvent } from '../../../src/domain/programme/calendar-feeds.ts';
import { zoneNameOf } from '../../../src/formats/icalendar/zone-names.ts';
import { readCalendarFeed } from '../../../src/integrations/calendar/calendar-feed.ts';
import { clockOffsetOf, isTimeZone } from '../../../src/lib/time-zones.ts';
import { WINDOWS_DISPLAY_NAMES } from '../../support/windows-display-names.ts';

const NOW = new Date('2026-03-15T12:00:00Z');

type Options = Partial<Parameters<typeof readCalendarFeed>[1]>;

/** The feed; of its codes and parameters, only the sentences. */
async function read(bytes: string | Buffer, options: Options = {}) {
  const { skipped, warnings, ...feed } = await readCalendarFeed(Buffer.from(bytes), {
    timezone: undefined,
    fallback_timezone: 'UTC',
    now: NOW,
    ...options,
  });
  return { ...feed, skipped: skipped.map(sentence), warnings: warnings.map(sentence) };
}
const sentence = ({ code: _, params: __, ...note }: SkippedFeedEvent) => note;

const vevent = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', ''].join('\r\n');

const readEvents = async (...parts: string[]) => (await read(calendar(...parts))).events;

async function readOne(...lines: string[]): Promise<FeedEvent> {
  const [event, ...others] = await readEvents(vevent('UID:one', ...lines));
  if (event === undefined || others.length > 0) throw new Error('expected exactly one event');
  return event;
}

const START = 'DTSTART:20260401T100000Z';
const startsOf = (events: readonly FeedEvent[]) => events.map(({ starts_at }) => starts_at);
const timesOf = ({ starts_at, ends_at }: FeedEvent) => [starts_at, ends_at];

/** A zone without an IANA name: UTC+1, and UTC+2 from 1 April to 1 October. */
const LAGOON = [
  ...['BEGIN:VTIMEZONE', 'TZID:Lagoon'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:00010401T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=1', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'DTSTART:00011001T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=1', 'END:STANDARD', 'END:VTIMEZONE'],
].join('\r\n');

describe('an event', () => {
  it('is imported with all its properties', async () => {
    const [event] = await readEvents(
      vevent(
        ...[
          'UID:talk-1@example.org',
          'SEQUENCE:4',
          'STATUS:CONFIRMED',
          'SUMMARY:Zero\\, one\\; two',
        ],
        ...[
          'DTSTART;TZID=Europe/Berlin:20260501T093000',
          'DTEND;TZID=Europe/Berlin:20260501T101500',
        ],
        ...['DESCRIPTION:First line\\nSecond line', 'LOCATION:Hall 1\\nFair Street 2'],
        ...['GEO:52.505;13.28', 'URL:https://example.org/talks/1', 'CATEGORIES:Talks,AI\\, really'],
        ...['CATEGORIES:Talks', 'ORGANIZER;CN="Doe, Jane":mailto:jane@example.org'],
        'ATTACH;FMTTYPE=image/png:https://example.org/1.png',
      ),
    );
    expect(event).toEqual({
      uid: 'talk-1@example.org',
      recurrence_id: null,
      title: 'Zero, one; two',
      description: 'First line\nSecond line',
      starts_at: '2026-05-01T07:30:00.000Z',
      ends_at: '2026-05-01T08:15:00.000Z',
      all_day: false,
      timezone: 'Europe/Berlin',
      location: 'Hall 1, Fair Street 2',
      latitude: 52.505,
      longitude: 13.28,
      url: 'https://example.org/talks/1',
      image_url: 'https://example.org/1.png',
      organizer: 'Doe, Jane',
      tags: ['Talks', 'AI, really'],
      cancelled: false,
      revision: { sequence: 4, changed_at: null, is_override: false },
    });
  });

  it.each([
    ['DTEND', ['DTEND:20260401T113000Z'], '2026-04-01T11:30:00.000Z'],
    ['DTEND equal to its start', ['DTEND:20260401T100000Z'], '2026-04-01T10:00:00.000Z'],
    ['nothing', [], '2026-04-01T10:00:00.000Z'],
    ['DURATION', ['DURATION:PT1H30M'], '2026-04-01T11:30:00.000Z'],
    ['DURATION of a week and a day', ['DURATION:P1W1D'], '2026-04-09T10:00:00.000Z'],
    ['DURATION of nothing', ['DURATION:PT0S'], '2026-04-01T10:00:00.000Z'],
    ['an empty DTEND', ['DTEND:', 'DURATION:PT1H'], '2026-04-01T11:00:00.000Z'],
  ])('ends according to %s', async (_, lines, end) => {
    expect((await readOne(START, ...lines)).ends_at).toBe(end);
  });

  it.each([
    ['for one day', [], '2026-04-11T22:00:00.000Z'],
    ['for one day by an equal end', ['DTEND;VALUE=DATE:20260411'], '2026-04-11T22:00:00.000Z'],
    ['for two by an end', ['DTEND;VALUE=DATE:20260413'], '2026-04-12T22:00:00.000Z'],
    ['for two by a duration', ['DURATION:P2D'], '2026-04-12T22:00:00.000Z'],
  ])('lasts whole days: %s', async (_, lines, end) => {
    const feed = await read(calendar(vevent('UID:a', 'DTSTART;VALUE=DATE:20260411', ...lines)), {
      timezone: 'Europe/Berlin',
    });
    expect(feed.events).toMatchObject([
      { all_day: true, starts_at: '2026-04-10T22:00:00.000Z', ends_at: end },
    ]);
  });

  it('of whole days lasts those days, also when clocks change during them', async () => {
    const lines = ['UID:a', 'DTSTART:20260328', 'DTEND:20260330'];
    const { events } = await read(calendar(vevent(...lines)), { timezone: 'Europe/Berlin' });
    expect(events.map(timesOf)).toEqual([['2026-03-27T23:00:00.000Z', '2026-03-29T22:00:00.000Z']]);
  });

  it.each([
    ['its location', ['LOCATION:Harbor'], 'Harbor'],
    ['a default', [], 'Untitled event'],
    ['a default when its title is empty markup', ['SUMMARY:<br>'], 'Untitled event'],
  ])('without a title gets %s as its title', async (_, lines, title) => {
    expect((await readOne(START, ...lines)).title).toBe(title);
  });

  it('without a UID is recognized by its start and title', async () => {
    const [first, second, other] = await readEvents(
      vevent(START, 'SUMMARY:Walk'),
      vevent('SUMMARY:Walk', START),
      vevent(START, 'SUMMARY:Swim'),
    );
    expect(first?.uid).toMatch(/^[0-9a-f]{64}$/);
    expect(second?.uid).toBe(first?.uid);
    expect(other?.uid).not.toBe(first?.uid);
  });

  it.each(['CANCELLED', 'cancelled', 'CANCELED'])(
    'with the status %s is cancelled',
    async (status) => {
      expect(await readOne(START, `STATUS:${status}`)).toMatchObject({ cancelled: true });
    },
  );

  it('is imported from the past and from the far future', async () => {
    const dates = ['20090401T100000Z', '20260401T100000Z', '20610401T100000Z'];
    const events = await readEvents(...dates.map((date) => vevent(`DTSTART:${date}`)));
    expect(events).toHaveLength(3);
  });

  it('may share its UID with other events', async () => {
    const events = await readEvents(
      vevent('UID:x', START, 'SUMMARY:One'),
      vevent('UID:x', START, 'SUMMARY:Two'),
      vevent('UID:x', 'DTSTART:20260402T100000Z', 'SUMMARY:One'),
    );
    expect(events.map(({ uid, title }) => [uid, title])).toEqual([
      ['x', 'One'],
      ['x', 'Two'],
      ['x', 'One'],
    ]);
  });

  it.each([
    ['an email address as organizer', 'ORGANIZER;CN=jane@example.org:mailto:jane@example.org'],
    ['an organizer without a name', 'ORGANIZER:mailto:jane@example.org'],
    ['a script as address', 'URL:javascript:alert(1)'],
    ['an address with a password', 'URL:https://user:password@example.org/'],
    ['a file as image', 'ATTACH;FMTTYPE=image/png:file:///etc/passwd'],
    ['an attached document', 'ATTACH;FMTTYPE=application/pdf:https://example.org/a.pdf'],
    ['coordinates beyond the poles', 'GEO:91;13'],
    ['coordinates that are not numbers', 'GEO:here'],
  ])('is imported without %s', async (_, line) => {
    expect(await readOne(START, line)).toMatchObject({
      organizer: null,
      url: null,
      image_url: null,
      latitude: null,
      longitude: null,
    });
  });
});

describe('a text', () => {
  it.each([
    ['paragraphs', '<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['lines and markup mixed', 'Kind: talk\\n<p>A <b>bold</b> one</p>', 'Kind: talk\n\nA bold one'],
    ['a link', 'See <a href="https://x.org/a">here</a>', 'See here (https://x.org/a)'],
    ['a link that shows itself', '<a href="https://x.org">https://x.org</a>', 'https://x.org'],
    ['a script behind a link', '<a href="javascript:alert(1)">go</a>', 'go'],
    ['a script', 'a<script>alert(1)</script>b', 'ab'],
    ['an image that runs a script', 'a<img src=x onerror=alert(1)>b', 'ab'],
    ['markup without blanks', 'a<svg/onload=alert(1)>b', 'ab'],
    ['entities', 'Q&amp\\;A &lt\\; 5 &#8364\\;', 'Q&A < 5 €'],
    ['escaped markup', '&lt\\;p&gt\\;Hi&lt\\;/p&gt\\;', 'Hi'],
    ['twice escaped markup', '&amp\\;lt\\;i&amp\\;gt\\;Hi', 'Hi'],
    [
      'angle brackets in plain text',
      'Vec<T>, a < b, <https://x.org>',
      'Vec<T>, a < b, <https://x.org>',
    ],
    ['table cells', '<table><tr><td>A</td><td>B</td></tr><tr><td>C</td></tr></table>', 'A B\nC'],
    ['control characters', 'a\u0007b\tc', 'ab c'],
    ['a separated accent', 'Cafe\u0301', 'Café'],
    ['many empty lines', 'a\\n\\n\\n\\nb', 'a\n\nb'],
  ])('becomes plain text: %s', async (_, given, plain) => {
    expect(await readOne(START, `DESCRIPTION:${given}`)).toMatchObject({ description: plain });
  });

  it('is cut at its limit, between characters', async () => {
    const long = `x${'🎉'.repeat(20_000)}`;
    const event = await readOne(
      START,
      `SUMMARY:${long}`,
      `DESCRIPTION:${long}`,
      `LOCATION:${long}`,
      `CATEGORIES:${long}`,
    );
    expect(event.title).toBe(`x${'🎉'.repeat(149)}`);
    expect(event.description).toBe(`x${'🎉'.repeat(9_999)}`);
    expect(event.location).toBe(`x${'🎉'.repeat(249)}`);
    expect(event.tags).toEqual([`x${'🎉'.repeat(24)}`]);
  });

  it('is one line in a title', async () => {
    expect((await readOne(START, 'SUMMARY:<b>One</b><br>two\\nthree')).title).toBe('One two three');
  });

  it.each(['SUMMARY', 'LOCATION', 'ORGANIZER;CN', 'CATEGORIES'])(
    'drops control and direction characters from one line: %s',
    async (name) => {
      const disguised = 'Lo\u202eoms\u2066 \u0007and\\n\u0085ink\u202c';
      const line = name.includes(';') ? `${name}="${disguised}":x:y` : `${name}:${disguised}`;
      const { title, location, organizer, tags } = await readOne(START, line);
      const texts = [title, location, organizer, ...tags].join();
      expect(texts).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      expect(texts).toContain('Looms and');
    },
  );

  it('is empty when nothing but direction characters is in a line', async () => {
    const event = await readOne(START, 'LOCATION:\u202e\u2066');
    expect(event.location).toBeNull();
  });

  it('has at most twenty tags', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `tag ${index}`);
    expect((await readOne(START, `CATEGORIES:${names.join(',')}`)).tags).toEqual(
      names.slice(0, 20),
    );
  });
});

describe('the time zone', () => {
  it.each([
    ['an IANA name', 'TZID=Europe/Berlin', '07:00', 'Europe/Berlin'],
    ['an IANA name in other letter case', 'TZID=europe/BERLIN', '07:00', 'Europe/Berlin'],
    ['an alias, which keeps its spelling', 'TZID=Asia/Kolkata', '03:30', 'Asia/Kolkata'],
    ['a quoted name', 'TZID="America/New_York"', '13:00', 'America/New_York'],
    ['a Windows name', 'TZID=W. Europe Standard Time', '07:00', 'Europe/Berlin'],
    [
      'a Windows name in another country',
      'TZID=Pacific Standard Time',
      '16:00',
      'America/Los_Angeles',
    ],
    ['a path', 'TZID=/citadel.org/20190914_1/Europe/Berlin', '07:00', 'Europe/Berlin'],
    [
      'a path with three parts',
      'TZID=/x/America/Argentina/Salta',
      '12:00',
      'America/Argentina/Salta',
    ],
    ["Microsoft's UTC", 'TZID=tzone://Microsoft/Utc', '09:00', 'UTC'],
    ['an unknown name', 'TZID=Atlantis', '00:00', 'Asia/Tokyo'],
    ['an offset instead of a name', 'TZID=+02:00', '00:00', 'Asia/Tokyo'],
    ['an unquoted name with a colon', 'TZID=(UTC+01:00) Berlin', '07:00', 'Europe/Berlin'],
    [
      'a display name',
      'TZID="(UTC-05:00) Eastern Time (US & Canada)"',
      '13:00',
      'America/New_York',
    ],
    [
      'an unquoted display name',
      'TZID=(UTC-05:00) Eastern Time (US & Canada)',
      '13:00',
      'America/New_York',
    ],
    [
      'a display name with commas',
      'TZID="(GMT+10:00) Canberra, Melbourne, Sydney"',
      '23:00',
      'Australia/Sydney',
    ],
    ['a display name of an unknown place', 'TZID="(UTC+05:00) Atlantis"', '04:00', 'Etc/GMT-5'],
    [
      'a display name without an offset',
      'TZID=Mountain Time (US & Canada)',
      '15:00',
      'America/Denver',
    ],
    ['an offset from UTC', 'TZID=UTC+2', '07:00', 'Etc/GMT-2'],
    ['an offset that is no whole hour', 'TZID=GMT-3:30', '12:30', 'Asia/Tokyo'],
    ['an offset that no place has', 'TZID=UTC+25', '00:00', 'Asia/Tokyo'],
    ["another zone of Microsoft's", 'TZID=tzone://Microsoft/Custom', '00:00', 'Asia/Tokyo'],
    ['none', 'X-ODD=1', '00:00', 'Asia/Tokyo'],
  ])('is read from %s', async (_, parameter, time, timezone) => {
    const event = vevent('UID:a', `DTSTART;${parameter}:20260701T090000`);
    const feed = await read(calendar(event), { timezone: 'Asia/Tokyo' });
    const day = time === '23:00' ? '2026-06-30' : '2026-07-01';
    expect(feed.events).toMatchObject([{ starts_at: `${day}T${time}:00.000Z`, timezone }]);
  });

  it('is the same for the display name of a Windows zone as for its name', () => {
    const clocks = (name: string) => {
      const zone = zoneNameOf(name);
      return (
        zone && Array.from({ length: 12 }, (_, month) => clockOffsetOf(zone)(Date.UTC(2026, month)))
      );
    };
    for (const [windowsName, display] of WINDOWS_DISPLAY_NAMES) {
      expect([display, clocks(display)]).toEqual([display, clocks(windowsName)]);
      expect(zoneNameOf(display)).toBeDefined();
      // The spelling of Windows XP.
      expect(zoneNameOf(display.replace('(UTC', '(GMT'))).toBe(zoneNameOf(display));
    }
  });

  it.each(['constructor', '(UTC+01:00) __proto__', '__proto__'])('is not %s', async (name) => {
    const feed = await read(calendar(vevent('UID:a', `DTSTART;TZID="${name}":20260701T090000`)));
    expect(feed.events).toHaveLength(1);
  });

  it.each([
    ['Mountain Standard Time (Mexico)', 'America/Mazatlan'],
    ['Central Asia Standard Time', 'Asia/Bishkek'],
    ['india standard TIME', 'Asia/Kolkata'],
    ['FLE Standard Time', 'Europe/Kyiv'],
    ['Kamchatka Standard Time', 'Asia/Kamchatka'],
  ])('is that of the current CLDR for the Windows name %s', (windows, iana) => {
    expect(zoneNameOf(windows)).toBe(iana);
  });

  it('is known to Intl for each Windows name', () => {
    const names = WINDOWS_TO_IANA_MAP.map(({ windowsName }) => windowsName);
    const zones = names.map((name) => zoneNameOf(name) ?? name);
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  });

  const FLOATING = vevent('UID:a', 'DTSTART:20260701T090000');
  const X_WR = 'X-WR-TIMEZONE:America/New_York';
  it.each([
    ['X-WR-TIMEZONE has', [X_WR], { timezone: 'Asia/Tokyo' }, '13:00', 'America/New_York'],
    [
      'X-WR-TIMEZONE has as a Windows name',
      ['X-WR-TIMEZONE:Tokyo Standard Time'],
      {},
      '00:00',
      'Asia/Tokyo',
    ],
    [
      'the request has',
      ['X-WR-TIMEZONE:Atlantis'],
      { timezone: 'Asia/Tokyo' },
      '00:00',
      'Asia/Tokyo',
    ],
    ['the conference has', [], { fallback_timezone: 'Europe/Berlin' }, '07:00', 'Europe/Berlin'],
    ['is the default, UTC', [], {}, '09:00', 'UTC'],
  ])('of a time without a zone is the one that %s', async (_, head, options, time, timezone) => {
    const feed = await read(calendar(...head, FLOATING), options);
    expect(feed.events).toMatchObject([{ starts_at: `2026-07-01T${time}:00.000Z`, timezone }]);
  });

  it('of a time in UTC is that of the calendar', async () => {
    const feed = await read(calendar(vevent(START), X_WR));
    expect(feed.timezone).toBe('America/New_York');
    expect(feed.events).toMatchObject([
      { starts_at: '2026-04-01T10:00:00.000Z', timezone: 'America/New_York' },
    ]);
  });

  it.each([
    ['before its summer', '20260331T090000', '2026-03-31T08:00:00.000Z'],
    ['in its summer', '20260402T090000', '2026-04-02T07:00:00.000Z'],
    ['after its summer', '20261002T090000', '2026-10-02T08:00:00.000Z'],
    ['that its clocks skip', '20260401T023000', '2026-04-01T01:30:00.000Z'],
    ['that its clocks show twice', '20261001T023000', '2026-10-01T00:30:00.000Z'],
  ])('defined in the calendar is exact for a time %s', async (_, time, instant) => {
    const events = await readEvents(LAGOON, vevent(`DTSTART;TZID=Lagoon:${time}`));
    expect(events).toMatchObject([{ starts_at: instant, timezone: 'UTC' }]);
  });

  it('defined in the calendar may have an IANA name', async () => {
    const zone = LAGOON.replace('TZID:Lagoon', 'TZID:Lagoon\r\nX-LIC-LOCATION:Europe/Rome');
    const events = await readEvents(vevent('DTSTART;TZID=Lagoon:20260701T090000'), zone);
    expect(events).toMatchObject([{ timezone: 'Europe/Rome' }]);
  });

  it('defined in the calendar takes precedence over its name', async () => {
    const zone = LAGOON.replaceAll('Lagoon', 'Asia/Tokyo');
    const events = await readEvents(zone, vevent('DTSTART;TZID=Asia/Tokyo:20260701T090000'));
    expect(startsOf(events)).toEqual(['2026-07-01T07:00:00.000Z']);
  });

  it('defined in one calendar is unknown in the next', async () => {
    await readEvents(LAGOON, vevent('DTSTART;TZID=Lagoon:20260701T090000'));
    const events = await readEvents(vevent('DTSTART;TZID=Lagoon:20260701T090000'));
    expect(startsOf(events)).toEqual(['2026-07-01T09:00:00.000Z']);
  });

  it.each([
    ['without parts', 'BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nEND:VTIMEZONE'],
    [
      'with a broken rule',
      LAGOON.replaceAll('Lagoon', 'Europe/Berlin').replaceAll('FREQ=YEARLY', 'FREQ=SOMETIMES'),
    ],
    [
      'with a rule that never ends',
      LAGOON.replaceAll('Lagoon', 'Europe/Berlin').replaceAll(/FREQ=.*/g, 'FREQ=SECONDLY'),
    ],
  ])('with an invalid definition (%s) is taken from its name', async (_, zone) => {
    const events = await readEvents(zone, vevent('DTSTART;TZID=Europe/Berlin:20260701T090000'));
    expect(startsOf(events)).toEqual(['2026-07-01T07:00:00.000Z']);
  });

  it.each([
    ['that clocks skip', '20260329T023000', '2026-03-29T01:30:00.000Z'],
    ['that clocks show twice', '20261025T023000', '2026-10-25T00:30:00.000Z'],
  ])('gives an instant to a time %s', async (_, time, instant) => {
    const events = await readEvents(vevent(`DTSTART;TZID=Europe/Berlin:${time}`));
    expect(startsOf(events)).toEqual([instant]);
  });
});

describe('a repeating event', () => {
  const WEEKLY = [
    ...['UID:weekly', 'SUMMARY:Stand-up', 'DTSTART;TZID=Europe/Berlin:20260316T090000'],
    ...['DTEND;TZID=Europe/Berlin:20260316T093000', 'RRULE:FREQ=WEEKLY;COUNT=4'],
  ];
  const series = (...lines: string[]) => vevent(...WEEKLY, ...lines);
  const change = (...lines: string[]) => vevent('UID:weekly', ...lines);
  const REPLACES_30TH = 'RECURRENCE-ID;TZID=Europe/Berlin:20260330T090000';

  it.each([
    ['forward', '20260316T090000', ['03-16T08', '03-23T08', '03-30T07', '04-06T07']],
    ['back', '20261012T090000', ['10-12T07', '10-19T07', '10-26T08', '11-02T08']],
  ])('keeps its local time when clocks go %s', async (_, start, expected) => {
    const events = await readEvents(
      vevent(
        `DTSTART;TZID=Europe/Berlin:${start}`,
        'DURATION:PT30M',
        'RRULE:FREQ=WEEKLY;COUNT=4;BYDAY=MO',
      ),
    );
    expect(events.map(timesOf)).toEqual(
      expected.map((hour) => [`2026-${hour}:00:00.000Z`, `2026-${hour}:30:00.000Z`]),
    );
  });

  it('identifies each instance by its original start', async () => {
    const events = await readEvents(series());
    expect(events.map(({ recurrence_id }) => recurrence_id)).toEqual(startsOf(events));
  });

  it.each([
    ['an instant', 'EXDATE:20260323T080000Z'],
    ['a local time', 'EXDATE;TZID=Europe/Berlin:20260323T090000'],
    ['a local time without zone', 'EXDATE:20260323T090000'],
    ['a day', 'EXDATE;VALUE=DATE:20260323'],
    [
      'one of several times, one of them not an instance',
      'EXDATE:20200101T000000Z,20260323T080000Z',
    ],
  ])('leaves out the instance that EXDATE gives as %s', async (_, line) => {
    expect(startsOf(await readEvents(series(line)))).toEqual([
      '2026-03-16T08:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
      '2026-04-06T07:00:00.000Z',
    ]);
  });

  it('has the further instances of RDATE, each with its own length', async () => {
    const events = await readEvents(
      vevent(
        ...['DTSTART:20260401T100000Z', 'DTEND:20260401T110000Z', 'RDATE:20260403T100000Z,'],
        'RDATE;VALUE=PERIOD:20260405T100000Z/PT3H,20260402T100000Z/20260402T120000Z',
      ),
    );
    expect(events.map(timesOf)).toEqual([
      ['2026-04-01T10:00:00.000Z', '2026-04-01T11:00:00.000Z'],
      ['2026-04-02T10:00:00.000Z', '2026-04-02T12:00:00.000Z'],
      ['2026-04-03T10:00:00.000Z', '2026-04-03T11:00:00.000Z'],
      ['2026-04-05T10:00:00.000Z', '2026-04-05T13:00:00.000Z'],
    ]);
  });

  it('has a changed instance instead of the original one', async () => {
    const moved = change(REPLACES_30TH, 'DTSTART:20260331T120000Z', 'SUMMARY:Moved');
    for (const parts of [
      [series(), moved],
      [moved, series()],
    ]) {
      const events = await readEvents(...parts);
      expect(
        events.map(({ recurrence_id, starts_at, title }) => [recurrence_id, starts_at, title]),
      ).toEqual([
        ['2026-03-16T08:00:00.000Z', '2026-03-16T08:00:00.000Z', 'Stand-up'],
        ['2026-03-23T08:00:00.000Z', '2026-03-23T08:00:00.000Z', 'Stand-up'],
        ['2026-03-30T07:00:00.000Z', '2026-03-31T12:00:00.000Z', 'Moved'],
        ['2026-04-06T07:00:00.000Z', '2026-04-06T07:00:00.000Z', 'Stand-up'],
      ]);
    }
  });

  it.each([
    ['in full', [REPLACES_30TH, 'DTSTART:20260330T070000Z', 'SUMMARY:Stand-up']],
    ['with its RECURRENCE-ID only', [REPLACES_30TH]],
    ['by an instant', ['RECURRENCE-ID:20260330T070000Z']],
    ['by a day', ['RECURRENCE-ID;VALUE=DATE:20260330']],
  ])('may have one instance cancelled %s', async (_, lines) => {
    const events = await readEvents(series(), change(...lines, 'STATUS:CANCELLED'));
    expect(events.map(({ title, cancelled }) => [title, cancelled])).toEqual([
      ['Stand-up', false],
      ['Stand-up', false],
      ['Stand-up', true],
      ['Stand-up', false],
    ]);
  });

  it('has the change with the highest SEQUENCE', async () => {
    const events = await readEvents(
      series(),
      change(REPLACES_30TH, START, 'SUMMARY:Second', 'SEQUENCE:2'),
      change(REPLACES_30TH, START, 'SUMMARY:First', 'SEQUENCE:1'),
    );
    expect(events.map(({ title }) => title)).toEqual([
      'Stand-up',
      'Stand-up',
      'Second',
      'Stand-up',
    ]);
  });

  it('that is missing leaves its changed instances as single events', async () => {
    const events = await readEvents(
      vevent('UID:gone', 'RECURRENCE-ID:20100330T070000Z', 'DTSTART:20100330T080000Z'),
    );
    expect(events).toMatchObject([
      { recurrence_id: '2010-03-30T07:00:00.000Z', starts_at: '2010-03-30T08:00:00.000Z' },
    ]);
  });

  it('of whole days is repeated by days', async () => {
    const lines = ['DTSTART;VALUE=DATE:20260327', 'RRULE:FREQ=DAILY;UNTIL=20260330'];
    const excluded = 'EXDATE;VALUE=DATE:20260328';
    const { events } = await read(calendar(vevent(...lines, excluded)), {
      timezone: 'Europe/Berlin',
    });
    expect(events.map(timesOf)).toEqual([
      ['2026-03-26T23:00:00.000Z', '2026-03-27T23:00:00.000Z'],
      ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
      ['2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'],
    ]);
  });

  it.each([
    ['an instant', '20260330T070000Z', 3],
    ['an instant just before', '20260330T065959Z', 2],
    ['a local time', '20260330T090000', 3],
    ['a day, which it includes', '20260330', 3],
  ])('is repeated until %s', async (_, until, count) => {
    const rule = `RRULE:FREQ=WEEKLY;UNTIL=${until}`;
    const events = await readEvents(vevent(...WEEKLY.slice(0, -1), rule));
    expect(events).toHaveLength(count);
  });

  it('is expanded from 30 days back to 365 days ahead', async () => {
    const starts = startsOf(
      await readEvents(vevent('DTSTART:20100101T120000Z', 'RRULE:FREQ=DAILY')),
    );
    expect(starts).toHaveLength(396);
    expect([starts.at(0), starts.at(-1)]).toEqual([
      '2026-02-13T12:00:00.000Z',
      '2027-03-15T12:00:00.000Z',
    ]);
  });

  it('is also expanded from 30 days before a conference to 30 days after it', async () => {
    const daily = vevent('DTSTART:20100101T120000Z', 'RRULE:FREQ=DAILY');
    const expanded = async (starts_on: string, ends_on: string) => {
      const conference = { starts_on, ends_on };
      const starts = startsOf((await read(calendar(daily), { conference })).events);
      const [first, last] = [starts.at(0)?.slice(0, 10), starts.at(-1)?.slice(0, 10)];
      return { first, last, count: starts.length };
    };

    const around = { first: '2026-02-13', last: '2027-03-15', count: 396 };
    expect(await expanded('2026-05-14', '2026-05-16')).toEqual(around);
    // Far ahead and long past: both windows, and nothing in between.
    const ahead = { ...around, last: '2029-06-15', count: 396 + 63 };
    expect(await expanded('2029-05-14', '2029-05-16')).toEqual(ahead);
    const past = { ...around, first: '2023-04-14', count: 63 + 396 };
    expect(await expanded('2023-05-14', '2023-05-16')).toEqual(past);
    const overlapping = { ...around, last: '2027-04-19', count: 431 };
    expect(await expanded('2027-03-20', '2027-03-20')).toEqual(overlapping);
  });

  it('has its instances of a conference far ahead however many come before', async () => {
    const conference = { starts_on: '2029-05-14', ends_on: '2029-05-14' };
    const hourly = vevent(START, 'RRULE:FREQ=HOURLY');
    const { events } = await read(calendar(hourly), { conference });
    expect(events).toHaveLength(1_000);
    expect(events.at(500)?.starts_at).toBe('2029-04-14T00:00:00.000Z');
  });

  it('outside of both windows gives a warning that names both', async () => {
    const conference = { starts_on: '2029-05-14', ends_on: '2029-05-16' };
    const old = vevent('UID:old', 'DTSTART:20100101T120000Z', 'RRULE:FREQ=DAILY;COUNT=10');
    const { warnings } = await read(calendar(old), { conference });
    const reason =
      'No time of this series is from 2026-02-13 to 2027-03-15 or from 2029-04-14 to 2029-06-15, so none is imported';
    expect(warnings).toEqual([{ uid: 'old', reason }]);
  });

  it.each([
    ['ended before the window', '20100101T120000Z'],
    ['begins after it', '20280101T120000Z'],
  ])('that %s gives no events and a warning', async (_, start) => {
    const series = vevent('UID:old', `DTSTART:${start}`, 'RRULE:FREQ=DAILY;COUNT=10');
    const reason = 'No time of this series is from 2026-02-13 to 2027-03-15, so none is imported';
    expect(await read(calendar(series))).toMatchObject({
      events: [],
      skipped: [],
      warnings: [{ uid: 'old', reason }],
    });
  });

  it('has at most 500 instances', async () => {
    const starts = startsOf(await readEvents(vevent(START, 'RRULE:FREQ=HOURLY')));
    expect(starts).toHaveLength(500);
    expect(starts.at(-1)).toBe('2026-04-22T05:00:00.000Z');
  });

  it.each([
    ['RRULE:FREQ=SECONDLY;COUNT=99999999', '19900101T000000Z'],
    ['RRULE:FREQ=SECONDLY;BYMONTH=12;BYMINUTE=7;BYSECOND=59', '20260401T000000Z'],
    ['RRULE:FREQ=MINUTELY;COUNT=99999999', '20100101T000000Z'],
  ])('with %s is reported as too frequent', async (rule, start) => {
    const { events, skipped } = await read(
      calendar(vevent('UID:often', `DTSTART:${start}`, rule), vevent('UID:fine', START)),
    );
    expect(events.map(({ uid }) => uid)).toEqual(['fine']);
    expect(skipped).toEqual([{ uid: 'often', reason: 'RRULE repeats too often' }]);
  });

  it('with a rule that no day satisfies takes place once', async () => {
    const rule = 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30';
    expect(startsOf(await readEvents(vevent(START, rule)))).toEqual(['2026-04-01T10:00:00.000Z']);
  });
});

describe('the warnings of a calendar', () => {
  const warningsOf = async (text: string, options: Options = {}) =>
    (await read(text, options)).warnings;
  const left = (uid: string, sequence: number, title?: string) => ({
    uid,
    title,
    reason: `SEQUENCE ${sequence} is left out: the calendar has a later one`,
  });
  const unknown = (uid: string | null, zone: string, instead: string) => ({
    uid,
    reason: `The time zone “${zone}” is not known; ${instead} is used instead`,
  });
  const ofTitle = <T extends object>(title: string, warning: T) => ({ ...warning, title });

  it('name an unknown zone and what is used instead, once per event', async () => {
    const atlantis = (name: string) => `DTSTART;TZID=${name}:20260701T090000`;
    const text = calendar(
      vevent('UID:a', atlantis('Atlantis'), 'DTEND;TZID=Atlantis:20260701T100000'),
      vevent('UID:a', atlantis('Atlantis'), 'SUMMARY:Another'),
      vevent('UID:b', atlantis('Atlantis')),
      vevent('UID:c', START, 'EXDATE;TZID=Moon Base:20260701T090000'),
      vevent('UID:d', atlantis('Europe/Berlin'), 'RECURRENCE-ID;TZID=Mars:20260701T090000'),
      vevent('UID:e', 'DTSTART;TZID=Atlantis:soon'),
    );
    expect(await warningsOf(text, { timezone: 'Asia/Tokyo' })).toEqual([
      ofTitle('Another', unknown('a', 'Atlantis', 'Asia/Tokyo')),
      unknown('b', 'Atlantis', 'Asia/Tokyo'),
      unknown('c', 'Moon Base', 'Asia/Tokyo'),
      unknown('d', 'Mars', 'Asia/Tokyo'),
    ]);
  });

  it('name an unknown zone of the calendar itself', async () => {
    const text = calendar('X-WR-TIMEZONE:Atlantis', vevent('UID:a', START));
    expect(await warningsOf(text, { fallback_timezone: 'Europe/Berlin' })).toEqual([
      unknown(null, 'Atlantis', 'Europe/Berlin'),
    ]);
  });

  it('quote little of a long name', async () => {
    const [warning] = await warningsOf(
      calendar(vevent(`DTSTART;TZID=${'x'.repeat(5_000)}:20260701T090000`)),
    );
    expect(warning?.reason.length).toBeLessThan(200);
  });

  it('do not name a zone that the calendar describes', async () => {
    const text = calendar(LAGOON, vevent('DTSTART;TZID=Lagoon:20260701T090000'));
    expect(await warningsOf(text)).toEqual([]);
  });

  it('name an unknown zone of an event in the form of Luma', async () => {
    const event = { id: 'a', name: 'Tea', start_at: '2026-07-01T09:00:00Z', timezone: 'Atlantis' };
    const text = JSON.stringify({ entries: [{ event }] });
    expect(await warningsOf(text)).toEqual([ofTitle('Tea', unknown('a', 'Atlantis', 'UTC'))]);
  });

  it('name an older SEQUENCE of a UID, which is not imported beside the newer', async () => {
    const { events, warnings } = await read(
      calendar(
        vevent('UID:a', START, 'SUMMARY:First', 'SEQUENCE:1'),
        vevent('UID:a', 'DTSTART:20260402T100000Z', 'SUMMARY:Third', 'SEQUENCE:3'),
        vevent('UID:a', 'DTSTART:20260403T100000Z', 'SUMMARY:Before all'),
        vevent('UID:b', START, 'SUMMARY:Other'),
      ),
    );
    expect(events.map(({ title }) => title)).toEqual(['Third', 'Other']);
    expect(warnings).toEqual([left('a', 1, 'First'), left('a', 0, 'Before all')]);
  });

  it('name an older SEQUENCE of a series and of a changed instance', async () => {
    const series = (start: string, sequence: number) =>
      vevent('UID:s', `DTSTART:${start}`, 'RRULE:FREQ=DAILY;COUNT=2', `SEQUENCE:${sequence}`);
    const change = (title: string, sequence: number) =>
      vevent(
        ...['UID:s', 'RECURRENCE-ID:20260402T110000Z', 'DTSTART:20260402T120000Z'],
        ...[`SUMMARY:${title}`, `SEQUENCE:${sequence}`],
      );
    const { events, warnings } = await read(
      calendar(
        ...[series('20260401T100000Z', 4), series('20260401T110000Z', 5)],
        ...[change('Old', 0), change('New', 2), change('Older', 1)],
      ),
    );
    expect(events.map(({ title, starts_at }) => [title, starts_at])).toEqual([
      ['Untitled event', '2026-04-01T11:00:00.000Z'],
      ['New', '2026-04-02T12:00:00.000Z'],
    ]);
    expect(warnings).toEqual([left('s', 0, 'Old'), left('s', 1, 'Older'), left('s', 4)]);
  });

  it('report a file with tasks only', async () => {
    const task = 'BEGIN:VTODO\r\nUID:t\r\nSUMMARY:Buy milk\r\nEND:VTODO';
    expect(await warningsOf(calendar(task, task))).toEqual([
      { uid: null, reason: 'The calendar has only tasks, 2 of them, and no events' },
    ]);
    expect(await warningsOf(calendar(task, vevent(START)))).toEqual([
      { uid: null, reason: 'The calendar has tasks, which are not read: 1' },
    ]);
  });

  it('report an empty calendar', async () => {
    const nothing = [{ uid: null, reason: 'The calendar has no events' }];
    expect(await warningsOf(calendar())).toEqual(nothing);
    expect(await warningsOf('{"entries": []}')).toEqual(nothing);
    expect(await warningsOf(calendar(vevent('UID:broken')))).toEqual([]);
  });
});

describe('a broken event', () => {
  it.each([
    ['DTSTART is missing', ['SUMMARY:When?']],
    ['DTSTART is not understood', ['DTSTART:soon']],
    ['DTSTART is not understood', ['DTSTART:20260230T100000Z']],
    ['DTSTART is not understood', ['DTSTART:20261301T100000Z']],
    ['DTSTART is not understood', ['DTSTART:20260401T250000Z']],
    ['DTSTART is not understood', ['DTSTART;TZID="Europe/Berlin:20260401T100000']],
    ['DTEND is not understood', [START, 'DTEND:later']],
    ['DURATION is not understood', [START, 'DURATION:long']],
    ['DURATION is not understood', [START, 'DURATION:P99999999999W']],
    ['The event ends before it starts', [START, 'DTEND:20260401T095959Z']],
    ['The event ends before it starts', [START, 'DURATION:-PT1H']],
    ['RRULE is not understood', [START, 'RRULE:FREQ=SOMETIMES']],
    ['RRULE is not understood', [START, 'RRULE:every Monday']],
    ['RRULE is not understood', [START, 'RRULE:FREQ=DAILY;BYDAY=XX']],
    ['RRULE is not understood', [START, 'RRULE:FREQ=DAILY;COUNT=0']],
    ['RRULE is not understood', [START, 'RRULE:FREQ=DAILY;UNTIL=never']],
    ['RDATE is not understood', [START, 'RDATE:someday']],
    ['EXDATE is not understood', [START, 'RRULE:FREQ=DAILY', 'EXDATE:someday']],
    ['RECURRENCE-ID is not understood', [START, 'RECURRENCE-ID:someday']],
    ['The event is not between 1970 and 2100', ['DTSTART:00010101T000000Z']],
    ['The event is not between 1970 and 2100', ['DTSTART:99991231T000000Z']],
    ['The event is not between 1970 and 2100', ['DTSTART:21001231T000000Z', 'DURATION:P1W']],
  ])('is left out and reported: %s (%j)', async (reason, lines) => {
    const feed = await read(
      calendar(vevent('UID:good', START), vevent('UID:bad', ...lines), vevent('UID:fine', START)),
    );
    expect(feed.events.map(({ uid }) => uid)).toEqual(['good', 'fine']);
    const title = /^SUMMARY:(.*)/.exec(lines.join('\n'))?.[1];
    expect(feed.skipped).toEqual([{ uid: 'bad', title, reason }]);
  });

  it.each([
    ['a line without colon', ['What is this']],
    ['an empty line', ['']],
    ['a property without name', [':x']],
    ['parameters that do not end', ['X-ODD;A="b:c', 'COMMENT;=:x']],
    ['an alarm', ['BEGIN:VALARM', 'SUMMARY:Alarm', 'DTSTART:19990101T000000Z', 'END:VALARM']],
    ['an alarm without end', ['BEGIN:VALARM', 'TRIGGER:-PT5M']],
    ['a stray end', ['END:VALARM', 'END:STANDARD']],
    ['a bad stamp', ['DTSTAMP:yesterday', 'CREATED:00000000T000000Z']],
    ['an empty rule', ['RRULE:', 'EXDATE:', 'RDATE:']],
  ])('is imported in spite of %s', async (_, lines) => {
    expect(await readOne('SUMMARY:Fine', START, ...lines)).toMatchObject({
      title: 'Fine',
      starts_at: '2026-04-01T10:00:00.000Z',
    });
  });

  it('without its end is left out, also when another event follows', async () => {
    const whole = vevent('UID:whole', START);
    const cut = ['BEGIN:VEVENT', 'UID:cut', START].join('\r\n');
    const feed = await read(`BEGIN:VCALENDAR\r\n${cut}\r\n${whole}\r\n${cut}`);
    expect(feed.events.map(({ uid }) => uid)).toEqual(['whole']);
    expect(feed.skipped).toEqual(Array(2).fill({ uid: 'cut', reason: 'END:VEVENT is missing' }));
  });
});

describe('a file', () => {
  const SIMPLE = calendar('X-WR-CALNAME:Harbor\\, talks', vevent('UID:a', START, 'SUMMARY:Grüße'));

  it.each([
    ['line feeds', SIMPLE.replaceAll('\r\n', '\n')],
    ['carriage returns', SIMPLE.replaceAll('\r\n', '\r')],
    ['a byte order mark', `\ufeff${SIMPLE}`],
    ['NUL characters', SIMPLE.replaceAll('E', '\0E')],
    ['lower-case names', SIMPLE.replace(/^[A-Z-]+/gm, (name) => name.toLowerCase())],
    ['blank lines', SIMPLE.replaceAll('\r\n', '\r\n\r\n')],
    ['lines outside of everything', `Hello\r\nDTSTART:1\r\n${SIMPLE}SUMMARY:x\r\n`],
    ['blanks after BEGIN', SIMPLE.replaceAll('VEVENT', 'VEVENT ')],
    ['no end', SIMPLE.replace('END:VCALENDAR', '')],
    ['tasks', SIMPLE.replace('END:VCAL', 'BEGIN:VTODO\r\nSUMMARY:x\r\nEND:VTODO\r\nEND:VCAL')],
  ])('may have %s', async (_, text) => {
    const feed = await read(text);
    expect(feed).toMatchObject({ name: 'Harbor, talks', skipped: [] });
    expect(feed.events).toMatchObject([{ uid: 'a', title: 'Grüße' }]);
  });

  it('may be folded inside of a character', async () => {
    const bytes = Buffer.from(SIMPLE);
    const inside = bytes.indexOf('ü') + 1;
    for (const fold of ['\r\n ', '\n\t']) {
      const folded = [bytes.subarray(0, inside), Buffer.from(fold), bytes.subarray(inside)];
      expect((await read(Buffer.concat(folded))).events).toMatchObject([{ title: 'Grüße' }]);
    }
  });

  it('may be written in Windows-1252', async () => {
    const bytes = Buffer.from(SIMPLE.replace('Grüße', 'Gr\u00fc\u00dfe \u0080'), 'latin1');
    expect((await read(bytes)).events).toMatchObject([{ title: 'Grüße €' }]);
  });

  it('may hold several calendars, each with its own zones', async () => {
    const other = calendar('X-WR-TIMEZONE:Asia/Tokyo', vevent('UID:b', 'DTSTART:20260701T090000'));
    const lagoon = calendar(LAGOON, vevent('UID:c', 'DTSTART;TZID=Lagoon:20260701T090000'));
    const feed = await read(SIMPLE + other + lagoon);
    expect(feed.name).toBe('Harbor, talks');
    expect(feed.events.map(({ uid, starts_at }) => [uid, starts_at])).toEqual([
      ['a', '2026-04-01T10:00:00.000Z'],
      ['b', '2026-07-01T00:00:00.000Z'],
      ['c', '2026-07-01T07:00:00.000Z'],
    ]);
  });

  it('may have no events', async () => {
    expect(await read(calendar())).toEqual({
      name: null,
      timezone: null,
      events: [],
      skipped: [],
      warnings: [{ uid: null, reason: 'The calendar has no events' }],
    });
  });

  it.each([
    '',
    'BEGIN',
    '<html>BEGIN:VCALENDAR</html>',
    '{"events":[]}',
    '[]',
    '{"entries":',
    '\0',
  ])('that is not a calendar is refused: %j', async (text) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/^file: /),
    });
  });

  it('is read to 20,000 events', async () => {
    const events = Array.from({ length: 20_002 }, (_, index) => vevent(`UID:${index}`, START));
    const feed = await read(calendar(...events));
    expect(feed.events).toHaveLength(20_000);
    expect(feed.skipped).toEqual([
      { uid: null, reason: expect.stringMatching(/more than 20000 events/) },
    ]);
  });

  it.each([
    ['a line of 2 MB', calendar(vevent(START, `DESCRIPTION:${'x<b>'.repeat(500_000)}`))],
    ['200,000 nested components', calendar('BEGIN:X\r\n'.repeat(200_000), vevent(START))],
    ['a line folded 200,000 times', calendar(vevent(START, `SUMMARY:${'x\r\n '.repeat(200_000)}`))],
  ])('may contain %s', async (_, text) => {
    expect((await read(text)).events).toHaveLength(1);
  });

  it('releases the event loop while it is read', async () => {
    const events = Array.from({ length: 5_000 }, () => vevent(START, 'DESCRIPTION:<p>Text</p>'));
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await read(calendar(...events));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});

describe('JSON in the format of Luma', () => {
  const entry = (event: object, rest: object = {}) => ({ ...rest, event });
  const page = (...entries: unknown[]) => JSON.stringify({ entries, has_more: false });

  it('has all properties of an event', async () => {
    const feed = await read(
      page(
        entry(
          {
            ...{ id: 'evt-1', name: 'Breakfast &amp; bikes', description: '<p>Come</p>' },
            ...{ start_at: '2026-05-01T09:00:00+02:00', end_at: '2026-05-01T08:00:00.000Z' },
            ...{ timezone: 'Europe/Berlin', url: 'https://lu.ma/one', visibility: 'public' },
            cover_url: 'https://images.example.org/1.png',
            geo_address_json: { full_address: 'Fair Street 2, Berlin', city: 'Berlin' },
            ...{ geo_latitude: '52.5', geo_longitude: '13.4' },
          },
          { tags: [{ name: 'Sport' }], calendar: { name: 'City club' } },
        ),
      ),
    );
    expect(feed).toEqual({
      name: null,
      timezone: null,
      skipped: [],
      warnings: [],
      events: [
        {
          uid: 'evt-1',
          recurrence_id: null,
          title: 'Breakfast & bikes',
          description: 'Come',
          starts_at: '2026-05-01T07:00:00.000Z',
          ends_at: '2026-05-01T08:00:00.000Z',
          all_day: false,
          timezone: 'Europe/Berlin',
          location: 'Fair Street 2, Berlin',
          latitude: 52.5,
          longitude: 13.4,
          url: 'https://lu.ma/one',
          image_url: 'https://images.example.org/1.png',
          organizer: 'City club',
          tags: ['Sport'],
          cancelled: false,
          revision: null,
        },
      ],
    });
  });

  const MINIMAL = { id: 'evt-1', name: 'Bare', start_at: '2026-05-01T09:00:00Z' };
  it.each([
    ['no end', {}],
    ['an end of null', { end_at: null }],
    ['wrong extras', { url: 7, description: [], geo_latitude: {}, timezone: 'Atlantis' }],
  ])('may have %s', async (_, more) => {
    expect((await read(page(entry({ ...MINIMAL, ...more })))).events).toMatchObject([
      { title: 'Bare', ends_at: '2026-05-01T09:00:00.000Z', url: null, timezone: 'UTC' },
    ]);
  });

  it.each([
    ['event.start_at is not understood', entry({ ...MINIMAL, start_at: 'soon' }), 'evt-1'],
    ['event.start_at is not understood', entry({ id: 7 }), '7'],
    ['event.end_at is not understood', entry({ ...MINIMAL, end_at: 'late' }), 'evt-1'],
    [
      'The event ends before it starts',
      entry({ ...MINIMAL, end_at: '2026-04-01T09:00:00Z' }),
      'evt-1',
    ],
    ['event is not understood', { api_id: 'x' }, null],
    ['The entry is not understood', 'evt-1', null],
  ])('leaves out and reports an entry: %s', async (reason, bad, uid) => {
    const feed = await read(page(bad, entry({ ...MINIMAL, id: 'good' })));
    expect(feed.events.map((event) => event.uid)).toEqual(['good']);
    const title = uid === 'evt-1' && typeof bad === 'object' ? 'Bare' : undefined;
    expect(feed.skipped).toEqual([{ uid, title, reason }]);
  });
});
