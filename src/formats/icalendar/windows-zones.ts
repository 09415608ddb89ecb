import { WINDOWS_TO_IANA_MAP } from 'windows-iana';

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
export const ianaZoneOfWindows = (name: string): string | undefined =>
  ZONES.get(name.toLowerCase());
