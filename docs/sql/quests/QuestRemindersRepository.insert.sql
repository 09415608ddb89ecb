insert into reminder_templates (body, is_default, name, quest_id, title)
values
  (
    $1,
    not exists (
      select
      from reminder_templates
      where quest_id = $2
    ),
    $3,
    $4,
    $5
  )
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
