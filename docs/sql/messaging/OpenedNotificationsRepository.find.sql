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
from notifications
where
  user_id = $1
  and id = coalesce(
    (
      select superseded_by
      from notifications
      where
        id = $2
        and user_id = $3
    ),
    $4
  )
limit $5;
