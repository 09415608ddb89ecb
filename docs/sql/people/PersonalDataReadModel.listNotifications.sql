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
where user_id = $1
order by id asc;
