import type pg from 'pg';
import { statement } from './database.ts';

const COUNTED = 'attendee_count, capacity';
const attendEvent = statement(
  'attend',
  `with seat as (
     update events set attendee_count = attendee_count + 1
      where id = $1 and status = 'approved' and ends_at > $3 and registration_mode = 'open'
        and (registration_closes_at is null or registration_closes_at > $3)
        and (capacity is null or attendee_count < capacity)
     returning id, ${COUNTED}
   ), attending as (
     insert into event_attendances as a (event_id, user_id, status, registered_at)
     select id, $2, 'registered', $3 from seat
     on conflict (event_id, user_id) do update
        set status = 'registered', registered_at = excluded.registered_at, cancelled_at = null,
            queue_number = excluded.queue_number
      where a.status = 'cancelled'
     returning status, registered_at, checked_in_at
   )
   select attending.*, ${COUNTED} from attending, seat`,
);
const cancelAttendance = statement(
  'cancel',
  `with cancelled as (
     update event_attendances set status = 'cancelled', cancelled_at = $3
      where event_id = $1 and user_id = $2 and status = 'registered'
     returning event_id, status, registered_at, checked_in_at
   ), freed as (
     update events e set attendee_count = attendee_count - 1
       from cancelled where e.id = cancelled.event_id
     returning ${COUNTED}
   )
   select cancelled.*, ${COUNTED} from cancelled, freed`,
);

const answer = (event_id: number, row: Awaited<ReturnType<typeof attendEvent>>): string => {
  const { status, registered_at, checked_in_at, attendee_count, capacity } = row;
  const spots_left = capacity === null ? null : Number(capacity) - Number(attendee_count);
  const seat = { status, registered_at, waitlist_position: null, checked_in_at };
  return JSON.stringify({ event_id, ...seat, attendee_count, spots_left });
};

/**
 * One statement. Left out: the waitlist, drafts and access by a conference, the reason of a refusal,
 * the same answer to a repeated request, and locks against an erasure.
 */
export const attend = async (pool: pg.Pool, userId: number, eventId: number): Promise<string> =>
  answer(eventId, await attendEvent(pool, [eventId, userId, new Date().toISOString()]));

/** One statement. Left out: as `attend`, and the next of the waitlist. */
export const cancel = async (pool: pg.Pool, userId: number, eventId: number): Promise<string> =>
  answer(eventId, await cancelAttendance(pool, [eventId, userId, new Date().toISOString()]));
