import { type CalendarFeed, MAX_FEED_EVENTS } from '../../domain/programme/calendar-feeds.ts';
import { AppError, invalid } from '../../errors.ts';
import { type FeedOptions, readIcalFeed } from '../../formats/icalendar/ical-feed.ts';
import { pacer } from '../../lib/pacer.ts';
import type { OutboundHttp } from '../outbound-http.ts';
import { type LumaPage, lumaPageOf, readLumaFeed } from './luma-feed.ts';

export type { FeedOptions } from '../../formats/icalendar/ical-feed.ts';

const MAX_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const MAX_PAGES = 200;
const ACCEPT = 'text/calendar, application/json;q=0.9, */*;q=0.1';
const EXPECTED = 'expected a calendar: iCalendar, or JSON with entries';

/**
 * Reads the calendar in a file. Events that cannot be read are listed with the reason. The event
 * loop is released regularly, so other requests are served during it.
 *
 * @throws AppError VALIDATION_ERROR when the file is not a calendar
 */
export async function readCalendarFeed(bytes: Buffer, options: FeedOptions): Promise<CalendarFeed> {
  const page = lumaPageOf(bytes);
  if (page !== undefined) return readLumaFeed(page.entries, options, pacer());
  const feed = await readIcalFeed(bytes, options, pacer());
  if (feed === undefined) throw invalid('file', EXPECTED, 'file_type', { expected: ['.ics'] });
  return feed;
}

/**
 * Fetches the calendar at an address of an organizer and reads it as `readCalendarFeed` does. It
 * fetches all pages of a JSON calendar, together in at most 10 s and 20 MiB.
 *
 * @throws AppError VALIDATION_ERROR when the address is not allowed or is not a calendar;
 *   UPSTREAM_ERROR when it cannot be fetched
 */
export async function fetchCalendarFeed(
  http: Pick<OutboundHttp, 'get'>,
  url: string,
  options: FeedOptions,
): Promise<CalendarFeed> {
  const deadline = performance.now() + TIMEOUT_MS;
  let left = MAX_BYTES;
  const get = async (address: string) => {
    const timeoutMs = Math.max(1, Math.round(deadline - performance.now()));
    const response = await http.get(address, { maxBytes: left, timeoutMs, accept: ACCEPT });
    left -= response.body.length;
    return response;
  };

  const { url: found, body } = await get(url);
  const first = lumaPageOf(body);
  if (first !== undefined) {
    const entries = await allEntries(first, async (cursor) => {
      const next = new URL(found);
      next.searchParams.set('pagination_cursor', cursor);
      return lumaPageOf((await get(next.href)).body);
    });
    return readLumaFeed(entries, options, pacer());
  }
  const feed = await readIcalFeed(body, options, pacer());
  if (feed === undefined) throw invalid('url', EXPECTED, 'file_type', { expected: ['.ics'] });
  return feed;
}

/** The entries of a page and of the following pages, up to one page beyond the limit. */
async function allEntries(
  first: LumaPage,
  pageAt: (cursor: string) => Promise<LumaPage | undefined>,
): Promise<unknown[]> {
  const entries = [...first.entries];
  const seen = new Set<string>();
  let { next } = first;
  while (next !== null && entries.length <= MAX_FEED_EVENTS) {
    if (seen.has(next) || seen.size >= MAX_PAGES) throw brokenPages();
    seen.add(next);
    const page = await pageAt(next);
    if (page === undefined) throw brokenPages();
    entries.push(...page.entries);
    next = page.next;
  }
  return entries;
}

const brokenPages = () =>
  new AppError('UPSTREAM_ERROR', 'A page of this calendar is missing or repeated');
