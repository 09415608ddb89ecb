-- conferenceAttendances
with
  admitted as (
    insert into conference_attendances as a (conference_id, user_id, status, registered_at)
    select
      locked.id,
      u.id,
      $1,
      $2
    from
      (
        select $3::bigint as id
      ) locked,
      users u
    where
      u.id = $4
      and u.erased_at is null
    for key share of u
    on conflict (conference_id, user_id) do update
    set
      status = excluded.status,
      registered_at = excluded.registered_at,
      queue_number = excluded.queue_number,
      version = a.version + 1
    where a.status = 'cancelled'
    returning
      a.status,
      a.registered_at,
      case
        when a.status = 'waitlisted' then 1 + (
          select count(*)
          from conference_attendances ahead
          where
            ahead.conference_id = a.conference_id
            and ahead.status = 'waitlisted'
            and ahead.queue_number < a.queue_number
        ) + (
          select count(*)
          from conference_invitations i
          where
            i.conference_id = a.conference_id
            and i.claimed_at is null
            and i.withdrawn_at is null
            and not i.has_seat
            and i.queue_number < a.queue_number
        )
      end as waitlist_position,
      a.checked_in_at,
      a.ticket_type,
      a.claimed_by
  ),
  counted as (
    update conferences
    set attendee_count = attendee_count + 1
    where
      id = $5
      and exists (
        select
        from admitted
        where holds_seat(status)
      )
  )
select *
from admitted;

-- eventAttendances
with
  admitted as (
    insert into event_attendances as a (event_id, user_id, status, registered_at)
    select
      locked.id,
      u.id,
      $1,
      $2
    from
      (
        select $3::bigint as id
      ) locked,
      users u
    where
      u.id = $4
      and u.erased_at is null
    for key share of u
    on conflict (event_id, user_id) do update
    set
      status = excluded.status,
      registered_at = excluded.registered_at,
      queue_number = excluded.queue_number,
      version = a.version + 1
    where a.status = 'cancelled'
    returning
      a.status,
      a.registered_at,
      case
        when a.status = 'waitlisted' then 1 + (
          select count(*)
          from event_attendances ahead
          where
            ahead.event_id = a.event_id
            and ahead.status = 'waitlisted'
            and ahead.queue_number < a.queue_number
        )
      end as waitlist_position,
      a.checked_in_at
  ),
  counted as (
    update events
    set attendee_count = attendee_count + 1
    where
      id = $5
      and exists (
        select
        from admitted
        where holds_seat(status)
      )
  )
select *
from admitted;
