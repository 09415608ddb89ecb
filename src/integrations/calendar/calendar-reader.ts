import type { CalendarFeed } from '../../domain/programme/calendar-feeds.ts';
import { OutboundHttp } from '../outbound-http.ts';
import { type FeedOptions, fetchCalendarFeed, readCalendarFeed } from './calendar-feed.ts';

/** Reads external calendars, as `readCalendarFeed` and `fetchCalendarFeed` do. */
export interface CalendarReader {
  read(bytes: Buffer, options: FeedOptions): Promise<CalendarFeed>;
  fetch(url: string, options: FeedOptions): Promise<CalendarFeed>;
}

export function openCalendarReader(settings: { readonly allowPrivate: boolean }): CalendarReader {
  const http = new OutboundHttp(settings);
  return {
    read: readCalendarFeed,
    fetch: (url, options) => fetchCalendarFeed(http, url, options),
  };
}
