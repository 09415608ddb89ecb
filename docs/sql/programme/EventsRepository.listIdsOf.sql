select id
from events
where
  (
    id in (
      select event_id
      from event_attendances
      where
        user_id = $1
        and not status = $2
    )
    and ends_at > $3
  )
  or (submitted_by = $4);
