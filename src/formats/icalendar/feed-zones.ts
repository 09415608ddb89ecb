import { type ClockOffset, instantAt } from '../../lib/time-zones.ts';
import type { IcalComponent } from './ical-components.ts';
import { IcalProperties, NotUnderstood } from './ical-properties.ts';
import { dayOf, type IcalTime, timeIn, timeOf, utcOffsetOf } from './ical-times.ts';
import { type Effort, occurrences } from './recurrence.ts';
import { recurrenceRuleOf } from './recurrence-rule.ts';
import { type NamedZone, namedZone, type Zone, zoneNameOf, zoneOf } from './zone-names.ts';

/** A change of the offset of a zone: its instant, and the offsets before and after it. */
interface Change {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The range of years in which an event may take place, and one year more on either side. */
const FIRST = dayOf(1969, 0, 1);
const LAST = dayOf(2102, 0, 1);

/**
 * The offsets of a zone from UTC by its VTIMEZONE; undefined when the VTIMEZONE has no valid part.
 *
 * @throws NotUnderstood when a part cannot be read, or repeats too often
 */
function clockOffsetOfVtimezone(zone: IcalComponent, effort: Effort): ClockOffset | undefined {
  const changes = zone.parts
    .flatMap(({ lines }) => changesOf(new IcalProperties(lines), effort))
    .sort((a, b) => a.at - b.at);
  const [first] = changes;
  if (first === undefined) return undefined;

  return (instantMs) => {
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((changes[middle] ?? first).at <= instantMs) low = middle + 1;
      else high = middle;
    }
    return changes[low - 1]?.to ?? first.from;
  };
}

function changesOf(properties: IcalProperties, effort: Effort): Change[] {
  const start = properties.first('dtstart');
  const from = utcOffsetOf(properties.text('tzoffsetfrom') ?? '');
  const to = utcOffsetOf(properties.text('tzoffsetto') ?? '');
  if (start === undefined || from === undefined || to === undefined) return [];

  const { wall } = timeIn(start, 'DTSTART');
  const walls = [wall];
  for (const { values } of properties.all('rrule')) {
    const rule = recurrenceRuleOf(values.join(','));
    const until = rule.until ? { until: rule.until.wall + (rule.until.isUtc ? from : 0) } : {};
    const range = { start: wall, from: FIRST, to: LAST, ...until };
    walls.push(...occurrences(rule, range, effort));
  }
  for (const value of properties.all('rdate').flatMap(({ values }) => values.join().split(','))) {
    const time = timeOf(value.trim());
    if (time !== undefined) walls.push(time.wall + (time.isUtc ? from : 0));
  }
  return walls.map((each) => ({ at: each - from, from, to }));
}

const UTC: NamedZone = { name: 'UTC', offset: () => 0 };

/** The zones of one calendar: those that it defines by VTIMEZONE, and those that it only names. */
export class FeedZones {
  /** The zone of times without a zone. */
  readonly floating: NamedZone;
  readonly #definitions: ReadonlyMap<string, IcalComponent>;
  readonly #effort: Effort;
  readonly #zones = new Map<string, Zone>();
  readonly #unknown = new Set<string>();

  constructor(options: {
    readonly definitions: readonly IcalComponent[];
    readonly floating: NamedZone;
    readonly effort: Effort;
  }) {
    this.floating = options.floating;
    this.#effort = options.effort;
    this.#definitions = new Map(
      options.definitions.map((zone) => [new IcalProperties(zone.lines).text('tzid') ?? '', zone]),
    );
  }

  /** The zone of a time. An unknown zone counts as no zone. */
  of({ tzid, isUtc }: IcalTime): Zone {
    if (isUtc) return UTC;
    return tzid === undefined ? this.floating : this.#named(tzid);
  }

  /** Whether `floating` was used instead of this zone, because it is unknown. */
  isUnknown(tzid: string): boolean {
    return this.#unknown.has(tzid);
  }

  /** Whether the calendar defines the IANA zone of a time with another offset at this instant. */
  isRedefined(time: IcalTime, instant: number): boolean {
    const name = time.tzid === undefined || time.isUtc ? undefined : zoneNameOf(time.tzid);
    return name !== undefined && this.of(time).offset(instant) !== namedZone(name).offset(instant);
  }

  /** The IANA name of the zone in which a time is shown. */
  nameFor({ tzid }: IcalTime): string {
    return (tzid === undefined ? null : this.#named(tzid).name) ?? this.floating.name;
  }

  instantOf(time: IcalTime): number {
    return instantAt(time.wall, this.of(time).offset);
  }

  #named(tzid: string): Zone {
    const cached = this.#zones.get(tzid);
    if (cached) return cached;
    const zone = this.#defined(tzid) ?? this.#ianaZone(tzid);
    this.#zones.set(tzid, zone);
    return zone;
  }

  #defined(tzid: string): Zone | undefined {
    const component = this.#definitions.get(tzid);
    if (component === undefined) return undefined;
    const location = new IcalProperties(component.lines).text('x-lic-location');
    try {
      const offset = clockOffsetOfVtimezone(component, this.#effort);
      return offset && { name: zoneNameOf(tzid) ?? zoneNameOf(location) ?? null, offset };
    } catch (error) {
      if (error instanceof NotUnderstood) return undefined;
      throw error;
    }
  }

  #ianaZone(tzid: string): Zone {
    const zone = zoneOf(tzid);
    if (zone === undefined) this.#unknown.add(tzid);
    return zone ?? this.floating;
  }
}
