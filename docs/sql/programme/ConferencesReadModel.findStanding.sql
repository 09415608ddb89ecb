select
  c.id,
  c.attendee_count,
  c.invited_count,
  c.status,
  c.ends_at,
  c.capacity,
  c.registration_mode,
  c.registration_closes_at,
  json_build_object(
    'status',
    coalesce(a.status, 'none'),
    'registered_at',
    instant_in_json(a.registered_at),
    'waitlist_position',
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
    end,
    'checked_in_at',
    instant_in_json(a.checked_in_at),
    'ticket_type',
    a.ticket_type,
    'claimed_by',
    a.claimed_by
  ) as attendance
from
  conferences as c
  left join conference_attendances as a on a.conference_id = c.id
  and a.user_id = $1
where
  c.id = $2
  and not c.status = $3
limit $4;
