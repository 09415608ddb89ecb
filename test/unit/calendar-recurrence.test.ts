import { timeOf } from '../../src/formats/icalendar/ical-times.ts';
import { Effort, occurrences } from '../../src/formats/icalendar/recurrence.ts';
import { recurrenceRuleOf } from '../../src/formats/icalendar/recurrence-rule.ts';

const wallOf = (text: string) => timeOf(text)?.wall ?? Number.NaN;
const FAR = wallOf('21000101');

/** The first occurrences after `start`, as local times without seconds. */
function follow(text: string, start: string, options: { from?: number; limit: number }): string[] {
  const rule = recurrenceRuleOf(text);
  const first = wallOf(start);
  const stretch = { start: first, from: options.from ?? first, to: FAR };
  const until = rule.until ? { until: rule.until.wall } : {};
  const found: string[] = [];
  for (const wall of occurrences(rule, { ...stretch, ...until }, new Effort())) {
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
    '%s comes no second time',
    (rule) => {
      expect(follow(rule, '20260301', { limit: 1 })).toEqual([]);
    },
  );

  it('ends with the day that UNTIL names', () => {
    const starts = follow('FREQ=DAILY;UNTIL=20260303', '20260301T200000', { limit: 5 });
    expect(days(starts)).toEqual(['2026-03-02', '2026-03-03']);
  });

  it('counts its first day also where it does not fit', () => {
    const starts = follow('FREQ=WEEKLY;BYDAY=FR;COUNT=3', '20260302', { limit: 5 });
    expect(days(starts)).toEqual(['2026-03-06', '2026-03-13']);
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

describe('a rule begun long ago', () => {
  it.each([
    ['FREQ=SECONDLY;INTERVAL=40', '2026-03-01T00:00'],
    ['FREQ=MINUTELY;INTERVAL=7', '2026-03-01T00:04'],
    ['FREQ=HOURLY;INTERVAL=5', '2026-03-01T01:00'],
    ['FREQ=DAILY;INTERVAL=3', '2026-03-01T09:00'],
    ['FREQ=WEEKLY;INTERVAL=2', '2026-03-10T09:00'],
    ['FREQ=MONTHLY;INTERVAL=5', '2026-06-02T09:00'],
    ['FREQ=YEARLY;INTERVAL=4', '2029-09-02T09:00'],
  ])('%s is met at once, in step with its start', (rule, expected) => {
    const options = { from: wallOf('20260301'), limit: 1 };
    expect(follow(rule, '19970902T090000', options)).toEqual([expected]);
  });

  it('is counted through where it has a COUNT', () => {
    const options = { from: wallOf('20260301'), limit: 5 };
    expect(days(follow('FREQ=WEEKLY;COUNT=1488', '19970902', options))).toEqual(['2026-03-03']);
  });
});
