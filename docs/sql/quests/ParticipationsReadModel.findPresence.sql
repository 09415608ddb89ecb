select
  coalesce(holds_seat(a.status), false) as has_seat,
  a.checked_in_at is not null as is_checked_in
from
  quests q
  left join lateral (
    select
      status,
      checked_in_at
    from event_attendances
    where
      event_id = q.event_id
      and user_id = $1
    union all
    select
      status,
      checked_in_at
    from conference_attendances
    where
      q.event_id is null
      and conference_id = q.conference_id
      and user_id = $2
  ) a on true
where q.id = $3;
