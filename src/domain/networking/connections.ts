import type { ShownProfile } from '../people/profiles.ts';

export const CONNECTION_STATUSES = ['pending', 'accepted', 'rejected'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** A withdrawn request keeps its row, which is hidden from both users: they see no connection. */
export type StoredStatus = ConnectionStatus | 'withdrawn';

/** The recipient's answer to a connection request. */
export const ANSWERS = ['accepted', 'rejected'] as const;
export type Answer = (typeof ANSWERS)[number];

/** The direction of a connection request, seen by one of its two users. */
export const DIRECTIONS = ['sent', 'received'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A connection or connection request. A pair of users has one row, in either direction. */
export interface Connection {
  readonly id: number;
  /** The user who sent the latest request. */
  readonly requester_id: number;
  readonly recipient_id: number;
  readonly status: ConnectionStatus;
  readonly message: string | null;
  /** When the latest request was sent. */
  readonly created_at: string;
  /** Null while the request is pending. */
  readonly responded_at: string | null;
  /** When the two met, by a meet code; null while they have not. */
  readonly met_at: string | null;
  /** The conference at which they met; null also for a meeting anywhere else. */
  readonly met_conference_id: number | null;
}

/** The row of a pair, which can be a withdrawn request. */
export interface StoredConnection extends Omit<Connection, 'status'> {
  readonly status: StoredStatus;
}

/** How often each user of a pair has rejected a request of the other, by the order of their ids. */
export interface Rejections {
  readonly lower_rejections: number;
  readonly higher_rejections: number;
}

/** A connection as one of its two users sees it. */
export interface ConnectionView extends Connection {
  readonly direction: Direction;
  /** What this user wrote down about the connection; null without a note. */
  readonly note: string | null;
}

/** A connection as one of its two users sees it, without the ids of the two. */
export type SeenConnection<C extends StoredConnection = Connection> = Omit<
  C,
  'requester_id' | 'recipient_id'
> &
  Pick<ConnectionView, 'direction' | 'note'>;

export type ListedConnection = SeenConnection & { readonly user: ShownProfile };

/** A connection in the export of one of its two users. */
export type PersonalConnection = SeenConnection<StoredConnection> & {
  readonly user: { readonly id: number; readonly first_name: string };
};

type Parties = Pick<Connection, 'requester_id'>;
type ConnectionState = Parties & Pick<Connection, 'status' | 'responded_at'>;

/** `userId` is the requester or the recipient. */
export const directionFor = ({ requester_id }: Parties, userId: number): Direction =>
  requester_id === userId ? 'sent' : 'received';

/**
 * @param userId the requester or the recipient
 * @param note the note of this user; a connection that is not accepted has none
 */
export const viewFor = (
  connection: Connection,
  userId: number,
  note: string | null,
): ConnectionView => ({ ...connection, direction: directionFor(connection, userId), note });

const DAY_MS = 24 * 60 * 60 * 1000;

/** The delay between a rejection and the requester's next request to the same user. */
export const COOL_DOWN_MS = 30 * DAY_MS;

/** After this number of rejections by the same user, the requester may send them no further request. */
export const MAX_REJECTIONS = 2;

/** How often the other user of the pair has rejected the requester. */
function rejectionsOf(
  pair: Pick<
    Connection & Rejections,
    'requester_id' | 'recipient_id' | 'lower_rejections' | 'higher_rejections'
  >,
  requesterId: number,
): number {
  const { requester_id, recipient_id, lower_rejections, higher_rejections } = pair;
  const isLower = requesterId === Math.min(requester_id, recipient_id);
  return isLower ? higher_rejections : lower_rejections;
}

/** How long after a withdrawal the requester's next request sends no message to the messenger. */
export const QUIET_MS = 7 * DAY_MS;

/**
 * Decides what a request from `requesterId` does to the existing connection of the pair. A request
 * to a user who sent one accepts theirs; a repeated request changes nothing.
 */
export function outcomeOfRequest(
  connection: Pick<
    StoredConnection & Rejections,
    | 'requester_id'
    | 'recipient_id'
    | 'status'
    | 'responded_at'
    | 'lower_rejections'
    | 'higher_rejections'
  >,
  requesterId: number,
  now: Date,
):
  | 'unchanged'
  | 'accepted'
  | 'reopened'
  | 'reopened_quietly'
  | 'already_connected'
  | 'cooling_down'
  | 'rejected_for_good' {
  const isRepeated = directionFor(connection, requesterId) === 'sent';
  if (connection.status === 'accepted') return 'already_connected';
  if (connection.status === 'pending') return isRepeated ? 'unchanged' : 'accepted';

  if (rejectionsOf(connection, requesterId) >= MAX_REJECTIONS) return 'rejected_for_good';

  const endedAt = Date.parse(connection.responded_at ?? '');
  if (connection.status === 'withdrawn') {
    return isRepeated && now.getTime() < endedAt + QUIET_MS ? 'reopened_quietly' : 'reopened';
  }
  // Only the requester waits after a rejection. The user who rejected may send a request at once.
  return isRepeated && now.getTime() < endedAt + COOL_DOWN_MS ? 'cooling_down' : 'reopened';
}

/** Decides what an answer from `callerId`, one of the two users, does to the request. */
export function outcomeOfAnswer(
  connection: ConnectionState,
  callerId: number,
  answer: Answer,
): 'answered' | 'unchanged' | 'not_recipient' | 'already_answered' {
  if (directionFor(connection, callerId) === 'sent') return 'not_recipient';
  if (connection.status === 'pending') return 'answered';
  return connection.status === answer ? 'unchanged' : 'already_answered';
}

/** Decides what a deletion by `callerId`, one of the two users, does to the connection. */
export function outcomeOfDeletion(
  connection: ConnectionState,
  callerId: number,
): 'request_cancelled' | 'connection_deleted' | 'not_requester' | 'rejected' {
  if (connection.status === 'accepted') return 'connection_deleted';
  if (connection.status === 'rejected') return 'rejected';
  return directionFor(connection, callerId) === 'sent' ? 'request_cancelled' : 'not_requester';
}

/** The number of new requests a user may send in any 24 hours. */
export const MAX_DAILY_REQUESTS = 50;

/** The window of `MAX_DAILY_REQUESTS`, in seconds. */
export const REQUEST_WINDOW_SECONDS = DAY_MS / 1000;

/** The number of new requests that a user may send to one user in any 30 days. */
export const MAX_REQUESTS_TO_ONE = 3;

/** The window of `MAX_REQUESTS_TO_ONE`, in seconds. */
export const ONE_RECIPIENT_WINDOW_SECONDS = (30 * DAY_MS) / 1000;

/**
 * The past requests on which the limits of a new request depend. Null where no such request exists.
 */
export interface PastRequests {
  /** When the recipient last rejected the requester, whichever accounts the two had then. */
  readonly rejected_at: string | null;
  /**
   * The time of the requester's request that is `MAX_DAILY_REQUESTS` back; the latest is the first.
   */
  readonly earliest_daily: string | null;
  /** As `earliest_daily`, for `MAX_REQUESTS_TO_ONE` requests to this recipient. */
  readonly earliest_to_one: string | null;
}

/**
 * The seconds until a user may send a new request; 0 when they may send one now.
 * @param earliest when the user sent the oldest of their latest requests, as many as the limit
 *   allows; null when they sent fewer
 */
export function secondsUntilNextRequest(
  earliest: string | null,
  now: Date,
  windowSeconds = REQUEST_WINDOW_SECONDS,
): number {
  if (earliest === null) return 0;
  const end = Date.parse(earliest) + windowSeconds * 1000;
  return Math.max(0, Math.ceil((end - now.getTime()) / 1000));
}

/** How long a step lasts, in seconds. A code is of one step, and holds until the end of the next. */
const STEP_SECONDS = 300;

/** The number of users whom one code connects with its user. */
export const MAX_MET_BY_CODE = 20;

/** Longer than any code holds: its counter must not begin again. In milliseconds. */
export const MET_BY_CODE_WINDOW_MS = 3 * STEP_SECONDS * 1_000;

/** Meetings of one user, by the codes that they scan. */
export const MEETINGS = { name: 'meetings', limit: 60, windowMs: 3_600_000 } as const;

/** Wrong codes of one user. */
export const WRONG_MEET_CODES = { name: 'meet-codes', limit: 20, windowMs: 600_000 } as const;

/** What a meet code says, before its signature. */
export interface MeetCode {
  readonly user_id: number;
  /** The number of steps since 1970. */
  readonly step: number;
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / STEP_SECONDS);

/** Until when a code of this step holds. */
export const endOf = (step: number): Date => new Date((step + 2) * STEP_SECONDS * 1_000);

/** Whether a step is the current or the previous one. */
export const isHeld = (step: number, now: Date): boolean => {
  const current = stepAt(now);
  return step === current || step === current - 1;
};
