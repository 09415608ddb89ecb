import { auditInsert } from '../operations/audit-log.sql.ts';
import { type AttendanceTables, attendanceColumns, CHECK_IN_COLUMNS } from './attendances.sql.ts';
import { isInvitation } from './invitations.sql.ts';

/** The user `u` in JSON, with the fields of `CheckedInUser`; null for a guest. */
export const CHECKED_IN_USER = `case when u.id is not null then json_build_object('id', u.id,
    'first_name', u.first_name, 'last_name', u.last_name, 'photo_url', u.photo_url,
    'company', u.company, 'job_title', u.job_title, 'is_blocked', u.is_blocked) end as "user"`;

/** The fields of `DoorGuest` but `checked_in_at` of a guest `a`, for JSON. */
export const DOOR_GUEST = `'id', a.id, 'first_name', a.first_name, 'last_name', a.last_name,
    'company', a.company, 'ticket_type', a.ticket_type, 'is_walk_in', a.is_walk_in`;

/** The guest `a` in JSON; null for a user who was none. */
const GUEST = `case when ${isInvitation('a')}
    then json_build_object(${DOOR_GUEST}, 'claimed_at', instant_in_json(a.claimed_at)) end`;

/** Whether others may have come with a registration `a`. */
const HAS_GROUP = `(a.invited_by is not null or a.order_hash is not null or exists (
           select from registrations g where g.invited_by = a.user_id and g.conference_id = a.conference_id))`;

/** What names a row: the user, or the invitation of a guest. */
export type CheckInKey = 'user_id' | 'id';

/** SQL that selects the `CheckIn` whose `by` is `:id`. */
export const selectedCheckIn = (tables: AttendanceTables, by: CheckInKey): string => `
  select ${attendanceColumns(tables)}, a.desk_note, a.check_in_nonce, a.queue_number,
         a.cancelled_at, ${CHECKED_IN_USER}, ${tables.hasInvitations ? GUEST : 'null'} as guest,
         ${tables.isCancelled} as is_cancelled,
         ${tables.hasInvitations ? `a.id as registration_id, ${HAS_GROUP}` : 'null as registration_id, false'} as has_group
    from ${tables.attendances} a
    join ${tables.attendables} t on t.id = a.${tables.key}
    ${by === 'id' ? 'left join' : 'join'} users u on u.id = a.user_id
   where a.${tables.key} = :attendableId and a.${by} = :id`;

/** SQL that locks the user `:id` of a check-in, if the block is as seen, and selects one row. */
const USER = `select u.id from counting, users u
      where u.id = :id and u.is_blocked = :seen_is_blocked for key share of u`;

/**
 * SQL that checks in the attendee whose `by` is `:id` or undoes it, and records it in the audit log, if the
 * attendance and the block of its user are those seen before (bound as `seen_<column>`). Locks the user
 * before the attendance, as an erasure and a block do; a guest has none. Tells the triggers that no seat
 * changes, which costs less than to let them find out.
 */
export const changedCheckIn = (tables: AttendanceTables, by: CheckInKey): string =>
  `with counting as materialized (
     select set_config('hallway.seats_counted_at', statement_timestamp()::text, true)
   ), attendee as materialized (
     ${by === 'id' ? 'select :id::bigint as id from counting' : USER}
   ), changed as (
     update ${tables.attendances} a
        set status = :status, version = a.version + 1,
            ${CHECK_IN_COLUMNS.map((column) => `${column} = :${column}`).join(', ')}
       from attendee
      where a.${tables.key} = :attendableId and a.${by} = attendee.id
        ${by === 'id' ? 'and a.user_id is null and a.claimed_at is null' : ''}
        and a.status = :seen_status and a.queue_number = :seen_queue_number
        and a.checked_in_at is not distinct from :seen_checked_in_at
     returning ${attendanceColumns(tables)}, a.desk_note
   ), recorded as (
     ${auditInsert('changed')}
   )
   select * from changed`;
