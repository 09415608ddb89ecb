select
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
  created_at
from notification_jobs
where id = $1
limit $2
for update;
