import { timeOf } from '../../../src/formats/icalendar/ical-times.ts';
import { Effort, occurrences } from '../../../src/formats/icalendar/recurrence.ts';
import { recurrenceRuleOf } from '../../../src/formats/icalendar/recurrence-rule.ts';

const wallOf = (text: string) => timeOf(text)?.wall ?? Number.NaN;
const FAR = wallOf('21000101');

/** The first occurrences after `start`, as local times without seconds. */
function follow(text: string, start: string, options: { from?: number; limit: number }): string[] {
  const rule = recurrenceRuleOf(text);
  const first = wallOf(start);
  const range = { start: first, from: options.from ?? first, to: FAR };
  const until = rule.until ? { until: rule.until.wall } : {};
  const found: string[] = [];
  for (const wall of occurrences(rule, { ...range, ...until }, new Effort())) {
    if (found.push(new Date(wall).toISOString().slice(0, 16)) === options.limit) break;
  }
  return found;
}

const days = (starts: readonly string[]) => starts.map((start) => start.slice(0, 10));

describe('a rule of days', () => {
  it.each([
    ['FREQ=DAILY;COUNT=3', '19970902', '1997-09-03 1997-09-04'],
    ['FREQ=DAILY;INTERVAL=10;COUNT=3', '19970902', '1997-09-12 1997-09-22'],
    ['FREQ=DAILY;BYMONTH=1', '19980130', '1998-01-31 1999-01-01 1999-01-02'],
    ['FREQ=WEEKLY;COUNT=4', '19970902', '1997-09-09 1997-09-16 1997-09-23'],
    [
      'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE,FR',
      '19970901',
      '1997-09-03 1997-09-05 1997-09-15',
    ],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO', '19970805', '1997-08-10 1997-08-19 1997-08-24'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU', '19970805', '1997-08-17 1997-08-19 1997-08-31'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '20260306', '2026-03-13 2026-03-20'],
    ['FREQ=MONTHLY', '19970131', '1997-03-31 1997-05-31 1997-07-31'],
    ['FREQ=MONTHLY;BYDAY=1FR', '19970905', '1997-10-03 1997-11-07 1997-12-05'],
    ['FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU', '19970907', '1997-09-28 1997-11-02 1997-11-30'],
    ['FREQ=MONTHLY;BYDAY=-2MO', '19970922', '1997-10-20 1997-11-17'],
    ['FREQ=MONTHLY;BYMONTHDAY=-3', '19970928', '1997-10-29 1997-11-28 1997-12-29'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,-1', '19970930', '1997-10-01 1997-10-31 1997-11-01'],
    ['FREQ=MONTHLY;INTERVAL=18;BYMONTHDAY=10,11', '19970910', '1997-09-11 1999-03-10 1999-03-11'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '19980213', '1998-03-13 1998-11-13 1999-08-13'],
    ['FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3', '19970904', '1997-10-07 1997-11-06'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '19970929', '1997-10-30 1997-11-27'],
    ['FREQ=YEARLY', '19960229', '2000-02-29 2004-02-29'],
    ['FREQ=YEARLY;BYMONTH=6,7', '19970610', '1997-07-10 1998-06-10 1998-07-10'],
    ['FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200', '19970101', '1997-04-10 1997-07-19 2000-01-01'],
    ['FREQ=YEARLY;BYDAY=20MO', '19970519', '1998-05-18 1999-05-17'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '19970512', '1998-05-11 1999-05-17'],
    ['FREQ=YEARLY;BYWEEKNO=20', '19970512', '1998-05-11 1999-05-17'],
    ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO', '19971229', '1999-01-04 2000-01-03 2001-01-01'],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '19970327', '1998-03-05 1998-03-12'],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', '00010325', '0002-03-31 0003-03-30'],
    ['FREQ=YEARLY;BYMONTHDAY=31', '20260131', '2026-03-31 2026-05-31 2026-07-31 2026-08-31'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', '20230228', '2024-02-29 2025-02-28'],
    ['freq=weekly; byday=mo, we;', '20260302', '2026-03-04 2026-03-09'],
  ])('%s from %s', (rule, start, expected) => {
    const wanted = expected.split(' ');
    expect(days(follow(rule, start, { limit: wanted.length }))).toEqual(wanted);
  });

  it.each(['FREQ=DAILY;COUNT=1', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=MONTHLY;BYDAY=6MO'])(
    '%s has no second occurrence',
    (rule) => {
      expect(follow(rule, '20260301', { limit: 1 })).toEqual([]);
    },
  );

  it('includes the day of UNTIL', () => {
    const starts = follow('FREQ=DAILY;UNTIL=20260303', '20260301T200000', { limit: 5 });
    expect(days(starts)).toEqual(['2026-03-02', '2026-03-03']);
  });

  it('counts DTSTART even if it does not satisfy the rule', () => {
    const starts = follow('FREQ=WEEKLY;BYDAY=FR;COUNT=3', '20260302', { limit: 5 });
    expect(days(starts)).toEqual(['2026-03-06', '2026-03-13']);
  });
});

/** Expands `1997-06-05,12` to 5 and 12 June 1997. */
const daysIn = (months: readonly string[]) =>
  months.flatMap((month) => {
    const [first = '', ...others] = month.split(',');
    return [first, ...others.map((day) => `${first.slice(0, 8)}${day}`)];
  });

const JANUARY = Array.from({ length: 31 }, (_, index) => String(index + 1).padStart(2, '0')).join();

describe('a yearly rule of RFC 5545 (3.8.5.3)', () => {
  it.each([
    [
      'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA',
      '19980101T090000',
      [1998, 1999, 2000].map((year) => `${year}-01-${JANUARY}`),
    ],
    [
      'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
      '19970610T090000',
      [1997, 1998, 1999, 2000, 2001].flatMap((year) => [`${year}-06-10`, `${year}-07-10`]),
    ],
    [
      'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
      '19970310T090000',
      ['1997-03-10'].concat(
        [1999, 2001, 2003].flatMap((year) => [1, 2, 3].map((month) => `${year}-0${month}-10`)),
      ),
    ],
    [
      'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
      '19970101T090000',
      ['1997-01-01', '1997-04-10', '1997-07-19', '2000-01-01', '2000-04-09', '2000-07-18'].concat([
        '2003-01-01',
        '2003-04-10',
        '2003-07-19',
        '2006-01-01',
      ]),
    ],
    ['FREQ=YEARLY;BYDAY=20MO', '19970519T090000', ['1997-05-19', '1998-05-18', '1999-05-17']],
    [
      'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
      '19970512T090000',
      ['1997-05-12', '1998-05-11', '1999-05-17'],
    ],
    [
      'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
      '19970313T090000',
      ['1997-03-13,20,27', '1998-03-05,12,19,26', '1999-03-04,11,18,25'],
    ],
    [
      'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
      '19970605T090000',
      [
        ...['1997-06-05,12,19,26', '1997-07-03,10,17,24,31', '1997-08-07,14,21,28'],
        ...['1998-06-04,11,18,25', '1998-07-02,09,16,23,30', '1998-08-06,13,20,27'],
        ...['1999-06-03,10,17,24', '1999-07-01,08,15,22,29', '1999-08-05,12,19,26'],
      ],
    ],
    [
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '19961105T090000',
      ['1996-11-05', '2000-11-07', '2004-11-02'],
    ],
    [
      'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z',
      '19671029T020000',
      ['1967-10-29', '1968-10-27', '1969-10-26', '1970-10-25'],
    ],
    [
      'FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z',
      '19870405T020000',
      ['1987-04-05', '1988-04-03', '1989-04-02', '1990-04-01'],
    ],
  ])('%s from %s gives the days that it names', (rule, start, months) => {
    const [first, ...expected] = daysIn(months);
    // A rule with an end must give no more than these.
    const limit = /COUNT|UNTIL=2000/.test(rule) ? Number.POSITIVE_INFINITY : expected.length;
    expect(first?.replaceAll('-', '')).toBe(start.slice(0, 8));
    expect(days(follow(rule, start, { limit }))).toEqual(expected);
  });

  it('FREQ=YEARLY;INTERVAL=2;BYMONTH=1;BYDAY=SU;BYHOUR=8,9;BYMINUTE=30 gives times of day too', () => {
    const rule = 'FREQ=YEARLY;INTERVAL=2;BYMONTH=1;BYDAY=SU;BYHOUR=8,9;BYMINUTE=30';
    expect(follow(rule, '19970105T083000', { limit: 9 })).toEqual([
      '1997-01-05T09:30',
      ...['12', '19', '26'].flatMap((day) => [`1997-01-${day}T08:30`, `1997-01-${day}T09:30`]),
      ...['1999-01-03T08:30', '1999-01-03T09:30'],
    ]);
  });
});

describe('a rule of times', () => {
  it.each([
    ['FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000', '12:00 15:00'],
    ['FREQ=MINUTELY;INTERVAL=90;COUNT=4', '10:30 12:00 13:30'],
    ['FREQ=DAILY;BYHOUR=10,9;BYMINUTE=0,20,40', '09:20 09:40 10:00 10:20 10:40 09:00'],
    ['FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10', '09:20 09:40 10:00 10:20 10:40 09:00'],
    ['FREQ=HOURLY;BYMINUTE=15,45', '09:15 09:45 10:15'],
    ['FREQ=HOURLY;BYDAY=TU;BYHOUR=23', '23:00 23:00'],
    ['FREQ=DAILY;BYHOUR=8,12,18;BYSETPOS=2', '12:00 12:00'],
  ])('%s', (rule, expected) => {
    const wanted = expected.split(' ');
    const starts = follow(rule, '19970902T090000', { limit: wanted.length });
    expect(starts.map((start) => start.slice(11))).toEqual(wanted);
  });
});

describe('a rule that started long ago', () => {
  it.each([
    ['FREQ=SECONDLY;INTERVAL=40', '2026-03-01T00:00'],
    ['FREQ=MINUTELY;INTERVAL=7', '2026-03-01T00:04'],
    ['FREQ=HOURLY;INTERVAL=5', '2026-03-01T01:00'],
    ['FREQ=DAILY;INTERVAL=3', '2026-03-01T09:00'],
    ['FREQ=WEEKLY;INTERVAL=2', '2026-03-10T09:00'],
    ['FREQ=MONTHLY;INTERVAL=5', '2026-06-02T09:00'],
    ['FREQ=YEARLY;INTERVAL=4', '2029-09-02T09:00'],
  ])('%s is expanded in step with its start', (rule, expected) => {
    const options = { from: wallOf('20260301'), limit: 1 };
    expect(follow(rule, '19970902T090000', options)).toEqual([expected]);
  });

  it('counts all its occurrences for COUNT', () => {
    const options = { from: wallOf('20260301'), limit: 5 };
    expect(days(follow('FREQ=WEEKLY;COUNT=1488', '19970902', options))).toEqual(['2026-03-03']);
  });
});
