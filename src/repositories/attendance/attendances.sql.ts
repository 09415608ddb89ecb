import { notHidden } from '../programme/conferences.sql.ts';

/** The tables and columns of the attendances of one kind of attendable. */
export interface AttendanceTables {
  readonly attendances: 'event_attendances' | 'conference_attendances';
  readonly attendables: string;
  /** The column of `attendances` that references the attendable. */
  readonly key: string;
  /** Columns that only these attendances have. */
  readonly extraColumns: readonly string[];
  /** The columns of the attendable that decide, with its `attendee_count`, who may attend. */
  readonly decidingColumns: readonly string[];
  /** SQL for whether the attendable `t` is public, and its conference is not cancelled. */
  readonly isPublic: string;
}

export const EVENT_ATTENDANCES: AttendanceTables = {
  attendances: 'event_attendances',
  attendables: 'events',
  key: 'event_id',
  extraColumns: [],
  decidingColumns: ['status', 'ends_at', 'capacity', 'registration_closes_at'],
  isPublic: `is_public_event_status(t.status) and ${notHidden('t.conference_id')}`,
};
export const CONFERENCE_ATTENDANCES: AttendanceTables = {
  attendances: 'conference_attendances',
  attendables: 'conferences',
  key: 'conference_id',
  extraColumns: ['ticket_type', 'claimed_by'],
  decidingColumns: ['status', 'ends_at', 'capacity'],
  isPublic: `t.status <> 'draft'`,
};

/** SQL for the waitlist position of an attendance `a`; null unless it is waitlisted. */
export const waitlistPosition = ({ attendances, key }: AttendanceTables): string =>
  `case when a.status = 'waitlisted' then 1 + (
    select count(*) from ${attendances} ahead
     where ahead.${key} = a.${key} and ahead.status = 'waitlisted'
       and ahead.queue_number < a.queue_number) end`;

/** SQL for an `Attendance` in JSON, from a left-joined attendance row `a`. */
export const attendanceInJson = (tables: AttendanceTables): string => {
  const extra = tables.extraColumns.map((column) => `, '${column}', a.${column}`).join('');
  return `json_build_object(
    'status', coalesce(a.status, 'none'),
    'registered_at', instant_in_json(a.registered_at),
    'waitlist_position', ${waitlistPosition(tables)},
    'checked_in_at', instant_in_json(a.checked_in_at)${extra})`;
};

/** SQL for an `Attendance`, from an attendance row `a`. */
export const attendanceColumns = (tables: AttendanceTables): string =>
  `a.status, a.registered_at, ${waitlistPosition(tables)} as waitlist_position, a.checked_in_at
   ${tables.extraColumns.map((column) => `, a.${column}`).join('')}`;

/**
 * SQL of the common table expressions that admit a user to the attendable whose id `locked` selects.
 * `admitted` is empty for a user who attends already or was erased meanwhile.
 */
export const admission = (tables: AttendanceTables, locked: string): string => {
  const { attendances, attendables, key } = tables;
  return `admitted as (
         insert into ${attendances} as a (${key}, user_id, status, registered_at)
         select locked.id, u.id, :status, :registered_at
           from ${locked} locked, users u
          where u.id = :user_id and u.erased_at is null for key share of u
         on conflict (${key}, user_id) do update
            set status = excluded.status, registered_at = excluded.registered_at,
                queue_number = excluded.queue_number
          where a.status = 'cancelled'
         returning ${attendanceColumns(tables)}
       ), counted as (
         update ${attendables} set attendee_count = attendee_count + 1
          where id = :attendableId and exists (select from admitted where holds_seat(status))
       )`;
};

/**
 * SQL that locks an attendable and admits a user, if its deciding columns are those seen before
 * (bound as `seen_<column>`), and if its seats have the status to give. Selects the attendance and the
 * `attendee_count` before it.
 */
export const guardedAdmission = (tables: AttendanceTables, lockWaitMs: number): string => {
  const { attendables, decidingColumns, isPublic } = tables;
  const isAsSeen = decidingColumns.map(
    (column) => `t.${column} is not distinct from :seen_${column}`,
  );
  // \`admitted\` reads from \`locked\`, so the queue number is drawn under the lock.
  return `with limited as materialized (
         select set_config('lock_timeout', '${lockWaitMs}', true)
       ), locked as (
         select t.id, t.attendee_count from limited, ${attendables} t
          where t.id = :attendableId and ${isPublic} and ${isAsSeen.join(' and ')}
            and (t.capacity is null or t.attendee_count < t.capacity) = (:status = 'registered')
            for no key update of t
       ), ${admission(tables, 'locked')}
       select admitted.*, locked.attendee_count from admitted, locked`;
};
