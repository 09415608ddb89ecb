update notification_jobs
set
  type = $1,
  quest_id = $2,
  title = $3,
  body = $4,
  translations = $5,
  action_url = $6,
  channels = $7,
  audience = $8,
  scheduled_at = $9,
  submitted_at = CURRENT_TIMESTAMP(3),
  status = $10,
  content_hash = $11,
  version = version + 1
where id = $12
returning
  id,
  type,
  quest_id,
  title,
  body,
  translations,
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
  recalled_at,
  version,
  created_at,
  (
    select json_build_object('id', a.id, 'name', a.name)
    from administrators a
    where a.id = notification_jobs.administrator_id
  ) as author;
