import type { User } from '../people/users.ts';
import type { AttendanceStatus } from './attendances.ts';

/** A row of the administrators' attendee list: any attendance, including cancelled ones. */
export type Attendee = Pick<
  User,
  'messenger_id' | 'first_name' | 'last_name' | 'username' | 'company' | 'job_title' | 'is_blocked'
> & {
  readonly user_id: number;
  readonly status: AttendanceStatus;
  readonly registered_at: string;
  /** 1 is promoted next; null unless the status is `waitlisted`. */
  readonly waitlist_position: number | null;
  readonly checked_in_at: string | null;
  /** Conferences only; `claimed_by` too. */
  readonly ticket_type?: string | null;
  readonly claimed_by?: 'username' | null;
};

/** The row as an answer: the user's columns in `user`, the attendance beside it. */
export function attendeeView(attendee: Attendee) {
  const { user_id: id, messenger_id, first_name, last_name, ...rest } = attendee;
  const { username, company, job_title, is_blocked, ...attendance } = rest;
  const name = { first_name, last_name, username };
  return { user: { id, messenger_id, ...name, company, job_title, is_blocked }, ...attendance };
}
