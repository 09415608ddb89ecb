import { hash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ShareLink } from '../../domain/messaging/start-parameters.ts';
import {
  type CalendarFeed,
  type FeedEvent,
  NO_EVENTS,
} from '../../domain/programme/calendar-feeds.ts';
import {
  CALENDAR_LOOK_BACK_MS,
  type Calendar,
  type CalendarEntry,
  entryOfEvent,
  entryOfItem,
  sharedEntry,
} from '../../domain/programme/calendars.ts';
import { forbidden, invalid, notFound, unauthorized } from '../../errors.ts';
import { calendarFile } from '../../formats/icalendar/calendar-file.ts';
import { keptUid } from '../../formats/icalendar/uids.ts';
import type { CalendarReader } from '../../integrations/calendar/calendar-reader.ts';
import type { Store } from '../../repositories/store.ts';

/** An iCalendar file. */
export interface CalendarDocument {
  readonly filename: string;
  readonly text: string;
}

/** The address at which calendar apps read a user's events. */
export interface CalendarLink {
  readonly url: string;
  readonly created_at: string;
}

/** What the client chooses of a file. */
type FileOptions = Pick<Calendar, 'alarm'>;

interface Deps {
  readonly store: Store;
  readonly publicUrl: () => string;
  readonly shareUrl: ShareLink;
  readonly now: () => Date;
}

/** iCalendar files for calendar apps. */
export class CalendarsService {
  readonly #deps: Deps;
  /** @param deps.publicUrl the origin of links; if it is empty, a link is a path */
  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws AppError NOT_FOUND also for an event that is not public */
  async event(id: number, { alarm }: FileOptions): Promise<CalendarDocument> {
    const event = await this.#deps.store.read.calendars.findEvent(id);
    if (!event) throw notFound('event');
    const { slug, title: name, timezone } = event;
    return documentOf(slug, {
      name,
      timezone,
      alarm,
      entries: [this.#shared('event', event, entryOfEvent(event))],
    });
  }

  /** @throws AppError NOT_FOUND also for a draft */
  async agenda(
    by: { id: number } | { slug: string },
    { alarm }: FileOptions,
  ): Promise<CalendarDocument> {
    const conference = await this.#deps.store.read.conferences.find(by);
    if (!conference) throw notFound('conference');
    const { id, slug, name, timezone, venue } = conference;
    const items = await this.#deps.store.read.calendars.listAgenda(id);
    const entries = items.map((item) =>
      this.#shared('agenda_item', item, entryOfItem(item, venue)),
    );
    return documentOf(`${slug}-agenda`, { name, timezone, entries, alarm });
  }

  /**
   * The events that a user attends or is waitlisted for, and the agenda items they keep. The user is the signed-in one, else the
   * owner of the link's token.
   *
   * @throws AppError UNAUTHORIZED without either; FORBIDDEN for a blocked owner
   */
  async eventsOf(
    userId: number | undefined,
    { token, alarm }: FileOptions & { readonly token?: string | undefined },
  ): Promise<CalendarDocument> {
    const ownerId = userId ?? (await this.#ownerOf(token));
    const since = new Date(this.#deps.now().getTime() - CALENDAR_LOOK_BACK_MS).toISOString();
    const events = await this.#deps.store.read.calendars.listEventsOf(ownerId, since);
    const kept = await this.#deps.store.read.calendars.listKeptBy(ownerId, since);
    const entries = [
      ...events.map((event) => this.#shared('event', event, entryOfEvent(event, event.attendance))),
      ...kept.map(({ venue, ...item }) =>
        this.#shared('agenda_item', item, entryOfItem(item, venue)),
      ),
    ];
    return documentOf('hallway', { name: 'Hallway', timezone: null, entries, alarm });
  }

  /**
   * Creates a user's calendar link and invalidates the previous one. The link is returned only here,
   * as the database has only the hash of its token.
   *
   * @throws AppError UNAUTHORIZED if the user was erased concurrently
   */
  async createLink(user_id: number): Promise<CalendarLink> {
    const token = randomBytes(32).toString('base64url');
    const created_at = this.#deps.now().toISOString();
    const link = { user_id, token_hash: hashOf(token), created_at };
    if (!(await this.#deps.store.calendarLinks.upsert(link))) throw unauthorized();
    return { url: `${this.#deps.publicUrl()}/api/v1/events/my.ics?token=${token}`, created_at };
  }

  /** The creation time of a user's link; null without a link. */
  async linkOf(userId: number): Promise<{ readonly created_at: string | null }> {
    const link = await this.#deps.store.calendarLinks.find(userId);
    return { created_at: link?.created_at ?? null };
  }

  /** Safe to repeat. */
  async deleteLink(userId: number): Promise<void> {
    await this.#deps.store.calendarLinks.delete(userId);
  }

  #shared(
    kind: 'event' | 'agenda_item',
    { id }: { readonly id: number },
    entry: CalendarEntry,
  ): CalendarEntry {
    return sharedEntry(entry, this.#deps.shareUrl({ kind, id }));
  }

  async #ownerOf(token: string | undefined): Promise<number> {
    const owner = token && (await this.#deps.store.calendarLinks.findOwner(hashOf(token)));
    if (!owner) throw unauthorized();
    if (owner.is_blocked) throw forbidden();
    return owner.user_id;
  }
}

const documentOf = (name: string, calendar: Calendar): CalendarDocument => ({
  filename: `${name}.ics`,
  text: calendarFile(calendar),
});

const hashOf = (token: string): string => hash('sha256', token, 'hex');

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

/** Reads external calendars. */
export class CalendarFeedsService {
  readonly #deps;
  /** `calendars` is called when a calendar is read. */
  constructor(deps: { store: Store; calendars: () => Promise<CalendarReader>; now: () => Date }) {
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
