import { auditInsert } from '../operations/audit-log.sql.ts';
import { type AttendanceTables, attendanceColumns } from './attendances.sql.ts';

/** The user `u` in JSON, with the fields of `CheckedInUser`. */
export const CHECKED_IN_USER = `json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
    'photo_url', u.photo_url, 'company', u.company, 'job_title', u.job_title,
    'is_blocked', u.is_blocked) as "user"`;

/** SQL that selects a `CheckIn`. */
export const selectedCheckIn = (tables: AttendanceTables): string => `
  select ${attendanceColumns(tables)}, a.desk_note, a.check_in_nonce, a.queue_number,
         a.cancelled_at, ${CHECKED_IN_USER},
         ${tables.isCancelled} as is_cancelled
    from ${tables.attendances} a
    join ${tables.attendables} t on t.id = a.${tables.key}
    join users u on u.id = a.user_id
   where a.${tables.key} = :attendableId and a.user_id = :user_id`;

/**
 * SQL that checks in an attendee or undoes it, and records it in the audit log, if the attendance and
 * the block of its user are those seen before (bound as `seen_<column>`). Locks the user before the
 * attendance, as an erasure and a block do. Tells the triggers that no seat changes, which costs less
 * than to let them find out.
 */
export const changedCheckIn = (tables: AttendanceTables): string =>
  `with counting as materialized (
     select set_config('hallway.seats_counted_at', statement_timestamp()::text, true)
   ), attendee as materialized (
     select u.id from counting, users u
      where u.id = :user_id and u.is_blocked = :seen_is_blocked for key share of u
   ), changed as (
     update ${tables.attendances} a
        set status = :status, checked_in_at = :checked_in_at, check_in_nonce = :check_in_nonce,
            check_in_device = :check_in_device, check_in_key = :check_in_key,
            check_in_administrator_id = :check_in_administrator_id, version = a.version + 1
       from attendee
      where a.${tables.key} = :attendableId and a.user_id = attendee.id
        and a.status = :seen_status and a.queue_number = :seen_queue_number
        and a.checked_in_at is not distinct from :seen_checked_in_at
     returning ${attendanceColumns(tables)}, a.desk_note
   ), recorded as (
     ${auditInsert('changed')}
   )
   select * from changed`;
