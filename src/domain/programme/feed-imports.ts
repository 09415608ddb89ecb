import type { CalendarFeed, FeedEvent, SkippedFeedEvent } from './calendar-feeds.ts';
import type { BroughtFeedEvent, ImportPlan } from './event-imports.ts';
import { type EventFieldChange, MAX_LISTED_CHANGES } from './import-changes.ts';
import { type ImportFindings, rowKeys } from './source-imports.ts';

/** An event of the feed with the id of its stored event. */
export interface ImportedEvent {
  readonly id: number;
  readonly key: string;
  readonly event: Pick<FeedEvent, 'uid' | 'title' | 'starts_at' | 'ends_at'>;
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'cancelled';
  /** Of one that the import updates: what it changes. */
  readonly changes: readonly EventFieldChange[];
}

type KeyedAbsent = ReturnType<typeof keyedAbsent>[number];

/** The changes of an import, made or, in a dry run, only planned. */
export interface FeedImport extends ImportFindings {
  readonly imported: readonly ImportedEvent[];
  readonly counts: Readonly<Record<ImportedEvent['outcome'], number>>;
  readonly skipped: readonly SkippedFeedEvent[];
  /** What earlier imports brought and the feed no longer has. */
  readonly absent: readonly KeyedAbsent[];
}

/** An event that an earlier import brought and that this one does not contain. */
export interface AbsentFeedEvent {
  readonly uid: string;
  readonly key: string;
  readonly event_id: number;
  readonly title: string;
  readonly starts_at: string;
}

/** An event that an import changed. In a dry run, a created event has an id that no event gets. */
export interface ChangedFeedEvent extends AbsentFeedEvent {
  readonly result: 'created' | 'updated' | 'cancelled';
  /** Of an updated event; empty if only what the API does not show, or an organizer edited, has changed. */
  readonly changes: readonly EventFieldChange[];
}

export type FeedKeys = ReadonlyMap<FeedEvent, string>;

/** The keys of the events of a calendar: by UID and instance, else by start and title. */
export function feedKeys(events: readonly FeedEvent[]): FeedKeys {
  const keys = rowKeys(
    events.map(({ uid, recurrence_id, starts_at, title }) => [
      uid,
      recurrence_id ?? '',
      starts_at,
      title,
    ]),
  );
  return new Map(events.map((event, index) => [event, keys[index] ?? '']));
}

/** The events that a calendar no longer has, with keys that none of its events has. */
export function keyedAbsent(absent: readonly BroughtFeedEvent[], taken: Iterable<string>) {
  const keys = rowKeys(
    absent.map(({ feed_uid, feed_recurrence_id, starts_at, title }) => [
      feed_uid,
      feed_recurrence_id,
      starts_at,
      title,
    ]),
    taken,
  );
  return absent.map((event, index) => ({ ...event, key: keys[index] ?? '' }));
}

/** The part of a plan that is about the chosen events. */
export function chosenOf(
  plan: ImportPlan,
  keys: FeedKeys,
  only: ReadonlySet<string> | undefined,
): ImportPlan {
  if (!only) return plan;
  const isChosen = ({ event }: { readonly event: FeedEvent }) => only.has(keys.get(event) ?? '');
  return { ...plan, create: plan.create.filter(isChosen), match: plan.match.filter(isChosen) };
}

/** An absent event that the import cancels. */
export const goneEvent = ({ id, key, feed_uid, title, starts_at }: KeyedAbsent): ImportedEvent => ({
  id,
  key,
  event: { uid: feed_uid, title, starts_at, ends_at: starts_at },
  outcome: 'cancelled',
  changes: [],
});

export const absentEvent = ({
  id,
  key,
  feed_uid,
  title,
  starts_at,
}: KeyedAbsent): AbsentFeedEvent => ({ uid: feed_uid, key, event_id: id, title, starts_at });

/** The first events that an import changes. */
export const changedOf = (imported: readonly ImportedEvent[]): ChangedFeedEvent[] =>
  imported
    .flatMap(({ id, key, event: { uid, title, starts_at }, outcome, changes }) =>
      outcome === 'unchanged'
        ? []
        : [{ uid, key, event_id: id, title, starts_at, result: outcome, changes }],
    )
    .slice(0, MAX_LISTED_CHANGES);

export function countsOf(imported: readonly ImportedEvent[]): FeedImport['counts'] {
  const counts = { created: 0, updated: 0, unchanged: 0, cancelled: 0 };
  for (const { outcome } of imported) counts[outcome] += 1;
  return counts;
}

/** The part of a calendar that is about these UIDs; all of it without them. */
export function ofUids(
  feed: CalendarFeed,
  uids: ReadonlySet<string | null> | undefined,
): CalendarFeed {
  if (!uids) return feed;
  const isWanted = ({ uid }: { readonly uid: string | null }) => uid === null || uids.has(uid);
  return {
    ...feed,
    events: feed.events.filter(isWanted),
    skipped: feed.skipped.filter(isWanted),
    warnings: feed.warnings.filter(isWanted),
  };
}
