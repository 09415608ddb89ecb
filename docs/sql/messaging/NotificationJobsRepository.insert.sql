insert into
  notification_jobs (
    action_url,
    audience,
    body,
    channels,
    content_hash,
    created_by,
    quest_id,
    scheduled_at,
    title,
    type
  )
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
returning
  id,
  type,
  quest_id,
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
  version,
  created_at;
