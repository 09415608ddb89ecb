insert into
  notification_jobs (
    action_url,
    administrator_id,
    audience,
    body,
    channels,
    content_hash,
    created_by,
    quest_id,
    scheduled_at,
    start,
    status,
    submitted_at,
    title,
    translations,
    type
  )
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
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
