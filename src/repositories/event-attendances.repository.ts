import type { Knex } from 'knex';
import type { Attendance } from '../domain/attendances.ts';

/** The place of an attendance `a` in the queue of its event; null for who does not wait. */
export const WAITLIST_POSITION = `case when a.status = 'waitlisted' then 1 + (
  select count(*) from event_attendances ahead
   where ahead.event_id = a.event_id and ahead.status = 'waitlisted'
     and ahead.queue_number < a.queue_number) end`;

const ATTENDANCE = `a.status, a.registered_at, ${WAITLIST_POSITION} as waitlist_position,
  a.checked_in_at`;

/** Statuses that hold a seat, which `events.attendee_count` counts. */
const SEATED = `('registered', 'checked_in')`;

/**
 * Who comes to an event. What changes here needs the lock of the event's row; each change keeps
 * the event's `attendee_count` in the same statement.
 */
export class EventAttendancesRepository {
  readonly #db: Knex;

  constructor(db: Knex) {
    this.#db = db;
  }

  async find(event_id: number, user_id: number): Promise<Attendance | undefined> {
    return this.#db('event_attendances as a')
      .where({ event_id, user_id })
      .first<Attendance | undefined>(this.#db.raw(ATTENDANCE));
  }

  /**
   * Gives a person who holds no seat one, or a place at the end of the queue. Undefined when the
   * person was erased meanwhile.
   */
  async admit(
    event_id: number,
    user_id: number,
    { status, registered_at }: { status: 'registered' | 'waitlisted'; registered_at: string },
  ): Promise<Attendance | undefined> {
    const { rows } = await this.#db.raw<{ rows: Attendance[] }>(
      `with admitted as (
         insert into event_attendances as a (event_id, user_id, status, registered_at)
         select :event_id, u.id, :status, :registered_at
           from users u where u.id = :user_id and u.erased_at is null for key share
         on conflict (event_id, user_id) do update
            set status = excluded.status, registered_at = excluded.registered_at,
                queue_number = excluded.queue_number
         returning ${ATTENDANCE}
       ), counted as (
         update events set attendee_count = attendee_count + 1
          where id = :event_id and exists (select from admitted where status in ${SEATED})
       )
       select * from admitted`,
      { event_id, user_id, status, registered_at },
    );
    return rows[0];
  }

  /** Those of the events that somebody waits for, by id. */
  async listWaitedFor(event_ids: readonly number[]): Promise<number[]> {
    return this.#db('event_attendances')
      .whereRaw('event_id = any(?::bigint[])', [[...event_ids]])
      .where({ status: 'waitlisted' })
      .distinct()
      .orderBy('event_id')
      .pluck('event_id');
  }

  /** Takes a person's seat or place in the queue away. */
  async cancel(event_id: number, user_id: number): Promise<void> {
    await this.#db.raw(
      `with gone as (
         update event_attendances a set status = 'cancelled', checked_in_at = null
           from event_attendances old
          where a.event_id = :event_id and a.user_id = :user_id
            and old.event_id = a.event_id and old.user_id = a.user_id
         returning old.status
       )
       update events set attendee_count = attendee_count - 1
        where id = :event_id and exists (select from gone where status in ${SEATED})`,
      { event_id, user_id },
    );
  }

  /** Gives a seat to the first who wait, `seats` null to all, and returns their user ids. */
  async promoteFirst(event_id: number, seats: number | null): Promise<number[]> {
    const { rows } = await this.#db.raw<{ rows: { user_id: number }[] }>(
      `with promoted as (
         update event_attendances a set status = 'registered'
           from (select user_id from event_attendances
                  where event_id = :event_id and status = 'waitlisted'
                  order by queue_number limit :seats) first
          where a.event_id = :event_id and a.user_id = first.user_id
         returning a.user_id
       ), counted as (
         update events set attendee_count = attendee_count + (select count(*) from promoted)
          where id = :event_id and exists (select from promoted)
       )
       select user_id from promoted`,
      { event_id, seats },
    );
    return rows.map(({ user_id }) => user_id);
  }
}
