select
  e.id,
  e.attendee_count,
  e.status,
  e.ends_at,
  e.capacity,
  e.registration_mode,
  e.registration_closes_at,
  json_build_object(
    'status',
    coalesce(a.status, 'none'),
    'registered_at',
    instant_in_json(a.registered_at),
    'waitlist_position',
    case
      when a.status = 'waitlisted' then 1 + (
        select count(*)
        from event_attendances ahead
        where
          ahead.event_id = a.event_id
          and ahead.status = 'waitlisted'
          and ahead.queue_number < a.queue_number
      )
    end,
    'checked_in_at',
    instant_in_json(a.checked_in_at)
  ) as attendance
from
  events as e
  left join event_attendances as a on a.event_id = e.id
  and a.user_id = $1
where
  exists (
    select
    from conferences d
    where
      d.id = e.conference_id
      and d.status = 'draft'
  ) is not true
  and is_public_event_status(e.status)
  and e.id = $2
limit $3;
