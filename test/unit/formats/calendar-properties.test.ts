import type { CalendarFeed } from '../../../src/domain/programme/calendar-feeds.ts';
import { readCalendarFeed } from '../../../src/integrations/calendar/calendar-feed.ts';

const NOW = new Date('2027-03-15T12:00:00Z');

const vevent = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...parts: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR', ''].join('\r\n');
const read = (...parts: string[]): Promise<CalendarFeed> =>
  readCalendarFeed(Buffer.from(calendar(...parts)), {
    timezone: undefined,
    fallback_timezone: 'Europe/Berlin',
    now: NOW,
  });

const TEA = ['UID:tea', 'SUMMARY:Tea', 'DTSTART:20270401T100000Z', 'DTEND:20270401T110000Z'];
const DAILY = [...TEA, 'RRULE:FREQ=DAILY;COUNT=4'];
const changed = (...lines: string[]) =>
  vevent('UID:tea', 'SUMMARY:Tea', 'RECURRENCE-ID:20270402T100000Z', ...lines);
const startsOf = ({ events }: CalendarFeed) =>
  events.map(({ starts_at }) => starts_at.slice(8, 16));
const reasonsOf = ({ warnings }: CalendarFeed) => warnings.map(({ reason }) => reason);

describe('an event that is not public', () => {
  it.each([
    ['CLASS:PRIVATE', 'CLASS is PRIVATE'],
    ['class: Confidential ', 'CLASS is CONFIDENTIAL'],
    ['CLASS :private', 'CLASS is PRIVATE'],
    ['CLASS;X-A=b:X-TEAM-ONLY', 'CLASS is X-TEAM-ONLY'],
    ['X-CALENDARSERVER-ACCESS:RESTRICTED', 'X-CALENDARSERVER-ACCESS is RESTRICTED'],
  ])('is skipped with the reason: %s', async (line, reason) => {
    const { events, skipped } = await read(vevent(...TEA, line));
    expect(events).toEqual([]);
    expect(skipped).toMatchObject([
      { uid: 'tea', title: 'Tea', reason: `${reason}, so it is not imported`, withheld: true },
    ]);
  });

  it.each(['CLASS:PUBLIC', 'CLASS: public', 'CLASS:'])('is not one with %s', async (line) => {
    const { events, skipped } = await read(vevent(...TEA, line));
    expect([events.length, skipped]).toEqual([1, []]);
  });

  it('can be all of a calendar, and the changed instances of a private series', async () => {
    const feed = await read('X-CALENDARSERVER-ACCESS:PRIVATE', vevent(...TEA));
    expect(feed).toMatchObject({ events: [], skipped: [{ uid: 'tea' }] });
    const series = await read(
      vevent(...DAILY, 'CLASS:PRIVATE'),
      changed('DTSTART:20270402T120000Z'),
    );
    expect(series).toMatchObject({ events: [], skipped: [{ uid: 'tea' }, { uid: 'tea' }] });
  });

  it('can be one instance of a public series, which is then not shown at its old time', async () => {
    const feed = await read(vevent(...DAILY), changed('DTSTART:20270402T120000Z', 'CLASS:PRIVATE'));
    expect(startsOf(feed)).toEqual(['01T10:00', '03T10:00', '04T10:00']);
    expect(feed.skipped).toHaveLength(1);
  });
});

describe('the method of a calendar', () => {
  it('cancels its events', async () => {
    expect((await read('METHOD:CANCEL', vevent(...TEA))).events).toMatchObject([
      { cancelled: true },
    ]);
    expect((await read('METHOD:REQUEST', vevent(...TEA))).events).toMatchObject([
      { cancelled: false },
    ]);
  });

  it.each(['REPLY', 'counter', 'ADD'])('is a reason to skip them: %s', async (method) => {
    const { events, skipped } = await read(`METHOD:${method}`, vevent(...TEA));
    const reason = `METHOD is ${method.toUpperCase()}, which is not read`;
    expect([events, skipped]).toMatchObject([[], [{ uid: 'tea', title: 'Tea', reason }]]);
  });
});

describe('a series', () => {
  it('leaves out what an EXRULE has, also its first time', async () => {
    const every = await read(vevent(...DAILY, 'EXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2'));
    expect(startsOf(every)).toEqual(['02T10:00', '04T10:00']);
    const friday = await read(vevent(...DAILY, 'EXRULE:FREQ=WEEKLY;BYDAY=FR'));
    expect(startsOf(friday)).toEqual(['01T10:00', '03T10:00', '04T10:00']);
    const { skipped } = await read(vevent(...DAILY, 'EXRULE:FREQ=SOMETIMES'));
    expect(skipped).toHaveLength(1);
  });

  it.each([
    ['RSCALE=HEBREW;', 'RSCALE'],
    ['RSCALE=gregorian;SKIP=FORWARD;', 'SKIP'],
  ])('of another calendar is skipped: %s', async (part, name) => {
    const { events, skipped } = await read(vevent(...TEA, `RRULE:${part}FREQ=YEARLY;COUNT=2`));
    const reason = `RRULE has ${name}, which is not read`;
    expect([events, skipped]).toMatchObject([[], [{ uid: 'tea', title: 'Tea', reason }]]);
    const usual = await read(vevent(...TEA, 'RRULE:RSCALE=GREGORIAN;SKIP=OMIT;FREQ=DAILY;COUNT=2'));
    expect(usual.events).toHaveLength(2);
  });

  it('changes from one instance on with RANGE=THISANDFUTURE', async () => {
    const change = [
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20270402T100000Z',
      'DTSTART:20270402T120000Z',
    ];
    const lines = ['UID:tea', 'SUMMARY:Late tea', ...change, 'DTEND:20270402T140000Z'];
    const own = 'RECURRENCE-ID:20270403T100000Z';
    const feed = await read(
      vevent(...DAILY),
      vevent(...lines),
      vevent('UID:tea', 'SUMMARY:Own', own, 'DTSTART:20270403T080000Z'),
    );
    expect(feed.warnings).toEqual([]);
    expect(feed.events).toMatchObject([
      { title: 'Tea', starts_at: '2027-04-01T10:00:00.000Z' },
      { title: 'Late tea', starts_at: '2027-04-02T12:00:00.000Z' },
      { title: 'Own', starts_at: '2027-04-03T08:00:00.000Z' },
      {
        title: 'Late tea',
        starts_at: '2027-04-04T12:00:00.000Z',
        ends_at: '2027-04-04T14:00:00.000Z',
        recurrence_id: '2027-04-04T10:00:00.000Z',
      },
    ]);
    const cancelled = await read(vevent(...DAILY), vevent(...lines, 'STATUS:CANCELLED'));
    expect(cancelled.events.map((event) => event.cancelled)).toEqual([false, true, true, true]);
  });

  it('names a changed instance that it does not have', async () => {
    const feed = await read(
      vevent(...DAILY),
      vevent(
        'UID:tea',
        'SUMMARY:Tea',
        'RECURRENCE-ID:20270402T090000Z',
        'DTSTART:20270402T120000Z',
      ),
    );
    expect(reasonsOf(feed)).toEqual([
      'RECURRENCE-ID is no time of its series; the event is imported beside it: 1 (for example “Tea”)',
    ]);
  });
});

describe('a property of Outlook or Apple', () => {
  const at = (start: string, end: string) => [
    ...['UID:fair', 'SUMMARY:Fair', 'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE'],
    ...[`DTSTART;TZID=Europe/Berlin:${start}`, `DTEND;TZID=Europe/Berlin:${end}`],
  ];

  it('makes an event from midnight to midnight one of whole days', async () => {
    const feed = await read(vevent(...at('20270327T000000', '20270329T000000')));
    expect(feed.events).toMatchObject([
      { all_day: true, starts_at: '2027-03-26T23:00:00.000Z', ends_at: '2027-03-28T22:00:00.000Z' },
    ]);
    expect(feed.warnings).toEqual([]);
    const other = await read(vevent(...at('20270327T090000', '20270327T100000')));
    expect(other.events).toMatchObject([{ all_day: false }]);
    expect(reasonsOf(other)).toEqual([
      'X-MICROSOFT-CDO-ALLDAYEVENT is TRUE with other times than midnight; the times count: 1 (for example “Fair”)',
    ]);
  });

  it('gives the place if no other property does', async () => {
    const place = 'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE="Harbor Hall":geo:52.5,13.4';
    const { events } = await read(vevent(...TEA, place));
    expect(events).toMatchObject([{ location: 'Harbor Hall', latitude: 52.5, longitude: 13.4 }]);
    const both = await read(vevent(...TEA, place, 'LOCATION:Quay', 'GEO:1;2'));
    expect(both.events).toMatchObject([{ location: 'Quay', latitude: 1, longitude: 2 }]);
  });
});

describe('what is not read', () => {
  it('is named once, with the number of events', async () => {
    const guests = [
      'ATTENDEE;PARTSTAT=DECLINED:mailto:a@sea.example',
      'ATTENDEE:mailto:b@sea.example',
    ];
    const feed = await read(
      vevent(...TEA, ...guests, 'STATUS:TENTATIVE', 'X-GOOGLE-CONFERENCE:https://meet.example/a'),
      vevent('UID:2', 'SUMMARY:Talk', TEA[2] ?? '', guests[0] ?? '', 'CONTACT:Ada'),
      vevent('UID:3', 'SUMMARY:Party', TEA[2] ?? '', 'X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE'),
      ...['BEGIN:VTODO', 'UID:t', 'END:VTODO', 'BEGIN:VFREEBUSY', 'END:VFREEBUSY'],
    );
    expect(feed.events).toHaveLength(3);
    expect(reasonsOf(feed).sort()).toEqual([
      'ATTENDEE is not read: 2',
      'CONTACT is not read: 1',
      'STATUS is TENTATIVE, and is imported as if it were CONFIRMED: 1 (for example “Tea”)',
      'The calendar has free and busy times, which are not read: 1',
      'The calendar has tasks, which are not read: 1',
      'X-GOOGLE-CONFERENCE is not read: 1',
      'X-MICROSOFT-CDO-BUSYSTATUS is TENTATIVE, and is imported as if it were BUSY: 1 (for example “Party”)',
    ]);
  });
});

describe('times that contradict each other', () => {
  const example = '1 (for example “Tea”)';
  const START = ['UID:tea', 'SUMMARY:Tea', 'DTSTART:20270401T100000Z'];
  const BERLIN_AT_UTC = [
    ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...['TZOFFSETFROM:+0000', 'TZOFFSETTO:+0000', 'END:STANDARD', 'END:VTIMEZONE'],
  ].join('\r\n');

  it.each([
    ['DTEND and DURATION differ; DTEND counts', [...TEA, 'DURATION:PT2H'], '11:00'],
    [
      'One of DTSTART and DTEND is a day, the other one a time',
      [...START, 'DTEND:20270402'],
      '00:00',
    ],
    ['It lasts longer than 31 days', [...START, 'DTEND:20280401T110000Z'], '11:00'],
    [
      'DTSTART is there several times; the first one counts',
      [...TEA, 'DTSTART:20270402T100000Z'],
      '11:00',
    ],
    [
      'A time in UTC has a TZID, too; UTC counts',
      [...START.slice(0, 2), 'DTSTART;TZID=Europe/Berlin:20270401T110000Z'],
      '11:00',
    ],
  ])('%s', async (remark, lines, end) => {
    const feed = await read(vevent(...lines));
    expect(reasonsOf(feed)).toEqual([`${remark}: ${example}`]);
    expect(feed.events[0]?.ends_at.slice(11, 16)).toBe(end);
  });

  it('are those of a zone that the calendar defines in another way', async () => {
    const feed = await read(
      BERLIN_AT_UTC,
      vevent('UID:tea', 'SUMMARY:Tea', 'DTSTART;TZID=Europe/Berlin:20270401T100000'),
    );
    expect(feed.events).toMatchObject([{ starts_at: '2027-04-01T10:00:00.000Z' }]);
    expect(reasonsOf(feed)).toEqual([
      `The calendar defines Europe/Berlin with another offset than usual, which counts: ${example}`,
    ]);
  });

  it('are none where a duration crosses a change of clocks', async () => {
    const lines = ['UID:tea', 'DTSTART;TZID=Europe/Berlin:20270328T000000'];
    const day = await read(vevent(...lines, 'DURATION:P1D'));
    const hours = await read(vevent(...lines, 'DURATION:PT24H'));
    expect([day, hours].map(({ events }) => events[0]?.ends_at)).toEqual([
      '2027-03-28T22:00:00.000Z',
      '2027-03-28T23:00:00.000Z',
    ]);
    expect([...day.warnings, ...hours.warnings]).toEqual([]);
  });
});
