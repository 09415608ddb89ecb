select
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
  ) as author
from notification_jobs
where id = $1
limit $2
for update;
