import type { Knex } from 'knex';
import type { Sorting } from '../../db/sorts.ts';
import type { ListedStatus } from '../../domain/attendance/attendees.ts';
import type { ClaimMark } from '../../domain/attendance/claim-marks.ts';
import { type Sort, sortOf } from '../../domain/sorts.ts';
import { leavesAnswersOpen, type ShownAnswers } from '../registration/forms.sql.ts';
import { ARRIVAL, type AttendanceTables } from './attendances.sql.ts';

export const ATTENDEE_SORT_KEYS = [
  'registered_at',
  'checked_in_at',
  'name',
  'company',
  'ticket_type',
] as const;
export type AttendeeSortKey = (typeof ATTENDEE_SORT_KEYS)[number];

export interface AdminAttendeesFilter {
  /** A list with invitations is sorted by `registered_at` only. */
  readonly sort: Sort<AttendeeSortKey>;
  readonly status?: ListedStatus | undefined;
  readonly q?: string | undefined;
  /** Whether `q` also finds usernames and messenger ids. */
  readonly byContacts?: boolean | undefined;
  /** Only for conferences. */
  readonly ticket_type?: string | undefined;
  /** Only for conferences. */
  readonly claimed_by?: ClaimMark | undefined;
  /** An erased user is not among the blocked ones. */
  readonly is_blocked?: boolean | undefined;
  /** Attendees who have checked in since this time. */
  readonly checked_in_from?: string | undefined;
  /** Attendees who have checked in before this time. */
  readonly checked_in_to?: string | undefined;
  /** Attendees with a required question left open; not who cancelled. */
  readonly answers?: 'missing' | undefined;
  /** Adds answers to each row; without those to sensitive questions unless `all`. */
  readonly withAnswers?: ShownAnswers | undefined;
}

/** The filters that no invitation matches. */
const ATTENDEES_ONLY = [
  'claimed_by',
  'is_blocked',
  'checked_in_from',
  'checked_in_to',
  'answers',
] as const;

/** As the index has it: the sort and the filter read the same one. */
const TICKET_TYPE = `coalesce(a.ticket_type, '')`;

/** The order of attendances `a` of users `u`. */
export function attendeeSorting(sort: Sort<AttendeeSortKey>): Sorting<AttendeeSortKey> {
  const { key } = sortOf(sort);
  const column = 'a.queue_number';
  return {
    sort,
    keys: {
      registered_at: column,
      checked_in_at: ARRIVAL,
      // It begins with the name, without accents and case.
      name: 'left(u.search_text, 200)',
      company: `lower(coalesce(u.company, ''))`,
      ticket_type: TICKET_TYPE,
    },
    // The indexes of users end with their id.
    id: key === 'name' || key === 'company' ? 'u.id' : column,
  };
}

/** Whether a filter leaves no invitation. */
export const isAttendeesOnly = (filter: Omit<AdminAttendeesFilter, 'sort'>): boolean =>
  ATTENDEES_ONLY.some((name) => filter[name] !== undefined);

/** Restricts a query of attendances `a` of users `u`. */
export function narrowAttendees(
  query: Knex.QueryBuilder,
  { key }: Pick<AttendanceTables, 'key'>,
  filter: Omit<AdminAttendeesFilter, 'sort'>,
): void {
  const { status, ticket_type, claimed_by, is_blocked, checked_in_from, checked_in_to } = filter;
  if (status && status !== 'all') query.where('a.status', status);
  if (ticket_type) query.whereRaw(`${TICKET_TYPE} = ?`, [ticket_type]);
  if (claimed_by) query.where('a.claimed_by', claimed_by);
  if (is_blocked !== undefined) query.where('u.is_blocked', is_blocked);
  // As the index of blocked users.
  if (is_blocked) query.whereNull('u.erased_at');
  if (checked_in_from) query.whereRaw(`${ARRIVAL} >= ?`, [checked_in_from]);
  if (checked_in_to)
    query.whereRaw(`${ARRIVAL} < ? and a.checked_in_at is not null`, [checked_in_to]);
  if (filter.answers) {
    const of = { userId: 'a.user_id', questions: `q.${key} = a.${key}` };
    query.whereNot('a.status', 'cancelled').whereRaw(leavesAnswersOpen(of));
  }
}
