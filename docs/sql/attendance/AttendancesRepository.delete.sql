-- conferenceAttendances
with
  deleted as (
    delete from conference_attendances
    where
      conference_id = $1
      and user_id = any($2::bigint[])
    returning status
  ),
  freed as (
    select
      count(*) filter (
        where holds_seat(status)
      ) as seats
    from deleted
  )
update conferences
set
  attendee_count = attendee_count - freed.seats,
  over_capacity_count = greatest(0, over_capacity_count - freed.seats)
from freed
where
  id = $3
  and freed.seats > 0;

-- eventAttendances
with
  deleted as (
    delete from event_attendances
    where
      event_id = $1
      and user_id = any($2::bigint[])
    returning status
  ),
  freed as (
    select
      count(*) filter (
        where holds_seat(status)
      ) as seats
    from deleted
  )
update events
set
  attendee_count = attendee_count - freed.seats,
  over_capacity_count = greatest(0, over_capacity_count - freed.seats)
from freed
where
  id = $3
  and freed.seats > 0;
