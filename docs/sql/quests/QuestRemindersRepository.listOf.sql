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
where quest_id = $1
order by id asc;
