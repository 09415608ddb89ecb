-- conferenceAttendances
with
  deleted as (
    delete from conference_attendances
    where
      conference_id = $1
      and user_id = $2
    returning status
  )
update conferences
set
  attendee_count = attendee_count - 1,
  over_capacity_count = greatest(0, over_capacity_count - 1)
where
  id = $3
  and exists (
    select
    from deleted
    where holds_seat(status)
  );

-- eventAttendances
with
  deleted as (
    delete from event_attendances
    where
      event_id = $1
      and user_id = $2
    returning status
  )
update events
set
  attendee_count = attendee_count - 1,
  over_capacity_count = greatest(0, over_capacity_count - 1)
where
  id = $3
  and exists (
    select
    from deleted
    where holds_seat(status)
  );
