update quest_tasks
set
  title = $1,
  version = version + 1,
  updated_at = CURRENT_TIMESTAMP(3)
where id = $2
returning
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
  updated_at;
