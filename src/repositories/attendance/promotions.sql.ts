import type { AttendanceTables } from './attendances.sql.ts';

/** SQL for those who wait at the attendable and can have a seat, in the order of the queue. */
const waiting = ({ attendances, key, rowId, isPartOfPublished }: AttendanceTables) => `
         select w.${rowId}
           from ${attendances} w left join users u on u.id = w.user_id
          where w.${key} = :attendableId and w.status = 'waitlisted'
            and u.is_blocked is not true and ${isPartOfPublished}
          order by w.queue_number limit :seats`;

/** As `waiting`, at a conference with ticket types: of each type as many as it has free seats. */
const WAITING_BY_TYPE = `
         select id from (
           select w.id, w.queue_number, t.capacity - t.seat_count as free,
                  row_number() over (partition by w.ticket_type order by w.queue_number) as place
             from registrations w left join users u on u.id = w.user_id
             left join ticket_types t
               on t.conference_id = w.conference_id and t.name = w.ticket_type
              and t.capacity is not null
            where w.conference_id = :attendableId and w.status = 'waitlisted'
              and u.is_blocked is not true and coalesce(t.seat_count < t.capacity, true)) w
          where place <= free or free is null
          order by queue_number limit :seats`;

/**
 * SQL that gives the first `:seats` of the queue a seat. Selects the ids of the users and the number
 * of the guests.
 *
 * @param typed whether those of a ticket type without a free seat are left out
 */
export const promotion = (tables: AttendanceTables, typed: boolean) => {
  const { attendances, attendables, key, rowId, seatColumns } = tables;
  const counts = { attendee_count: 'count(user_id)', invited_count: 'count(*) - count(user_id)' };
  return `with first as materialized (${typed ? WAITING_BY_TYPE : waiting(tables)}
       ), promoted as (
         update ${attendances} a set status = 'registered' from first
          where a.${key} = :attendableId and a.${rowId} = first.${rowId}
         returning a.user_id
       ), counted as (
         update ${attendables}
            set ${seatColumns
              .map((name) => `${name} = ${name} + (select ${counts[name]} from promoted)`)
              .join(', ')}
          where id = :attendableId and exists (select from first)
       )
       select coalesce(json_agg(user_id) filter (where user_id is not null), '[]') as "userIds",
              count(*) - count(user_id) as invited from promoted`;
};
