select max("position") as last
from quest_tasks
where
  quest_id = $1
  and deleted_at is null
limit $2;
