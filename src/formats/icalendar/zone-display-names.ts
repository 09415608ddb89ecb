import { clockOffsetOf } from '../../lib/time-zones.ts';
import { ianaZoneOfWindows } from './windows-zones.ts';

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
export function zoneOfPlaces(places: string, offsetMs: number | undefined): string | undefined {
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
