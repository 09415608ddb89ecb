-- 1 of 2
update reminder_templates
set is_default = $1
where
  quest_id = $2
  and is_default = $3;

-- 2 of 2
update reminder_templates
set
  is_default = $1,
  version = version + 1
where
  id = $2
  and quest_id = $3;
