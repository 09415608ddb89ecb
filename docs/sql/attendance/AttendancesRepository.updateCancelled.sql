-- conferenceAttendances
with
  cancelled as (
    update conference_attendances a
    set
      status = 'cancelled',
      checked_in_at = null,
      check_in_nonce = null,
      check_in_device = null,
      check_in_key = null,
      check_in_administrator_id = null,
      version = a.version + 1
    from conference_attendances old
    where
      a.conference_id = $1
      and a.user_id = $2
      and old.conference_id = a.conference_id
      and old.user_id = a.user_id
    returning old.status
  )
update conferences
set
  attendee_count = attendee_count - 1,
  over_capacity_count = greatest(0, over_capacity_count - 1)
where
  id = $3
  and exists (
    select
    from cancelled
    where holds_seat(status)
  );

-- eventAttendances
with
  cancelled as (
    update event_attendances a
    set
      status = 'cancelled',
      checked_in_at = null,
      check_in_nonce = null,
      check_in_device = null,
      check_in_key = null,
      check_in_administrator_id = null,
      version = a.version + 1
    from event_attendances old
    where
      a.event_id = $1
      and a.user_id = $2
      and old.event_id = a.event_id
      and old.user_id = a.user_id
    returning old.status
  )
update events
set
  attendee_count = attendee_count - 1,
  over_capacity_count = greatest(0, over_capacity_count - 1)
where
  id = $3
  and exists (
    select
    from cancelled
    where holds_seat(status)
  );
