import { LRUCache } from 'lru-cache';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { type ClockOffset, clockOffsetOf, isTimeZone } from '../../lib/time-zones.ts';

/**
 * Entries of `windows-iana` 5.1.0 that differ from today's CLDR: it holds the CLDR of 2021. The
 * last two are names that Windows has retired.
 */
const CORRECTIONS: Readonly<Record<string, string>> = {
  'Mountain Standard Time (Mexico)': 'America/Mazatlan',
  'Central Asia Standard Time': 'Asia/Bishkek',
  'US Eastern Standard Time': 'America/Indiana/Indianapolis',
  'Argentina Standard Time': 'America/Argentina/Buenos_Aires',
  'Greenland Standard Time': 'America/Nuuk',
  'FLE Standard Time': 'Europe/Kyiv',
  'India Standard Time': 'Asia/Kolkata',
  'Nepal Standard Time': 'Asia/Kathmandu',
  'Myanmar Standard Time': 'Asia/Yangon',
  'Mid-Atlantic Standard Time': 'Etc/GMT+2',
  'Kamchatka Standard Time': 'Asia/Kamchatka',
};

/** The CLDR's territory for the default zone of a Windows name. */
const WORLD = '001';

const ZONES = new Map<string, string>();
for (const { windowsName, territory, iana } of WINDOWS_TO_IANA_MAP) {
  if (territory === WORLD) ZONES.set(windowsName.toLowerCase(), iana[0]);
}
for (const [windowsName, iana] of Object.entries(CORRECTIONS)) {
  ZONES.set(windowsName.toLowerCase(), iana);
}

/** The IANA zone of a Windows zone name, in any letter case; undefined for another name. */
const ianaZoneOfWindows = (name: string): string | undefined => ZONES.get(name.toLowerCase());

/**
 * Words in the display names of Windows zones, and the zone that they stand for. Not listed are the
 * cities that IANA zones are named after. `(UTC+01:00) Amsterdam, Berlin, …` is the display name of
 * `W. Europe Standard Time`.
 */
const WINDOWS_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'abu dhabi': 'Arabian Standard Time',
    alaska: 'Alaskan Standard Time',
    'aleutian islands': 'Aleutian Standard Time',
    amsterdam: 'W. Europe Standard Time',
    arizona: 'US Mountain Standard Time',
    astana: 'Central Asia Standard Time',
    athens: 'GTB Standard Time',
    'atlantic time': 'Atlantic Standard Time',
    'baja california': 'Pacific Standard Time (Mexico)',
    beijing: 'China Standard Time',
    belgrade: 'Central Europe Standard Time',
    'bougainville island': 'Bougainville Standard Time',
    brasilia: 'E. South America Standard Time',
    brussels: 'Romance Standard Time',
    canberra: 'AUS Eastern Standard Time',
    'central america': 'Central America Standard Time',
    'central time': 'Central Standard Time',
    chennai: 'India Standard Time',
    chetumal: 'Eastern Standard Time (Mexico)',
    chokurdakh: 'Russia Time Zone 10',
    dublin: 'GMT Standard Time',
    'e. europe': 'E. Europe Standard Time',
    'easter island': 'Easter Island Standard Time',
    'eastern time': 'Eastern Standard Time',
    edinburgh: 'GMT Standard Time',
    ekaterinburg: 'Ekaterinburg Standard Time',
    greenland: 'Greenland Standard Time',
    guadalajara: 'Central Standard Time (Mexico)',
    haiti: 'Haiti Standard Time',
    harare: 'South Africa Standard Time',
    hawaii: 'Hawaiian Standard Time',
    helsinki: 'FLE Standard Time',
    indiana: 'US Eastern Standard Time',
    'international date line west': 'Dateline Standard Time',
    islamabad: 'Pakistan Standard Time',
    izhevsk: 'Russia Time Zone 3',
    kathmandu: 'Nepal Standard Time',
    kiritimati: 'Line Islands Standard Time',
    kolkata: 'India Standard Time',
    'mid-atlantic': 'Mid-Atlantic Standard Time',
    'midway island': 'UTC-11',
    'mountain time': 'Mountain Standard Time',
    newfoundland: 'Newfoundland Standard Time',
    'new caledonia': 'Central Pacific Standard Time',
    "nuku'alofa": 'Tonga Standard Time',
    'nur-sultan': 'Central Asia Standard Time',
    osaka: 'Tokyo Standard Time',
    'pacific time': 'Pacific Standard Time',
    'petropavlovsk-kamchatsky': 'Kamchatka Standard Time',
    'port louis': 'Mauritius Standard Time',
    pyongyang: 'North Korea Standard Time',
    rangoon: 'Myanmar Standard Time',
    'saint pierre and miquelon': 'Saint Pierre Standard Time',
    salvador: 'Bahia Standard Time',
    samoa: 'Samoa Standard Time',
    sarajevo: 'Central European Standard Time',
    saskatchewan: 'Canada Central Standard Time',
    'solomon is.': 'Central Pacific Standard Time',
    'sri jayawardenepura': 'Sri Lanka Standard Time',
    'turks and caicos': 'Turks And Caicos Standard Time',
    'west central africa': 'W. Central Africa Standard Time',
    yangon: 'Myanmar Standard Time',
    yukon: 'Yukon Standard Time',
  }),
);

/** The city that ends the name of an IANA zone: `mexico city` of `America/Mexico_City`. */
const CITIES: ReadonlyMap<string, string> = new Map(
  Intl.supportedValuesOf('timeZone').map((name) => [
    (name.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase(),
    name,
  ]),
);

/** The additions to a place, as in `Cape Verde Is.` and `Chihuahua, La Paz, Mazatlan - New`. */
const ADDITIONS = [' - old', ' - new', ' is.', ' island', ' islands'];
/** No display name lists more places. */
const MAX_PLACES = 8;

/**
 * The IANA zone for the places in the display name of a Windows zone: the zone of the first place
 * that has this offset in January or July, else of the first known place, since the offset may be
 * outdated.
 */
function zoneOfPlaces(places: string, offsetMs: number | undefined): string | undefined {
  const zones = places
    .split(/[,;:]/, MAX_PLACES)
    .map(zoneOfPlace)
    .filter((zone) => zone !== undefined);
  return zones.find((zone) => offsetMs !== undefined && hasOffset(zone, offsetMs)) ?? zones[0];
}

function zoneOfPlace(given: string): string | undefined {
  // Without `(US & Canada)`.
  const [before = ''] = given.split('(');
  const whole = before.trim().toLowerCase();
  const addition = ADDITIONS.find((ending) => whole.endsWith(ending)) ?? '';
  const place = whole.slice(0, whole.length - addition.length);
  for (const name of [whole, place]) {
    const zone = ianaZoneOfWindows(WINDOWS_NAMES.get(name) ?? name) ?? CITIES.get(name);
    if (zone !== undefined) return zone;
  }
  return undefined;
}

function hasOffset(zone: string, offsetMs: number): boolean {
  const offset = clockOffsetOf(zone);
  return [0, 6].some((month) => offset(Date.UTC(2026, month)) === offsetMs);
}

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
