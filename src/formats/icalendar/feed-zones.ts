import { instantAt } from '../../lib/time-zones.ts';
import type { IcalComponent } from './ical-components.ts';
import { IcalProperties, NotUnderstood } from './ical-properties.ts';
import type { IcalTime } from './ical-times.ts';
import type { Effort } from './recurrence.ts';
import { clockOffsetOfVtimezone } from './vtimezone.ts';
import { type NamedZone, namedZone, type Zone, zoneNameOf, zoneOf } from './zone-names.ts';

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
