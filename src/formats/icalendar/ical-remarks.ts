import type { FeedZones } from './feed-zones.ts';
import type { IcalProperties } from './ical-properties.ts';
import { DAY_MS, endOf, type IcalLength, type IcalTime, lengthOf, timeOf } from './ical-times.ts';
import { plainLine } from './plain-text.ts';

/** A longer event is probably a mistake. */
const LONGEST_DAYS = 31;

/** The times of an event that was read. */
interface ReadTimes {
  readonly time: IcalTime;
  readonly start: number;
  readonly length: IcalLength;
  readonly zones: FeedZones;
}

/** What an organizer should check: properties that contradict each other, or are read in part only. */
export function remarksOf(properties: IcalProperties, read: ReadTimes): string[] {
  return [
    ...statusRemarks(properties),
    ...timeRemarks(properties, read),
    ...zoneRemarks(properties, read),
  ];
}

const wordIn = (properties: IcalProperties, name: string): string =>
  (plainLine(properties.text(name), 40) ?? '').toUpperCase();

function statusRemarks(properties: IcalProperties): string[] {
  const status = wordIn(properties, 'status');
  if (!/^(CONFIRMED|CANCELL?ED)?$/.test(status)) {
    return [`STATUS is ${status}, and is imported as if it were CONFIRMED`];
  }
  const isOpen = wordIn(properties, 'x-microsoft-cdo-busystatus') === 'TENTATIVE';
  return isOpen && status === ''
    ? ['X-MICROSOFT-CDO-BUSYSTATUS is TENTATIVE, and is imported as if it were BUSY']
    : [];
}

function timeRemarks(
  properties: IcalProperties,
  { time, start, length, zones }: ReadTimes,
): string[] {
  const { offset } = zones.of(time);
  const end = endOf(start, length, offset);
  const remarks: string[] = [];
  const [until, duration] = [properties.first('dtend'), properties.first('duration')];
  if (until && duration && endOf(start, lengthOf(duration), offset) !== end) {
    remarks.push('DTEND and DURATION differ; DTEND counts');
  }
  const untilTime = timeOf(until?.values.join().trim() ?? '');
  if (untilTime && untilTime.isDay !== time.isDay) {
    remarks.push('One of DTSTART and DTEND is a day, the other one a time');
  }
  if (new Set(properties.all('dtstart').map(({ values }) => values.join())).size > 1) {
    remarks.push('DTSTART is there several times; the first one counts');
  }
  if (end - start > LONGEST_DAYS * DAY_MS)
    remarks.push(`It lasts longer than ${LONGEST_DAYS} days`);
  const isMarked = wordIn(properties, 'x-microsoft-cdo-alldayevent') === 'TRUE';
  if (isMarked && !isWholeDays(properties, time)) {
    remarks.push(
      'X-MICROSOFT-CDO-ALLDAYEVENT is TRUE with other times than midnight; the times count',
    );
  }
  return remarks;
}

function zoneRemarks(properties: IcalProperties, { time, start, zones }: ReadTimes): string[] {
  const given = ['dtstart', 'dtend'].flatMap((name) => properties.all(name));
  const isBoth = given.some(
    ({ parameters, values }) => parameters.tzid !== undefined && /Z$/i.test(values.join().trim()),
  );
  return [
    ...(isBoth ? ['A time in UTC has a TZID, too; UTC counts'] : []),
    ...(zones.isRedefined(time, start)
      ? [
          `The calendar defines ${plainLine(time.tzid ?? '', 60)} with another offset than usual, which counts`,
        ]
      : []),
  ];
}

/** Whether an event of Outlook starts and ends at midnight. */
export function isWholeDays(properties: IcalProperties, time: IcalTime): boolean {
  const end = timeOf(properties.first('dtend')?.values.join().trim() ?? '');
  if (time.isDay) return true;
  return (
    end !== undefined &&
    end.wall > time.wall &&
    [time, end].every(({ wall }) => wall % DAY_MS === 0)
  );
}

/** Whether Outlook marks an event as one of whole days, and it is one. */
export const isMarkedWholeDays = (properties: IcalProperties, time: IcalTime): boolean =>
  wordIn(properties, 'x-microsoft-cdo-alldayevent') === 'TRUE' && isWholeDays(properties, time);

/**
 * Why an event is not for the public; null if it is. A class that is not known counts as private
 * (RFC 5545, 3.8.1.3). `access` is that of the calendar, as Apple's server writes it.
 */
export function withheldBecause(properties: IcalProperties, access: string | null): string | null {
  const classes = [
    ['CLASS', wordIn(properties, 'class')],
    ['X-CALENDARSERVER-ACCESS', wordIn(properties, 'x-calendarserver-access')],
    ['X-CALENDARSERVER-ACCESS', (plainLine(access, 40) ?? '').toUpperCase()],
  ] as const;
  const found = classes.find(([, value]) => value !== '' && value !== 'PUBLIC');
  return found ? `${found[0]} is ${found[1]}, so it is not imported` : null;
}
