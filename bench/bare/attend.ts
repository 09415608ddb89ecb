import type pg from 'pg';
import { inTransaction, statement } from './database.ts';
import { EVENT_COLUMNS, registrationState, spotsLeft } from './events.ts';
import { findUser } from './users.ts';

const WAITLIST_POSITION = `case when a.status = 'waitlisted' then 1 + (
  select count(*) from event_attendances ahead
   where ahead.event_id = a.event_id and ahead.status = 'waitlisted'
     and ahead.queue_number < a.queue_number) end as waitlist_position`;
const COLUMNS = `a.status, a.registered_at, ${WAITLIST_POSITION}, a.checked_in_at`;

const lockEvent = statement(
  'lock event',
  `select ${EVENT_COLUMNS} from events as e
    where id = $1 and is_public_event_status(e.status)
      and not exists (select from conferences d where d.id = e.conference_id
        and d.status = 'draft')
    limit $2 for update of e`,
);
const findAttendance = statement(
  'attendance',
  `select ${COLUMNS} from event_attendances as a where event_id = $1 and user_id = $2 limit $3`,
);
const insertAttendance = statement(
  'attend',
  `with admitted as (
     insert into event_attendances as a (event_id, user_id, status, registered_at)
     select $1, u.id, $2, $3 from users u where u.id = $4 and u.erased_at is null for key share
     on conflict (event_id, user_id) do update
        set status = excluded.status, registered_at = excluded.registered_at,
            queue_number = excluded.queue_number
     returning ${COLUMNS}
   ), counted as (
     update events set attendee_count = attendee_count + 1
      where id = $1 and exists (select from admitted where holds_seat(status))
   )
   select * from admitted`,
);

/** Six trips: the user, BEGIN, lock, look, insert, COMMIT. */
export async function attend(pool: pg.Pool, userId: number, eventId: number): Promise<string> {
  await findUser(pool, userId);
  return inTransaction(pool, async (client) => {
    const event = await lockEvent(client, [eventId, 1]);
    const found = await findAttendance(client, [eventId, userId, 1]);
    if (found) throw new Error('the user already attends');
    const now = new Date();
    const isOpen = registrationState(event, now.getTime()) === 'open';
    const status = isOpen ? 'registered' : 'waitlisted';
    const row = await insertAttendance(client, [eventId, status, now.toISOString(), userId]);
    const attendee_count = Number(event.attendee_count) + 1;
    return JSON.stringify({
      event_id: eventId,
      status: row.status,
      registered_at: row.registered_at,
      waitlist_position: row.waitlist_position,
      checked_in_at: row.checked_in_at,
      attendee_count,
      spots_left: spotsLeft({ ...event, attendee_count }),
    });
  });
}
