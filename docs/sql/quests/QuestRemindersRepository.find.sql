select
  id,
  quest_id,
  name,
  title,
  body,
  translations,
  is_default,
  version,
  created_at,
  updated_at
from reminder_templates
where
  id = $1
  and quest_id = $2
limit $3;
