import { type Remark, remark } from '../../domain/reasons.ts';
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

/** What is said of all events that have it, with their number. The value is that in the calendar. */
export const noted = (message: string, note: string, value?: string): Remark =>
  value === undefined
    ? remark(message, 'schedule_note', { note, count: 1 })
    : remark(message, 'calendar_note', { note, value, count: 1 });

/** What an organizer should check: properties that contradict each other, or are read in part only. */
export function remarksOf(properties: IcalProperties, read: ReadTimes): Remark[] {
  return [
    ...statusRemarks(properties),
    ...timeRemarks(properties, read),
    ...zoneRemarks(properties, read),
  ];
}

const wordIn = (properties: IcalProperties, name: string): string =>
  (plainLine(properties.text(name), 40) ?? '').toUpperCase();

function statusRemarks(properties: IcalProperties): Remark[] {
  const status = wordIn(properties, 'status');
  if (!/^(CONFIRMED|CANCELL?ED)?$/.test(status)) {
    const message = `STATUS is ${status}, and is imported as if it were CONFIRMED`;
    return [noted(message, 'event_status', status)];
  }
  const isOpen = wordIn(properties, 'x-microsoft-cdo-busystatus') === 'TENTATIVE';
  const message = 'X-MICROSOFT-CDO-BUSYSTATUS is TENTATIVE, and is imported as if it were BUSY';
  return isOpen && status === '' ? [noted(message, 'tentative')] : [];
}

function timeRemarks(
  properties: IcalProperties,
  { time, start, length, zones }: ReadTimes,
): Remark[] {
  const { offset } = zones.of(time);
  const end = endOf(start, length, offset);
  const remarks: Remark[] = [];
  const [until, duration] = [properties.first('dtend'), properties.first('duration')];
  if (until && duration && endOf(start, lengthOf(duration), offset) !== end) {
    remarks.push(noted('DTEND and DURATION differ; DTEND counts', 'two_ends'));
  }
  const untilTime = timeOf(until?.values.join().trim() ?? '');
  if (untilTime && untilTime.isDay !== time.isDay) {
    remarks.push(noted('One of DTSTART and DTEND is a day, the other one a time', 'day_and_time'));
  }
  if (new Set(properties.all('dtstart').map(({ values }) => values.join())).size > 1) {
    remarks.push(noted('DTSTART is there several times; the first one counts', 'two_starts'));
  }
  if (end - start > LONGEST_DAYS * DAY_MS)
    remarks.push(noted(`It lasts longer than ${LONGEST_DAYS} days`, 'long', String(LONGEST_DAYS)));
  const isMarked = wordIn(properties, 'x-microsoft-cdo-alldayevent') === 'TRUE';
  if (isMarked && !isWholeDays(properties, time)) {
    const message =
      'X-MICROSOFT-CDO-ALLDAYEVENT is TRUE with other times than midnight; the times count';
    remarks.push(noted(message, 'all_day_times'));
  }
  return remarks;
}

function zoneRemarks(properties: IcalProperties, { time, start, zones }: ReadTimes): Remark[] {
  const given = ['dtstart', 'dtend'].flatMap((name) => properties.all(name));
  const isBoth = given.some(
    ({ parameters, values }) => parameters.tzid !== undefined && /Z$/i.test(values.join().trim()),
  );
  const zone = plainLine(time.tzid ?? '', 60) ?? '';
  return [
    ...(isBoth ? [noted('A time in UTC has a TZID, too; UTC counts', 'utc_and_zone')] : []),
    ...(zones.isRedefined(time, start)
      ? [
          noted(
            `The calendar defines ${zone} with another offset than usual, which counts`,
            'zone_offset',
            zone,
          ),
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
export function withheldBecause(properties: IcalProperties, access: string | null): Remark | null {
  const classes = [
    ['CLASS', wordIn(properties, 'class')],
    ['X-CALENDARSERVER-ACCESS', wordIn(properties, 'x-calendarserver-access')],
    ['X-CALENDARSERVER-ACCESS', (plainLine(access, 40) ?? '').toUpperCase()],
  ] as const;
  const found = classes.find(([, value]) => value !== '' && value !== 'PUBLIC');
  if (!found) return null;
  const [property, value] = found;
  return remark(`${property} is ${value}, so it is not imported`, 'not_public', {
    property,
    value,
  });
}
