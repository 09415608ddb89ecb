import {
  CHECK_IN_COLUMNS,
  NO_CHECK_IN,
  NO_USER,
  overCapacityAfterFreeing,
} from './attendances.sql.ts';
import { isOpenTo, isWithdrawn, UNMARKED, userIdOf } from './invitations.sql.ts';

/** SQL for the company and job title of a user `u` after they claim an invitation `p`. */
const FILLED = `imported_if_empty('company', u.edited_fields, u.company, p.company),
  imported_if_empty('job_title', u.edited_fields, u.job_title, p.job_title)`;

/** SQL for a column of the first invitation that has `given`, by messenger id before by username. */
const firstOf = (column: string, given: string) =>
  `(array_agg(${column} order by by_username, id) filter (where ${given} is not null))[1]`;

/**
 * SQL for whether the claimant `p` gets the seat of their invitation in place of the waitlist. An
 * attendee who arrived as a guest has not cancelled.
 */
const RAISED = `p.has_seat and (p.current = 'waitlisted'
  or p.current = 'cancelled' and p.checked_in_at is not null)`;

/** SQL for whether the attendance of a claimant `p` gets the check-in of their invitation. */
const ARRIVED = `p.checked_in_at is not null and p.current <> 'checked_in'`;

/** SQL of the common table expression `lifted`: a claim brings its ticket type along, whether a seat is free or not. */
const LIFTED = `lifted as materialized (
    select set_config('hallway.over_quotas', 'on', true)
  )`;

/** SQL for whether the ticket type of a row has a limit. */
const hasQuota = (row: string) => `exists (
    select from ticket_types t
     where t.conference_id = :conferenceId and t.name = ${row}.ticket_type and t.capacity is not null)`;

/**
 * SQL for the ticket type of the attendance `a` of a claimant after the claim of a row: its own, but who waits
 * for a seat of one with a limit gets the seat, and the type, of the row.
 */
const ticketTypeAfter = (row: string, isRaised: string) =>
  `case when ${isRaised} and not holds_seat(a.status) and ${hasQuota('a')} then ${row}.ticket_type
                              else coalesce(a.ticket_type, ${row}.ticket_type) end`;

/** SQL for whether the attendance `a` of a claimant `p` takes ticket type or mark from the claim. */
const TICKETED = `(a.ticket_type is null and p.ticket_type is not null
  or ${UNMARKED} and a.ticket_type is not distinct from p.ticket_type)`;

/**
 * SQL that claims the open invitations `:ids` of a conference, with `:spots` free seats. The first of
 * a user who is not registered becomes their registration; what others bring goes to it. Selects the
 * places that users got, and the number of seats that became free, because their user has one or has
 * cancelled.
 */
export const CLAIM = `with ${LIFTED}, due as materialized (
    select i.id, i.ticket_type, holds_seat(i.status) as has_seat, i.queue_number,
           u.id as user_id, i.messenger_id is null as by_username,
           case when i.messenger_id is not null then i.company end as company,
           case when i.messenger_id is not null then i.job_title end as job_title,
           ${CHECK_IN_COLUMNS.map((column) => `i.${column}`).join(', ')}
      from lifted, registrations i
      join users u on u.id = ${userIdOf('i')}
     where i.conference_id = :conferenceId and i.id = any(:ids::bigint[])
       and ${isOpenTo('i', 'u.id')} and u.erased_at is null
       for key share of u for no key update of i
  ), claimants as (
    select user_id, bool_or(has_seat) as has_seat,
           (array_agg(id order by not has_seat, queue_number))[1] as first_id,
           coalesce(min(queue_number) filter (where has_seat), min(queue_number))
             as queue_number,
           ${['ticket_type', 'company', 'job_title']
             .map((name) => `${firstOf(name, name)} as ${name}`)
             .join(', ')},
           ${CHECK_IN_COLUMNS.map(
             (column) => `(array_agg(${column} order by checked_in_at, id))[1] as ${column}`,
           ).join(', ')},
           case when coalesce(${firstOf('by_username', 'ticket_type')}, bool_and(by_username))
             then 'username' end as claimed_by
      from due group by user_id
  ), people as materialized (
    select p.*, a.status as current,
           p.has_seat or coalesce(:spots::integer >= row_number() over (
             partition by p.has_seat, a.status is null order by p.queue_number), true)
             and not ${hasQuota('p')} as is_seated
      from claimants p
      left join registrations a
        on a.conference_id = :conferenceId and a.user_id = p.user_id
  ), admitted as (
    update registrations i
       set user_id = p.user_id, claimant_id = p.user_id, claimed_at = :now, registered_at = :now,
           status = case when p.checked_in_at is not null then 'checked_in'
             when p.is_seated then 'registered' else 'waitlisted' end,
           ${CHECK_IN_COLUMNS.map((column) => `${column} = p.${column}`).join(', ')},
           ticket_type = p.ticket_type, claimed_by = p.claimed_by
      from people p
     where i.id = p.first_id and p.current is null
    returning i.user_id, i.status
  ), changed as (
    update registrations a
       set status = case when ${ARRIVED} then 'checked_in'
             when ${RAISED} then 'registered' else a.status end,
           cancelled_at = case when ${RAISED} or ${ARRIVED} then null else a.cancelled_at end,
           ${CHECK_IN_COLUMNS.map(
             (column) => `${column} = case when ${ARRIVED} then p.${column} else a.${column} end`,
           ).join(',\n           ')},
           ticket_type = ${ticketTypeAfter('p', RAISED)},
           claimed_by = case when ${TICKETED} then p.claimed_by else a.claimed_by end,
           version = a.version + 1
      from people p
     where a.conference_id = :conferenceId and a.user_id = p.user_id
       and (${RAISED} or ${ARRIVED} or ${TICKETED})
  ), taken as (
    select (select count(*) from admitted where holds_seat(status))
           + (select count(*) from people p where ${RAISED}) as attendees,
           (select count(*) from due where has_seat) as invited,
           (select count(*) from due where has_seat) - (select count(*) from people
             p where p.has_seat and (p.current is null or ${RAISED})) as freed
  ), counted as (
    update conferences
       set attendee_count = attendee_count + taken.attendees,
           invited_count = invited_count - taken.invited,
           over_capacity_count = ${overCapacityAfterFreeing('taken.freed')}
      from taken where id = :conferenceId
  ), filled as (
    update users u
       set (company, job_title, version, updated_at) = row(${FILLED}, u.version + 1, now())
      from people p
     where u.id = p.user_id
       and (u.company, u.job_title)
           is distinct from (${FILLED})
  ), claimed as (
    update registrations i
       set claimant_id = p.user_id, claimed_at = :now, status = 'cancelled', ${NO_CHECK_IN}
      from due join people p using (user_id)
     where i.id = due.id and (p.current is not null or i.id <> p.first_id)
  )
  select freed, (
      select coalesce(json_agg(placed order by user_id), '[]')
        from (select user_id, status from admitted
              union all select p.user_id, 'registered' from people p where ${RAISED}) placed
    ) as places
    from taken`;

/**
 * Makes an invitation the registration of its claimant. One who is registered keeps their row, which
 * gets what the invitation has: seat or place, ticket type, check-in.
 */
export const CLAIM_BY_CODE = `with ${LIFTED}, due as materialized (
    select r.* from lifted, registrations r where id = :id
  ), own as materialized (
    select a.id from registrations a, due
     where a.conference_id = due.conference_id and a.user_id = :userId
  ), claimed as (
    update registrations i
       set claimant_id = :userId, claimed_at = :now, claimed_with = :proof,
           user_id = case when is_first then :userId::bigint end,
           status = case when is_first then :status else 'cancelled' end,
           claimed_by = case when is_first then :mark end,
           registered_at = case when is_first then :now::timestamptz end,
           ${CHECK_IN_COLUMNS.map((column) => `${column} = case when is_first then i.${column} end`).join(', ')}
      from (select not exists (select from own) as is_first) of_user
     where id = :id
  ), placed as (
    update registrations a
       set status = :status, cancelled_at = null,
           queue_number = case when holds_seat(a.status) then a.queue_number
             when a.status = 'waitlisted' and :status = 'waitlisted'
               then least(a.queue_number, due.queue_number)
             else due.queue_number end,
           ticket_type = ${ticketTypeAfter('due', 'holds_seat(due.status)')},
           claimed_by = case when a.ticket_type is null or not holds_seat(a.status)
             then :mark else a.claimed_by end,
           registered_at = case when a.status = 'cancelled' then :now else a.registered_at end,
           ${CHECK_IN_COLUMNS.map(
             (column) => `${column} = case when a.checked_in_at is null
             then due.${column} else a.${column} end`,
           ).join(',\n           ')},
           version = a.version + 1
      from own, due where a.id = own.id
  )
  update conferences
     set attendee_count = attendee_count + :attendees::integer, invited_count = invited_count - :invited::integer,
         over_capacity_count = ${overCapacityAfterFreeing(':freed::integer')}
   where id = :conferenceId and :attendees::integer + :invited::integer > 0`;

/**
 * SQL for whether a claimed invitation `i` can be taken back: a messenger id proves its person, and a
 * withdrawn one ended with its claimant.
 */
export const isReopenable = (i: string): string =>
  `(${i}.messenger_id is null or ${i}.claimed_with is not null) and not (${isWithdrawn(i)})`;

/**
 * SQL that takes back the invitations that the user `:userId` claimed by username or by a code at the
 * conferences `:conferenceIds`. The seat passes from the user to the guest, so the number of held
 * seats stays. A registration that is not taken back ends.
 */
export const REOPENING = `with ${LIFTED}, mine as (
    select id, conference_id,
           row_number() over (partition by conference_id order by user_id is null, id) = 1 as is_first
      from lifted, registrations r
     where claimant_id = :userId and conference_id = any(:conferenceIds::bigint[])
       and ${isReopenable('r')}
  ), own as materialized (
    select id, conference_id, holds_seat(status) as is_seated, queue_number,
           claimant_id is not null as is_guest, id in (select id from mine) as is_reopened
      from registrations
     where user_id = :userId and conference_id in (select conference_id from mine)
  ), deleted as (
    delete from registrations r using own
     where r.id = own.id and not own.is_guest
  ), left_claimed as (
    update registrations r
       set status = 'cancelled', cancelled_at = null, ${NO_USER}
      from own where r.id = own.id and own.is_guest and not own.is_reopened
  ), reopened as (
    update registrations i
       set claimant_id = null, claimed_at = null, claimed_with = null, cancelled_at = null,
           reopened_at = :reopened_at, ${NO_USER},
           barred_user_ids = array_append(barred_user_ids, :userId::bigint),
           status = case when mine.is_first and own.is_seated then 'registered' else 'waitlisted' end,
           queue_number = case when mine.is_first then coalesce(own.queue_number, i.queue_number)
             when i.queue_number = own.queue_number then nextval('attendance_queue')
             else i.queue_number end
      from mine left join own using (conference_id)
     where i.id = mine.id
  )
  update conferences
     set attendee_count = attendee_count - 1, invited_count = invited_count + 1
   where id in (select conference_id from own where is_seated)`;
