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
  type AbsentFeedEvent,
  absentEvent,
  type ChangedFeedEvent,
  changedOf,
  type FeedImport,
  type ImportedEvent,
  ofUids,
} from '../../domain/programme/feed-imports.ts';
import type { ImportFindings } from '../../domain/programme/source-imports.ts';
import { remark } from '../../domain/reasons.ts';
import { conflict, notFound } from '../../errors.ts';
import { keptUid } from '../../formats/icalendar/uids.ts';
import { hashOfAddress } from '../../lib/address-hashes.ts';
import type { FeedOrigin } from '../../repositories/programme/event-imports.repository.ts';
import type { Store, Tx } from '../../repositories/store.ts';
import { type CalendarFeedsService, chosenEvents, type FeedSource } from './calendars.service.ts';
import { counted, tried } from './dry-runs.service.ts';
import type { ImportedEventsService, ImportTarget } from './imported-events.service.ts';

/** A calendar and the options of its import. */
export interface EventImportRequest extends FeedSource, Omit<ImportTarget, 'origin'> {
  /** Whether to only report what the import would do. */
  readonly dry_run: boolean;
}

export interface CalendarImport extends EventImportRequest {
  /** The address that the file was fetched from, by which its events are known. */
  readonly address?: string | undefined;
  /** Only the events with these UIDs. */
  readonly uids?: readonly string[] | undefined;
  /** Refuses a calendar before anything is locked. */
  readonly checkFeed?: ((feed: CalendarFeed) => void) | undefined;
  /** As `keeps` of `ImportRequest`. */
  readonly keeps?: ((tx: Tx, report: CalendarReport) => Promise<boolean>) | undefined;
  /** What to do with events that the calendar no longer has: keep or cancel them. */
  readonly absent: 'keep' | 'cancel';
}

const KEPT = noteOn(
  NO_EVENT,
  remark('Absent events are not cancelled, because events could not be read', 'events_kept'),
);

/** The result of an import. */
export interface CalendarReport
  extends Readonly<Record<ImportedEvent['outcome'], number>>,
    Pick<CalendarFeed, 'skipped' | 'warnings'>,
    ImportFindings {
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
  /** Absent if it is written at once: the number of users whom the import would notify. */
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
    const from = { ...source, url: source.url ?? (await this.#defaultUrl(by, source)) };
    const feed = ofUids(await this.#deps.feeds.read(from), uidsOf(source));
    source.checkFeed?.(feed);
    return this.#inTransaction(source, async (tx) => {
      const target = { by, origin: originOf(from), ...source };
      const cancels = source.absent === 'cancel';
      const isWhole = feed.skipped.every(({ withheld }) => withheld);
      const { imported, counts, skipped, absent, ...findings } = await this.#deps.events.import(
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
        ...findings,
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

  /** The address of the first calendar that is read again and again, else that of the settings. */
  async #defaultUrl(
    by: Administrator,
    { file, conference_id }: CalendarImport,
  ): Promise<string | undefined> {
    if (file !== undefined) return this.#deps.defaultUrl;
    const { sources } = this.#deps.store;
    const url = await sources.findCalendarUrl(conference_id, by.conference_ids);
    return url ?? this.#deps.defaultUrl;
  }

  async #inTransaction<T extends object>(
    { dry_run, keeps }: Pick<EventImportRequest, 'dry_run'> & Keeps<T>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const { store } = this.#deps;
    if (dry_run) return tried(store, work);
    if (!keeps) return store.transaction(work);
    const { report } = await store.transactionIf(async (tx) => {
      const report = await counted(tx, () => work(tx));
      return { report, isKept: await keeps(tx, report) };
    });
    return report;
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

interface Keeps<T> {
  readonly keeps?: ((tx: Tx, report: T) => Promise<boolean>) | undefined;
}

const uidsOf = ({ uids }: Pick<CalendarImport, 'uids'>) =>
  uids && new Set(uids.map((uid) => keptUid(uid)));

const originOf = ({
  conference_id,
  file,
  url,
  address = file === undefined ? url : undefined,
}: FeedSource & Pick<CalendarImport, 'address'>): FeedOrigin => ({
  conference_id: conference_id ?? null,
  url_hash: address === undefined ? null : hashOfAddress(address),
});
