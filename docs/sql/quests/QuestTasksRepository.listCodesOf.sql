select
  id,
  title,
  answer_encrypted
from quest_tasks
where
  quest_id = $1
  and type = $2
  and deleted_at is null
  and answer_encrypted is not null
order by
  "position" asc,
  id asc;
