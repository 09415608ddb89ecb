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

type Told = Pick<FeedEvent, 'title' | 'starts_at'>;
const titleOf = ({ title }: Told) => title;
const startOf = ({ starts_at }: Told) => starts_at;
const startAndTitleOf = ({ title, starts_at }: Told) => `${starts_at}\n${title}`;

/**
 * Tells which events of a feed are known. By UID and instance; where one UID stands on several
 * events, as in many real feeds, also by start and title, then by whichever of them still singles
 * one out. What is not known is new, unless an administrator deleted it here.
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
  return {
    create: plans.flatMap((plan) => plan.create),
    match: plans.flatMap((plan) => plan.match),
    skipped: plans.flatMap((plan) => plan.skipped),
  };
}

/** The same for the events that share one UID and instance. */
function planGroup(
  group: readonly FeedEvent[],
  stored: readonly StoredFeedEvent[],
  deleted: readonly DeletedFeedEvent[],
): FeedPlan {
  const events = [...Map.groupBy(group, startAndTitleOf).values()].flatMap(
    ([first]) => first ?? [],
  );
  const kept = new Set(events);
  const repeated = group.filter((event) => !kept.has(event));
  const match = matchesIn(events, stored);

  const known = new Set(match.map(({ event }) => event));
  const gone = new Set(deleted.map(startAndTitleOf));
  const isDeleted = (event: FeedEvent) =>
    events.length === 1 ? deleted.length > 0 : gone.has(startAndTitleOf(event));
  const unknown = events.filter((event) => !known.has(event));
  const fresh = unknown.filter((event) => !isDeleted(event) && !event.cancelled);
  return {
    match,
    create: withVariants(fresh, new Set(stored.map(({ feed_variant }) => feed_variant))),
    skipped: [
      ...repeated.map(({ uid }) => ({ uid, reason: 'stands in the calendar twice' })),
      ...unknown.filter(isDeleted).map(({ uid }) => ({ uid, reason: 'was deleted here' })),
      ...unknown
        .filter((event) => event.cancelled && !isDeleted(event))
        .map(({ uid }) => ({ uid, reason: 'was cancelled before it was imported' })),
    ],
  };
}

function matchesIn(events: readonly FeedEvent[], stored: readonly StoredFeedEvent[]) {
  const [event, ...others] = events;
  const [only, ...more] = stored;
  if (event && only && others.length === 0 && more.length === 0) return [{ event, stored: only }];

  const matches = new Map<FeedEvent, StoredFeedEvent>();
  const taken = new Set<StoredFeedEvent>();
  for (const told of [startAndTitleOf, titleOf, startOf]) {
    const candidates = Map.groupBy(
      stored.filter((row) => !taken.has(row)),
      told,
    );
    const open = Map.groupBy(
      events.filter((one) => !matches.has(one)),
      told,
    );
    for (const [key, [one, ...rivals]] of open) {
      const [candidate, ...rest] = candidates.get(key) ?? [];
      if (!one || !candidate || rivals.length > 0 || rest.length > 0) continue;
      matches.set(one, candidate);
      taken.add(candidate);
    }
  }
  return [...matches].map(([one, row]) => ({ event: one, stored: row }));
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
