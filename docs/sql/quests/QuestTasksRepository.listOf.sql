select
  id,
  quest_id,
  title,
  description,
  type,
  points,
  "position",
  is_required,
  config,
  opens_at,
  closes_at,
  version,
  created_at,
  updated_at
from quest_tasks
where
  quest_id = $1
  and deleted_at is null
order by
  "position" asc,
  id asc;
