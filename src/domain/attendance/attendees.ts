import type { User } from '../people/users.ts';
import type { AttendanceStatus } from './attendances.ts';

/** Somebody who comes, waits or has left, as organisers see them: a row of their table. */
export type Attendee = Pick<
  User,
  'messenger_id' | 'first_name' | 'last_name' | 'username' | 'company' | 'job_title' | 'is_blocked'
> & {
  readonly user_id: number;
  readonly status: AttendanceStatus;
  readonly registered_at: string;
  /** 1 moves up next; null for everybody who does not wait. */
  readonly waitlist_position: number | null;
  readonly checked_in_at: string | null;
  /** Only of conferences. */
  readonly ticket_type?: string | null;
};

/** The person, apart from how they stand. */
export function attendeeView(attendee: Attendee) {
  const { user_id: id, messenger_id, first_name, last_name, ...rest } = attendee;
  const { username, company, job_title, is_blocked, ...attendance } = rest;
  const name = { first_name, last_name, username };
  return { user: { id, messenger_id, ...name, company, job_title, is_blocked }, ...attendance };
}
