-- conferenceAttendances
select
  a.user_id,
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
  a.version,
  u.erased_at is not null as is_erased
from
  conference_attendances a
  join users u on u.id = a.user_id
where
  a.conference_id = $1
  and a.user_id = any($2::bigint[])
order by a.user_id
for key share of u
for no key update of
  a;

-- eventAttendances
select
  a.user_id,
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
  a.version,
  u.erased_at is not null as is_erased
from
  event_attendances a
  join users u on u.id = a.user_id
where
  a.event_id = $1
  and a.user_id = any($2::bigint[])
order by a.user_id
for key share of u
for no key update of
  a;
