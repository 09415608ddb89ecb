import { AppError, conflict } from '../../errors.ts';
import type { GuestInput } from './wishes.ts';

export const SEAT_REQUEST_STATUSES = ['pending', 'approved', 'rejected', 'withdrawn'] as const;
export type SeatRequestStatus = (typeof SEAT_REQUEST_STATUSES)[number];

/** The most requests of a user that wait for a decision, over all conferences and events. */
export const MAX_PENDING_REQUESTS = 20;

/** A user's request for a seat at a conference or an event whose organizers decide who comes. */
export interface SeatRequest {
  readonly id: number;
  /** One of the two is null. */
  readonly conference_id: number | null;
  readonly event_id: number | null;
  readonly user_id: number;
  readonly status: SeatRequestStatus;
  readonly ticket_type_id: number | null;
  readonly guests: readonly GuestInput[];
  /** The organizers' words of a rejection. */
  readonly reason: string | null;
  readonly requested_at: string;
  readonly decided_at: string | null;
}

/** The conference or event that a request is for. */
export type RequestOwner = { readonly conference_id: number } | { readonly event_id: number };

/** The status of an attendance that a user sees by their request; `none` without one. */
export const statusOfAsking = (
  request: Pick<SeatRequest, 'status'> | undefined,
): 'none' | 'requested' | 'declined' => {
  if (request?.status === 'pending') return 'requested';
  return request?.status === 'rejected' ? 'declined' : 'none';
};

export const declinedError = (noun: string): AppError =>
  new AppError('REQUEST_DECLINED', `The organizers of this ${noun} have declined your request`);

/** For a decision or withdrawal that comes after another one. */
export const decidedError = (status: SeatRequestStatus): AppError =>
  conflict(null, `This request has changed; it is ${status} now`, 'status', { status });
