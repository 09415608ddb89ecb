import type { Administrator } from '../../domain/administration/administrators.ts';
import { agendaKindOf, trackOf } from '../../domain/programme/agenda.ts';
import type { NotifiedItem } from '../../domain/programme/agenda-changes.ts';
import type { CalendarFeed, FeedEvent } from '../../domain/programme/calendar-feeds.ts';
import { outcomeOfFeed } from '../../domain/programme/calendars.ts';
import {
  type BroughtFeedEvent,
  type ImportPlan,
  planImport,
  planWithin,
} from '../../domain/programme/event-imports.ts';
import type { Event } from '../../domain/programme/events.ts';
import {
  chosenOf,
  countsOf,
  type FeedImport,
  feedKeys,
  goneEvent,
  type ImportedEvent,
  keyedAbsent,
} from '../../domain/programme/feed-imports.ts';
import { mayCancel, type SourceTerms } from '../../domain/programme/source-imports.ts';
import { batchesOf } from '../../lib/batches.ts';
import type { FeedOrigin } from '../../repositories/programme/event-imports.repository.ts';
import type { Tx } from '../../repositories/store.ts';
import type { AttendancesService } from '../attendance/attendances.service.ts';
import type { AgendaNotificationsService } from '../messaging/agenda-notifications.service.ts';
import type { EventNotificationsService } from '../messaging/event-notifications.service.ts';
import { columnsOf, findingsOf, fingerprintOf, WrittenEvents } from './written-events.service.ts';

type Written = Omit<ImportedEvent, 'key' | 'event'> & { readonly event: FeedEvent };

/** The origin of the events, and the options for new ones. */
export interface ImportTarget {
  readonly origin: FeedOrigin;
  /** The status of new events; imported events keep theirs. */
  readonly status: 'approved' | 'pending';
  /** Whether to add new events of a conference to its agenda. */
  readonly agenda: boolean;
  /** Whether attendees are notified of changes. */
  readonly notify: boolean;
  /** Absent of an upload, and of an address that is imported once. */
  readonly source?: SourceTerms | undefined;
}

/** The stored events that a feed no longer has, by the ids of those it has. */
type Absent = (present: readonly number[]) => Promise<readonly BroughtFeedEvent[]>;

interface Deps {
  readonly attendances: AttendancesService<Event>;
  readonly eventNotifications: EventNotificationsService;
  readonly agendaNotifications: AgendaNotificationsService;
  readonly now: () => Date;
}

/** Stores the events of external calendars. */
export class ImportedEventsService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Creates and updates the events of a feed, one feed of a conference at a time. Cancels approved
   * events that are absent if `cancelsAbsent`.
   */
  async import(
    tx: Tx,
    { by, ...target }: ImportTarget & { readonly by: Administrator },
    { events, skipped: invalidEvents }: Pick<CalendarFeed, 'events' | 'skipped'>,
    {
      absentOf,
      cancelsAbsent,
    }: { readonly absentOf: Absent; readonly cancelsAbsent: boolean } = KEEPS,
  ): Promise<FeedImport> {
    const { origin, source } = target;
    const { conference_id } = origin;
    await tx.eventImports.lockImport(conference_id);
    const uids = [...new Set(events.map(({ uid }) => uid))];
    const stored = await tx.eventImports.lockStored(conference_id, uids);
    const deleted = await tx.eventImports.listDeleted(conference_id, uids);
    const whole = planWithin(planImport(events, stored, deleted), by.conference_ids);
    const keys = feedKeys(events);
    const plan = chosenOf(whole, keys, source?.only);
    const present = [...whole.match.map(({ stored }) => stored), ...whole.stale];
    const absent = keyedAbsent(await absentOf(present.map(({ id }) => id)), keys.values());
    const gone = absent.filter(
      (event) => cancelsAbsent && event.status === 'approved' && mayCancel(event, source),
    );
    const event_ids = [...plan.match.map(({ stored }) => stored.id), ...gone.map(({ id }) => id)];
    const kept = await tx.agendaItems.listNotified({ event_ids });
    const found = [
      ...(await this.#create(tx, target, plan.create)),
      ...(await this.#update(tx, target, { match: plan.match, gone })),
    ];
    const put_on_agenda = await this.#putOnAgenda(tx, target, found);
    const imported = [
      ...found.map((one) => ({ ...one, key: keys.get(one.event) ?? '' })),
      ...gone.map(goneEvent),
    ];
    if (target.notify) await this.#notifyKeepers(tx, target, { kept, event_ids });
    const skipped = [...invalidEvents, ...plan.skipped];
    const counts = countsOf(imported);
    if (counts.unchanged < imported.length || put_on_agenda > 0) {
      await tx.audit.record(by, 'event.import', conference_id, {
        after: { ...counts, put_on_agenda, skipped: skipped.length },
      });
    }
    const findings = await findingsOf(tx, plan, keys);
    return {
      imported,
      counts,
      skipped,
      absent,
      ...findings,
      known: present.length + absent.length,
    };
  }

  async #create(
    tx: Tx,
    { origin, status }: ImportTarget,
    create: ImportPlan['create'],
  ): Promise<Written[]> {
    const imported: Written[] = [];
    for (const batch of batchesOf(create)) {
      const slugs = await tx.events.findFreeSlugs(batch.map(({ event }) => event.title));
      const ids = await tx.eventImports.insertMany(
        origin,
        batch.map(({ event, variant }, index) => ({
          ...columnsOf(event, { status, cancelled_by_feed: false }),
          slug: slugs[index] ?? '',
          feed_uid: event.uid,
          feed_variant: variant,
        })),
      );
      for (const [index, { event }] of batch.entries()) {
        imported.push({ id: ids[index] ?? 0, event, outcome: 'created', changes: [] });
      }
    }
    return imported;
  }

  async #update(
    tx: Tx,
    { origin: { conference_id, url_hash }, notify, source }: ImportTarget,
    { match, gone }: Pick<ImportPlan, 'match'> & { readonly gone: readonly BroughtFeedEvent[] },
  ): Promise<Written[]> {
    const imported = match.map(({ event, stored }) => ({
      event,
      id: stored.id,
      ...outcomeOfFeed(stored, event, fingerprintOf(event)),
    }));
    if (url_hash !== null) {
      const ids = imported.map(({ id }) => id);
      await tx.eventImports.updateUrlHash(ids, url_hash);
    }
    await this.#raiseRevisions(tx, match, imported);
    const written = new WrittenEvents(tx);
    for (const batch of batchesOf(imported.filter(({ outcome }) => outcome !== 'unchanged'))) {
      await written.during(batch, () =>
        tx.eventImports.updateMany(
          batch.map(({ id, event, ...state }) => ({ id, ...columnsOf(event, state) })),
        ),
      );
    }
    for (const batch of batchesOf(gone)) {
      await written.during(batch, async (ids) => {
        await tx.eventImports.updateToCancelled(ids);
        await tx.agendaItems.updateFromEvents(ids);
      });
    }
    const { attended, changes } = written;
    const change = { ...attended, now: this.#deps.now(), digest: source?.digest };
    if (notify) await this.#deps.eventNotifications.imported(tx, conference_id, change);
    const revived = match
      .filter(({ event, stored }) => stored.cancelled_by_feed && !event.cancelled)
      .map(({ stored }) => stored.id);
    // Attendees can give up seats while an event is cancelled; a revived event fills them.
    await this.#deps.attendances.promoteAll(tx, revived);
    return imported.map((one) => ({
      ...one,
      changes: (one.outcome === 'updated' && changes.get(one.id)) || [],
    }));
  }

  /** A program can raise the SEQUENCE of an event without another change. */
  async #raiseRevisions(
    tx: Tx,
    match: ImportPlan['match'],
    imported: readonly Pick<ImportedEvent, 'outcome'>[],
  ): Promise<void> {
    const raised = match.flatMap(({ event: { revision }, stored }, index) => {
      const isKnown = revision?.sequence === stored.feed_revision?.sequence;
      return revision && !isKnown && imported[index]?.outcome === 'unchanged'
        ? [{ id: stored.id, feed_revision: revision }]
        : [];
    });
    for (const batch of batchesOf(raised)) await tx.eventImports.updateRevisions(batch);
  }

  /**
   * Updates the existing agenda items of these events and, if requested, adds the missing ones.
   * Returns the number of new items.
   */
  async #putOnAgenda(
    tx: Tx,
    { agenda, origin: { conference_id } }: ImportTarget,
    imported: readonly Written[],
  ): Promise<number> {
    let added = 0;
    const tracks = new Map<string, string>();
    if (agenda && conference_id !== null) {
      for (const track of await tx.eventImports.listTracks(conference_id)) know(tracks, track);
    }
    for (const batch of batchesOf(imported)) {
      const ids = batch.map(({ id }) => id);
      await tx.agendaItems.updateFromEvents(ids);
      if (!agenda || conference_id === null) continue;
      const missing = await tx.eventImports.listMissingFromAgenda(conference_id, ids);
      await tx.agendaItems.insertForEvents(
        missing.map((event) => {
          const track = trackOf(event.tags, tracks);
          if (track !== null) know(tracks, track);
          return { event_id: event.id, kind: agendaKindOf(event), track };
        }),
      );
      added += missing.length;
    }
    return added;
  }

  /** One notice for each user who keeps agenda items of these events and does not attend them. */
  async #notifyKeepers(
    tx: Tx,
    { origin: { conference_id }, source }: ImportTarget,
    { kept, event_ids }: { kept: readonly NotifiedItem[]; event_ids: readonly number[] },
  ): Promise<void> {
    if (kept.length === 0 || conference_id === null) return;
    const conference = await tx.conferences.find(conference_id);
    if (!conference) return;
    const after = await tx.agendaItems.listNotified({ event_ids });
    const change = { before: kept, after, attendees: 'left out', digest: source?.digest } as const;
    await this.#deps.agendaNotifications.imported(tx, conference, change);
  }
}

const KEEPS = { absentOf: async () => [], cancelsAbsent: false };

/** Keeps the first spelling of a track. */
function know(tracks: Map<string, string>, track: string): void {
  const key = track.trim().toLowerCase();
  if (!tracks.has(key)) tracks.set(key, track);
}
