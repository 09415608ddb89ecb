import { type AppError, notFound } from '../../errors.ts';
import { Quotas, typeFullError } from '../registration/ticket-types.ts';
import { type Seats, spotsLeft } from './attendables.ts';
import { type AttendanceStatus, holdsSeat, type LockedAttendance } from './attendances.ts';
import type { InvitationStatus } from './invitations.ts';
import {
  keptStatus,
  type OrganizerChange,
  type OrganizerStatus,
  outcomeOfRequest,
} from './organizer-notes.ts';

/** The change of many attendees, and of invitations, that an administrator requests. */
export interface BulkWish {
  /** `withdrawn` removes attendees, and withdraws invitations. Undefined: all keep their places. */
  readonly status?: OrganizerStatus | 'withdrawn' | undefined;
  /** Only for conferences. */
  readonly ticket_type?: string | null | undefined;
  readonly over_capacity: boolean;
  readonly notify: boolean;
}

/** The attendance of one of the users. */
export type BulkAttendance = LockedAttendance & {
  readonly user_id: number;
  readonly is_erased: boolean;
};

/** The decision on one of the users. */
export type BulkDecision =
  | { readonly user_id: number; readonly refusal: AppError }
  | {
      readonly current: BulkAttendance;
      readonly change: OrganizerChange | 'removed' | 'unchanged';
    };

/** The result of one id, in the answer. */
export interface BulkResult {
  readonly user_id: number | null;
  readonly invitation_id: number | null;
  /** After the request; null for a refused id. */
  readonly status: AttendanceStatus | InvitationStatus | null;
  readonly changed: boolean;
  readonly error: string | null;
  readonly code: string | null;
}

export interface BulkRequest {
  readonly user_ids: readonly number[];
  /** Only of conferences. */
  readonly invitation_ids: readonly number[];
  readonly wish: BulkWish;
  readonly dry_run: boolean;
}

export interface BulkAnswer {
  readonly dry_run: boolean;
  /** Only of a dry run: the number of users whom the change would notify. */
  readonly would_notify?: number;
  /** The users, then the invitations, each in the order of the request. */
  readonly results: readonly BulkResult[];
}

interface BulkCase {
  readonly userIds: readonly number[];
  readonly attendances: readonly BulkAttendance[];
  readonly seats: Seats;
  /** Without ticket types, none is full. */
  readonly quotas?: Quotas;
  readonly wish: BulkWish;
  /** The ticket types that users get, in place of that of the wish. */
  readonly typeOf?: (user_id: number) => string | undefined;
  /** The refusal of every new seat and place; undefined if the attendable takes place. */
  readonly closed: AppError | undefined;
  readonly full: AppError;
}

/** Decides on each user by the rules of the desk. The free seats go to the first of the ids. */
export function bulkDecisions(given: BulkCase): readonly BulkDecision[] {
  const { userIds, attendances, quotas = new Quotas([]), wish, closed, full } = given;
  const byUser = new Map(attendances.map((one) => [one.user_id, one]));
  let free = spotsLeft(given.seats);
  return userIds.map((user_id) => {
    const current = byUser.get(user_id);
    if (!current) return { user_id, refusal: notFound('attendance') };
    const { status = keptStatus(current), ...fields } = {
      ...wish,
      ...(given.typeOf && { ticket_type: given.typeOf(user_id) }),
    };
    if (status === 'withdrawn') return { current, change: 'removed' };
    const change = outcomeOfRequest(current, { isFull: free === 0, quotas }, { ...fields, status });
    if (change === 'unchanged') return { current, change };
    const isFull = change === 'full' || change === 'type_full';
    const isPlaced =
      change === 'full' || (!isFull && change.placement && change.status !== 'cancelled');
    const isNoted = change === 'type_full' || (!isFull && Object.keys(change.fields).length > 0);
    if (current.is_erased && (isPlaced || isNoted)) return { user_id, refusal: notFound('user') };
    if (closed && isPlaced) return { user_id, refusal: closed };
    if (isFull) return { user_id, refusal: change === 'full' ? full : typeFullError() };
    if (change.placement?.status === 'registered' && free !== null && free > 0) free -= 1;
    takeSeat(quotas, current, change);
    return { current, change };
  });
}

/** Counts the seat of a ticket type that a change gives. */
function takeSeat(
  quotas: Quotas,
  current: LockedAttendance,
  { status, placement, fields }: OrganizerChange,
): void {
  if (!holdsSeat(status) || (!placement && fields.ticket_type === undefined)) return;
  quotas.take(fields.ticket_type === undefined ? current.ticket_type : fields.ticket_type);
}

/** Whether a change takes the seat, or the place on the waitlist, that its attendee has. */
export const isGivenUp = (current: LockedAttendance, { placement }: OrganizerChange): boolean =>
  placement?.status === 'cancelled' ||
  (placement?.status === 'waitlisted' && holdsSeat(current.status));

/** The status of an attendance that exists. */
const statusOf = (status: LockedAttendance['status']): AttendanceStatus =>
  status === 'none' ? 'cancelled' : status;

export function bulkResult(decision: BulkDecision): BulkResult {
  if ('refusal' in decision) return refused({ user_id: decision.user_id }, decision.refusal);
  const { current, change } = decision;
  const of = { user_id: current.user_id, invitation_id: null, error: null, code: null };
  if (change === 'removed') return { ...of, status: 'withdrawn', changed: true };
  if (change === 'unchanged') return { ...of, status: statusOf(current.status), changed: false };
  return { ...of, status: statusOf(change.status), changed: true };
}

/** The result of an id that was refused. */
export const refused = (
  of: { readonly user_id: number } | { readonly invitation_id: number },
  { message: error, code }: AppError,
): BulkResult => ({
  user_id: null,
  invitation_id: null,
  ...of,
  status: null,
  changed: false,
  error,
  code,
});
