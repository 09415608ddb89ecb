update reminder_templates
set
  body = $1,
  version = version + 1,
  updated_at = CURRENT_TIMESTAMP(3)
where id = $2
returning
  id,
  quest_id,
  name,
  title,
  body,
  translations,
  is_default,
  version,
  created_at,
  updated_at;
