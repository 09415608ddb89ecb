import { readFile } from 'node:fs/promises';
import {
  type CalendarFeed,
  type FeedEvent,
  NO_EVENTS,
} from '../../domain/programme/calendar-feeds.ts';
import { invalid, notFound } from '../../errors.ts';
import { keptUid } from '../../formats/icalendar/uids.ts';
import type { CalendarReader } from '../../integrations/calendar/calendar-reader.ts';
import type { Store } from '../../repositories/store.ts';

/** An external calendar and how to read it. */
export interface FeedSource {
  /** The path of an uploaded file; it takes precedence over `url`. */
  readonly file?: string | undefined;
  readonly url?: string | undefined;
  /** Its time zone applies if neither `timezone` nor the calendar has one. */
  readonly conference_id?: number | undefined;
  /** The time zone of times without one. */
  readonly timezone?: string | undefined;
}

interface Deps {
  readonly store: Store;
  readonly calendars: () => Promise<CalendarReader>;
  readonly now: () => Date;
}

/** Reads external calendars. */
export class CalendarFeedsService {
  readonly #deps: Deps;
  /** `calendars` is called when a calendar is read. */
  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * @throws AppError VALIDATION_ERROR for an invalid calendar or a disallowed address; NOT_FOUND for
   *   the conference; UPSTREAM_ERROR if the calendar cannot be fetched
   */
  async read({ file, url, conference_id, timezone }: FeedSource): Promise<CalendarFeed> {
    const conference =
      conference_id === undefined
        ? undefined
        : await this.#deps.store.conferences.find(conference_id);
    if (conference_id !== undefined && !conference) throw notFound('conference');

    const fallback_timezone = conference?.timezone ?? 'UTC';
    const options = { timezone, fallback_timezone, now: this.#deps.now(), conference };
    const calendars = await this.#deps.calendars();
    if (file !== undefined) return calendars.read(await readFile(file), options);
    if (url !== undefined) return calendars.fetch(url, options);
    throw invalid(
      'url',
      'expected a calendar address, or a file in the form field file',
      'one_required',
      { fields: ['url', 'file'] },
    );
  }
}

/**
 * The event with `uid` and all its instances; without `uid` the only event of the calendar.
 * @throws AppError VALIDATION_ERROR if no event, or more than one, matches
 */
export function chosenEvents(
  { events, skipped, warnings }: CalendarFeed,
  { file, uid }: Pick<FeedSource, 'file'> & { readonly uid?: string | undefined },
): FeedEvent[] {
  const matches = (event: { readonly uid: string | null }) =>
    uid === undefined || event.uid === keptUid(uid);
  const chosen = events.filter(matches);
  // All instances of a recurring event share one UID, but many feeds also give one UID to several
  // separate events.
  const uids = new Set(chosen.map((event) => event.uid));
  const single = chosen.filter((event) => !event.recurrence_id);
  if (uids.size > 1 || (uid === undefined && single.length > 1)) {
    throw invalid(
      'uid',
      'expected the UID of one event, as the calendar has several events',
      'several_events',
    );
  }
  if (uids.size === 1) return chosen;

  const invalidEvent = skipped.find(matches);
  const field = file === undefined ? 'url' : 'file';
  if (invalidEvent)
    throw invalid(field, `expected a valid event: ${invalidEvent.reason}`, 'file_damaged');
  const warning = warnings.find((each) =>
    each.uid ? matches(each) : events.length === 0 && each !== NO_EVENTS,
  );
  if (warning) throw invalid(field, `expected an event to import: ${warning.reason}`, 'file_empty');
  const none = warnings.includes(NO_EVENTS) ? `. ${NO_EVENTS.reason}` : '';
  throw invalid('uid', `expected the UID of an event in the calendar${none}`, 'not_found');
}
