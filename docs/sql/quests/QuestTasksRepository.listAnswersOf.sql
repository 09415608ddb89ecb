select
  id,
  answer_encrypted
from quest_tasks
where
  quest_id = $1
  and deleted_at is null
  and answer_encrypted is not null;
