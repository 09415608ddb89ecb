import { createHash } from 'node:crypto';
import type { Administrator } from '../../domain/administration/administrators.ts';
import type { UnusedGroup } from '../../domain/programme/agenda-groups.ts';
import {
  type CalendarFeed,
  NO_EVENT,
  noteOn,
  recurrenceWindow,
} from '../../domain/programme/calendar-feeds.ts';
import { absentFrom } from '../../domain/programme/calendars.ts';
import type { BroughtFeedEvent } from '../../domain/programme/event-imports.ts';
import { type AdminEventView, adminEventView } from '../../domain/programme/events.ts';
import {
  type EventFieldChange,
  MAX_LISTED_CHANGES,
} from '../../domain/programme/import-changes.ts';
import { remark } from '../../domain/reasons.ts';
import { conflict, notFound } from '../../errors.ts';
import type { FeedOrigin } from '../../repositories/programme/event-imports.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { type CalendarFeedsService, chosenEvents, type FeedSource } from './calendars.service.ts';
import { tried } from './dry-runs.service.ts';
import type {
  FeedImport,
  ImportedEvent,
  ImportedEventsService,
  ImportTarget,
} from './imported-events.service.ts';

/** A calendar and the options of its import. */
export interface EventImportRequest extends FeedSource, Omit<ImportTarget, 'origin'> {
  /** Whether to only report what the import would do. */
  readonly dry_run: boolean;
}

export interface CalendarImport extends EventImportRequest {
  /** What to do with events that the calendar no longer has: keep or cancel them. */
  readonly absent: 'keep' | 'cancel';
}

/** An event that an earlier import brought and that this one does not contain. */
export interface AbsentFeedEvent {
  readonly uid: string;
  readonly event_id: number;
  readonly title: string;
  readonly starts_at: string;
}

/** An event that an import changed. In a dry run, a created event has an id that no event gets. */
export interface ChangedFeedEvent {
  readonly uid: string;
  readonly event_id: number;
  readonly title: string;
  readonly starts_at: string;
  readonly result: 'created' | 'updated' | 'cancelled';
  /** Of an updated event; empty if only what the API does not show, or an organizer edited, has changed. */
  readonly changes: readonly EventFieldChange[];
}

const KEPT = noteOn(
  NO_EVENT,
  remark('Absent events are not cancelled, because events could not be read', 'events_kept'),
);

/** The result of an import. */
export interface CalendarReport
  extends Readonly<Record<ImportedEvent['outcome'], number>>,
    Pick<CalendarFeed, 'skipped' | 'warnings'> {
  /**
   * The events of earlier imports, from the same address or by file into the same conference, that
   * the calendar no longer has.
   */
  readonly absent: readonly AbsentFeedEvent[];
  /** Rooms of the conference without an item or event. */
  readonly unused_rooms: readonly UnusedGroup[];
  /** The first 1,000 events that it created, updated or cancelled. */
  readonly changed: readonly ChangedFeedEvent[];
  readonly dry_run: boolean;
  /** Only of a dry run: the number of users whom the import would notify. */
  readonly would_notify?: number;
}

/** The result of the import of one event. */
export interface EventImport {
  readonly result: 'created' | 'updated' | 'unchanged';
  readonly event: AdminEventView;
  readonly dry_run: boolean;
}

interface Deps {
  readonly store: Store;
  readonly events: ImportedEventsService;
  readonly feeds: CalendarFeedsService;
  readonly defaultUrl: string | undefined;
  readonly now: () => Date;
}

/** Imports events of external calendars and updates them on later imports. */
export class EventImportsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Imports every valid event and lists the others in `skipped`. A repeated import changes nothing.
   * A changed event is updated in place and keeps its attendees. An event that is missing from the
   * calendar is listed in `absent`, and stays or is cancelled: not while events cannot be read. A dry
   * run reports the same and changes nothing.
   *
   * @throws AppError VALIDATION_ERROR for an invalid calendar or a disallowed address; NOT_FOUND for
   *   the conference; UPSTREAM_ERROR if the calendar cannot be fetched
   */
  async importAll(by: Administrator, source: CalendarImport): Promise<CalendarReport> {
    const from = { ...source, url: source.url ?? this.#deps.defaultUrl };
    const feed = await this.#deps.feeds.read(from);
    return this.#inTransaction(source, async (tx) => {
      const target = { by, origin: originOf(from), ...source };
      const cancels = source.absent === 'cancel';
      const isWhole = feed.skipped.every(({ withheld }) => withheld);
      const { imported, counts, skipped, absent } = await this.#deps.events.import(
        tx,
        target,
        feed,
        {
          absentOf: (present) => this.#absent(tx, target, feed, present),
          cancelsAbsent: cancels && isWhole,
        },
      );
      const { conference_id } = target.origin;
      return {
        ...counts,
        changed: changedOf(imported),
        skipped,
        warnings: [...feed.warnings, ...(cancels && !isWhole && absent.length > 0 ? [KEPT] : [])],
        absent: absent.map(absentEvent),
        unused_rooms:
          conference_id === null
            ? []
            : await tx.read.agendaGroups.listUnused({ conference_id, kind: 'room' }),
        dry_run: source.dry_run,
      };
    });
  }

  /**
   * Imports one event: the only one of the calendar, or the one with `uid`. A recurring event is
   * imported with all instances; the result describes the next one. After a dry run, the event of
   * the result may not exist.
   *
   * @throws AppError as `importAll`; VALIDATION_ERROR without a unique, valid event; CONFLICT if an
   *   administrator deleted it, or it was cancelled before its first import
   */
  async importOne(
    by: Administrator,
    source: EventImportRequest & { readonly uid?: string | undefined },
  ): Promise<EventImport> {
    const events = chosenEvents(await this.#deps.feeds.read(source), source);
    return this.#inTransaction(source, async (tx) => {
      const target = { by, origin: originOf(source), ...source };
      const { outcome, id } = this.#next(
        await this.#deps.events.import(tx, target, { events, skipped: [] }),
      );
      const event = await tx.read.adminEvents.find(id);
      if (!event) throw notFound('event');
      return {
        result: outcome === 'cancelled' ? 'updated' : outcome,
        event: adminEventView(event, this.#deps.now()),
        dry_run: source.dry_run,
      };
    });
  }

  /** The next of the imported instances, else the first. */
  #next({ imported, skipped }: FeedImport): ImportedEvent {
    const byStart = imported.toSorted((a, b) => (a.event.starts_at < b.event.starts_at ? -1 : 1));
    const now = this.#deps.now().toISOString();
    const next = byStart.find(({ event }) => event.ends_at >= now) ?? byStart[0];
    if (!next) {
      throw conflict(
        null,
        `This event ${skipped[0]?.reason ?? 'is not in the calendar'}`,
        'not_in_calendar',
      );
    }
    return next;
  }

  #inTransaction<T extends object>(
    { dry_run }: EventImportRequest,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return dry_run ? tried(this.#deps.store, work) : this.#deps.store.transaction(work);
  }

  /**
   * A file without a conference has no absent events, since a file has no address to recognize it
   * by.
   */
  async #absent(
    tx: Tx,
    { by, origin }: { readonly by: Administrator; readonly origin: FeedOrigin },
    feed: CalendarFeed,
    present: readonly number[],
  ): Promise<BroughtFeedEvent[]> {
    const { conference_id, url_hash } = origin;
    if (url_hash === null && conference_id === null) return [];
    const conference =
      conference_id === null ? undefined : await tx.conferences.find(conference_id);
    return absentFrom(feed, await tx.eventImports.listBrought(origin, by.conference_ids), {
      present,
      window: recurrenceWindow(this.#deps.now(), conference),
    });
  }
}

const absentEvent = ({ id, feed_uid, title, starts_at }: BroughtFeedEvent): AbsentFeedEvent => ({
  uid: feed_uid,
  event_id: id,
  title,
  starts_at,
});

const originOf = ({ conference_id, file, url }: FeedSource): FeedOrigin => ({
  conference_id: conference_id ?? null,
  url_hash: file === undefined && url !== undefined ? hashOfAddress(url) : null,
});

/** Apps write webcal: for https:, and a fragment never reaches the calendar. */
function hashOfAddress(url: string): string {
  const address = new URL(url.replace(/^webcal:/i, 'https:'));
  address.hash = '';
  return createHash('sha256').update(address.href).digest('hex');
}

const changedOf = (imported: readonly ImportedEvent[]): ChangedFeedEvent[] =>
  imported
    .flatMap(({ id, event: { uid, title, starts_at }, outcome, changes }) =>
      outcome === 'unchanged'
        ? []
        : [{ uid, event_id: id, title, starts_at, result: outcome, changes }],
    )
    .slice(0, MAX_LISTED_CHANGES);
