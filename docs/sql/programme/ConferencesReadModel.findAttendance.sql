select
  json_build_object(
    'status',
    coalesce(a.status, 'none'),
    'registered_at',
    to_char(a.registered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'waitlist_position',
    case
      when a.status = 'waitlisted' then 1 + (
        select count(*)
        from conference_attendances ahead
        where
          ahead.conference_id = a.conference_id
          and ahead.status = 'waitlisted'
          and ahead.queue_number < a.queue_number
      )
    end,
    'checked_in_at',
    to_char(a.checked_in_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'ticket_type',
    a.ticket_type
  ) as attendance
from
  conferences as c
  left join conference_attendances as a on a.conference_id = c.id
  and a.user_id = $1
where
  c.id = $2
  and not c.status = $3
limit $4;
