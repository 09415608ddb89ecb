insert into notification_jobs (action_url, audience, body, channels, content_hash, created_by, scheduled_at, title)
values ($1, $2, $3, $4, $5, $6, $7, $8)
returning
  id,
  title,
  body,
  action_url,
  audience,
  channels,
  status,
  failure_reason,
  scheduled_at,
  started_at,
  finished_at,
  total,
  fixed_up_to,
  fixed_at,
  created_at;
