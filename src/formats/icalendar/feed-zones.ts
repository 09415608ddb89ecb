import { type ClockOffset, clockOffsetOf, instantAt, isTimeZone } from '../../lib/time-zones.ts';
import type { IcalComponent } from './ical-components.ts';
import { IcalProperties, NotUnderstood } from './ical-properties.ts';
import type { IcalTime } from './ical-times.ts';
import type { Effort } from './recurrence.ts';
import { clockOffsetOfVtimezone } from './vtimezone.ts';
import { ianaZoneOfWindows } from './windows-zones.ts';

/** A zone that the times of a calendar are in. */
export interface Zone {
  /** Its IANA name, null when the calendar describes a zone that has none. */
  readonly name: string | null;
  readonly offset: ClockOffset;
}

/** The zone of times that name none; it always has a name. */
export interface NamedZone extends Zone {
  readonly name: string;
}

const UTC: NamedZone = { name: 'UTC', offset: () => 0 };

/** Asking Intl for a zone takes 50 µs: the names of all zones, aliases too, are some 600. */
const MAX_REMEMBERED = 1_000;
const byName = new Map<string, NamedZone>();
const remembered = new Map<string, string | undefined>();

/** The clocks of a zone by its IANA name, which must be one. */
export function namedZone(name: string): NamedZone {
  const known = byName.get(name);
  if (known) return known;
  const zone = { name, offset: clockOffsetOf(name) };
  byName.set(name, zone);
  return zone;
}

/**
 * The IANA name behind what calendars write: itself in any case of letters, the name of a Windows
 * zone, or a path such as `/citadel.org/20190914_1/Europe/Berlin` that ends in either.
 */
export function zoneNameOf(written: string | null | undefined): string | undefined {
  const name = (written ?? '').trim().replace(/^"|"$/g, '');
  if (name === '' || name.length > 120) return undefined;
  if (remembered.has(name)) return remembered.get(name);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const found = foundZone(name);
  remembered.set(name, found);
  return found;
}

/** The IANA name of the first that is one, however written; UTC when none is. */
export function firstZoneName(...written: readonly (string | null | undefined)[]): string {
  return written.map(zoneNameOf).find((name) => name !== undefined) ?? 'UTC';
}

function foundZone(name: string): string | undefined {
  const parts = name.split('/').filter(Boolean);
  for (let count = Math.min(3, parts.length); count > 0; count--) {
    const end = parts.slice(-count).join('/');
    if (isTimeZone(end)) return wellSpelled(end);
    const iana = ianaZoneOfWindows(end);
    if (iana !== undefined) return iana;
  }
  return undefined;
}

function wellSpelled(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  // Another name means an alias: who wrote Asia/Kolkata shall not read Asia/Calcutta.
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
}

/** The zones of one calendar: those it describes, and those it only names. */
export class FeedZones {
  /** The zone of times that name none. */
  readonly floating: NamedZone;
  readonly #described: ReadonlyMap<string, IcalComponent>;
  readonly #effort: Effort;
  readonly #known = new Map<string, Zone>();

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

  /** The zone whose clocks show a time; what names no zone we know is taken as naming none. */
  of({ tzid, isUtc }: IcalTime): Zone {
    if (isUtc) return UTC;
    return tzid === undefined ? this.floating : this.#named(tzid);
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
    const name = zoneNameOf(tzid);
    return name === undefined ? this.floating : namedZone(name);
  }
}
