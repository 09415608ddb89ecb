import { instantAt } from '../../lib/time-zones.ts';
import type { IcalComponent } from './ical-components.ts';
import { IcalProperties, NotUnderstood } from './ical-properties.ts';
import type { IcalTime } from './ical-times.ts';
import type { Effort } from './recurrence.ts';
import { clockOffsetOfVtimezone } from './vtimezone.ts';
import { type NamedZone, type Zone, zoneNameOf, zoneOf } from './zone-names.ts';

const UTC: NamedZone = { name: 'UTC', offset: () => 0 };

/** The zones of one calendar: those it describes, and those it only names. */
export class FeedZones {
  /** The zone of times that name none. */
  readonly floating: NamedZone;
  readonly #described: ReadonlyMap<string, IcalComponent>;
  readonly #effort: Effort;
  readonly #known = new Map<string, Zone>();
  readonly #unknown = new Set<string>();

  constructor(options: {
    readonly described: readonly IcalComponent[];
    readonly floating: NamedZone;
    readonly effort: Effort;
  }) {
    this.floating = options.floating;
    this.#effort = options.effort;
    this.#described = new Map(
      options.described.map((zone) => [new IcalProperties(zone.lines).text('tzid') ?? '', zone]),
    );
  }

  /** The zone whose clocks show a time; an unknown zone is read as none. */
  of({ tzid, isUtc }: IcalTime): Zone {
    if (isUtc) return UTC;
    return tzid === undefined ? this.floating : this.#named(tzid);
  }

  /** Whether times were read in this zone that is unknown, so that `floating` was taken instead. */
  isUnknown(tzid: string): boolean {
    return this.#unknown.has(tzid);
  }

  /** The IANA name of the zone to show a time in. */
  nameFor({ tzid }: IcalTime): string {
    return (tzid === undefined ? null : this.#named(tzid).name) ?? this.floating.name;
  }

  instantOf(time: IcalTime): number {
    return instantAt(time.wall, this.of(time).offset);
  }

  #named(tzid: string): Zone {
    const known = this.#known.get(tzid);
    if (known) return known;
    const zone = this.#describedAs(tzid) ?? this.#spelledAs(tzid);
    this.#known.set(tzid, zone);
    return zone;
  }

  #describedAs(tzid: string): Zone | undefined {
    const component = this.#described.get(tzid);
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

  #spelledAs(tzid: string): Zone {
    const zone = zoneOf(tzid);
    if (zone === undefined) this.#unknown.add(tzid);
    return zone ?? this.floating;
  }
}
