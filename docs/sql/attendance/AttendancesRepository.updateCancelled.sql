-- conferenceAttendances
with
  cancelled as (
    update conference_attendances a
    set
      status = 'cancelled',
      cancelled_at = $1,
      checked_in_at = null,
      check_in_nonce = null,
      check_in_device = null,
      check_in_key = null,
      check_in_administrator_id = null,
      version = a.version + 1
    from conference_attendances old
    where
      a.conference_id = $2
      and a.user_id = any($3::bigint[])
      and a.status <> 'cancelled'
      and old.conference_id = a.conference_id
      and old.user_id = a.user_id
    returning
      a.user_id,
      old.status
  ),
  freed as (
    select
      count(*) filter (
        where holds_seat(status)
      ) as seats
    from cancelled
  ),
  counted as (
    update conferences
    set
      attendee_count = attendee_count - freed.seats,
      over_capacity_count = greatest(0, over_capacity_count - freed.seats)
    from freed
    where
      id = $4
      and freed.seats > 0
  )
select
  seats,
  (
    select coalesce(json_agg(user_id), '[]')
    from cancelled
  ) as "userIds"
from freed;

-- eventAttendances
with
  cancelled as (
    update event_attendances a
    set
      status = 'cancelled',
      cancelled_at = $1,
      checked_in_at = null,
      check_in_nonce = null,
      check_in_device = null,
      check_in_key = null,
      check_in_administrator_id = null,
      version = a.version + 1
    from event_attendances old
    where
      a.event_id = $2
      and a.user_id = any($3::bigint[])
      and a.status <> 'cancelled'
      and old.event_id = a.event_id
      and old.user_id = a.user_id
    returning
      a.user_id,
      old.status
  ),
  freed as (
    select
      count(*) filter (
        where holds_seat(status)
      ) as seats
    from cancelled
  ),
  counted as (
    update events
    set
      attendee_count = attendee_count - freed.seats,
      over_capacity_count = greatest(0, over_capacity_count - freed.seats)
    from freed
    where
      id = $4
      and freed.seats > 0
  )
select
  seats,
  (
    select coalesce(json_agg(user_id), '[]')
    from cancelled
  ) as "userIds"
from freed;
