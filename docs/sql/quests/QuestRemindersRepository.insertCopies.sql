insert into reminder_templates (quest_id, name, title, body, is_default)
select
  $1,
  name,
  title,
  body,
  is_default
from reminder_templates
where quest_id = $2
order by id;
