-- conferenceAttendances
with
  limited as materialized (
    select
      set_config('lock_timeout', $1, true),
      set_config('hallway.seats_counted_at', statement_timestamp()::text, true)
  ),
  locked as (
    select
      t.id,
      t.id as conference_of_seats,
      t.attendee_count,
      t.invited_count
    from
      limited,
      conferences t
    where
      t.id = $2
      and t.status <> 'draft'
      and t.status is not distinct from $3
      and t.ends_at is not distinct from $4
      and t.capacity is not distinct from $5
      and t.registration_mode is not distinct from $6
      and t.registration_closes_at is not distinct from $7
      and (
        t.capacity is null
        or t.attendee_count + t.invited_count < t.capacity
      ) = ($8 = 'registered')
    for no key update of
      t
  ),
  admitted as (
    insert into conference_attendances as a (conference_id, user_id, status, registered_at)
    select
      locked.id,
      u.id,
      $9,
      $10
    from
      locked locked,
      users u
    where
      u.id = $11
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
      id = $12
      and exists (
        select
        from admitted
        where holds_seat(status)
      )
  ),
  seated as (
    insert into conference_people as p (conference_id, user_id, seats)
    select
      locked.conference_of_seats,
      $13,
      1
    from
      admitted,
      locked
    where
      holds_seat(admitted.status)
      and locked.conference_of_seats is not null
    on conflict (conference_id, user_id) do update
    set seats = p.seats + 1
  )
select
  admitted.*,
  locked.attendee_count,
  locked.invited_count
from
  admitted,
  locked;

-- eventAttendances
with
  limited as materialized (
    select
      set_config('lock_timeout', $1, true),
      set_config('hallway.seats_counted_at', statement_timestamp()::text, true)
  ),
  locked as (
    select
      t.id,
      case
        when t.status = 'approved' then t.conference_id
      end as conference_of_seats,
      t.attendee_count
    from
      limited,
      events t
    where
      t.id = $2
      and is_public_event_status(t.status)
      and not exists (
        select
        from conferences d
        where
          d.id = t.conference_id
          and (
            d.status <> 'published'
            or d.event_access <> 'anyone'
          )
      )
      and t.status is not distinct from $3
      and t.ends_at is not distinct from $4
      and t.capacity is not distinct from $5
      and t.registration_mode is not distinct from $6
      and t.registration_closes_at is not distinct from $7
      and (
        t.capacity is null
        or t.attendee_count < t.capacity
      ) = ($8 = 'registered')
    for no key update of
      t
  ),
  admitted as (
    insert into event_attendances as a (event_id, user_id, status, registered_at)
    select
      locked.id,
      u.id,
      $9,
      $10
    from
      locked locked,
      users u
    where
      u.id = $11
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
      id = $12
      and exists (
        select
        from admitted
        where holds_seat(status)
      )
  ),
  seated as (
    insert into conference_people as p (conference_id, user_id, seats)
    select
      locked.conference_of_seats,
      $13,
      1
    from
      admitted,
      locked
    where
      holds_seat(admitted.status)
      and locked.conference_of_seats is not null
    on conflict (conference_id, user_id) do update
    set seats = p.seats + 1
  )
select
  admitted.*,
  locked.attendee_count
from
  admitted,
  locked;
