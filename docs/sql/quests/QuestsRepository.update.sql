update quests
set
  title = $1,
  version = version + 1,
  updated_at = CURRENT_TIMESTAMP(3)
where id = $2;
