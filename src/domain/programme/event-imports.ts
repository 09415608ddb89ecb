import type { FeedEvent, SkippedFeedEvent } from './calendar-feeds.ts';
import type { EventStatus } from './events.ts';

/** An event that an earlier import made, with what the import of today needs to know of it. */
export interface StoredFeedEvent {
  readonly id: number;
  readonly feed_uid: string;
  /** Empty for an event of its own. */
  readonly feed_recurrence_id: string;
  readonly feed_variant: string;
  readonly feed_fingerprint: string;
  readonly status: EventStatus;
  readonly cancelled_by_feed: boolean;
  readonly title: string;
  readonly starts_at: string;
}

/** A feed event that an administrator deleted here. */
export type DeletedFeedEvent = Pick<
  StoredFeedEvent,
  'feed_uid' | 'feed_recurrence_id' | 'title' | 'starts_at'
>;

/** What the feed and the house make of each other. */
export interface FeedPlan {
  readonly create: readonly { readonly event: FeedEvent; readonly variant: string }[];
  readonly match: readonly { readonly event: FeedEvent; readonly stored: StoredFeedEvent }[];
  readonly skipped: readonly SkippedFeedEvent[];
}

const keyOf = (uid: string, recurrenceId: string | null) => `${recurrenceId ?? ''}\n${uid}`;
const feedKey = (event: FeedEvent) => keyOf(event.uid, event.recurrence_id);
const storedKey = (event: DeletedFeedEvent) => keyOf(event.feed_uid, event.feed_recurrence_id);

const DELETED_HERE = 'was deleted here';

type Told = Pick<FeedEvent, 'title' | 'starts_at'>;
const titleOf = ({ title }: Told) => title;
const startOf = ({ starts_at }: Told) => starts_at;
const dayAndTitleOf = ({ title, starts_at }: Told) => `${starts_at.slice(0, 10)}\n${title}`;
const startAndTitleOf = ({ title, starts_at }: Told) => `${starts_at}\n${title}`;

/**
 * Tells which events of a feed are known. By UID and instance; where one UID stands on several
 * events, as in many real feeds, also by start and title, then by whichever of them still singles
 * one out. What an administrator deleted is known in the same way, and stays out.
 */
export function planImport(
  events: readonly FeedEvent[],
  stored: readonly StoredFeedEvent[],
  deleted: readonly DeletedFeedEvent[],
): FeedPlan {
  const storedByKey = Map.groupBy(stored, storedKey);
  const deletedByKey = Map.groupBy(deleted, storedKey);
  const plans = [...Map.groupBy(events, feedKey)].map(([key, group]) =>
    planGroup(group, storedByKey.get(key) ?? [], deletedByKey.get(key) ?? []),
  );
  const all = {
    create: plans.flatMap((plan) => plan.create),
    match: plans.flatMap((plan) => plan.match),
    skipped: plans.flatMap((plan) => plan.skipped),
  };
  const told = new Set(events.map(feedKey));
  const gone = [...stored, ...deleted].filter((row) => !told.has(storedKey(row)));
  return withMovedInstances(all, gone);
}

/**
 * When a repeating event moves by an hour, each of its instances has another original start and
 * would be new. One of the same UID and title on the same day (in UTC) is taken for the one that
 * the feed does not tell of any more, with the people who go there.
 */
function withMovedInstances(
  plan: FeedPlan,
  gone: readonly (StoredFeedEvent | DeletedFeedEvent)[],
): FeedPlan {
  const fresh = plan.create.filter(
    ({ event, variant }) => event.recurrence_id !== null && variant === '',
  );
  const moved = uniquePairs(
    fresh.map(({ event }) => event),
    gone.filter((row) => row.feed_recurrence_id !== ''),
    {
      ofEvent: (event) => `${event.uid}\n${dayAndTitleOf(event)}`,
      ofRow: (row) => `${row.feed_uid}\n${dayAndTitleOf(row)}`,
    },
  );
  const rest = plan.create.filter(({ event }) => !moved.has(event));
  const match = [...plan.match];
  const skipped = [...plan.skipped];
  for (const [event, row] of moved) {
    if ('id' in row) match.push({ event, stored: row });
    else skipped.push({ uid: event.uid, reason: DELETED_HERE });
  }
  return { create: rest, match, skipped };
}

/** The same for the events that share one UID and instance. */
function planGroup(
  group: readonly FeedEvent[],
  stored: readonly StoredFeedEvent[],
  deleted: readonly DeletedFeedEvent[],
): FeedPlan {
  const revisions = [...Map.groupBy(group, startAndTitleOf).values()].map(latestFirst);
  const events = revisions.flatMap((same) => same.slice(0, 1));
  const known = knownAmong<StoredFeedEvent | DeletedFeedEvent>(events, [...stored, ...deleted]);

  const match: FeedPlan['match'][number][] = [];
  const fresh: FeedEvent[] = [];
  const skipped: SkippedFeedEvent[] = [];
  const skip = ({ uid }: FeedEvent, reason: string) => skipped.push({ uid, reason });
  for (const event of revisions.flatMap((same) => same.slice(1))) {
    skip(event, 'stands in the calendar twice');
  }
  for (const event of events) {
    const row = known.get(event);
    if (row && 'id' in row) match.push({ event, stored: row });
    else if (row) skip(event, DELETED_HERE);
    else if (event.cancelled) skip(event, 'was cancelled before it was imported');
    else fresh.push(event);
  }
  const taken = new Set(stored.map(({ feed_variant }) => feed_variant));
  return { match, create: withVariants(fresh, taken), skipped };
}

const latestFirst = (revisions: readonly FeedEvent[]) =>
  revisions.toSorted((a, b) => b.sequence - a.sequence);

/** What of `rows` each event is, for those of which one can tell. */
function knownAmong<Row extends Told>(
  events: readonly FeedEvent[],
  rows: readonly Row[],
): ReadonlyMap<FeedEvent, Row> {
  const known = new Map<FeedEvent, Row>();
  const taken = new Set<Row>();
  const uidIsEnough = events.length === 1 && rows.length === 1;
  for (const sign of uidIsEnough ? [() => ''] : [startAndTitleOf, titleOf, startOf]) {
    const open = events.filter((event) => !known.has(event));
    const free = rows.filter((row) => !taken.has(row));
    for (const [event, row] of uniquePairs(open, free, { ofEvent: sign, ofRow: sign })) {
      known.set(event, row);
      taken.add(row);
    }
  }
  return known;
}

/** Each event with the row of the same sign, where no other event and no other row has it. */
function uniquePairs<Row>(
  events: readonly FeedEvent[],
  rows: readonly Row[],
  { ofEvent, ofRow }: { ofEvent: (event: FeedEvent) => string; ofRow: (row: Row) => string },
): ReadonlyMap<FeedEvent, Row> {
  const pairs = new Map<FeedEvent, Row>();
  const candidates = Map.groupBy(rows, ofRow);
  for (const [sign, [event, ...rivals]] of Map.groupBy(events, ofEvent)) {
    const [row, ...others] = candidates.get(sign) ?? [];
    if (event && row && rivals.length === 0 && others.length === 0) pairs.set(event, row);
  }
  return pairs;
}

/** A number for each event of the group, so that the database can tell them apart. */
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

export interface FeedOutcome {
  readonly outcome: 'updated' | 'unchanged' | 'cancelled';
  readonly status: EventStatus;
  readonly cancelled_by_feed: boolean;
}

/**
 * What a known event becomes. A feed cancels what is approved, and brings back only what it
 * cancelled itself: an administrator's word stands.
 */
export function outcomeOfFeed(
  { status, cancelled_by_feed, feed_fingerprint }: StoredFeedEvent,
  event: FeedEvent,
  fingerprint: string,
): FeedOutcome {
  if (event.cancelled && status === 'approved') {
    return { outcome: 'cancelled', status: 'cancelled', cancelled_by_feed: true };
  }
  if (!event.cancelled && status === 'cancelled' && cancelled_by_feed) {
    return { outcome: 'updated', status: 'approved', cancelled_by_feed: false };
  }
  const outcome = fingerprint === feed_fingerprint ? 'unchanged' : 'updated';
  return { outcome, status, cancelled_by_feed };
}
