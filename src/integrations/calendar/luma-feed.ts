import { z } from 'zod';
import {
  type CalendarFeed,
  type FeedEvent,
  MAX_FEED_EVENTS,
  NO_EVENTS,
  noteOn,
  type SkippedFeedEvent,
  SURPLUS_EVENTS,
} from '../../domain/programme/calendar-feeds.ts';
import { remark } from '../../domain/reasons.ts';
import {
  descriptionOf,
  locationOf,
  organizerOf,
  placeOf,
  tagsOf,
  titleOf,
  webAddressOf,
} from '../../formats/icalendar/event-details.ts';
import { isPlausible, OUT_OF_YEARS } from '../../formats/icalendar/ical-events.ts';
import type { FeedOptions } from '../../formats/icalendar/ical-feed.ts';
import { derivedUid, keptUid } from '../../formats/icalendar/uids.ts';
import { Warnings } from '../../formats/icalendar/warnings.ts';
import { firstZoneName, zoneNameOf } from '../../formats/icalendar/zone-names.ts';
import type { Pause } from '../../lib/pacer.ts';

/** One page of a calendar in the JSON format of Luma's API. */
export interface LumaPage {
  readonly entries: readonly unknown[];
  /** The cursor of the next page; null on the last page. */
  readonly next: string | null;
}

const Page = z.object({
  entries: z.array(z.unknown()),
  has_more: z.boolean().nullish().catch(null),
  next_cursor: z.string().max(2_000).nullish().catch(null),
});

/** The page in a response body; undefined when the body is not a page. */
export function lumaPageOf(bytes: Buffer): LumaPage | undefined {
  const page = Page.safeParse(jsonOf(bytes));
  if (!page.success) return undefined;
  const { entries, has_more, next_cursor } = page.data;
  return { entries, next: has_more === false ? null : next_cursor || null };
}

function jsonOf(bytes: Buffer): unknown {
  if (!/^\ufeff?\s*\{/.test(bytes.toString('utf8', 0, 100))) return undefined;
  try {
    return JSON.parse(bytes.toString().replace('\ufeff', ''));
  } catch {
    return undefined;
  }
}

/** A field that may be missing or invalid; the event is imported without it. */
const Extra = z.string().nullish().catch(null);
const Coordinate = z.union([z.number(), z.string()]).nullish().catch(null);
const Place = z.object({ full_address: Extra, address: Extra, city: Extra }).nullish().catch(null);

const Entry = z.object({
  event: z.object({
    id: z.union([z.string(), z.int().transform(String)]).nullish(),
    api_id: Extra,
    name: z.string().nullish(),
    start_at: z.iso.datetime({ offset: true }),
    end_at: z.iso.datetime({ offset: true }).nullish(),
    timezone: Extra,
    url: Extra,
    cover_url: Extra,
    description: Extra,
    geo_address_json: Place,
    geo_address_info: Place,
    geo_latitude: Coordinate,
    geo_longitude: Coordinate,
    coordinate: z.object({ latitude: Coordinate, longitude: Coordinate }).nullish().catch(null),
    status: Extra,
  }),
  calendar: z.object({ name: Extra }).nullish().catch(null),
  tags: z
    .array(z.object({ name: z.string() }))
    .catch([])
    .default([]),
});

/** The events in the entries of all pages. An invalid entry does not affect the others. */
export async function readLumaFeed(
  entries: readonly unknown[],
  options: FeedOptions,
  pause: Pause,
): Promise<CalendarFeed> {
  const events: FeedEvent[] = [];
  const skipped: SkippedFeedEvent[] = [];
  const warnings = new Warnings();
  for (const entry of entries.slice(0, MAX_FEED_EVENTS)) {
    await pause();
    const event = feedEventOf(entry, options);
    if ('reason' in event) {
      skipped.push(event);
      continue;
    }
    events.push(event);
    const zone = zoneIn(entry);
    if (zone && zoneNameOf(zone) === undefined) {
      warnings.unknownZone(event, zone, event.timezone);
    }
  }
  if (entries.length > MAX_FEED_EVENTS) skipped.push(SURPLUS_EVENTS);
  const none = entries.length === 0 ? [NO_EVENTS] : [];
  return { name: null, timezone: null, events, skipped, warnings: [...warnings.list, ...none] };
}

function feedEventOf(entry: unknown, options: FeedOptions): FeedEvent | SkippedFeedEvent {
  const parsed = Entry.safeParse(entry);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') || 'The entry';
    const why = remark(`${field} is not understood`, 'property_invalid', { property: field });
    return noteOn({ uid: uidIn(entry), title: titleIn(entry) }, why);
  }
  const { event, tags, calendar } = parsed.data;
  const start = Date.parse(event.start_at);
  const end = Date.parse(event.end_at ?? event.start_at);
  const title = titleOf(event.name ?? null);
  const uid = keptUid(event.id) ?? keptUid(event.api_id) ?? derivedUid(start, title);
  if (!isPlausible(start) || !isPlausible(end)) {
    return noteOn({ uid, title }, OUT_OF_YEARS);
  }
  if (end < start) {
    const why = remark('The event ends before it starts', 'ends_before_start');
    return noteOn({ uid, title }, why);
  }

  const place = event.geo_address_json ?? event.geo_address_info;
  const location = locationOf(place?.full_address ?? place?.address ?? place?.city ?? null);
  return {
    uid,
    recurrence_id: null,
    title: title ?? titleOf(location) ?? 'Untitled event',
    description: descriptionOf(event.description ?? null),
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(end).toISOString(),
    all_day: false,
    timezone: firstZoneName(event.timezone, options.timezone, options.fallback_timezone),
    location,
    ...placeOf(
      event.coordinate?.latitude ?? event.geo_latitude,
      event.coordinate?.longitude ?? event.geo_longitude,
    ),
    url: webAddressOf(event.url),
    image_url: webAddressOf(event.cover_url),
    organizer: organizerOf(calendar?.name ?? null),
    tags: tagsOf(tags.map(({ name }) => name)),
    cancelled: /^cancell?ed$/i.test(event.status ?? ''),
    revision: null,
  };
}

const Identified = z.object({
  event: z.object({ id: z.union([z.string(), z.number()]).transform(String) }),
});

const Titled = z.object({ event: z.object({ name: z.string() }) });

const Zoned = z.object({ event: z.object({ timezone: z.string() }) });

const zoneIn = (entry: unknown): string | undefined => Zoned.safeParse(entry).data?.event.timezone;

const titleIn = (entry: unknown): string | null =>
  titleOf(Titled.safeParse(entry).data?.event.name ?? null);

const uidIn = (entry: unknown): string | null =>
  keptUid(Identified.safeParse(entry).data?.event.id);
