import type { Notification } from './notifications.ts';

/** The user of a live stream, and when the credentials that opened it expire. */
export interface StreamAccess {
  readonly user_id: number;
  readonly access_until: string;
  /** The last sign-out before the stream began; a later one ends it. */
  readonly signed_out_at: string | null;
}

/**
 * The read position of a client: it has every notification up to `as_of`, and the later ones in
 * `sent`, oldest first. `created_at` is the start of the transaction, so a notification can become
 * visible after later ones. None becomes visible at or before `as_of`.
 */
export interface StreamPosition {
  readonly as_of: string;
  readonly sent: readonly number[];
}

export interface StreamEvent {
  readonly notification: Notification;
  /** The position of a client that has read this event and all earlier ones. */
  readonly position: StreamPosition;
}

/** One user's inbox at one moment, oldest first, since the earliest position of their streams. */
export interface StreamSnapshot {
  readonly as_of: string;
  readonly notifications: readonly ChangedNotification[];
}

/** A changed notification is sent again: `change_id` is the id that a new one would have had. */
type ChangedNotification = Notification & { readonly change_id?: number | null };
const changeOf = ({ id, change_id }: ChangedNotification) => change_id ?? id;

/** The number of ids in an encoded position. Notifications beyond it may be sent twice. */
export const MAX_SENT_IDS = 100;

/**
 * The events of a snapshot that a stream at `before` has not sent, and its new position. Without
 * `before` there are no events: a new stream starts at the snapshot.
 */
export function unsentFor(
  { as_of, notifications }: StreamSnapshot,
  before: StreamPosition | undefined,
): { readonly events: readonly StreamEvent[]; readonly position: StreamPosition } {
  // Keep all ids, not only those after `as_of`: the next snapshot may have an earlier `as_of`.
  const position = { as_of, sent: notifications.map(changeOf) };
  if (!before) return { events: [], position };

  const since = earlier(before.as_of, as_of);
  const sent = new Set(before.sent);
  const alreadySent = notifications.filter((one) => sent.has(changeOf(one)));
  const unsent = notifications.filter((one) => one.created_at > since && !sent.has(changeOf(one)));
  const events = unsent.map((notification, n) => {
    // Notifications of the same millisecond may follow, older ones may not.
    const settled = earlier(as_of, justBefore(notification.created_at));
    const latest = unsent.slice(Math.max(0, n + 1 - MAX_SENT_IDS), n + 1);
    const later = [...alreadySent, ...latest].filter(({ created_at }) => created_at > settled);
    return { notification, position: { as_of: settled, sent: later.map(changeOf) } };
  });
  return { events, position };
}

const earlier = (one: string, other: string) => (one < other ? one : other);

const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
