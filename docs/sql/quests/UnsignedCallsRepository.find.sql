select
  quest_id,
  task_id,
  user_id,
  text,
  sent_at
from unsigned_calls
where id = $1
limit $2;
