insert into quest_tasks (config, quest_id, title, type)
values ($1, $2, $3, $4)
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
