-- conferenceAttendances
select
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
  a.claimed_by,
  a.desk_note,
  a.version
from conference_attendances as a
where
  conference_id = $1
  and user_id = $2
limit $3
for no key update of
  a;

-- eventAttendances
select
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
  a.checked_in_at,
  a.desk_note,
  a.version
from event_attendances as a
where
  event_id = $1
  and user_id = $2
limit $3
for no key update of
  a;
