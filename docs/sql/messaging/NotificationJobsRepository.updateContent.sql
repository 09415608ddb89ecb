update notification_jobs
set
  type = $1,
  quest_id = $2,
  title = $3,
  body = $4,
  translations = $5,
  action_url = $6,
  start = $7,
  channels = $8,
  audience = $9,
  scheduled_at = $10,
  submitted_at = CURRENT_TIMESTAMP(3),
  status = $11,
  content_hash = $12,
  version = version + 1
where id = $13
returning
  id,
  type,
  quest_id,
  title,
  body,
  translations,
  action_url,
  start,
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
  recalled_at,
  version,
  created_at,
  (
    select json_build_object('id', a.id, 'name', a.name)
    from administrators a
    where a.id = notification_jobs.administrator_id
  ) as author;
