import { readFile } from 'node:fs/promises';
import type { CalendarFeed, FeedEvent } from '../../domain/programme/calendar-feeds.ts';
import { invalid, notFound } from '../../errors.ts';
import { keptUid } from '../../formats/icalendar/uids.ts';
import { fetchCalendarFeed, readCalendarFeed } from '../../integrations/calendar/calendar-feed.ts';
import type { OutboundHttp } from '../../integrations/outbound-http.ts';
import type { Store } from '../../repositories/store.ts';

/** Where the calendar of somebody else is, and how it is read. */
export interface FeedSource {
  /** The path of an uploaded file; it counts before `url`. */
  readonly file?: string | undefined;
  readonly url?: string | undefined;
  /** Whose zone counts where neither `timezone` nor the calendar states one. */
  readonly conference_id?: number | undefined;
  /** The zone of times that state none. */
  readonly timezone?: string | undefined;
}

/** Reads the calendars of others. */
export class CalendarFeedsService {
  readonly #store: Store;
  readonly #http: OutboundHttp;
  readonly #now: () => Date;

  constructor(deps: { store: Store; http: OutboundHttp; now: () => Date }) {
    this.#store = deps.store;
    this.#http = deps.http;
    this.#now = deps.now;
  }

  /**
   * @throws AppError VALIDATION_ERROR for what is no calendar or an address that is not allowed;
   *   NOT_FOUND for the conference; UPSTREAM_ERROR when the calendar cannot be fetched
   */
  async read({ file, url, conference_id, timezone }: FeedSource): Promise<CalendarFeed> {
    const conference =
      conference_id === undefined ? undefined : await this.#store.conferences.find(conference_id);
    if (conference_id !== undefined && !conference) throw notFound('conference');

    const fallback_timezone = conference?.timezone ?? 'UTC';
    const options = { timezone, fallback_timezone, now: this.#now() };
    if (file !== undefined) return readCalendarFeed(await readFile(file), options);
    if (url !== undefined) return fetchCalendarFeed(this.#http, url, options);
    throw invalid('url', 'expected the address of a calendar, or a file in the form field file');
  }
}

/**
 * The event that `uid` names, with all its instances; without it the only one there is.
 * @throws AppError VALIDATION_ERROR when nothing, or more than one thing, is meant
 */
export function chosenEvents(
  { events, skipped }: CalendarFeed,
  { file, uid }: Pick<FeedSource, 'file'> & { readonly uid?: string | undefined },
): FeedEvent[] {
  const isMeant = (event: { readonly uid: string | null }) =>
    uid === undefined || event.uid === keptUid(uid);
  const chosen = events.filter(isMeant);
  // The instances of a repeating event are one; but many a feed gives one UID to several events.
  const uids = new Set(chosen.map((event) => event.uid));
  const several = uid === undefined && chosen.filter((event) => !event.recurrence_id).length > 1;
  if (uids.size > 1 || several) {
    throw invalid('uid', 'expected one, since the calendar holds several events');
  }
  if (uids.size === 1) return chosen;

  const refused = skipped.find(isMeant);
  const field = file === undefined ? 'url' : 'file';
  if (refused) throw invalid(field, `the event is not understood: ${refused.reason}`);
  throw invalid('uid', 'no such event in the calendar');
}
