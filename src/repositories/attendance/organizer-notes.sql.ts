import {
  type AttendanceTables,
  attendanceColumns,
  NO_CHECK_IN,
  NO_USER,
  overCapacityAfterFreeing,
} from './attendances.sql.ts';

/** SQL for the number of seats among the rows of the common table expression named after it. */
const FREED = 'select count(*) filter (where holds_seat(status)) as seats from';

/**
 * SQL for the edited users who are not erased, in the order of `:userIds`, with the version of their
 * attendance after the edit. Locks the users FOR KEY SHARE.
 */
export const EDITED = `select u.id as user_id, e.version
       from unnest(:userIds::bigint[], :versions::integer[]) with ordinality e(user_id, version, n)
       join users u on u.id = e.user_id and u.erased_at is null
      order by e.n for key share of u`;

/** SQL that selects and locks the attendances of `:userIds`. */
export const lockedRows = (tables: AttendanceTables): string =>
  `select a.user_id, ${attendanceColumns(tables)}, a.desk_note, a.version,
          u.erased_at is not null as is_erased
     from ${tables.attendances} a
     join users u on u.id = a.user_id
    where a.${tables.key} = :attendableId and a.user_id = any(:userIds::bigint[])
    order by a.user_id for key share of u for no key update of a`;

/**
 * SQL that rotates the queue up to the user `:user_id`: they get the first number, and each of those before
 * them that of the next. Numbers stay distinct, and who waits has no ticket that one signs.
 */
export const toFront = ({ attendances, key, rowId }: AttendanceTables): string => `
   with moved as (
     select queue_number from ${attendances}
      where ${key} = :attendableId and user_id = :user_id and status = 'waitlisted'
   ), numbered as (
     select w.${rowId}, w.user_id = :user_id and w.user_id is not null as is_moved,
            first_value(w.queue_number) over queue as first,
            lead(w.queue_number) over queue as next
       from ${attendances} w, moved
      where w.${key} = :attendableId and w.status = 'waitlisted'
        and w.queue_number <= moved.queue_number
     window queue as (order by w.queue_number)
   )
   update ${attendances} a
      set queue_number = case when n.is_moved then n.first else n.next end,
          version = a.version + n.is_moved::integer
     from numbered n where a.${key} = :attendableId and a.${rowId} = n.${rowId}
   returning a.${rowId}`;

/**
 * SQL that gives the edited users the status `:status`, and counts their seats. Selects the number of
 * users.
 */
export const placement = ({ attendances, attendables, key }: AttendanceTables): string =>
  `with old as materialized (
     select count(*) as seats from ${attendances}
      where ${key} = :attendableId and user_id = any(:userIds::bigint[]) and holds_seat(status)
   ), edited as materialized (
     ${EDITED}
   ), placed as (
     insert into ${attendances} as a (${key}, user_id, status, registered_at, version)
     select :attendableId, user_id, :status, :registered_at, version from edited
     on conflict (${key}, user_id) do update
        set status = excluded.status, cancelled_at = null, ${NO_CHECK_IN},
            version = excluded.version,
            registered_at = case when a.status = 'waitlisted' then a.registered_at
                                 else excluded.registered_at end,
            queue_number = case when a.status = 'waitlisted' then a.queue_number
                                else excluded.queue_number end
     returning holds_seat(status) as is_seated
   ), taken as (
     select count(*) as placed,
            count(*) filter (where is_seated) - (select seats from old) as seats from placed
   ), counted as (
     update ${attendables}
        set attendee_count = attendee_count + taken.seats,
            over_capacity_count = greatest(0, over_capacity_count + :over + least(0, taken.seats))
       from taken where id = :attendableId
   )
   select placed from taken`;

/** SQL that cancels the attendances of `:userIds` who attend, at `:cancelledAt`. Selects a `Cancelled`. */
export const cancellation = ({ attendances, attendables, key }: AttendanceTables): string =>
  `with cancelled as (
     update ${attendances} a
        set status = 'cancelled', cancelled_at = :cancelledAt, ${NO_CHECK_IN},
            version = a.version + 1
       from ${attendances} old
      where a.${key} = :attendableId and a.user_id = any(:userIds::bigint[])
        and a.status <> 'cancelled' and old.${key} = a.${key} and old.user_id = a.user_id
     returning a.user_id, old.status
   ), freed as (
     ${FREED} cancelled
   ), counted as (${freeing(attendables)})
   select seats, (select coalesce(json_agg(user_id), '[]') from cancelled) as "userIds" from freed`;

/** The registrations that end: those that identify a guest stay withdrawn, and imports leave them out. */
const REMOVED_REGISTRATIONS = `leaving as materialized (
     select id, status, user_id, claimant_id is not null as is_guest
       from registrations
      where conference_id = :attendableId
        and (user_id = any(:userIds::bigint[])
             or claimant_id = any(:userIds::bigint[]) and cancelled_at is null)
   ), withdrawn as (
     update registrations r
        set status = 'cancelled', cancelled_at = :removedAt, ${NO_USER},
            queue_number = case when r.user_id is null then r.queue_number
                                else nextval('attendance_queue') end
       from leaving where r.id = leaving.id and leaving.is_guest
   ), deleted as (
     delete from registrations r using leaving where r.id = leaving.id and not leaving.is_guest
   ), removed as (
     select status from leaving where user_id is not null
   )`;

/** SQL that ends the attendances of `:userIds` at `:removedAt`. */
export const removal = ({ attendances, attendables, key, hasInvitations }: AttendanceTables) => {
  const deleted = `removed as (
     delete from ${attendances}
      where ${key} = :attendableId and user_id = any(:userIds::bigint[])
     returning status
   )`;
  return `with ${hasInvitations ? REMOVED_REGISTRATIONS : deleted}, freed as (
     ${FREED} removed
   )
   ${freeing(attendables)}`;
};

/** SQL that counts the seats of the common table expression `freed` as free. */
const freeing = (attendables: string): string =>
  `update ${attendables}
      set attendee_count = attendee_count - freed.seats,
          over_capacity_count = ${overCapacityAfterFreeing('freed.seats')}
     from freed where id = :attendableId and freed.seats > 0`;
