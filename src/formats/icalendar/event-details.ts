import type { FeedEvent } from '../../domain/programme/calendar-feeds.ts';
import type { IcalProperties } from './ical-properties.ts';
import { charactersRead, plainLine, plainText } from './plain-text.ts';

/** The details of an event without its times. `title` is null when the event has none. */
export type EventDetails = Pick<
  FeedEvent,
  'description' | 'location' | 'latitude' | 'longitude' | 'url' | 'image_url' | 'organizer' | 'tags'
> & { readonly title: string | null };

const MAX_TITLE = 300;
const MAX_DESCRIPTION = 20_000;
const MAX_LOCATION = 500;
const MAX_ORGANIZER = 200;
const MAX_URL = 2_000;
const MAX_TAGS = 20;
const MAX_TAG = 50;

export const titleOf = (given: string | null) => plainLine(given, MAX_TITLE);
export const descriptionOf = (given: string | null) => plainText(given, MAX_DESCRIPTION);

/** Lines are joined with commas. */
export function locationOf(given: string | null): string | null {
  const lines = given?.slice(0, charactersRead(MAX_LOCATION)).split('\n') ?? [];
  const filled = lines.map((line) => line.trim()).filter(Boolean);
  return plainLine(filled.join(', '), MAX_LOCATION);
}

/** The name of the organizer; null for an email address, which we must not publish. */
export function organizerOf(name: string | null): string | null {
  const plain = plainLine(name, MAX_ORGANIZER);
  return plain?.includes('@') ? null : plain;
}

/** Distinct tags in their original order. */
export function tagsOf(names: readonly string[]): string[] {
  const some = names.slice(0, 5 * MAX_TAGS);
  const tags = some.map((name) => plainLine(name, MAX_TAG)).filter((tag) => tag !== null);
  return [...new Set(tags)].slice(0, MAX_TAGS);
}

/** An http or https address without a password; null for anything else. */
export function webAddressOf(given: string | null | undefined): string | null {
  const address = given?.trim() ?? '';
  if (address.length > MAX_URL || !/^https?:\/\//i.test(address)) return null;
  const { href, username, password } = URL.parse(address) ?? { href: '' };
  return href === '' || href.length > MAX_URL || username || password ? null : href;
}

/** Coordinates in degrees; both are null if one is not valid. */
export function placeOf(latitude: unknown, longitude: unknown) {
  const [north, east] = [latitude, longitude].map((given) =>
    typeof given === 'string' && given.trim() !== '' ? Number(given) : given,
  );
  const isPlace =
    typeof north === 'number' &&
    typeof east === 'number' &&
    Math.abs(north) <= 90 &&
    Math.abs(east) <= 180;
  return isPlace ? { latitude: north, longitude: east } : { latitude: null, longitude: null };
}

export function detailsOf(properties: IcalProperties): EventDetails {
  const place = properties.first('x-apple-structured-location');
  const written = (properties.first('geo') ?? place)?.values.join().replace(/^geo:/i, '');
  const [latitude, longitude] = written?.split(/[;,]/) ?? [];
  return {
    title: titleOf(properties.text('summary')),
    description: descriptionOf(properties.text('description')),
    location: locationOf(properties.text('location') ?? place?.parameters['x-title'] ?? null),
    ...placeOf(latitude, longitude),
    url: webAddressOf(properties.text('url')),
    image_url: imageOf(properties),
    organizer: organizerOf(properties.first('organizer')?.parameters.cn ?? null),
    tags: tagsOf(properties.all('categories').flatMap(({ values }) => values)),
  };
}

function imageOf(properties: IcalProperties): string | null {
  const images = properties
    .all('attach')
    .filter(({ parameters }) => parameters.fmttype?.toLowerCase().startsWith('image/'));
  for (const { values } of [...properties.all('image'), ...images]) {
    const address = webAddressOf(values.join());
    if (address !== null) return address;
  }
  return null;
}
