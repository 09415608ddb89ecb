update notification_jobs
set
  type = $1,
  quest_id = $2,
  title = $3,
  body = $4,
  action_url = $5,
  channels = $6,
  audience = $7,
  scheduled_at = $8,
  submitted_at = CURRENT_TIMESTAMP(3),
  status = $9,
  content_hash = $10,
  version = version + 1
where id = $11
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
  created_at,
  (
    select json_build_object('id', a.id, 'name', a.name)
    from administrators a
    where a.id = notification_jobs.administrator_id
  ) as author;
