-- conferenceAttendances
with
  promoted as (
    update conference_attendances a
    set status = 'registered'
    from
      (
        select w.user_id
        from
          conference_attendances w
          join users u on u.id = w.user_id
          and not u.is_blocked
        where
          w.conference_id = $1
          and w.status = 'waitlisted'
        order by w.queue_number
        limit $2
      ) first
    where
      a.conference_id = $3
      and a.user_id = first.user_id
    returning a.user_id
  ),
  counted as (
    update conferences
    set
      attendee_count = attendee_count + (
        select count(*)
        from promoted
      )
    where
      id = $4
      and exists (
        select
        from promoted
      )
  )
select user_id
from promoted;

-- eventAttendances
with
  promoted as (
    update event_attendances a
    set status = 'registered'
    from
      (
        select w.user_id
        from
          event_attendances w
          join users u on u.id = w.user_id
          and not u.is_blocked
        where
          w.event_id = $1
          and w.status = 'waitlisted'
        order by w.queue_number
        limit $2
      ) first
    where
      a.event_id = $3
      and a.user_id = first.user_id
    returning a.user_id
  ),
  counted as (
    update events
    set
      attendee_count = attendee_count + (
        select count(*)
        from promoted
      )
    where
      id = $4
      and exists (
        select
        from promoted
      )
  )
select user_id
from promoted;
