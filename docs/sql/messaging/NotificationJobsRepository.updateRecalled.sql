update notification_jobs
set
  recalled_at = CURRENT_TIMESTAMP(3),
  status = case status
    when 'running' then 'cancelled'
    else status
  end,
  finished_at = coalesce(finished_at, now()),
  version = version + 1
where id = $1
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
