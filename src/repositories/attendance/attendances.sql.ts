import type { Knex } from 'knex';
import type { CheckInRecord } from '../../domain/attendance/check-ins.ts';
import { isCancelledConference, isOpenToAnyone } from '../programme/conferences.sql.ts';

/** The tables and columns of the attendances of one kind of attendable. */
export interface AttendanceTables {
  readonly attendances: 'event_attendances' | 'registrations';
  readonly attendables: string;
  /** The column of `attendances` that references the attendable. */
  readonly key: string;
  /** The column of `attendances` that, with `key`, names a row: of a guest there is no user. */
  readonly rowId: 'user_id' | 'id';
  /** Columns that only these attendances have. */
  readonly extraColumns: readonly string[];
  /** The columns of the attendable that count its held seats. */
  readonly seatColumns: readonly ('attendee_count' | 'invited_count')[];
  /** The columns of the attendable that decide, with those of its seats, who may attend. */
  readonly decidingColumns: readonly string[];
  /** Whether guests attend, who are not users yet. */
  readonly hasInvitations: boolean;
  /** SQL for whether the attendable `t` is public, and access to it needs no further check. */
  readonly isOpenToAnyone: string;
  /** SQL for whether the attendable `t`, or the conference of an event, is cancelled. */
  readonly isCancelled: string;
  /** SQL for whether no other attendance depends on one of the attendable `t`. */
  readonly cancelsAlone: string;
  /** SQL for the conference at which a seat at the attendable `t` counts; null without one. */
  readonly conferenceOfSeats: string;
  /**
   * SQL for whether the conference of the attendable `:attendableId`, if any, accepts attendees.
   */
  readonly isPartOfPublished: string;
}

export const EVENT_ATTENDANCES: AttendanceTables = {
  attendances: 'event_attendances',
  attendables: 'events',
  key: 'event_id',
  rowId: 'user_id',
  hasInvitations: false,
  extraColumns: [],
  seatColumns: ['attendee_count'],
  decidingColumns: [
    'status',
    'ends_at',
    'capacity',
    'registration_mode',
    'registration_closes_at',
    'waitlist',
    'has_form',
  ],
  isOpenToAnyone: `is_public_event_status(t.status) and ${isOpenToAnyone('t.conference_id')}`,
  isCancelled: `(t.status = 'cancelled' or ${isCancelledConference('t.conference_id')})`,
  cancelsAlone: 'true',
  conferenceOfSeats: `case when t.status = 'approved' then t.conference_id end`,
  isPartOfPublished: `not exists (
    select from events e join conferences c on c.id = e.conference_id
     where e.id = :attendableId and c.status <> 'published')`,
};
export const CONFERENCE_ATTENDANCES: AttendanceTables = {
  attendances: 'registrations',
  attendables: 'conferences',
  key: 'conference_id',
  rowId: 'id',
  hasInvitations: true,
  extraColumns: ['ticket_type', 'claimed_by'],
  seatColumns: ['attendee_count', 'invited_count'],
  decidingColumns: [...EVENT_ATTENDANCES.decidingColumns, 'has_ticket_types', 'transfers_until'],
  isOpenToAnyone: `t.status <> 'draft'`,
  isCancelled: `t.status = 'cancelled'`,
  // Who waits for a seat of a ticket type can have it although others are free.
  cancelsAlone: `t.event_access <> 'registered' and t.guests_per_person = 0 and not t.has_ticket_types`,
  conferenceOfSeats: 't.id',
  isPartOfPublished: 'true',
};

/**
 * SQL for the waitlist position of an attendance `a`; null unless it is waitlisted. The guests of a
 * conference are in the same queue.
 */
export const waitlistPosition = ({ attendances, key }: AttendanceTables): string =>
  `case when a.status = 'waitlisted' then 1 + (
    select count(*) from ${attendances} ahead
     where ahead.${key} = a.${key} and ahead.status = 'waitlisted'
       and ahead.queue_number < a.queue_number) end`;

/** SQL for the queue numbers of those who wait at an attendable. */
export const waitingNumbers = ({ attendances, key }: AttendanceTables): string =>
  `select a.queue_number from ${attendances} a
    where a.${key} = :attendableId and a.status = 'waitlisted'`;

/**
 * SQL for a `PersonalAttendance` in JSON, from a left-joined attendance row `a`.
 *
 * @param of SQL for the ids of the attendable and of the user
 */
export const attendanceInJson = (
  tables: AttendanceTables,
  of: { readonly attendable: string; readonly user: string },
): string => {
  const extra = tables.extraColumns.map((column) => `, '${column}', a.${column}`).join('');
  return `json_build_object(
    'status', case when a.status <> 'cancelled' then a.status else coalesce((
      select case r.status when 'pending' then 'requested' when 'rejected' then 'declined' end
        from registration_requests r
       where r.${tables.key} = ${of.attendable} and r.user_id = ${of.user}), a.status, 'none') end,
    'registered_at', instant_in_json(a.registered_at),
    'waitlist_position', ${waitlistPosition(tables)},
    'checked_in_at', instant_in_json(a.checked_in_at)${extra})`;
};

/** SQL for an `Attendance`, from an attendance row `a`. */
export const attendanceColumns = (tables: AttendanceTables): string =>
  `a.status, a.registered_at, ${waitlistPosition(tables)} as waitlist_position, a.checked_in_at
   ${tables.extraColumns.map((column) => `, a.${column}`).join('')}`;

/**
 * SQL of the common table expressions that admit a user to the attendable whose id `locked`
 * selects. `admitted` is empty for a user who attends already or has been erased.
 *
 * @param typed whether they get `:ticket_type`; else who attended before keeps theirs
 */
export const admission = (tables: AttendanceTables, locked: string, typed = false): string => {
  const { attendances, attendables, key } = tables;
  return `admitted as (
         insert into ${attendances} as a (${key}, user_id, status, registered_at${typed ? ', ticket_type' : ''})
         select locked.id, u.id, :status, :registered_at${typed ? ', :ticket_type' : ''}
           from ${locked} locked, users u
          where u.id = :user_id and u.erased_at is null for key share of u
         on conflict (${key}, user_id) do update
            set status = excluded.status, registered_at = excluded.registered_at,
                ${typed ? 'ticket_type = excluded.ticket_type,' : ''}
                queue_number = excluded.queue_number, cancelled_at = null, version = a.version + 1
          where a.status = 'cancelled'
         returning ${attendanceColumns(tables)}
       ), counted as (
         update ${attendables} set attendee_count = attendee_count + 1
          where id = :attendableId and exists (select from admitted where holds_seat(status))
       )`;
};

/**
 * SQL that locks an attendable and admits a user, if its deciding columns are those seen before
 * (bound as `seen_<column>`), and if its seats have the status to give. Selects the attendance and
 * the seat columns before it. Counts the seat in `conference_people` itself, at a quarter of the
 * cost of its triggers. That row is its last lock, so the statement must be a transaction of its
 * own.
 */
export const guardedAdmission = (tables: AttendanceTables): string => {
  const { attendables, seatColumns, decidingColumns } = tables;
  const isAsSeen = decidingColumns.map(
    (column) => `t.${column} is not distinct from :seen_${column}`,
  );
  const seats = seatColumns.map((column) => `t.${column}`);
  // `admitted` reads from `locked`, so the queue number is drawn under the lock.
  return `with counting as materialized (
         select set_config('hallway.seats_counted_at', statement_timestamp()::text, true)
       ), locked as (
         select t.id, ${tables.conferenceOfSeats} as conference_of_seats, ${seats.join(', ')}
           from counting, ${attendables} t
          where t.id = :attendableId and ${tables.isOpenToAnyone} and ${isAsSeen.join(' and ')}
            and (t.capacity is null or ${seats.join(' + ')} < t.capacity) = (:status = 'registered')
            for no key update of t
       ), ${admission(tables, 'locked')}, seated as (
         insert into conference_people as p (conference_id, user_id, seats)
         select locked.conference_of_seats, :user_id, 1 from admitted, locked
          where holds_seat(admitted.status) and locked.conference_of_seats is not null
         on conflict (conference_id, user_id) do update set seats = p.seats + 1
       )
       select admitted.*, ${seatColumns.map((column) => `locked.${column}`).join(', ')}
         from admitted, locked`;
};

/**
 * SQL that locks an attendable and cancels the attendance of a user whose status is `:status`, if no seat
 * goes to the waitlist: nobody waits, or the user has none. A seat must be free: who joins the waitlist
 * changes no row of the attendable, and does so only without one. Selects the seat columns after it.
 */
export const guardedCancellation = (tables: AttendanceTables): string => {
  const { attendances, attendables, key, seatColumns } = tables;
  const seats = seatColumns.map((column) => `t.${column}`);
  return `with locked as (
         select t.id from ${attendables} t
          where t.id = :attendableId and ${tables.isOpenToAnyone} and ${tables.cancelsAlone}
            and t.ends_at > :now
            and (:status = 'waitlisted'
                 or (t.capacity is null or ${seats.join(' + ')} < t.capacity) and not exists (
                   select from ${attendances} w where w.${key} = t.id and w.status = 'waitlisted'))
            -- Who waits is as of the snapshot: another version of the row may have others.
            and t.xmin = (select s.xmin from ${attendables} s where s.id = t.id)
            for no key update of t
       ), cancelled as (
         update ${attendances} a
            set status = 'cancelled', cancelled_at = :now, ${NO_CHECK_IN}, version = a.version + 1
           from locked
          where a.${key} = locked.id and a.user_id = :user_id and a.status = :status
         returning holds_seat(:status)::integer as freed
       )
       update ${attendables} t
          set attendee_count = t.attendee_count - cancelled.freed,
              over_capacity_count = ${overCapacityAfterFreeing('cancelled.freed')}
         from cancelled where t.id = :attendableId
       returning ${seats.join(', ')}`;
};

/** SQL for when an attendee `a` arrived; one who has not arrived counts as the earliest. */
export const ARRIVAL = `coalesce(a.checked_in_at, '-infinity'::timestamptz)`;

/** The columns of a check-in, which are null without one. */
export const CHECK_IN_COLUMNS = [
  'checked_in_at',
  'check_in_nonce',
  'check_in_device',
  'check_in_key',
  'check_in_administrator_id',
] as const satisfies readonly (keyof CheckInRecord)[];

/** SQL that undoes a check-in. */
export const NO_CHECK_IN = CHECK_IN_COLUMNS.map((column) => `${column} = null`).join(', ');

/** SQL that takes the user from a registration, with what is theirs. */
export const NO_USER = `user_id = null, registered_at = null, claimed_by = null, desk_note = null,
            ${NO_CHECK_IN}`;

/**
 * The column that changes with the capacity: seats within the new capacity are not over it any more.
 * `taken` is SQL for the number of held seats.
 */
export function overCapacityAfter(
  db: Knex,
  taken: string,
  { capacity }: { readonly capacity?: number | null | undefined },
): { readonly over_capacity_count?: Knex.Raw | number } {
  if (capacity === undefined) return {};
  if (capacity === null) return { over_capacity_count: 0 };
  const over = `least(over_capacity_count, greatest(0, ${taken} - ?::integer))`;
  return { over_capacity_count: db.raw(over, [capacity]) };
}

/** SQL for `over_capacity_count` once `freed`, SQL for a number of seats, are free again. */
export const overCapacityAfterFreeing = (freed: string): string =>
  `greatest(0, over_capacity_count - ${freed})`;
