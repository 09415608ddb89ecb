import { type Remark, remark } from '../reasons.ts';
import {
  type FeedEvent,
  type FeedRevision,
  noteOn,
  type SkippedFeedEvent,
} from './calendar-feeds.ts';
import type { EventStatus } from './events.ts';

/** An imported event, with the fields that the next import of its feed needs. */
export interface StoredFeedEvent {
  readonly id: number;
  readonly conference_id: number | null;
  readonly feed_uid: string;
  /** Empty for a single event. */
  readonly feed_recurrence_id: string;
  /** Distinguishes events that share UID and instance; empty for the first. */
  readonly feed_variant: string;
  readonly feed_fingerprint: string;
  readonly status: EventStatus;
  readonly cancelled_by_feed: boolean;
  readonly title: string;
  readonly starts_at: string;
  /** Null if the calendar has none, and for imports of earlier versions. */
  readonly feed_revision: FeedRevision | null;
}

/** An imported event that an administrator deleted. */
export type DeletedFeedEvent = Pick<
  StoredFeedEvent,
  'feed_uid' | 'feed_recurrence_id' | 'title' | 'starts_at'
>;

/** An event that an earlier import of the same feed brought. */
export type BroughtFeedEvent = Pick<
  StoredFeedEvent,
  'id' | 'feed_uid' | 'feed_recurrence_id' | 'title' | 'starts_at' | 'status'
>;

/** The plan of an import for the events of a feed. */
export interface ImportPlan {
  readonly create: readonly { readonly event: FeedEvent; readonly variant: string }[];
  readonly match: readonly { readonly event: FeedEvent; readonly stored: StoredFeedEvent }[];
  readonly skipped: readonly SkippedFeedEvent[];
  /** The stored events that the feed has in an older state. */
  readonly stale: readonly StoredFeedEvent[];
}

const keyOf = (uid: string, recurrenceId: string | null) => `${recurrenceId ?? ''}\n${uid}`;
const feedKey = (event: FeedEvent) => keyOf(event.uid, event.recurrence_id);
const storedKey = (event: DeletedFeedEvent) => keyOf(event.feed_uid, event.feed_recurrence_id);

const DELETED_BY_ADMIN = remark('was deleted by an administrator', 'event_deleted');
const TWICE = remark('is in the calendar more than once', 'event_repeated');
const NEVER_HELD = remark('was cancelled before its first import', 'event_never_held');
const MOVED_AWAY = remark('was moved to another conference', 'event_moved_away');

type Matchable = Pick<FeedEvent, 'title' | 'starts_at'>;
const titleOf = ({ title }: Matchable) => title;
const startOf = ({ starts_at }: Matchable) => starts_at;
const dayAndTitleOf = ({ title, starts_at }: Matchable) => `${starts_at.slice(0, 10)}\n${title}`;
const startAndTitleOf = ({ title, starts_at }: Matchable) => `${starts_at}\n${title}`;

/**
 * Matches the events of a feed with the events of earlier imports, by UID and instance. Many real
 * feeds give several events one UID: these match by start and title, then by title, then by start,
 * if that is unique. Events that an administrator deleted match in the same way and are skipped.
 */
export function planImport(
  events: readonly FeedEvent[],
  stored: readonly StoredFeedEvent[],
  deleted: readonly DeletedFeedEvent[],
): ImportPlan {
  const storedByKey = Map.groupBy(stored, storedKey);
  const deletedByKey = Map.groupBy(deleted, storedKey);
  const plans = [...Map.groupBy(events, feedKey)].map(([key, group]) =>
    planGroup(group, storedByKey.get(key) ?? [], deletedByKey.get(key) ?? []),
  );
  const all = {
    create: plans.flatMap((plan) => plan.create),
    match: plans.flatMap((plan) => plan.match),
    skipped: plans.flatMap((plan) => plan.skipped),
    stale: [],
  };
  const feedKeys = new Set(events.map(feedKey));
  const missing = [...stored, ...deleted].filter((row) => !feedKeys.has(storedKey(row)));
  return withoutStale(withMovedInstances(all, missing), stored);
}

/**
 * The plan without the events that were moved out of the conferences of a key; null for all
 * conferences.
 */
export function planWithin(plan: ImportPlan, conference_ids: readonly number[] | null): ImportPlan {
  if (conference_ids === null) return plan;
  const own = new Set<number | null>(conference_ids);
  const isOwn = ({ stored }: ImportPlan['match'][number]) => own.has(stored.conference_id);
  const moved = plan.match.filter((match) => !isOwn(match));
  const skipped = moved.map(({ event }) => noteOn(event, MOVED_AWAY));
  return { ...plan, match: plan.match.filter(isOwn), skipped: [...plan.skipped, ...skipped] };
}

/**
 * The plan without events in an older state than the stored one. A series in the feed is compared with
 * the series: a changed instance of it has a revision of its own.
 */
function withoutStale(plan: ImportPlan, stored: readonly StoredFeedEvent[]): ImportPlan {
  const series = stored.filter(
    ({ feed_recurrence_id, feed_revision }) =>
      feed_recurrence_id !== '' && feed_revision?.is_override === false,
  );
  const seriesByUid = Map.groupBy(series, ({ feed_uid }) => feed_uid);
  const newerThan = ({ event: { uid, revision }, stored: row }: ImportPlan['match'][number]) => {
    if (revision === null || row.feed_revision === null) return undefined;
    const isLike = revision.is_override === row.feed_revision.is_override;
    if (!isLike && revision.is_override) return undefined;
    const states = isLike ? [row] : (seriesByUid.get(uid) ?? []);
    return states
      .map(({ feed_revision }) => feed_revision)
      .find((state) => state !== null && isOlder(revision, state));
  };
  const match: ImportPlan['match'][number][] = [];
  const stale: StoredFeedEvent[] = [];
  const skipped = [...plan.skipped];
  for (const each of plan.match) {
    const newer = newerThan(each);
    if (newer) {
      stale.push(each.stored);
      skipped.push(noteOn(each.event, olderState(newer)));
    } else match.push(each);
  }
  return { ...plan, match, skipped, stale };
}

const isOlder = (one: FeedRevision, other: FeedRevision): boolean =>
  one.sequence < other.sequence ||
  (one.sequence === other.sequence &&
    one.changed_at !== null &&
    other.changed_at !== null &&
    one.changed_at < other.changed_at);

function olderState({ sequence, changed_at }: FeedRevision): Remark {
  const state = `SEQUENCE ${sequence}${changed_at === null ? '' : ` of ${changed_at}`}`;
  const params = { sequence, changed_at: changed_at ?? '' };
  return remark(`is older than what was imported, ${state}`, 'older_state', params);
}

/**
 * When a recurring event moves by an hour, every instance gets another original start and would be
 * created again. A new instance therefore matches a stored one that is missing from the feed if UID,
 * title and day (in UTC) are equal. It keeps its attendees.
 */
function withMovedInstances(
  plan: ImportPlan,
  missing: readonly (StoredFeedEvent | DeletedFeedEvent)[],
): ImportPlan {
  const newInstances = plan.create.filter(
    ({ event, variant }) => event.recurrence_id !== null && variant === '',
  );
  const moved = uniquePairs(
    newInstances.map(({ event }) => event),
    missing.filter((row) => row.feed_recurrence_id !== ''),
    {
      ofEvent: (event) => `${event.uid}\n${dayAndTitleOf(event)}`,
      ofRow: (row) => `${row.feed_uid}\n${dayAndTitleOf(row)}`,
    },
  );
  const create = plan.create.filter(({ event }) => !moved.has(event));
  const match = [...plan.match];
  const skipped = [...plan.skipped];
  for (const [event, row] of moved) {
    if ('id' in row) match.push({ event, stored: row });
    else skipped.push(noteOn(event, DELETED_BY_ADMIN));
  }
  return { ...plan, create, match, skipped };
}

/** The plan for the events that share one UID and instance. */
function planGroup(
  group: readonly FeedEvent[],
  stored: readonly StoredFeedEvent[],
  deleted: readonly DeletedFeedEvent[],
): ImportPlan {
  const copies = [...Map.groupBy(group, startAndTitleOf).values()];
  const events = copies.flatMap(([first]) => first ?? []);
  const matches = matchRows<StoredFeedEvent | DeletedFeedEvent>(events, [...stored, ...deleted]);

  const match: ImportPlan['match'][number][] = [];
  const unmatched: FeedEvent[] = [];
  const skipped: SkippedFeedEvent[] = [];
  const skip = (event: FeedEvent, why: Remark) => skipped.push(noteOn(event, why));
  for (const duplicate of copies.flatMap(([_first, ...others]) => others)) {
    skip(duplicate, TWICE);
  }
  for (const event of events) {
    const row = matches.get(event);
    if (row && 'id' in row) match.push({ event, stored: row });
    else if (row) skip(event, DELETED_BY_ADMIN);
    else if (event.cancelled) skip(event, NEVER_HELD);
    else unmatched.push(event);
  }
  const taken = new Set(stored.map(({ feed_variant }) => feed_variant));
  return { match, create: withVariants(unmatched, taken), skipped, stale: [] };
}

/** The row of each event, without the ambiguous ones. */
function matchRows<Row extends Matchable>(
  events: readonly FeedEvent[],
  rows: readonly Row[],
): ReadonlyMap<FeedEvent, Row> {
  const matches = new Map<FeedEvent, Row>();
  const taken = new Set<Row>();
  const isUidUnique = events.length === 1 && rows.length === 1;
  for (const key of isUidUnique ? [() => ''] : [startAndTitleOf, titleOf, startOf]) {
    const unmatched = events.filter((event) => !matches.has(event));
    const free = rows.filter((row) => !taken.has(row));
    for (const [event, row] of uniquePairs(unmatched, free, { ofEvent: key, ofRow: key })) {
      matches.set(event, row);
      taken.add(row);
    }
  }
  return matches;
}

/** Pairs each event with the row of the same key, if no other event and no other row has it. */
function uniquePairs<Row>(
  events: readonly FeedEvent[],
  rows: readonly Row[],
  { ofEvent, ofRow }: { ofEvent: (event: FeedEvent) => string; ofRow: (row: Row) => string },
): ReadonlyMap<FeedEvent, Row> {
  const pairs = new Map<FeedEvent, Row>();
  const candidates = Map.groupBy(rows, ofRow);
  for (const [key, [event, ...otherEvents]] of Map.groupBy(events, ofEvent)) {
    const [row, ...otherRows] = candidates.get(key) ?? [];
    if (event && row && otherEvents.length + otherRows.length === 0) pairs.set(event, row);
  }
  return pairs;
}

/** Gives each event of a group a free variant, as UID, instance and variant are unique. */
function withVariants(events: readonly FeedEvent[], taken: ReadonlySet<string>) {
  let number = 0;
  const next = () => {
    do number += 1;
    while (taken.has(variantOf(number)));
    return variantOf(number);
  };
  return events.map((event) => ({ event, variant: next() }));
}

const variantOf = (number: number) => (number === 1 ? '' : String(number));
