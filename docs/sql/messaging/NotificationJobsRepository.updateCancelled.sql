update notification_jobs
set
  status = $1,
  finished_at = CURRENT_TIMESTAMP(3),
  version = version + 1
where id = $2
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
