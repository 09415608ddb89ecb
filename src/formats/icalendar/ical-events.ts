import { type Remark, remark } from '../../domain/reasons.ts';
import { detailsOf, type EventDetails } from './event-details.ts';
import type { FeedZones } from './feed-zones.ts';
import type { IcalComponent } from './ical-components.ts';
import {
  IcalProperties,
  type IcalProperty,
  NotUnderstood,
  refuseEvent,
} from './ical-properties.ts';
import { isMarkedWholeDays, noted, remarksOf, withheldBecause } from './ical-remarks.ts';
import {
  DAY_MS,
  dayOf,
  endOf,
  type IcalLength,
  type IcalTime,
  lengthOf,
  midnightOf,
  timeIn,
  timeOf,
} from './ical-times.ts';
import { type RecurrenceRule, recurrenceRuleOf } from './recurrence-rule.ts';
import { derivedUid, keptUid } from './uids.ts';
import type { Zone } from './zone-names.ts';

/** A parsed VEVENT: a single event, a repeating event, or a changed instance of one. */
export interface IcalEvent {
  readonly uid: string;
  readonly sequence: number;
  /** The instant of LAST-MODIFIED, else of DTSTAMP. */
  readonly changedAt: number | null;
  readonly cancelled: boolean;
  /** Why the event is not for the public; null if it is. */
  readonly withheld: Remark | null;
  readonly details: EventDetails;
  readonly allDay: boolean;
  /** The zone of its times, and the IANA name of the zone in which they are shown. */
  readonly zone: Zone;
  readonly timezone: string;
  /** Names of unknown zones, as in the calendar. */
  readonly unknownZones: readonly string[];
  /** The start as local time in `zone` and as an instant; the first one of a repeating event. */
  readonly wall: number;
  readonly start: number;
  readonly length: IcalLength;
  readonly rules: readonly RecurrenceRule[];
  /** Rules of excluded starts (EXRULE of RFC 2445). */
  readonly excludedRules: readonly RecurrenceRule[];
  /** Further starts (RDATE), with an end if they have their own. */
  readonly extra: readonly { readonly start: number; readonly end: number | null }[];
  readonly excluded: Excluded;
  /** The original start of a changed instance; null for other events. */
  readonly replaces: ReplacedStart | null;
  /** What an organizer should check about it. */
  readonly remarks: readonly Remark[];
}

/** What a calendar says of all of its events. */
export interface CalendarWide {
  /** Whether it is a cancellation (METHOD). */
  readonly cancels: boolean;
  /** X-CALENDARSERVER-ACCESS. */
  readonly access: string | null;
}

/** Excluded starts (EXDATE): instants, and whole days as local midnights. */
export interface Excluded {
  readonly instants: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
}

export interface ReplacedStart {
  readonly instant: number;
  /** Set when the RECURRENCE-ID is a day without a time. */
  readonly day: number | null;
  /** Whether the instances after it change, too (RANGE=THISANDFUTURE). */
  readonly andFuture: boolean;
}

/** RFC 5545 allows one. */
const MAX_RULES = 10;
const MAX_SEQUENCE = 2 ** 31 - 1;
const MAX_LISTED = 2_000;
const EARLIEST = dayOf(1970, 0, 1);
const LATEST = dayOf(2101, 0, 1);

export const OUT_OF_YEARS = remark('The event is not between 1970 and 2100', 'years', {
  min: 1970,
  max: 2100,
});

/** Whether an event can take place at this instant. Other times are errors in the calendar. */
export const isPlausible = (instant: number): boolean => instant >= EARLIEST && instant < LATEST;

/**
 * Reads one VEVENT.
 *
 * @throws NotUnderstood naming the property that cannot be read
 */
export function icalEventOf(
  component: IcalComponent,
  zones: FeedZones,
  { cancels, access }: CalendarWide,
): IcalEvent {
  if (!component.complete) missing('END:VEVENT');
  const properties = new IcalProperties(component.lines);
  const replaced = properties.first('recurrence-id');
  const given = properties.first('dtstart') ?? replaced ?? missing('DTSTART');

  const time = timeIn(given, 'DTSTART');
  const zone = zones.of(time);
  const start = zones.instantOf(time);
  const details = detailsOf(properties);
  const event = {
    uid: uidOf(properties) ?? derivedUid(start, details.title),
    sequence: sequenceOf(properties.text('sequence')),
    changedAt: changedAt(properties),
    cancelled: cancels || /^cancell?ed$/i.test(properties.text('status')?.trim() ?? ''),
    withheld: withheldBecause(properties, access),
    details,
    allDay: time.isDay || isMarkedWholeDays(properties, time),
    zone,
    timezone: zones.nameFor(time),
    wall: time.wall,
    start,
    length: lengthFrom(time, properties, zones),
    rules: rulesOf(properties, 'rrule'),
    excludedRules: rulesOf(properties, 'exrule'),
    extra: extraStarts(time, properties, zones),
    excluded: excludedStarts(time, properties, zones),
    replaces: replaced ? replacedStart(time, replaced, zones) : null,
  };
  assertPlausible(event);
  const { length } = event;
  const remarks = remarksOf(properties, { time, start, length, zones });
  const range = replaced?.parameters.range?.toUpperCase() ?? 'THISANDFUTURE';
  if (range !== 'THISANDFUTURE') {
    const value = range.slice(0, 40);
    remarks.push(noted(`RANGE is ${value}, which is not read`, 'range', value));
  }
  return { ...event, remarks, unknownZones: unknownZonesOf(properties, zones) };
}

const sequenceOf = (given: string | null): number =>
  Math.min(Math.max(0, Math.trunc(Number(given) || 0)), MAX_SEQUENCE);

function changedAt(properties: IcalProperties): number | null {
  const [changed] = ['last-modified', 'dtstamp'].flatMap((name) => {
    const time = timeOf(properties.text(name)?.trim() ?? '');
    return time === undefined ? [] : [time.wall];
  });
  return changed ?? null;
}

const TIMES = ['dtstart', 'dtend', 'recurrence-id', 'rdate', 'exdate'];

function unknownZonesOf(properties: IcalProperties, zones: FeedZones): string[] {
  const named = TIMES.flatMap((name) => properties.all(name)).map(({ parameters }) =>
    parameters.tzid === undefined ? [] : [parameters.tzid],
  );
  return [...new Set(named.flat())].filter((tzid) => zones.isUnknown(tzid));
}

const missing = (property: string): never =>
  refuseEvent(`${property} is missing`, 'property_missing', { property });

/** The UID of a component; null when it has none. */
export const uidOf = (properties: IcalProperties): string | null => keptUid(properties.text('uid'));

function lengthFrom(start: IcalTime, properties: IcalProperties, zones: FeedZones): IcalLength {
  const shortest = { days: start.isDay ? 1 : 0, ms: 0 };
  const end = properties.first('dtend');
  if (end === undefined) {
    const duration = properties.first('duration');
    const length = duration ? lengthOf(duration) : shortest;
    return length.days === 0 && length.ms === 0 ? shortest : length;
  }
  const until = inZoneOf(start, timeIn(end, 'DTEND'));
  const ms = zones.instantOf(until) - zones.instantOf(start);
  if (ms < 0) refuseEvent('The event ends before it starts', 'ends_before_start');
  if (ms === 0) return shortest;
  const wholeDays = start.isDay && until.isDay;
  return wholeDays ? { days: (until.wall - start.wall) / DAY_MS, ms: 0 } : { days: 0, ms };
}

/** Some programs write the zone only at DTSTART. */
const inZoneOf = ({ tzid, isUtc }: IcalTime, time: IcalTime): IcalTime =>
  time.tzid === undefined && !time.isUtc ? { ...time, tzid, isUtc } : time;

function rulesOf(properties: IcalProperties, name: 'rrule' | 'exrule'): RecurrenceRule[] {
  const texts = properties.all(name).map(({ values }) => values.join(','));
  if (texts.length > MAX_RULES) {
    const property = name.toUpperCase();
    const message = `The event has more than ${MAX_RULES} ${property}s`;
    refuseEvent(message, 'property_often', { property, max: MAX_RULES });
  }
  return texts.filter(Boolean).map(recurrenceRuleOf);
}

function extraStarts(
  first: IcalTime,
  properties: IcalProperties,
  zones: FeedZones,
): IcalEvent['extra'] {
  const instantOf = (parameters: IcalProperty['parameters'], value: string) =>
    zones.instantOf(inZoneOf(first, timeIn({ parameters, values: [value] }, 'RDATE')));
  return listed(properties, 'rdate').map(({ parameters, value }) => {
    const [from = '', to] = value.split('/');
    const start = instantOf(parameters, from);
    if (to === undefined) return { start, end: null };
    const end = /^[+-]?P/i.test(to)
      ? endOf(start, lengthOf({ parameters, values: [to] }), zones.of(first).offset)
      : instantOf(parameters, to);
    return { start, end: Math.max(start, end) };
  });
}

/** All values of a property that may occur several times, each time with a list of values. */
function listed(properties: IcalProperties, name: string) {
  const values = properties
    .all(name)
    .flatMap(({ parameters, values }) =>
      values.flatMap((list) => list.split(',')).map((value) => ({ parameters, value })),
    )
    .filter(({ value }) => value.trim() !== '');
  if (values.length <= MAX_LISTED) return values;
  const property = name.toUpperCase();
  const message = `${property} has more than ${MAX_LISTED} times`;
  return refuseEvent(message, 'property_often', { property, max: MAX_LISTED });
}

function excludedStarts(first: IcalTime, properties: IcalProperties, zones: FeedZones): Excluded {
  const times = listed(properties, 'exdate').map(({ parameters, value }) =>
    timeIn({ parameters, values: [value] }, 'EXDATE'),
  );
  const isDay = (time: IcalTime) => first.isDay || time.isDay;
  return {
    instants: new Set(
      times.filter((time) => !isDay(time)).map((time) => zones.instantOf(inZoneOf(first, time))),
    ),
    days: new Set(times.filter(isDay).map((time) => midnightOf(time.wall))),
  };
}

function replacedStart(first: IcalTime, property: IcalProperty, zones: FeedZones): ReplacedStart {
  const time = inZoneOf(first, timeIn(property, 'RECURRENCE-ID'));
  const andFuture = /^THISANDFUTURE$/i.test(property.parameters.range ?? '');
  return { instant: zones.instantOf(time), day: time.isDay ? time.wall : null, andFuture };
}

function assertPlausible({
  start,
  length,
  rules,
  zone,
}: Pick<IcalEvent, 'start' | 'length' | 'rules' | 'zone'>): void {
  // A repeating event may have started long ago: each instance is checked on its own.
  if (rules.length > 0 && start < EARLIEST) return;
  if (!isPlausible(start) || !isPlausible(endOf(start, length, zone.offset))) {
    throw new NotUnderstood(OUT_OF_YEARS);
  }
}
