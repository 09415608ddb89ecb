export const CONNECTION_STATUSES = ['pending', 'accepted', 'rejected'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** What somebody who is asked may say. */
export const ANSWERS = ['accepted', 'rejected'] as const;
export type Answer = (typeof ANSWERS)[number];

/** Who asked, seen from one of the two. */
export const DIRECTIONS = ['sent', 'received'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** What two people have with each other: one row, whoever of them asked. */
export interface Connection {
  readonly id: number;
  /** Who asked last. */
  readonly requester_id: number;
  readonly recipient_id: number;
  readonly status: ConnectionStatus;
  readonly message: string | null;
  /** When they were asked last. */
  readonly created_at: string;
  /** Null while the request waits. */
  readonly responded_at: string | null;
}

type Parties = Pick<Connection, 'requester_id'>;
type ConnectionState = Parties & Pick<Connection, 'status' | 'responded_at'>;

/** `personId` is one of the two. */
export const directionFor = ({ requester_id }: Parties, personId: number): Direction =>
  requester_id === personId ? 'sent' : 'received';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long somebody whose request was rejected waits before they ask the same person again. */
export const COOL_DOWN_MS = 30 * DAY_MS;

/**
 * What it means that `askerId` asks, given what the two have already. To ask somebody who asks
 * oneself is to say yes; to ask twice changes nothing.
 */
export function outcomeOfRequest(
  connection: ConnectionState,
  askerId: number,
  now: Date,
): 'unchanged' | 'accepted' | 'reopened' | 'already_connected' | 'too_soon' {
  const askedBefore = directionFor(connection, askerId) === 'sent';
  if (connection.status === 'accepted') return 'already_connected';
  if (connection.status === 'pending') return askedBefore ? 'unchanged' : 'accepted';

  // Whoever said no may think better of it at once; the other one waits.
  const saidNoAt = Date.parse(connection.responded_at ?? '');
  return askedBefore && now.getTime() < saidNoAt + COOL_DOWN_MS ? 'too_soon' : 'reopened';
}

/** What becomes of the answer that one of the two gives. */
export function outcomeOfAnswer(
  connection: ConnectionState,
  callerId: number,
  answer: Answer,
): 'settled' | 'unchanged' | 'not_asked' | 'already_answered' {
  if (directionFor(connection, callerId) === 'sent') return 'not_asked';
  if (connection.status === 'pending') return 'settled';
  return connection.status === answer ? 'unchanged' : 'already_answered';
}

/** What it means that one of the two wants no more of it. */
export function outcomeOfEnding(
  connection: ConnectionState,
  callerId: number,
): 'withdrawn' | 'ended' | 'to_be_answered' | 'rejected' {
  if (connection.status === 'accepted') return 'ended';
  if (connection.status === 'rejected') return 'rejected';
  return directionFor(connection, callerId) === 'sent' ? 'withdrawn' : 'to_be_answered';
}

/** How many new requests somebody makes in any 24 hours. */
export const MAX_DAILY_REQUESTS = 50;

/** The time, in seconds, in which `MAX_DAILY_REQUESTS` may be made. */
export const REQUEST_WINDOW_SECONDS = DAY_MS / 1000;

/**
 * How long somebody waits before they may ask anybody new; 0 when they need not.
 * @param earliest when they made the request `MAX_DAILY_REQUESTS` back, if they have made so many
 */
export function secondsUntilNextRequest(earliest: string | undefined, now: Date): number {
  if (earliest === undefined) return 0;
  return Math.max(0, Math.ceil((Date.parse(earliest) + DAY_MS - now.getTime()) / 1000));
}
