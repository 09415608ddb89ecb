-- conferenceAttendances
with
  old as materialized (
    select holds_seat(status) as is_seated
    from conference_attendances
    where
      conference_id = $1
      and user_id = $2
  ),
  placed as (
    insert into conference_attendances as a (conference_id, user_id, status, registered_at, version)
    select
      $3,
      u.id,
      $4,
      $5,
      $6
    from users u
    where
      u.id = $7
      and u.erased_at is null
    for key share of u
    on conflict (conference_id, user_id) do update
    set
      status = excluded.status,
      checked_in_at = null,
      check_in_nonce = null,
      check_in_device = null,
      check_in_key = null,
      check_in_administrator_id = null,
      version = excluded.version,
      registered_at = case
        when a.status = 'waitlisted' then a.registered_at
        else excluded.registered_at
      end,
      queue_number = case
        when a.status = 'waitlisted' then a.queue_number
        else excluded.queue_number
      end
    returning holds_seat(status) as is_seated
  ),
  taken as (
    select placed.is_seated::integer - coalesce(old.is_seated, false)::integer as seats
    from
      placed
      left join old on true
  )
update conferences
set
  attendee_count = attendee_count + taken.seats,
  over_capacity_count = greatest(0, over_capacity_count + $8 + least(0, taken.seats))
from taken
where id = $9
returning id;

-- eventAttendances
with
  old as materialized (
    select holds_seat(status) as is_seated
    from event_attendances
    where
      event_id = $1
      and user_id = $2
  ),
  placed as (
    insert into event_attendances as a (event_id, user_id, status, registered_at, version)
    select
      $3,
      u.id,
      $4,
      $5,
      $6
    from users u
    where
      u.id = $7
      and u.erased_at is null
    for key share of u
    on conflict (event_id, user_id) do update
    set
      status = excluded.status,
      checked_in_at = null,
      check_in_nonce = null,
      check_in_device = null,
      check_in_key = null,
      check_in_administrator_id = null,
      version = excluded.version,
      registered_at = case
        when a.status = 'waitlisted' then a.registered_at
        else excluded.registered_at
      end,
      queue_number = case
        when a.status = 'waitlisted' then a.queue_number
        else excluded.queue_number
      end
    returning holds_seat(status) as is_seated
  ),
  taken as (
    select placed.is_seated::integer - coalesce(old.is_seated, false)::integer as seats
    from
      placed
      left join old on true
  )
update events
set
  attendee_count = attendee_count + taken.seats,
  over_capacity_count = greatest(0, over_capacity_count + $8 + least(0, taken.seats))
from taken
where id = $9
returning id;
