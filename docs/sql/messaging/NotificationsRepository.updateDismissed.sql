update notifications
set dismissed_at = coalesce(dismissed_at, $1)
where
  user_id = $2
  and id = $3
  and in_app = $4
returning
  id,
  type,
  title,
  body,
  action_url,
  start,
  data,
  created_at,
  clicked_at,
  dismissed_at,
  args;
