import { type ClockOffset, clockOffsetOf, instantAt, isTimeZone } from '../../lib/time-zones.ts';
import type { IcalComponent } from './ical-components.ts';
import { IcalProperties, NotUnderstood } from './ical-properties.ts';
import type { IcalTime } from './ical-times.ts';
import type { Effort } from './recurrence.ts';
import { clockOffsetOfVtimezone } from './vtimezone.ts';
import { ianaZoneOfWindows } from './windows-zones.ts';

/** The time zone of times in a calendar. */
export interface Zone {
  /** The IANA name; null when the calendar defines a zone without one. */
  readonly name: string | null;
  readonly offset: ClockOffset;
}

/** A time zone with an IANA name. */
export interface NamedZone extends Zone {
  readonly name: string;
}

const UTC: NamedZone = { name: 'UTC', offset: () => 0 };

/** Intl takes 50 µs for a zone. There are about 600 names of zones and aliases. */
const MAX_REMEMBERED = 1_000;
const byName = new Map<string, NamedZone>();
const remembered = new Map<string, string | undefined>();

/** The zone of a valid IANA name. */
export function namedZone(name: string): NamedZone {
  const cached = byName.get(name);
  if (cached) return cached;
  const zone = { name, offset: clockOffsetOf(name) };
  byName.set(name, zone);
  return zone;
}

/**
 * The IANA name for a TZID: an IANA name in any letter case, a Windows name, or a path that ends in
 * one of them, such as `/citadel.org/20190914_1/Europe/Berlin`. Undefined for other texts.
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

/** The IANA name for the first text that has one; UTC when no text has. */
export function firstZoneName(...written: readonly (string | null | undefined)[]): string {
  return written.map(zoneNameOf).find((name) => name !== undefined) ?? 'UTC';
}

function foundZone(name: string): string | undefined {
  const parts = name.split('/').filter(Boolean);
  for (let count = Math.min(3, parts.length); count > 0; count--) {
    const end = parts.slice(-count).join('/');
    if (isTimeZone(end)) return inUsualCase(end);
    const iana = ianaZoneOfWindows(end);
    if (iana !== undefined) return iana;
  }
  return undefined;
}

function inUsualCase(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  // Intl gives the old name of an alias: Asia/Calcutta for Asia/Kolkata.
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
}

/** The zones of one calendar: those that it defines by VTIMEZONE, and those that it only names. */
export class FeedZones {
  /** The zone of times without a zone. */
  readonly floating: NamedZone;
  readonly #definitions: ReadonlyMap<string, IcalComponent>;
  readonly #effort: Effort;
  readonly #zones = new Map<string, Zone>();

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
    const name = zoneNameOf(tzid);
    return name === undefined ? this.floating : namedZone(name);
  }
}
