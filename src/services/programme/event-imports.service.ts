import { createHash } from 'node:crypto';
import type { Administrator } from '../../domain/people/administrators.ts';
import { agendaKindOf } from '../../domain/programme/agenda.ts';
import type {
  CalendarFeed,
  FeedEvent,
  SkippedFeedEvent,
} from '../../domain/programme/calendar-feeds.ts';
import {
  type ImportPlan,
  outcomeOfFeed,
  planImport,
} from '../../domain/programme/event-imports.ts';
import type { Event } from '../../domain/programme/events.ts';
import { AppError } from '../../errors.ts';
import type { FeedColumns } from '../../repositories/programme/event-imports.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import type { AttendancesService } from '../attendance/attendances.service.ts';
import type { NotificationsService } from '../messaging/notifications.service.ts';
import {
  type CalendarFeedsService,
  chosenEvents,
  type FeedSource,
} from './calendar-feeds.service.ts';

/** A calendar and the options of its import. */
export interface CalendarImport extends FeedSource {
  /** The status of new events; imported events keep theirs. */
  readonly status: 'approved' | 'pending';
  /** Whether to add new events of a conference to its agenda. */
  readonly agenda: boolean;
}

/** The result of an import. */
export interface CalendarReport {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly cancelled: number;
  readonly skipped: readonly SkippedFeedEvent[];
}

/** An event of the feed with the id of its stored event. */
interface Imported {
  readonly id: number;
  readonly event: FeedEvent;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'cancelled';
}

/** Rows per statement: few enough to stay well under the statement timeout with texts of any length. */
const BATCH = 500;

/** Imports events of external calendars and updates them on later imports. */
export class EventImportsService {
  readonly #store: Store;
  readonly #attendances: AttendancesService<Event>;
  readonly #notifications: NotificationsService;
  readonly #feeds: CalendarFeedsService;
  readonly #defaultUrl: string | undefined;
  readonly #now: () => Date;

  constructor(deps: {
    store: Store;
    attendances: AttendancesService<Event>;
    notifications: NotificationsService;
    feeds: CalendarFeedsService;
    defaultUrl: string | undefined;
    now: () => Date;
  }) {
    this.#store = deps.store;
    this.#attendances = deps.attendances;
    this.#notifications = deps.notifications;
    this.#feeds = deps.feeds;
    this.#defaultUrl = deps.defaultUrl;
    this.#now = deps.now;
  }

  /**
   * Imports every valid event and lists the others in `skipped`. A repeated import changes nothing.
   * A changed event is updated in place and keeps its attendees. An event that is missing from the
   * calendar stays.
   *
   * @throws AppError VALIDATION_ERROR for an invalid calendar or a disallowed address; NOT_FOUND for
   *   the conference; UPSTREAM_ERROR if the calendar cannot be fetched
   */
  async importAll(by: Administrator, source: CalendarImport): Promise<CalendarReport> {
    const feed = await this.#feeds.read({ ...source, url: source.url ?? this.#defaultUrl });
    const { imported, skipped } = await this.#import(by, source, feed);
    return { ...countsOf(imported), skipped };
  }

  /**
   * Imports one event: the only one of the calendar, or the one with `uid`. A recurring event is
   * imported with all instances; the result describes the next one.
   *
   * @throws AppError as `importAll`; VALIDATION_ERROR without a unique, valid event; CONFLICT if an
   *   administrator deleted it, or it was cancelled before its first import
   */
  async importOne(
    by: Administrator,
    source: CalendarImport & { readonly uid?: string | undefined },
  ): Promise<{ result: 'created' | 'updated' | 'unchanged'; event_id: number }> {
    const events = chosenEvents(await this.#feeds.read(source), source);
    const { imported, skipped } = await this.#import(by, source, { events, skipped: [] });
    const byStart = imported.toSorted((a, b) => (a.event.starts_at < b.event.starts_at ? -1 : 1));
    const now = this.#now().toISOString();
    const next = byStart.find(({ event }) => event.ends_at >= now) ?? byStart[0];
    if (!next) {
      throw new AppError(
        'CONFLICT',
        `This event ${skipped[0]?.reason ?? 'is not in the calendar'}`,
      );
    }
    const { outcome, id } = next;
    return { result: outcome === 'cancelled' ? 'updated' : outcome, event_id: id };
  }

  async #import(
    by: Administrator,
    source: CalendarImport,
    { events, skipped: invalidEvents }: Pick<CalendarFeed, 'events' | 'skipped'>,
  ) {
    const conferenceId = source.conference_id ?? null;
    return this.#store.transaction(async (tx) => {
      await tx.eventImports.lockImport(conferenceId);
      const uids = [...new Set(events.map(({ uid }) => uid))];
      const plan = planImport(
        events,
        await tx.eventImports.lockStored(conferenceId, uids),
        await tx.eventImports.listDeleted(conferenceId, uids),
      );
      const imported = [
        ...(await this.#create(tx, source, plan.create)),
        ...(await this.#update(tx, plan.match)),
      ];
      const put_on_agenda = await this.#putOnAgenda(tx, source, imported);
      const skipped = [...invalidEvents, ...plan.skipped];
      const counts = countsOf(imported);
      if (counts.unchanged < imported.length || put_on_agenda > 0) {
        await tx.audit.record(by, 'event.import', conferenceId, {
          after: { ...counts, put_on_agenda, skipped: skipped.length },
        });
      }
      return { imported, skipped };
    });
  }

  async #create(tx: Tx, { conference_id, status }: CalendarImport, create: ImportPlan['create']) {
    const imported: Imported[] = [];
    for (const batch of batchesOf(create)) {
      const slugs = await tx.events.findFreeSlugs(batch.map(({ event }) => event.title));
      const ids = await tx.eventImports.insertMany(
        conference_id ?? null,
        batch.map(({ event, variant }, index) => ({
          ...columnsOf(event, { status, cancelled_by_feed: false }),
          slug: slugs[index] ?? '',
          feed_uid: event.uid,
          feed_variant: variant,
        })),
      );
      for (const [index, { event }] of batch.entries()) {
        imported.push({ id: ids[index] ?? 0, event, outcome: 'created' });
      }
    }
    return imported;
  }

  async #update(tx: Tx, match: ImportPlan['match']) {
    const imported = match.map(({ event, stored }) => ({
      event,
      id: stored.id,
      ...outcomeOfFeed(stored, event, fingerprintOf(event)),
    }));
    for (const batch of batchesOf(imported.filter(({ outcome }) => outcome !== 'unchanged'))) {
      const ids = batch.map(({ id }) => id);
      const before = await tx.events.listAttended(ids);
      await tx.eventImports.updateMany(
        batch.map(({ id, event, ...state }) => ({ id, ...columnsOf(event, state) })),
      );
      const after = await tx.events.listAttended(ids);
      await this.#notifications.eventsChanged(tx, { before, after, now: this.#now() });
    }
    const revived = match
      .filter(({ event, stored }) => stored.cancelled_by_feed && !event.cancelled)
      .map(({ stored }) => stored.id);
    await this.#promoteWaitlisted(tx, revived);
    return imported satisfies Imported[];
  }

  /**
   * Updates the existing agenda items of these events and, if requested, adds the missing ones.
   * Returns the number of new items.
   */
  async #putOnAgenda(
    tx: Tx,
    { agenda, conference_id }: CalendarImport,
    imported: readonly Imported[],
  ): Promise<number> {
    let added = 0;
    for (const batch of batchesOf(imported)) {
      const ids = batch.map(({ id }) => id);
      await tx.agendaItems.updateFromEvents(ids);
      if (!agenda || conference_id === undefined) continue;
      const missing = await tx.eventImports.listMissingFromAgenda(conference_id, ids);
      await tx.agendaItems.insertForEvents(
        missing.map((event) => ({ event_id: event.id, kind: agendaKindOf(event) })),
      );
      added += missing.length;
    }
    return added;
  }

  /** Attendees can give up seats while an event is cancelled; a revived event fills them. */
  async #promoteWaitlisted(tx: Tx, eventIds: readonly number[]): Promise<void> {
    for (const id of await tx.eventAttendances.listWithWaitlist(eventIds)) {
      const event = await tx.events.lock(id);
      if (event) await this.#attendances.promoteFromWaitlist(tx, event);
    }
  }
}

const columnsOf = (
  event: FeedEvent,
  { status, cancelled_by_feed }: Pick<FeedColumns, 'status' | 'cancelled_by_feed'>,
): FeedColumns => ({
  title: event.title,
  description: event.description,
  starts_at: event.starts_at,
  ends_at: event.ends_at,
  all_day: event.all_day,
  timezone: event.timezone,
  venue_name: event.location,
  venue_latitude: event.latitude,
  venue_longitude: event.longitude,
  url: event.url,
  image_url: event.image_url,
  organizer: event.organizer,
  tags: event.tags,
  status,
  cancelled_by_feed,
  feed_recurrence_id: event.recurrence_id ?? '',
  feed_fingerprint: fingerprintOf(event),
});

function countsOf(imported: readonly Imported[]): Omit<CalendarReport, 'skipped'> {
  const counts = { created: 0, updated: 0, unchanged: 0, cancelled: 0 };
  for (const { outcome } of imported) counts[outcome] += 1;
  return counts;
}

/** Equal fingerprints mean that the calendar has not changed the event. */
function fingerprintOf({ sequence: _, ...content }: FeedEvent): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}

function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH) yield items.slice(start, start + BATCH);
}
