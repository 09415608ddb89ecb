import { OnDatabase } from '../../db/on-database.ts';
import { cursorPage, type Page, type PageRequest, queryList } from '../../db/pages.ts';
import type { AttendanceStatus } from '../../domain/attendance/attendances.ts';
import type { ProfileRow } from '../../domain/people/profiles.ts';
import type { ReadAnswer } from '../../domain/registration/forms.ts';
import { profilesFor, withoutHidden } from '../people/profiles.sql.ts';
import { readAnswers } from './forms.sql.ts';

/** The host who looks, and the users who are hidden from them. */
export interface HostView {
  readonly viewerId: number;
  readonly hidden: readonly number[];
}

export type HostedAttendee = ProfileRow & {
  readonly status: Exclude<AttendanceStatus, 'cancelled'>;
  readonly checked_in_at: string | null;
  readonly queue_number: number;
  readonly answers: readonly ReadAnswer[];
};
export type HostedRequest = ProfileRow & {
  readonly request_id: number;
  readonly requested_at: string;
  readonly answers: readonly ReadAnswer[];
};

/** Who comes to a side event, and who asks to, as its host sees them: also users who are in no public list. */
export class HostedEventsReadModel extends OnDatabase {
  /** Attendees with a seat or on the waitlist, the first one first. */
  async listAttendees(
    event_id: number,
    { viewerId, hidden }: HostView,
    request: PageRequest<number>,
  ): Promise<Page<HostedAttendee, number>> {
    const query = profilesFor(this.db, viewerId)
      .join('event_attendances as a', 'a.user_id', 'u.id')
      .where('a.event_id', event_id)
      .whereNot('a.status', 'cancelled')
      .orderBy('a.queue_number')
      .select('a.status', 'a.checked_in_at', 'a.queue_number', this.#answersOf('a'));
    const list = queryList<HostedAttendee, number>(
      query,
      { withoutHidden: withoutHidden(hidden) },
      (rows, after) => rows.where('a.queue_number', '>', after),
    );
    return cursorPage(list, request, ({ queue_number }) => queue_number);
  }

  /** Requests that wait, the oldest first. */
  async listRequests(
    event_id: number,
    { viewerId, hidden }: HostView,
    request: PageRequest<number>,
  ): Promise<Page<HostedRequest, number>> {
    const query = profilesFor(this.db, viewerId)
      .join('registration_requests as r', 'r.user_id', 'u.id')
      .where({ 'r.event_id': event_id, 'r.status': 'pending' })
      .orderBy('r.id')
      .select('r.id as request_id', 'r.requested_at', this.#answersOf('r'));
    const list = queryList<HostedRequest, number>(
      query,
      { withoutHidden: withoutHidden(hidden) },
      (rows, after) => rows.where('r.id', '>', after),
    );
    return cursorPage(list, request, ({ request_id }) => request_id);
  }

  /** A host reads no sensitive answers. */
  #answersOf(x: 'a' | 'r') {
    const of = { userId: `${x}.user_id`, questions: `q.event_id = ${x}.event_id` };
    return this.db.raw(`${readAnswers(of, 'not_sensitive')} as answers`);
  }
}
