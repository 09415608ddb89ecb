import type { Notification } from './notifications.ts';

/** Who listens, and when the proof ends that they came with. */
export interface StreamAccess {
  readonly user_id: number;
  readonly access_until: string;
}

/**
 * How far somebody has heard: everything that was written up to `as_of`, and of what was written
 * later `sent`, oldest first. Notifications carry the start of their transaction, so one of them
 * may turn up after later ones; nothing up to `as_of` does any more.
 */
export interface StreamPosition {
  readonly as_of: string;
  readonly sent: readonly number[];
}

export interface StreamEvent {
  readonly notification: Notification;
  /** Where somebody is who has heard this and all before it. */
  readonly position: StreamPosition;
}

/** What stands in one person's list at one moment, oldest first, as far as a stream looks back. */
export interface StreamSnapshot {
  readonly as_of: string;
  readonly notifications: readonly Notification[];
}

/** So many ids of a position travel; those it leaves out are only told again. */
export const MAX_SENT_IDS = 100;

/** What of a look is news to somebody at `before`, and where they are then; nothing to a beginner. */
export function unsentFor(
  { as_of, notifications }: StreamSnapshot,
  before: StreamPosition | undefined,
): { readonly events: readonly StreamEvent[]; readonly position: StreamPosition } {
  // All of them, not only those after `as_of`: the next look may see a little less far.
  const position = { as_of, sent: notifications.map(({ id }) => id) };
  if (!before) return { events: [], position };

  const since = earlier(before.as_of, as_of);
  const sent = new Set(before.sent);
  const known = notifications.filter(({ id }) => sent.has(id));
  const unsent = notifications.filter(({ id, created_at }) => created_at > since && !sent.has(id));
  const events = unsent.map((notification, n) => {
    // Others of the same moment may follow, but none that is older.
    const settled = earlier(as_of, justBefore(notification.created_at));
    const latest = unsent.slice(Math.max(0, n + 1 - MAX_SENT_IDS), n + 1);
    const later = [...known, ...latest].filter(({ created_at }) => created_at > settled);
    return { notification, position: { as_of: settled, sent: later.map(({ id }) => id) } };
  });
  return { events, position };
}

const earlier = (one: string, other: string) => (one < other ? one : other);

const justBefore = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
