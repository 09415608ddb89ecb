select id
from conferences
where
  id in (
    select conference_id
    from conference_attendances
    where
      user_id = $1
      and not status = $2
  )
  and ends_at > $3;
