select
  id,
  type,
  title,
  body,
  action_url,
  start,
  data,
  created_at,
  clicked_at,
  dismissed_at
from notifications as n
where
  user_id = $1
  and (
    n.superseded_by is null
    or exists (
      select
      from deliveries sent
      where sent.notification_id = n.id
    )
  )
order by id asc;
