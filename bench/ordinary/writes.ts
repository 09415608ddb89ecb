import type pg from 'pg';
import { pool, type Row } from './pool.ts';

async function inTransaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const refusal = (statusCode: number, message: string) =>
  Object.assign(new Error(message), { statusCode });

/** Locks the event, so that no seat is given twice. */
export const register = (userId: number, eventId: number): Promise<Row> =>
  inTransaction(async (client) => {
    const { rows: events } = await client.query(
      `select id, capacity, attendee_count from events
        where id = $1 and status = 'approved' for update`,
      [eventId],
    );
    const [event] = events;
    if (!event) throw refusal(404, 'event not found');
    const isFull = event.capacity !== null && event.attendee_count >= event.capacity;
    const { rows } = await client.query(
      `insert into event_attendances (event_id, user_id, status, registered_at)
       values ($1, $2, $3, now())
       on conflict (event_id, user_id) do update set status = excluded.status
       returning event_id, status, registered_at, checked_in_at`,
      [eventId, userId, isFull ? 'waitlisted' : 'registered'],
    );
    if (!isFull) {
      await client.query('update events set attendee_count = attendee_count + 1 where id = $1', [
        eventId,
      ]);
    }
    return rows[0];
  });

export const checkIn = (conferenceId: number, userId: number): Promise<Row> =>
  inTransaction(async (client) => {
    const { rows: found } = await client.query(
      `select a.status, a.registered_at, a.checked_in_at, a.ticket_type, u.id, u.first_name,
              u.last_name, u.username, u.photo_url, u.company, u.job_title
         from registrations a join users u on u.id = a.user_id
        where a.conference_id = $1 and a.user_id = $2 for update of a`,
      [conferenceId, userId],
    );
    const [attendance] = found;
    if (!attendance) throw refusal(409, 'not registered');
    if (attendance.status === 'checked_in') return { ...attendance, already_checked_in: true };
    const { rows } = await client.query(
      `update registrations set status = 'checked_in', checked_in_at = now()
        where conference_id = $1 and user_id = $2 returning status, checked_in_at`,
      [conferenceId, userId],
    );
    return { ...attendance, ...rows[0], already_checked_in: false };
  });
