import { LRUCache } from 'lru-cache';
import { type ClockOffset, clockOffsetOf, isTimeZone } from '../../lib/time-zones.ts';
import { ianaZoneOfWindows } from './windows-zones.ts';
import { zoneOfPlaces } from './zone-display-names.ts';

/** The time zone of times in a calendar. */
export interface Zone {
  /** The IANA name; null for a zone without one. */
  readonly name: string | null;
  readonly offset: ClockOffset;
}

/** A time zone with an IANA name. */
export interface NamedZone extends Zone {
  readonly name: string;
}

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
/** From Baker Island to Kiritimati, the zones `Etc/GMT+12` to `Etc/GMT-14`. */
const [LEAST_MS, MOST_MS] = [-12 * HOUR_MS, 14 * HOUR_MS];

const MAX_NAME = 120;
/** Intl takes 50 µs for a zone. There are about 600 names of zones and aliases. */
const MAX_REMEMBERED = 1_000;
const byName = new Map<string, NamedZone>();
/** An empty name stands for none. */
const remembered = new LRUCache<string, string>({ max: MAX_REMEMBERED });

/** The zone of a valid IANA name. */
export function namedZone(name: string): NamedZone {
  const cached = byName.get(name);
  if (cached) return cached;
  const zone = { name, offset: clockOffsetOf(name) };
  byName.set(name, zone);
  return zone;
}

/**
 * The zone for a TZID: as `zoneNameOf`, or an offset that no IANA zone has, such as `GMT-3:30`.
 * Undefined for other texts.
 */
export function zoneOf(written: string): Zone | undefined {
  const name = zoneNameOf(written);
  if (name !== undefined) return namedZone(name);
  const offsetMs = statedOffset(unquoted(written))?.offsetMs;
  return offsetMs === undefined ? undefined : { name: null, offset: () => offsetMs };
}

/**
 * The IANA name for a TZID: an IANA name in any letter case, the name or display name of a Windows
 * zone, an offset such as `UTC+2`, or a path that ends in a name, such as
 * `/citadel.org/20190914_1/Europe/Berlin`. Undefined for other texts.
 */
export function zoneNameOf(written: string | null | undefined): string | undefined {
  const name = unquoted(written ?? '');
  if (name === '') return undefined;
  const known = remembered.get(name);
  if (known !== undefined) return known || undefined;
  const found = zoneOfPath(name) ?? zoneOfDisplayName(name);
  remembered.set(name, found ?? '');
  return found;
}

/** The IANA name for the first text that has one; UTC when no text has. */
export function firstZoneName(...written: readonly (string | null | undefined)[]): string {
  return written.map(zoneNameOf).find((name) => name !== undefined) ?? 'UTC';
}

/** Empty for a text that is too long to be a name. */
const unquoted = (written: string): string =>
  written.length > MAX_NAME ? '' : written.trim().replace(/^"|"$/g, '');

function zoneOfPath(name: string): string | undefined {
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

function zoneOfDisplayName(name: string): string | undefined {
  const { offsetMs, places = name } = statedOffset(name) ?? {};
  const zone = zoneOfPlaces(places, offsetMs);
  if (zone !== undefined || offsetMs === undefined) return zone;
  if (offsetMs === 0) return 'UTC';
  // The signs of these zones are those of POSIX: Etc/GMT-2 is ahead of UTC.
  const hours = offsetMs / HOUR_MS;
  return Number.isInteger(hours) ? `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}` : undefined;
}

const OFFSET = /^(?:UTC|GMT) ?([+-])(\d\d?)(?:[:.]?(\d\d))?$/i;
const BEFORE_PLACES = /^\((UTC|GMT)[^()]{0,10}\)/i;

/** The offset of `UTC+2` or `(GMT+10:00) Canberra, Melbourne, Sydney`, and the places after it. */
function statedOffset(name: string): { offsetMs: number; places: string } | undefined {
  const [before] = BEFORE_PLACES.exec(name) ?? [];
  const stated = before?.slice(1, -1) ?? name;
  const places = before === undefined ? '' : name.slice(before.length);
  if (before !== undefined && stated.length === 'UTC'.length) return { offsetMs: 0, places };
  const [, sign, hours, minutes = 0] = OFFSET.exec(stated) ?? [];
  if (sign === undefined) return undefined;
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  const offsetMs = sign === '-' ? -size : size;
  const isOffset = offsetMs >= LEAST_MS && offsetMs <= MOST_MS;
  return isOffset ? { offsetMs, places } : undefined;
}
