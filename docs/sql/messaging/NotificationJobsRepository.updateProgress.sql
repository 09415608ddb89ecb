-- the last batch
update notification_jobs
set
  total = total + $1,
  fixed_up_to = $2,
  fixed_at = CURRENT_TIMESTAMP(3)
where id = $3
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

-- another batch
update notification_jobs
set
  total = total + $1,
  fixed_up_to = $2
where id = $3
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

-- no recipients
update notification_jobs
set
  total = total + $1,
  fixed_at = CURRENT_TIMESTAMP(3)
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
